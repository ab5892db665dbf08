internal import GRDB
internal import StreaklineCore

extension Store {
  /// Checks everything that must be true within and between the tables.
  ///
  /// - Returns: A sentence for each error found. It contains ids, but no contents.
  package func verify() throws(StoreError) -> [String] {
    try reading { db in
      var verification = Verification(db, types)
      try verification.checkFile()
      try verification.checkChecksums()
      try verification.checkRecords()
      try verification.checkDocuments()
      try verification.checkReferences()
      try verification.checkStreaks()
      try verification.checkPlayed()
      return verification.findings
    }
  }
}

private struct Verification {
  private(set) var findings: [String] = []
  private let db: Database
  private let types: ResultTypes

  init(_ db: Database, _ types: ResultTypes) {
    self.db = db
    self.types = types
  }

  mutating func checkFile() throws {
    let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check")
    findings += integrity.filter { $0 != "ok" }.map { "SQLite: \($0)" }
  }

  /// Looks for rows in which a bit has changed.
  mutating func checkChecksums() throws {
    for table in ChecksummedTable.all {
      findings += try table.damaged(db).map {
        "\(table.name) \($0): the row is not what was stored"
      }
    }
  }

  /// Compares each document with its record.
  mutating func checkDocuments() throws {
    let rows = try RowStatement(
      db,
      """
      SELECT type, name, state, digest, deletedAt, fields FROM document
      LEFT JOIN record ON record.version = document.version AND item = -key
      """)
    while try rows.next() {
      let (type, name) = (rows.text(0) ?? "", rows.text(1) ?? "")
      guard let fields = rows.bytes(5),
        let document = Document(type: type, name: name, storedFields: fields)
      else {
        findings.append("document \(type) \(name): its record is missing or not JSON")
        continue
      }
      let isDeleted = rows.number(4) != nil
      let state: ResultState = isDeleted ? .deleted : .played
      let digest = isDeleted ? 0 : DocumentTable.digest(document)
      if rows.number(2) != state.rawValue || rows.number(3) != digest {
        findings.append("document \(type) \(name): its row differs from the record")
      }
    }
  }

  /// Compares each record with its row in `result`, which is all that streaks are counted from.
  mutating func checkRecords() throws {
    let rows = try RowStatement(
      db,
      """
      SELECT \(Record.columns), record.item, state, digest, deletedAt FROM record
      LEFT JOIN result ON number = record.item AND result.version = record.version
      LEFT JOIN pair ON pair.key = \(ResultKey.pair(in: "record.item"))
      WHERE record.item > 0
      """)
    while try rows.next() {
      let number = rows.number(5) ?? 0
      guard rows.number(0) != nil else {
        findings.append("result \(number): it has a record that its row does not refer to")
        continue
      }
      do {
        check(try Record(row: rows, types), against: rows)
      } catch let error as DamagedRow {
        findings.append("result \(number): \(error.detail)")
      }
    }
  }

  private mutating func check(_ record: Record, against row: RowStatement) {
    let isDeleted = row.number(8) != nil
    let state = isDeleted ? .deleted : ResultState.of(record)
    let digest = isDeleted ? 0 : record.contentHash
    let fields = record.fields
    let comparisons = [
      ("day", (fields["dateInt"]?.int ?? record.day.dateInt) == record.day.dateInt),
      (
        "state",
        row.number(6) == state.rawValue
          || isDeleted && row.number(6) == ResultState.withdrawn.rawValue
      ),
      ("digest", row.number(7) == digest),
      ("deletedAt", !isDeleted || fields.count == 0),
    ]
    for (column, agrees) in comparisons where !agrees {
      findings.append("\(record.id): the column \(column) differs from the record")
    }
  }

  /// Looks for rows that refer to rows which do not exist.
  mutating func checkReferences() throws {
    try find(
      """
      SELECT number, 'it has no record' FROM result
      LEFT JOIN record ON record.version = result.version AND record.item = number
      WHERE record.version IS NULL
      """)
    try find(
      """
      SELECT -item, 'a document has a record that its row does not refer to' FROM record
      LEFT JOIN document ON key = -item AND document.version = record.version
      WHERE item < 0 AND key IS NULL
      """)
    try find(
      """
      SELECT item, 'it is newer than the clock' FROM record
      WHERE version > (SELECT version FROM device)
      """)
    try find(
      """
      SELECT item, 'it waits for a pipeline that does not exist'
      FROM delivery LEFT JOIN pipeline ON key = pipeline WHERE key IS NULL
      """)
    try find(
      """
      SELECT copy.item, 'a remote holds it, and there is no such item here' FROM copy
      LEFT JOIN result ON number = copy.item LEFT JOIN document ON document.key = -copy.item
      WHERE number IS NULL AND document.key IS NULL
      """)
    try find(
      """
      SELECT key, 'a pipeline has read beyond the newest version' FROM pipeline
      WHERE cursor > (SELECT version FROM device)
      """)
    try find(
      """
      SELECT item, 'it has a dispute, but no result' FROM dispute
      LEFT JOIN result ON number = item WHERE number IS NULL
      """)
    try find(
      """
      SELECT first, 'a span of versions without its action, or within another one' FROM span
      WHERE last < first OR action NOT IN (SELECT key FROM action)
        OR EXISTS (SELECT 1 FROM span AS next WHERE next.first > span.first AND next.first <= span.last)
      """)
    try find(
      """
      SELECT item, 'it has a former content, but no action' FROM former
      WHERE action NOT IN (SELECT key FROM action)
      """)
    try find(
      """
      SELECT pair, 'a streak without a pair' FROM pairStreak LEFT JOIN pair ON key = pair
      WHERE key IS NULL
      """)
    try find(
      """
      SELECT pair, 'days without a streak' FROM pairDays
      WHERE pair NOT IN (SELECT pair FROM pairStreak)
      """)
  }

  /// - Parameter sql: Returns keys of items and what is wrong with them.
  private mutating func find(_ sql: String) throws {
    let rows = try RowStatement(db, sql)
    while try rows.next() {
      findings.append("result \(rows.number(0) ?? 0): \(rows.text(1) ?? "")")
    }
  }

  /// Counts all streaks in another way than ``StreakRecount``: with plain numbers, without
  /// `Streak`.
  mutating func checkStreaks() throws {
    var tallies = try storedStreaks()
    let rows = try RowStatement(
      db, "SELECT number, state FROM result WHERE state < 2 ORDER BY number")
    var open: (number: ResultKey, completed: Bool)?
    func close() {
      guard let open, let day = Day(dateInt: open.number.dateInt) else { return }
      tallies[open.number.pair]?.add(day.daysSinceEpoch, completed: open.completed)
    }
    while try rows.next() {
      let number = ResultKey(rows.number(0) ?? 0)
      var completed = rows.number(1) == 1
      if let current = open, current.number.isBeside(number) {
        completed = completed || current.completed
      } else {
        close()
      }
      open = (number, completed)
    }
    close()
    for tally in tallies.values where !tally.isStored {
      findings.append("\(tally.name): the streak differs from a recount")
    }
  }

  /// Compares what views read with the results.
  mutating func checkPlayed() throws {
    let rows = try RowStatement(db, "SELECT key, results FROM playedMonth ORDER BY key")
    var isThere = try rows.next()
    func report(_ key: Int64) {
      findings.append("month \(key): what views read differs from the results")
    }
    try PlayedTable.forEachMonth(db, types) { key, month in
      while isThere, let other = rows.number(0), other < key {
        report(other)
        isThere = try rows.next()
      }
      guard isThere, rows.number(0) == key else { return report(key) }
      if (try? rows.withBlob(1, PlayedMonth.init(packed:))) != month { report(key) }
      isThere = try rows.next()
    }
    while isThere {
      report(rows.number(0) ?? 0)
      isThere = try rows.next()
    }
    guard findings.isEmpty else { return }
    let (table, days) = (try PlayedTable(db), try PlayedDaysTable(db))
    for pair in try PlayedGame.all(db, user: nil, game: nil) {
      let history = try table.history(of: pair.key)
      if (try? days.days(of: pair.key)) != history.days {
        findings.append("\(pair.user), \(pair.gameID): its days differ from the results")
      }
      let scores = try? pair.scores()
      if history.days.first != pair.first || (scores ?? history.scores) != history.scores {
        findings.append("\(pair.user), \(pair.gameID): its scores differ from the results")
      }
    }
  }

  private func storedStreaks() throws -> [Int64: StreakTally] {
    let rows = try RowStatement(
      db,
      """
      SELECT key, user || ', ' || gameId, everyDays, \(Streak.columns) FROM pair
      LEFT JOIN pairStreak ON pair = key
      """)
    var tallies: [Int64: StreakTally] = [:]
    while try rows.next() {
      guard let key = rows.number(0) else { continue }
      tallies[key] = StreakTally(name: rows.text(1) ?? "", stored: try Streak(row: rows, at: 2))
    }
    return tallies
  }
}

/// Counts a pair's streak without `Streak`, so that it finds errors in `Streak` too.
private struct StreakTally {
  let name: String
  let stored: Streak
  private var played = 0
  private var completed = 0
  private var longest = 0
  /// The length of the run that ends on the last day played.
  private var length = 0
  private var start: Int?
  private var last: Int?

  init(name: String, stored: Streak) {
    self.name = name
    self.stored = stored
  }

  /// - Parameter day: Days since 1970-01-01, greater than those added before.
  mutating func add(_ day: Int, completed isCompleted: Bool) {
    let isNext = last.map { day == puzzle(after: $0) } ?? false
    length = isCompleted ? (isNext ? length : 0) + 1 : 0
    if length == 1 { start = day }
    longest = max(longest, length)
    played += 1
    completed += isCompleted ? 1 : 0
    last = day
  }

  /// The day of the puzzle after the one of a day.
  private func puzzle(after day: Int) -> Int {
    guard stored.everyDays == Streak.weekdays else { return day + stored.everyDays }
    // 1970-01-02 was a Friday.
    let daysAfterFriday = ((day - 1) % 7 + 7) % 7
    return day + max(1, 3 - daysAfterFriday)
  }

  /// Whether the stored streak is the same.
  var isStored: Bool {
    return stored.totalPlayed == played && stored.totalCompleted == completed
      && stored.max == longest && stored.lastPlayed?.daysSinceEpoch == last
      && stored.run?.lowerBound.daysSinceEpoch == (length > 0 ? start : nil)
      && stored.run?.upperBound.daysSinceEpoch == (length > 0 ? last : nil)
  }
}
