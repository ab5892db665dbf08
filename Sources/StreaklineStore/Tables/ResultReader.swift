internal import GRDB
internal import StreaklineCore

/// Reads the results that a filter wants, day by day, and those of a day by user and game.
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
    // An index is used only for a condition that stands in the statement, so it has no more than
    // the filter names.
    var conditions = ["state <> \(ResultState.deleted.rawValue)"]
    if filter.user != nil { conditions.append("user = ?3") }
    if filter.game != nil { conditions.append("game = ?4") }
    let found = "\(Self.tables(filter)) WHERE \(conditions.joined(separator: " AND "))"
    content = try RowStatement(
      db, "SELECT \(Record.columns) FROM \(found) ORDER BY user, game, gameId, number")
    count = try RowStatement(db, "SELECT count(*) FROM \(found)")
    following = try RowStatement(
      db, "SELECT number FROM result WHERE number >= ? ORDER BY number LIMIT 1")
    preceding = try RowStatement(
      db, "SELECT number FROM result WHERE number < ? ORDER BY number DESC LIMIT 1")
  }

  /// The tables for the numbers in ?1..<?2, which are a day's.
  ///
  /// A few pairs are looked up on each day; of all pairs the day is read in one go.
  private static func tables(_ filter: ResultFilter) -> String {
    guard filter.user != nil || filter.game != nil else {
      return "\(Record.tables) AND number >= ?1 AND number < ?2"
    }
    let first = "?1 + \(ResultKey.perPair) * pair.key"
    return """
      pair CROSS JOIN result ON number >= \(first) AND number < \(first) + \(ResultKey.perPair)
        AND number < ?2
      CROSS JOIN record USING (version)
      """
  }

  /// Gives each result to the body, until that returns `false`.
  func forEach(_ body: (Record) throws -> Bool) throws {
    var (start, limit) = try firstDay()
    let end = filter.to.map { ResultKey.all(on: $0.dateInt).upperBound } ?? .max
    while let day = try day(following, start), day.lowerBound < end {
      bind(day, to: content)
      while limit > 0, try content.next() {
        limit -= 1
        guard try body(try Record(row: content, types)) else { return content.reset() }
      }
      content.reset()
      (start, limit) = (day.upperBound, .max)
    }
  }

  /// Where to begin, and how many results of the first day are wanted: with a limit the latest days
  /// are, and of the day on which the limit is reached as many as are left.
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

  /// The numbers of the day that the statement finds.
  private func day(_ statement: RowStatement, _ number: Int64) throws -> Range<Int64>? {
    statement.bind(1, number)
    guard try statement.next(), let found = statement.number(0).map(ResultKey.init) else {
      return nil
    }
    statement.reset()
    guard Day(dateInt: found.dateInt) != nil else {
      throw DamagedRow(detail: "a result's day is no date")
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
