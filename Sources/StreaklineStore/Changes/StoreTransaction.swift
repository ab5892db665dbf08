internal import GRDB
internal import StreaklineCore

/// Writes one batch into the tables, inside one transaction.
///
/// The records are read in the order of the batch, which is their order in memory. The table `result`
/// is changed in the order of its keys, which is their order on the disk.
struct StoreTransaction {
  enum Verdict {
    case added, duplicate, replaced, deleted, disputed, settled
  }

  /// The values of one record of the batch that the tables need.
  struct Item {
    /// The record's index in the batch.
    let index: Int
    /// The index in the cache of the record's pair, which is a user and a game.
    let pairIndex: Int
    let number: ResultKey
    let day: Day
    let state: ResultState
    let digest: Int64
    var verdict = Verdict.duplicate
    /// The version of the record; `nil` when it is not written.
    var version: Int64?
    var lineage = Lineage.first

    func row(_ version: Int64) -> ResultTable.Row {
      ResultTable.Row(version: version, state: state, digest: digest)
    }
  }

  private let db: Database
  let batch: Batch
  let refusals: Refusals
  /// `nil` where nobody has decided against anything.
  private let refused: RefusedContents?
  private let types: ResultTypes
  let pairs: StreakTable
  let results: ResultTable
  var records: RecordRows
  private let disputes: DisputeTable
  private let formers: FormerTable
  private let actions: ActionTable
  /// The action that the batch belongs to; `nil` when none is recorded.
  private(set) var action: NewAction?
  private var clock: VersionClock
  /// The items in the order of the batch.
  private var items: [Item] = []
  /// Whether the last record was stored already: then the next one probably is, too.
  private var expectsKnown = false
  /// The ids of this device, once they are looked up.
  private var ownDevices: OwnDevices?
  /// For the outcomes of disputes: the stored result, by the index of the new record.
  private var firsts: [Int: Record] = [:]

  init(_ db: Database, _ batch: Batch, as action: NewAction?, _ types: ResultTypes) throws {
    self.db = db
    self.action = action
    self.types = types
    refusals = try Refusals(batch, db)
    self.batch = refusals.batch
    refused = try RefusedContents(db)
    results = try ResultTable(db)
    pairs = try StreakTable(db)
    records = try RecordRows(db, types)
    disputes = try DisputeTable(db, types)
    formers = try FormerTable(db)
    actions = try ActionTable(db)
    clock = try VersionClock(db, now: batch.now)
  }

  /// Stores the batch.
  ///
  /// - Returns: One outcome for each record, in their order.
  mutating func run(_ cache: inout StreakCache) throws -> [Outcome] {
    try look(&cache)
    // Of two records with one key the first in the batch comes first.
    let order = items.map { ($0.number, $0.index) }.sorted { $0 < $1 }
    for (_, index) in order {
      items[index].verdict = try store(index, &cache)
    }
    try writeRecords(&cache)
    try pairs.save(&cache)
    try clock.save(db)
    if clock.newest > clock.stored, let action = try storedAction() {
      try actions.add(clock.first...clock.newest, to: action)
    }
    try PersonTable.save(batch.chunk.people, db)
    let isStored = try action?.isAlwaysStored == true || MissTable.lacksAny(of: batch, db)
    try MissTable.store(batch, action: isStored ? storedAction() : nil, db)
    defer { cache.endBatch() }
    let outcomes = refusals.merged(try outcomes(cache))
    if var checkpoint = batch.checkpoint {
      checkpoint.counts = batch.checkpointCounts?(outcomes) ?? checkpoint.counts
      try ImportTable.store(checkpoint, replacing: batch.replacedCheckpoint, db)
    }
    return outcomes
  }

  private mutating func look(_ cache: inout StreakCache) throws {
    items.reserveCapacity(batch.chunk.records.count)
    for index in batch.chunk.records.indices {
      items.append(try item(of: batch.chunk.records[index], index, &cache))
    }
  }

  private func item(of record: Record, _ index: Int, _ cache: inout StreakCache) throws -> Item {
    let pairIndex = try pairs.index(of: record, everyDays: everyDays(record), &cache)
    let key = cache.entries[pairIndex].key
    guard let type = types.key(of: record.type),
      let number = ResultKey(record.day, pair: key, type: type)
    else { throw DamagedRow(detail: "a record's day, user, game or type cannot be stored") }
    var item = Item(
      index: index, pairIndex: pairIndex, number: number, day: record.day,
      state: ResultState.of(record),
      digest: record.contentHash)
    item.lineage.life = try refusals.life(of: record, db)
    item.lineage.add(replaced: refusals.marks(of: record))
    return item
  }

  private mutating func writeRecords(_ cache: inout StreakCache) throws {
    for item in items {
      guard let version = item.version else { continue }
      let record = batch.chunk.records[item.index]
      try records.insert(
        record.encodedFields, item: item.number.value, version: version, item.lineage)
      try pairs.update(item.pairIndex, game: record.game, everyDays: everyDays(record), &cache)
    }
  }

  private mutating func store(_ index: Int, _ cache: inout StreakCache) throws -> Verdict {
    let item = items[index]
    if expectsKnown, let found = try results.find(item.number) {
      return try compare(item, with: found, &cache)
    }
    if !batch.replaces, try isRefused(item), try results.find(item.number) == nil {
      return .deleted
    }
    expectsKnown = try !results.insert(item.number, item.row(clock.first &+ Int64(index)))
    guard expectsKnown else {
      try beginLaterLife(index)
      items[index].version = clock.version(of: index)
      if item.state.isCounted {
        cache.count(item.pairIndex, item.number, item.day, score(item))
      }
      return .added
    }
    guard let found = try results.find(item.number) else {
      throw DamagedRow(detail: "a result that exists cannot be found")
    }
    return try compare(item, with: found, &cache)
  }

  private mutating func compare(
    _ item: Item, with found: ResultTable.Row, _ cache: inout StreakCache
  ) throws -> Verdict {
    guard found.state.isResult else { return try bringBack(found, item, &cache) }
    // A suspect result does not count, so one that counts replaces it.
    let makesRoom = found.state == .suspect && item.state != .suspect
    if !makesRoom, found.digest == item.digest { return .duplicate }
    let record = batch.chunk.records[item.index]
    let known = try storedFields(found)
    let edit = Record.edit(record.encodedFields, of: known)
    // An edit of the stored message counts, also where another message has disputed the same.
    if !makesRoom, !batch.replaces, edit == .none,
      try disputes.contains(item.number, digest: item.digest)
    {
      guard try isAside(item) || isKnown(item, to: found, isAnotherReading: true) else {
        return try dispute(found, item, cache)
      }
      try settleDispute(item)
      return .settled
    }
    let agrees = Record.agree(known, record.encodedFields)
    if !makesRoom, agrees { return .duplicate }
    if edit == .older, !batch.replaces { return .duplicate }
    if !batch.replaces, try isAside(item) || isKnown(item, to: found) && !isAllowedAgain(item) {
      return .settled
    }
    let isEdit = try edit == .newer && item.state != .suspect && !isCorrected(found)
    guard makesRoom || batch.replaces || isEdit else {
      try disputes.add(record, item.number, seenAt: batch.now, action: storedAction())
      return try dispute(found, item, cache)
    }
    let replaced = makesRoom && !agrees ? try stored(found, item, cache) : nil
    try keep(found, item)
    try replace(found, with: item, &cache)
    if let replaced {
      try disputes.add(replaced, item.number, seenAt: batch.now, action: storedAction())
    }
    return .replaced
  }

  /// Stores a record where there is a tombstone, unless the user has deleted the same content.
  private mutating func bringBack(
    _ found: ResultTable.Row, _ item: Item, _ cache: inout StreakCache
  ) throws -> Verdict {
    if found.state == .deleted {
      let isDecided = try isAside(item) || isKnown(item, to: found)
      if !batch.replaces, try isDecided && !isTakenBack(item, found) {
        return try refuse(found)
      }
      try keep(found, item)
    } else if !batch.replaces, try isRefused(item) {
      return .deleted
    }
    try replace(found, with: item, &cache)
    return found.state == .deleted && batch.replaces ? .replaced : .added
  }

  /// Puts aside an open dispute that another device has opened by reading the same text, because somebody has decided
  /// against that text. Only the import shows that the other device has read the content and not corrected it.
  private mutating func settleDispute(_ item: Item) throws {
    guard let text = batch.chunk.records[item.index].textHash else { return }
    for row in try disputes.all(of: item.number)
    where row.digest == item.digest && Record.textHash(row.fields[...]) == text {
      guard let action = try storedAction() else { continue }
      try disputes.remove(item.number, digest: row.digest)
      try formers.insert(row, action: action, isAside: true)
    }
  }

  private func isAside(_ item: Item) throws -> Bool {
    try formers.isAside(
      item.number, digest: item.digest, batch.chunk.records[item.index].encodedFields,
      isRead: true) || isRefused(item)
  }

  /// What is brought back lives later than the deletion that nobody has sent.
  private mutating func beginLaterLife(_ index: Int) throws {
    let life = items[index].lineage.life
    // This is done for each new result, and the search copies the whole transaction.
    if refusals.haveOtherNames, let other = try lifeTakenBack(of: items[index]), other > life {
      items[index].lineage.life = (other | 1) + 1
      return
    }
    guard batch.replaces, life == 0, try isRefused(items[index]) else { return }
    items[index].lineage.life = 2
    items[index].lineage.revision = 0
  }

  /// Whether somebody has decided against the item's content or text where no record says so.
  private func isRefused(_ item: Item) throws -> Bool {
    try refused?.contains(batch.chunk.records[item.index], isRead: true) ?? false
  }

  /// Whether somebody had decided against the item's content or text, which was taken back.
  private func isAllowedAgain(_ item: Item) throws -> Bool {
    try refused?.isAllowedAgain(batch.chunk.records[item.index], isRead: true) ?? false
  }

  /// Whether the stored version was made in knowledge of the item's content or text, on whichever device: it was
  /// corrected, deleted or decided against.
  ///
  /// - Parameter isAnotherReading: Whether only the text counts, as another version of its rule has read it. A content
  ///   that was replaced can be an open dispute: a suspect one, or one whose rejection was taken back.
  private func isKnown(
    _ item: Item, to found: ResultTable.Row, isAnotherReading: Bool = false
  ) throws -> Bool {
    let lineage = try earlier(found).map { items[$0].lineage } ?? records.lineage(found.version)
    if isAnotherReading, lineage.replaced.contains(item.digest) { return false }
    return lineage.names(batch.chunk.records[item.index])
  }

  /// Whether somebody has put the stored content there by hand: an edited message does not replace it. What another
  /// device has corrected has the text of what it has replaced.
  private func isCorrected(_ row: ResultTable.Row) throws -> Bool {
    guard earlier(row) == nil else { return false }
    if try actions.isCorrection(row.version) { return true }
    guard let text = try Record.textHash(storedFields(row)) else { return false }
    return try records.lineage(row.version).replaced.contains(text)
  }

  /// Keeps what was stored before the action, for undoing it.
  private mutating func keep(_ found: ResultTable.Row, _ item: Item) throws {
    guard earlier(found) == nil, let action = try storedAction() else { return }
    let origin = try actions.writer(of: found.version)
    guard origin != action else { return }
    try formers.insert(
      FormerTable.Row(
        state: found.state, digest: found.digest, origin: origin,
        fields: try records.fields(found.version), seenAt: batch.now, item: item.number),
      action: action, isAside: false)
  }

  /// The number of the action, which is stored with the first thing that it brings.
  private mutating func storedAction() throws -> Int64? {
    guard let new = action else { return nil }
    if let number = new.number { return number }
    action?.number = try actions.insert(new, at: batch.now)
    return action?.number
  }

  private mutating func replace(
    _ row: ResultTable.Row, with item: Item, _ cache: inout StreakCache
  ) throws {
    let version = clock.version(of: item.index)
    items[item.index].version = version
    let hashes = row.hashes(try storedFields(row))
    let earlier = earlier(row)
    let lineage = try earlier.map { items[$0].lineage } ?? records.lineage(row.version)
    items[item.index].lineage = lineage.next(
      isDeletion: item.state.isDeletion(after: row.state, life: lineage.life), version: version,
      replacing: hashes)
    // What was there before a deletion may have been somebody else's first.
    if !row.state.isResult { items[item.index].lineage.formerNames = [] }
    // An import that was taken back and is made again overrules nothing that another device has decided meanwhile.
    if row.state == .withdrawn, !batch.replaces {
      let deletion = try lineage.stamp(version: row.version, thisDevice: devices())
      items[item.index].lineage.takeBack(
        deletion,
        of: item.row(version).hashes(batch.chunk.records[item.index].encodedFields))
    }
    items[item.index].lineage.add(
      replaced: refusals.marks(of: batch.chunk.records[item.index]))
    try beginLaterLife(item.index)
    if let earlier {
      items[earlier].version = nil
    } else {
      try records.remove(version: row.version)
    }
    try results.update(item.number, item.row(version))
    let settled = try disputes.settle(item.number, with: batch.chunk.records[item.index])
    if !settled.isEmpty, let action = try storedAction() {
      for row in settled { try formers.insert(row, action: action, isAside: false) }
    }
    cache.recount(item.pairIndex, item.number, item.state.isCounted ? score(item) : nil)
  }

  private mutating func devices() throws -> OwnDevices {
    if let known = ownDevices { return known }
    let found = try OwnDevices(db)
    ownDevices = found
    return found
  }

  /// The index of the record that the row refers to, if it is in this batch and not written yet.
  private func earlier(_ row: ResultTable.Row) -> Int? {
    let index = Int(row.version &- clock.first)
    return items.indices.contains(index) && items[index].version == row.version ? index : nil
  }

  private func score(_ item: Item) -> PlayedScore {
    PlayedScore(batch.chunk.records[item.index])
  }

  private func storedFields(_ row: ResultTable.Row) throws -> ArraySlice<UInt8> {
    if let earlier = earlier(row) { return batch.chunk.records[earlier].encodedFields }
    return try records.fields(row.version)[...]
  }

  private func stored(_ row: ResultTable.Row, _ item: Item, _ cache: StreakCache) throws -> Record {
    if let earlier = earlier(row) { return batch.chunk.records[earlier] }
    let entry = cache.entries[item.pairIndex]
    return try records.record(item.number, version: row.version, entry.pair, game: entry.game)
  }

  /// Keeps the stored result of the dispute for the outcome, up to the limit.
  private mutating func dispute(_ row: ResultTable.Row, _ item: Item, _ cache: StreakCache)
    throws -> Verdict
  {
    if firsts.count < Outcome.maximumFirsts {
      firsts[item.index] = try stored(row, item, cache)
    }
    return .disputed
  }

  private func everyDays(_ record: Record) -> Int {
    batch.everyDays.isEmpty ? 1 : batch.everyDays[record.gameId] ?? 1
  }

  private func outcomes(_ cache: StreakCache) throws -> [Outcome] {
    let last = batch.now.latestDay
    var shorter: [Int: Streak] = [:]
    return items.map { item in
      let entry = cache.entries[item.pairIndex]
      guard let played = entry.streak.lastPlayed, played > last else {
        return outcome(item, entry.streak)
      }
      let streak =
        shorter[item.pairIndex]
        ?? entry.days?.streak(everyDays: entry.streak.everyDays, upTo: last) ?? entry.streak
      shorter[item.pairIndex] = streak
      return outcome(item, streak)
    }
  }

  private func outcome(_ item: Item, _ streak: Streak) -> Outcome {
    switch item.verdict {
    case .added: .added(streak)
    case .duplicate: .duplicate(streak)
    case .replaced: .replaced(streak)
    case .disputed: .disputed(first: firsts[item.index], streak)
    case .settled: .settled(streak)
    case .deleted: .deleted
    }
  }
}
