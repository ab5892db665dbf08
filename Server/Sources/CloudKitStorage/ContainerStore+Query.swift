package import CloudKitCore
internal import GRDB

/// A part of the answer to a query.
package struct QueryPage: Sendable {
  package let records: [StoredRecord]
  /// Records of which a bit has changed in the file, so that it cannot be said whether they are wanted.
  package let damaged: [String: DamagedRow]
  /// What the client sends to get the next part; `nil` at the end.
  package let marker: String?
}

extension ContainerStore {
  /// The records that a query asks for. It reads all records of the type, and keeps as many as fit the
  /// answer.
  package func answer(
    _ query: Query, of owner: String, for participant: String? = nil, isStrict: Bool
  ) async throws -> QueryPage {
    try query.check(schema, isStrict: isStrict)
    return try await pool.read { db in
      let start = try query.position(signedWith: self.key)
      guard let rows = try self.rows(query.zone, of: owner, for: participant, db) else {
        return QueryPage(records: [], damaged: [:], marker: nil)
      }
      var page = BestRecords(query: query, start: start)
      var damaged: [String: DamagedRow] = [:]
      let statement = try db.cachedStatement(
        sql: """
          SELECT \(RecordRows.columns) FROM record WHERE zone = ? AND type = ? AND name > ?
          ORDER BY name
          """)
      // Without sort keys the names are the order, and what comes before needs not be read.
      let first = query.order.isEmpty ? start?.name ?? "" : ""
      let cursor = try Row.fetchCursor(statement, arguments: [rows.zone.key, query.type, first])
      while !page.isDone, let row = try cursor.next() {
        guard rows.isVisible(row) else { continue }
        do {
          if let record = try rows.record(row) { page.add(record) }
        } catch let damage as DamagedRow {
          guard damaged.count < query.limit else { continue }
          damaged[RecordRows.name(ofDamaged: row)] = damage
        }
      }
      let (records, last) = page.first(bytes: Self.largestAnswer)
      return QueryPage(
        records: records, damaged: damaged,
        marker: last.map { query.marker(after: $0, signedWith: self.key) })
    }
  }
}

/// The first records after a position, in the order of a query.
private struct BestRecords {
  private let query: Query
  private let start: QueryPosition?
  private var found: [(record: StoredRecord, position: QueryPosition)] = []

  init(query: Query, start: QueryPosition?) {
    self.query = query
    self.start = start
  }

  /// Whether no record that is still to come can be wanted. One more than fit is kept, which shows that
  /// the answer goes on.
  var isDone: Bool { query.order.isEmpty && found.count > query.limit }

  mutating func add(_ record: StoredRecord) {
    guard query.matches(record) else { return }
    let position = QueryPosition(record, in: query)
    if let start, !start.precedes(position, in: query) { return }
    found.append((record, position))
    // Sorting when twice as many are kept as are wanted costs little for each record.
    if found.count > 2 * (query.limit + 1) { sortAndCut() }
  }

  private mutating func sortAndCut() {
    found.sort { $0.position.precedes($1.position, in: query) }
    found.removeLast(max(0, found.count - query.limit - 1))
  }

  /// - Returns: The records, and the position of the last one when there are more.
  mutating func first(bytes limit: Int) -> ([StoredRecord], QueryPosition?) {
    sortAndCut()
    var (records, bytes): ([StoredRecord], Int) = ([], 0)
    for (record, _) in found.prefix(query.limit) where bytes < limit {
      records.append(record)
      bytes += record.fields.count
    }
    let isAll = records.count == found.count
    return (records, isAll ? nil : found[max(0, records.count - 1)].position)
  }
}
