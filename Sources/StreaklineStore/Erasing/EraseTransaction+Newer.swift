internal import GRDB
internal import StreaklineCore

extension EraseTransaction {
  /// Whether a near miss is from before the end of the erasure, which is the first parameter.
  static let isOld = "(?1 IS NULL OR coalesce(sentAt, seenAt) <= ?1)"

  /// Keeps the lives of results that had more than one, so that one that is brought back begins a later life.
  mutating func noteLives() throws {
    let rows = try RowStatement(
      db,
      """
      SELECT item, lineage, user, gameId FROM record
      JOIN pair ON key = \(ResultKey.pair(in: "item"))
      WHERE item > 0 AND lineage IS NOT NULL AND item IN (SELECT item FROM temp.erased)
      """)
    while try rows.next() {
      guard let item = rows.number(0), let user = rows.text(2), let game = rows.text(3) else {
        continue
      }
      let lineage = try Lineage(text: rows.bytes(1))
      let life = lineage.life
      if let time = lineage.time { newestStamp = max(newestStamp ?? time, time) }
      let number = ResultKey(item)
      guard life > 1, let type = types.type(of: number), let day = Day(dateInt: number.dateInt)
      else { continue }
      try ErasedLifeTable.save(
        type.name, CompositeID(userId: user, day: day, gameId: game), life: life, db)
    }
  }

  /// Erases what is old of people of whom something newer stays.
  func eraseOldTraces() throws {
    // What was said of names is old, and other devices do not know it any more.
    for name in part.names ?? [] where part.roleDevice == nil {
      try db.execute(
        sql: "DELETE FROM alias WHERE name = ?1 OR user = ?1", arguments: [name])
    }
    try db.execute(sql: "CREATE TEMP TABLE keptItem (item INTEGER PRIMARY KEY)")
    let insertion = try RowStatement(db, "INSERT INTO temp.keptItem VALUES (?)")
    for item in items.kept where isOfOneRole(item) {
      insertion.bind(1, item)
      try insertion.run()
    }
    let end = part.end?.milliseconds ?? .max
    try db.execute(
      sql: """
        DELETE FROM dispute WHERE item IN (SELECT item FROM temp.keptItem) AND seenAt <= ?
        """, arguments: [end])
    // When a content was replaced does not tell how old it is; the action that has brought it does.
    try db.execute(
      sql: """
        DELETE FROM former WHERE item IN (SELECT item FROM temp.keptItem)
          AND coalesce((SELECT at FROM action WHERE key = origin), 0) <= ?
        """, arguments: [end])
    try db.execute(sql: "DROP TABLE temp.keptItem")
  }

  /// Whether disputes of an item that stays can be the erased person's: not where two people have one role.
  private func isOfOneRole(_ item: Int64) -> Bool { part.roleDevice == nil && item > 0 }

  /// Lets what stays begin a later life than that in which the rest was erased, so that the deletions of other
  /// devices do not concern it, and recounts the streaks.
  mutating func keepNewer() throws {
    guard !items.kept.isEmpty else { return }
    if part.roleDevice == nil {
      let rows = try RecordRows(db, types)
      for item in items.kept { try beginLife(item, rows) }
    }
    try Schema.recountDerived(db, types)
  }

  private mutating func beginLife(_ item: Int64, _ records: RecordRows) throws {
    let rows = try RowStatement(
      db,
      "SELECT version, fields, lineage, deletedAt FROM record WHERE item = ?1 AND version = ("
        + (item > 0
          ? "SELECT version FROM result WHERE number = ?1)"
          : "SELECT version FROM document WHERE key = -?1)"))
    rows.bind(1, item)
    guard try rows.next(), let version = rows.number(0), let fields = rows.bytes(1) else { return }
    var lineage = try Lineage(text: rows.bytes(2))
    let isDeleted = rows.number(3) != nil
    rows.reset()
    guard lineage.life == 0, !isDeleted else { return }
    lineage.time = lineage.time ?? VersionClock.instant(of: version)
    lineage.life = 2
    lineage.revision = 0
    let new = nextVersion()
    try records.remove(version: version)
    try records.insert(fields[...], item: item, version: new, lineage)
    try db.execute(
      sql: item > 0
        ? "UPDATE result SET version = ? WHERE number = ?"
        : "UPDATE document SET version = ? WHERE key = -?", arguments: [new, item])
    let actions = try ActionTable(db)
    if let writer = try actions.writer(of: version) { try actions.add(new...new, to: writer) }
  }

  mutating func nextVersion() -> Int64 {
    defer { versions += 1 }
    return clock.version(of: versions)
  }
}
