package import StreaklineCore
package import StreaklineStore

/// The documents of a store that were changed here and at a remote.
package struct StoredConflicts: Sendable {
  /// Which version of a document is kept.
  package enum Choice {
    /// What this device had.
    case mine
    /// What is stored now.
    case theirs
    /// These fields of what this device had, and the others of what is stored.
    case fields([String])
  }

  /// Why a choice is not possible.
  package enum Mistake: Error {
    case deletedSince
    /// Both versions have the same in this field; they differ in others.
    case sameField(String, differences: [String])
  }

  let store: Store

  /// Conflicts, the oldest first.
  ///
  /// - Parameter isOpen: Only those that wait for the user's choice.
  package func all(isOpen: Bool = false) throws -> [Conflict] {
    try store.conflicts(isOpen: isOpen)
  }

  /// The conflict of that number; `nil` when there is none.
  package func conflict(_ number: Int64) throws -> Conflict? {
    try all().first { $0.number == number }
  }

  /// Chooses between the versions of a document.
  ///
  /// - Returns: Whether the document has changed; `nil` when there is no such conflict any more.
  package func settle(_ conflict: Conflict, with fields: Fields?, now: Instant) throws -> Bool? {
    try store.settle(conflict: conflict.number, with: fields, now: now)
  }
}

extension Conflict {
  /// The fields that a choice comes to; `nil` to keep what is stored.
  package func fields(
    _ choice: StoredConflicts.Choice
  ) throws(StoredConflicts.Mistake) -> Fields? {
    switch choice {
    case .theirs: return nil
    case .mine: return mine
    case .fields(let names):
      guard !names.isEmpty, var mixed = stored else { throw .deletedSince }
      let known = differences
      if let unknown = names.first(where: { !known.contains($0) }) {
        throw .sameField(unknown, differences: known)
      }
      for name in names { mixed[name] = mine[name] }
      return mixed
    }
  }

  /// The conflict as one JSON object.
  package var json: Value {
    .object([
      "number": .int(Int(number)), "pipeline": .string(pipeline), "type": .string(key.type),
      "name": .string(key.name), "seen": .string(seenAt.iso), "open": .bool(isOpen),
      "differences": .list(differences.map(Value.string)), "mine": .object(mine),
      "theirs": stored.map(Value.object) ?? .null,
    ])
  }
}

extension RecordStore {
  package var conflicts: StoredConflicts { StoredConflicts(store: store) }
}
