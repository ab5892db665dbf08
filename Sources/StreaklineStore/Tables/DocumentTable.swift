internal import GRDB
internal import StreaklineCore

/// The table `document`: one row for each document, also for deleted ones.
struct DocumentTable {
  /// A row of the table.
  struct Row {
    let key: Int64
    let version: Int64
    let state: ResultState
    let digest: Int64

    /// The digest; `nil` for a deleted document.
    var hashes: [Int64] { state == .deleted ? [] : [digest] }
  }

  private let search: RowStatement
  private let names: RowStatement
  private let saving: RowStatement

  init(_ db: Database) throws {
    search = try RowStatement(
      db, "SELECT key, version, state, digest FROM document WHERE type = ? AND name = ?")
    names = try RowStatement(db, "SELECT type, name FROM document WHERE key = ?")
    saving = try RowStatement(
      db,
      """
      INSERT INTO document (type, name, version, state, digest) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (type, name) DO UPDATE SET version = ?3, state = ?4, digest = ?5 RETURNING key
      """)
  }

  func find(type: String, name: String) throws -> Row? {
    search.bind(1, type)
    search.bind(2, name)
    guard try search.next() else { return nil }
    defer { search.reset() }
    guard let key = search.number(0), let version = search.number(1), let digest = search.number(3),
      let state = search.number(2).flatMap(ResultState.init)
    else { throw DamagedRow(detail: "a document's row is incomplete") }
    return Row(key: key, version: version, state: state, digest: digest)
  }

  /// The type and name of a document, also of a deleted one.
  func identity(ofKey key: Int64) throws -> (type: String, name: String)? {
    names.bind(1, key)
    guard try names.next() else { return nil }
    defer { names.reset() }
    return (names.text(0) ?? "", names.text(1) ?? "")
  }

  /// - Returns: The document's key.
  func save(type: String, name: String, version: Int64, _ state: ResultState, digest: Int64) throws
    -> Int64
  {
    saving.bind(1, type)
    saving.bind(2, name)
    saving.bind(3, version)
    saving.bind(4, state.rawValue)
    saving.bind(5, digest)
    guard try saving.next(), let key = saving.number(0) else {
      throw DamagedRow(detail: "a document got no key")
    }
    saving.reset()
    return key
  }

  /// The digest of a document's type, name and fields.
  static func digest(_ document: Document) -> Int64 {
    var checksum = RowChecksum()
    checksum.add(document.type)
    checksum.add(document.name)
    checksum.add(document.encodedFields)
    return checksum.value
  }
}
