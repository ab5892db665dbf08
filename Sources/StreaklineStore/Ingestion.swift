internal import GRDB
internal import StreaklineCore

/// One batch on its way into the tables, inside one transaction.
struct Ingestion {
  private enum Verdict {
    case added, duplicate, replaced, deleted
    case disputed(first: Record)
  }

  private let db: Database
  private let batch: Batch
  private let rows: RecordWriter
  private let lookup: RecordLookup
  private let outbox: OutboxWriter
  private let disputes: DisputeTable
  private let streaks: StreakTable
  private var clock: VersionClock
  /// The pairs whose records have changed, with the game's slug.
  private var touched: [Pair: String] = [:]

  init(_ db: Database, _ batch: Batch) throws {
    self.db = db
    self.batch = batch
    rows = try RecordWriter(db)
    lookup = try RecordLookup(db)
    outbox = try OutboxWriter(db, queues: batch.queues, now: batch.now)
    disputes = try DisputeTable(db)
    streaks = try StreakTable(db)
    clock = try VersionClock(db, now: batch.now)
  }

  /// Stores the batch.
  ///
  /// - Returns: One outcome for each record, in their order.
  mutating func run() throws -> [Outcome] {
    var verdicts: [Verdict] = []
    verdicts.reserveCapacity(batch.records.count)
    for record in batch.records {
      verdicts.append(try store(record))
    }
    try clock.save(db, queues: batch.queues)
    try MissTable.store(batch, db)
    if let checkpoint = batch.checkpoint {
      try ImportTable.store(checkpoint, replacing: batch.replacedCheckpoint, db)
    }
    return try outcomes(verdicts)
  }

  private mutating func store(_ record: Record) throws -> Verdict {
    // Most records are new, so inserting first and asking later saves a search for each.
    let version = clock.next()
    if try rows.insert(record, version: version) {
      touched[record.pair] = record.game
      try outbox.add(record, version: version)
      return .added
    }
    clock.takeBack()
    return try compare(record)
  }

  private mutating func compare(_ record: Record) throws -> Verdict {
    guard let found = try lookup(record) else {
      throw DamagedRow(detail: "an index names a record that is not there")
    }
    if let first = found.record {
      // A share that was cut or came too early does not count, so it makes room for one that does.
      if first.suspect != nil, record.suspect == nil {
        try replace(found.key, with: record)
        if !first.agrees(with: record) { try disputes.add(first, seenAt: batch.now) }
        return .replaced
      }
      if first.agrees(with: record) { return .duplicate }
    }
    if batch.replaces {
      try replace(found.key, with: record)
      return .replaced
    }
    guard let first = found.record else { return .deleted }
    try disputes.add(record, seenAt: batch.now)
    return .disputed(first: first)
  }

  private mutating func replace(_ key: Int64, with record: Record) throws {
    let version = clock.next()
    try rows.replace(key, with: record, version: version)
    try outbox.addAgain(record, version: version)
    try disputes.remove(record)
    touched[record.pair] = record.game
  }

  private func outcomes(_ verdicts: [Verdict]) throws -> [Outcome] {
    var known: [Pair: Streak] = [:]
    for (pair, game) in touched {
      known[pair] = try streaks.recount(
        pair, game: game, everyDays: batch.everyDays[pair.gameID] ?? 1)
    }
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(verdicts.count)
    for (record, verdict) in zip(batch.records, verdicts) {
      let streak = try known[record.pair] ?? streaks.streak(of: record.pair)
      known[record.pair] = streak
      outcomes.append(outcome(verdict, streak))
    }
    return outcomes
  }

  private func outcome(_ verdict: Verdict, _ streak: Streak) -> Outcome {
    switch verdict {
    case .added: .added(streak)
    case .duplicate: .duplicate(streak)
    case .replaced: .replaced(streak)
    case .disputed(let first): .disputed(first: first, streak)
    case .deleted: .deleted
    }
  }
}
