internal import GRDB
package import StreaklineCore

extension Store {
  /// How far a pipeline's zone was pulled.
  package func zone(_ name: String, of pipeline: String) throws(StoreError) -> ZoneState {
    try reading { db in
      let start = ZoneState(token: nil, round: 1, isWhole: false)
      guard let key = try PipelineTable.key(of: pipeline, db) else { return start }
      return try ZoneTable.find(name, of: key, db)?.state ?? start
    }
  }

  /// The zones of a pipeline that were pulled before, by name.
  package func zones(of pipeline: String) throws(StoreError) -> [String] {
    try reading { db in
      let select = """
        SELECT zone.name FROM zone JOIN pipeline ON pipeline.key = zone.pipeline
        WHERE pipeline.name = ? ORDER BY zone.name
        """
      return try String.fetchAll(db.cachedStatement(sql: select), arguments: [pipeline])
    }
  }

  /// Lets a zone be pulled from its beginning. What is not met on the way was deleted there.
  ///
  /// - Parameter token: What the remote takes for the beginning.
  package func startRound(_ zone: String, of pipeline: String, token: [UInt8]? = nil)
    throws(StoreError)
  {
    try writing { db in
      try ZoneTable.startRound(
        zone, of: PipelineTable.ensureKey(of: pipeline, db), token: token, db)
    }
  }

  /// Merges a page into the store, in one transaction: records, streaks, disputes, copies and the token.
  ///
  /// A page whose previous token is not the stored one changes nothing: another run has pulled it.
  ///
  /// - Returns: What it came to; `nil` for such a page.
  package func merge(_ page: ArrivalPage, now: Instant) throws(StoreError) -> MergeCounts? {
    try changingResults { db, cache in
      let key = try PipelineTable.ensureKey(of: page.pipeline, db)
      let zone = try ZoneTable.row(page.zone, of: key, db)
      if let progress = page.progress, progress.previous != zone.state.token { return nil }
      var transaction = try MergeTransaction(db, types, page, key, zone, now: now)
      return try transaction.run(&cache)
    }
  }

  /// The deletions at the remote, by the names of the deleted records, as far as the store had no item
  /// for them.
  package func deletions(_ names: [String], in zone: String, of pipeline: String)
    throws(StoreError) -> [String: Stamp]
  {
    try reading { db in
      guard let key = try PipelineTable.key(of: pipeline, db),
        let row = try ZoneTable.find(zone, of: key, db)
      else { return [:] }
      let strays = try StrayTable(db, row)
      guard !strays.wasEmpty else { return [:] }
      var deletions: [String: Stamp] = [:]
      for name in names {
        if let stray = try strays.find(name), stray.isGone { deletions[name] = stray.deletion }
      }
      return deletions
    }
  }
}

extension PipelineTable {
  /// The pipeline's key. A new pipeline gets a row.
  static func ensureKey(of pipeline: String, _ db: Database) throws -> Int64 {
    if let key = try key(of: pipeline, db) { return key }
    try db.execute(sql: "INSERT INTO pipeline (name) VALUES (?)", arguments: [pipeline])
    try ChecksummedTable.pipeline.updateChecksums(db, where: "name = ?", arguments: [pipeline])
    return db.lastInsertedRowID
  }
}
