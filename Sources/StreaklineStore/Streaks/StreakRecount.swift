internal import GRDB
internal import StreaklineCore

/// All streaks, counted in one pass over the results.
///
/// The table is sorted by day, so each pair's days come in ascending order and nothing is sorted.
struct StreakRecount {
  /// A pair with its streak.
  struct Count {
    let key: Int64
    let pair: StreakKey
    let game: String
    /// The streak in the table `pairStreak`.
    let stored: Streak
    var streak: Streak
  }

  /// Sorted by key.
  private(set) var counts: [Count]

  /// - Parameter last: The last day that counts; `nil` for all days.
  init(_ db: Database, upTo last: Day? = nil) throws {
    counts = try Self.pairs(db)
    let rows = try RowStatement(
      db, "SELECT number, state FROM result WHERE number < ? ORDER BY number")
    rows.bind(1, last.map { ResultKey.all(on: $0.dateInt).upperBound } ?? .max)
    try count(rows)
  }

  private static func pairs(_ db: Database) throws -> [Count] {
    let rows = try RowStatement(
      db,
      """
      SELECT key, user, gameId, game, everyDays, \(Streak.columns) FROM pair
      LEFT JOIN pairStreak ON pair = key ORDER BY key
      """)
    var counts: [Count] = []
    while try rows.next() {
      guard let key = rows.number(0), let user = rows.text(1), let gameID = rows.text(2),
        let game = rows.text(3)
      else { throw DamagedRow(detail: "a streak lacks its user or game") }
      let stored = try Streak(row: rows, at: 4)
      counts.append(
        Count(
          key: key, pair: StreakKey(user: user, gameID: gameID), game: game, stored: stored,
          streak: Streak(days: [], everyDays: stored.everyDays)))
    }
    return counts
  }

  private mutating func count(_ rows: RowStatement) throws {
    var open: (number: ResultKey, completed: Bool)?
    var date = (dateInt: 0, day: Day(daysSinceEpoch: 0))
    while try rows.next() {
      guard let number = rows.number(0).map(ResultKey.init),
        let state = rows.number(1).flatMap(ResultState.init), state.isCounted
      else { continue }
      let completed = state == .completed
      guard let current = open else {
        open = (number, completed)
        continue
      }
      if current.number.isBeside(number) {
        open = (number, current.completed || completed)
      } else {
        try close(current.number, current.completed, &date)
        open = (number, completed)
      }
    }
    if let open { try close(open.number, open.completed, &date) }
  }

  private mutating func close(
    _ number: ResultKey, _ completed: Bool, _ date: inout (dateInt: Int, day: Day)
  ) throws {
    if number.dateInt != date.dateInt {
      guard let day = Day(dateInt: number.dateInt) else {
        throw DamagedRow(detail: "a result's day is not a date")
      }
      date = (number.dateInt, day)
    }
    guard let index = index(of: number.pair) else {
      throw DamagedRow(detail: "a result belongs to no user and game")
    }
    counts[index].streak.append(date.day, completed: completed)
  }

  private func index(of key: Int64) -> Int? {
    // SQLite gives keys in sequence, so this guess is right unless rows were deleted.
    let guess = Int(key - 1)
    if counts.indices.contains(guess), counts[guess].key == key { return guess }
    var (low, high) = (0, counts.count)
    while low < high {
      let middle = (low + high) / 2
      if counts[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < counts.count && counts[low].key == key ? low : nil
  }
}
