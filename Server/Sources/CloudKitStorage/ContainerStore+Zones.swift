package import CloudKitCore
internal import GRDB

/// A zone as clients see it.
package struct ZoneState: Hashable, Sendable {
  package let name: String
  /// The record name of the user to whom it belongs; empty in the public database.
  package let owner: String
  /// The zone's token now.
  package let token: String
  package let isDeleted: Bool
}

/// A change of a database's list of zones.
package struct ZoneOperation: Hashable, Sendable {
  package let name: String
  package let isDeletion: Bool

  package init(name: String, isDeletion: Bool) {
    self.name = name
    self.isDeletion = isDeletion
  }
}

extension ContainerStore {
  /// The zones of a database by name, the default one included.
  package func zones(of owner: String) async throws -> [ZoneState] {
    try await pool.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT \(ZoneRow.columns) FROM zone WHERE owner = ? AND \(ZoneRow.mayBeThere) ORDER BY name
          """, arguments: [owner]
      ).map(ZoneRow.init)
      let hasDefault = rows.contains { $0.name == ZoneID.defaultName }
      return (hasDefault ? [] : [self.emptyDefaultZone(of: owner)])
        + rows.map { self.state($0) }
    }
  }

  /// A zone as its owner or a participant sees it.
  ///
  /// - Throws: ``ServiceError/Code/zoneNotFound``.
  package func zone(
    _ zone: ZoneID, of owner: String, for participant: String? = nil
  ) async throws -> ZoneState {
    try await pool.read { db in
      try self.rows(zone, of: owner, for: participant, db)
        .map { self.state($0.zone, for: participant) } ?? self.emptyDefaultZone(of: owner)
    }
  }

  /// Creates and deletes zones. Each operation stands alone.
  ///
  /// - Returns: The zone, or why it was refused, for each operation.
  package func modify(
    _ operations: [ZoneOperation], of owner: String
  ) async throws -> [Result<ZoneState, ServiceError>] {
    try await write { db in
      try operations.map { operation in
        let zone = try ZoneRow.find(operation.name, of: owner, db)
        guard operation.isDeletion else {
          // Creating a zone that is there is no error: clients ensure their zone with each start.
          return .success(self.state(try zone ?? ZoneRow.create(operation.name, of: owner, db)))
        }
        guard let zone else { return .failure(ServiceError(.zoneNotFound, "zone not found")) }
        try zone.delete(db)
        return .success(
          ZoneState(
            name: zone.name, owner: owner, token: self.state(zone).token, isDeleted: true))
      }
    }
  }

  /// A default zone to which nobody has written.
  private func emptyDefaultZone(of owner: String) -> ZoneState {
    let token = SyncToken(.zone(0), sequence: 0).text(signedWith: key)
    return ZoneState(name: ZoneID.defaultName, owner: owner, token: token, isDeleted: false)
  }

  func state(_ zone: ZoneRow, for participant: String? = nil) -> ZoneState {
    ZoneState(
      name: zone.name, owner: zone.owner, token: token(zone, for: participant),
      isDeleted: zone.isDeleted)
  }
}
