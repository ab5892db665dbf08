package import CloudKitCore
internal import GRDB

/// What a request to change records did.
package struct Modified: Sendable {
  /// One for each operation.
  package let outcomes: [RecordOutcome]
  /// Whether an atomic batch was refused.
  package let isRefused: Bool
  /// The zone's token after the changes.
  package let token: String
}

extension ContainerStore {
  /// Changes records in one transaction.
  ///
  /// - Parameter owner: The user whose database it is; empty for the public one.
  package func modify(
    _ request: ModifyRequest, of owner: String, in context: WriteContext
  ) async throws -> Modified {
    try await write { db in
      let zone = try Self.zoneForWriting(request.zone, of: owner, db)
      var rows = RecordRows(zone: zone, db: db)
      let existing = try rows.find(request.operations.map(\.name))
      let plan = try ModifyPlan(
        request, existing: existing, schema: self.schemaWhileWriting, in: context
      ) {
        try rows.find($0) != nil
      }
      var outcomes = plan.outcomes
      if !plan.isRefused {
        var writing = RecordWriting(rows: rows, context: context)
        for (index, operation) in request.operations.enumerated() {
          outcomes[index] = try writing.carryOut(
            outcomes[index], of: operation.name, over: existing[operation.name])
        }
        try writing.finish()
        rows = writing.rows
        try self.write(plan.schema, db)
      }
      let token = SyncToken(.zone(zone.key), sequence: rows.zone.sequence)
      return Modified(
        outcomes: outcomes, isRefused: plan.isRefused, token: token.text(signedWith: self.key))
    }
  }

  /// The records of these names that there are.
  package func lookup(
    _ names: [String], in zone: ZoneID, of owner: String
  ) async throws -> [String: StoredRecord] {
    try await pool.read { db in
      guard let zone = try Self.zone(zone, of: owner, db) else { return [:] }
      return try RecordRows(zone: zone, db: db).find(names)
    }
  }

  /// The zone; `nil` for a default zone to which nobody has written yet.
  ///
  /// - Throws: ``ServiceError/Code/zoneNotFound``.
  static func zone(_ zone: ZoneID, of owner: String, _ db: Database) throws -> ZoneRow? {
    if let row = try ZoneRow.find(zone.name, of: owner, db) { return row }
    guard zone.isDefault else { throw ServiceError(.zoneNotFound, "zone not found") }
    return nil
  }

  private static func zoneForWriting(
    _ zone: ZoneID, of owner: String, _ db: Database
  ) throws -> ZoneRow {
    try Self.zone(zone, of: owner, db) ?? ZoneRow.create(zone.name, of: owner, db)
  }
}

/// Writes the outcomes of a request, each as the next change of the zone.
private struct RecordWriting {
  private(set) var rows: RecordRows
  private var zone: ZoneRow
  private let before: Int64
  private let context: WriteContext

  init(rows: RecordRows, context: WriteContext) {
    self.rows = rows
    zone = rows.zone
    before = zone.sequence
    self.context = context
  }

  /// - Returns: The outcome, with the new tag of a saved record.
  mutating func carryOut(
    _ outcome: RecordOutcome, of name: String, over existing: StoredRecord?
  ) throws -> RecordOutcome {
    switch outcome {
    case .saved(let record):
      zone.sequence += 1
      try rows.write(record, change: zone.sequence)
      try rows.writeTargets(of: record, before: existing)
      return .saved(record.tagged(zone.tag(zone.sequence)))
    case .deleted(existed: true):
      try delete(name)
      return outcome
    case .deleted, .refused: return outcome
    }
  }

  /// Deletes a record and all that refer to it with DELETE_SELF, directly or over others.
  private mutating func delete(_ name: String) throws {
    var waiting = [name]
    while let next = waiting.popLast() {
      // In a circle of references a record is met again when it is gone.
      guard try rows.find(next) != nil else { continue }
      zone.sequence += 1
      try rows.delete(next, change: zone.sequence, in: context)
      try rows.removeTargets(of: next)
      waiting += try rows.dependents(of: next)
    }
  }

  mutating func finish() throws {
    guard zone.sequence != before else { return }
    try zone.save(rows.db)
    rows = RecordRows(zone: zone, db: rows.db)
  }
}
