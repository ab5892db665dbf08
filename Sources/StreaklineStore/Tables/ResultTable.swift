internal import GRDB
internal import StreaklineCore

/// The table `result`: one row for each result, sorted by key.
struct ResultTable {
  /// A row of the table.
  struct Row {
    let version: Int64
    let state: ResultState
    let digest: Int64

    /// By what the content is known again; empty for a tombstone.
    ///
    /// - Parameter fields: The fields of the result.
    func hashes(_ fields: ArraySlice<UInt8>) -> [Int64] {
      state.isResult ? [digest] + (Record.textHash(fields).map { [$0] } ?? []) : []
    }
  }

  private let insertion: RowStatement
  private let search: RowStatement
  private let change: RowStatement

  init(_ db: Database) throws {
    insertion = try RowStatement(
      db, "INSERT INTO result VALUES (?, ?, ?, ?) ON CONFLICT (number) DO NOTHING")
    search = try RowStatement(db, "SELECT version, state, digest FROM result WHERE number = ?")
    change = try RowStatement(
      db, "UPDATE result SET version = ?, state = ?, digest = ? WHERE number = ?")
  }

  /// Inserts a row unless the key exists.
  ///
  /// - Returns: Whether the row was inserted.
  func insert(_ number: ResultKey, _ row: Row) throws -> Bool {
    insertion.bind(1, number.value)
    insertion.bind(2, row.version)
    insertion.bind(3, row.state.rawValue)
    insertion.bind(4, row.digest)
    try insertion.run()
    return insertion.changes == 1
  }

  func find(_ number: ResultKey) throws -> Row? {
    search.bind(1, number.value)
    guard try search.next() else { return nil }
    defer { search.reset() }
    guard let version = search.number(0), let digest = search.number(2),
      let state = search.number(1).flatMap(ResultState.init)
    else { throw DamagedRow(detail: "the state of a result is unknown") }
    return Row(version: version, state: state, digest: digest)
  }

  func update(_ number: ResultKey, _ row: Row) throws {
    change.bind(1, row.version)
    change.bind(2, row.state.rawValue)
    change.bind(3, row.digest)
    change.bind(4, number.value)
    try change.run()
  }
}
