internal import GRDB
internal import StreaklineCore

/// Keeps the table `streak` equal to what its records amount to.
struct StreakTable {
  private let days: RowStatement
  private let load: RowStatement
  private let save: RowStatement
  private let remove: RowStatement

  init(_ db: Database) throws {
    days = try RowStatement(
      db,
      """
      SELECT day, completed FROM record
      WHERE user = ? AND gameId = ? AND day IS NOT NULL AND deletedAt IS NULL AND suspect IS NULL
      ORDER BY day
      """)
    load = try RowStatement(
      db, "SELECT \(Streak.columns) FROM streak WHERE user = ? AND gameId = ?")
    save = try RowStatement(
      db,
      """
      INSERT INTO streak (user, gameId, game, \(Streak.columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (user, gameId) DO UPDATE
      SET game = excluded.game, everyDays = excluded.everyDays, played = excluded.played,
        completed = excluded.completed, longest = excluded.longest,
        lastPlayed = excluded.lastPlayed, runStart = excluded.runStart, runEnd = excluded.runEnd
      """)
    remove = try RowStatement(db, "DELETE FROM streak WHERE user = ? AND gameId = ?")
  }

  /// The streak as it stands in the table; an empty one where nothing counts.
  func streak(of pair: Pair) throws -> Streak {
    bind(pair, to: load)
    guard try load.next() else { return Streak(days: []) }
    defer { load.reset() }
    return try Streak(row: load, at: 0)
  }

  /// Counts the pair's records anew and keeps what comes out.
  func recount(_ pair: Pair, game: String, everyDays: Int) throws -> Streak {
    let streak = Streak(days: try countedDays(of: pair), everyDays: everyDays)
    guard streak.totalPlayed > 0 else {
      bind(pair, to: remove)
      try remove.run()
      return streak
    }
    bind(pair, to: save)
    save.bind(3, game)
    streak.bind(to: save, from: 4)
    try save.run()
    return streak
  }

  private func countedDays(of pair: Pair) throws -> [(day: Day, completed: Bool)] {
    bind(pair, to: days)
    var counted: [(day: Day, completed: Bool)] = []
    while try days.next() {
      guard let day = days.number(0).flatMap({ Day(dateInt: Int($0)) }) else {
        throw DamagedRow(detail: "a record's day is no date")
      }
      counted.append((day, days.number(1) == 1))
    }
    return counted
  }

  private func bind(_ pair: Pair, to statement: RowStatement) {
    statement.bind(1, pair.user)
    statement.bind(2, pair.gameID)
  }
}

extension Streak {
  /// The columns that `init(row:at:)` reads, in its order.
  static let columns = "everyDays, played, completed, longest, lastPlayed, runStart, runEnd"

  init(row: RowStatement, at first: Int32) throws {
    func number(_ column: Int32) -> Int { row.number(first + column).map { Int($0) } ?? 0 }
    func day(_ column: Int32) -> Day? { Day(dateInt: number(column)) }
    guard number(0) > 0 else { throw DamagedRow(detail: "a streak steps by no day") }
    var run: ClosedRange<Day>?
    if let start = day(5), let end = day(6), start <= end {
      run = start...end
    }
    self.init(
      totalPlayed: number(1), totalCompleted: number(2), max: number(3), lastPlayed: day(4),
      run: run, everyDays: number(0))
  }

  func bind(to statement: RowStatement, from first: Int32) {
    let values: [Int?] = [
      everyDays, totalPlayed, totalCompleted, max, lastPlayed?.dateInt, run?.lowerBound.dateInt,
      run?.upperBound.dateInt,
    ]
    for (offset, value) in zip(Int32(0)..., values) {
      statement.bind(first + offset, value)
    }
  }
}
