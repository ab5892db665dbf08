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

  static let all = [
    ChecksummedTable(name: "pair", columns: ["user", "gameId", "game", "everyDays"]),
    ChecksummedTable(
      name: "record", columns: ["version", "item", "deletedAt", "fields", "lineage"]),
    ChecksummedTable(name: "dispute", columns: ["item", "digest", "fields", "seenAt"]),
    ChecksummedTable(
      name: "miss",
      columns: [
        "id", "game", "user", "sentAt", "sentOn", "text", "source", "reason", "seenAt",
      ]),
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
      columns: ["name", "state", "pipeline", "scope", "account", "seenAt", "results"], key: "name"),
    ChecksummedTable(name: "erasedLife", columns: ["identity", "life"]),
    ChecksummedTable(name: "peer", columns: ["device", "seenAt"], key: "device"),
    type, pipeline, delivery, run,
  ]

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
      default: checksum.add(nil as Int64?)
      }
    }
    return checksum.value
  }
}
