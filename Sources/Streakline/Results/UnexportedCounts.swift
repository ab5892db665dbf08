package import StreaklineCore
internal import StreaklineStore

/// How much a store has that no export of its results holds; a backup does.
package struct UnexportedCounts {
  package let deletions: Int
  package let misses: Int
  package let disputes: Int
  /// Names that stand for somebody else, after a merge or a new name, and those that are left out.
  package let names: Int
  package let documents: Int
}

extension RecordStore {
  /// Counts what an export leaves out.
  package func unexported(at now: Instant) throws -> UnexportedCounts {
    let counts = try store.counts(at: now)
    let known = try store.knownNames()
    return UnexportedCounts(
      deletions: counts.deleted, misses: counts.misses, disputes: counts.disputes,
      names: known.users.count { $0 != $1 } + known.forgotten.count,
      documents: try store.documentCounts().filter { $0.type != RecordType.decision.name }
        .reduce(0) { $0 + $1.documents })
  }
}
