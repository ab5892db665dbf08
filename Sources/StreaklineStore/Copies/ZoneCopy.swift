internal import GRDB
internal import StreaklineCore

/// What a remote is known to hold of an item.
package struct ZoneCopy: Hashable, Sendable {
  /// The record's name there; `nil` for the one that the pipeline's template gives in its first life.
  package var name: String?
  /// The remote's change tag.
  package var tag: String?
  /// The version here that says the same; 0 when none does, and ``perhapsLost``.
  package var version: Int64
  /// Whether the record was deleted there.
  package var isGone: Bool
  /// What is kept of the record there, as JSON; `nil` when nothing is.
  package var base: String?

  /// The version of a copy that the remote may have lost: the user has said so.
  package static let perhapsLost: Int64 = -1

  package init(
    name: String? = nil, tag: String? = nil, version: Int64, isGone: Bool = false,
    base: String? = nil
  ) {
    self.name = name
    self.tag = tag
    self.version = version
    self.isGone = isGone
    self.base = base
  }
}

/// A zone of a remote, as far as it was pulled.
package struct ZoneState: Hashable, Sendable {
  /// What was pulled last; `nil` to start from the beginning.
  package var token: [UInt8]?
  /// How often the zone was pulled from its beginning.
  package var round: Int
  /// Whether everything was pulled once in this round.
  package var isWhole: Bool

  /// What a zone that others share is asked for from its beginning: it is not created when it is missing.
  package static let joined = Array("joined".utf8)
}

/// The table `zone`.
enum ZoneTable {
  struct Row {
    let key: Int64
    let state: ZoneState
  }

  /// The row of a pipeline's zone. A new zone gets one.
  static func row(_ name: String, of pipeline: Int64, _ db: Database) throws -> Row {
    if let row = try find(name, of: pipeline, db) { return row }
    let insertion = try RowStatement(
      db,
      """
      INSERT INTO zone (pipeline, name, token, round, isWhole, checksum) VALUES (?, ?, ?, ?, ?, ?)
      """)
    insertion.bindWithChecksum(
      .number(pipeline), .text(name), .text(nil), .number(1), .number(0))
    try insertion.run()
    return Row(
      key: insertion.insertedKey, state: ZoneState(token: nil, round: 1, isWhole: false))
  }

  /// Lets a zone be pulled from its beginning.
  ///
  /// - Parameter token: What the remote takes for the beginning.
  static func startRound(
    _ name: String, of pipeline: Int64, token: [UInt8]? = nil, _ db: Database
  ) throws {
    let row = try row(name, of: pipeline, db)
    try save(
      ZoneState(token: token, round: row.state.round + 1, isWhole: false), row.key, db)
  }

  /// Lets all zones of remotes without an account be pulled from their beginning.
  static func startRounds(_ db: Database) throws {
    let rows = try RowStatement(
      db,
      """
      SELECT zone.name, pipeline FROM zone JOIN pipeline ON pipeline.key = pipeline
      WHERE account IS NULL
      """)
    var zones: [(name: String, pipeline: Int64)] = []
    while try rows.next() {
      if let name = rows.text(0), let pipeline = rows.number(1) { zones.append((name, pipeline)) }
    }
    for zone in zones { try startRound(zone.name, of: zone.pipeline, db) }
  }

  static func find(_ name: String, of pipeline: Int64, _ db: Database) throws -> Row? {
    let rows = try RowStatement(
      db, "SELECT key, token, round, isWhole FROM zone WHERE pipeline = ? AND name = ?")
    rows.bind(1, pipeline)
    rows.bind(2, name)
    guard try rows.next() else { return nil }
    defer { rows.reset() }
    let token = rows.text(1)
    guard let key = rows.number(0), let round = rows.number(2),
      token == nil || bytes(hexadecimal: token ?? "") != nil
    else { throw DamagedRow(detail: "a zone cannot be read") }
    return Row(
      key: key,
      state: ZoneState(
        token: token.flatMap(bytes(hexadecimal:)), round: Int(round),
        isWhole: rows.number(3) == 1))
  }

  static func save(_ state: ZoneState, _ key: Int64, _ db: Database) throws {
    let token = state.token.map { bytes in
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let update = """
      UPDATE zone SET token = ?1, round = ?2, isWhole = ?3,
        checksum = rowChecksum(pipeline, name, ?1, ?2, ?3) WHERE key = ?4
      """
    try db.cachedStatement(sql: update)
      .execute(arguments: [token, state.round, state.isWhole ? 1 : 0, key])
  }

  private static func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard
        let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// The table `copy`, for one zone.
struct CopyTable {
  let zone: ZoneTable.Row
  private let search: RowStatement
  private let named: RowStatement
  private let saving: RowStatement
  private let removal: RowStatement

  private static let columns = "name, tag, version, isGone, base"

  init(_ db: Database, _ zone: ZoneTable.Row) throws {
    self.zone = zone
    search = try RowStatement(
      db, "SELECT \(Self.columns) FROM copy WHERE zone = ? AND item = ?")
    named = try RowStatement(
      db, "SELECT \(Self.columns), item FROM copy WHERE zone = ? AND name = ?")
    saving = try RowStatement(
      db, "INSERT OR REPLACE INTO copy VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    removal = try RowStatement(db, "DELETE FROM copy WHERE zone = ? AND item = ?")
  }

  func find(_ item: Int64) throws -> ZoneCopy? {
    search.bind(1, zone.key)
    search.bind(2, item)
    guard try search.next() else { return nil }
    defer { search.reset() }
    return ZoneCopy(row: search)
  }

  /// The item that has another name there than the pipeline's own.
  func find(name: String) throws -> (item: Int64, copy: ZoneCopy)? {
    named.bind(1, zone.key)
    named.bind(2, name)
    guard try named.next(), let item = named.number(5) else { return nil }
    defer { named.reset() }
    return (item, ZoneCopy(row: named))
  }

  func save(_ copy: ZoneCopy, _ item: Int64) throws {
    saving.bindWithChecksum(
      .number(zone.key), .number(item), .text(copy.name), .text(copy.tag), .number(copy.version),
      .number(Int64(zone.state.round)), .number(copy.isGone ? 1 : 0), .text(copy.base))
    try saving.run()
  }

  /// Forgets that the remote holds what is stored here, so that it is sent again, and starts a new round.
  static func distrust(_ pipeline: Int64, _ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE copy SET version = ?1,
          checksum = rowChecksum(zone, item, name, tag, ?1, round, isGone, base)
        WHERE zone IN (SELECT key FROM zone WHERE pipeline = ?2)
        """, arguments: [ZoneCopy.perhapsLost, pipeline])
    let select = "SELECT name FROM zone WHERE pipeline = ?"
    for name in try String.fetchAll(db.cachedStatement(sql: select), arguments: [pipeline]) {
      try ZoneTable.startRound(name, of: pipeline, db)
    }
  }

  /// Forgets what the remote is known to hold of an item.
  func remove(_ item: Int64) throws {
    removal.bind(1, zone.key)
    removal.bind(2, item)
    try removal.run()
  }

  /// How many records the zone has as far as is known.
  func count(_ db: Database) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM copy WHERE zone = ? AND isGone = 0", arguments: [zone.key])
      ?? 0
  }

  /// The items whose copies have the pipeline's own name, and whose name is asked for.
  ///
  /// - Parameter withGone: Whether also those that are deleted at the remote.
  func items(_ db: Database, withGone: Bool, where isAskedFor: (Int64) throws -> Bool) throws
    -> [Int64]
  {
    let rows = try RowStatement(
      db, "SELECT item FROM copy WHERE zone = ? AND name IS NULL AND isGone <= ?")
    rows.bind(1, zone.key)
    rows.bind(2, withGone ? 1 : 0)
    var items: [Int64] = []
    while try rows.next() {
      if let item = rows.number(0), try isAskedFor(item) { items.append(item) }
    }
    return items
  }

  /// The items that were not met in this round: they are no longer there.
  func itemsNotMet(_ db: Database) throws -> [Int64] {
    let rows = try RowStatement(
      db, "SELECT item FROM copy WHERE zone = ? AND round < ? AND isGone = 0")
    rows.bind(1, zone.key)
    rows.bind(2, zone.state.round)
    var items: [Int64] = []
    while try rows.next() { items.append(rows.number(0) ?? 0) }
    return items
  }
}

extension ZoneCopy {
  /// Reads the columns name, tag, version, isGone and base, the first of the row.
  fileprivate init(row: RowStatement) {
    self.init(
      name: row.text(0), tag: row.text(1), version: row.number(2) ?? 0, isGone: row.number(3) == 1,
      base: row.text(4))
  }
}

/// What a pipeline's remote holds, for reading the change feed.
struct FeedCopies {
  private let zones: [CopyTable]

  init(_ db: Database, _ pipeline: String) throws {
    guard let key = try PipelineTable.key(of: pipeline, db) else {
      zones = []
      return
    }
    let select = "SELECT name FROM zone WHERE pipeline = ? ORDER BY key"
    let names = try String.fetchAll(db.cachedStatement(sql: select), arguments: [key])
    zones = try names.compactMap { try ZoneTable.find($0, of: key, db) }
      .map { try CopyTable(db, $0) }
  }

  /// Whether it is kept what the remote holds, because the pipeline pulls from it.
  var areKept: Bool { !zones.isEmpty }

  /// What the remote holds of the item.
  func find(_ item: Int64) throws -> ZoneCopy? {
    for zone in zones {
      if let copy = try zone.find(item) { return copy }
    }
    return nil
  }
}

/// The table `stray`, for one zone.
struct StrayTable {
  /// A record at a remote that is no item of ours.
  struct Row {
    var item: Int64?
    var tag: String?
    var isGone = false
    /// Of a deleted record, the life of its deletion, which is odd.
    var life = 0
    /// Of a foreign record, its fields; of a deleted one, what the deletion has replaced.
    var base: String?

    /// The stamp of the deletion, as far as it is kept.
    var deletion: Stamp {
      let replaced = base.flatMap { try? readJSON(Array($0.utf8)).object?["replaced"] }
      return Stamp(
        time: Instant(milliseconds: 0), device: "", life: life,
        replaced: Stamp.replaced(json: replaced))
    }

    /// Notes that the record was deleted.
    mutating func delete(_ stamp: Stamp?) {
      isGone = true
      tag = nil
      life = max(life, stamp?.life ?? 1)
      base = nil
      if let stamp, !stamp.replaced.isEmpty {
        base = String(json: .object(["replaced": stamp.replacedJSON]))
      }
    }
  }

  private let zone: ZoneTable.Row
  /// Whether the zone had no strays when the table was opened.
  let wasEmpty: Bool
  private let search: RowStatement
  private let saving: RowStatement
  private let removal: RowStatement
  private let byItem: RowStatement

  init(_ db: Database, _ zone: ZoneTable.Row) throws {
    self.zone = zone
    search = try RowStatement(
      db, "SELECT item, tag, isGone, life, base FROM stray WHERE zone = ? AND name = ?")
    byItem = try RowStatement(
      db,
      """
      SELECT name, tag FROM stray WHERE zone = ? AND item = ? AND isGone = 0
      ORDER BY name LIMIT 1
      """)
    saving = try RowStatement(
      db, "INSERT OR REPLACE INTO stray VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    removal = try RowStatement(db, "DELETE FROM stray WHERE zone = ? AND name = ?")
    let any = try RowStatement(db, "SELECT 1 FROM stray WHERE zone = ? LIMIT 1")
    any.bind(1, zone.key)
    wasEmpty = try !any.next()
    any.reset()
  }

  func find(_ name: String) throws -> Row? {
    search.bind(1, zone.key)
    search.bind(2, name)
    guard try search.next() else { return nil }
    defer { search.reset() }
    return Row(
      item: search.number(0), tag: search.text(1), isGone: search.number(2) == 1,
      life: Int(search.number(3) ?? 0), base: search.text(4))
  }

  func save(_ row: Row, _ name: String) throws {
    saving.bindWithChecksum(
      .number(zone.key), .text(name), .number(row.item), .text(row.tag),
      .number(Int64(zone.state.round)), .number(row.isGone ? 1 : 0), .number(Int64(row.life)),
      .text(row.base))
    try saving.run()
  }

  /// Takes the name that an item has there besides the one that was deleted; `nil` when there is none.
  ///
  /// - Returns: The item's copy under that name.
  func takeSecondName(of item: Int64, _ copy: ZoneCopy) throws -> ZoneCopy? {
    byItem.bind(1, zone.key)
    byItem.bind(2, item)
    guard try byItem.next(), let name = byItem.text(0) else { return nil }
    var second = copy
    second.name = name
    second.tag = byItem.text(1)
    second.isGone = false
    byItem.reset()
    try remove(name)
    return second
  }

  func remove(_ name: String) throws {
    removal.bind(1, zone.key)
    removal.bind(2, name)
    try removal.run()
  }

  /// Forgets what was not met in this round, but for the names of what was deleted.
  func removeNotMet(_ db: Database) throws {
    try db.execute(
      sql: "DELETE FROM stray WHERE zone = ? AND round < ? AND isGone = 0",
      arguments: [zone.key, zone.state.round])
  }
}
