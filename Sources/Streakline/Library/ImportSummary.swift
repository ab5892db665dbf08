internal import StreaklineReaders

/// What an import found and stored, in numbers.
public struct ImportSummary: Hashable, Sendable {
  /// Messages that somebody wrote, with or without a share.
  public var messages = 0
  /// Shares that were read.
  public var shares = 0
  /// Results that are new in the store.
  public var added = 0
  /// Results that were stored before with the same content.
  public var duplicates = 0
  /// Results that contradict the stored one; both are kept, the stored one counts.
  public var disputes = 0
  /// Results that replaced the stored one.
  public var replaced = 0
  /// Results that were deleted before and stay deleted.
  public var deleted = 0
  /// Results that may be wrong: they are stored with the reason and are not counted.
  public var suspect = 0
  /// Messages that start like a share and could not be read; they are kept.
  public var nearMisses = 0
  /// Entries that should have been messages and could not be read.
  public var unreadable = 0

  init(_ summary: IngestSummary) {
    messages = summary.messages.counts.messages
    shares = summary.shares
    added = summary.added
    duplicates = summary.duplicates
    disputes = summary.disputes
    replaced = summary.replaced
    deleted = summary.deleted
    suspect = summary.suspect
    nearMisses = summary.misses
    unreadable = summary.messages.counts.unreadable
  }
}
