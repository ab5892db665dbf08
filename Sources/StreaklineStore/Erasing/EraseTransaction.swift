internal import GRDB
internal import StreaklineCore

/// Erases the data of a person, or all data, from all tables, inside one transaction.
struct EraseTransaction {
  let db: Database
  let types: ResultTypes
  let part: ErasedPart
  private var names: Set<String>? { part.names }
  let items: ErasedItems
  var clock: VersionClock
  /// The newest change of what is erased that was made on another device.
  var newestStamp: Instant?
  /// How many versions were given.
  var versions = 0
  private var counts = ErasedCounts()

  init(_ db: Database, _ types: ResultTypes, _ part: ErasedPart, now: Instant) throws {
    self.db = db
    self.types = types
    self.part = part
    items = try ErasedItems(db, part, types)
    clock = try VersionClock(db, now: now)
    // Pages from which rows are deleted are overwritten with zeros.
    try db.execute(sql: "PRAGMA secure_delete = ON")
  }

  mutating func run(_ erasures: [Erasure]) throws -> ErasedCounts {
    try listItems()
    try count()
    try noteLives()
    try eraseItems()
    if let names { try eraseTraces(of: names) } else { try eraseEverythingElse() }
    try keepNewer()
    try clearFilters()
    try note(erasures)
    try clock.save(db)
    try db.execute(sql: "DELETE FROM temp.erased")
    counts.remoteRecords = erasures.count { !$0.isOfFormerLife }
    return counts
  }

  /// Lists the items in a table of this connection.
  private func listItems() throws {
    // It stays, but empty: SQLite prepares all statements again when a table is dropped.
    try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS erased (item INTEGER PRIMARY KEY)")
    let insertion = try RowStatement(db, "INSERT INTO temp.erased VALUES (?)")
    for item in items.gone {
      insertion.bind(1, item)
      try insertion.run()
    }
  }

  // MARK: - What there was

  private mutating func count() throws {
    func count(_ table: String, _ item: String = "item", _ more: String = "") throws -> Int {
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM \(table) WHERE \(item) IN (SELECT item FROM erased) \(more)")
        ?? 0
    }
    counts.results = try count("result", "number", "AND state < 3")
    counts.documents = try count("document", "-key", "AND state <> 3")
    counts.disputes = try count("dispute")
    counts.conflicts = try count("conflict")
    counts.formers = try count("former")
    counts.copies = try count("copy")
    var sources = try String.fetchSet(
      db,
      sql: """
        SELECT DISTINCT json_extract(fields, '$.source.name') FROM record
        WHERE item IN (SELECT item FROM erased) AND json_extract(fields, '$.source.name') IS NOT NULL
        """)
    for (user, source) in try misses()
    where names?.contains(user) ?? true && !items.isOthersRole(user, part) {
      counts.misses += 1
      if let source { sources.insert(source) }
    }
    counts.sources = sources.filter(SourceLocation.isFile).sorted()
  }

  private func misses() throws -> [(user: String, source: String?)] {
    let rows = try RowStatement(
      db, "SELECT user, json_extract(source, '$.name') FROM miss WHERE \(Self.isOld)")
    rows.bind(1, part.end?.milliseconds)
    var misses: [(user: String, source: String?)] = []
    while try rows.next() { misses.append((rows.text(0) ?? "", rows.text(1))) }
    return misses
  }

  // MARK: - Erasing

  private func eraseItems() throws {
    let tables = ["record", "dispute", "former", "delivery", "copy", "stray", "conflict"]
    for table in tables {
      try db.execute(
        sql: "DELETE FROM \(table) WHERE item IN (SELECT item FROM erased)")
    }
    try db.execute(
      sql: """
        DELETE FROM result WHERE number IN (SELECT item FROM erased);
        DELETE FROM document WHERE -key IN (SELECT item FROM erased);
        DELETE FROM decision
          WHERE name NOT IN (SELECT name FROM document WHERE type = 'Decision');
        DELETE FROM move WHERE oldItem IN (SELECT item FROM erased)
          OR newItem IN (SELECT item FROM erased);
        """)
  }

  private func eraseEverythingElse() throws {
    let tables = [
      "pair", "pairStreak", "pairDays", "playedMonth", "miss", "action", "span", "alias", "person",
      "move",
      "former", "import",
      "run", "delivery", "copy", "conflict", "dispute",
    ]
    for table in tables { try db.execute(sql: "DELETE FROM \(table)") }
    // The names of what was deleted keep it from coming back.
    try db.execute(sql: "DELETE FROM stray WHERE isGone = 0")
    try db.execute(
      sql: """
        UPDATE pipeline SET lastError = NULL, pauseReason = iif(pauseKind IS NULL, NULL, '')
        """)
  }

  private func eraseTraces(of all: Set<String>) throws {
    let end = part.end?.milliseconds
    // No checkpoint says whose texts its input holds. Each input is read again, and these are refused.
    try db.execute(sql: "DELETE FROM import")
    for name in all where !items.isOthersRole(name, part) {
      try db.execute(
        sql: "DELETE FROM miss WHERE \(Self.isOld) AND user = ?2", arguments: [end, name])
      // A deleted document has no user any more. The contents that a conflict has kept of it still name him.
      try db.execute(
        sql: """
          DELETE FROM conflict WHERE (?1 IS NULL OR seenAt <= ?1)
            AND json_extract(fields, '$.userId') = ?2
          """, arguments: [end, name])
    }
    try eraseOldTraces()
    try eraseGivenBack(to: all)
    let names = all.subtracting(items.keptUsers)
    guard !names.isEmpty else { return }
    for name in names {
      for table in ["pairStreak", "pairDays"] {
        try db.execute(
          sql: "DELETE FROM \(table) WHERE pair IN (SELECT key FROM pair WHERE user = ?)",
          arguments: [name])
      }
      try db.execute(
        sql: """
          DELETE FROM playedMonth
          WHERE \(PlayedTable.pair(in: "key")) IN (SELECT key FROM pair WHERE user = ?1)
          """, arguments: [name])
      try db.execute(sql: "DELETE FROM pair WHERE user = ?1", arguments: [name])
    }
    // What this device has said of its own role is not the erased person's.
    let persons = names.filter { !items.isOthersRole($0, part) }
    for name in persons {
      for sql in [
        "DELETE FROM alias WHERE name = ?1 OR user = ?1",
        "DELETE FROM person WHERE user = ?1",
        "UPDATE run SET message = NULL WHERE instr(message, ?1) > 0",
        "UPDATE pipeline SET lastError = NULL WHERE instr(lastError, ?1) > 0",
      ] {
        try db.execute(sql: sql, arguments: [name])
      }
    }
    try ChecksummedTable.run.updateChecksums(db, where: "1", arguments: [])
    try eraseActions(of: persons)
    try eraseFileNames(holding: persons)
  }

  /// Erases what was said of the user by hand, and his name in the names of imported files.
  private func eraseActions(of names: Set<String>) throws {
    let rows = try RowStatement(db, "SELECT key, kind, detail FROM action")
    var gone: [Int64] = []
    var renamed: [Int64] = []
    while try rows.next() {
      guard let key = rows.number(0), let text = rows.bytes(2),
        let detail = try? readJSON(text)
      else { continue }
      if detail.names(anyOf: names) {
        gone.append(key)
      } else if let file = detail.object?["name"]?.string,
        names.contains(where: { SourceLocation.file(file, holds: $0) })
      {
        renamed.append(key)
      }
    }
    for key in gone {
      for table in ["span", "former", "move"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE action = ?", arguments: [key])
      }
      try db.execute(sql: "DELETE FROM action WHERE key = ?", arguments: [key])
    }
    for key in renamed {
      try db.execute(
        sql: """
          UPDATE action SET detail = ?2, checksum = rowChecksum(kind, at, ?2, undoneAt) WHERE key = ?1
          """, arguments: [key, String(json: .object(["name": .string(Self.erasedFile)]))])
    }
  }

  /// Takes the names out of the filters under which pipelines have read the change feed.
  private func clearFilters() throws {
    guard let names = names?.subtracting(items.keptUsers) else {
      try db.execute(
        sql: "UPDATE pipeline SET filter = NULL, earlier = NULL, cursor = 0, start = 0")
      return try ChecksummedTable.pipeline.updateChecksums(db, where: "1", arguments: [])
    }
    guard !names.isEmpty else { return }
    let rows = try RowStatement(db, "SELECT key, filter, earlier FROM pipeline")
    var changed: [(key: Int64, filter: String?, earlier: String?)] = []
    while try rows.next() {
      guard let key = rows.number(0) else { continue }
      func cleared(_ column: Int32) -> String? {
        guard let text = rows.bytes(column) else { return nil }
        return (try? readJSON(text)).map { String(json: $0.without(names)) }
      }
      changed.append((key, cleared(1), cleared(2)))
    }
    for row in changed {
      try db.execute(
        sql: "UPDATE pipeline SET filter = ?, earlier = ? WHERE key = ?",
        arguments: [row.filter, row.earlier, row.key])
    }
    try ChecksummedTable.pipeline.updateChecksums(db, where: "1", arguments: [])
  }

  // MARK: - What remotes hold

  /// Notes what remotes have to delete, and keeps it from coming back from them.
  private mutating func note(_ erasures: [Erasure]) throws {
    let insertion = try RowStatement(
      db,
      """
      INSERT OR REPLACE INTO erasure (pipeline, zone, name, type, tag, life, version, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for erasure in erasures {
      let pipeline = try PipelineTable.ensureKey(of: erasure.pipeline, db)
      insertion.bindWithChecksum(
        .number(pipeline), .text(erasure.zone), .text(erasure.recordName), .text(erasure.type),
        .text(erasure.tag), .number(Int64(erasure.life)), .number(nextVersion()))
      try insertion.run()
      guard !erasure.isOfFormerLife, let zone = try ZoneTable.find(erasure.zone, of: pipeline, db)
      else { continue }
      var row = StrayTable.Row()
      row.isGone = true
      row.life = erasure.life
      try StrayTable(db, zone).save(row, erasure.recordName)
    }
  }
}

extension Value {
  /// Whether a text in it is one of the names, or the id of a result of one of them.
  fileprivate func names(anyOf names: Set<String>) -> Bool {
    switch self {
    case .string(let text):
      names.contains(text) || CompositeID(encoded: text).map { names.contains($0.userId) } ?? false
    case .list(let values): values.contains { $0.names(anyOf: names) }
    case .object(let fields):
      fields.contains { names.contains($0.name) || $0.value.names(anyOf: names) }
    default: false
    }
  }

  /// The value without the names in its lists.
  fileprivate func without(_ names: Set<String>) -> Value {
    switch self {
    case .list(let values):
      return .list(
        values.filter { value in !(value.string.map(names.contains) ?? false) }
          .map { $0.without(names) })
    case .object(let fields):
      var cleared = Fields()
      for (name, value) in fields { cleared.append(name, value.without(names)) }
      return .object(cleared)
    default: return self
    }
  }
}
