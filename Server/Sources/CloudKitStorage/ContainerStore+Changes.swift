package import CloudKitCore
internal import GRDB

/// A part of a feed of changes.
package struct ChangePage<Change: Sendable>: Sendable {
  package let changes: [Change]
  /// What the client sends to get what comes after.
  package let token: String
  package let moreComing: Bool
}

/// What has become of a record.
package enum RecordChange: Hashable, Sendable {
  case saved(StoredRecord)
  case deleted(name: String)
  /// A bit of it has changed in the file, so that nothing can be said of it.
  case damaged(name: String, DamagedRow)
}

/// How much of a zone's feed is asked for.
package struct ChangeRequest: Hashable, Sendable {
  package let token: String?
  package let limit: Int
  /// The types of records; `nil` for all.
  package let types: Set<String>?

  package init(token: String?, limit: Int, types: Set<String>? = nil) {
    self.token = token
    self.limit = limit
    self.types = types
  }
}

extension ContainerStore {
  /// Bytes of fields in an answer at most, so that a page of large records stays small.
  package static let largestAnswer = 4 << 20
  /// Rows that one request reads at most, however few of them are wanted.
  private static let mostRows = 10_000

  /// The records that have changed since a token, each once, in the order of their last change.
  ///
  /// - Throws: ``ServiceError/Code/changeTokenExpired`` for a token that is too old or not of this zone.
  package func changes(
    in zone: ZoneID, of owner: String, for participant: String? = nil, _ request: ChangeRequest
  ) async throws -> ChangePage<RecordChange> {
    try await pool.read { db in
      guard !zone.isDefault else {
        throw ServiceError.badRequest("the default zone does not support sync semantics")
      }
      guard let rows = try self.rows(zone, of: owner, for: participant, db) else {
        throw ServiceError(.zoneNotFound, "zone not found")
      }
      let zone = rows.zone
      let feed = Self.feed(of: zone, for: participant)
      let since = try self.sequence(
        request.token, of: feed, oldest: zone.oldest, newest: zone.sequence)
      var reading = PageReading(rows: rows, request: request, position: since)
      try reading.read(db, mostRows: Self.mostRows, mostBytes: Self.largestAnswer)
      let end = reading.isComplete ? zone.sequence : reading.position
      let token = SyncToken(feed, sequence: end).text(signedWith: self.key)
      return ChangePage(
        changes: reading.changes, token: token, moreComing: !reading.isComplete)
    }
  }

  /// The zones that have changed since a token, each once. The default zone has no changes.
  ///
  /// - Throws: ``ServiceError/Code/changeTokenExpired`` for a token that is not of this database.
  package func zoneChanges(
    of owner: String, since token: String?, limit: Int
  ) async throws -> ChangePage<ZoneState> {
    try await pool.read { db in
      let newest = try ZoneRow.lastChange(of: owner, db)
      let since = try self.sequence(token, of: .database(owner), oldest: 0, newest: newest)
      // A zone that was deleted and created again is listed once, as it is now. A client without a token
      // has seen no zone yet, so it gets no deletions.
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(ZoneRow.columns) FROM zone
          WHERE owner = ?1 AND changedAt > ?2 AND name <> ?3 AND (\(ZoneRow.mayBeThere) OR ?4)
            AND NOT EXISTS (
              SELECT 1 FROM zone AS newer
              WHERE newer.owner = zone.owner AND newer.name = zone.name AND newer.key > zone.key)
          ORDER BY changedAt LIMIT ?5
          """, arguments: [owner, since, ZoneID.defaultName, token != nil, limit + 1]
      ).map(ZoneRow.init)
      let page = rows.prefix(limit)
      let moreComing = rows.count > limit
      let end = moreComing ? page.last?.changedAt ?? since : newest
      return ChangePage(
        changes: page.map { self.state($0) },
        token: SyncToken(.database(owner), sequence: end).text(signedWith: self.key),
        moreComing: moreComing)
    }
  }

  /// Forgets which records were deleted before a time. Clients that have not asked since then have to
  /// fetch their zone anew.
  ///
  /// - Parameter time: Milliseconds since 1970.
  package func forgetDeletions(before time: Int) async throws {
    try await pool.write { db in
      // A record of which a bit has changed may only look as if it were deleted.
      let forgotten = "type IS NULL AND modifiedAt < ?1 AND \(ChecksummedTable.record.isWhole)"
      let zones = try Row.fetchAll(
        db, sql: "SELECT zone, max(change) FROM record WHERE \(forgotten) GROUP BY zone",
        arguments: [time])
      let oldest = ChecksummedTable.zone.change(["oldest": "max(oldest, ?1)"])
      for row in zones {
        try db.execute(
          sql: "UPDATE zone SET \(oldest) WHERE key = ?2",
          arguments: [row[1] as Int64, row[0] as Int64])
      }
      try db.execute(sql: "DELETE FROM record WHERE \(forgotten)", arguments: [time])
    }
  }

  func sequence(
    _ token: String?, of feed: SyncToken.Feed, oldest: Int64, newest: Int64
  ) throws -> Int64 {
    guard let token else { return 0 }
    // A token from after the newest change is left over from before a backup was restored.
    guard let known = SyncToken(token, of: feed, signedWith: key),
      (oldest...newest).contains(known.sequence)
    else {
      throw ServiceError(
        .changeTokenExpired, "the sync token is too old or unknown; fetch everything without one")
    }
    return known.sequence
  }
}

/// Reads a zone's feed until the page is full.
private struct PageReading {
  let rows: RecordRows
  let request: ChangeRequest
  /// The last change that was read.
  private(set) var position: Int64
  private(set) var changes: [RecordChange] = []
  private(set) var isComplete = true

  init(rows: RecordRows, request: ChangeRequest, position: Int64) {
    self.rows = rows
    self.request = request
    self.position = position
  }

  mutating func read(_ db: Database, mostRows: Int, mostBytes: Int) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(RecordRows.columns) FROM record WHERE zone = ? AND change > ? ORDER BY change
        """)
    let cursor = try Row.fetchCursor(statement, arguments: [rows.zone.key, position])
    var (read, bytes) = (0, 0)
    while let row = try cursor.next() {
      let isVisible = rows.isVisible(row)
      // What may not be seen does not make a page full: `moreComing` would tell that it is there.
      let isFull = changes.count >= request.limit || bytes >= mostBytes
      guard !(isFull && isVisible), read < mostRows else {
        isComplete = false
        return
      }
      read += 1
      guard let change = try change(of: row, isVisible: isVisible) else { continue }
      if case .saved(let record) = change { bytes += record.fields.count }
      changes.append(change)
    }
  }

  /// What a row says; `nil` where it is not wanted or not to be seen.
  private mutating func change(of row: Row, isVisible: Bool) throws -> RecordChange? {
    do {
      // The number of a damaged row cannot be trusted: the next one's says how far the page goes.
      position = try ChecksummedTable.record.whole(row)[8]
      guard isVisible else { return nil }
      guard let record = try rows.record(row) else {
        return request.token == nil ? nil : .deleted(name: row[0])
      }
      return request.types?.contains(record.type) ?? true ? .saved(record) : nil
    } catch let damage as DamagedRow {
      return isVisible ? .damaged(name: RecordRows.name(ofDamaged: row), damage) : nil
    }
  }
}
