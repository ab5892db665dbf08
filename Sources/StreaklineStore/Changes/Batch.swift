package import StreaklineCore

/// The content of one transaction, which stores all of it or nothing.
package struct Batch: Sendable {
  /// The records and near misses of a part of an input. Of two records for one id the first wins.
  package var chunk: ParsedChunk
  /// Near misses that a corrected rule has read since.
  package var settledMisses: [UniqueID] = []
  package var now: Instant
  /// Whether a record that differs from the stored one replaces it.
  package var replaces = false
  /// Days between two puzzles, by gameId, as `Streak.everyDays`; 1 where a game is not named.
  package var everyDays: [String: Int] = [:]
  /// How far the input is imported once the batch is stored.
  package var checkpoint: ImportCheckpoint?
  /// The checkpoint's sums, from the outcomes of this batch's records.
  package var checkpointCounts: (@Sendable ([Outcome]) -> Value)?
  /// The digest of the run's previous checkpoint, which `checkpoint` replaces.
  package var replacedCheckpoint: UInt64?

  package init(_ chunk: ParsedChunk, now: Instant) {
    self.chunk = chunk
    self.now = now
  }
}

/// The outcome of storing a record, with the streak of its user and game after the whole batch.
package enum Outcome: Hashable, Sendable {
  case added(Streak)
  /// The same result is stored already. Nothing was written.
  case duplicate(Streak)
  /// Another result is stored and stays; the new one is kept as a dispute. `first` is the stored one,
  /// or `nil` after ``maximumFirsts`` disputes of a batch.
  case disputed(first: Record?, Streak)
  /// The record replaced another one, or a deleted one.
  case replaced(Streak)
  /// The user has decided against this content, and another one is stored.
  case settled(Streak)
  /// The result was deleted and stays deleted. Only a batch that replaces brings it back.
  case deleted
  /// The result is of a person whose data was erased, and from before that. Only a batch that replaces brings
  /// it back.
  case erased
  /// The result is of a person who is forgotten, on this device or another one.
  case forgotten

  /// How many outcomes of a batch include the stored result of a dispute. An import of a whole
  /// history shows sums only.
  package static let maximumFirsts = 100
}
