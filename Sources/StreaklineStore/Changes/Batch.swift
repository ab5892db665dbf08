package import StreaklineCore

/// What is to be stored together: all of it or nothing.
package struct Batch: Sendable {
  /// What a part of an input yielded. Of two records for one id the first wins.
  package var chunk: ParsedChunk
  /// Near misses that a mended rule has read in the meantime.
  package var settledMisses: [UniqueID] = []
  package var now: Instant
  /// Whether a record that differs from the stored one takes its place.
  package var replaces = false
  /// Days between two puzzles, by gameId; 1 where a game is not named.
  package var everyDays: [String: Int] = [:]
  /// How far the input has been imported once the batch is stored.
  package var checkpoint: ImportCheckpoint?
  /// The digest of the run's previous checkpoint, whose place `checkpoint` takes.
  package var replacedCheckpoint: UInt64?

  package init(_ chunk: ParsedChunk, now: Instant) {
    self.chunk = chunk
    self.now = now
  }
}

/// What became of a record, with the streak of its user and game after the whole batch.
package enum Outcome: Hashable, Sendable {
  case added(Streak)
  /// The store holds the same result; nothing was written.
  case duplicate(Streak)
  /// The store holds a result that says otherwise; the first stays, the new one is kept beside it.
  /// `first` is left out after ``mostFirsts`` disputes of a batch.
  case disputed(first: Record?, Streak)
  /// The record took the place of another one, or of a deleted one.
  case replaced(Streak)
  /// The result was deleted and stays so; only a batch that replaces brings it back.
  case deleted

  /// How many disputed results of a batch are read to be shown: a history is shown as sums.
  package static let mostFirsts = 100
}
