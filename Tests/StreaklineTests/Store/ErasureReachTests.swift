import StreaklineCore
import StreaklineStore
import Testing

/// What an erasure that was decided on one device takes on another one, and what it leaves.
@Suite struct ErasureReachTests {
  private static let hour: Int64 = 3_600_000
  /// When the erasure was decided.
  private let end = StoreSample.now
  private let folder: TemporaryFolder
  private let here: Store
  private let there: Store

  init() throws {
    folder = try TemporaryFolder()
    here = try Store.open(path: folder.file("here.db"), deviceID: "here")
    there = try Store.open(path: folder.file("there.db"), deviceID: "there")
  }

  private func time(_ hours: Int64) -> Instant {
    Instant(milliseconds: end.milliseconds + hours * Self.hour)
  }

  /// A result whose text was sent some hours after the erasure.
  private func result(sent hours: Int64, score: Int = 3, user: String = "Ann")
    -> StreaklineCore.Record
  {
    StoreSample.result(user: user, score: score).with("playedAt", .string(time(hours).iso))
  }

  private func add(
    _ record: StreaklineCore.Record, at hours: Int64, to store: Store, replaces: Bool = false,
    as action: NewAction? = nil
  ) throws -> Outcome? {
    var action = action
    let batch = StoreSample.batch([record], replaces: replaces, now: time(hours))
    return try store.ingest(batch, as: &action).first
  }

  /// Erases here, and lets the other device hear of it.
  private func erase(_ data: ErasedData = .user("Ann"), sharesRole: Bool = false) throws {
    _ = try here.erase(data, [], sharesRole: sharesRole, now: end)
    for document in try here.documents(type: "Decision") {
      try there.put(document, now: time(9))
    }
    while let decision = try there.arrivedDecisions().first { try follow(decision) }
  }

  private func follow(_ decision: Decision) throws {
    let part = try there.part(
      of: decision, scope: StoreSample.filter, account: nil, now: time(9))
    let stored = StoredDecision(
      decision: decision, state: .applied, pipeline: StoreSample.filter.pipeline,
      scope: StoreSample.filter, account: nil, seenAt: time(9), results: 0)
    _ = try there.erase(part, [], for: stored, now: time(9))
  }

  @Test func `a name that the settings give an erased person is erased with him`() throws {
    let given = ["Bob": "Rob", "Zo": "Zoe"]
    _ = try add(result(sent: -1, user: "Rob"), at: -1, to: here)
    _ = try here.erase(.user("Rob"), [], given: given, now: end)
    #expect(try here.knownNames(given: given.keys).erased == ["Bob": end])
    #expect(try add(result(sent: -1, user: "Bob"), at: 1, to: here) == .erased)
    _ = try add(result(sent: 1, user: "Bob"), at: 2, to: here)
    _ = try add(result(sent: -1, user: "Zo"), at: 3, to: here)
    #expect(try here.results().map(\.userId).sorted() == ["Bob", "Zo"])
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)])
  func `of a date with two readings the earlier one says whether a text is erased`(
    daysLater: Int, isErased: Bool
  ) throws {
    _ = try here.erase(.user("Ann"), [], now: end)
    var miss = NearMiss(
      game: "wordle", userId: "Ann", sentAt: nil, text: "Wordle 1,234",
      source: SourceLocation(name: "chat.txt", line: 1))
    miss.earliestDay = end.day + daysLater
    var batch = StoreSample.batch(
      [StoreSample.result(user: "Ben"), StoreSample.result(user: "Ann")], now: time(60))
    batch.chunk.earliestDays[1] = end.day + daysLater
    batch.chunk.nearMisses = [miss]
    let outcomes = try here.ingest(batch)
    #expect((outcomes.last == .erased) == isErased)
    #expect(try here.misses().isEmpty == isErased)
    batch.replaces = true
    #expect(try here.ingest(batch).last != .erased)
  }

  @Test func `the name of a file that holds that of a person goes from what others have`() throws {
    let source = SourceLocation(name: "Chat with ANN.txt", line: 3)
    let other = StoreSample.result(user: "Ben").with("source", source.json)
    _ = try add(other, at: 0, to: here)
    _ = try add(other.with("score", .int(5)), at: 0, to: here)
    let replacing = NewAction(.imported, ["name": .string(source.name)])
    _ = try add(
      other.with("score", .int(4)).with("source", source.json), at: 0, to: here, replaces: true,
      as: replacing)
    var batch = StoreSample.batch([], now: time(0))
    batch.chunk.nearMisses = [
      NearMiss(game: "wordle", userId: "Ben", sentAt: nil, text: "Wordle 1,234", source: source)
    ]
    _ = try here.ingest(batch)
    _ = try here.erase(.user("Ann"), [], now: end)
    let kept = try here.results() + here.disputes().map(\.other)
    let names = kept.map { $0.fields["source"]?.object?["name"]?.string }
    #expect(names == ["erased", "erased"])
    #expect(try here.misses().map(\.nearMiss.source.name) == ["erased"])
    #expect(try here.verify().isEmpty)
    try here.close()
    let bytes = try folder.bytes("here.db") + ((try? folder.bytes("here.db-wal")) ?? [])
    #expect(!String(decoding: bytes, as: UTF8.self).contains(source.name))
  }

  @Test(arguments: [
    ("Chat with Ann.txt", "Ann", true), ("ann.zip", "Ann", true), ("Joanna.txt", "Ann", true),
    ("Chat with Al.txt", "Al", true), ("Sally.txt", "Al", false), ("👩.txt", "👩", true),
    ("chat.txt", "Ann", false),
  ])
  func `a file's name holds that of a person`(file: String, name: String, expected: Bool) {
    #expect(SourceLocation.file(file, holds: name) == expected)
  }

  @Test func `an older text that disputes a newer result goes, and the newer one stays`() throws {
    _ = try add(result(sent: 1, score: 3), at: 2, to: there)
    _ = try add(result(sent: -1, score: 5), at: 2, to: there)
    #expect(try there.disputes().count == 1)
    _ = try add(result(sent: -2), at: -2, to: here)
    try erase()
    #expect(try there.results().compactMap { $0.fields["score"]?.int } == [3])
    #expect(try there.disputes() == [])
  }

  @Test func `an older text goes that was imported again after its import was undone`() throws {
    for _ in 0..<2 {
      let action = NewAction(.imported, ["name": .string("chat")])
      _ = try add(result(sent: -1), at: 2, to: there, as: action)
      guard try there.actions().count == 1 else { break }
      _ = try there.undo(1, now: time(3))
    }
    #expect(try there.results().count == 1)
    _ = try add(result(sent: -2), at: -2, to: here)
    try erase()
    #expect(try there.results() == [])
  }

  @Test func `what is brought back in spite of an erasure stays when it is heard of again`() throws
  {
    _ = try add(result(sent: -1), at: -1, to: here)
    try erase()
    #expect(try add(result(sent: -1), at: 10, to: there) == .erased)
    _ = try add(result(sent: -1), at: 10, to: there, replaces: true)
    let decision = try #require(try there.decisions().first?.decision)
    try follow(decision)
    #expect(try there.results().count == 1)
  }

  @Test func `erasing everything covers names that are known only from a renaming`() throws {
    var renaming = Decision(.renamed, at: time(-3), device: "third", version: 1)
    (renaming.old, renaming.new) = ("Old", "Ann")
    try here.put(
      Document(type: "Decision", name: renaming.id, fields: renaming.fields), now: time(-3))
    try here.save(
      StoredDecision(
        decision: renaming, state: .applied, pipeline: nil, scope: nil, account: nil,
        seenAt: time(-3), results: 0))
    _ = try add(result(sent: -2), at: -2, to: here)
    try erase(.all)
    #expect(try add(result(sent: -1, user: "Old"), at: 1, to: here) == .erased)
  }

  @Test
  func `near misses go of a person who is erased with a device's role, and those of the role stay`()
    throws
  {
    let misses = ["Ann", Decision.ownRole].map {
      NearMiss(
        game: "wordle", userId: $0, sentAt: time(-2), text: "Wordle of \($0)",
        source: SourceLocation(name: "-", line: 1))
    }
    _ = try there.ingest(Batch(ParsedChunk(nearMisses: misses), now: time(-1)))
    _ = try add(result(sent: -2), at: -2, to: here)
    guard case .done = try here.rename("Ann", to: Decision.ownRole, now: time(-1)) else {
      Issue.record("Ann was not renamed")
      return
    }
    try erase(.user(Decision.ownRole), sharesRole: true)
    #expect(try there.misses().map(\.nearMiss.userId) == [Decision.ownRole])
  }

  @Test func `older texts of an erased name are not those of who has the name now`() throws {
    _ = try add(result(sent: -2), at: -2, to: here)
    _ = try here.erase(.user("Ann"), [], now: end)
    _ = try add(result(sent: 2), at: 3, to: here)
    _ = try here.rename("Ann", to: "Bea", now: time(4))
    let names = try here.knownNames()
    #expect(names.user(of: "Ann", sentAt: time(-1)) == "Ann")
    #expect(names.user(of: "Ann", sentAt: time(1)) == "Bea")
  }

  @Test func `a new name from a clock that is ahead lets no erasure reach into the future`() throws
  {
    var renaming = Decision(.renamed, at: time(9_000), device: "ahead", version: 1)
    (renaming.old, renaming.new) = ("Zoe", "Zora")
    try here.put(
      Document(type: "Decision", name: renaming.id, fields: renaming.fields), now: time(-3))
    try here.save(
      StoredDecision(
        decision: renaming, state: .applied, pipeline: nil, scope: nil, account: nil,
        seenAt: time(-3), results: 0))
    _ = try add(result(sent: -2), at: -2, to: here)
    _ = try here.erase(.user("Ann"), [], now: end)
    #expect(try add(result(sent: -1), at: 1, to: here) == .erased)
    _ = try add(result(sent: 2), at: 3, to: here)
    #expect(try here.results().count == 1)
  }

  @Test
  func
    `an erased person's deleted result is still known as that when a dispute about it is settled`()
    throws
  {
    _ = try add(result(sent: -2), at: -2, to: here)
    try erase()
    // Another device has sent it before it heard of the erasure, over a remote that keeps no stamps, and deletes it then.
    let text = StoreSample.result(user: "Ann")
    func arrive(_ content: Arrival.Content) throws {
      let arrival = Arrival(name: "zq", isOwnName: false, content, tag: "1", modifiedAt: time(10))
      _ = try there.merge(
        ArrivalPage(pipeline: "p", zone: "z", [arrival]) { _ in nil }, now: time(10))
    }
    try arrive(.result(text))
    _ = try add(text.with("score", .int(5)), at: 11, to: there)
    try arrive(.deletion)
    let dispute = try #require(try there.disputes().first)
    #expect(try there.leftNames() == [])
    _ = try there.reject(dispute: dispute.key, now: time(12))
    #expect(try there.leftNames() == ["Ann"])
    try there.eraseLeft(["Ann"], [], now: time(13))
    try there.close()
    let bytes = try folder.bytes("there.db") + ((try? folder.bytes("there.db-wal")) ?? [])
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Ann"))
  }
}
