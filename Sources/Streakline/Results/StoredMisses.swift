package import StreaklineCore
package import StreaklineStore

/// The near misses of a store.
package struct StoredMisses: Sendable {
  let store: Store

  /// Near misses, the oldest first.
  ///
  /// - Parameters:
  ///   - game: A game's slug; `nil` for all games.
  ///   - user: Whose; `nil` for everybody's.
  ///   - isDropped: Those that the user has put aside, or the others.
  package func all(
    game: String? = nil, user: String? = nil, isDropped: Bool
  ) throws -> [StoredMiss] {
    try store.allMisses(game: game).filter { miss in
      miss.isDropped == isDropped && user.map { $0 == miss.nearMiss.userId } ?? true
    }
  }

  /// Near misses by their numbers, also those that the user has put aside.
  package func byNumber() throws -> [Int64: StoredMiss] {
    Dictionary(try store.allMisses().map { ($0.number, $0) }) { first, _ in first }
  }

  /// Puts a near miss aside, or takes that back.
  ///
  /// - Parameter now: `nil` takes it back.
  /// - Returns: Whether anything changed.
  package func setDropped(_ number: Int64, at now: Instant?) throws -> Bool {
    try store.setMissDropped(number, at: now)
  }

  /// The numbers of the near misses that are not put aside, by their ids.
  package func numbers() throws -> [UniqueID: Int64] {
    Dictionary(try all(isDropped: false).map { ($0.id, $0.number) }) { first, _ in first }
  }

  /// The ids of the near misses that the user has put aside.
  package func droppedIDs() throws -> Set<UniqueID> {
    Set(try all(isDropped: true).map(\.id))
  }
}

extension RecordStore {
  package var misses: StoredMisses { StoredMisses(store: store) }
}

extension GameRules {
  /// Says what the rules make of near misses.
  package var missReader: MissReader { MissReader(rules: ruleSet) }
}
