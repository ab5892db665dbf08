internal import GRDB
internal import StreaklineCore

/// What a result comes to now; `nil` for one that does not count.
struct PlayedChange {
  let number: ResultKey
  let score: PlayedScore?
}

/// The table `playedMonth`: what views need of the results that count, so that they read neither
/// `result` nor `record`. It follows from these two and is written with them.
struct PlayedTable {
  private static let pairs: Int64 = 100_000_000

  /// SQL for the pair of the keys in a column.
  static func pair(in column: String) -> String { "\(column) % \(pairs)" }

  private let search: RowStatement
  private let saving: RowStatement
  private let removal: RowStatement
  private let following: RowStatement
  private let range: RowStatement

  init(_ db: Database) throws {
    search = try RowStatement(db, "SELECT key, results, checksum FROM playedMonth WHERE key = ?")
    saving = try RowStatement(db, "INSERT OR REPLACE INTO playedMonth VALUES (?, ?, ?)")
    removal = try RowStatement(db, "DELETE FROM playedMonth WHERE key = ?")
    following = try RowStatement(
      db, "SELECT key FROM playedMonth WHERE key >= ? ORDER BY key LIMIT 1")
    range = try RowStatement(
      db, "SELECT key, results, checksum FROM playedMonth WHERE key >= ? AND key < ? ORDER BY key")
  }

  /// The key of a row: a month as yyyymm, and a pair.
  private static func key(_ month: Int, _ pair: Int64) -> Int64 { Int64(month) * pairs + pair }

  // MARK: - Writing

  /// Writes changes. Of several of one result the last holds.
  func apply(_ changes: [PlayedChange]) throws {
    let keyed = changes.enumerated().map { index, change in
      (key: Self.key(change.number.dateInt / 100, change.number.pair), index: index)
    }
    .sorted { ($0.key, $0.index) < ($1.key, $1.index) }
    var start = 0
    while start < keyed.count {
      let key = keyed[start].key
      var month = try self.month(key)
      let before = month
      while start < keyed.count, keyed[start].key == key {
        let change = changes[keyed[start].index]
        month.set(change.number, change.score)
        start += 1
      }
      if month != before { try save(month, key) }
    }
  }

  private func save(_ month: PlayedMonth, _ key: Int64) throws {
    guard !month.entries.isEmpty else {
      removal.bind(1, key)
      return try removal.run()
    }
    saving.bind(1, key)
    let packed = month.packed
    saving.bind(2, blob: packed)
    saving.bind(3, RowChecksum.of(key, packed))
    try saving.run()
  }

  /// Makes the table anew from all results.
  static func rebuild(_ db: Database, _ types: ResultTypes) throws {
    try db.execute(sql: "DELETE FROM playedMonth")
    let table = try PlayedTable(db)
    try forEachMonth(db, types) { key, month in try table.save(month, key) }
  }

  /// Calls the body with each row that the table must have, in its order.
  static func forEachMonth(
    _ db: Database, _ types: ResultTypes, _ body: (Int64, PlayedMonth) throws -> Void
  ) throws {
    let rows = try RowStatement(
      db,
      """
      SELECT \(Record.columns) FROM \(Record.tables)
      WHERE state <= \(ResultState.completed.rawValue) ORDER BY number
      """)
    var (current, months): (Int, [Int64: PlayedMonth]) = (0, [:])
    func end() throws {
      for (key, month) in months.sorted(by: { $0.key < $1.key }) { try body(key, month) }
      months = [:]
    }
    while try rows.next() {
      // What is damaged counts nowhere, and `verify` tells of it.
      guard let number = rows.number(0).map(ResultKey.init),
        let record = try? Record(row: rows, types)
      else { continue }
      if number.dateInt / 100 != current { try end() }
      current = number.dateInt / 100
      months[key(current, number.pair), default: PlayedMonth()].set(number, PlayedScore(record))
    }
    try end()
  }

  // MARK: - Reading

  /// What a pair has in a month; empty where it has nothing.
  private func month(_ key: Int64) throws -> PlayedMonth {
    search.bind(1, key)
    guard try search.next() else { return PlayedMonth() }
    defer { search.reset() }
    try search.requireBytes()
    return try search.withBlob(1, PlayedMonth.init(packed:))
  }

  /// The months in which anybody has a result, as yyyymm, ascending.
  func months(_ days: ClosedRange<Day>? = nil) throws -> [Int] {
    let first = days.map { $0.lowerBound.dateInt / 100 } ?? 0
    let last = days.map { $0.upperBound.dateInt / 100 } ?? 999_999
    var months: [Int] = []
    var start = Self.key(max(0, first), 0)
    while true {
      following.bind(1, start)
      guard try following.next(), let key = following.number(0) else { return months }
      following.reset()
      let month = Int(key / Self.pairs)
      guard month <= last else { return months }
      months.append(month)
      start = Self.key(month + 1, 0)
    }
  }

  /// Calls the body with each result of a pair, by day.
  ///
  /// - Parameter months: Those of ``months(_:)``.
  func forEach(
    of pair: Int64, _ months: [Int], _ days: ClosedRange<Day>? = nil,
    _ body: (Day, PlayedScore) throws -> Void
  ) throws {
    for month in months {
      search.bind(1, Self.key(month, pair))
      guard try search.next() else { continue }
      defer { search.reset() }
      try search.requireBytes()
      let first = try Self.firstDay(of: month)
      try search.withBlob(1) { try Self.forEach($0, from: first, days, body) }
    }
  }

  /// Calls the body with what each pair has in some months, by month and pair.
  ///
  /// - Parameter body: Gets the first day of the month and the packed results, which
  ///   ``forEach(_:from:_:_:)`` reads.
  func forEachMonth(
    _ months: [Int], _ body: (_ pair: Int64, _ first: Day, Span<UInt8>) throws -> Void
  ) throws {
    for month in months {
      let first = try Self.firstDay(of: month)
      range.bind(1, Self.key(month, 0))
      range.bind(2, Self.key(month + 1, 0))
      while try range.next() {
        try range.requireBytes()
        let pair = (range.number(0) ?? 0) % Self.pairs
        try range.withBlob(1) { try body(pair, first, $0) }
      }
    }
  }

  /// Calls the body with each result of a packed month, by day.
  ///
  /// - Parameter first: The first day of the month.
  static func forEach(
    _ packed: Span<UInt8>, from first: Day, _ days: ClosedRange<Day>?,
    _ body: (Day, PlayedScore) throws -> Void
  ) throws {
    try PlayedMonth.forEach(packed) { entry in
      let day = first + (entry.dayOfMonth - 1)
      if days?.contains(day) ?? true { try body(day, entry.score) }
    }
  }

  private static func firstDay(of month: Int) throws -> Day {
    guard let first = Day(dateInt: month * 100 + 1) else {
      throw DamagedRow(detail: "the month of a result is not a date")
    }
    return first
  }

  /// The days of a pair that count, and how often it has each score.
  func history(of pair: Int64) throws -> (days: PlayedDays, scores: ScoreTally) {
    var (days, scores) = (PlayedDays(), ScoreTally())
    try forEach(of: pair, try months()) { day, score in
      days.insert(day, completed: score.isCompleted)
      scores.add(score)
    }
    return (days, scores)
  }
}
