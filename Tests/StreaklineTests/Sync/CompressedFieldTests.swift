import Foundation
import Streakline
import StreaklineCore
import StreaklineStore
import StreaklineSync
import Testing

/// Fields that are compressed at the remote: Habitto's history.
@Suite struct CompressedFieldTests {
  private let sample: AppPipelineSample
  private static let habit = AppPipelineSample.habit.id
  private static let record = habit.uppercased()
  /// `{"2024-11-04":1,"2024-11-05":2}`, as it is here, and as gzip and zlib write it.
  private static let history = "eyIyMDI0LTExLTA0IjoxLCIyMDI0LTExLTA1IjoyfQ=="
  private static let gzip = "H4sIAAAAAAACA6tWMjIwMtE1NNQ1MFGyMtRBcE2VrIxqAVcWG2gfAAAA"
  private static let zlib = "eJyrVjIyMDLRNTTUNTBRsjLUQXBNlayMagFkkQZV"

  /// Two kilobytes of which two megabytes would come.
  private static var bomb: String {
    let start: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE,
      8, 0x0A,
    ]
    return Data(start + [UInt8](repeating: 0, count: 2_000)).base64EncodedString()
  }

  init() throws {
    sample = try AppPipelineSample("habitto")
  }

  private func save(_ history: String, name: String = "Read") {
    sample.save(
      "HabittoHabitsZone", Self.record, "Habit",
      ["name": .string(name), "completionHistory": .string(history)])
  }

  @Test func `Habitto's history leaves as gzip and comes back as it was`() async throws {
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    try sample.put(a, "Habit", Self.habit, ["completionHistory": .string(Self.history)])
    try await sample.settle(a, b)
    let held = try #require(sample.held(Self.record)?.fields["completionHistory"]?.string)
    let bytes = try #require(Data(base64Encoded: held))
    #expect(bytes.prefix(3) == Data([0x1F, 0x8B, 8]))
    #expect(
      try sample.fields(b, "Habit", Self.habit)?["completionHistory"] == .string(Self.history))
  }

  @Test(arguments: [gzip, zlib, history])
  func `a history is read as gzip, as zlib, and where nobody has compressed it`(bytes: String)
    async throws
  {
    let store = try sample.device("a")
    save(bytes)
    let report = try await sample.sync(store)
    #expect(report.unreadFields == 0 && report.foreign == 0)
    #expect(
      try sample.fields(store, "Habit", Self.habit)?["completionHistory"] == .string(Self.history))
    try await sample.settle(store)
  }

  @Test func `a bomb is not unpacked, stays as it came, and is reported`() async throws {
    for bytes in [Self.bomb, String(Self.gzip.dropLast(8)), "no base 64"] {
      let sample = try AppPipelineSample("habitto")
      let store = try sample.device("a")
      sample.save(
        "HabittoHabitsZone", Self.record, "Habit",
        ["name": .string("Read"), "completionHistory": .string(bytes)])
      let report = try await sample.sync(store)
      #expect(report.unreadFields == 1 && report.pulled == 1)
      var fields = try #require(try sample.fields(store, "Habit", Self.habit))
      #expect(fields["completionHistory"] == nil && fields["name"] == .string("Read"))
      // A change of something else takes the bytes back as they are.
      fields["name"] = .string("Read more")
      fields["completionHistory"] = .null
      try sample.put(store, "Habit", Self.habit, fields)
      try await sample.settle(store)
      #expect(sample.held(Self.record)?.fields["name"] == .string("Read more"))
      #expect(sample.held(Self.record)?.fields["completionHistory"] == .string(bytes))
    }
  }

  @Test func `a history that becomes unreadable leaves the one that is here`() async throws {
    let store = try sample.device("a")
    save(Self.gzip)
    try await sample.sync(store)
    save(Self.bomb, name: "Walk")
    #expect(try await sample.sync(store).unreadFields == 1)
    let fields = try sample.fields(store, "Habit", Self.habit)
    #expect(fields?["completionHistory"] == .string(Self.history))
    #expect(fields?["name"] == .string("Walk"))
    #expect(sample.held(Self.record)?.fields["completionHistory"] == .string(Self.bomb))
    save(Self.zlib, name: "Walk")
    #expect(try await sample.sync(store).unreadFields == 0)
    try await sample.settle(store)
  }

  @Test(arguments: [
    ("{name: h, compressed: lzma}", "only 'gzip' is possible here"),
    ("{compressed: gzip}", "the key 'name' is missing"),
    ("{name: h, packed: gzip}", "unknown key 'packed'"),
  ])
  func `a file that compresses in another way is refused`(value: String, message: String) throws {
    let files = try read("Habit: {fields: {completionHistory: \(value)}}")
    #expect(files.problems.map(\.summary) == [message])
  }

  @Test(arguments: [
    ("Habit: {fields: {goal: {name: g, compressed: gzip}}}", "'goal' does not hold bytes"),
    ("Habit: {fields: {startDate: {name: s, values: [a]}}}", "'startDate' does not hold a text"),
    ("Habit: {from: results}", "Habit does not follow from results"),
    ("UserStats: {from: sums}", "only 'results' is possible here"),
  ])
  func `only bytes are compressed, and only what follows from results is computed`(
    record: String, message: String
  ) throws {
    #expect(try read(record).problems.map(\.summary) == [message])
  }

  private func read(_ record: String) throws -> PipelineFiles {
    let text = """
      format: 1
      pipeline: mine
      users: [me]
      records:
        \(record)
      remote: {jsonl: {path: a.jsonl}}
      """
    return PipelineFiles(text: text, path: "mine.yaml", store: "/data/s.db")
  }
}
