internal import GRDB
internal import StreaklineCore

/// The table `dispute`: contents that contradict the stored result, each content once.
struct DisputeTable {
  private let types: ResultTypes
  private let insertion: RowStatement
  private let search: RowStatement
  private let contents: RowStatement
  private let removal: RowStatement
  private let ofKey: RowStatement
  private static let columns = "digest, fields, action, seenAt, item"

  init(_ db: Database, _ types: ResultTypes) throws {
    self.types = types
    insertion = try RowStatement(
      db,
      """
      INSERT INTO dispute (item, digest, fields, seenAt, action, checksum) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (item, digest) DO NOTHING
      """)
    search = try RowStatement(db, "SELECT 1 FROM dispute WHERE item = ? AND digest = ?")
    contents = try RowStatement(
      db, "SELECT \(Self.columns) FROM dispute WHERE item = ? ORDER BY key")
    removal = try RowStatement(db, "DELETE FROM dispute WHERE item = ? AND digest = ?")
    ofKey = try RowStatement(db, "SELECT \(Self.columns) FROM dispute WHERE key = ?")
  }

  /// - Parameter action: The action that has brought the content.
  func add(_ record: Record, _ number: ResultKey, seenAt: Instant, action: Int64?) throws {
    var checksum = RowChecksum()
    insertion.bind(1, number.value)
    checksum.add(number.value)
    insertion.bind(2, record.contentHash)
    checksum.add(record.contentHash)
    checksum.add(record.encodedFields)
    insertion.bind(4, seenAt.milliseconds)
    checksum.add(seenAt.milliseconds)
    insertion.bind(5, action)
    checksum.add(action)
    insertion.bind(6, checksum.value)
    try unsafe record.encodedFields.withUnsafeBytes { unsafe try insertion.run(3, utf8: $0) }
  }

  /// Whether this content is in the table already.
  func contains(_ number: ResultKey, digest: Int64) throws -> Bool {
    search.bind(1, number.value)
    search.bind(2, digest)
    defer { search.reset() }
    return try search.next()
  }

  /// The dispute of that number.
  func find(_ key: Int64) throws -> FormerTable.Row? {
    ofKey.bind(1, key)
    defer { ofKey.reset() }
    return try ofKey.next() ? row(ofKey) : nil
  }

  /// The disputes of an item, in the order in which they were met.
  func all(of number: ResultKey) throws -> [FormerTable.Row] {
    contents.bind(1, number.value)
    var rows: [FormerTable.Row] = []
    while try contents.next() { rows.append(try row(contents)) }
    return rows
  }

  /// The dispute of an item that was met first.
  func oldest(of number: ResultKey) throws -> FormerTable.Row? {
    contents.bind(1, number.value)
    defer { contents.reset() }
    return try contents.next() ? row(contents) : nil
  }

  func remove(_ number: ResultKey, digest: Int64) throws {
    removal.bind(1, number.value)
    removal.bind(2, digest)
    try removal.run()
  }

  /// Removes the contents that agree with the result that is now stored.
  ///
  /// - Returns: What was removed.
  func settle(_ number: ResultKey, with first: Record) throws -> [FormerTable.Row] {
    contents.bind(1, number.value)
    var settled: [FormerTable.Row] = []
    while try contents.next() {
      let row = try row(contents)
      guard let type = types.type(of: number),
        let other = Record(
          type: type, userId: first.userId, game: first.game, gameId: first.gameId, day: first.day,
          storedFields: row.fields)
      else { throw DamagedRow(detail: "a disputed record cannot be read") }
      if first.agrees(with: other) { settled.append(row) }
    }
    for row in settled { try remove(number, digest: row.digest) }
    return settled
  }

  private func row(_ row: RowStatement) throws -> FormerTable.Row {
    guard let digest = row.number(0), let fields = row.bytes(1), let seenAt = row.number(3),
      let item = row.number(4)
    else { throw DamagedRow(detail: "a disputed record cannot be read") }
    return FormerTable.Row(
      state: nil, digest: digest, origin: row.number(2), fields: fields,
      seenAt: Instant(milliseconds: seenAt), item: ResultKey(item))
  }
}
