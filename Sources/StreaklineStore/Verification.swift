internal import GRDB
package import StreaklineCore

extension Store {
  /// Checks all that must hold between the tables, from scratch.
  ///
  /// - Returns: A sentence for each thing that does not hold; ids are named, contents are not.
  package func verify() throws(StoreError) -> [String] {
    try reading { db in
      var verification = try Verification(db)
      try verification.checkFile()
      try verification.checkRecords()
      try verification.checkStreaksWithoutRecords()
      try verification.checkOutbox()
      return verification.findings
    }
  }
}

private struct Verification {
  private(set) var findings: [String] = []
  private let db: Database
  private let streaks: StreakTable
  /// The pair whose records are being read, and its counted days.
  private var pair: Pair?
  private var days: [Int: Bool] = [:]

  init(_ db: Database) throws {
    self.db = db
    streaks = try StreakTable(db)
  }

  mutating func checkFile() throws {
    let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check")
    findings += integrity.filter { $0 != "ok" }.map { "SQLite: \($0)" }
    if try !Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty {
      findings.append("SQLite: a row points to a row that is not there")
    }
  }

  /// Reads by user, game and day, so that equal ids are neighbours and a pair is read in one go.
  mutating func checkRecords() throws {
    let rows = try RowStatement(
      db,
      """
      SELECT \(Record.columns), id, completed, suspect, deletedAt FROM record
      WHERE day IS NOT NULL ORDER BY user, gameId, day, type
      """)
    var previous: [String] = []
    while try rows.next() {
      let id = rows.text(6) ?? ""
      let name = [rows.text(0) ?? "", id]
      if name == previous {
        findings.append("\(id): the id stands in two records")
      }
      previous = name
      do {
        try check(try Record(row: rows), id: id, against: rows)
      } catch let error as DamagedRow {
        findings.append("\(id): \(error.detail)")
      }
    }
    try checkStreak()
  }

  private mutating func check(_ record: Record, id: String, against row: RowStatement) throws {
    let isDeleted = row.number(9) != nil
    let comparisons = [
      ("id", record.id == id),
      ("day", (record.fields["dateInt"]?.int ?? record.day.dateInt) == record.day.dateInt),
      ("completed", row.number(7).map { $0 == 1 } == record.completed),
      ("suspect", row.text(8) == record.suspect),
      ("deletedAt", !isDeleted || record.fields.count == 0),
    ]
    for (column, agrees) in comparisons where !agrees {
      findings.append("\(id): the column \(column) differs from the record")
    }
    if pair != record.pair {
      try checkStreak()
      (pair, days) = (record.pair, [:])
    }
    if !isDeleted && record.suspect == nil {
      let day = record.day.daysSinceEpoch
      days[day] = record.completed == true || days[day] == true
    }
  }

  private mutating func checkStreak() throws {
    guard let pair else { return }
    let stored = try streaks.streak(of: pair)
    if stored != naiveStreak(of: days, everyDays: stored.everyDays) {
      findings.append("\(pair.user), \(pair.gameID): the streak differs from a recount")
    }
  }

  mutating func checkStreaksWithoutRecords() throws {
    let rows = try RowStatement(
      db,
      """
      SELECT user, gameId FROM streak WHERE NOT EXISTS (
        SELECT 1 FROM record
        WHERE record.user = streak.user AND record.gameId = streak.gameId AND day IS NOT NULL)
      """)
    while try rows.next() {
      findings.append("\(rows.text(0) ?? ""), \(rows.text(1) ?? ""): a streak of no record")
    }
  }

  mutating func checkOutbox() throws {
    let lookup = try RecordLookup(db)
    let rows = try RowStatement(
      db, "SELECT type, id, version, pipeline FROM outbox ORDER BY sequence")
    while try rows.next() {
      let (type, id) = (rows.text(0) ?? "", rows.text(1) ?? "")
      let found: RecordLookup.Found?
      do {
        found = try CompositeID(encoded: id).flatMap { try lookup($0, type: type) }
      } catch is DamagedRow {
        continue  // It was found with the records.
      }
      guard let found else {
        findings.append("\(id): \(rows.text(3) ?? "") waits to send a record that is not there")
        continue
      }
      if rows.number(2) ?? 0 > found.version {
        findings.append("\(id): \(rows.text(3) ?? "") waits to send a version that is not there")
      }
    }
  }
}

/// Counts a streak day by day, each run for itself, so that it can tell on `Streak(days:)`.
///
/// - Parameter days: Days since 1970-01-01, and whether the puzzle was completed.
package func naiveStreak(of days: [Int: Bool], everyDays: Int) -> Streak {
  let played = days.keys.sorted()
  func continues(_ index: Int) -> Bool {
    index > 0 && index < played.count && played[index] - played[index - 1] == everyDays
      && days[played[index]] == true && days[played[index - 1]] == true
  }
  func length(endingAt last: Int) -> Int {
    var first = last
    while continues(first) { first -= 1 }
    return days[played[last]] == true ? last - first + 1 : 0
  }
  // A run is counted where it ends, or a run of a thousand years would be counted a million times.
  let ends = played.indices.filter { !continues($0 + 1) }
  let lengths = ends.map(length)
  var run: ClosedRange<Day>?
  if let last = played.last, let length = lengths.last, length > 0 {
    run = Day(daysSinceEpoch: last - (length - 1) * everyDays)...Day(daysSinceEpoch: last)
  }
  return Streak(
    totalPlayed: played.count, totalCompleted: days.values.count { $0 },
    max: lengths.max() ?? 0, lastPlayed: played.last.map(Day.init(daysSinceEpoch:)),
    run: run, everyDays: everyDays)
}
