internal import GRDB
internal import StreaklineCore

/// The tables `pair` and `pairStreak`.
struct StreakTable {
  private let find: RowStatement
  private let findKey: RowStatement
  private let insertion: RowStatement
  private let change: RowStatement
  private let saving: RowStatement
  private let savingDays: RowStatement
  private let removal: RowStatement
  private let removalOfDays: RowStatement
  let played: PlayedTable

  init(_ db: Database) throws {
    played = try PlayedTable(db)
    find = try RowStatement(
      db,
      """
      SELECT key, game, everyDays, \(Streak.columns), scores, days, user, gameId, pair.checksum,
        pairStreak.pair, firstPlayed, pairStreak.checksum, pairDays.pair, pairDays.checksum
      FROM pair LEFT JOIN pairStreak ON pairStreak.pair = key LEFT JOIN pairDays ON pairDays.pair = key
      WHERE user = ? AND gameId = ?
      """)
    findKey = try RowStatement(db, "SELECT user, gameId FROM pair WHERE key = ?")
    insertion = try RowStatement(
      db, "INSERT INTO pair (user, gameId, game, everyDays, checksum) VALUES (?, ?, ?, ?, ?)")
    change = try RowStatement(
      db,
      """
      UPDATE pair SET user = ?, gameId = ?, game = ?, everyDays = ?, checksum = ? WHERE key = ?
      """)
    saving = try RowStatement(
      db,
      """
      INSERT OR REPLACE INTO pairStreak (pair, \(Streak.columns), firstPlayed, scores, checksum)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    savingDays = try RowStatement(db, "INSERT OR REPLACE INTO pairDays VALUES (?, ?, ?)")
    removal = try RowStatement(db, "DELETE FROM pairStreak WHERE pair = ?")
    removalOfDays = try RowStatement(db, "DELETE FROM pairDays WHERE pair = ?")
  }

  /// The stored pair of that user and game; `nil` when there is none.
  func entry(of pair: StreakKey) throws -> StreakCache.Entry? {
    find.bind(1, pair.user)
    find.bind(2, pair.gameID)
    guard try find.next() else { return nil }
    defer { find.reset() }
    guard let key = find.number(0), let game = find.text(1) else {
      throw DamagedRow(detail: "a pair lacks its key or game")
    }
    try find.require(13, of: [11, 12, 1, 2], .pair)
    if !find.isNull(14) { try find.require(16, of: [14, 3, 4, 5, 6, 7, 8, 15, 9], .derived) }
    if !find.isNull(17) { try find.require(18, of: [17, 10], .derived) }
    let streak = try Streak(row: find, at: 2)
    let scores = try find.tally(9)
    return StreakCache.Entry(
      key: key, pair: pair, game: game, streak: streak,
      scores: scores ?? (streak.totalPlayed == 0 ? ScoreTally() : nil),
      days: try find.withBlob(10, PlayedDays.init(packed:)))
  }

  /// The stored pair of that key.
  func entry(ofKey key: Int64) throws -> StreakCache.Entry {
    findKey.bind(1, key)
    guard try findKey.next(), let user = findKey.text(0), let gameID = findKey.text(1) else {
      throw DamagedRow(detail: "a result belongs to no pair")
    }
    findKey.reset()
    guard let entry = try entry(of: StreakKey(user: user, gameID: gameID)) else {
      throw DamagedRow(detail: "a pair cannot be found")
    }
    return entry
  }

  /// The index of the record's pair in the cache. A new pair gets a row in the table.
  func index(of record: Record, everyDays: Int, _ cache: inout StreakCache) throws -> Int {
    let pair = StreakKey(user: record.userId, gameID: record.gameId)
    if let index = cache.index(of: pair) { return index }
    if let entry = try entry(of: pair) { return cache.add(entry) }
    return cache.add(try insert(pair, game: record.game, everyDays: everyDays))
  }

  private func insert(
    _ pair: StreakKey, game: String, everyDays: Int
  ) throws -> StreakCache.Entry {
    insertion.bindWithChecksum(
      .text(pair.user), .text(pair.gameID), .text(game), .number(Int64(everyDays)))
    // RETURNING would make a temporary table, which costs ten times as much as the row.
    try insertion.run()
    return StreakCache.Entry(
      key: insertion.insertedKey, pair: pair, game: game,
      streak: Streak(days: [], everyDays: everyDays))
  }

  /// The key of a pair. A new one is of the same game as another pair.
  func key(of pair: StreakKey, like other: StreakCache.Entry, _ cache: inout StreakCache) throws
    -> Int64
  {
    if let entry = try entry(of: pair) { return entry.key }
    let entry = try insert(pair, game: other.game, everyDays: other.streak.everyDays)
    _ = cache.add(entry)
    return entry.key
  }

  /// The pairs of a user, by key.
  func entries(of user: String, _ db: Database) throws -> [Int64: StreakCache.Entry] {
    let rows = try RowStatement(db, "SELECT gameId FROM pair WHERE user = ?")
    rows.bind(1, user)
    var entries: [Int64: StreakCache.Entry] = [:]
    while try rows.next() {
      guard let gameID = rows.text(0),
        let entry = try entry(of: StreakKey(user: user, gameID: gameID))
      else { throw DamagedRow(detail: "a pair cannot be found") }
      entries[entry.key] = entry
    }
    return entries
  }

  /// Stores the slug and the days between puzzles that the game's rule has now, for all results of
  /// the pair.
  func update(_ index: Int, game: String, everyDays: Int, _ cache: inout StreakCache) throws {
    guard
      cache.entries[index].game != game || cache.entries[index].streak.everyDays != everyDays
    else { return }
    let entry = cache.entries[index]
    change.bindWithChecksum(
      .text(entry.pair.user), .text(entry.pair.gameID), .text(game), .number(Int64(everyDays)))
    change.bind(6, entry.key)
    try change.run()
    cache.update(index, game: game, everyDays: everyDays)
  }

  /// Writes what follows from the results that a batch has changed.
  func save(_ cache: inout StreakCache) throws {
    try played.apply(cache.playedChanges)
    // In the order of the table, so that SQLite finds each page once.
    for index in cache.changed.sorted(by: { cache.entries[$0].key < cache.entries[$1].key }) {
      if cache.entries[index].change == .recount {
        let history = try played.history(of: cache.entries[index].key)
        cache.keep(index, history.days, history.scores)
      }
      cache.settle(index)
      let entry = cache.entries[index]
      try save(
        entry.streak, entry.days ?? PlayedDays(), entry.scores, of: entry.key)
    }
  }

  /// Writes the streak and the days of a pair. A pair without results that count has no row.
  func save(
    _ streak: Streak, _ days: PlayedDays, _ scores: ScoreTally?, of key: Int64
  ) throws {
    guard streak.totalPlayed > 0 else {
      for statement in [removal, removalOfDays] {
        statement.bind(1, key)
        try statement.run()
      }
      return
    }
    var checksum = RowChecksum()
    func add(_ column: Int32, _ number: Int?) {
      saving.bind(column, number)
      checksum.add(number.map(Int64.init))
    }
    add(1, Int(key))
    add(2, streak.totalPlayed)
    add(3, streak.totalCompleted)
    add(4, streak.max)
    add(5, streak.lastPlayed?.dateInt)
    add(6, streak.run?.lowerBound.dateInt)
    add(7, streak.run?.upperBound.dateInt)
    add(8, days.first?.dateInt)
    let packedScores = scores?.packed
    saving.bind(9, blob: packedScores)
    checksum.add(packedScores)
    saving.bind(10, checksum.value)
    try saving.run()
    let packedDays = days.packed
    savingDays.bind(1, key)
    savingDays.bind(2, blob: packedDays)
    savingDays.bind(3, RowChecksum.of(key, packedDays))
    try savingDays.run()
  }
}

extension RowStatement {
  /// The packed tally in a column; `nil` for null.
  ///
  /// - Throws: ``DamagedRow``.
  func tally(_ column: Int32) throws -> ScoreTally? {
    isNull(column) ? nil : try withBlob(column, ScoreTally.init(packed:))
  }
}

extension Streak {
  /// The columns that `init(row:at:)` reads after `everyDays`, in this order.
  static let columns = "played, completed, longest, lastPlayed, runStart, runEnd"

  /// Reads a streak from the current row; an empty one where the columns are null.
  init(row: RowStatement, at first: Int32) throws {
    func number(_ column: Int32) -> Int { row.number(first + column).map { Int($0) } ?? 0 }
    func day(_ column: Int32) -> Day? { Day(dateInt: number(column)) }
    guard number(0) > 0 || number(0) == Streak.weekdays else {
      throw DamagedRow(detail: "a streak has no days between puzzles")
    }
    guard (1...3).allSatisfy({ (0...Int(Int32.max)).contains(number($0)) }) else {
      throw DamagedRow(detail: "a streak has impossible numbers")
    }
    var run: ClosedRange<Day>?
    if let start = day(5), let end = day(6), start <= end {
      run = start...end
    }
    self.init(
      totalPlayed: number(1), totalCompleted: number(2), max: number(3), lastPlayed: day(4),
      run: run, everyDays: number(0))
  }
}
