internal import GRDB
package import StreaklineCore

extension Store {
  /// Counts the changes that a pipeline has not delivered.
  ///
  /// - Parameter most: Where to stop counting those that are new. ``PendingCounts/hasMore`` says then that there
  ///   are more.
  package func pendingCount(
    _ filter: PipelineFilter, at now: Instant, most: Int = .max
  ) throws(StoreError) -> PendingCounts {
    try reading { db in
      let position = try PipelineTable.position(filter, db).position
      var counts = PendingCounts()
      try countDeliveries(position, &counts, db, now)
      try countNew(position, &counts, db, now, most)
      let erasures = try RowStatement(
        db,
        """
        SELECT count(*) FROM erasure JOIN pipeline ON pipeline.key = pipeline WHERE pipeline.name = ?
        """)
      erasures.bind(1, filter.pipeline)
      if try erasures.next() { counts.pending += Int(erasures.number(0) ?? 0) }
      erasures.reset()
      return counts
    }
  }

  private func countDeliveries(
    _ position: PipelinePosition, _ counts: inout PendingCounts, _ db: Database, _ now: Instant
  ) throws {
    let copies = try FeedCopies(db, position.filter.pipeline)
    let rows = try RowStatement(
      db,
      """
      SELECT \(ChangeFeed.Row.columns), delivery.state, nextAt FROM delivery
      JOIN record ON record.version = delivery.version AND record.item = delivery.item
      \(ChangeFeed.Row.tables) WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?)
      """)
    rows.bind(1, position.filter.pipeline)
    while try rows.next() {
      let row = ChangeFeed.Row(rows, types)
      let copy = try copies.find(row.item)
      let isNew =
        row.version > position.cursor
        && row.isLacking(copy, position, isAllKnown: copies.areKept)
      guard row.isWanted(by: position.filter), !row.isHeld(at: now), !isNew,
        copy?.version != row.version
      else { continue }
      let state = rows.text(ChangeFeed.Row.columnCount).flatMap(Delivery.State.init)
      if state == .rejected {
        counts.rejected += 1
        continue
      }
      counts.addPending(row.version)
      counts.paused += state == .paused ? 1 : 0
      if let next = rows.number(ChangeFeed.Row.columnCount + 1).map(Instant.init(milliseconds:)) {
        counts.nextRetry = min(counts.nextRetry ?? next, next)
      }
    }
  }

  /// Counts the changes above the cursor.
  private func countNew(
    _ position: PipelinePosition, _ counts: inout PendingCounts, _ db: Database, _ now: Instant,
    _ most: Int
  ) throws {
    let copies = try FeedCopies(db, position.filter.pipeline)
    let isShort = try Self.isShort(position, db)
    let rows = try RowStatement(
      db,
      isShort
        ? """
        SELECT \(ChangeFeed.Row.columns), document.state FROM record \(ChangeFeed.Row.tables)
        WHERE record.version > ?
        """
        // The rows of `result` are far smaller than those of `record`.
        : """
        SELECT number, result.version, iif(state >= 3, 1, NULL), user, gameId, game, state, NULL, NULL,
          NULL
        FROM result LEFT JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
        WHERE result.version > ?1
        UNION ALL
        SELECT -key, version, iif(state = 3, 1, NULL), NULL, NULL, NULL, NULL, type, name,
          NULL
        FROM document WHERE version > ?1
        """)
    rows.bind(1, position.cursor)
    defer { rows.reset() }
    while try rows.next() {
      let row = ChangeFeed.Row(rows, types)
      let copy = try copies.find(row.item)
      // A changed bit can make a record look deleted. Its result or document still says that it is not.
      let state = isShort ? rows.number(6) ?? rows.number(ChangeFeed.Row.columnCount) : nil
      let isDamaged =
        copy == nil && rows.number(2) != nil && row.isWanted(by: position.filter)
        && state.flatMap(ResultState.init)?.isResult == true
      guard
        isDamaged
          || !row.isHeld(at: now) && row.isLacking(copy, position, isAllKnown: copies.areKept)
      else { continue }
      guard counts.pending < most else {
        counts.hasMore = true
        return
      }
      counts.addPending(row.version)
    }
  }

  /// Whether there are few changes above the cursor.
  private static func isShort(_ position: PipelinePosition, _ db: Database) throws -> Bool {
    let next = "SELECT version FROM record WHERE version > ? ORDER BY version LIMIT 1 OFFSET ?"
    return try Int64.fetchOne(
      db.cachedStatement(sql: next), arguments: [position.cursor, ChangeFeed.stepVersions]) == nil
  }
}

extension PendingCounts {
  fileprivate mutating func addPending(_ version: Int64) {
    pending += 1
    let changed = VersionClock.instant(of: version)
    oldest = min(oldest ?? changed, changed)
  }
}
