package import StreaklineCore
package import StreaklineStore

/// The imports of a store, what was changed by hand, and taking it back.
package struct StoredActions: Sendable {
  let store: Store

  /// The imports with what is still in the store of each, the oldest first.
  package func imports() throws -> [StoredImport] {
    let imports = try store.actions().filter { $0.kind == .imported }
    let counts = try store.counts(of: imports)
    return imports.map { one in
      StoredImport(
        number: one.number, at: one.at, undoneAt: one.undoneAt,
        name: one.detail["name"]?.string ?? "-", readAs: one.detail["readAs"]?.string,
        counts: counts[one.number] ?? ActionCounts())
    }
  }

  /// What was changed by hand, the oldest first.
  package func corrections() throws -> [Action] {
    try store.actions().filter(\.kind.isByHand)
  }

  /// Takes back what an import or a correction has done.
  package func undo(_ number: Int64, now: Instant) throws -> UndoOutcome {
    try store.undo(number, now: now)
  }
}

/// An import.
package struct StoredImport: Sendable {
  /// The number by which it is listed.
  package let number: Int64
  package let at: Instant
  package let undoneAt: Instant?
  /// The name of the file; `-` for standard input.
  package let name: String
  /// What the file was read as; `nil` for an import by an earlier version.
  package let readAs: String?
  /// What is still in the store of it.
  package let counts: ActionCounts
}

extension Action {
  /// What it concerns: the id of a result, or the names of users.
  package var subject: String {
    detail["id"]?.string
      ?? ["old", "new"].compactMap { detail[$0]?.string }.joined(separator: " → ")
  }
}

extension RecordStore {
  package var actions: StoredActions { StoredActions(store: store) }
}
