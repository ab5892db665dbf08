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
    for name in items.keptUsers where !part.isSharedRole(name) {
      try db.execute(
        sql: "DELETE FROM alias WHERE name = ?1 OR user = ?1", arguments: [name])
    }
    for item in items.keptOfRole { try eraseContents(ofRole: item) }
    let ofRole = Set(items.keptOfRole)
    for (item, marks) in items.ownKept where item > 0 && !ofRole.contains(item) {
      let isBroughtBack = part.mark.map(marks.contains) ?? false
      try eraseContents(of: item, isBroughtBack: isBroughtBack)
    }
  }

  /// Erases, among the disputes and the former contents of an item that is another person's, who has the same role, what
  /// is the erased one's: on his device what it has read itself, elsewhere what has come from other devices.
  private func eraseContents(ofRole item: Int64) throws {
    let isOwn = !items.isOthersRole(Decision.ownRole, part)
    for (table, origin) in [("dispute", "dispute.action"), ("former", "origin")] {
      try db.execute(
        sql: """
          DELETE FROM \(table) WHERE item = ?1
            AND (coalesce((SELECT kind FROM action WHERE key = \(origin)), 'sync') <> 'sync') = ?2
          """, arguments: [item, isOwn])
    }
  }

  /// Erases what is old among the disputes and the former contents of an item.
  private func eraseContents(of item: Int64, isBroughtBack: Bool) throws {
    try eraseOld("dispute", "seenAt", of: item, isBroughtBack)
    // When a content was replaced does not tell how old it is; the action that has brought it does.
    try eraseOld(
      "former", "coalesce((SELECT at FROM action WHERE key = origin), 0)", of: item, isBroughtBack)
  }

  /// Erases what is old under a name that a person had before. A result that was given back to him is deleted there, and
  /// the deletion says to whom it was given; its disputes and former contents may still be there.
  func eraseGivenBack(to names: Set<String>) throws {
    let marks = Set(names.filter { !part.isSharedRole($0) }.map(Lineage.moved(to:)))
    guard !marks.isEmpty else { return }
    let rows = try RowStatement(
      db,
      """
      SELECT number, lineage FROM result JOIN record USING (version)
      WHERE lineage IS NOT NULL AND number IN (SELECT item FROM former UNION SELECT item FROM dispute)
      """)
    var given: [Int64] = []
    while try rows.next() {
      guard let item = rows.number(0) else { continue }
      if try !marks.isDisjoint(with: Lineage(text: rows.bytes(1)).replaced) { given.append(item) }
    }
    for item in given { try eraseContents(of: item, isBroughtBack: false) }
  }

  /// Erases the old ones among the contents that an item has besides its own.
  ///
  /// - Parameters:
  ///   - metAt: The SQL of when a content was met.
  ///   - isBroughtBack: Whether the item was, so that a content does not tell by its age that it is erased.
  private func eraseOld(
    _ table: String, _ metAt: String, of item: Int64, _ isBroughtBack: Bool
  ) throws {
    let rows = try RowStatement(
      db, "SELECT key, fields, \(metAt) FROM \(table) WHERE item = ?")
    rows.bind(1, item)
    var old: [Int64] = []
    while try rows.next() {
      guard let key = rows.number(0), let metAt = rows.number(2) else { continue }
      let sentAt = isBroughtBack ? nil : rows.bytes(1).flatMap { Record.playedAt($0[...]) }
      if part.isOld(sentAt: sentAt, else: Instant(milliseconds: metAt)) { old.append(key) }
    }
    for key in old {
      try db.execute(sql: "DELETE FROM \(table) WHERE key = ?", arguments: [key])
    }
  }

  /// Lets what stays begin a later life than that in which the rest was erased, so that the deletions of other
  /// devices do not concern it, and recounts the streaks.
  mutating func keepNewer() throws {
    guard !items.kept.isEmpty else { return }
    let rows = try RecordRows(db, types)
    for item in items.ownKept.keys.sorted() { try beginLife(item, rows) }
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
    let life = Lineage.lifeAfterErasure(life: lineage.life, revision: lineage.revision)
    guard lineage.life != life, !isDeleted else { return }
    lineage.time = lineage.time ?? VersionClock.instant(of: version)
    lineage.life = life
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

  /// What this device has read or entered itself of the results that are erased, because another device's content of
  /// the same role stands in its place.
  func ownContents(now: Instant) throws -> [OwnContent] {
    guard items.isOthersRole(Decision.ownRole, part) else { return [] }
    let corrections = try CorrectionTransaction(db, types, now: now)
    return try items.gone.filter { $0 > 0 }.map(ResultKey.init).compactMap { number in
      guard try corrections.pairs.entry(ofKey: number.pair).pair.user == Decision.ownRole else {
        return nil
      }
      return try corrections.ownContent(of: number)
    }
  }

  mutating func nextVersion() -> Int64 {
    defer { versions += 1 }
    return clock.version(of: versions)
  }
}
