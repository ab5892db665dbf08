internal import GRDB
internal import StreaklineCore

/// The table `result`: one row for each result, sorted by key.
struct ResultTable {
  /// A row of the table.
  struct Row {
    let version: Int64
    let state: ResultState
    let digest: Int64

    /// The digest; `nil` for a tombstone.
    var content: Int64? { state.isResult ? digest : nil }
  }

  private let insertion: RowStatement
  private let search: RowStatement
  private let change: RowStatement
  private let following: RowStatement
  private let states: RowStatement

  init(_ db: Database) throws {
    insertion = try RowStatement(
      db, "INSERT INTO result VALUES (?, ?, ?, ?) ON CONFLICT (number) DO NOTHING")
    search = try RowStatement(db, "SELECT version, state, digest FROM result WHERE number = ?")
    change = try RowStatement(
      db, "UPDATE result SET version = ?, state = ?, digest = ? WHERE number = ?")
    following = try RowStatement(
      db, "SELECT number FROM result WHERE number >= ? ORDER BY number LIMIT 1")
    states = try RowStatement(
      db, "SELECT state FROM result WHERE number >= ? AND number < ? ORDER BY number")
  }

  /// Inserts a row unless the key exists.
  ///
  /// - Returns: Whether the row was inserted.
  func insert(_ number: ResultKey, _ row: Row) throws -> Bool {
    insertion.bind(1, number.value)
    insertion.bind(2, row.version)
    insertion.bind(3, row.state.rawValue)
    insertion.bind(4, row.digest)
    try insertion.run()
    return insertion.changes == 1
  }

  func find(_ number: ResultKey) throws -> Row? {
    search.bind(1, number.value)
    guard try search.next() else { return nil }
    defer { search.reset() }
    guard let version = search.number(0), let digest = search.number(2),
      let state = search.number(1).flatMap(ResultState.init)
    else { throw DamagedRow(detail: "the state of a result is unknown") }
    return Row(version: version, state: state, digest: digest)
  }

  func update(_ number: ResultKey, _ row: Row) throws {
    change.bind(1, row.version)
    change.bind(2, row.state.rawValue)
    change.bind(3, row.digest)
    change.bind(4, number.value)
    try change.run()
  }

  /// A pair's streak without the days after the last one, which is nearly always the stored one.
  func streak(_ stored: Streak, of pair: Int64, upTo last: Day) throws -> Streak {
    guard let played = stored.lastPlayed, played > last else { return stored }
    return try countedDays(of: pair, upTo: last).streak(everyDays: stored.everyDays)
  }

  /// The days of a pair that count.
  ///
  /// - Parameter last: The last day to look at; `nil` for all.
  ///
  /// The table is sorted by day, so this looks for the pair on each day on which anybody has a result.
  func countedDays(of pair: Int64, upTo last: Day? = nil) throws -> PlayedDays {
    var days = PlayedDays()
    var start: Int64 = 0
    while let number = try first(from: start) {
      guard let day = Day(dateInt: number.dateInt) else {
        throw DamagedRow(detail: "the day of a result is not a date")
      }
      if let last, day > last { break }
      let range = ResultKey.all(on: number.dateInt, of: pair)
      states.bind(1, range.lowerBound)
      states.bind(2, range.upperBound)
      while try states.next() {
        guard let state = states.number(0).flatMap(ResultState.init), state.isCounted else {
          continue
        }
        days.insert(day, completed: state == .completed)
      }
      start = ResultKey.all(on: number.dateInt).upperBound
    }
    return days
  }

  private func first(from start: Int64) throws -> ResultKey? {
    following.bind(1, start)
    guard try following.next() else { return nil }
    defer { following.reset() }
    return following.number(0).map(ResultKey.init)
  }
}
