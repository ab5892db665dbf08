import Foundation
import StreaklineCore
import StreaklineStore

/// A folder for one test; removed with its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("streakline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  func lines(_ name: String) throws -> [String] {
    String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// Records and stores as the tests of store and sync use them.
enum StoreSample {
  static let wordle = "550e8400-e29b-41d4-a716-446655440000"
  static let weekly = "41ee2b94-2f3d-54c8-8ec4-11bb25c9e5b8"
  /// After the days of all results here.
  static let now = Instant(milliseconds: 1_800_000_000_000)
  static let filter = PipelineFilter(pipeline: "default", types: ["GameResult"])

  static func store(_ folder: TemporaryFolder, _ name: String = "s.db") throws -> Store {
    try Store.open(path: folder.file(name), deviceID: "d1")
  }

  /// A Wordle result of the day that lies `day` days after 2024-11-04; score 0 is a lost game.
  static func result(
    user: String = "me", game: String = "wordle", gameID: String = wordle, day: Int = 0,
    score: Int = 3, suspect: String? = nil, line: Int = 1
  ) -> StreaklineCore.Record {
    let date = first + day
    return StreaklineCore.Record(
      type: .gameResult, userId: user, game: game, gameId: gameID, day: date,
      fields: [
        "gameName": .string(game.capitalized), "mode": .null,
        "puzzleNumber": .int(1_234 + day), "dateInt": .int(date.dateInt),
        "score": score == 0 ? .null : .int(score), "maxAttempts": .int(6),
        "completed": .bool(score != 0), "parsedData": .object(["rows": .string("\(score)")]),
        "suspect": suspect.map(Value.string) ?? .null,
        "sharedText": .string("\(game) \(1_234 + day) \(score)/6"),
        "source": SourceLocation(name: "-", line: line).json,
      ])
  }

  /// A Tandem-like result of the same id as a game's result, but of another type.
  static func puzzle(user: String = "me", gameID: String, day: Int, won: Bool)
    -> StreaklineCore.Record
  {
    StreaklineCore.Record(
      type: .puzzleResult, userId: user, game: "wordle", gameId: gameID, day: first + day,
      fields: ["won": .bool(won), "mistakes": .int(won ? 0 : 4), "theme": .null])
  }

  /// All that a pipeline has to send.
  static func changes(_ store: Store, _ filter: PipelineFilter = filter, now: Instant = now) throws
    -> [Change]
  {
    try store.changes(filter, limit: 1_000_000, now: now).changes
  }

  /// Sends everything that a pipeline has to send; all of it is taken.
  ///
  /// - Returns: How many changes there were.
  @discardableResult
  static func deliver(_ store: Store, _ filter: PipelineFilter = filter) throws -> Int {
    let page = try store.changes(filter, limit: 1_000_000, now: now)
    try store.settle(page, page.changes.taken)
    return page.changes.count
  }

  static func checkpoint(key: String = "k", offset: Int, digest: UInt64 = 1) -> ImportCheckpoint {
    ImportCheckpoint(
      key: key, offset: offset, digest: digest, isComplete: false, name: "chat.txt", at: now,
      counts: .object(["shares": .int(offset)]))
  }

  static let first = Day(daysSinceEpoch: 20_031)  // 2024-11-04

  static func batch(
    _ records: [StreaklineCore.Record], replaces: Bool = false, now: Instant = now
  ) -> Batch {
    var batch = Batch(ParsedChunk(records: records), now: now)
    batch.replaces = replaces
    batch.everyDays = [weekly: 7]
    return batch
  }
}

extension StreaklineCore.Record {
  /// The result with another value of a field.
  func with(_ name: String, _ value: Value) -> StreaklineCore.Record {
    var fields = fields
    fields[name] = value
    return StreaklineCore.Record(
      type: .gameResult, userId: userId, game: game, gameId: gameId, day: day, fields: fields)
  }
}

extension [Change] {
  /// What a remote answers that takes everything.
  var taken: [Int64: DeliveryOutcome] {
    Dictionary(uniqueKeysWithValues: map { ($0.item, .taken) })
  }
}

extension Store {
  func counts() throws -> Counts { try counts(at: StoreSample.now) }

  func pendingCount(_ filter: PipelineFilter) throws -> PendingCounts {
    try pendingCount(filter, at: StoreSample.now)
  }
}
