internal import GRDB
internal import StreaklineCore

// Names that an erased person had by a rename or a merge which was taken back. What he had under such a name was given
// back to him, and only deletions are left there, which have the name.

extension Store {
  /// The names that a person had by decisions which were taken back, and that nobody has now.
  func formerNames(of names: Set<String>) throws(StoreError) -> Set<String> {
    try reading { db in
      let taken = try DecisionTable.takenBack(names, db)
      let former = Set(taken.flatMap { [$0.old, $0.new] }.compactMap(\.self)).subtracting(names)
      return try Self.unused(former, givenBackTo: names, db)
    }
  }

  /// Those of some names under which there is nothing but what was given back to other ones.
  static func unused(
    _ former: Set<String>, givenBackTo names: Set<String>, _ db: Database
  ) throws -> Set<String> {
    let marks = Set(names.map(Lineage.moved(to:)))
    return try former.subtracting(names).filter { name in
      guard name != Decision.ownRole, try !isKnownOtherwise(name, besides: names, db) else {
        return false
      }
      let rows = try RowStatement(
        db,
        """
        SELECT state, lineage FROM result JOIN record USING (version)
        JOIN pair ON pair.key = \(ResultKey.pair(in: "number")) WHERE user = ?
        """)
      rows.bind(1, name)
      defer { rows.reset() }
      var isGivenBack = false
      while try rows.next() {
        let replaced = try Lineage(text: rows.bytes(1)).replaced
        guard let state = rows.number(0).flatMap(ResultState.init), !state.isResult,
          !replaced.contains(Lineage.forgotten)
        else { return false }
        isGivenBack = isGivenBack || !marks.isDisjoint(with: replaced)
      }
      return isGivenBack
    }
  }

  /// Whether anything but results says something of a name.
  private static func isKnownOtherwise(
    _ name: String, besides names: Set<String>, _ db: Database
  ) throws -> Bool {
    let isKnown = try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM miss WHERE user = ?1)
          OR EXISTS (SELECT 1 FROM alias WHERE name = ?1 OR user = ?1)
          OR EXISTS (SELECT 1 FROM person WHERE user = ?1)
          OR EXISTS (
            SELECT 1 FROM document JOIN record USING (version)
            WHERE json_extract(fields, '$.userId') = ?1)
        """, arguments: [name])
    if isKnown ?? false { return true }
    return try DecisionTable.all(db).map(\.decision).contains { decision in
      let both = [decision.old, decision.new].compactMap(\.self)
      return both.contains(name) && names.isDisjoint(with: both)
    }
  }
}

extension ErasedPart {
  /// Adds names that nobody but the person has had, so that they are erased, too.
  mutating func addFormerNames(_ former: Set<String>) {
    formerNames = former
    names?.formUnion(former)
  }
}
