package import CloudKitCore
internal import GRDB

/// A zone as clients see it.
package struct ZoneState: Hashable, Sendable {
  package let name: String
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
          SELECT \(ZoneRow.columns) FROM zone WHERE owner = ? AND isDeleted = 0 ORDER BY name
          """, arguments: [owner]
      ).map(ZoneRow.init)
      let hasDefault = rows.contains { $0.name == ZoneID.defaultName }
      return (hasDefault ? [] : [self.emptyDefaultZone]) + rows.map(self.state)
    }
  }

  /// The zone of a name; `nil` when there is none.
  package func zone(named name: String, of owner: String) async throws -> ZoneState? {
    let found = try await pool.read { db in
      try ZoneRow.find(name, of: owner, db).map(self.state)
    }
    return found ?? (name == ZoneID.defaultName ? emptyDefaultZone : nil)
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
        return .success(ZoneState(name: zone.name, token: self.state(zone).token, isDeleted: true))
      }
    }
  }

  /// A default zone to which nobody has written.
  private var emptyDefaultZone: ZoneState {
    let token = SyncToken(.zone(0), sequence: 0).text(signedWith: key)
    return ZoneState(name: ZoneID.defaultName, token: token, isDeleted: false)
  }

  func state(_ zone: ZoneRow) -> ZoneState {
    let token = SyncToken(.zone(zone.key), sequence: zone.sequence).text(signedWith: key)
    return ZoneState(name: zone.name, token: token, isDeleted: zone.isDeleted)
  }
}
