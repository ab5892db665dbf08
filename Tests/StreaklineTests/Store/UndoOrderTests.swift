import StreaklineCore
import StreaklineStore
import Testing

/// Imports and changes of users that are undone in odd orders.
@Suite struct UndoOrderTests {
  private let now = StoreSample.now
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func add(_ records: StreaklineCore.Record...) throws -> Int64 {
    var action: NewAction? = NewAction(.imported)
    _ = try store.ingest(StoreSample.batch(records), as: &action)
    return try #require(action?.number)
  }

  private func merge(_ old: String, _ new: String) throws -> Int64 {
    guard case .done(let number) = try store.merge(old, into: new, now: now) else {
      throw StoreError.missing(path: "merge")
    }
    return number
  }

  private func results() throws -> [String] {
    #expect(try store.verify() == [])
    return try store.results().map { "\($0.userId) \($0.fields["score"]?.int ?? 0)" }
  }

  private func disputed() throws -> [Int?] {
    try store.disputes().map { $0.other.fields["score"]?.int }
  }

  @Test(arguments: ["me", "Annie"])
  func `a result under a name that no decision has given comes back when a merge is undone`(
    first: String
  ) throws {
    _ = try add(StoreSample.result(user: first, score: 3))
    _ = try add(StoreSample.result(user: "Bob", score: 3))
    // Who is called otherwise by an export, or was only "me", is not remembered by a decision.
    let renamed = try store.rename(first, to: "Ann", isRemembered: first == "me", now: now)
    guard case .done(let renaming) = renamed else { throw StoreError.missing(path: "rename") }
    let merged = try merge("Ann", "Bob")
    #expect(try results() == ["Bob 3"])
    _ = try store.undo(merged, now: now)
    #expect(try results() == ["Ann 3", "Bob 3"])
    _ = try store.undo(renaming, now: now)
    #expect(try Set(results()) == ["\(first) 3", "Bob 3"])
  }

  private func rename(_ old: String, _ new: String) throws {
    guard case .done = try store.rename(old, to: new, now: now) else {
      throw StoreError.missing(path: "rename")
    }
  }

  /// Under which names somebody's results say that they were stored first.
  private func formerNames(of user: String) throws -> [[Int64]] {
    try StoreSample.changes(store).filter {
      if case .result(let record) = $0.content {
        record.userId == user && !$0.isDeleted
      } else {
        false
      }
    }.map(\.stamp.formerNames)
  }

  @Test func `what a merge had made a dispute still says whose it was first when that is undone`()
    throws
  {
    _ = try add(StoreSample.result(user: "Ann", score: 3))
    _ = try add(StoreSample.result(user: "Carl", score: 5))
    try rename("Ann", "Bob")
    let merged = try merge("Bob", "Carl")
    #expect(try disputed() == [3])
    _ = try store.undo(merged, now: now)
    #expect(try results() == ["Bob 3", "Carl 5"])
    #expect(try formerNames(of: "Bob") == [[Stamp.hash(ofName: "Ann")]])
  }

  @Test func `what comes in the place of a deleted result is not whose that was first`() throws {
    _ = try add(StoreSample.result(user: "Ann", score: 3))
    try rename("Ann", "Bob")
    #expect(try store.delete(id: #require(store.results().first).id, now: now))
    _ = try add(StoreSample.result(user: "Bob", score: 5))
    #expect(try results() == ["Bob 5"])
    #expect(try formerNames(of: "Bob") == [[]])
  }

  @Test func `a merged result that took the other one's place is not doubled by undoing the merge`()
    throws
  {
    _ = try add(StoreSample.result(user: "Ann", score: 3))
    let second = try add(StoreSample.result(user: "Anna", score: 5))
    let merged = try merge("Ann", "Anna")
    _ = try store.undo(second, now: now)
    #expect(try results() == ["Anna 3"])
    _ = try store.undo(merged, now: now)
    #expect(try results() == ["Ann 3"])
    #expect(try disputed() == [])
  }

  @Test func `a dispute that a merge has made goes with its import`() throws {
    let first = try add(StoreSample.result(user: "Ann", score: 3))
    _ = try add(StoreSample.result(user: "Anna", score: 5))
    let merged = try merge("Ann", "Anna")
    #expect(try disputed() == [3])
    _ = try store.undo(first, now: now)
    #expect(try disputed() == [])
    _ = try store.undo(merged, now: now)
    #expect(try results() == ["Anna 5"])
  }

  @Test func `both imports can be undone although a merge joined what they brought`() throws {
    let first = try add(StoreSample.result(user: "Ann", score: 3))
    let second = try add(StoreSample.result(user: "Anna", score: 5))
    let merged = try merge("Ann", "Anna")
    _ = try store.undo(second, now: now)
    _ = try store.undo(first, now: now)
    #expect(try results() == [])
    #expect(try disputed() == [])
    _ = try store.undo(merged, now: now)
    #expect(try results() == [])
  }

  @Test func `a merge whose dispute was accepted is undone after that decision`() throws {
    _ = try add(StoreSample.result(user: "Ann", score: 3))
    _ = try add(StoreSample.result(user: "Anna", score: 5))
    let merged = try merge("Ann", "Anna")
    let key = try #require(try store.disputes().first?.key)
    _ = try store.accept(dispute: key, now: now)
    let decision = try store.actions().last?.number
    #expect(try store.undo(merged, now: now) == .changedSince(by: decision))
    _ = try store.undo(try #require(decision), now: now)
    _ = try store.undo(merged, now: now)
    #expect(try results() == ["Ann 3", "Anna 5"])
  }

  @Test func `an import is undone when its user was merged and then got the old name back`() throws
  {
    let first = try add(StoreSample.result(user: "Ann", score: 3))
    _ = try add(StoreSample.result(user: "Anna", score: 5))
    _ = try merge("Ann", "Anna")
    _ = try store.rename("Anna", to: "Ann", now: now)
    _ = try store.forget("Ann", isForGood: false, now: now)
    guard case .undone = try store.undo(first, now: now) else {
      Issue.record("the import cannot be undone")
      return
    }
    #expect(try results() == [])
  }

  @Test func `a correction can be undone after its user's name went to somebody else and back`()
    throws
  {
    _ = try add(
      StoreSample.result(user: "Ann", score: 3), StoreSample.result(user: "Ann", score: 1))
    let key = try #require(try store.disputes().first?.key)
    _ = try store.accept(dispute: key, now: now)
    let acceptance = try #require(try store.actions().last?.number)
    _ = try add(StoreSample.result(user: "Bob", score: 2))
    let merged = try merge("Ann", "Bob")
    _ = try store.rename("Bob", to: "Ann", now: now)
    let renamed = try #require(try store.actions().last?.number)
    for number in [renamed, merged, acceptance] {
      guard case .undone = try store.undo(number, now: now) else {
        Issue.record("\(number) cannot be undone")
        return
      }
    }
    #expect(try results() == ["Ann 3", "Bob 2"])
  }

  @Test func `undoing a change of names says how much came since`() throws {
    _ = try add(StoreSample.result(user: "Ann"))
    _ = try add(StoreSample.result(user: "Bob", day: 1))
    let merged = try merge("Ann", "Bob")
    _ = try add(StoreSample.result(user: "Bob", day: 2))
    #expect(try store.undo(merged, now: now) == .undone(results: 1, kept: 1))
    #expect(try results() == ["Ann 3", "Bob 3", "Bob 3"])
  }

  @Test func `an import's disputes of a user who was merged are not counted`() throws {
    let first = try add(
      StoreSample.result(user: "Ann", score: 3), StoreSample.result(user: "Ann", score: 4))
    _ = try add(StoreSample.result(user: "Anna", score: 5))
    _ = try merge("Ann", "Anna")
    let action = try #require(try store.actions().first { $0.number == first })
    #expect(try store.counts(of: [action]) == [first: ActionCounts()])
    #expect(try disputed() == [3, 4])
  }

  @Test func `an edited message does not replace what was corrected by hand`() throws {
    func sent(_ score: Int, isEdited: Bool) -> StreaklineCore.Record {
      StoreSample.result(score: score)
        .with("playedAt", .string(Instant(StoreSample.first, hour: 8).iso))
        .with(
          "source",
          .object(["name": .string("c"), "line": .int(1), "edited": .bool(isEdited)]))
    }
    _ = try add(sent(3, isEdited: false))
    _ = try store.edit(id: sent(3, isEdited: false).id, now: now) { record, _ in
      var fields = record.fields
      fields["score"] = .int(5)
      return fields
    }
    let edited = sent(4, isEdited: true)
    var run = DryRun(store, replaces: false)
    guard case .disputed = try run.outcome(of: edited) else {
      Issue.record("the dry run says something else")
      return
    }
    _ = try add(edited)
    #expect(try results() == ["me 5"])
    #expect(try disputed() == [4])
  }

  @Test
  func `an edited message replaces what it was, also where another one has disputed the same`()
    throws
  {
    func sent(_ score: Int, hour: Int, isEdited: Bool) -> StreaklineCore.Record {
      StoreSample.result(score: score)
        .with("playedAt", .string(Instant(StoreSample.first, hour: hour).iso))
        .with(
          "source",
          .object(["name": .string("c"), "line": .int(1), "edited": .bool(isEdited)]))
    }
    _ = try add(sent(3, hour: 8, isEdited: false), sent(4, hour: 9, isEdited: false))
    #expect(try disputed() == [4])
    _ = try add(sent(4, hour: 8, isEdited: true))
    #expect(try results() == ["me 4"])
    #expect(try disputed() == [])
  }

  @Test(arguments: 1...LongRun.rounds(20, long: 300))
  func `whatever was done, nothing is left when all of it is undone in any order`(seed: Int) throws
  {
    print("undo orders, seed \(seed)")
    var numbers = SeededRandom(seed: UInt64(seed))
    for _ in 0..<14 { try change(&numbers) }
    var rounds = 0
    while true {
      // What follows from an undo by itself is not the user's to take back.
      let open = try store.actions().filter { $0.undoneAt == nil && $0.kind != .synced }.map(
        \.number)
      guard !open.isEmpty else { break }
      var undone = 0
      for number in open.shuffled(using: &numbers) {
        switch try store.undo(number, now: now) {
        case .undone:
          undone += 1
          #expect(try store.verify() == [])
        case .changedSince, .nothingKept: continue
        case let other: Issue.record("\(number): \(other)")
        }
      }
      rounds += 1
      guard undone > 0, rounds < 40 else {
        Issue.record("\(open) cannot be undone")
        return
      }
    }
    #expect(try store.results().map(\.id) == [])
    #expect(try store.disputes().count == 0)
  }

  private func change(_ numbers: inout SeededRandom) throws {
    let users = ["Ann", "Bob", "Eve"].shuffled(using: &numbers)
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0..<6:
      let names = try store.knownNames()
      var action: NewAction? = NewAction(.imported)
      let records = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
        StoreSample.result(
          user: users.randomElement(using: &numbers) ?? "Ann",
          day: Int.random(in: 0..<3, using: &numbers),
          score: Int.random(in: 1...3, using: &numbers))
      }
      .map { $0.of(user: names.users[$0.userId] ?? $0.userId) }
      .filter { !names.forgotten.contains($0.userId) }
      _ = try store.ingest(StoreSample.batch(records), as: &action)
    case 6..<8: _ = try store.merge(users[0], into: users[1], now: now)
    case 8: _ = try store.rename(users[0], to: users[1], now: now)
    default:
      let dispute = try store.disputes().randomElement(using: &numbers)
      if let dispute { _ = try store.accept(dispute: dispute.key, now: now) }
    }
  }
}
