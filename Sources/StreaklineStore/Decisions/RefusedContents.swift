internal import GRDB
internal import StreaklineCore

/// Contents and texts of results against which somebody has decided, on whichever device, although no remote has
/// a record that could say so: a suspect result is never sent, and neither is one that was deleted before.
///
/// Each is a document among the decisions that is named by hashes, so that devices add them without an order.
package struct RefusedContents {
  private static let prefix = "refused"
  private let search: RowStatement
  private let users: [String: String]

  /// - Returns: `nil` when there are none.
  init?(_ db: Database) throws {
    let some = try RowStatement(
      db,
      """
      SELECT 1 FROM document WHERE type = 'Decision' AND name > '\(Self.prefix).'
        AND name < '\(Self.prefix)/' LIMIT 1
      """)
    defer { some.reset() }
    guard try some.next() else { return nil }
    search = try RowStatement(
      db,
      """
      SELECT 1 FROM document JOIN record USING (version) WHERE type = 'Decision' AND name = ?
        AND state <> \(ResultState.deleted.rawValue) AND json_extract(fields, '$.undoneAt') IS NULL
      """)
    users = try DecisionTable.active(db).users
  }

  /// Whether somebody has decided against the content of a result.
  ///
  /// - Parameter isRead: Whether the content was just read from a text. Then it is enough that somebody has decided
  ///   against what another version of its rule has read; what somebody has corrected has the same text.
  func contains(_ record: Record, isRead: Bool = false) throws -> Bool {
    try !held(record, by: isRead ? record.knownHashes : [record.contentHash]).isEmpty
  }

  /// The names of the documents that say so, under any name of the result's user.
  func held(_ record: Record, by hashes: [Int64]) throws -> [String] {
    let names = [record.userId] + users.filter { $0.value == record.userId }.keys
    return try names.flatMap { Self.names(record.of(user: $0), hashes) }
      .filter { name in
        search.bind(1, name)
        defer { search.reset() }
        return try search.next()
      }
  }

  /// The names of the documents of a content.
  static func names(_ record: Record, _ hashes: [Int64]) -> [String] {
    let id = CompositeID(userId: record.userId, day: record.day, gameId: record.gameId)
    let start = "\(prefix).\(hash(record.userId)).\(hash("\(record.type)|\(id.encoded)"))"
    return hashes.map { "\(start).\(hexadecimal($0))" }
  }

  /// Whether a document says something of a content, and of one of these users.
  ///
  /// - Parameter name: The name of the document.
  /// - Returns: `nil` for another document.
  package static func concerns(_ users: [String], _ name: String) -> Bool? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == prefix else { return nil }
    return users.contains { hash(normalFormC($0)) == parts[1] }
  }

  private static func hash(_ text: String) -> String {
    var hash = XXHash64()
    hash.add(Array(text.utf8))
    return hexadecimal(hash.digest)
  }

  /// - Parameter undoneAt: When the decision was taken back.
  static func document(_ name: String, device: String, at now: Instant, undoneAt: Instant? = nil)
    -> Document
  {
    var fields: Fields = [
      "kind": .string("refuse"), "at": .int(Int(now.milliseconds)), "device": .string(device),
    ]
    if let undoneAt { fields.append("undoneAt", .int(Int(undoneAt.milliseconds))) }
    fields.append(Decision.saidAt, .int(Int((undoneAt ?? now).milliseconds)))
    return Document(type: RecordType.decision.name, name: name, fields: fields)
  }

  private static func hexadecimal(_ number: some FixedWidthInteger) -> String {
    String(UInt64(truncatingIfNeeded: number), radix: 16)
  }
}

extension CorrectionTransaction {
  /// Notes that the user has decided against a content of an item.
  ///
  /// Where a remote holds the item, its next version says so. That does not hold of a dispute: another device's
  /// deletion may win over that version, and the dispute there would stay open.
  mutating func refuse(_ record: Record, at number: ResultKey, isDispute: Bool = false) throws {
    let isSent = try RowStatement(db, "SELECT 1 FROM copy WHERE item = ? AND isGone = 0 LIMIT 1")
    isSent.bind(1, number.value)
    defer { isSent.reset() }
    let isSuspect = try results.find(number)?.state == .suspect || record.isSuspect
    if try isDispute || isSuspect || !isSent.next() {
      refused += RefusedContents.names(record, record.knownHashes)
    }
  }

  /// The suspect results and disputes against which another device has decided, by their items.
  func openRefused() throws -> [ResultKey] {
    guard let contents = try RefusedContents(db) else { return [] }
    return try openItems().filter { number in
      guard let found = try find(number) else { return false }
      if found.row.state == .suspect, try contents.contains(found.record) { return true }
      return try disputes.all(of: number).contains {
        try contents.contains(record(number, $0.fields), isRead: isRead($0))
      }
    }
  }

  /// Puts away what another device has decided against: suspect results, and disputes, of these items.
  mutating func putRefusedAside(
    of items: [ResultKey], for action: Int64, _ cache: inout StreakCache
  ) throws {
    guard let contents = try RefusedContents(db) else { return }
    for number in items {
      guard let found = try find(number) else { continue }
      for dispute in try disputes.all(of: number)
      where try contents.contains(record(number, dispute.fields), isRead: isRead(dispute)) {
        try disputes.remove(number, digest: dispute.digest)
        try formers.insert(dispute, action: action, isAside: true)
      }
      guard found.row.state == .suspect, try contents.contains(found.record) else { continue }
      try keep(found, for: action, isAside: true)
      try write(.deleted, at: number, for: action, &cache)
    }
  }

  /// The items that are suspect results or have open disputes.
  private func openItems() throws -> [ResultKey] {
    let rows = try RowStatement(
      db,
      """
      SELECT number FROM result WHERE state > 1 AND state = \(ResultState.suspect.rawValue)
      UNION SELECT item FROM dispute
      """)
    var items: [ResultKey] = []
    while try rows.next() { items.append(ResultKey(rows.number(0) ?? 0)) }
    return items
  }
}

extension Store {
  /// Stores against which contents an action has decided. Call it when the transaction has given all its versions.
  func keepRefused(
    _ transaction: CorrectionTransaction, of action: Int64, _ db: Database, _ now: Instant
  ) throws {
    let names = transaction.refused
    guard !names.isEmpty, var change = try transaction.actions.find(action) else { return }
    change.detail["refused"] = .list(names.map(Value.string))
    try transaction.actions.save(change)
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    _ = try store(
      names.map { RefusedContents.document($0, device: device, at: now) }, db, now)
  }

  /// Takes back against which contents an action has decided.
  func allowRefused(by action: Action, _ db: Database, _ now: Instant) throws {
    guard case .list(let names)? = action.detail["refused"] else { return }
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    _ = try store(
      names.compactMap(\.string).map {
        RefusedContents.document($0, device: device, at: action.at, undoneAt: now)
      }, db, now)
  }

  /// Takes back against which contents somebody has decided: they are brought back.
  func allowRefused(_ records: [Record], _ db: Database, _ now: Instant) throws {
    guard let contents = try RefusedContents(db) else { return }
    let device = try String.fetchOne(db.cachedStatement(sql: "SELECT id FROM device")) ?? ""
    let names = try records.flatMap { try contents.held($0, by: $0.knownHashes) }
    _ = try store(
      names.map { RefusedContents.document($0, device: device, at: now, undoneAt: now) }, db, now)
  }
}
