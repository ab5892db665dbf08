internal import StreaklineCore
internal import StreaklineStore

/// How much a store holds of a user, or of everybody.
public struct StoredCounts: Hashable, Sendable {
  /// Results, also those that do not count, and deleted ones, of which a mark stays.
  public let results: Int
  /// Near misses, also those that the user has put aside.
  public let nearMisses: Int
  /// Contents that contradict a stored result and about which nobody has decided yet.
  public let disputes: Int
}

extension RecordStore {
  /// How much the store holds. The time depends on the near misses and disputes, not on the results.
  ///
  /// - Parameter user: `nil` for everybody.
  /// - Throws: ``LibraryError``.
  public func storedCounts(of user: String? = nil) throws -> StoredCounts {
    try reportingLibraryErrors {
      let held = try store.holdings(of: user)
      return StoredCounts(
        results: held.results, nearMisses: held.nearMisses, disputes: held.disputes)
    }
  }
}
