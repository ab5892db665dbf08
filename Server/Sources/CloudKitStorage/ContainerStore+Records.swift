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
  /// What has become of the records that the request names.
  package let events: [RecordEvent]
}

extension ContainerStore {
  /// Changes records in one transaction.
  ///
  /// - Parameters:
  ///   - owner: The user whose database it is; empty for the public one.
  ///   - participant: The user with whom the zone is shared and who asks; `nil` for the owner.
  package func modify(
    _ request: ModifyRequest, of owner: String, for participant: String? = nil,
    in context: WriteContext
  ) async throws -> Modified {
    try await write { db in
      var rows = try self.rowsForWriting(request.zone, of: owner, for: participant, db)
      let found = try rows.find(request.operations.map(\.name))
      let existing = found.records
      let hierarchy = Hierarchy(request, rows, existing: existing, isPublic: context.isPublic)
      let quota = try context.quotaBytes.map {
        Quota(limit: $0, used: try UsageTable.bytes(of: owner, db))
      }
      let before = request.operations.map { existing[$0.name] }
      let plan = try ModifyPlan(
        request, existing: existing, damaged: rows.refusals(of: found.damaged, in: context),
        schema: self.schemaWhileWriting, in: context, exists: rows.isThere,
        refuse: { outcomes in
          try hierarchy.refuse(&outcomes)
          quota?.refuse(&outcomes, existing: before)
        })
      var outcomes = plan.outcomes
      if !plan.isRefused {
        var writing = RecordWriting(rows: rows, context: context)
        for (index, operation) in request.operations.enumerated() {
          outcomes[index] = try writing.carryOut(
            outcomes[index], of: operation, over: existing[operation.name],
            isDamaged: found.damaged[operation.name] != nil,
            root: { try hierarchy.root(of: operation.name, plan.outcomes) })
        }
        outcomes = try writing.finish(outcomes)
        rows = writing.rows
        try self.write(plan.schema, db)
      }
      let events = zip(before, outcomes).compactMap { before, outcome -> RecordEvent? in
        switch outcome {
        case .saved(let record): RecordEvent(before == nil ? .create : .update, record)
        case .deleted: before.map { RecordEvent(.delete, $0) }
        case .refused: nil
        }
      }
      return Modified(
        outcomes: outcomes, isRefused: plan.isRefused,
        token: self.token(rows.zone, for: participant), events: plan.isRefused ? [] : events)
    }
  }

  /// A zone's token now.
  func token(_ zone: ZoneRow, for participant: String?) -> String {
    SyncToken(Self.feed(of: zone, for: participant), sequence: zone.sequence)
      .text(signedWith: key)
  }

  static func feed(of zone: ZoneRow, for participant: String?) -> SyncToken.Feed {
    participant.map { .sharedZone(zone.key, user: $0, access: zone.access) } ?? .zone(zone.key)
  }

  /// The records of a zone, as its owner or a participant sees them; `nil` for a default zone to which
  /// nobody has written yet.
  ///
  /// - Throws: ``ServiceError/Code/zoneNotFound``, also where nothing is shared with the participant.
  func rows(
    _ zone: ZoneID, of owner: String, for participant: String?, _ db: Database
  ) throws -> RecordRows? {
    guard let row = try Self.zone(zone, of: owner, db) else {
      guard participant == nil else { throw ServiceError(.zoneNotFound, "zone not found") }
      return nil
    }
    guard let participant else { return RecordRows(zone: row, db: db, viewer: owner) }
    guard let access = try ShareRows(zone: row, db: db).access(of: participant) else {
      throw ServiceError(.zoneNotFound, "zone not found")
    }
    return RecordRows(zone: row, db: db, viewer: participant, access: access)
  }

  private func rowsForWriting(
    _ zone: ZoneID, of owner: String, for participant: String?, _ db: Database
  ) throws -> RecordRows {
    if let rows = try rows(zone, of: owner, for: participant, db) { return rows }
    return RecordRows(
      zone: try ZoneRow.create(zone.name, of: owner, db), db: db, viewer: owner)
  }

  /// The records of these names that there are.
  package func lookup(
    _ names: [String], in zone: ZoneID, of owner: String, for participant: String? = nil
  ) async throws -> FoundRecords {
    try await pool.read { db in
      try self.rows(zone, of: owner, for: participant, db)?.find(names) ?? FoundRecords()
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
}

extension RecordRows {
  /// Why nothing can be done with damaged records, by name. Only the owner can replace or delete one, because
  /// what others may do depends on what the record was.
  fileprivate func refusals(
    of damaged: [String: DamagedRow], in context: WriteContext
  ) -> [String: DamagedRecord] {
    let canBeReplaced = access == nil && !context.isPublic
    return damaged.mapValues {
      DamagedRecord(refusal: ServiceError($0), canBeReplaced: canBeReplaced)
    }
  }

  /// Whether there is a record of this name, damaged or not, that may be seen.
  fileprivate func isThere(_ name: String) throws -> Bool {
    let found = try find([name])
    return found.records[name] != nil || found.damaged[name] != nil
  }
}

/// Writes the outcomes of a request, each as the next change of the zone.
private struct RecordWriting {
  private(set) var rows: RecordRows
  private var zone: ZoneRow
  private let before: Int64
  private let context: WriteContext
  private var deleted: [String] = []

  init(rows: RecordRows, context: WriteContext) {
    self.rows = rows
    zone = rows.zone
    before = zone.sequence
    self.context = context
  }

  /// - Returns: The outcome, with the new tag of a saved record.
  mutating func carryOut(
    _ outcome: RecordOutcome, of operation: RecordOperation, over existing: StoredRecord?,
    isDamaged: Bool, root: () throws -> String?
  ) throws -> RecordOutcome {
    switch outcome {
    case .saved(let record):
      zone.sequence += 1
      if isDamaged { try rows.replaceDamaged(record.name, change: zone.sequence, in: context) }
      let root = record.parent == nil ? record.name : try root() ?? record.name
      try rows.write(record, change: zone.sequence, root: root)
      try rows.writeTargets(of: record, before: existing)
      if let existing, existing.parent != record.parent {
        try rows.setRoot(below: record.name, to: root)
        // Who sees the record may be others now.
        if zone.isShared { zone.access += 1 }
      }
      if let share = operation.share {
        try rows.shares.write(
          share, name: record.name, invited: context.invited, random: randomBytes)
        zone.access += 1
      }
      return .saved(record.written(zone.tag(zone.sequence)))
    case .deleted(existed: true):
      if rows.access?.shares.contains(operation.name) == true {
        try leave(operation.name)
      } else {
        try delete(operation.name)
      }
      return outcome
    case .deleted, .refused: return outcome
    }
  }

  /// Deletes a record and all that refer to it with DELETE_SELF, directly or over others.
  ///
  /// What a participant may not delete stays, with a reference to nothing: refusing the deletion would
  /// tell of records that the participant does not see.
  private mutating func delete(_ name: String) throws {
    var waiting = [name]
    while let next = waiting.popLast() {
      // In a circle of references a record is met again when it is gone.
      let found = try rows.find([next])
      guard found.records[next] != nil || found.damaged[next] != nil else { continue }
      zone.sequence += 1
      if found.damaged[next] == nil {
        try rows.delete(next, change: zone.sequence, in: context)
      } else {
        try rows.replaceDamaged(next, change: zone.sequence, in: context)
      }
      try rows.removeTargets(of: next)
      waiting += try rows.dependents(of: next).filter(rows.mayDelete)
      deleted.append(next)
      guard zone.isShared else { continue }
      if let share = try rows.shares.find(root: next) { waiting.append(share.name) }
      guard try rows.shares.find(next) != nil else { continue }
      try rows.shares.remove(next)
      zone.access += 1
    }
  }

  /// Ends what a participant sees. The share itself stays.
  private mutating func leave(_ share: String) throws {
    zone.sequence += 1
    zone.access += 1
    try rows.shares.leave(share, rows.viewer)
    try rows.touch(share, change: zone.sequence)
  }

  /// Gives a hierarchy of its own to each record whose parent went with another record.
  ///
  /// - Returns: The names of these records.
  private mutating func removeLostParents() throws -> Set<String> {
    var changed: Set<String> = []
    for parent in deleted where try !rows.isTaken(parent) {
      for child in try rows.children(of: parent) {
        zone.sequence += 1
        try rows.removeParent(of: child, change: zone.sequence)
        changed.insert(child)
      }
    }
    // Who sees them are others now.
    if zone.isShared, !changed.isEmpty { zone.access += 1 }
    return changed
  }

  /// Writes the zone.
  ///
  /// - Returns: The outcomes with what the server says of shares.
  mutating func finish(_ outcomes: [RecordOutcome]) throws -> [RecordOutcome] {
    guard zone.sequence != before else { return outcomes }
    let changed = try removeLostParents()
    try zone.save(rows.db)
    rows = RecordRows(zone: zone, db: rows.db, viewer: rows.viewer, access: rows.access)
    guard zone.isShared || !changed.isEmpty else { return outcomes }
    return try outcomes.map { outcome in
      guard case .saved(let record) = outcome else { return outcome }
      if changed.contains(record.name) {
        return .saved(try rows.find(record.name) ?? record)
      }
      let sharing = try rows.sharing(
        of: record.name, type: record.type, isRoot: record.parent == nil)
      return .saved(record.written(record.tag, sharing: sharing))
    }
  }
}
