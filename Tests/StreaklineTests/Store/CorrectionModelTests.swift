import StreaklineCore
import StreaklineStore
import Testing

/// Random imports and corrections: each is undone to exactly what was there before.
@Suite struct CorrectionModelTests {
  /// Everything that a user sees of a store.
  private struct Snapshot: Equatable {
    var results: Set<StreaklineCore.Record>
    var disputes: Set<[StreaklineCore.Record?]>
    var misses: Set<NearMiss>
    var streaks: [[String]: Streak]

    init(_ store: Store) throws {
      results = try Set(store.results())
      disputes = try Set(store.disputes().map { [$0.first, $0.other] })
      misses = try Set(store.misses().map(\.nearMiss))
      streaks = try Dictionary(
        uniqueKeysWithValues: store.streaks().map { ([$0.userID, $0.gameID], $0.streak) })
    }

    /// The streaks that the results give when they are counted one by one.
    var recount: [[String]: Streak] {
      Dictionary(grouping: results.filter { !$0.isSuspect }) { [$0.userId, $0.gameId] }
        .mapValues { records in
          naiveStreak(
            of: Dictionary(
              records.map { ($0.day.daysSinceEpoch, $0.completed == true) },
              uniquingKeysWith: { $0 || $1 }), everyDays: 1)
        }
    }
  }

  @Test(arguments: 1...LongRun.rounds(5, long: 100))
  func `whatever was done, undoing it gives what was there before`(seed: Int) throws {
    print("corrections, seed \(seed)")
    var numbers = SeededRandom(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    var open: [(number: Int64, before: Snapshot)] = []
    for _ in 0..<25 {
      let before = try Snapshot(store)
      let last = try store.actions().last?.number
      try change(store, &numbers)
      try check(store)
      guard let action = try store.actions().last?.number, action != last else {
        #expect(try Snapshot(store) == before)
        continue
      }
      open.append((action, before))
      while let latest = open.last, Int.random(in: 0..<3, using: &numbers) == 0 {
        try undo(latest, store)
        open.removeLast()
      }
    }
    while let latest = open.popLast() { try undo(latest, store) }
    #expect(try store.results().isEmpty)
  }

  @Test(arguments: 1...LongRun.rounds(4, long: 60))
  func `imports that are undone in any order leave nothing behind`(seed: Int) throws {
    print("imports, seed \(seed)")
    var numbers = SeededRandom(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let store = try StoreSample.store(folder)
    for _ in 0..<8 { try ingest(store, &numbers) }
    for number in try store.actions().map(\.number).shuffled(using: &numbers) {
      guard case .undone = try store.undo(number, now: StoreSample.now) else {
        Issue.record("\(number) cannot be undone")
        continue
      }
      try check(store)
    }
    #expect(try store.results().isEmpty)
    #expect(try store.disputes().isEmpty)
    #expect(try store.misses().isEmpty)
  }

  private func undo(_ action: (number: Int64, before: Snapshot), _ store: Store) throws {
    guard case .undone = try store.undo(action.number, now: StoreSample.now) else {
      Issue.record("\(action.number) cannot be undone")
      return
    }
    try check(store)
    #expect(try Snapshot(store) == action.before)
  }

  private func check(_ store: Store) throws {
    #expect(try store.verify() == [])
    let snapshot = try Snapshot(store)
    #expect(snapshot.streaks == snapshot.recount)
  }

  private func change(_ store: Store, _ numbers: inout SeededRandom) throws {
    let now = StoreSample.now
    let result = try store.results().randomElement(using: &numbers)
    let dispute = try store.disputes().randomElement(using: &numbers)
    let users = ["me", "Ann", "Bob", "Eve"].shuffled(using: &numbers)
    switch Int.random(in: 0..<12, using: &numbers) {
    case 0..<4: try ingest(store, &numbers)
    case 4: if let result { _ = try store.delete(id: result.id, now: now) }
    case 5:
      let score = Int.random(in: 1...6, using: &numbers)
      guard let result else { return }
      _ = try store.edit(id: result.id, now: now) { record, _ in
        var fields = record.fields
        fields["score"] = .int(score)
        fields["completed"] = .bool(true)
        fields["suspect"] = .null
        return fields
      }
    case 6..<8: if let dispute { _ = try store.accept(dispute: dispute.key, now: now) }
    case 8: _ = try store.rename(users[0], to: users[1], now: now)
    case 9: _ = try store.merge(users[0], into: users[1], now: now)
    case 10: _ = try store.forget(users[0], isForGood: false, now: now)
    default: if let dispute { _ = try store.reject(dispute: dispute.key, now: now) }
    }
  }

  private func ingest(_ store: Store, _ numbers: inout SeededRandom) throws {
    var action: NewAction? = NewAction(.imported)
    for _ in 0..<2 {
      let count = Int.random(in: 0..<5, using: &numbers)
      let replaces = Int.random(in: 0..<5, using: &numbers) == 0
      // As an import does it.
      let names = try store.knownNames()
      let records = (0..<count).map { _ in record(&numbers) }
        .map { $0.of(user: names.users[$0.userId] ?? $0.userId) }
        .filter { !names.forgotten.contains($0.userId) }
      var batch = StoreSample.batch(records, replaces: replaces)
      if Int.random(in: 0..<3, using: &numbers) == 0 {
        batch.chunk.nearMisses = [
          NearMiss(
            game: "wordle", userId: "me", sentAt: nil,
            text: "Wordle \(Int.random(in: 0..<4, using: &numbers))",
            source: SourceLocation(name: "-", line: 1))
        ]
      }
      _ = try store.ingest(batch, as: &action)
    }
  }

  private func record(_ numbers: inout SeededRandom) -> StreaklineCore.Record {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }
    return StoreSample.result(
      user: ["me", "Ann", "Bob"][number(0..<3)], day: number(0..<4), score: number(0..<4),
      suspect: number(0..<6) == 0 ? "odd" : nil)
  }
}
