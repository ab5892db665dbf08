import StreaklineCore
import StreaklineStore
import Testing

/// What one device has decided about contents that no remote has ever held, on another device.
@Suite struct RefusedContentsTests {
  private let now = StoreSample.now
  private let folder: TemporaryFolder
  private let here: Store
  private let there: Store

  init() throws {
    folder = try TemporaryFolder()
    here = try Store.open(path: folder.file("here.db"), deviceID: "here")
    there = try Store.open(path: folder.file("there.db"), deviceID: "there")
  }

  /// Gives the other device what was decided here.
  private func tell() throws {
    for document in try here.documents(type: "Decision") { try there.put(document, now: now) }
    try there.followDecisions(now: now)
  }

  /// Lets the other device follow the names that were given here.
  private func tellNames() throws {
    for document in try here.documents(type: "Decision") { try there.put(document, now: now) }
    for decision in try there.arrivedDecisions() {
      try there.save(
        StoredDecision(
          decision: decision, state: .applied, pipeline: nil, scope: nil, account: nil, seenAt: now,
          results: 0))
    }
    try there.followDecisions(now: now)
  }

  private func add(_ record: StreaklineCore.Record, to store: Store, replaces: Bool = false) throws
    -> Outcome?
  {
    try store.ingest(StoreSample.batch([record], replaces: replaces)).first
  }

  private enum Expected { case settled, disputed }

  private func expect(_ expected: Expected, of outcome: Outcome?) {
    switch (expected, outcome) {
    case (.settled, .settled), (.disputed, .disputed): break
    default: Issue.record("\(String(describing: outcome))")
    }
  }

  private func delete(_ record: StreaklineCore.Record) throws {
    _ = try add(record, to: here)
    #expect(try here.delete(id: record.id, now: now))
  }

  @Test func `a suspect result that was deleted is deleted there, and known again`() throws {
    let suspect = StoreSample.result(suspect: "cut")
    _ = try add(suspect, to: there)
    try delete(suspect)
    try tell()
    #expect(try there.results() == [])
    #expect(try add(suspect, to: there) == .deleted)
  }

  @Test func `a text that was deleted before it was sent is known there`() throws {
    try delete(StoreSample.result())
    try tell()
    #expect(try add(StoreSample.result(), to: there) == .deleted)
    #expect(try add(StoreSample.result(score: 4), to: there) != .deleted)
    #expect(try add(StoreSample.result(user: "Ann"), to: there) != .deleted)
  }

  @Test func `a dispute with a corrected result of the same text stays`() throws {
    let text = StoreSample.result()
    let corrected = text.with("score", .int(5))
    _ = try add(StoreSample.result(score: 4), to: there)
    _ = try add(corrected, to: there)
    _ = try add(text, to: there)
    #expect(try there.disputes().count == 2)
    try delete(text)
    try tell()
    #expect(try there.disputes().map { $0.other.fields["score"]?.int } == [5])
  }

  @Test func `what was decided is taken back everywhere`() throws {
    try delete(StoreSample.result())
    try tell()
    let deletion = try #require(try here.actions().last?.number)
    _ = try here.undo(deletion, now: now)
    try tell()
    #expect(try add(StoreSample.result(), to: there) != .deleted)
  }

  @Test(arguments: [nil, "Anna"])
  func `a dispute is open again there when its rejection was taken back`(newName: String?) throws {
    let (first, second) = (
      StoreSample.result(user: "Ann"), StoreSample.result(user: "Ann", score: 5)
    )
    for store in [here, there] { for text in [first, second] { _ = try add(text, to: store) } }
    _ = try here.reject(dispute: try #require(try here.disputes().first).key, now: now)
    let rejection = try #require(try here.actions().last?.number)
    try tell()
    #expect(try there.disputes() == [])
    if let newName { _ = try here.rename("Ann", to: newName, now: now) }
    try tellNames()
    _ = try here.undo(rejection, now: now)
    try tellNames()
    try tellNames()
    let dispute = try #require(try there.disputes().first)
    #expect(dispute.other == second.of(user: newName ?? "Ann"))
    #expect(try there.results() == [first.of(user: newName ?? "Ann")])
    // What is decided there afterwards holds.
    _ = try there.reject(dispute: dispute.key, now: now)
    try tellNames()
    #expect(try there.disputes() == [])
    #expect(try there.verify() == [])
  }

  @Test func `a suspect result is there again when its deletion was taken back`() throws {
    let suspect = StoreSample.result(suspect: "cut")
    _ = try add(suspect, to: there)
    try delete(suspect)
    try tell()
    _ = try here.undo(try #require(try here.actions().last?.number), now: now)
    try tell()
    #expect(try there.results() == [suspect])
    #expect(try there.delete(id: suspect.id, now: now))
    try tell()
    #expect(try there.results() == [])
  }

  @Test func `a rejection holds when another device takes its own one back`() throws {
    for store in [here, there] {
      for score in [3, 5] { _ = try add(StoreSample.result(score: score), to: store) }
      _ = try store.reject(dispute: try #require(try store.disputes().first).key, now: now)
    }
    try tell()
    _ = try here.undo(try #require(try here.actions().last?.number), now: now)
    try tell()
    #expect(try there.disputes() == [])
    for document in try there.documents(type: "Decision") { try here.put(document, now: now) }
    try here.followDecisions(now: now)
    #expect(try here.disputes() == [])
  }

  @Test func `what was corrected after its rejection was taken back is known again`() throws {
    for store in [here, there] {
      for score in [3, 5] { _ = try add(StoreSample.result(score: score), to: store) }
    }
    _ = try here.reject(dispute: try #require(try here.disputes().first).key, now: now)
    try tell()
    _ = try here.undo(try #require(try here.actions().last?.number), now: now)
    _ = try here.accept(dispute: try #require(try here.disputes().first).key, now: now)
    _ = try here.edit(id: StoreSample.result().id, now: now) { record, _ in
      record.with("score", .int(2)).fields
    }
    try tell()
    #expect(try there.disputes() == [])
  }

  @Test func `taking a rejection back makes no result where the other one went to another name`()
    throws
  {
    for score in [3, 5] { _ = try add(StoreSample.result(user: "Bob", score: score), to: here) }
    _ = try add(StoreSample.result(user: "Ann", score: 2), to: here)
    _ = try here.reject(dispute: try #require(try here.disputes().first).key, now: now)
    let rejection = try #require(try here.actions().last?.number)
    _ = try here.merge("Bob", into: "Ann", now: now)
    _ = try here.undo(rejection, now: now)
    #expect(try here.results().map(\.userId) == ["Ann"])
  }

  @Test func `taking a rejection back opens nothing of somebody who is forgotten`() throws {
    for store in [here, there] {
      for score in [3, 5] { _ = try add(StoreSample.result(user: "Ann", score: score), to: store) }
    }
    _ = try here.reject(dispute: try #require(try here.disputes().first).key, now: now)
    try tell()
    _ = try here.undo(try #require(try here.actions().last?.number), now: now)
    _ = try there.forget("Ann", isForGood: false, now: now)
    try tell()
    #expect(try there.disputes() == [])
    #expect(try there.results() == [])
  }

  @Test func `what is brought back there lives later than the deletion`() throws {
    try delete(StoreSample.result())
    try tell()
    _ = try add(StoreSample.result(), to: there, replaces: true)
    let change = try #require(try StoreSample.changes(there).first { !$0.isDeleted })
    #expect(change.stamp.life == 2)
    #expect(try add(StoreSample.result(), to: there) != .deleted)
  }

  private func isSettled(_ outcome: Outcome?) -> Bool {
    if case .settled? = outcome { true } else { false }
  }

  /// Imports a text as a version of its rule reads it.
  private func read(_ record: StreaklineCore.Record) throws -> Outcome? {
    var action: NewAction? = NewAction(.imported, ["name": .string("chat")])
    return try here.ingest(StoreSample.batch([record]), as: &action).first
  }

  @Test(arguments: ["edit", "delete", "accept another"])
  func `with a text is settled what another version of its rule has read from it`(
    _ decision: String
  )
    throws
  {
    let text = StoreSample.result()
    _ = try read(text.with("maxAttempts", .int(7)))
    _ = try read(text)
    _ = try read(StoreSample.result(score: 5))
    #expect(try here.disputes().count == 2)
    switch decision {
    case "edit":
      _ = try here.edit(id: text.id, now: now) { record, _ in record.with("score", .int(1)).fields }
    case "delete": _ = try here.delete(id: text.id, now: now)
    default:
      let other = try here.disputes().first { $0.other.fields["score"]?.int == 5 }
      _ = try here.accept(dispute: try #require(other).key, now: now)
    }
    #expect(try here.disputes().allSatisfy { $0.other.fields["score"]?.int == 5 })
    switch try read(text) {
    case .settled, .deleted: break
    case let outcome: Issue.record("\(String(describing: outcome))")
    }
    let action = try #require(try here.actions().last { $0.kind != .imported }?.number)
    _ = try here.undo(action, now: now)
    #expect(try here.disputes().count == 2)
  }

  @Test func `what was decided about a result goes with it to another name`() throws {
    let text = StoreSample.result(user: "Ann")
    _ = try add(text, to: here)
    _ = try here.edit(id: text.id, now: now) { record, _ in record.with("score", .int(1)).fields }
    _ = try here.rename("Ann", to: "Anna", now: now)
    let change = try #require(try StoreSample.changes(here).first { !$0.isDeleted })
    #expect(change.stamp.replaced.contains(text.contentHash))
  }

  @Test
  func `a deletion holds when the result has come under its new name before the name was known`()
    throws
  {
    let text = StoreSample.result(user: "Ann")
    _ = try add(text, to: there)
    _ = try add(text, to: here)
    _ = try here.rename("Ann", to: "Anna", now: now)
    #expect(try there.delete(id: text.id, now: now))
    _ = try add(text.of(user: "Anna"), to: there)
    try tellNames()
    #expect(try there.results() == [])
    _ = try add(text.of(user: "Anna"), to: there, replaces: true)
    try there.followDecisions(now: now)
    #expect(try there.results().count == 1)
  }

  @Test func `an import settles the dispute that another device has opened by reading its text`()
    throws
  {
    let text = StoreSample.result()
    _ = try read(text.with("maxAttempts", .int(7)))
    // As it comes from another device: nothing says that it was read.
    _ = try add(text, to: here)
    _ = try here.edit(id: text.id, now: now) { record, _ in record.with("score", .int(1)).fields }
    #expect(try here.disputes().count == 1)
    #expect(isSettled(try read(text)))
    #expect(try here.disputes() == [])
  }

  @Test func `an import leaves a dispute open of which the rejection was taken back`() throws {
    _ = try read(StoreSample.result())
    _ = try read(StoreSample.result(score: 5))
    _ = try here.reject(dispute: try #require(try here.disputes().first).key, now: now)
    _ = try here.undo(try #require(try here.actions().last?.number), now: now)
    #expect(!isSettled(try read(StoreSample.result(score: 5))))
    #expect(try here.disputes().count == 1)
  }

  @Test func `what was decided against is known also where an import was taken back`() throws {
    let suspect = StoreSample.result(suspect: "cut")
    var action: NewAction? = NewAction(.imported, ["name": .string("chat")])
    _ = try there.ingest(StoreSample.batch([StoreSample.result(score: 4)]), as: &action)
    _ = try there.undo(try #require(action?.number), now: now)
    try delete(suspect)
    try tell()
    #expect(try add(suspect, to: there) == .deleted)
    #expect(try there.results() == [])
  }

  @Test func `a dispute that goes to another name does not open what was rejected there`() throws {
    for user in ["Ann", "Anna"] {
      _ = try read(StoreSample.result(user: user))
      _ = try read(StoreSample.result(user: user, score: 5))
    }
    let dispute = try here.disputes().first { $0.other.userId == "Anna" }
    _ = try here.reject(dispute: try #require(dispute).key, now: now)
    _ = try here.merge("Ann", into: "Anna", now: now)
    #expect(try here.disputes() == [])
  }

  @Test func `a deletion holds for what somebody has corrected under the new name`() throws {
    let text = StoreSample.result(user: "Ann")
    for store in [here, there] { _ = try add(text, to: store) }
    _ = try here.rename("Ann", to: "Anna", now: now)
    #expect(try there.delete(id: text.id, now: now))
    _ = try add(text.of(user: "Anna").with("score", .int(5)), to: there)
    try tellNames()
    #expect(try there.results() == [])
  }

  @Test func `what was stored after a deletion stays when the deleted result gets another name`()
    throws
  {
    let text = StoreSample.result(user: "Ann")
    for store in [here, there] { _ = try add(text, to: store) }
    _ = try here.rename("Ann", to: "Anna", now: now)
    #expect(try there.delete(id: text.id, now: now))
    let later = StoreSample.result(user: "Ann", score: 5)
    _ = try add(later, to: there)
    // What was corrected under the new name comes before that is known.
    let renamed = text.of(user: "Anna")
    _ = try add(renamed, to: there)
    _ = try there.edit(id: renamed.id, now: now) { record, _ in record.with("score", .int(1)).fields
    }
    try tellNames()
    #expect(try there.results().map(\.contentHash) == [later.of(user: "Anna").contentHash])
    #expect(try there.disputes().map { $0.other.fields["score"]?.int } == [1])
    let change = try #require(try StoreSample.changes(there).last { !$0.isDeleted })
    #expect(change.stamp.life == 2)
  }

  @Test func `a corrected result is deleted with the text that was deleted under the former name`()
    throws
  {
    let text = StoreSample.result(user: "Ann")
    for store in [here, there] { _ = try add(text, to: store) }
    _ = try here.rename("Ann", to: "Anna", now: now)
    #expect(try there.delete(id: text.id, now: now))
    _ = try add(text.of(user: "Anna").with("score", .int(1)), to: there)
    try tellNames()
    #expect(try there.results() == [])
  }

  @Test func `a suspect result does not take the place of one that counts under the new name`()
    throws
  {
    let text = StoreSample.result(user: "Ann", suspect: "cut")
    _ = try add(StoreSample.result(user: "Ann"), to: here)
    _ = try here.rename("Ann", to: "Anna", now: now)
    // It is there in a later life.
    _ = try add(text, to: there)
    #expect(try there.delete(id: text.id, now: now))
    _ = try add(text, to: there, replaces: true)
    let counted = StoreSample.result(user: "Anna", score: 5)
    _ = try add(counted, to: there)
    try tellNames()
    #expect(try there.results().map(\.contentHash) == [counted.contentHash])
  }

  @Test
  func `a deletion holds under the new name where a suspect result took the deleted one's place`()
    throws
  {
    let text = StoreSample.result(user: "Ann")
    let suspect = StoreSample.result(user: "Ann", score: 5, suspect: "cut")
    for store in [here, there] { _ = try add(text, to: store) }
    _ = try here.rename("Ann", to: "Anna", now: now)
    #expect(try there.delete(id: text.id, now: now))
    _ = try add(suspect, to: there)
    _ = try add(text.of(user: "Anna"), to: there)
    try tellNames()
    #expect(try there.results() == [suspect.of(user: "Anna")])
    #expect(try there.disputes() == [])
    #expect(isSettled(try add(text.of(user: "Anna"), to: there)))
    #expect(try there.verify() == [])
  }

  @Test func `what this device has deleted as me is known under the name that me gets`() throws {
    for store in [here, there] { _ = try add(StoreSample.result(day: 1), to: store) }
    try delete(StoreSample.result())
    try tell()
    // Another device's `me` has played the same puzzle, who may be somebody else.
    let arrival = Arrival(
      name: "other", isOwnName: false, .result(StoreSample.result(score: 4)), tag: "1",
      stamp: Stamp(time: now, device: "other", life: 2), modifiedAt: now)
    let page = ArrivalPage(pipeline: "p", zone: "z", [arrival]) { _ in nil }
    for store in [here, there] {
      _ = try store.merge(page, now: now)
      _ = try store.rename("me", to: "Ann", now: now)
    }
    #expect(try add(StoreSample.result(user: "Ann"), to: here) == .deleted)
    _ = try here.rename("Ann", to: "Anna", now: now)
    #expect(try add(StoreSample.result(user: "Anna"), to: here) == .deleted)
    #expect(try add(StoreSample.result(user: "Ann"), to: there) != .deleted)
  }

  @Test func `a text that was decided against is settled where another message says the same`()
    throws
  {
    let text = StoreSample.result()
    _ = try read(text)
    _ = try here.edit(id: text.id, now: now) { record, _ in record.with("score", .int(1)).fields }
    // Another text, from which the rule has read what its next version reads from this one.
    let mended = text.with("maxAttempts", .int(7))
    let message = mended.with("sharedText", .string("another 3/7"))
    #expect(message.contentHash == mended.contentHash)
    try expect(.disputed, of: read(message))
    try expect(.settled, of: read(mended))
  }

  @Test func `a dispute under a former name is accepted under the new one`() throws {
    for score in [3, 5] { _ = try add(StoreSample.result(user: "Ann", score: score), to: there) }
    let dispute = try #require(try there.disputes().first)
    _ = try add(StoreSample.result(user: "Ann", day: 1), to: here)
    _ = try here.rename("Ann", to: "Anna", now: now)
    for document in try here.documents(type: "Decision") { try there.put(document, now: now) }
    for decision in try there.arrivedDecisions() {
      try there.save(
        StoredDecision(
          decision: decision, state: .applied, pipeline: nil, scope: nil, account: nil, seenAt: now,
          results: 0))
    }
    #expect(try there.accept(dispute: dispute.key, now: now)?.userId == "Anna")
    #expect(try there.results().map(\.id) == [StoreSample.result(user: "Anna").id])
    #expect(try there.results().map { $0.fields["score"]?.int } == [5])
  }

  @Test func `what a copy of a store has taken back is taken back by the original, too`() throws {
    _ = try add(StoreSample.result(user: "Ann"), to: here)
    _ = try here.rename("Ann", to: "Anna", now: now)
    let decision = try #require(try here.documents(type: "Decision").first)
    var fields = decision.fields
    fields["undoneAt"] = .int(Int(now.milliseconds))
    try here.put(Document(type: decision.type, name: decision.name, fields: fields), now: now)
    try here.followDecisions(now: now)
    #expect(try here.results().map(\.userId) == ["Ann"])
    #expect(try here.knownNames().users == [:])
  }
}
