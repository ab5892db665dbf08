internal import GRDB
internal import StreaklineCore

/// One batch on its way into the tables, inside one transaction.
///
/// The records are looked at in their order, because they lie so in memory; the tables are changed
/// in the order of the results' numbers, because they lie so on the disk.
struct StoreTransaction {
  private enum Verdict {
    case added, duplicate, replaced, deleted, disputed
  }

  /// What the tables need to know of a record of the batch.
  private struct Item {
    /// Where the record stands in the batch.
    let index: Int
    /// Where the memory has its pair.
    let place: Int
    let number: ResultKey
    let day: Day
    let state: ResultState
    let digest: Int64
    var verdict = Verdict.duplicate
    /// The version under which the record is to be written; `nil` when it is not.
    var version: Int64?

    func row(_ version: Int64) -> ResultTable.Row {
      ResultTable.Row(version: version, state: state, digest: digest)
    }
  }

  private let db: Database
  private let batch: Batch
  private let types: ResultTypes
  private let pairs: StreakTable
  private let results: ResultTable
  private var records: RecordRows
  private let disputes: DisputeTable
  private var clock: VersionClock
  /// In the order of the batch.
  private var items: [Item] = []
  /// Whether the last record was in the store: then the next one most likely is, too.
  private var expectsKnown = false
  /// Disputed results for the outcomes, by the index of the record that disputes them.
  private var firsts: [Int: Record] = [:]

  init(_ db: Database, _ batch: Batch, _ types: ResultTypes) throws {
    self.db = db
    self.batch = batch
    self.types = types
    results = try ResultTable(db)
    pairs = try StreakTable(db, results)
    records = try RecordRows(db, types)
    disputes = try DisputeTable(db, types)
    clock = try VersionClock(db, now: batch.now)
  }

  /// Stores the batch.
  ///
  /// - Returns: One outcome for each record, in their order.
  mutating func run(_ memory: inout StreakCache) throws -> [Outcome] {
    try look(&memory)
    // Of two records of one number the first stays the first.
    let order = items.map { ($0.number, $0.index) }.sorted { $0 < $1 }
    for (_, index) in order {
      items[index].verdict = try store(index, &memory)
    }
    try writeRecords(&memory)
    try pairs.save(&memory)
    try clock.save(db)
    try MissTable.store(batch, db)
    if let checkpoint = batch.checkpoint {
      try ImportTable.store(checkpoint, replacing: batch.replacedCheckpoint, db)
    }
    defer { memory.endBatch() }
    return items.map { outcome($0, memory.entries[$0.place].streak) }
  }

  private mutating func look(_ memory: inout StreakCache) throws {
    items.reserveCapacity(batch.chunk.records.count)
    for index in batch.chunk.records.indices {
      items.append(try item(of: batch.chunk.records[index], index, &memory))
    }
  }

  private func item(of record: Record, _ index: Int, _ memory: inout StreakCache) throws -> Item {
    let place = try pairs.place(of: record, everyDays: everyDays(record), &memory)
    let key = memory.entries[place].key
    guard let type = types.key(of: record.type),
      let number = ResultKey(record.day, pair: key, type: type)
    else { throw DamagedRow(detail: "a record's day, pair or type has no number") }
    return Item(
      index: index, place: place, number: number, day: record.day, state: ResultState.of(record),
      digest: record.contentHash)
  }

  private mutating func writeRecords(_ memory: inout StreakCache) throws {
    for item in items {
      guard let version = item.version else { continue }
      let record = batch.chunk.records[item.index]
      try records.insert(record.encodedFields, item: item.number.value, version: version)
      try pairs.update(item.place, game: record.game, everyDays: everyDays(record), &memory)
    }
  }

  private mutating func store(_ index: Int, _ memory: inout StreakCache) throws -> Verdict {
    let item = items[index]
    if expectsKnown, let found = try results.find(item.number) {
      return try compare(item, with: found, &memory)
    }
    expectsKnown = try !results.insert(item.number, item.row(clock.first &+ Int64(index)))
    guard expectsKnown else {
      items[index].version = clock.version(of: index)
      if item.state.isCounted {
        memory.count(item.place, item.day, completed: item.state == .completed)
      }
      return .added
    }
    guard let found = try results.find(item.number) else {
      throw DamagedRow(detail: "a result that is there cannot be found")
    }
    return try compare(item, with: found, &memory)
  }

  private mutating func compare(
    _ item: Item, with found: ResultTable.Row, _ memory: inout StreakCache
  ) throws -> Verdict {
    guard found.state != .deleted else {
      guard batch.replaces else { return .deleted }
      try replace(found, with: item, &memory)
      return .replaced
    }
    // A share that was cut or came too early does not count, so it makes room for one that does.
    let makesRoom = found.state == .suspect && item.state != .suspect
    if !makesRoom {
      if found.digest == item.digest { return .duplicate }
      if !batch.replaces, try disputes.contains(item.number, digest: item.digest) {
        return try dispute(found, item, memory)
      }
    }
    let record = batch.chunk.records[item.index]
    let first = try stored(found, item, memory)
    let agrees = first.agrees(with: record)
    if !makesRoom, agrees { return .duplicate }
    guard makesRoom || batch.replaces else {
      try disputes.add(record, item.number, seenAt: batch.now)
      return try dispute(found, item, memory)
    }
    try replace(found, with: item, &memory)
    if makesRoom, !agrees { try disputes.add(first, item.number, seenAt: batch.now) }
    return .replaced
  }

  private mutating func replace(
    _ row: ResultTable.Row, with item: Item, _ memory: inout StreakCache
  ) throws {
    let version = clock.version(of: item.index)
    items[item.index].version = version
    if let earlier = earlier(row) {
      items[earlier].version = nil
    } else {
      try records.remove(version: row.version)
    }
    try results.update(item.number, item.row(version))
    try disputes.settle(item.number, with: batch.chunk.records[item.index])
    memory.recount(item.place)
  }

  /// The index of the record that the row names, if that is of this batch: it is not written yet.
  private func earlier(_ row: ResultTable.Row) -> Int? {
    let index = Int(row.version &- clock.first)
    return items.indices.contains(index) && items[index].version == row.version ? index : nil
  }

  private func stored(_ row: ResultTable.Row, _ item: Item, _ memory: StreakCache) throws -> Record
  {
    if let earlier = earlier(row) { return batch.chunk.records[earlier] }
    let entry = memory.entries[item.place]
    return try records.record(item.number, version: row.version, entry.pair, game: entry.game)
  }

  /// Keeps the disputed result for the outcome, while there are few.
  private mutating func dispute(_ row: ResultTable.Row, _ item: Item, _ memory: StreakCache)
    throws -> Verdict
  {
    if firsts.count < Outcome.mostFirsts {
      firsts[item.index] = try stored(row, item, memory)
    }
    return .disputed
  }

  private func everyDays(_ record: Record) -> Int {
    batch.everyDays.isEmpty ? 1 : batch.everyDays[record.gameId] ?? 1
  }

  private func outcome(_ item: Item, _ streak: Streak) -> Outcome {
    switch item.verdict {
    case .added: .added(streak)
    case .duplicate: .duplicate(streak)
    case .replaced: .replaced(streak)
    case .disputed: .disputed(first: firsts[item.index], streak)
    case .deleted: .deleted
    }
  }
}
