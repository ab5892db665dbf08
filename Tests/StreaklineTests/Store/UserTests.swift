import StreaklineCore
import StreaklineStore
import Testing

@Suite struct UserTests {
  private let now = StoreSample.now
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  @discardableResult
  private func add(_ records: [StreaklineCore.Record]) throws -> Int64? {
    var action: NewAction? = NewAction(.imported)
    _ = try store.ingest(StoreSample.batch(records), as: &action)
    return action?.number
  }

  private func results() throws -> [String] {
    #expect(try store.verify() == [])
    return try store.results().map { "\($0.userId) \($0.fields["score"]?.int ?? 0)" }
  }

  private func undo(_ change: UserChange) throws -> UndoOutcome? {
    guard case .done(let action) = change else { return nil }
    return try store.undo(action, now: now)
  }

  @Test func `a renamed user keeps his results, disputes and streaks under the new name`() throws {
    try add([
      StoreSample.result(user: "Ann"), StoreSample.result(user: "Ann", day: 1),
      StoreSample.result(user: "Ann", day: 1, score: 5), StoreSample.result(user: "Bob", score: 2),
    ])
    let change = try store.rename("Ann", to: "Anna", now: now)
    #expect(try results() == ["Anna 3", "Bob 2", "Anna 3"])
    #expect(try store.disputes().map(\.other.userId) == ["Anna"])
    #expect(try store.streaks().map { "\($0.userID) \($0.streak.max)" } == ["Anna 2", "Bob 1"])
    #expect(try store.knownNames().users == ["Ann": "Anna"])
    #expect(try store.users().map(\.names) == [["Ann"], []])
    #expect(try undo(change) == .undone(results: 2, kept: 0))
    #expect(try results() == ["Ann 3", "Bob 2", "Ann 3"])
    #expect(try store.disputes().map(\.other.userId) == ["Ann"])
    #expect(try store.knownNames() == KnownNames())
  }

  @Test
  func
    `a later result that comes under a former name without a stamp leaves the other as a dispute`()
    throws
  {
    try add([StoreSample.result(user: "Ann", score: 3)])
    _ = try store.rename("Ann", to: "Anna", now: now)
    let late = StoreSample.result(user: "Ann", score: 4)
    // Another device has stored it again after the rename had deleted the record of the old name there.
    let arrival = Arrival(
      name: "Ann again", isOwnName: false, .result(late), tag: "1", modifiedAt: now, life: 2)
    let page = ArrivalPage(pipeline: "p", zone: "z", [arrival]) { _ in nil }
    _ = try store.merge(page, now: now)
    try store.followDecisions(now: now)
    #expect(try results() == ["Anna 4"])
    #expect(try store.disputes().map { $0.other.fields["score"]?.int } == [3])
  }

  @Test func `a rename reaches a remote as the deletion of the old name beside the new one`() throws
  {
    try add([StoreSample.result(user: "Ann"), StoreSample.result(user: "Ann", day: 1)])
    try StoreSample.deliver(store)
    _ = try store.rename("Ann", to: "Anna", now: now)
    let changes = try StoreSample.changes(store)
    #expect(changes.map(\.record?.userId) == ["Anna", "Ann", "Anna", "Ann"])
    #expect(changes.map(\.isDeleted) == [false, true, false, true])
  }

  @Test func `merging keeps the other one's results and makes disputes of what differs`() throws {
    try add([
      StoreSample.result(user: "+43 660 1234567"),
      StoreSample.result(user: "+43 660 1234567", day: 1, score: 5),
      StoreSample.result(user: "+43 660 1234567", day: 2), StoreSample.result(user: "Bob"),
      StoreSample.result(user: "Bob", day: 1, score: 2),
    ])
    let change = try store.merge("+43 660 1234567", into: "Bob", now: now)
    #expect(try results() == ["Bob 3", "Bob 2", "Bob 3"])
    #expect(try store.disputes().map { $0.other.fields["score"]?.int } == [5])
    #expect(try undo(change) == .undone(results: 3, kept: 0))
    #expect(
      try results() == [
        "+43 660 1234567 3", "Bob 3", "+43 660 1234567 5", "Bob 2", "+43 660 1234567 3",
      ])
    #expect(try store.disputes().isEmpty)
  }

  @Test func `a forgotten user is gone until that is undone`() throws {
    try add([StoreSample.result(user: "Ann"), StoreSample.result(user: "Bob")])
    let change = try store.forget("Ann", isForGood: false, now: now)
    #expect(try results() == ["Bob 3"])
    #expect(try store.knownNames().forgotten == ["Ann"])
    #expect(try store.users().map(\.user) == ["Bob"])
    #expect(try undo(change) == .undone(results: 1, kept: 0))
    #expect(try results() == ["Ann 3", "Bob 3"])
    #expect(try store.knownNames().forgotten.isEmpty)
  }

  @Test func `the settings' names of a forgotten user are forgotten with him`() throws {
    try add([StoreSample.result(user: "Rob"), StoreSample.result(user: "Zoe")])
    let given = ["Bob": "Rob", "Zo": "Zoe"]
    let change = try store.forget("Rob", isForGood: false, given: given, now: now)
    #expect(try store.knownNames(given: given.keys).forgotten == ["Bob", "Rob"])
    try add([StoreSample.result(user: "Bob"), StoreSample.result(user: "Zo")])
    #expect(try results() == ["Zo 3", "Zoe 3"])
    _ = try undo(change)
    #expect(try store.knownNames(given: given.keys).forgotten.isEmpty)
  }

  @Test func `a name that the settings give stays where somebody has results under it`() throws {
    try add([StoreSample.result(user: "Anna"), StoreSample.result(user: "Mum")])
    _ = try store.forget("Anna", isForGood: false, given: ["Mum": "Anna"], now: now)
    #expect(try results() == ["Mum 3"])
    #expect(try store.part(of: .user("Anna"), given: ["Mum": "Anna"]).names == ["Anna"])
  }

  @Test func `nothing is kept of a user who is forgotten for good`() throws {
    try add([
      StoreSample.result(user: "Ann").with("sharedText", .string("a secret")),
      StoreSample.result(user: "Ann", score: 5).with("sharedText", .string("a secret")),
    ])
    _ = try store.delete(id: StoreSample.result(user: "Ann").id, now: now)
    try add([StoreSample.result(user: "Ann", day: 1).with("sharedText", .string("a secret"))])
    let change = try store.forget("Ann", isForGood: true, now: now)
    #expect(try results() == [])
    #expect(try undo(change) == .nothingKept)
    try store.close()
    #expect(try !RawDatabase.dump(folder.file("s.db")).contains { $0.contains("a secret") })
  }

  @Test func `two names for the messages of one person are found, chance is not`() throws {
    func sent(_ user: String, _ day: Int, _ second: Int = 0) -> StreaklineCore.Record {
      let hour = Instant(StoreSample.first + day, hour: 8)
      let time = Instant(milliseconds: hour.milliseconds + Int64(second) * 1_000)
      return StoreSample.result(user: user, day: day).with("playedAt", .string(time.iso))
    }
    try add((0..<5).flatMap { [sent("Mama", $0, 41), sent("Eve", $0, 120)] })
    try add((0..<4).map { sent("Barbara", $0) } + (4..<9).map { sent("Bob", $0) })
    #expect(try store.twins() == [Twins(user: "Barbara", other: "Mama", same: 4)])
  }

  /// Compares each pair of users, puzzle by puzzle.
  private static func countedTwins(_ store: Store) throws -> [Twins] {
    var played: [String: [String: (content: Int64, minute: Substring)]] = [:]
    for record in try store.results() {
      let puzzle = "\(record.day.dateInt) \(record.gameId)"
      let time = record.fields["playedAt"]?.string ?? ""
      played[record.userId, default: [:]][puzzle] = (record.contentHash, time.prefix(16))
    }
    var found: [Twins] = []
    for (one, mine) in played {
      for (other, theirs) in played where (mine.count, one) < (theirs.count, other) {
        let both = mine.compactMap { puzzle, result in theirs[puzzle].map { (result, $0) } }
        let same = both.count { $0.content == $1.content && $0.minute == $1.minute }
        guard same >= 3, same * 2 >= both.count else { continue }
        found.append(Twins(user: one, other: other, same: same))
      }
    }
    return found
  }

  @Test func `twins are those that a count of all pairs finds, in random stores`() throws {
    var found = 0
    for seed in UInt64(1)...30 {
      var random = SeededRandom(seed: seed)
      var records: [StreaklineCore.Record] = []
      for user in 0..<8 {
        for day in 0..<12 where Int.random(in: 0..<3, using: &random) > 0 {
          let minute = Instant(
            StoreSample.first + day, hour: 8 + Int.random(in: 0...1, using: &random))
          let time = minute.milliseconds + Int64.random(in: 0..<60_000, using: &random)
          records.append(
            StoreSample.result(
              user: "u\(user)", day: day, score: Int.random(in: 3...4, using: &random)
            ).with("playedAt", .string(Instant(milliseconds: time).iso)))
        }
      }
      let store = try Store.open(path: folder.file("\(seed).db"), deviceID: "d")
      _ = try store.ingest(Batch(ParsedChunk(records: records), now: now))
      let twins = try store.twins()
      let counted = try Self.countedTwins(store)
      #expect(Set(twins) == Set(counted) && twins.count == counted.count, "seed \(seed)")
      found += twins.count
    }
    #expect(found > 30)
  }

  @Test func `a name whose user was merged is refused with the correction to undo`() throws {
    try add([
      StoreSample.result(user: "Ann"), StoreSample.result(user: "Bob", day: 1),
      StoreSample.result(user: "Eve", day: 2),
    ])
    guard case .done(let action) = try store.merge("Ann", into: "Bob", now: now) else {
      Issue.record("not merged")
      return
    }
    #expect(try store.rename("Eve", to: "Ann", now: now) == .ended("Ann", by: action))
  }

  @Test func `a user can be renamed to a name that was merged into him`() throws {
    try add([StoreSample.result(user: "Oma"), StoreSample.result(user: "Oma Ilse", day: 1)])
    _ = try store.merge("Oma", into: "Oma Ilse", now: now)
    let change = try store.rename("Oma Ilse", to: "Oma", now: now)
    #expect(try store.users().map(\.user) == ["Oma"])
    #expect(try store.users().first?.results == 2)
    #expect(try undo(change) == .undone(results: 2, kept: 0))
    #expect(try store.users().map(\.user) == ["Oma Ilse"])
    #expect(try store.verify() == [])
  }

  @Test func `names that cannot be changed are refused`() throws {
    try add([StoreSample.result(user: "Ann"), StoreSample.result(user: "Bob")])
    #expect(try store.rename("Ann", to: "Bob", now: now) == .taken)
    #expect(try store.rename("Eve", to: "Bob", now: now) == .unknown("Eve"))
    #expect(try store.rename("Ann", to: "Ann", now: now) == .same)
    #expect(try store.merge("Ann", into: "Eve", now: now) == .unknown("Eve"))
    #expect(try store.forget("Eve", isForGood: false, now: now) == .unknown("Eve"))
    #expect(try store.actions().count == 1)
  }

  @Test func `names stand for others in a chain, and a name that is given back stands for itself`()
    throws
  {
    try add([StoreSample.result(user: "a")])
    _ = try store.rename("a", to: "b", now: now)
    _ = try store.rename("b", to: "c", now: now)
    #expect(try store.knownNames().users == ["a": "c", "b": "c"])
    let back = try store.rename("c", to: "a", now: now)
    #expect(try store.knownNames().users == ["b": "a", "c": "a"])
    #expect(try undo(back) == .undone(results: 1, kept: 0))
    #expect(try store.knownNames().users == ["a": "c", "b": "c"])
  }

  @Test func `an import is taken back although its user was renamed since`() throws {
    let number = try #require(try add([StoreSample.result(user: "Ann")]))
    try add([StoreSample.result(user: "Ann", day: 1)])
    _ = try store.rename("Ann", to: "Anna", now: now)
    #expect(try store.undo(number, now: now) == .undone(results: 1, kept: 0))
    #expect(try results() == ["Anna 3"])
  }

  @Test func `a deleted result stays deleted under the new name`() throws {
    let share = StoreSample.result(user: "Ann")
    try add([share, StoreSample.result(user: "Ann", day: 1)])
    _ = try store.delete(id: share.id, now: now)
    _ = try store.rename("Ann", to: "Anna", now: now)
    #expect(try store.ingest(StoreSample.batch([share.of(user: "Anna")])) == [.deleted])
  }

  @Test func `a phone number and a contact with the same messages are found`() throws {
    func sent(_ user: String, _ day: Int) -> StreaklineCore.Record {
      StoreSample.result(user: user, day: day)
        .with("playedAt", .string(Instant(StoreSample.first + day, hour: 8).iso))
    }
    try add([
      sent("+43 660 1234567", 0), sent("+43 660 1234567", 1), sent("Bob", 0), sent("Bob", 1),
      StoreSample.result(user: "Eve"), sent("Ann", 3),
    ])
    #expect(try store.doubles(of: "+43 660 1234567") == ["Bob"])
    #expect(try store.doubles(of: "Eve") == [])
  }

  @Test func `a phone that exports no seconds shows the same messages`() throws {
    func sent(_ user: String, _ time: String) -> StreaklineCore.Record {
      StoreSample.result(user: user).with("playedAt", .string(time))
    }
    try add([
      sent("+43 660 1234567", "2024-11-04T08:00:00Z"), sent("Bob", "2024-11-04T08:00:41Z"),
      sent("Ann", "2024-11-04T08:01:00Z"),
    ])
    #expect(try store.doubles(of: "+43 660 1234567") == ["Bob"])
  }

  @Test func `forgetting a user takes what is still under a former name`() throws {
    let (a, b) = (StoreSample.result(user: "Ann"), StoreSample.result(user: "Ann", day: 1))
    _ = try store.ingest(StoreSample.batch([a]))
    _ = try store.rename("Ann", to: "Anna", now: StoreSample.now)
    _ = try store.ingest(StoreSample.batch([b]))
    _ = try store.forget("Anna", isForGood: false, now: StoreSample.now)
    #expect(try store.results() == [])
    let action = try #require(try store.newestAction())
    _ = try store.undo(action, now: StoreSample.now)
    #expect(
      Set(try store.results().map(\.id)) == [b.of(user: "Anna").id, a.of(user: "Anna").id])
  }

  @Test func `forgetting a user leaves what others have as the role that he had`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    _ = try store.rename("me", to: "Anna", now: now)
    let others = StoreSample.result(day: 1)
    _ = try store.ingest(StoreSample.batch([others]))
    _ = try store.forget("Anna", isForGood: false, now: now)
    #expect(try store.results().map(\.id) == [others.id])
  }
}
