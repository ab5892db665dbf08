internal import GRDB
internal import StreaklineCore

/// Reads the results that a filter wants: by day, and within a day by user and game.
struct ResultReader {
  private let types: ResultTypes
  private let filter: ResultFilter
  private let content: RowStatement
  private let count: RowStatement
  private let following: RowStatement
  private let preceding: RowStatement

  init(_ db: Database, _ types: ResultTypes, _ filter: ResultFilter) throws {
    self.types = types
    self.filter = filter
    // SQLite chooses an index by the conditions in the statement, so the statement has only those
    // that the filter sets.
    var conditions = ["state < \(ResultState.deleted.rawValue)"]
    if filter.user != nil { conditions.append("user = ?3") }
    if filter.game != nil { conditions.append("game = ?4") }
    let found = ([Self.tables(filter)] + conditions).joined(separator: " AND ")
    // Those that are said to be deleted are read too, because that may be damage.
    let all = ([Self.tables(filter)] + conditions.dropFirst()).joined(separator: " AND ")
    try ChecksummedTable.require("pair", of: db)
    content = try RowStatement(
      db,
      """
      SELECT \(Record.columns), \(Record.sums), state FROM \(all)
      ORDER BY user, game, gameId, number
      """)
    count = try RowStatement(db, "SELECT count(*) FROM \(found)")
    following = try RowStatement(
      db, "SELECT number FROM result WHERE number >= ? ORDER BY number LIMIT 1")
    preceding = try RowStatement(
      db, "SELECT number FROM result WHERE number < ? ORDER BY number DESC LIMIT 1")
  }

  /// The joined tables, for the keys from ?1 up to ?2, which are those of one day.
  ///
  /// With a user or game in the filter, each pair that it wants is looked up; otherwise the whole
  /// day is read in sequence.
  private static func tables(_ filter: ResultFilter) -> String {
    guard filter.user != nil || filter.game != nil else {
      return """
        result LEFT JOIN record USING (version) LEFT JOIN pair
        ON pair.key = \(ResultKey.pair(in: "number")) WHERE number >= ?1 AND number < ?2
        """
    }
    let first = "?1 + \(ResultKey.perPair) * pair.key"
    return """
      pair CROSS JOIN result ON number >= \(first) AND number < \(first) + \(ResultKey.perPair)
        AND number < ?2
      LEFT JOIN record USING (version) WHERE true
      """
  }

  /// Calls the body with each result until it returns `false`.
  func forEach(_ body: (Record) throws -> Bool) throws {
    var (start, limit) = try firstDay()
    let end = filter.to.map { ResultKey.all(on: $0.dateInt).upperBound } ?? .max
    while let day = try day(following, start), day.lowerBound < end {
      bind(day, to: content)
      while limit > 0, try content.next() {
        if try isDeleted(content) { continue }
        limit -= 1
        guard try body(try Record(checked: content, sums: 5, state: 10, types)) else {
          return content.reset()
        }
      }
      content.reset()
      (start, limit) = (day.upperBound, .max)
    }
  }

  /// Whether the current row is of a result that was deleted.
  private func isDeleted(_ row: RowStatement) throws -> Bool {
    guard row.number(10) ?? .max >= ResultState.deleted.rawValue else { return false }
    guard !row.isNull(7) else { throw DamagedRow(detail: StoredRow.record.damage) }
    return true
  }

  /// The first key to read, and how many results of that day are wanted. A limit keeps the results of
  /// the latest days, and of the first of these days as many as the limit leaves.
  private func firstDay() throws -> (start: Int64, limitOfFirstDay: Int) {
    let earliest = filter.from.map { ResultKey.all(on: $0.dateInt).lowerBound } ?? 0
    guard let limit = filter.limit else { return (earliest, .max) }
    var left = limit
    var end = filter.to.map { ResultKey.all(on: $0.dateInt).upperBound } ?? .max
    while left > 0, let day = try day(preceding, end), day.lowerBound >= earliest {
      bind(day, to: count)
      let found = try count.next() ? Int(count.number(0) ?? 0) : 0
      count.reset()
      if found >= left { return (day.lowerBound, left) }
      left -= found
      end = day.lowerBound
    }
    return left > 0 ? (earliest, .max) : (.max, 0)
  }

  /// The keys of the day of the result that the statement finds.
  private func day(_ statement: RowStatement, _ number: Int64) throws -> Range<Int64>? {
    statement.bind(1, number)
    guard try statement.next(), let found = statement.number(0).map(ResultKey.init) else {
      return nil
    }
    statement.reset()
    guard Day(dateInt: found.dateInt) != nil else {
      throw DamagedRow(detail: "the day of a result is not a date")
    }
    return ResultKey.all(on: found.dateInt)
  }

  private func bind(_ day: Range<Int64>, to statement: RowStatement) {
    statement.bind(1, day.lowerBound)
    statement.bind(2, day.upperBound)
    if let user = filter.user { statement.bind(3, user) }
    if let game = filter.game { statement.bind(4, game) }
  }
}
