internal import GRDB
internal import StreaklineCore

/// In which lives items begin. After an erasure other devices have deleted a person's records, so what comes under his
/// name later begins a later life than these deletions.
final class FirstLives {
  private let db: Database
  private var decisions: Decisions?

  init(_ db: Database) { self.db = db }

  /// Whether results of a name may have been erased.
  func mayHaveErased(_ name: String) throws -> Bool {
    if let decisions { return decisions.mayHaveErased(name) }
    let active = try DecisionTable.active(db)
    decisions = active
    return active.mayHaveErased(name)
  }
}

extension CorrectionTransaction {
  /// The life in which an item begins that is new.
  func firstLife(at number: ResultKey) throws -> Int {
    let pair = try pairs.entry(ofKey: number.pair).pair
    guard try lives.mayHaveErased(pair.user), let type = types.type(of: number),
      let day = Day(dateInt: number.dateInt)
    else { return 0 }
    let id = CompositeID(userId: pair.user, day: day, gameId: pair.gameID)
    return try ErasedLifeTable.next(type.name, id, db)
  }

  /// How many lives an item has had since the one in which it began. The lives of results under two names are compared by
  /// this number, because after an erasure one of them began later.
  func livesSinceFirst(_ life: Int, at number: ResultKey) throws -> Int {
    try max(0, life - firstLife(at: number))
  }

  /// The life of what comes from another place, in this one.
  func life(_ life: Int, from old: ResultKey, at new: ResultKey) throws -> Int {
    try firstLife(at: new) + livesSinceFirst(life, at: old)
  }
}
