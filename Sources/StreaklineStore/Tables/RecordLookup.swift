internal import GRDB
internal import StreaklineCore

/// Finds the results of a composite id.
struct RecordLookup {
  /// A result that was found.
  struct Found {
    /// The record; without fields if the result was deleted.
    let content: Record
    let isDeleted: Bool

    /// The record; `nil` if the result was deleted.
    var record: Record? { isDeleted ? nil : content }
  }

  private let types: ResultTypes
  private let key: RowStatement
  private let search: RowStatement

  init(_ db: Database, _ types: ResultTypes) throws {
    self.types = types
    key = try RowStatement(db, "SELECT key FROM pair WHERE user = ? AND gameId = ?")
    search = try RowStatement(
      db, "SELECT \(Record.columns), \(Record.sums) FROM \(Record.tables) WHERE number = ?")
  }

  /// The results of the id, at most one of each type.
  func callAsFunction(_ id: CompositeID) throws -> [Found] {
    try types.all.compactMap { try found(id, $0) }
  }

  private func found(_ id: CompositeID, _ type: RecordType) throws -> Found? {
    key.bind(1, normalFormC(id.userId))
    key.bind(2, id.gameId)
    guard try key.next() else { return nil }
    defer { key.reset() }
    guard let pair = key.number(0), let type = types.key(of: type.name),
      let number = ResultKey(id.day, pair: pair, type: type)
    else { return nil }
    search.bind(1, number.value)
    guard try search.next() else { return nil }
    defer { search.reset() }
    return Found(
      content: try Record(checked: search, sums: 5, types), isDeleted: search.number(7) != nil)
  }
}
