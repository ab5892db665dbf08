internal import GRDB

/// A table whose rows each have a checksum of their columns.
struct ChecksummedTable {
  let name: String
  /// The columns that the checksum covers, in its order.
  let columns: [String]
  /// What names a row in a finding.
  var key = "rowid"

  static let type = ChecksummedTable(name: "type", columns: ["key", "name", "declaration"])
  static let pipeline = ChecksummedTable(
    name: "pipeline",
    columns: [
      "key", "name", "account", "filter", "cursor", "start", "earlier", "state", "lastSuccess",
      "lastError", "failures", "nextAttempt", "failure", "pauseKind",
      "pauseReason", "otherAccount",
    ])
  static let delivery = ChecksummedTable(
    name: "delivery",
    columns: ["pipeline", "item", "version", "state", "attempts", "nextAt", "reason", "refusal"],
    key: "item")

  static let run = ChecksummedTable(
    name: "run",
    columns: ["pipeline", "startedAt", "endedAt", "outcome", "message", "repeats", "counts"],
    key: "key")

  static let dispute = ChecksummedTable(
    name: "dispute", columns: ["item", "digest", "fields", "seenAt", "action"])
  static let miss = ChecksummedTable(
    name: "miss",
    columns: [
      "id", "game", "user", "sentAt", "sentOn", "text", "source", "reason", "seenAt", "action",
      "droppedAt",
    ], key: "key")

  static let all =
    [
      ChecksummedTable(name: "pair", columns: ["user", "gameId", "game", "everyDays"]),
      ChecksummedTable(
        name: "record", columns: ["version", "item", "deletedAt", "fields", "lineage"]),
      dispute, miss,
      ChecksummedTable(
        name: "import",
        columns: ["key", "digest", "offset", "isComplete", "name", "at", "counts"]),
      ChecksummedTable(name: "action", columns: ["kind", "at", "detail", "undoneAt"]),
      ChecksummedTable(name: "alias", columns: ["name", "user"]),
      ChecksummedTable(name: "person", columns: ["id", "user", "name", "namedAt"]),
      ChecksummedTable(name: "move", columns: ["action", "oldItem", "newItem"]),
      ChecksummedTable(name: "span", columns: ["first", "last", "action"]),
      ChecksummedTable(
        name: "former",
        columns: ["action", "item", "state", "digest", "origin", "isAside", "seenAt", "fields"]),
      ChecksummedTable(name: "device", columns: ["id", "version"]),
      ChecksummedTable(name: "formerDevice", columns: ["version", "id", "marker"]),
      ChecksummedTable(
        name: "zone", columns: ["pipeline", "name", "token", "round", "isWhole"], key: "key"),
      ChecksummedTable(
        name: "copy",
        columns: ["zone", "item", "name", "tag", "version", "round", "isGone", "base"], key: "item"),
      ChecksummedTable(
        name: "stray",
        columns: ["zone", "name", "item", "tag", "round", "isGone", "life", "base"], key: "zone"),
      ChecksummedTable(
        name: "conflict", columns: ["pipeline", "item", "fields", "seenAt", "isOpen"], key: "key"),
      ChecksummedTable(
        name: "erasure",
        columns: ["pipeline", "zone", "name", "type", "tag", "life", "version"], key: "key"),
      ChecksummedTable(
        name: "decision",
        columns: ["name", "state", "pipeline", "scope", "account", "seenAt", "results"],
        key: "'name'"),
      ChecksummedTable(name: "erasedLife", columns: ["identity", "life"]),
      ChecksummedTable(name: "peer", columns: ["device", "seenAt"], key: "'device'"),
      type, pipeline, delivery, run,
    ]
    + derived

  /// What follows from the results.
  static let derived = [
    ChecksummedTable(
      name: "pairStreak",
      columns: [
        "pair", "played", "completed", "longest", "lastPlayed", "runStart", "runEnd", "firstPlayed",
        "scores",
      ], key: "pair"),
    ChecksummedTable(name: "pairDays", columns: ["pair", "days"], key: "pair"),
    ChecksummedTable(name: "playedMonth", columns: ["key", "results"], key: "key"),
  ]

  /// Throws when a row of small tables, which are about to be read, is not what was stored.
  static func require(_ names: String..., of db: Database) throws {
    for table in all where names.contains(table.name) {
      if let key = try table.damaged(db).first {
        throw DamagedRow(detail: "\(table.name) \(key): the row is not what was stored")
      }
    }
  }

  /// The rows that are not what was stored, by what names them.
  func damaged(_ db: Database) throws -> [Int64] {
    let rows = try RowStatement(
      db, "SELECT \(columns.joined(separator: ", ")), checksum, \(key) FROM \(name)")
    let count = Int32(columns.count)
    var keys: [Int64] = []
    while try rows.next() {
      if rows.checksum(ofColumns: count) != rows.number(count) {
        keys.append(rows.number(count + 1) ?? 0)
      }
    }
    return keys
  }

  /// Stores the checksums of rows that a statement has changed column by column.
  ///
  /// - Parameter condition: Which rows; its parameters are `arguments`.
  func updateChecksums(
    _ db: Database, where condition: String, arguments: StatementArguments
  ) throws {
    try db.cachedStatement(sql: checksumUpdate(where: condition)).execute(arguments: arguments)
  }

  /// The statement that stores the checksums of rows.
  func checksumUpdate(where condition: String) -> String {
    """
    UPDATE \(name) SET checksum = rowChecksum(\(columns.joined(separator: ", ")))
    WHERE \(condition)
    """
  }

  /// The SQL function `rowChecksum`: a ``RowChecksum`` of its arguments.
  static let function = DatabaseFunction("rowChecksum", pure: true) { values in
    var checksum = RowChecksum()
    for value in values {
      switch value.storage {
      case .int64(let number): checksum.add(number)
      case .string(let text): checksum.add(text)
      case .blob(let bytes): checksum.add(Array(bytes))
      default: checksum.add(nil as Int64?)
      }
    }
    return checksum.value
  }
}
