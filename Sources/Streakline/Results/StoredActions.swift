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
  package func corrections() throws -> [StoredCorrection] {
    try store.actions().filter(\.kind.isByHand).map(StoredCorrection.init)
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

/// Something that was changed by hand.
package struct StoredCorrection: Sendable {
  private let action: Action

  init(_ action: Action) { self.action = action }

  /// The number by which it is listed.
  package var number: Int64 { action.number }
  package var at: Instant { action.at }
  package var undoneAt: Instant? { action.undoneAt }
  /// What was done, in one word.
  package var kind: String { action.kind.rawValue }
  package var detail: Fields { action.said }
  /// Whether it follows a decision that was made on another device.
  package var follows: Bool { action.follows }
  /// Whose the results are since, where a user was renamed or merged.
  package var newUser: String? { action.detail["new"]?.string }

  /// What it concerns: the id of a result, or the names of users.
  package var subject: String {
    action.detail["id"]?.string
      ?? ["old", "new"].compactMap { action.detail[$0]?.string }.joined(separator: " → ")
  }
}

extension RecordStore {
  package var actions: StoredActions { StoredActions(store: store) }
}
