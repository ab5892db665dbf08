package import CloudKitCore
internal import GRDB
package import ServerJSON

/// A share as somebody sees it who has its address.
package struct ShareState: Sendable {
  package let zone: ZoneID
  /// The name of the shared record; `nil` for a whole zone.
  package let rootName: String?
  package let root: StoredRecord?
  package let share: StoredRecord
  /// What the server says of the one who asks; `nil` for somebody who does not take part yet.
  package let participant: JSON?
}

extension ContainerStore {
  /// The zones that others share with a user.
  package func sharedZones(of user: String) async throws -> [ZoneState] {
    try await pool.read { db in
      try Memberships(db).zones(of: user)
        .compactMap { try ZoneRow.find($0, db) }.filter { !$0.isDeleted }
        .sorted { ($0.name, $0.owner) < ($1.name, $1.owner) }
        .map { self.state($0, for: user) }
    }
  }

  /// The zones of others that have changed for a user since a token, each once.
  ///
  /// - Throws: ``ServiceError/Code/changeTokenExpired`` for a token that is not of this database.
  package func sharedZoneChanges(
    of user: String, since token: String?, limit: Int
  ) async throws -> ChangePage<ZoneState> {
    try await pool.read { db in
      let name = Memberships.database(of: user)
      let newest = try ZoneRow.lastChange(of: name, db)
      let since = try self.sequence(token, of: .database(name), oldest: 0, newest: newest)
      let rows = try Memberships(db).changes(
        of: user, since: since, withEnded: token != nil, limit: limit + 1)
      let moreComing = rows.count > limit
      var zones: [ZoneState] = []
      for row in rows.prefix(limit) {
        guard let zone = try ZoneRow.find(row.zone, db) else { continue }
        let state = self.state(zone, for: user)
        zones.append(
          ZoneState(
            name: state.name, owner: state.owner, token: state.token, isDeleted: row.isGone))
      }
      let end: Int64 = moreComing ? rows[limit - 1].changedAt : newest
      return ChangePage(
        changes: zones,
        token: SyncToken(.database(name), sequence: end).text(signedWith: self.key),
        moreComing: moreComing)
    }
  }

  /// What an address leads to; `nil` where it leads nowhere for this user.
  ///
  /// - Parameters:
  ///   - names: The user's name at this server and record name, by which owners invite.
  package func share(
    guid: String, for user: String, names: Set<String>
  ) async throws -> ShareState? {
    try await pool.read { db in
      guard let (share, zone) = try ShareRows.find(guid: guid, db) else { return nil }
      let rows = ShareRows(zone: zone, db: db)
      let named = try rows.participants(of: share.name).first {
        $0.user == user || $0.user == nil && names.contains($0.lookup)
      }
      let permission = named?.permission ?? share.publicPermission
      guard user == zone.owner || permission.canRead else { return nil }
      return try Self.state(of: share, zone, for: user, db)
    }
  }

  /// Lets a user take part in what an address leads to; `nil` where it leads nowhere for this user.
  package func accept(
    guid: String, by user: String, names: Set<String>
  ) async throws -> ShareState? {
    try await write { db in
      guard let (share, found) = try ShareRows.find(guid: guid, db) else { return nil }
      var zone = found
      let rows = ShareRows(zone: zone, db: db)
      guard user != zone.owner else { return try Self.state(of: share, zone, for: user, db) }
      let before = try rows.access(of: user)
      guard try rows.accept(share, user, names: names, random: randomBytes) else { return nil }
      let isNew = try rows.access(of: user) != before
      if isNew {
        // The owner sees in the feed who has come.
        zone.sequence += 1
        zone.access += 1
        try RecordRows(zone: zone, db: db).touch(share.name, change: zone.sequence)
        try zone.save(db)
      }
      return try Self.state(of: share, zone, for: user, db)
    }
  }

  private static func state(
    of share: ShareRows.Share, _ zone: ZoneRow, for user: String, _ db: Database
  ) throws -> ShareState? {
    let rows = RecordRows(zone: zone, db: db, viewer: user)
    guard let record = try rows.find(share.name) else { return nil }
    let rootName = share.root.isEmpty ? nil : share.root
    return ShareState(
      zone: ZoneID(name: zone.name, owner: zone.owner), rootName: rootName,
      root: try rootName.flatMap { try rows.find($0) }, share: record,
      participant: record.sharing.first { $0.name == "currentUserParticipant" }?.value)
  }
}
