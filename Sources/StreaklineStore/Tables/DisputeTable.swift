internal import GRDB
internal import StreaklineCore

/// The table `dispute`: contents that contradict the stored result, each content once.
struct DisputeTable {
  private let types: ResultTypes
  private let insertion: RowStatement
  private let search: RowStatement
  private let contents: RowStatement
  private let removal: RowStatement

  init(_ db: Database, _ types: ResultTypes) throws {
    self.types = types
    insertion = try RowStatement(
      db,
      "INSERT INTO dispute VALUES (?, ?, ?, ?, NULL, ?) ON CONFLICT (item, digest) DO NOTHING")
    search = try RowStatement(db, "SELECT 1 FROM dispute WHERE item = ? AND digest = ?")
    contents = try RowStatement(db, "SELECT digest, fields FROM dispute WHERE item = ?")
    removal = try RowStatement(db, "DELETE FROM dispute WHERE item = ? AND digest = ?")
  }

  func add(_ record: Record, _ number: ResultKey, seenAt: Instant) throws {
    var checksum = RowChecksum()
    insertion.bind(1, number.value)
    checksum.add(number.value)
    insertion.bind(2, record.contentHash)
    checksum.add(record.contentHash)
    checksum.add(record.encodedFields)
    insertion.bind(4, seenAt.milliseconds)
    checksum.add(seenAt.milliseconds)
    insertion.bind(5, checksum.value)
    try unsafe record.encodedFields.withUnsafeBytes { unsafe try insertion.run(3, utf8: $0) }
  }

  /// Whether this content is in the table already.
  func contains(_ number: ResultKey, digest: Int64) throws -> Bool {
    search.bind(1, number.value)
    search.bind(2, digest)
    defer { search.reset() }
    return try search.next()
  }

  /// Removes the contents that agree with the result that is now stored.
  func settle(_ number: ResultKey, with first: Record) throws {
    contents.bind(1, number.value)
    var settled: [Int64] = []
    while try contents.next() {
      guard let type = types.type(of: number), let json = contents.bytes(1),
        let other = Record(
          type: type, userId: first.userId, game: first.game, gameId: first.gameId, day: first.day,
          storedFields: json)
      else { throw DamagedRow(detail: "a disputed record cannot be read") }
      if first.agrees(with: other), let digest = contents.number(0) { settled.append(digest) }
    }
    for digest in settled {
      removal.bind(1, number.value)
      removal.bind(2, digest)
      try removal.run()
    }
  }
}
