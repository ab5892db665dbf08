internal import CloudKitCore

/// What parents, shares and the rights of participants forbid (CloudKit Web Services).
struct Hierarchy {
  private let rows: RecordRows
  private let request: ModifyRequest
  private let existing: [String: StoredRecord]
  private let places: [String: Int]
  private let isPublic: Bool

  /// Parents above a record at most.
  private static let mostLevels = 100

  init(
    _ request: ModifyRequest, _ rows: RecordRows, existing: [String: StoredRecord], isPublic: Bool
  ) {
    self.rows = rows
    self.request = request
    self.existing = existing
    self.isPublic = isPublic
    places = Dictionary(
      uniqueKeysWithValues: request.operations.enumerated().map { ($1.name, $0) })
  }

  /// Refuses what is not allowed. Each refusal can forbid something else, so this goes on until nothing
  /// changes.
  func refuse(_ outcomes: inout [RecordOutcome]) throws {
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (index, operation) in request.operations.enumerated() {
        guard let error = try refusal(of: operation, outcomes[index], outcomes) else { continue }
        outcomes[index] = .refused(error)
        hasChanged = true
      }
    }
  }

  private func refusal(
    of operation: RecordOperation, _ outcome: RecordOutcome, _ outcomes: [RecordOutcome]
  ) throws -> ServiceError? {
    do {
      return switch outcome {
      case .saved(let record): try refusal(ofSaving: record, operation, outcomes)
      case .deleted(existed: true): try refusal(ofDeleting: operation.name, outcomes)
      case .deleted, .refused: nil
      }
    } catch let damage as DamagedRow {
      // What is above or below it cannot be told.
      return ServiceError(damage)
    }
  }

  /// The record at the top of a hierarchy after the request; `nil` when parents form a circle or are too
  /// many.
  func root(of name: String, _ outcomes: [RecordOutcome]) throws -> String? {
    var current = name
    for _ in 0...Self.mostLevels {
      let parent: String?
      if let place = places[current], case .saved(let record) = outcomes[place] {
        parent = record.parent
      } else {
        parent = try rows.parent(of: current)
      }
      guard let parent else { return current }
      current = parent
    }
    return nil
  }

  // MARK: - Saving

  private func refusal(
    ofSaving record: StoredRecord, _ operation: RecordOperation, _ outcomes: [RecordOutcome]
  ) throws -> ServiceError? {
    if let share = operation.share {
      return try refusal(of: share, record, outcomes)
    }
    guard record.parent != nil || rows.access != nil else { return nil }
    guard let root = try root(of: record.name, outcomes) else {
      return .badRequest("the parents form a circle, or are more than \(Self.mostLevels)")
    }
    guard let access = rows.access else { return nil }
    guard record.type != ShareRequest.recordType else { return Self.denied }
    // A name that is taken where the participant sees nothing is refused like a place outside.
    let isHidden = try existing[record.name] == nil && rows.isTaken(record.name)
    var mayWrite = !isHidden && access.permission(name: "", root: root).canWrite
    if let before = existing[record.name] {
      let former = try rows.root(of: before.name) ?? before.name
      mayWrite = mayWrite && access.permission(name: "", root: former).canWrite
      // The root stays where it is, and does not go with another record: only the owner ends the share.
      if access.roots[record.name] != nil {
        let action = "DELETE_SELF"
        let isMoved = record.parent != before.parent
        let targets = Set(record.targets(action: action))
        mayWrite = mayWrite && !isMoved && targets.isSubset(of: before.targets(action: action))
      }
    }
    return mayWrite ? nil : Self.denied
  }

  private func refusal(
    of share: ShareRequest, _ record: StoredRecord, _ outcomes: [RecordOutcome]
  ) throws -> ServiceError? {
    guard !isPublic, !request.zone.isDefault else {
      return .badRequest("records can be shared in custom zones of the private database only")
    }
    guard rows.access == nil else { return Self.denied }
    guard record.name != ShareRequest.zoneWideName else {
      return share.root == nil ? nil : .badRequest("the share of a whole zone has no 'forRecord'")
    }
    guard try rows.shares.find(record.name) == nil else { return nil }
    guard let root = share.root else { return .badRequest("missing required field 'forRecord'") }
    let noRecord = ServiceError.badRequest("Cannot share - no such record exists to share")
    if let place = places[root] {
      guard case .saved(let target) = outcomes[place], target.parent == nil else { return noRecord }
    } else {
      guard let target = try rows.find(root), target.parent == nil else { return noRecord }
    }
    guard try rows.shares.find(root: root) == nil else {
      return ServiceError(.conflict, "the record has a share already")
    }
    return nil
  }

  // MARK: - Deleting

  private func refusal(
    ofDeleting name: String, _ outcomes: [RecordOutcome]
  ) throws -> ServiceError? {
    if let access = rows.access {
      // A participant who deletes the share leaves.
      if access.shares.contains(name) { return nil }
      guard try rows.mayDelete(name) else { return Self.denied }
    }
    let children = try rows.children(of: name)
    guard !children.isEmpty else { return nil }
    let dependents = Set(try rows.dependents(of: name))
    for child in children where !dependents.contains(child) {
      switch places[child].map({ outcomes[$0] }) {
      case .deleted: continue
      case .saved(let record) where record.parent != name: continue
      default:
        return ServiceError(
          .validatingReference, "the record is the parent of records that are not deleted with it")
      }
    }
    return nil
  }

  private static let denied = ServiceError(
    .accessDenied, "WRITE operation not permitted: the share does not allow it")
}
