internal import CloudKitCore
internal import GRDB
internal import ServerJSON

/// The shares of a zone as rows (CloudKit Web Services).
struct ShareRows {
  let zone: ZoneRow
  let db: Database

  struct Share {
    let name: String
    /// Empty for the share of a whole zone.
    let root: String
    let guid: String
    let publicPermission: SharePermission
  }

  struct Participant {
    let id: String
    let lookup: String
    /// The user's record name; `nil` until the invitation was accepted.
    let user: String?
    let permission: SharePermission
    /// Whether the owner has named the user; others have come with the address alone.
    let isInvited: Bool
  }

  private static let table = ChecksummedTable.share
  private static let columns = "name, root, guid, publicPermission, zone, " + table.damage
  private static let participantTable = ChecksummedTable.participant

  /// - Parameter row: Of ``columns``.
  private static func share(_ row: Row) throws -> Share {
    let row = try table.whole(row)
    return Share(
      name: row[0], root: row[1], guid: row[2],
      publicPermission: SharePermission(rawValue: row[3]) ?? .none)
  }

  func find(_ name: String) throws -> Share? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM share WHERE zone = ? AND name = ?")
    return try Row.fetchOne(statement, arguments: [zone.key, name]).map(Self.share)
  }

  func find(root: String) throws -> Share? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM share WHERE zone = ? AND root = ?")
    return try Row.fetchOne(statement, arguments: [zone.key, root]).map(Self.share)
  }

  /// The share of an address, with its zone.
  static func find(guid: String, _ db: Database) throws -> (Share, ZoneRow)? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM share WHERE guid = ?")
    guard let row = try Row.fetchOne(statement, arguments: [guid]) else { return nil }
    let share = try Self.share(row)
    guard let zone = try ZoneRow.find(row[4], db), !zone.isDeleted else { return nil }
    return (share, zone)
  }

  func participants(of share: String) throws -> [Participant] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, lookup, user, permission, isInvited, \(Self.participantTable.damage)
        FROM participant WHERE zone = ? AND share = ? ORDER BY id
        """)
    return try Row.fetchAll(statement, arguments: [zone.key, share]).map { row in
      let row = try Self.participantTable.whole(row)
      return Participant(
        id: row[0], lookup: row[1], user: row[2],
        permission: SharePermission(rawValue: row[3]) ?? .none, isInvited: row[4])
    }
  }

  // MARK: - Access

  /// What a user may see of the zone; `nil` when it is nothing.
  func access(of user: String) throws -> ZoneAccess? {
    guard zone.isShared else { return nil }
    let statement = try db.cachedStatement(
      sql: """
        SELECT share.name, share.root, participant.permission,
          coalesce(\(Self.table.damage), \(Self.participantTable.damage))
        FROM participant JOIN share USING (zone)
        WHERE participant.user = ? AND zone = ? AND share.name = participant.share
        """)
    var access = ZoneAccess()
    for row in try Row.fetchAll(statement, arguments: [user, zone.key]) {
      let row = try Self.participantTable.whole(row)
      let (name, root): (String, String) = (row[0], row[1])
      guard let permission = SharePermission(rawValue: row[2]), permission.canRead else { continue }
      access.shares.insert(name)
      if root.isEmpty {
        access.wholeZone = .most(access.wholeZone, permission)
      } else {
        access.roots[root] = permission
      }
    }
    return access.shares.isEmpty ? nil : access
  }

  // MARK: - Changes

  /// Writes what the owner says of a share whose record was saved.
  ///
  /// - Parameter invited: The record names of users by the names by which they are invited.
  func write(
    _ request: ShareRequest, name: String, invited: [String: String],
    random: (Int) -> [UInt8]
  ) throws {
    let known = try find(name)
    let root = known?.root ?? request.root ?? ""
    let permission = request.publicPermission ?? known?.publicPermission ?? .none
    let guid = known?.guid ?? hexadecimal(random(16))
    // Not replaced, so that the participants stay.
    try db.execute(
      sql: """
        \(Self.table.insertion()) ON CONFLICT(zone, name) DO UPDATE SET
        \(Self.table.replacement(["publicPermission"]))
        """, arguments: [zone.key, name, root, guid, permission.rawValue])
    let former = try participants(of: name)
    if let wanted = request.participants {
      try setInvited(wanted, of: name, former, invited, random)
    }
    try setPublic(permission, of: name)
    let current = try participants(of: name).filter(\.permission.canRead).compactMap(\.user)
    let before = Set(former.filter(\.permission.canRead).compactMap(\.user))
    for user in before.subtracting(current) { try endIfAlone(user) }
    for user in Set(current).subtracting(before) { try Memberships(db).begin(user, in: zone.key) }
  }

  private func setInvited(
    _ wanted: [ShareRequest.Participant], of share: String, _ former: [Participant],
    _ invited: [String: String], _ random: (Int) -> [UInt8]
  ) throws {
    let participants = Self.participantTable
    // Who has come with the address, and is then invited by name, is the same participant.
    let stays = Set(wanted.flatMap { [$0.lookup, invited[$0.lookup]].compactMap(\.self) })
    for participant in former
    where !stays.contains(participant.lookup) && !stays.contains(participant.user ?? "") {
      try remove(participant.id, of: share)
    }
    for participant in wanted {
      var known = former.first {
        $0.lookup == participant.lookup || $0.user == participant.lookup
      }
      if known == nil, let user = invited[participant.lookup] {
        known = former.first { $0.user == user }
        // An expelled member who is invited by another name than before has to accept again, too.
        if let expelled = known, !expelled.permission.canRead, participant.permission.canRead {
          try remove(expelled.id, of: share)
          known = nil
        }
      }
      try db.execute(
        sql: """
          \(participants.insertion(values: ["?1", "?2", "?3", "?4", "NULL", "?5", "1"]))
          ON CONFLICT(zone, share, id) DO UPDATE SET
          \(participants.change(["permission": "?5", "isInvited": "1"]))
          """,
        arguments: [
          zone.key, share, known?.id ?? hexadecimal(random(8)), participant.lookup,
          participant.permission.rawValue,
        ])
    }
  }

  /// Those who have come with the address alone may do what the share says for everybody.
  private func setPublic(_ permission: SharePermission, of share: String) throws {
    if permission.canRead {
      try db.execute(
        sql: """
          UPDATE participant SET \(Self.participantTable.change(["permission": "?1"]))
          WHERE zone = ?2 AND share = ?3 AND isInvited = 0
          """,
        arguments: [permission.rawValue, zone.key, share])
    } else {
      try db.execute(
        sql: "DELETE FROM participant WHERE zone = ? AND share = ? AND isInvited = 0",
        arguments: [zone.key, share])
    }
  }

  func remove(_ id: String, of share: String) throws {
    try db.execute(
      sql: "DELETE FROM participant WHERE zone = ? AND share = ? AND id = ?",
      arguments: [zone.key, share, id])
  }

  /// Removes a share with all who take part in it.
  func remove(_ share: String) throws {
    let users = Set(try participants(of: share).compactMap(\.user))
    try db.execute(
      sql: "DELETE FROM share WHERE zone = ? AND name = ?", arguments: [zone.key, share])
    for user in users { try endIfAlone(user) }
  }

  /// Lets a user no longer take part.
  func leave(_ share: String, _ user: String) throws {
    try db.execute(
      sql: "DELETE FROM participant WHERE zone = ? AND share = ? AND user = ?",
      arguments: [zone.key, share, user])
    try endIfAlone(user)
  }

  private func endIfAlone(_ user: String) throws {
    if try access(of: user) == nil { try Memberships(db).end(user, in: zone.key) }
  }

  /// Lets a user take part.
  ///
  /// - Parameters:
  ///   - names: The user's name at this server and record name.
  /// - Returns: Whether the user may.
  func accept(
    _ share: Share, _ user: String, names: Set<String>, random: (Int) -> [UInt8]
  ) throws -> Bool {
    let known = try participants(of: share.name)
    // Whom the owner has given the permission NONE may nothing, also where everybody else may read.
    if let participant = known.first(where: { $0.user == user }) {
      return participant.permission.canRead
    }
    if let invited = known.first(where: { $0.user == nil && names.contains($0.lookup) }) {
      guard invited.permission.canRead else { return false }
      try db.execute(
        sql: """
          UPDATE participant SET \(Self.participantTable.change(["user": "?1"]))
          WHERE zone = ?2 AND share = ?3 AND id = ?4
          """,
        arguments: [user, zone.key, share.name, invited.id])
    } else {
      guard share.publicPermission.canRead, known.count < ShareRequest.mostParticipants else {
        return false
      }
      try db.execute(
        sql: Self.participantTable.insertion(
          values: ["?1", "?2", "?3", "?4", "?5", "?6", "0"]),
        arguments: [
          zone.key, share.name, hexadecimal(random(8)), user, user,
          share.publicPermission.rawValue,
        ])
    }
    try Memberships(db).begin(user, in: zone.key)
    return true
  }

  // MARK: - As clients see it

  /// What is said of a share besides its fields.
  ///
  /// - Parameter viewer: Who asks. Only the owner sees by which names others were invited.
  func members(of share: Share, viewer: String) throws -> [JSON.Member] {
    let owner = Self.participant(
      id: "owner", user: zone.owner, lookup: nil, type: "OWNER", isAccepted: true, .readWrite)
    let others = try participants(of: share.name).map { participant in
      let isKnown = viewer == zone.owner || viewer == participant.user
      return (
        participant.user,
        Self.participant(
          id: participant.id, user: participant.user, lookup: isKnown ? participant.lookup : nil,
          type: participant.isInvited ? "USER" : "PUBLIC_USER",
          isAccepted: participant.user != nil, participant.permission)
      )
    }
    let mine = viewer == zone.owner ? owner : others.first { $0.0 == viewer }?.1
    return [
      .init(name: "shortGUID", value: .string(share.guid)),
      .init(name: "publicPermission", value: .string(share.publicPermission.rawValue)),
      .init(name: "participants", value: .list([owner] + others.map(\.1))),
      .init(name: "owner", value: owner),
    ] + (mine.map { [.init(name: "currentUserParticipant", value: $0)] } ?? [])
  }

  private static func participant(
    id: String, user: String?, lookup: String?, type: String, isAccepted: Bool,
    _ permission: SharePermission
  ) -> JSON {
    let identity = JSON.members([
      ("userRecordName", user.map(JSON.string)),
      ("lookupInfo", lookup.map { ["emailAddress": .string($0)] }),
    ])
    return [
      "participantId": .string(id), "type": .string(type),
      "acceptanceStatus": .string(isAccepted ? "ACCEPTED" : "INVITED"),
      "permission": .string(permission.rawValue), "userIdentity": identity,
    ]
  }
}
