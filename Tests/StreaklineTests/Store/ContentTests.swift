import StreaklineCore
import StreaklineStore
import Testing

/// Which records say the same: the store knows it by a digest, `Record.agrees` by looking.
@Suite struct ContentTests {
  private static let base: Fields = [
    "gameName": .string("Wordle"), "score": .int(3), "maxAttempts": .int(6),
    "completed": .bool(true), "parsedData": .object(["rows": .string("3"), "hard": .string("é")]),
    "suspect": .null, "sharedText": .string("Wordle 3/6"), "source": .object(["line": .int(1)]),
  ]

  private static func record(_ changes: [(String, Value?)]) -> StreaklineCore.Record {
    var fields = base
    for (name, value) in changes { fields[name] = value }
    return StreaklineCore.Record(
      type: .gameResult, userId: "me", game: "wordle", gameId: "g", day: StoreSample.first,
      fields: fields)
  }

  private enum Verdict { case duplicate, disputed, replaced }

  /// What becomes of a record where the unchanged one is stored.
  private func verdict(_ changes: [(String, Value?)], after first: [(String, Value?)] = []) throws
    -> Verdict?
  {
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([Self.record(first)]))
    var verdicts: [Verdict?] = []
    // A dispute that was seen before is one, too.
    for _ in 0..<2 {
      switch try store.ingest(StoreSample.batch([Self.record(changes)])).first {
      case .duplicate: verdicts.append(.duplicate)
      case .disputed(let stored, _):
        #expect(stored == Self.record(first))
        verdicts.append(.disputed)
      case .replaced: verdicts.append(.replaced)
      default: verdicts.append(nil)
      }
    }
    #expect(try store.verify().isEmpty)
    #expect(try store.disputes().count == (verdicts[0] == .disputed ? 1 : 0))
    return verdicts[0] == .replaced || verdicts[0] == verdicts[1] ? verdicts[0] : nil
  }

  @Test func `where and when a share was imported makes no difference`() throws {
    #expect(try verdict([]) == .duplicate)
    #expect(
      try verdict([
        ("source", .object(["line": .int(99)])), ("playedAt", .string("2024-11-04T08:00:00Z")),
        ("sharedText", .string("quoted")), ("gameName", .string("Wördle")), ("variant", .null),
      ]) == .duplicate)
  }

  @Test func `the order of members and members without a value make none either`() throws {
    #expect(
      try verdict([
        ("parsedData", .object(["none": .null, "hard": .string("é"), "rows": .string("3")])),
        ("score", nil), ("score", .int(3)),
      ]) == .duplicate)
  }

  @Test func `who knows less agrees, and so does who knows more`() throws {
    let short: [(String, Value?)] = [("parsedData", .object([:])), ("maxAttempts", .null)]
    #expect(try verdict(short) == .duplicate)
    #expect(try verdict([], after: short) == .duplicate)
    #expect(try verdict([("parsedData", nil), ("maxAttempts", nil)]) == .duplicate)
    #expect(try verdict([("completed", nil)]) == .duplicate)
  }

  @Test func `another value is a dispute`() throws {
    #expect(try verdict([("score", .int(4))]) == .disputed)
    #expect(try verdict([("score", .double(3.5))]) == .disputed)
    #expect(try verdict([("completed", .bool(false))]) == .disputed)
    #expect(try verdict([("maxAttempts", .int(-6))]) == .disputed)
    #expect(try verdict([("parsedData", .object(["rows": .string("33")]))]) == .disputed)
    #expect(try verdict([("parsedData", .object(["rows": .int(3)]))]) == .disputed)
    #expect(try verdict([("parsedData", .object(["rows": .list([.string("3")])]))]) == .disputed)
  }

  @Test func `a result without a score differs from one with it`() throws {
    #expect(try verdict([("score", .null)]) == .disputed)
    #expect(try verdict([("score", .null)], after: [("score", .null)]) == .duplicate)
    #expect(try verdict([("score", nil)], after: [("score", .null)]) == .disputed)
  }

  @Test func `letters that look alike are the same name in two spellings`() throws {
    // U+00E9, and e with U+0301: equal to Swift, and so to `Record.agrees`.
    let other: Value = .object(["rows": .string("3"), "hard": .string("e\u{301}")])
    #expect(try verdict([("parsedData", other)]) == .duplicate)
  }

  @Test func `a suspect result makes room for one that is not, whatever both say`() throws {
    let suspect: [(String, Value?)] = [("suspect", .string("odd"))]
    #expect(try verdict([], after: suspect) == .replaced)
    #expect(try verdict(suspect) == .duplicate)
  }

  @Test func `a number that JSON writes without its fraction agrees with itself`() throws {
    for value in [3.0, -0.0, 2.5, 1e14, 1e15, 1e300] {
      let changes: [(String, Value?)] = [("parsedData", .object(["seconds": .double(value)]))]
      #expect(try verdict(changes, after: changes) == .duplicate, "\(value)")
    }
  }

  @Test(arguments: 1...UInt64(LongRun.rounds(2, long: 40)))
  func `the store says of any two records what looking at them says`(seed: UInt64) throws {
    var numbers = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    for day in 0..<30 {
      let records = (0..<4).map { _ in random(day, &numbers) }
      for record in records {
        let stored = try store.record(id: record.id)
        let known = try store.disputes().count
        let outcome = try #require(try store.ingest(StoreSample.batch([record])).first)
        switch outcome {
        case .added: #expect(stored == nil)
        case .duplicate: #expect(stored?.agrees(with: record) == true, "\(record)")
        case .disputed: #expect(stored?.agrees(with: record) == false, "\(record)")
        case .replaced, .settled, .deleted, .erased, .forgotten:
          Issue.record("\(outcome), seed \(seed)")
        }
        if case .disputed = outcome { continue }
        #expect(try store.disputes().count == known)
      }
    }
    #expect(try store.verify().isEmpty)
  }

  private func random(_ day: Int, _ numbers: inout SeededRandom) -> StreaklineCore.Record {
    func pick(_ values: [Value?]) -> Value? { values.randomElement(using: &numbers) ?? nil }
    let data: [(String, Value?)] = [
      ("rows", pick([.string("3"), .string("4"), .null, nil])), ("hard", pick([.string(""), nil])),
    ]
    var parsed = Fields()
    for (name, value) in data.shuffled(using: &numbers) { parsed[name] = value }
    var fields: Fields = ["gameName": .string("Wordle")]
    let top: [(String, Value?)] = [
      ("score", pick([.int(3), .null, nil])),
      ("completed", pick([.bool(true), .bool(false), nil])),
      ("maxAttempts", pick([.int(6), .null, nil])), ("parsedData", pick([.object(parsed), nil])),
    ]
    for (name, value) in top.shuffled(using: &numbers) { fields[name] = value }
    return StreaklineCore.Record(
      type: .gameResult, userId: "me", game: "wordle", gameId: "g", day: StoreSample.first + day,
      fields: fields)
  }
}
