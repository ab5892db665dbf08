internal import GRDB
package import StreaklineCore

extension Store {
  /// Stores a document. It replaces the document of its type and name, also a deleted one.
  ///
  /// - Returns: Whether anything changed.
  @discardableResult
  package func put(_ document: Document, now: Instant) throws(StoreError) -> Bool {
    try change(document.type, document.name, now: now) { db, row, version in
      let digest = DocumentTable.digest(document)
      if let row, row.state != .deleted, row.digest == digest { return false }
      let key = try DocumentTable(db).save(
        type: document.type, name: document.name, version: version, .played, digest: digest)
      let records = try RecordRows(db, types)
      let lineage = try row.map {
        try records.lineage($0.version)
          .next(isDeletion: false, version: version, replacing: $0.hashes)
      }
      try records.insert(document.encodedFields, item: -key, version: version, lineage ?? .first)
      return true
    }
  }

  /// Deletes a document. A tombstone stays.
  ///
  /// - Returns: Whether there was a document to delete.
  package func deleteDocument(type: String, name: String, now: Instant) throws(StoreError) -> Bool {
    try change(type, name, now: now) { db, row, version in
      guard let row, row.state != .deleted else { return false }
      let key = try DocumentTable(db).save(
        type: type, name: name, version: version, .deleted, digest: 0)
      let records = try RecordRows(db, types)
      try records.insertTombstone(
        item: -key, version: version, at: now,
        records.lineage(row.version)
          .next(isDeletion: true, version: version, replacing: row.hashes))
      return true
    }
  }

  /// The document of that type and name; `nil` when there is none.
  package func document(type: String, name: String) throws(StoreError) -> Document? {
    try reading { db in
      guard let row = try DocumentTable(db).find(type: type, name: name), row.state != .deleted
      else { return nil }
      return try RecordRows(db, types).document(
        type: type, name: name, version: row.version, digest: row.digest)
    }
  }

  /// The documents of a type, by name.
  package func documents(type: String) throws(StoreError) -> [Document] {
    try reading { db in
      let rows = try RowStatement(
        db, "SELECT name, version, state, digest FROM document WHERE type = ? ORDER BY name")
      rows.bind(1, type)
      let records = try RecordRows(db, types)
      var documents: [Document] = []
      while try rows.next() {
        guard let name = rows.text(0), let version = rows.number(1), let digest = rows.number(3)
        else { throw DamagedRow(detail: "a document's row is incomplete") }
        if rows.number(2) == ResultState.deleted.rawValue, digest == 0 { continue }
        documents.append(
          try records.document(type: type, name: name, version: version, digest: digest))
      }
      return documents
    }
  }

  /// Writes a new version of a document, in one transaction.
  ///
  /// - Parameter body: Gets the document's row, if there is one, and the new version. Returns whether
  ///   it has written anything.
  private func change(
    _ type: String, _ name: String, now: Instant,
    _ body: (Database, DocumentTable.Row?, Int64) throws -> Bool
  ) throws(StoreError) -> Bool {
    try writing { db in
      var clock = try VersionClock(db, now: now)
      let row = try DocumentTable(db).find(type: type, name: name)
      guard try body(db, row, clock.version(of: 0)) else { return false }
      if let row { try RecordRows(db, types).remove(version: row.version) }
      try clock.save(db)
      return true
    }
  }
}
