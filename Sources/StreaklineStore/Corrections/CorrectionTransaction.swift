internal import GRDB
internal import StreaklineCore

/// Changes results one by one, inside one transaction, and keeps what they were before.
struct CorrectionTransaction {
  /// What is written in the place of a result.
  enum Content {
    case result(Record)
    /// The user has deleted it: an import does not bring the same content back.
    case deleted
    /// It is as if it had never been there.
    case withdrawn

    var isWithdrawn: Bool {
      if case .withdrawn = self { true } else { false }
    }

    fileprivate var fields: ArraySlice<UInt8> {
      if case .result(let record) = self { record.encodedFields } else { [] }
    }
  }

  /// A result that was found.
  struct Found {
    let number: ResultKey
    let row: ResultTable.Row
    /// The result; without fields if there is only a tombstone.
    let record: Record
  }

  let db: Database
  let types: ResultTypes
  let now: Instant
  let results: ResultTable
  let pairs: StreakTable
  let records: RecordRows
  let disputes: DisputeTable
  let formers: FormerTable
  let actions: ActionTable
  let lives: FirstLives
  private var clock: VersionClock
  private var count = 0
  /// The versions that were written for an action and are not noted yet.
  private var open: (action: Int64?, versions: ClosedRange<Int64>)?
  /// By the action for whose undoing a content is kept and by its item, the names under which it was stored first.
  private var keptNames: [Int64: [ResultKey: [Int64]]] = [:]
  /// Where the user gives a person the name of somebody who was erased: the marks of these erasures. A result that has
  /// them is not erased.
  var broughtBack: [Int64] = []
  /// The names of contents against which the user has decided and of which no record tells others.
  var refused: [String] = []

  init(_ db: Database, _ types: ResultTypes, now: Instant) throws {
    self.db = db
    self.types = types
    self.now = now
    results = try ResultTable(db)
    pairs = try StreakTable(db)
    records = try RecordRows(db, types)
    disputes = try DisputeTable(db, types)
    formers = try FormerTable(db)
    actions = try ActionTable(db)
    lives = FirstLives(db)
    clock = try VersionClock(db, now: now)
  }

  /// The results of an id, at most one of each type, also deleted ones.
  func find(_ id: CompositeID) throws -> [Found] {
    let pair = StreakKey(user: normalFormC(id.userId), gameID: id.gameId)
    guard let entry = try pairs.entry(of: pair) else { return [] }
    return try types.all.compactMap { type in
      guard let key = types.key(of: type.name),
        let number = ResultKey(id.day, pair: entry.key, type: key)
      else { return nil }
      return try find(number)
    }
  }

  func find(_ number: ResultKey) throws -> Found? {
    guard let row = try results.find(number) else { return nil }
    let pair = try pairs.entry(ofKey: number.pair)
    return Found(
      number: number, row: row,
      record: try records.record(number, version: row.version, pair.pair, game: pair.game))
  }

  /// Keeps what a result is now, for undoing the action.
  mutating func keep(_ found: Found, for action: Int64, isAside: Bool) throws {
    let names = try records.lineage(found.row.version).formerNames
    if !names.isEmpty { keptNames[action, default: [:]][found.number] = names }
    try formers.insert(
      FormerTable.Row(
        state: found.row.state, digest: found.row.digest,
        origin: try actions.writer(of: found.row.version),
        fields: Array(found.record.encodedFields), seenAt: now, item: found.number),
      action: action, isAside: isAside && found.row.state.isResult)
  }

  /// Keeps under which names a result was stored first, also where that is only the present one.
  mutating func keepNames(of found: Found, for action: Int64) throws {
    keptNames[action, default: [:]][found.number] = try records.lineage(found.row.version)
      .names(under: found.record.userId)
  }

  /// Puts the disputes aside that other versions of rules have read from a text against which the user has decided.
  func putAside(readLike record: Record, at number: ResultKey, for action: Int64) throws {
    guard let text = record.textHash else { return }
    for dispute in try disputes.all(of: number)
    where try Record.textHash(dispute.fields[...]) == text && isRead(dispute) {
      try disputes.remove(number, digest: dispute.digest)
      try formers.insert(dispute, action: action, isAside: true)
    }
  }

  /// Whether a dispute was read from a text here, and so is known by its text: what somebody has corrected has the
  /// same text as what was read.
  func isRead(_ dispute: FormerTable.Row) throws -> Bool {
    try dispute.origin.flatMap(actions.find)?.kind == .imported
  }

  /// Writes the new content of an item, which may be new.
  ///
  /// - Parameters:
  ///   - action: The action that has brought the content.
  ///   - origin: The lineage of a content that came from elsewhere; `nil` for a change that is made
  ///     here.
  ///   - refused: By what contents are known that the change decides against, besides the one that it replaces.
  ///   - life: The life of the content under another name, which it has at least here, too.
  ///   - madeAt: When a content was made that only comes to another place, so that it does not seem newer than an
  ///     erasure of which this device has not heard; `nil` for one that is made now.
  ///   - names: Under which names the content was stored first, as ``Lineage/names(under:)`` gives them; `nil` where
  ///     that does not change.
  ///   - takesBack: Whether the content is there again because its deletion is taken back, so that deletions and
  ///     corrections hold of which this device does not know.
  ///   - pairIndex: The index of the item's pair in the cache, where the caller has it.
  /// - Returns: The new version.
  @discardableResult
  mutating func write(
    _ content: Content, at number: ResultKey, for action: Int64?, from origin: Lineage? = nil,
    against refused: [Int64] = [], atLeast life: Int = 0, madeAt: Instant? = nil,
    names: [Int64]? = nil, takesBack: Bool = false, pairIndex: Int? = nil,
    _ cache: inout StreakCache
  ) throws -> Int64 {
    let version = nextVersion()
    try note(version, action)
    let row: ResultTable.Row
    switch content {
    case .result(let record):
      row = ResultTable.Row(
        version: version, state: .of(record), digest: record.contentHash)
    case .deleted: row = ResultTable.Row(version: version, state: .deleted, digest: 0)
    case .withdrawn: row = ResultTable.Row(version: version, state: .withdrawn, digest: 0)
    }
    let isNew = try results.insert(number, row)
    var lineage = origin ?? .first
    if !isNew, let before = try results.find(number) {
      lineage = try origin ?? next(before, row.state, version)
      if !row.state.isResult, !before.state.isResult {
        lineage.isErased = try records.lineage(before.version).isErased
      }
      if takesBack, row.state.isResult, !before.state.isResult {
        try lineage.takeBack(deletion(before), of: row.hashes(content.fields))
      }
      try records.remove(version: before.version)
      try results.update(number, row)
    }
    if isNew, origin == nil {
      lineage.life = try firstLife(at: number)
    }
    lineage.add(replaced: refused)
    if case .withdrawn = content, !refused.contains(where: Lineage.saysWhyTakenAway) {
      lineage.add(replaced: [Lineage.withdrawn])
    }
    if lineage.life < life { (lineage.life, lineage.revision) = (life, 0) }
    if let madeAt { lineage.time = madeAt }
    if let names {
      try lineage.set(names: names, under: pairs.entry(ofKey: number.pair).pair.user)
    }
    if case .result(let record) = content {
      try records.insert(record.encodedFields, item: number.value, version: version, lineage)
    } else {
      if lineage.life % 2 == 0 { lineage.life += 1 }
      try records.insertTombstone(item: number.value, version: version, at: now, lineage)
    }
    let index = try pairIndex ?? index(ofPair: number.pair, &cache)
    var score: PlayedScore?
    if case .result(let record) = content, row.state.isCounted { score = PlayedScore(record) }
    if isNew, let score, let day = Day(dateInt: number.dateInt) {
      cache.count(index, number, day, score)
    } else {
      cache.recount(index, number, score)
    }
    return version
  }

  /// The lineage of a change that is made here.
  private func next(_ before: ResultTable.Row, _ state: ResultState, _ version: Int64) throws
    -> Lineage
  {
    let lineage = try records.lineage(before.version)
    let fields = before.state.isResult ? try records.fields(before.version) : []
    return lineage.next(
      isDeletion: state.isDeletion(after: before.state, life: lineage.life), version: version,
      replacing: before.hashes(fields[...]))
  }

  private func deletion(_ row: ResultTable.Row) throws -> Stamp {
    try records.lineage(row.version).stamp(version: row.version, thisDevice: OwnDevices(db))
  }

  private func index(ofPair key: Int64, _ cache: inout StreakCache) throws -> Int {
    let pair = try pairs.entry(ofKey: key)
    return cache.index(of: pair.pair) ?? cache.add(pair)
  }

  /// Writes a result on another day than the one of which it was.
  ///
  /// - Throws: ``DamagedRow`` for a day that cannot be stored, or that has a result.
  mutating func add(
    _ record: Record, beside old: ResultKey, for action: Int64, _ cache: inout StreakCache
  ) throws {
    guard let target = ResultKey(record.day, pair: old.pair, type: old.type) else {
      throw DamagedRow(detail: "a record's day cannot be stored")
    }
    if let found = try find(target), found.row.state != .withdrawn {
      guard !found.row.state.isResult else {
        throw DamagedRow(detail: "a result is stored on the day to which another one is moved")
      }
      try keep(found, for: action, isAside: false)
    }
    try write(.result(record), at: target, for: action, &cache)
    try settle(target, with: record, for: action)
  }

  /// Removes the disputes that agree with the result that is now stored, and keeps them for undoing.
  func settle(_ number: ResultKey, with record: Record, for action: Int64) throws {
    for dispute in try disputes.settle(number, with: record) {
      try formers.insert(dispute, action: action, isAside: false)
    }
  }

  /// A version for an item that the caller writes itself.
  mutating func nextVersion() -> Int64 {
    defer { count += 1 }
    return clock.version(of: count)
  }

  private mutating func note(_ version: Int64, _ action: Int64?) throws {
    if let current = open, current.action == action, current.versions.upperBound == version - 1 {
      open = (action, current.versions.lowerBound...version)
    } else {
      try noteOpen()
      open = (action, version...version)
    }
  }

  private mutating func noteOpen() throws {
    if let current = open, let action = current.action {
      try actions.add(current.versions, to: action)
    }
    open = nil
  }

  private mutating func noteKeptNames() throws {
    for (number, names) in keptNames {
      guard var action = try actions.find(number) else { continue }
      var noted = action.detail[Action.formerNames]?.object ?? [:]
      for (item, hashes) in names.sorted(by: { $0.key.value < $1.key.value }) {
        noted[String(item.value)] = .list(hashes.map { .int(Int($0)) })
      }
      action.detail[Action.formerNames] = .object(noted)
      try actions.save(action)
    }
    keptNames = [:]
  }

  /// Call this at the end.
  mutating func finish(_ cache: inout StreakCache) throws {
    try noteOpen()
    try noteKeptNames()
    try clock.save(db)
    try pairs.save(&cache)
    cache.endBatch()
  }
}
