internal import GRDB
internal import StreaklineCore

/// The row of one result, looked up by what its id is made of.
struct RecordLookup {
  /// What the store holds under an id.
  struct Found {
    /// The record; without fields where it was deleted.
    let content: Record
    let isDeleted: Bool

    /// The record, if it was not deleted.
    var record: Record? { isDeleted ? nil : content }
  }

  private let key: RowStatement
  private let search: RowStatement

  init(_ db: Database) throws {
    key = try RowStatement(db, "SELECT key FROM pair WHERE user = ? AND gameId = ?")
    search = try RowStatement(
      db, "SELECT \(Record.columns), deletedAt FROM \(Record.tables) WHERE number = ?")
  }

  func callAsFunction(_ id: CompositeID, type: RecordType) throws -> Found? {
    key.bind(1, normalFormC(id.userId))
    key.bind(2, id.gameId)
    guard try key.next() else { return nil }
    defer { key.reset() }
    guard let number = key.number(0).flatMap({ ResultKey(id.day, pair: $0, type: type.name) })
    else { return nil }
    search.bind(1, number.value)
    guard try search.next() else { return nil }
    defer { search.reset() }
    return Found(content: try Record(row: search), isDeleted: search.number(5) != nil)
  }
}
