internal import StreaklineCore

/// Names that were one person's by decisions that were taken back.
struct NamesTakenBack {
  /// As if no decision had been taken back.
  private let before: Decisions
  private let now: Decisions
  /// All names that decisions have joined; empty when none of these was taken back.
  private let names: Set<String>

  init(_ held: [Decisions.Held], _ now: Decisions) {
    let joining = held.filter { $0.decision.kind.joinsNames }
    let isAny = joining.contains { $0.decision.undoneAt != nil }
    before = Decisions(isAny ? joining.map(\.asMade) : [])
    self.now = now
    names = Set(
      isAny ? joining.flatMap { [$0.decision.old, $0.decision.new].compactMap(\.self) } : [])
  }

  /// Whether a deletion says that a user's result was given to a name that is not his any more.
  func contain(moveOf user: String, _ deletion: Stamp) -> Bool {
    guard !names.isEmpty, deletion.replaced.contains(Lineage.moved) else { return false }
    return names.contains {
      deletion.replaced.contains(Lineage.moved(to: $0))
        && before.areOnePersons($0, user) && !now.areOnePersons($0, user)
    }
  }
}
