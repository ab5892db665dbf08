public import StreaklineCore
internal import StreaklineStore

/// The contents that contradict a stored result, and what becomes of them.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// for dispute in try store.disputes.all() {
///   print(dispute.stored?.fields["score"]?.int ?? 0, "or", dispute.other.fields["score"]?.int ?? 0)
///   try store.disputes.settle(dispute.number, accepting: true)
/// }
/// ```
public struct StoredDisputes: Sendable {
  let store: Store

  /// All of them, the oldest first.
  ///
  /// - Throws: ``LibraryError``.
  public func all() throws -> [DisputedResult] {
    try reportingLibraryErrors {
      try store.disputes().map {
        DisputedResult(number: Int($0.key), stored: $0.first, other: $0.other)
      }
    }
  }

  /// Stores a disputed result in place of the stored one, or forgets it. An import does not bring the
  /// other one back.
  ///
  /// - Parameter number: ``DisputedResult/number``.
  /// - Returns: The disputed result; `nil` when there is no such dispute.
  /// - Throws: ``LibraryError``.
  @discardableResult
  public func settle(_ number: Int, accepting: Bool, now: Instant = .now) throws -> Record? {
    try reportingLibraryErrors {
      accepting
        ? try store.accept(dispute: Int64(number), now: now)
        : try store.reject(dispute: Int64(number), now: now)
    }
  }
}

/// Two results for one composite id.
public struct DisputedResult: Hashable, Sendable {
  /// Identifies the dispute in its store.
  public let number: Int
  /// The result that counts; `nil` when it was deleted.
  public let stored: Record?
  /// The result that contradicts it.
  public let other: Record

  /// Whether a text names the dispute: its number, or the id of its result, whole or short.
  package func isNamed(_ text: String) -> Bool {
    String(number) == text || other.id == text || ShortID(text)?.isOf(other) == true
  }
}

extension RecordStore {
  /// Results that contradict the stored one of the same user, game and day.
  public var disputes: StoredDisputes { StoredDisputes(store: store) }
}
