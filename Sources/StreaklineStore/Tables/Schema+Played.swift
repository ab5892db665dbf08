internal import GRDB
internal import StreaklineCore

extension Schema {
  /// What views read in place of `result` and `record`, from which it follows.
  static let tablesOfViews = """
    -- The results of a pair in a month that count, packed (`PlayedMonth`). A key is the month as yyyymm
    -- and the eight digits of the pair.
    CREATE TABLE playedMonth (
      key INTEGER PRIMARY KEY,
      results BLOB NOT NULL
    ) STRICT;
    ALTER TABLE pairStreak ADD COLUMN firstPlayed INTEGER;
    -- How often the pair has each score (`ScoreTally`); NULL where they are too many.
    ALTER TABLE pairStreak ADD COLUMN scores BLOB;
    """

  /// `days` is a packed `PlayedDays`. It is no column of `pairStreak`, because most views read all of that
  /// table and need no days.
  static let tableOfDays = """
    CREATE TABLE pairDays (
      pair INTEGER PRIMARY KEY,
      days BLOB NOT NULL
    ) STRICT;
    """

  /// Computes from the results all that follows from them.
  ///
  /// - Returns: How many streaks were wrong.
  @discardableResult
  static func recountDerived(_ db: Database, _ types: ResultTypes) throws -> Int {
    try PlayedTable.rebuild(db, types)
    let pairs = try StreakTable(db)
    let counts = try StreakRecount(db).counts
    for count in counts {
      let history = try pairs.played.history(of: count.key)
      try pairs.save(
        count.streak, history.days, history.scores, of: count.key)
    }
    return counts.count { $0.streak != $0.stored }
  }
}
