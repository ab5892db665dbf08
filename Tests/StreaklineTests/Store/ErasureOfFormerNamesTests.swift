import StreaklineCore
import StreaklineStore
import Testing

/// What an erasure takes of a person who had another name meanwhile, which was taken back before.
@Suite struct ErasureOfFormerNamesTests {
  private let folder: TemporaryFolder
  private let here: Store
  private let there: Store

  init() throws {
    folder = try TemporaryFolder()
    here = try Store.open(path: folder.file("here.db"), deviceID: "here")
    there = try Store.open(path: folder.file("there.db"), deviceID: "there")
  }

  private func time(_ hours: Int) -> Instant { StoreSample.now.adding(hours: hours) }

  private func result(_ user: String, score: Int, text: String) -> StreaklineCore.Record {
    StoreSample.result(user: user, score: score).with("sharedText", .string(text))
  }

  private func add(_ record: StreaklineCore.Record, to store: Store, at hours: Int) throws {
    _ = try store.ingest(StoreSample.batch([record], now: time(hours)))
  }

  /// Whether the files of a store have a text somewhere.
  private func has(_ text: String, _ name: String) throws -> Bool {
    let log = (try? folder.bytes("\(name)-wal")) ?? []
    return String(decoding: try folder.bytes(name) + log, as: UTF8.self).contains(text)
  }

  private func rename(_ store: Store, at hours: Int) throws -> Int64 {
    guard case .done(let action) = try store.rename("Ann", to: "Amy", now: time(hours)) else {
      Issue.record("Ann was not renamed")
      return 0
    }
    return action
  }

  @Test func `what was replaced under a name that was taken back goes`() throws {
    try add(result("Ann", score: 3, text: "zq first"), to: here, at: 0)
    try add(result("Ann", score: 4, text: "zq second"), to: here, at: 1)
    let action = try rename(here, at: 2)
    let dispute = try #require(try here.disputes().first)
    _ = try here.accept(dispute: dispute.key, now: time(3))
    guard case .undone = try here.undo(action, now: time(4)) else {
      Issue.record("the renaming was not taken back")
      return
    }
    _ = try here.erase(.user("Ann"), [], now: time(5))
    try here.close()
    for text in ["zq first", "zq second"] { #expect(try !has(text, "here.db")) }
  }

  @Test func `what another device has deleted under a name that was taken back goes there`() throws
  {
    try add(result("Ann", score: 3, text: "zq first"), to: here, at: 0)
    let action = try rename(here, at: 1)
    // It came over a remote without stamps, where nothing says which name it had before.
    let renamed = try #require(try here.results().first)
    try add(renamed, to: there, at: 2)
    _ = try there.delete(id: renamed.id, now: time(3))
    _ = try here.undo(action, now: time(4))
    _ = try here.erase(.user("Ann"), [], now: time(5))
    for document in try here.documents(type: "Decision") {
      try there.put(document, now: time(6))
    }
    let decision = try #require(try there.arrivedDecisions().first)
    try there.save(
      StoredDecision(
        decision: decision, state: .applied, pipeline: nil, scope: nil, account: nil,
        seenAt: time(6), results: 0))
    #expect(try has("zq first", "there.db"))
    try there.followDecisions(now: time(6))
    try there.close()
    #expect(try !has("zq first", "there.db"))
  }

  @Test func `an erasure of another device takes a name, too, that this one gave and took back`()
    throws
  {
    try add(result("Ann", score: 3, text: "zq first"), to: here, at: 0)
    try add(result("Ann", score: 3, text: "zq first"), to: there, at: 0)
    let action = try rename(here, at: 1)
    _ = try here.undo(action, now: time(2))
    // The other device has heard nothing of the name.
    _ = try there.erase(.user("Ann"), [], now: time(3))
    for document in try there.documents(type: "Decision") {
      try here.put(document, now: time(4))
    }
    let decision = try #require(try here.arrivedDecisions().first { $0.kind == .erased })
    let part = try here.part(
      of: decision, scope: StoreSample.filter, account: nil, now: time(4))
    #expect(part.formerNames == ["Amy"])
  }

  @Test func `somebody who has only documents can be erased`() throws {
    #expect(try !here.knows(user: "Ann"))
    try here.put(
      Document(type: "DailyScore", name: "s1", fields: ["userId": .string("Ann")]), now: time(0))
    #expect(try here.knows(user: "Ann"))
    #expect(try here.erase(.user("Ann"), [], now: time(1)).documents == 1)
  }

  @Test(arguments: [false, true])
  func `near misses of somebody whom another device has forgotten are not shown`(isForGood: Bool)
    throws
  {
    let misses = ["Ann", "Ben"].map {
      NearMiss(
        game: "wordle", userId: $0, sentAt: time(0), text: "zq of \($0)",
        source: SourceLocation(name: "chat", line: 1))
    }
    _ = try there.ingest(Batch(ParsedChunk(nearMisses: misses), now: time(0)))
    var decision = Decision(.forgotten, at: time(1), device: "here", version: 1)
    decision.isForGood = isForGood
    decision.add(person: "Ann")
    try there.put(
      Document(type: "Decision", name: decision.id, fields: decision.fields), now: time(1))
    try there.save(
      StoredDecision(
        decision: decision, state: .applied, pipeline: nil, scope: nil, account: nil,
        seenAt: time(1), results: 0))
    try there.followDecisions(now: time(2))
    #expect(try there.misses().map(\.nearMiss.userId) == ["Ben"])
    try there.close()
    // It may be taken back, if it was not for good.
    #expect(try has("zq of Ann", "there.db") == !isForGood)
  }
}
