internal import GRDB
package import StreaklineCore

/// The type and the name by which a document is known.
package struct DocumentKey: Hashable, Sendable {
  package let type: String
  package let name: String

  package init(type: String, name: String) {
    self.type = type
    self.name = name
  }
}

extension Document {
  /// The largest size of a document's fields as JSON.
  package static let maximumBytes = 1_000_000
}

extension Store {
  /// Reads documents and stores what follows from them, in one transaction: all of it or nothing, and
  /// nobody else changes the documents in between.
  ///
  /// - Parameters:
  ///   - keys: What to read.
  ///   - body: Gets the documents that there are, and returns those to store. What it throws is
  ///     rethrown; nothing is stored then.
  /// - Returns: How many documents have changed.
  @discardableResult
  package func changeDocuments(
    _ keys: [DocumentKey], now: Instant, _ body: ([DocumentKey: Document]) throws -> [Document]
  ) throws -> Int {
    var refusal: (any Error)?
    let count = try writing { db in
      let new: [Document]
      do {
        new = try body(try documents(keys, db))
      } catch {
        refusal = error
        return 0
      }
      return try store(new, db, now)
    }
    if let refusal { throw refusal }
    return count
  }

  private func documents(_ keys: [DocumentKey], _ db: Database) throws -> [DocumentKey: Document] {
    var found: [DocumentKey: Document] = [:]
    let (table, records) = (try DocumentTable(db), try RecordRows(db, types))
    for key in keys {
      guard let row = try table.find(type: key.type, name: key.name), row.state != .deleted
      else { continue }
      found[key] = try records.document(type: key.type, name: key.name, version: row.version)
    }
    return found
  }

  /// Stores documents that differ from what is there.
  ///
  /// - Returns: How many have changed.
  func store(_ documents: [Document], _ db: Database, _ now: Instant) throws -> Int {
    let (table, records) = (try DocumentTable(db), try RecordRows(db, types))
    var clock = try VersionClock(db, now: now)
    var count = 0
    for document in documents {
      let row = try table.find(type: document.type, name: document.name)
      let digest = DocumentTable.digest(document)
      if let row, row.state != .deleted, row.digest == digest { continue }
      let version = clock.version(of: count)
      let key = try table.save(
        type: document.type, name: document.name, version: version, .played, digest: digest)
      let lineage = try row.map {
        try records.lineage($0.version)
          .next(isDeletion: false, version: version, replacing: $0.hashes)
      }
      try records.insert(document.encodedFields, item: -key, version: version, lineage ?? .first)
      if let row { try records.remove(version: row.version) }
      count += 1
    }
    try clock.save(db)
    return count
  }
}

extension Store {
  /// How many documents there are of each type that has any, by type.
  package func documentCounts() throws(StoreError) -> [(type: String, documents: Int)] {
    try reading { db in
      let rows = try RowStatement(
        db, "SELECT type, count(*) FROM document WHERE state <> 3 GROUP BY type ORDER BY type")
      var counts: [(type: String, documents: Int)] = []
      while try rows.next() {
        counts.append((rows.text(0) ?? "", Int(rows.number(1) ?? 0)))
      }
      return counts
    }
  }
}
