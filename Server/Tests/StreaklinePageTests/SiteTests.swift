import Foundation
import Streakline
import StreaklinePage
import Testing

/// What the page says on a certain day and of certain files, without a connection.
@Suite struct SiteTests {
  private static let day = Day(daysSinceEpoch: 20_730)

  /// The page of a store in a new folder, in which own achievements may lie.
  private func ask(
    _ path: String, _ query: String = "", at now: Instant, achievements: String? = nil,
    _ fill: (RecordStore) throws -> Void
  ) throws -> (status: Int, text: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try achievements?.write(toFile: folder + "/own.yaml", atomically: false, encoding: .utf8)
    let store = try RecordStore(
      path: folder + "/s.db", achievements: achievements.map { _ in [folder] }, timeZone: "UTC")
    try fill(store)
    let answer = try Site(store: store, now: { now }).answer(
      PageRequest(method: "GET", path: path, query: query, host: "127.0.0.1"))
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(!text.contains(folder))
    return (answer.status, text)
  }

  private func wordle(_ number: Int) -> String {
    "Wordle \(number) 2/6\n\n⬛⬛🟨⬛⬛\n🟩🟩🟩🟩🟩"
  }

  @Test
  func
    `who has only played tomorrow's puzzle, which has begun further east, is on the list of today`()
    throws
  {
    // 1,933 is the puzzle of the day; at noon in UTC it is tomorrow on the islands east of it.
    let noon = Instant(Self.day, hour: 12)
    let page = try ask("/", at: noon) { store in
      _ = try store.ingest(wordle(1_934), options: ImportOptions(user: "kiri", now: noon))
    }
    #expect(page.status == 200 && page.text.contains("kiri"), "\(page.text)")
    #expect(page.text.contains("0 of 1 played"))
  }

  @Test func `achievements are those of the day of the address`() throws {
    let categories = """
      format: 1
      categories:
        early_bird:
          name: Early Bird
          id: 0B1D7D5E-3C0B-4F4E-9B61-2B7A0C5D8E01
          counts: results
          tiers: {bronze: 2, silver: 5}
      """
    func words(_ query: String) throws -> String {
      try ask(
        "/achievements", query, at: Instant(Self.day, hour: 12), achievements: categories
      ) { store in
        for number in [1_932, 1_933] {
          _ = try store.ingest(
            wordle(number),
            options: ImportOptions(user: "ann", now: Instant(Self.day, hour: 12)))
        }
      }.text
    }
    #expect(try words("player=ann").contains("2 of 5 for silver"))
    #expect(try words("player=ann&day=\((Self.day + -1).iso)").contains("1 of 2 for bronze"))
  }

  @Test func `a mistake in a file of achievements is said without a path of the server`() throws {
    let page = try ask(
      "/achievements", at: Instant(Self.day, hour: 12), achievements: "format: 1\ncategories: ["
    ) { store in
      _ = try store.ingest(
        wordle(1_933), options: ImportOptions(user: "ann", now: Instant(Self.day, hour: 12)))
    }
    #expect(page.status == 500)
    #expect(page.text.contains("log names it"), "\(page.text)")
  }
}
