internal import GRDB

/// A row that is not what was written.
package struct DamagedRow: Error, Hashable, Sendable {
  package let table: String
  /// The row's number; `nil` in a table without such numbers.
  package let row: Int64?

  var place: String { "\(row.map { "row \($0)" } ?? "a row") of the table \(table)" }
}

/// A table each of whose rows has a checksum of its values.
struct ChecksummedTable: Sendable {
  let name: String
  /// The columns that the checksum covers, in its order: all others.
  let columns: [String]
  /// The columns that say which row it is.
  let identity: [String]
  /// Whether the first of the ``identity`` is the row's number.
  let isNumbered: Bool

  init(_ name: String, _ columns: String, identity: String, isNumbered: Bool = false) {
    self.name = name
    self.columns = columns.components
    self.identity = identity.components
    self.isNumbered = isNumbered
  }

  // MARK: - Reading

  /// The SQL that says whether a row is damaged: it has to be the last column of what is read.
  var damage: String {
    let values = columns.map { "\(quoted).\($0)" }.joined(separator: ", ")
    let row = isNumbered ? "\(quoted).\(identity[0])" : "0"
    return "iif(\(quoted).checksum IS rowChecksum(\(values)), NULL, \(row))"
  }

  /// The condition that a row is as it was written.
  var isWhole: String { "checksum IS rowChecksum(\(columns.joined(separator: ", ")))" }

  /// What is wrong with a row whose last column is ``damage``; `nil` for a row that is as it was written.
  /// Values of a damaged row cannot be trusted to have their kind.
  func damage(of row: Row) -> DamagedRow? {
    guard let number = row[row.count - 1] as Int64? else { return nil }
    return DamagedRow(table: name, row: isNumbered ? number : nil)
  }

  /// The row, whose last column is ``damage``.
  ///
  /// - Throws: ``DamagedRow``
  func whole(_ row: Row) throws -> Row {
    if let damage = damage(of: row) { throw damage }
    return row
  }

  // MARK: - Writing

  var quoted: String { "\"\(name)\"" }

  /// The statement that adds a row.
  ///
  /// - Parameters:
  ///   - values: The parameters `?1`, `?2` and so on where it is `nil`; otherwise an SQL term for each of
  ///     the ``columns``.
  func insertion(_ verb: String = "INSERT", values: [String]? = nil) -> String {
    let values = (values ?? columns.indices.map { "?\($0 + 1)" }).joined(separator: ", ")
    let names = columns.joined(separator: ", ")
    return
      "\(verb) INTO \(quoted)(\(names), checksum) VALUES (\(values), rowChecksum(\(values)))"
  }

  /// What comes after `SET` to change some columns. A row that is damaged stays recognisable as such.
  ///
  /// - Parameter values: The columns with SQL terms. Parameters need numbers: each term occurs twice.
  func change(_ values: KeyValuePairs<String, String>) -> String {
    let after = columns.map { column in
      values.first { $0.key == column }.map { "(\($0.value))" } ?? column
    }
    let changes = values.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
    return "\(changes), checksum = CASE WHEN \(isWhole) "
      + "THEN rowChecksum(\(after.joined(separator: ", "))) ELSE checksum END"
  }

  /// What comes after `SET` where an insertion meets a row of the same name and replaces all of it.
  func replacement(_ columns: [String]) -> String {
    (columns + ["checksum"]).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
  }

  /// Writes the checksum of a row that was added without it, because it covers the row's number.
  func writeChecksum(ofRow number: Int64, _ db: Database) throws {
    let values = columns.joined(separator: ", ")
    try db.execute(
      sql: "UPDATE \(quoted) SET checksum = rowChecksum(\(values)) WHERE \(identity[0]) = ?",
      arguments: [number])
  }

  /// Adds the checksums to tables that lack them.
  static func addChecksums(to tables: [ChecksummedTable], _ db: Database) throws {
    for table in tables {
      try db.execute(
        sql: "ALTER TABLE \(table.quoted) ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
      let columns = table.columns.joined(separator: ", ")
      try db.execute(sql: "UPDATE \(table.quoted) SET checksum = rowChecksum(\(columns))")
    }
  }
}

extension String {
  fileprivate var components: [String] { split(separator: " ").map(String.init) }
}

extension ChecksummedTable {
  static let secret = ChecksummedTable("secret", "name value", identity: "name")

  // MARK: - Of a container

  static let record = ChecksummedTable(
    "record",
    "zone name change type parent createdAt createdBy modifiedAt modifiedBy fields root",
    identity: "key zone name", isNumbered: true)
  static let zone = ChecksummedTable(
    "zone", "key owner name sequence oldest changedAt isDeleted access", identity: "key owner name",
    isNumbered: true)
  static let database = ChecksummedTable("database", "owner sequence", identity: "owner")
  static let share = ChecksummedTable(
    "share", "zone name root guid publicPermission", identity: "zone name")
  static let participant = ChecksummedTable(
    "participant", "zone share id lookup user permission isInvited", identity: "zone share id")
  static let membership = ChecksummedTable(
    "membership", "user zone changedAt isGone", identity: "user zone")
  static let dependent = ChecksummedTable(
    "dependent", "zone target source", identity: "zone target source")
  static let schemaField = ChecksummedTable(
    "schemaField", "type field kind isQueryable isSortable", identity: "type field")
  static let subscription = ChecksummedTable(
    "subscription", "\"database\" owner id value", identity: "\"database\" owner id")

  static let ofContainer = [
    secret, record, zone, database, share, participant, membership, dependent, schemaField,
    subscription,
  ]

  // MARK: - Of the accounts

  static let container = ChecksummedTable("container", "name createdAt", identity: "name")
  static let user = ChecksummedTable(
    "user", "key name createdAt", identity: "key name", isNumbered: true)
  static let person = ChecksummedTable(
    "person", "user displayName", identity: "user", isNumbered: true)
  static let token = ChecksummedTable(
    "token", "id hash container user createdAt expiresAt", identity: "id")
  static let pageToken = ChecksummedTable(
    "pageToken", "id hash user role createdAt expiresAt", identity: "id")
  static let tokenNote = ChecksummedTable("tokenNote", "id label usedAt", identity: "id")
  static let player = ChecksummedTable("player", "user name", identity: "user", isNumbered: true)
  static let serverKey = ChecksummedTable(
    "serverKey", "id container publicKey createdAt", identity: "id")

  static let ofAccounts = [secret, container, user, person, token, pageToken, serverKey]
  /// Tables that came when all others had checksums already. A backup of an older server lacks them.
  static let laterOfAccounts = [tokenNote, player]
}
