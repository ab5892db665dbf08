/// What happens to a record that was changed both here and at a remote since both last held the
/// same.
public enum MergePolicy: Hashable, Sendable {
  /// The remote's record stays; ours is kept as a dispute.
  case serverWins
  /// Our record stays and is sent to the remote. In a folder, where nobody is the server, the record that was changed
  /// later stays.
  case clientWins
  /// The record whose field holds the later time wins.
  case lastWriterWins(field: String)
  /// The record of the device that comes first in the list wins.
  case devicePriority([String])
  /// Each named field is merged by its own rule; other fields are the remote's.
  case fields([String: FieldRule])
  /// The record with more progress wins, so that progress is never lost.
  case progress
  /// The higher progress and tier, the union of unlocks and the earliest unlock dates.
  case achievements
  /// The user decides; until then both sides are kept.
  case ask

  /// How a single field is merged.
  public enum FieldRule: String, Hashable, Sendable, CaseIterable {
    /// The greater value (`max`), the lesser (`min`), a whole number with what both sides have added (`sum`), the
    /// elements of both lists (`union`), the remote's value (`remote`), ours (`local`), or the value of the record that
    /// was changed last (`latest`).
    ///
    /// Where only one side has changed the field, its value is taken, except with `union`. In a folder, where nobody is
    /// the server, `sum`, `remote` and `local` do what `latest` does.
    case max, min, sum, union, remote, local, latest
  }
}
