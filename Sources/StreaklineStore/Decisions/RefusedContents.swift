internal import GRDB
internal import StreaklineCore

/// Contents and texts of results against which somebody has decided, on whichever device, although no remote has
/// a record that could say so: a suspect result is never sent, and neither is one that was deleted before.
///
/// Each is a document among the decisions that is named by hashes, so that devices add them without an order.
package struct RefusedContents {
  /// What a document says now.
  struct Said {
    /// Whether the decision holds.
    let isHeld: Bool
    /// Whether it was taken back, so that a dispute with the content is open again.
    let isTakenBack: Bool
    let device: String
    let saidAt: Instant
  }

  private static let prefix = "refused"
  /// The kind of a document that says that the decision was taken back. One whose content was accepted or brought back
  /// since keeps its kind, although it does not hold either: that content is settled, and not open again.
  private static let takenBack = "allow"
  private let db: Database
  private let search: RowStatement
  private let users: [String: String]
  /// Who ``Decision/ownRole`` is on this device; `nil` where it is still the role. No decision says so, as the role is
  /// not the same person on all devices.
  private let ownName: String?
  private let ownDevices: OwnDevices

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
      SELECT json_extract(fields, '$.undoneAt'), json_extract(fields, '$.kind') = '\(Self.takenBack)',
        json_extract(fields, '$.device'), json_extract(fields, '$.\(Decision.saidAt)')
      FROM document JOIN record USING (version) WHERE type = 'Decision' AND name = ?
        AND state <> \(ResultState.deleted.rawValue)
      """)
    users = try DecisionTable.active(db).users
    ownName = try Self.ownName(AliasTable.all(db))
    ownDevices = try OwnDevices(db)
  }

  /// - Parameter said: What names stand for, which may stand for others in turn.
  private static func ownName(_ said: [String: String?]) -> String? {
    var name: String?
    for _ in said {
      guard let next = said[name ?? Decision.ownRole] ?? nil, next != Decision.ownRole else {
        break
      }
      name = next
    }
    return name
  }

  /// What the document of that name says; `nil` where there is none.
  func said(_ name: String) throws -> Said? {
    search.bind(1, name)
    defer { search.reset() }
    guard try search.next() else { return nil }
    return Said(
      isHeld: search.isNull(0), isTakenBack: search.number(1) == 1, device: search.text(2) ?? "",
      saidAt: Instant(milliseconds: search.number(3) ?? 0))
  }

  /// Whether somebody has decided against the content of a result.
  ///
  /// - Parameter isRead: Whether the content was just read from a text. Then it is enough that somebody has decided
  ///   against what another version of its rule has read; what somebody has corrected has the same text.
  func contains(_ record: Record, isRead: Bool = false) throws -> Bool {
    try !held(record, by: isRead ? record.knownHashes : [record.contentHash]).isEmpty
  }

  /// Whether anybody has taken back a decision against a content.
  func areAnyTakenBack() throws -> Bool {
    let some = try RowStatement(
      db,
      """
      SELECT 1 FROM document JOIN record USING (version) WHERE type = 'Decision'
        AND name > '\(Self.prefix).' AND name < '\(Self.prefix)/'
        AND json_extract(fields, '$.kind') = '\(Self.takenBack)' LIMIT 1
      """)
    defer { some.reset() }
    return try some.next()
  }

  /// Whether somebody had decided against the content of a result and has taken that back, and nobody else has.
  ///
  /// - Parameter isRead: As in ``contains(_:isRead:)``.
  func isAllowedAgain(_ record: Record, isRead: Bool) throws -> Bool {
    let said = try names(of: record, isRead ? record.knownHashes : [record.contentHash]).compactMap(
      said)
    return said.contains(where: \.isTakenBack) && !said.contains(where: \.isHeld)
  }

  /// The names of the documents that say so, under any name of the result's user.
  func held(_ record: Record, by hashes: [Int64]) throws -> [String] {
    try names(of: record, hashes).filter { try said($0)?.isHeld ?? false }
  }

  /// The names of the documents that say so, or that this was taken back.
  func heldOrTakenBack(_ record: Record) throws -> [String] {
    try names(of: record, record.knownHashes).filter {
      guard let said = try said($0) else { return false }
      return said.isHeld || said.isTakenBack
    }
  }

  private func names(of record: Record, _ hashes: [Int64]) throws -> [String] {
    let users = [record.userId] + users.filter { $0.value == record.userId }.keys
    let names = users.flatMap { Self.names(record.of(user: $0), hashes) }
    guard record.userId == ownName else { return names }
    // Of what was decided about the role, only what this device has decided is about this person.
    return try names
      + Self.names(record.of(user: Decision.ownRole), hashes).filter {
        try said($0).map { ownDevices.all.contains($0.device) } ?? false
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
  ///   - earliest: The document says that it is at least as late.
  static func document(
    _ name: String, device: String, at now: Instant, undoneAt: Instant? = nil,
    isTakenBack: Bool = false, notBefore earliest: Instant? = nil
  ) -> Document {
    var fields: Fields = [
      "kind": .string(isTakenBack ? takenBack : "refuse"), "at": .int(Int(now.milliseconds)),
      "device": .string(device),
    ]
    if let undoneAt { fields.append("undoneAt", .int(Int(undoneAt.milliseconds))) }
    let saidAt = max(undoneAt ?? now, earliest ?? now)
    fields.append(Decision.saidAt, .int(Int(saidAt.milliseconds)))
    return Document(type: RecordType.decision.name, name: name, fields: fields)
  }

  private static func hexadecimal(_ number: some FixedWidthInteger) -> String {
    String(UInt64(truncatingIfNeeded: number), radix: 16)
  }
}
