package import ServerJSON

/// A request to change records, as `records/modify` takes it.
package struct ModifyRequest: Hashable, Sendable {
  /// Operations at most (CloudKit Web Services).
  package static let mostOperations = 200

  package let zone: ZoneID
  package let operations: [RecordOperation]
  /// Whether either all operations take place or none.
  package let isAtomic: Bool
  package let view: RecordView

  /// - Parameter newName: A name for a record that has none.
  package init(_ json: JSON, newName: () -> String) throws(ServiceError) {
    guard let list = json["operations"]?.list else {
      throw .badRequest("missing required field 'operations'")
    }
    guard list.count <= Self.mostOperations else {
      throw .badRequest("\(list.count) operations; at most \(Self.mostOperations) are allowed")
    }
    let named = try json.zone("zoneID")
    zone = if let named { named } else { try Self.zone(of: list) }
    var operations: [RecordOperation] = []
    var names: Set<String> = []
    for json in list {
      let operation = try RecordOperation(json, newName: newName)
      guard names.insert(operation.name).inserted else {
        throw .badRequest("You can't save or delete the same record twice in one request")
      }
      operations.append(operation)
    }
    self.operations = operations
    // The default zone takes no atomic batches, whatever the request says.
    isAtomic = try json.flag("atomic") ?? true && !zone.isDefault
    view = try RecordView(zone: zone, json)
  }

  /// The zone that the records name, when the request names none.
  private static func zone(of operations: [JSON]) throws(ServiceError) -> ZoneID {
    var zones: Set<ZoneID> = []
    for operation in operations {
      guard let zone = try operation["record"]?.zone("zoneID") else { continue }
      zones.insert(zone)
    }
    guard zones.count <= 1 else {
      throw .badRequest("all records of a request must be in one zone")
    }
    return zones.first ?? ZoneID(name: ZoneID.defaultName)
  }
}

extension JSON {
  /// A zone; `nil` when there is none.
  package func zone(_ key: String) throws(ServiceError) -> ZoneID? {
    guard let value = self[key], value != .null else { return nil }
    return try ZoneID(value)
  }
}

/// What a request does to the records that are there.
package struct ModifyPlan: Hashable, Sendable {
  /// One for each operation.
  package let outcomes: [RecordOutcome]
  /// The schema with what the saved records have added.
  package let schema: Schema
  /// Whether an atomic batch has failed. Then nothing is to be written.
  package let isRefused: Bool

  /// - Parameters:
  ///   - existing: The records that the operations name and that there are.
  ///   - damaged: Those that are there, and of which nothing is known.
  ///   - exists: Whether there is a record of this name in the zone.
  ///   - refuse: Refuses what else is not allowed.
  package init(
    _ request: ModifyRequest, existing: [String: StoredRecord],
    damaged: [String: DamagedRecord] = [:], schema: Schema, in context: WriteContext,
    exists: (String) throws -> Bool,
    refuse: (inout [RecordOutcome]) throws -> Void = { _ in }
  ) rethrows {
    var grown = schema
    var outcomes = request.operations.map { operation in
      do throws(ServiceError) {
        if let record = damaged[operation.name] { try operation.check(record) }
        if operation.kind == .forceDelete, damaged[operation.name] != nil {
          return RecordOutcome.deleted(existed: true)
        }
        return try operation.outcome(
          on: existing[operation.name], schema: &grown, in: context)
      } catch {
        return RecordOutcome.refused(error)
      }
    }
    // What one of them refuses can be what the other needs.
    var refused = -1
    while refused != outcomes.count(where: { $0.error != nil }) {
      refused = outcomes.count { $0.error != nil }
      try refuse(&outcomes)
      try Self.checkReferences(request.operations, &outcomes, exists: exists)
    }
    isRefused = request.isAtomic && outcomes.contains { $0.error != nil }
    if isRefused {
      let sibling = ServiceError(.atomic, "the batch is atomic and another record was refused")
      outcomes = outcomes.map { $0.error == nil ? .refused(sibling) : $0 }
    }
    self.outcomes = outcomes
    self.schema = isRefused ? schema : grown
  }

  /// Refuses records with a reference of action VALIDATE to a record that is not there afterwards.
  /// Each refusal can make another reference dangle, so this goes on until nothing changes.
  private static func checkReferences(
    _ operations: [RecordOperation], _ outcomes: inout [RecordOutcome],
    exists: (String) throws -> Bool
  ) rethrows {
    let places = Dictionary(
      uniqueKeysWithValues: operations.enumerated().map { ($1.name, $0) })
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (index, outcome) in outcomes.enumerated() {
        guard case .saved(let record) = outcome else { continue }
        for target in record.targets(action: "VALIDATE") + [record.parent].compactMap(\.self) {
          let isThere =
            switch places[target].map({ outcomes[$0] }) {
            case .saved: true
            case .deleted: false
            case .refused, nil: try exists(target)
            }
          guard !isThere else { continue }
          outcomes[index] = .refused(
            ServiceError(.validatingReference, "a validated reference has no target"))
          hasChanged = true
          break
        }
      }
    }
  }
}

/// A record of which the server knows only that it is there.
package struct DamagedRecord: Hashable, Sendable {
  /// The answer to whoever needs what it was.
  package let refusal: ServiceError
  package let canBeReplaced: Bool

  package init(refusal: ServiceError, canBeReplaced: Bool) {
    self.refusal = refusal
    self.canBeReplaced = canBeReplaced
  }
}

extension RecordOperation {
  /// Refuses what cannot be done to a damaged record: only what does not depend on it is possible.
  fileprivate func check(_ record: DamagedRecord) throws(ServiceError) {
    guard record.canBeReplaced, kind == .forceReplace || kind == .forceDelete else {
      throw record.refusal
    }
  }
}

extension StoredRecord {
  /// The names of the records to which this one refers with an action, in its own zone.
  package func targets(action: String) -> [String] {
    // Most records have no such reference, and their fields need not be read.
    guard fields.contains(word: action) else { return [] }
    return members.flatMap { member -> [String] in
      guard let field = FieldValue(stored: member.value), field.kind.element == .reference else {
        return []
      }
      let references = field.kind.isList ? field.value.list ?? [] : [field.value]
      return references.compactMap { reference in
        reference["action"]?.string == action ? reference["recordName"]?.string : nil
      }
    }
  }
}

extension [UInt8] {
  /// Whether the bytes of a word occur.
  fileprivate func contains(word: String) -> Bool {
    let word = Array(word.utf8)
    guard let first = word.first, count >= word.count else { return false }
    return indices.dropLast(word.count - 1).contains {
      self[$0] == first && self[$0..<($0 + word.count)].elementsEqual(word)
    }
  }
}
