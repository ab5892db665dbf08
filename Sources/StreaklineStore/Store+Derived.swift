internal import GRDB
package import StreaklineCore

/// What records that follow from results are computed from.
extension Store {
  /// Calls `body` with each result that the filter wants, by day, user and game.
  package func eachResult(_ filter: ResultFilter, _ body: (Record) -> Void) throws(StoreError) {
    try reading { db in
      try ResultReader(db, types, filter).forEach { record in
        body(record)
        return true
      }
    }
  }

  /// Stores documents in one transaction.
  package func putAll(_ documents: [Document], now: Instant) throws(StoreError) {
    guard !documents.isEmpty else { return }
    do {
      try changeDocuments([], now: now) { _ in documents }
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("only the body throws other errors")
    }
  }

  /// The names of the documents of a type that were deleted.
  package func deletedDocuments(type: String) throws(StoreError) -> [String] {
    try reading { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM document WHERE type = ? AND state = 3 ORDER BY name",
        arguments: [type])
    }
  }

  /// Whether there was a result of that id, and all of it was deleted.
  package func isDeleted(_ id: CompositeID) throws(StoreError) -> Bool {
    try reading { db in
      let found = try RecordLookup(db, types)(id)
      return !found.isEmpty && found.allSatisfy(\.isDeleted)
    }
  }
}
