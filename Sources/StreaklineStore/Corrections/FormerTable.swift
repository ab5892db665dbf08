internal import GRDB
internal import StreaklineCore

/// The table `former`: what actions have replaced or removed, so that they can be undone.
struct FormerTable {
  struct Row {
    /// What a result was. `nil` for the content of a dispute.
    let state: ResultState?
    let digest: Int64
    /// The action that has brought the content, if it is known.
    let origin: Int64?
    let fields: [UInt8]
    let seenAt: Instant
    let item: ResultKey
  }

  /// What an item was before an action.
  struct Kept {
    let row: Row
    let action: Int64
    /// Whether the row was first kept for another item. It came along when that item's result got this one's name.
    let hasMoved: Bool
  }

  /// The bit of the column `isAside` that says ``Kept/hasMoved``.
  private static let moved: Int64 = 2

  private let insertion: RowStatement
  private let aside: RowStatement
  private let ofItem: RowStatement
  private let ofAction: RowStatement
  private let acceptances: RowStatement
  private let contents: RowStatement
  private let removal: RowStatement
  private let movable: RowStatement
  private let change: RowStatement
  private let itemRemoval: RowStatement
  private let replaced: RowStatement
  private static let columns = "state, digest, origin, fields, seenAt, item"

  init(_ db: Database) throws {
    insertion = try RowStatement(
      db,
      """
      INSERT INTO former (action, item, state, digest, origin, isAside, seenAt, fields, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    aside = try RowStatement(
      db, "SELECT digest, fields FROM former WHERE item = ? AND isAside & 1")
    ofItem = try RowStatement(
      db,
      """
      SELECT \(Self.columns) FROM former
      WHERE action = ? AND item = ? AND state IS NOT NULL ORDER BY key LIMIT 1
      """)
    ofAction = try RowStatement(
      db, "SELECT \(Self.columns) FROM former WHERE action = ? ORDER BY key")
    contents = try RowStatement(
      db,
      """
      SELECT \(Self.columns), action, isAside FROM former WHERE item = ? AND state IS NOT NULL
      ORDER BY key DESC
      """)
    // What a change of users has kept is not of the user who owns the item now.
    movable = try RowStatement(
      db,
      """
      SELECT key, action, state, digest, origin, isAside, seenAt, fields FROM former WHERE item = ?
        AND action NOT IN (SELECT key FROM action WHERE kind IN ('rename', 'merge', 'forget'))
      """)
    change = try RowStatement(
      db,
      """
      UPDATE former SET action = ?, item = ?, state = ?, digest = ?, origin = ?, isAside = ?,
        seenAt = ?, fields = ?, checksum = ? WHERE key = ?
      """)
    acceptances = try RowStatement(
      db,
      """
      SELECT max(former.action) FROM former JOIN action ON action.key = former.action
      WHERE origin = ? AND state IS NULL AND kind = 'accept' AND undoneAt IS NULL
      """)
    replaced = try RowStatement(
      db,
      """
      SELECT state, digest, origin, fields, seenAt, item FROM former
      JOIN action AS taking ON taking.key = former.action AND taking.kind = 'sync'
      JOIN action AS bringing ON bringing.key = origin AND bringing.kind <> 'sync'
      WHERE item = ? AND state < \(ResultState.deleted.rawValue) ORDER BY former.key DESC LIMIT 1
      """)
    itemRemoval = try RowStatement(db, "DELETE FROM former WHERE item = ?")
    removal = try RowStatement(
      db, "DELETE FROM former WHERE action = ? AND item = ? AND state IS NOT NULL")
  }

  /// - Parameter isAside: Whether an import must not bring the content back: the user has decided
  ///   against it.
  func insert(_ row: Row, action: Int64, isAside: Bool) throws {
    insertion.bindWithChecksum(
      .number(action), .number(row.item.value), .number(row.state?.rawValue), .number(row.digest),
      .number(row.origin), .number(isAside ? 1 : 0), .number(row.seenAt.milliseconds),
      .text(String(decoding: row.fields, as: UTF8.self)))
    try insertion.run()
  }

  /// Whether the user has decided against this content of the item.
  ///
  /// - Parameter isRead: Whether the content was just read from a text. Then the text is enough, because another
  ///   version of its rule reads another content; what somebody has corrected has the same text.
  func isAside(
    _ number: ResultKey, digest: Int64, _ fields: ArraySlice<UInt8>, isRead: Bool = false
  ) throws -> Bool {
    aside.bind(1, number.value)
    defer { aside.reset() }
    var text: Int64?
    while try aside.next() {
      if aside.number(0) == digest { return true }
      guard let other = aside.bytes(1) else { continue }
      if Record.agree(other[...], fields) { return true }
      guard isRead else { continue }
      text = text ?? Record.textHash(fields)
      if let text, Record.textHash(other[...]) == text { return true }
    }
    return false
  }

  /// What an item was before the action changed it first.
  func result(_ number: ResultKey, before action: Int64) throws -> Row? {
    ofItem.bind(1, action)
    ofItem.bind(2, number.value)
    defer { ofItem.reset() }
    return try ofItem.next() ? Row(row: ofItem) : nil
  }

  /// What an item was before, the newest first, with the actions that have changed it.
  func contents(of number: ResultKey) throws -> [Kept] {
    contents.bind(1, number.value)
    var found: [Kept] = []
    while try contents.next() {
      guard let action = contents.number(6), let isAside = contents.number(7) else { continue }
      found.append(
        Kept(row: try Row(row: contents), action: action, hasMoved: isAside & Self.moved != 0))
    }
    return found
  }

  /// The newest of this device's contents of an item in whose place one of another device was stored.
  func replacedBySync(_ number: ResultKey) throws -> Row? {
    replaced.bind(1, number.value)
    defer { replaced.reset() }
    return try replaced.next() ? Row(row: replaced) : nil
  }

  /// The contents that were put aside because another device had decided against them, with the actions that did it.
  static func putAsideBySync(_ db: Database) throws -> [Kept] {
    let rows = try RowStatement(
      db,
      """
      SELECT \(columns), former.action FROM former JOIN action ON action.key = former.action
      WHERE isAside & 1 AND kind = 'sync'
      ORDER BY former.key
      """)
    var found: [Kept] = []
    while try rows.next() {
      guard let action = rows.number(6) else { continue }
      found.append(Kept(row: try Row(row: rows), action: action, hasMoved: false))
    }
    return found
  }

  /// The newest decision of the user that has stored a dispute which the action had brought.
  func acceptance(of action: Int64) throws -> Int64? {
    acceptances.bind(1, action)
    defer { acceptances.reset() }
    return try acceptances.next() ? acceptances.number(0) : nil
  }

  /// Everything that the action has replaced or removed, in the order in which it did.
  func rows(of action: Int64) throws -> [Row] {
    ofAction.bind(1, action)
    var rows: [Row] = []
    while try ofAction.next() { rows.append(try Row(row: ofAction)) }
    return rows
  }

  /// The items that an action has written and a later action has changed.
  static func itemsChanged(after action: Int64, _ db: Database) throws -> [ResultKey] {
    let rows = try RowStatement(
      db,
      """
      SELECT DISTINCT item FROM former JOIN action ON action.key = former.action
      WHERE origin = ? AND state IS NOT NULL AND undoneAt IS NULL
      """)
    rows.bind(1, action)
    var items: [ResultKey] = []
    while try rows.next() { items.append(ResultKey(rows.number(0) ?? 0)) }
    return items
  }

  /// The keys of the rows that ``move(_:to:except:)`` would give to another item.
  func keys(of number: ResultKey) throws -> [Int64] {
    movable.bind(1, number.value)
    var keys: [Int64] = []
    while try movable.next() { keys.append(movable.number(0) ?? 0) }
    return keys
  }

  /// Gives what is kept of an item to another one.
  ///
  /// - Parameter staying: The keys of rows that stay.
  func move(_ old: ResultKey, to new: ResultKey, except staying: Set<Int64> = []) throws {
    movable.bind(1, old.value)
    var rows: [(key: Int64?, numbers: [Int64?], fields: String?)] = []
    while try movable.next() {
      if let key = movable.number(0), staying.contains(key) { continue }
      rows.append((movable.number(0), (1...6).map { movable.number($0) }, movable.text(7)))
    }
    for (key, numbers, fields) in rows {
      change.bindWithChecksum(
        .number(numbers[0]), .number(new.value), .number(numbers[1]), .number(numbers[2]),
        .number(numbers[3]), .number(numbers[4].map { $0 | Self.moved }), .number(numbers[5]),
        .text(fields))
      change.bind(10, key)
      try change.run()
    }
  }

  /// Forgets everything that is kept of an item.
  func removeAll(of number: ResultKey) throws {
    itemRemoval.bind(1, number.value)
    try itemRemoval.run()
  }

  /// Forgets a dispute that the action has put aside.
  static func removeDispute(
    _ number: ResultKey, digest: Int64, of action: Int64, _ db: Database
  ) throws {
    let removal = try RowStatement(
      db, "DELETE FROM former WHERE action = ? AND item = ? AND digest = ? AND state IS NULL")
    removal.bind(1, action)
    removal.bind(2, number.value)
    removal.bind(3, digest)
    try removal.run()
  }

  /// Forgets what an item was before the action.
  func remove(_ number: ResultKey, of action: Int64) throws {
    removal.bind(1, action)
    removal.bind(2, number.value)
    try removal.run()
  }
}

extension FormerTable.Row {
  fileprivate init(row: RowStatement) throws {
    guard let digest = row.number(1), let fields = row.bytes(3), let seenAt = row.number(4),
      let item = row.number(5)
    else { throw DamagedRow(detail: "a former result cannot be read") }
    state = row.number(0).flatMap(ResultState.init)
    self.digest = digest
    origin = row.number(2)
    self.fields = fields
    self.seenAt = Instant(milliseconds: seenAt)
    self.item = ResultKey(item)
  }
}
