internal import GRDB
package import StreaklineCore

/// A document that was changed here and at a remote: what was not kept.
package struct Conflict: Hashable, Sendable {
  package let number: Int64
  package let pipeline: String
  package let key: DocumentKey
  /// What this device had.
  package let mine: Fields
  /// What is stored now; `nil` when the document was deleted since.
  package let stored: Fields?
  package let seenAt: Instant
  /// Whether the merge policy leaves the choice to the user, and he has not made it yet.
  package let isOpen: Bool

  /// The names of the fields in which both differ, by name.
  package var differences: [String] {
    let names = Set(mine.map(\.name)).union((stored ?? [:]).map(\.name))
    return names.filter { mine.value($0) != (stored ?? [:]).value($0) }.sorted()
  }
}

extension Store {
  /// Conflicts of documents, the oldest first.
  ///
  /// - Parameter isOpen: Only those that wait for the user's choice; else also those that a merge policy
  ///   or the user has settled.
  package func conflicts(isOpen: Bool = true) throws(StoreError) -> [Conflict] {
    try reading { db in
      try ChecksummedTable.require("conflict", "pipeline", of: db)
      let rows = try RowStatement(
        db,
        """
        SELECT conflict.key, pipeline.name, document.type, document.name, conflict.fields, seenAt, isOpen,
          document.state, document.version
        FROM conflict JOIN pipeline ON pipeline.key = conflict.pipeline
        JOIN document ON document.key = -conflict.item
        WHERE isOpen >= ? ORDER BY conflict.key
        """)
      rows.bind(1, isOpen ? 1 : 0)
      let records = try RecordRows(db, types)
      var conflicts: [Conflict] = []
      while try rows.next() {
        guard let number = rows.number(0), let type = rows.text(2), let name = rows.text(3),
          let mine = rows.bytes(4).flatMap({ try? readJSON($0) })?.object,
          let version = rows.number(8)
        else { throw DamagedRow(detail: "a conflict cannot be read") }
        let isDeleted = rows.number(7) == ResultState.deleted.rawValue
        conflicts.append(
          Conflict(
            number: number, pipeline: rows.text(1) ?? "", key: DocumentKey(type: type, name: name),
            mine: mine,
            stored: isDeleted
              ? nil : try records.document(type: type, name: name, version: version).fields,
            seenAt: Instant(milliseconds: rows.number(5) ?? 0), isOpen: rows.number(6) == 1))
      }
      return conflicts
    }
  }

  /// How many conflicts of a pipeline wait for the user's choice.
  package func openConflicts(of pipeline: String) throws(StoreError) -> Int {
    try reading { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM conflict JOIN pipeline ON pipeline.key = conflict.pipeline
          WHERE isOpen = 1 AND pipeline.name = ?
          """, arguments: [pipeline]) ?? 0
    }
  }

  /// Closes a conflict: stores the fields that the user has chosen as a new version of the document, which
  /// all pipelines send.
  ///
  /// - Parameter fields: `nil` to keep what is stored.
  /// - Returns: Whether the document has changed; `nil` when there is no such conflict.
  package func settle(conflict number: Int64, with fields: Fields?, now: Instant)
    throws(StoreError) -> Bool?
  {
    try writing { db in
      let rows = try RowStatement(
        db,
        """
        SELECT document.type, document.name FROM conflict
        JOIN document ON document.key = -conflict.item WHERE conflict.key = ?
        """)
      rows.bind(1, number)
      guard try rows.next(), let type = rows.text(0), let name = rows.text(1) else { return nil }
      rows.reset()
      var changed = 0
      if let fields {
        changed = try store([Document(type: type, name: name, fields: fields)], db, now)
      }
      try db.execute(
        sql: """
          UPDATE conflict SET isOpen = 0, checksum = rowChecksum(pipeline, item, fields, seenAt, 0)
          WHERE key = ?
          """, arguments: [number])
      return changed > 0
    }
  }
}
