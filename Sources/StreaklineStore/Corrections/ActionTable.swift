internal import GRDB
internal import StreaklineCore

/// The tables `action` and `span`: what has changed results, and the versions of what it has written.
struct ActionTable {
  let db: Database
  private let search: RowStatement

  init(_ db: Database) throws {
    self.db = db
    search = try RowStatement(
      db, "SELECT last, action FROM span WHERE first <= ? ORDER BY first DESC LIMIT 1")
  }

  /// - Returns: The action's number.
  func insert(_ action: NewAction, at now: Instant) throws -> Int64 {
    let insertion = try RowStatement(
      db,
      """
      INSERT INTO action (kind, at, detail, undoneAt, checksum) VALUES (?, ?, ?, ?, ?) RETURNING key
      """)
    insertion.bindWithChecksum(
      .text(action.kind.rawValue), .number(now.milliseconds),
      .text(String(json: .object(action.detail))), .number(nil))
    guard try insertion.next(), let key = insertion.number(0) else {
      throw DamagedRow(detail: "an action got no number")
    }
    insertion.reset()
    return key
  }

  /// The actions, the oldest first.
  func all() throws -> [Action] {
    try ChecksummedTable.require("action", of: db)
    let rows = try RowStatement(
      db, "SELECT key, kind, at, detail, undoneAt FROM action ORDER BY key")
    var actions: [Action] = []
    while try rows.next() { actions.append(try Action(row: rows)) }
    return actions
  }

  /// What this device has done because of decisions that are taken back, or when it has made them itself: somebody may
  /// have taken one back on a copy of the store. The newest comes first.
  ///
  /// - Parameters:
  ///   - ids: Those of the decisions that are taken back.
  ///   - held: All decisions.
  func unfounded(without ids: Set<String>, _ held: [Decisions.Held]) throws -> [Action] {
    guard !ids.isEmpty else { return [] }
    let before = Decisions(held.map { ids.contains($0.decision.id) ? $0.asMade : $0 })
    let now = Decisions(held.filter { !ids.contains($0.decision.id) })
    return try all().reversed().filter { action in
      guard action.undoneAt == nil else { return false }
      if action.detail["decision"]?.string.map(ids.contains) ?? false { return true }
      guard action.follows, let old = action.detail["old"]?.string,
        let new = action.detail["new"]?.string
      else { return false }
      // The names may still be one person's by other decisions.
      return before.areOnePersons(old, new) && !now.areOnePersons(old, new)
    }
  }

  func find(_ number: Int64) throws -> Action? {
    let rows = try RowStatement(
      db, "SELECT key, kind, at, detail, undoneAt FROM action WHERE key = ?")
    rows.bind(1, number)
    defer { rows.reset() }
    return try rows.next() ? Action(row: rows) : nil
  }

  /// The newest import that was not undone whose detail has this `form`.
  func newestImport(ofForm form: String) throws -> Action? {
    let rows = try RowStatement(
      db,
      """
      SELECT key, kind, at, detail, undoneAt FROM action
      WHERE kind = 'import' AND undoneAt IS NULL AND instr(detail, ?) > 0
      ORDER BY key DESC LIMIT 1
      """)
    rows.bind(1, "\"form\":\"\(form)\"")
    defer { rows.reset() }
    return try rows.next() ? Action(row: rows) : nil
  }

  func markUndone(_ action: Action, at now: Instant) throws {
    var undone = action
    undone.undoneAt = now
    try save(undone)
  }

  /// Writes an action that is stored already anew, as it is now.
  func save(_ action: Action) throws {
    let change = try RowStatement(
      db,
      "UPDATE action SET kind = ?, at = ?, detail = ?, undoneAt = ?, checksum = ? WHERE key = ?")
    change.bindWithChecksum(
      .text(action.kind.rawValue), .number(action.at.milliseconds),
      .text(String(json: .object(action.detail))), .number(action.undoneAt?.milliseconds))
    change.bind(6, action.number)
    try change.run()
  }

  /// Notes that an action has written the records of these versions, which are the newest.
  func add(_ versions: ClosedRange<Int64>, to action: Int64) throws {
    let before = try RowStatement(
      db, "SELECT first, last, action FROM span ORDER BY first DESC LIMIT 1")
    var first = versions.lowerBound
    if try before.next(), before.number(2) == action, before.number(1) == first - 1,
      let start = before.number(0)
    {
      first = start
    }
    before.reset()
    let insertion = try RowStatement(db, "INSERT OR REPLACE INTO span VALUES (?, ?, ?, ?)")
    insertion.bindWithChecksum(.number(first), .number(versions.upperBound), .number(action))
    try insertion.run()
  }

  /// The action that has written a version; `nil` where none was recorded.
  func writer(of version: Int64) throws -> Int64? {
    search.bind(1, version)
    defer { search.reset() }
    guard try search.next(), let last = search.number(0), version <= last else { return nil }
    return search.number(1)
  }

  /// Whether the user has written a version by hand.
  func isCorrection(_ version: Int64) throws -> Bool {
    guard let number = try writer(of: version), let kind = try find(number)?.kind else {
      return false
    }
    return [.added, .edited, .accepted].contains(kind)
  }

  /// The items whose newest version the action has written.
  func items(of action: Int64) throws -> [ResultKey] {
    try ChecksummedTable.require("span", of: db)
    let rows = try RowStatement(
      db,
      """
      SELECT version, item, deletedAt, fields, lineage, record.checksum
      FROM span CROSS JOIN record ON version BETWEEN first AND last
      WHERE action = ? ORDER BY first, version
      """)
    rows.bind(1, action)
    var items: [ResultKey] = []
    while try rows.next() {
      try rows.require(5, of: 0..<5, .record)
      items.append(ResultKey(rows.number(1) ?? 0))
    }
    return items
  }
}

extension Action {
  fileprivate init(row: RowStatement) throws {
    guard let number = row.number(0), let kind = row.text(1).flatMap(Kind.init),
      let at = row.number(2), let detail = row.bytes(3).flatMap({ try? readJSON($0) })?.object
    else { throw DamagedRow(detail: "an action cannot be read") }
    self.init(
      number: number, kind: kind, at: Instant(milliseconds: at), detail: detail,
      undoneAt: row.number(4).map(Instant.init(milliseconds:)))
  }
}
