internal import GRDB
package import StreaklineCore

// Names of erased people that only deletions still have. At a remote without stamps, what another device has changed
// after an erasure counts until that device has heard of it and deletes it. The deletion has the name of the person.

extension Store {
  /// The names of which this store has nothing but deletions of texts that an erasure concerns.
  package func leftNames() throws(StoreError) -> Set<String> {
    try reading { db in try Self.leftNames(db) }
  }

  /// Erases what is left of names, in one transaction, and writes the whole file anew. No decision is made: there is
  /// one already.
  ///
  /// - Parameters:
  ///   - names: From ``leftNames()``. Nothing is done if something new has come of one of them since.
  ///   - erasures: What other remotes hold of it.
  package func eraseLeft(
    _ names: Set<String>, _ erasures: [Erasure], now: Instant
  ) throws(StoreError) {
    let isDone = try changingResults { db, cache in
      guard try names.isSubset(of: Self.leftNames(db)) else { return false }
      var transaction = try EraseTransaction(db, types, ErasedPart(names: names), now: now)
      _ = try transaction.run(erasures)
      cache = StreakCache()
      return true
    }
    if isDone { _ = try rewriteFile() }
  }

  private static func leftNames(_ db: Database) throws -> Set<String> {
    guard try DecisionTable.active(db).hasErasures else { return [] }
    let names = try String.fetchSet(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT user FROM result JOIN record USING (version)
          JOIN pair ON pair.key = \(ResultKey.pair(in: "number"))
          WHERE state > 1 AND state = \(ResultState.deleted.rawValue)
            AND instr(lineage, '\(Lineage.erased)') > 0
          """))
    return try names.filter { try $0 != Decision.ownRole && !hasOthers(of: $0, db) }
  }

  /// Whether there is anything else of a name.
  private static func hasOthers(of name: String, _ db: Database) throws -> Bool {
    let others = try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (
              SELECT 1 FROM pair JOIN result ON pair.key = \(ResultKey.pair(in: "number"))
              JOIN record USING (version)
              WHERE user = ?1 AND (state <> \(ResultState.deleted.rawValue)
                OR coalesce(instr(lineage, '\(Lineage.erased)'), 0) = 0))
            OR EXISTS (
              SELECT 1 FROM dispute JOIN pair ON pair.key = \(ResultKey.pair(in: "item"))
              WHERE user = ?1)
            OR EXISTS (SELECT 1 FROM miss WHERE user = ?1)
            OR EXISTS (SELECT 1 FROM alias WHERE name = ?1 OR user = ?1)
            OR EXISTS (SELECT 1 FROM person WHERE user = ?1)
            OR EXISTS (
              SELECT 1 FROM document JOIN record USING (version)
              WHERE ?1 IN (json_extract(fields, '$.userId'), json_extract(fields, '$.old'),
                json_extract(fields, '$.new')))
          """), arguments: [name])
    return others ?? false
  }
}
