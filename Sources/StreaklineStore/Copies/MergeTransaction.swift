internal import GRDB
internal import StreaklineCore

/// Merges what a remote says into the tables, inside one transaction.
struct MergeTransaction {
  let db: Database
  let types: ResultTypes
  let page: ArrivalPage
  let pipeline: Int64
  let now: Instant
  let copies: CopyTable
  let strays: StrayTable
  let deliveries: DeliveryTable
  let documents: DocumentTable
  let thisDevice: OwnDevices
  private let zone: ZoneTable.Row
  let decisions: Decisions
  let namesTakenBack: NamesTakenBack
  /// The names of records that were erased here and that the remote still has to delete.
  let erasedThere: Set<String>
  var corrections: CorrectionTransaction
  var counts = MergeCounts()
  private var action: Int64?

  init(
    _ db: Database, _ types: ResultTypes, _ page: ArrivalPage, _ pipeline: Int64,
    _ zone: ZoneTable.Row, now: Instant
  ) throws {
    self.db = db
    self.types = types
    self.page = page
    self.pipeline = pipeline
    self.zone = zone
    self.now = now
    copies = try CopyTable(db, zone)
    strays = try StrayTable(db, zone)
    deliveries = try DeliveryTable(db, pipeline: pipeline)
    documents = try DocumentTable(db)
    decisions = try DecisionTable.active(db)
    namesTakenBack = try NamesTakenBack(DecisionTable.held(db), decisions)
    erasedThere =
      decisions.hasErasures
      ? try String.fetchSet(
        db.cachedStatement(sql: "SELECT name FROM erasure WHERE pipeline = ? AND zone = ?"),
        arguments: [pipeline, page.zone]) : []
    corrections = try CorrectionTransaction(db, types, now: now)
    thisDevice = try OwnDevices(db)
  }

  mutating func run(_ cache: inout StreakCache) throws -> MergeCounts {
    try notePeers()
    for arrival in page.arrivals where try !wasDeletedLater(arrival) {
      if isRefused(arrival) {
        try refuse(arrival)
        continue
      }
      switch arrival.content {
      case .result(let record): try merge(record, arrival, &cache)
      case .document(let document): try merge(document, arrival)
      case .foreign where arrival.isOverwritten: break
      case .foreign: try keepForeign(arrival)
      case .deletion: break
      }
    }
    // One page may hold a record and also its deletion, so deletions are looked up after all records.
    let named = try itemsByOwnNames()
    for arrival in page.arrivals {
      if arrival.isOverwritten { try restore(arrival, named[arrival.name]) }
      if case .deletion = arrival.content { try delete(arrival, named[arrival.name], &cache) }
    }
    if let progress = page.progress { try advance(progress, &cache) }
    try corrections.finish(&cache)
    return counts
  }

  /// Stores the token. At the end of a round, what was not met is gone.
  private mutating func advance(
    _ progress: ArrivalPage.Progress, _ cache: inout StreakCache
  ) throws {
    var state = zone.state
    state.token = progress.token
    if !progress.hasMore, !state.isWhole {
      try strays.removeNotMet(db)
      if page.tellsDeletionsByAbsence {
        let items = try lostItems()
        if page.asksBeforeDeleting, !items.isEmpty {
          counts.unmet = try items.compactMap(nameThere)
          return
        }
        guard try page.acceptsDeletions || !isTooMuch(items.count) else {
          counts.missing = items.count
          return
        }
        try deleteLost(items, &cache)
      }
      state.isWhole = true
    }
    try ZoneTable.save(state, zone.key, db)
  }

  /// The items whose records were not met in this round. Those of which the user has said that the remote
  /// may have lost them are sent again.
  private func lostItems() throws -> [Int64] {
    try copies.itemsNotMet(db).filter { item in
      let copy = try copies.find(item)
      if copy?.version == ZoneCopy.perhapsLost, !page.isZoneGone {
        try copies.remove(item)
        return false
      }
      guard let name = try nameThere(item) else { return false }
      // It is there, but the pipeline does not want it any more.
      let stray = try strays.find(name)
      return stray?.isGone ?? true
    }
  }

  /// The name of an item's record at the remote.
  private func nameThere(_ item: Int64) throws -> String? {
    try copies.find(item)?.name ?? identity(of: item).flatMap(page.ownName)
  }

  /// Whether so much is missing that the remote may have lost it.
  private func isTooMuch(_ lost: Int) throws -> Bool {
    try lost > Self.mostLost && 2 * lost > copies.count(db)
  }

  /// As many records can be missing without a question to the user.
  private static let mostLost = 20

  /// Deletes the items whose records are no longer there.
  private mutating func deleteLost(_ items: [Int64], _ cache: inout StreakCache) throws {
    for item in items {
      guard let name = try nameThere(item) else { continue }
      let isOwnName = try copies.find(item)?.name == nil
      try delete(Arrival(name: name, isOwnName: isOwnName, .deletion, item: item), nil, &cache)
    }
  }

  private mutating func keepForeign(_ arrival: Arrival) throws {
    counts.foreign += 1
    try strays.save(
      StrayTable.Row(
        tag: arrival.tag, base: arrival.others.map { String(json: .object($0)) }),
      arrival.name)
  }

  /// Sends what is stored here again, over what somebody else has written in its place.
  private mutating func restore(_ arrival: Arrival, _ named: Int64?) throws {
    let known = try copies.find(name: arrival.name)?.item
    guard let item = arrival.item ?? known ?? named, let current = try current(item) else {
      return try keepForeign(arrival)
    }
    counts.foreign += 1
    var copy = try copies.find(item) ?? ZoneCopy(name: nil, version: 0)
    copy.tag = arrival.tag
    copy.version = 0
    copy.isGone = false
    copy.base = nil
    try copies.save(copy, item)
    try sendAgain(item, current.version)
  }

  /// The items of deleted or overwritten records that have the pipeline's own names, by name.
  private mutating func itemsByOwnNames() throws -> [String: Int64] {
    var names: Set<String> = []
    // A deletion of a later life says something new of what was deleted before, and so does one that knows, beside the
    // new name of the person, of contents against which somebody has decided.
    var saysMore = false
    for arrival in page.arrivals {
      if case .deletion = arrival.content {} else if !arrival.isOverwritten { continue }
      guard arrival.item == nil, try copies.find(name: arrival.name) == nil else { continue }
      // A name may be given anew after its record was deleted.
      let stray = try strays.find(arrival.name)
      if stray == nil || stray?.isGone == true { names.insert(arrival.name) }
      if let stamp = arrival.stamp,
        stamp.life > 1
          || stamp.replaced.contains(Lineage.moved) && !Lineage.decided(stamp.replaced).isEmpty
      {
        saysMore = true
      }
    }
    guard !names.isEmpty else { return [:] }
    var items: [String: Int64] = [:]
    _ = try copies.items(db, withGone: saysMore) { item in
      guard let name = try identity(of: item).flatMap(page.ownName), names.contains(name) else {
        return false
      }
      items[name] = item
      return true
    }
    return items
  }

  private func identity(of item: Int64) throws -> ItemIdentity? {
    guard item > 0 else {
      return try documents.identity(ofKey: -item).map { .document(type: $0.type, name: $0.name) }
    }
    let number = ResultKey(item)
    let pair = try corrections.pairs.entry(ofKey: number.pair).pair
    guard let type = types.type(of: number), let day = Day(dateInt: number.dateInt) else {
      return nil
    }
    return .result(
      type: type.name, CompositeID(userId: pair.user, day: day, gameId: pair.gameID))
  }

  /// The number of the action to which the changes of this transaction belong.
  mutating func storedAction() throws -> Int64 {
    if let action { return action }
    let new = try corrections.actions.insert(
      NewAction(.synced, ["pipeline": .string(page.pipeline)]), at: now)
    action = new
    return new
  }

  func policy(_ type: String) -> MergePolicy? { page.policies[type] }

  /// Lets a version that stays here be sent, also when the pipeline has read beyond it, or when it is a
  /// deletion of what the pipeline has never sent.
  func sendAgain(_ item: Int64, _ version: Int64) throws {
    try deliveries.sendAgain(item, version, at: page.resendingAt ?? now)
  }

  /// Notes that the remote holds what is stored here as `version`.
  func note(_ arrival: Arrival, _ item: Int64, version: Int64, base: String? = nil) throws {
    try copies.save(
      ZoneCopy(
        name: arrival.isOwnName ? nil : arrival.name, tag: arrival.tag, version: version,
        base: base ?? ZoneCopy.base(others: arrival.others)), item)
  }

  /// Whether the record was deleted in this life or a later one. Logs of several devices arrive in any
  /// order, so the deletion may be known before the record.
  private func wasDeletedLater(_ arrival: Arrival) throws -> Bool {
    if case .deletion = arrival.content { return false }
    // The names of what was deleted are added after all records.
    guard !strays.wasEmpty else { return false }
    guard let stray = try strays.find(arrival.name), stray.isGone else { return false }
    if let stamp = arrival.stamp, stamp.life < stray.life { return true }
    try strays.remove(arrival.name)
    return false
  }

  /// Whether the record is a second name of an item; then it is kept as such. One name is that of the
  /// item, the same on all devices: the pipeline's own, else the least.
  mutating func isSecondName(
    _ arrival: Arrival, _ copy: ZoneCopy?, _ item: Int64, type: String
  ) throws -> Bool {
    guard let copy, !copy.isGone else { return false }
    guard (arrival.isOwnName ? nil : arrival.name) != copy.name,
      let known = try copy.name ?? identity(of: item).flatMap(page.ownName)
    else { return false }
    let isFirst =
      page.namesByDevice.contains(type) || !arrival.isOwnName && copy.name != nil
      ? arrival.name < known : arrival.isOwnName
    let (second, tag) = isFirst ? (known, copy.tag) : (arrival.name, arrival.tag)
    try strays.save(StrayTable.Row(item: item, tag: tag), second)
    return !isFirst
  }

  /// Whether the remote still has the item of a deleted record under another name. That is its name from
  /// now on: an item is gone when its last name is. What was deleted here is deleted there, too.
  func hasSecondName(_ item: Int64, _ arrival: Arrival) throws -> Bool {
    guard arrival.stamp == nil, let copy = try copies.find(item), !copy.isGone,
      var second = try strays.takeSecondName(of: item, copy), let current = try current(item)
    else { return false }
    second.version = 0
    // What is there under that name may differ from what is here. Sent without a tag, ours is answered
    // with what is there, and both are merged.
    if !current.isDeleted { second.tag = nil }
    try copies.save(second, item)
    try sendAgain(item, current.version)
    return true
  }

  private func current(_ item: Int64) throws -> (version: Int64, isDeleted: Bool)? {
    if item > 0 {
      let row = try corrections.find(ResultKey(item))?.row
      return row.map { ($0.version, !$0.state.isResult) }
    }
    guard let identity = try documents.identity(ofKey: -item),
      let row = try documents.find(type: identity.type, name: identity.name)
    else { return nil }
    return (row.version, row.state == .deleted)
  }
}
