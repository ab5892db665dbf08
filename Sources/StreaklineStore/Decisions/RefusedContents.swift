internal import GRDB
internal import StreaklineCore

/// Contents and texts of results against which somebody has decided, on whichever device, although no remote has
/// a record that could say so: a suspect result is never sent, and neither is one that was deleted before.
///
/// Each is a document among the decisions that is named by hashes, so that devices add them without an order.
package struct RefusedContents {
  private static let prefix = "refused"
  /// The kind of a document that says that the decision was taken back. One whose content was accepted or brought back
  /// since keeps its kind, although it does not hold either: that content is settled, and not open again.
  private static let takenBack = "allow"
  private static let isTakenBack = "json_extract(fields, '$.kind') = '\(takenBack)'"
  private let db: Database
  private let search: RowStatement
  private let searchTakenBack: RowStatement
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
    self.db = db
    search = try RowStatement(
      db,
      """
      SELECT 1 FROM document JOIN record USING (version) WHERE type = 'Decision' AND name = ?
        AND state <> \(ResultState.deleted.rawValue) AND json_extract(fields, '$.undoneAt') IS NULL
      """)
    searchTakenBack = try RowStatement(
      db,
      """
      SELECT 1 FROM document JOIN record USING (version) WHERE type = 'Decision' AND name = ?
        AND state <> \(ResultState.deleted.rawValue) AND \(Self.isTakenBack)
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

  /// Whether anybody has taken back that he has decided against a content.
  func areAnyTakenBack() throws -> Bool {
    let some = try RowStatement(
      db,
      """
      SELECT 1 FROM document JOIN record USING (version) WHERE type = 'Decision'
        AND name > '\(Self.prefix).' AND name < '\(Self.prefix)/'
        AND \(Self.isTakenBack) LIMIT 1
      """)
    defer { some.reset() }
    return try some.next()
  }

  /// Whether somebody had decided against the content of a result, and everybody who had has taken that back.
  ///
  /// - Parameter isRead: As in ``contains(_:isRead:)``.
  func isAllowedAgain(_ record: Record, isRead: Bool) throws -> Bool {
    let hashes = isRead ? record.knownHashes : [record.contentHash]
    return try !names(record, hashes, in: searchTakenBack).isEmpty
      && held(record, by: hashes).isEmpty
  }

  /// The names of the documents that say so, under any name of the result's user.
  func held(_ record: Record, by hashes: [Int64]) throws -> [String] {
    try names(record, hashes, in: search)
  }

  private func names(_ record: Record, _ hashes: [Int64], in statement: RowStatement) throws
    -> [String]
  {
    let users = [record.userId] + users.filter { $0.value == record.userId }.keys
    return try users.flatMap { Self.names(record.of(user: $0), hashes) }
      .filter { name in
        statement.bind(1, name)
        defer { statement.reset() }
        return try statement.next()
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

  /// - Parameters:
  ///   - undoneAt: When the decision ended.
  ///   - isTakenBack: Whether it ended because it was taken back.
  static func document(
    _ name: String, device: String, at now: Instant, undoneAt: Instant? = nil,
    isTakenBack: Bool = false
  ) -> Document {
    var fields: Fields = [
      "kind": .string(isTakenBack ? takenBack : "refuse"), "at": .int(Int(now.milliseconds)),
      "device": .string(device),
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

  /// What was put aside here because another device had decided against it, which that device has taken back.
  func allowedAgain() throws -> [FormerTable.Kept] {
    guard let contents = try RefusedContents(db), try contents.areAnyTakenBack() else { return [] }
    let decisions = try DecisionTable.active(db)
    return try FormerTable.putAsideBySync(db).filter { kept in
      let record = try record(kept.row.item, kept.row.fields)
      return try decisions.forgetting(record.userId) == nil && isStillAside(kept)
        && contents.isAllowedAgain(record, isRead: isRead(kept.row))
    }
  }

  /// Whether nothing else has come in the place of what was put aside. A dispute has no place.
  private func isStillAside(_ kept: FormerTable.Kept) throws -> Bool {
    guard kept.row.state != nil else { return true }
    guard let found = try results.find(kept.row.item), found.state == .deleted else { return false }
    return try actions.writer(of: found.version) == kept.action
  }

  /// Opens disputes, and stores suspect results, again that were put aside.
  mutating func openAgain(_ kept: [FormerTable.Kept], _ cache: inout StreakCache) throws {
    for one in kept where try isStillAside(one) {
      let item = one.row.item
      if one.row.state == nil {
        try bringBack(one.row)
        try FormerTable.removeDispute(item, digest: one.row.digest, of: one.action, db)
        try promote(item, &cache)
      } else {
        let record = try record(item, one.row.fields)
        try write(.result(record), at: item, for: one.row.origin, madeAt: one.row.seenAt, &cache)
        try formers.remove(item, of: one.action)
      }
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
        RefusedContents.document(
          $0, device: device, at: action.at, undoneAt: now, isTakenBack: true)
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
