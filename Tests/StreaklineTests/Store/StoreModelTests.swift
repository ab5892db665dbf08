import StreaklineCore
import StreaklineStore
import Testing

/// The expected content of a store, in a few dictionaries.
private struct Model {
  /// By id; `nil` for a tombstone.
  var records: [String: StreaklineCore.Record?] = [:]
  /// What was deleted, by id.
  private var deleted: [String: [StreaklineCore.Record]] = [:]
  /// Ids whose newest version was not taken yet, without suspect results.
  var waiting: Set<String> = []
  /// Ids of suspect results that are deletions for others.
  private var hidden: Set<String> = []

  mutating func ingest(_ record: StreaklineCore.Record, replaces: Bool) {
    let before = records[record.id]
    switch before {
    case .none: break
    case .some(.none) where !replaces && wasDeleted(record): return
    case .some(.none): break
    case .some(.some(let first)) where first.suspect != nil && record.suspect == nil:
      if !replaces && wasDeleted(record) { return }
    case .some(.some(let first)) where !replaces || first.agrees(with: record): return
    default: break
    }
    records[record.id] = .some(record)
    if case .some(.some(let first)) = before { deleted[record.id, default: []].append(first) }
    note(record, before)
  }

  /// A suspect result in the place of another one is a deletion for others.
  private mutating func note(
    _ record: StreaklineCore.Record, _ before: StreaklineCore.Record??
  ) {
    guard record.suspect != nil else {
      hidden.remove(record.id)
      waiting.insert(record.id)
      return
    }
    if let before, before == nil || before?.suspect == nil { hidden.insert(record.id) }
    if hidden.contains(record.id) {
      waiting.insert(record.id)
    } else {
      waiting.remove(record.id)
    }
  }

  private func wasDeleted(_ record: StreaklineCore.Record) -> Bool {
    deleted[record.id]?.contains { $0.agrees(with: record) } ?? false
  }

  mutating func delete(_ id: String) {
    guard let record = records[id], record != nil else { return }
    records[id] = .some(nil)
    if let record { deleted[id, default: []].append(record) }
    waiting.insert(id)
  }

  var results: Set<StreaklineCore.Record> { Set(records.values.compactMap { $0 }) }

  var streaks: [[String]: Streak] {
    let counted = results.filter { $0.suspect == nil }
    return Dictionary(grouping: counted) { [$0.userId, $0.gameId] }.mapValues { records in
      let days = records.map { ($0.day.daysSinceEpoch, $0.completed == true) }
      return naiveStreak(
        of: Dictionary(days, uniquingKeysWith: { $0 || $1 }),
        everyDays: records[0].gameId == StoreSample.weekly ? 7 : 1)
    }
  }
}

@Suite struct StoreModelTests {
  @Test(arguments: 1...UInt64(LongRun.rounds(4, long: 50)))
  func `any sequence of changes leaves what a model in memory has`(seed: UInt64) throws {
    print("store model, seed \(seed)")
    var numbers = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    var store = try StoreSample.store(folder)
    var model = Model()
    _ = try StoreSample.changes(store)
    var late: ChangePage?
    for _ in 0..<40 {
      let record = randomRecord(&numbers)
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0..<6:
        let records = [record, randomRecord(&numbers), randomRecord(&numbers)]
        let replaces = Int.random(in: 0..<3, using: &numbers) == 0
        _ = try store.ingest(StoreSample.batch(records, replaces: replaces))
        records.forEach { model.ingest($0, replaces: replaces) }
      case 6..<8:
        _ = try store.delete(id: record.id, now: StoreSample.now)
        model.delete(record.id)
      case 8..<10:
        let page = try store.changes(StoreSample.filter, limit: 4, now: StoreSample.now)
        let taken = page.changes.filter { _ in Int.random(in: 0..<4, using: &numbers) > 0 }
        let failed = page.changes.filter { !taken.contains($0) }
        let outcomes = taken.taken.merging(
          failed.map { ($0.item, outcome(&numbers)) }, uniquingKeysWith: { first, _ in first })
        try store.settle(page, outcomes)
        late = page
        model.waiting.subtract(taken.compactMap(\.record?.id))
      case 10:
        try store.close()
        store = try StoreSample.store(folder)
      default:
        // An answer that comes late and twice must not touch what has changed since.
        if let late { try store.settle(late, [:]) }
      }
      try compare(store, model)
    }
  }

  private func compare(_ store: Store, _ model: Model) throws {
    #expect(try store.verify() == [])
    #expect(try Set(store.results()) == model.results)
    try store.requeue("default", [.rejected, .paused])
    let pending = try StoreSample.changes(store)
    #expect(try Set(pending.map { try #require($0.record?.id) }) == model.waiting)
    #expect(try store.pendingCount(StoreSample.filter).pending == pending.count)
    for change in pending {
      let expected = try #require(model.records[change.record?.id ?? ""])
      #expect(
        change.isDeleted ? expected == nil || expected?.suspect != nil : change.record == expected)
    }
    let streaks = try store.streaks().map { ([$0.userID, $0.gameID], $0.streak) }
    #expect(Dictionary(uniqueKeysWithValues: streaks) == model.streaks)
  }

  private func outcome(_ numbers: inout SeededRandom) -> DeliveryOutcome {
    [
      .retry(at: StoreSample.now, reason: "busy"), .rejected(reason: "no"),
      .unknown(retryAt: StoreSample.now, reason: "silence"), .paused(reason: "sign in"),
    ].randomElement(using: &numbers) ?? .taken
  }

  private func randomRecord(_ numbers: inout SeededRandom) -> StreaklineCore.Record {
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }
    let isWeekly = number(0..<2) == 0
    return StoreSample.result(
      user: ["me", "é|%"][number(0..<2)], game: isWeekly ? "weekly" : "wordle",
      gameID: isWeekly ? StoreSample.weekly : StoreSample.wordle,
      day: number(0..<8) * (isWeekly ? 7 : 1) + (number(0..<9) == 0 ? 1 : 0),
      score: number(0..<3), suspect: number(0..<9) == 0 ? "odd" : nil)
  }
}
