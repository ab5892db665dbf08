internal import GRDB
package import StreaklineCore

extension Store {
  /// The changes that a pipeline has to send now: first those to send again, then the new ones. Each
  /// item comes once, at its newest version, a deleted one without content. Suspect results never
  /// come. A page without changes means that nothing is to be sent now.
  ///
  /// A new pipeline gets no deletions from before its first call. A pipeline whose filter wants more
  /// than before gets what it lacks.
  package func changes(_ filter: PipelineFilter, limit: Int, now: Instant) throws(StoreError)
    -> ChangePage
  {
    var (position, isStored) = try reading { db in try PipelineTable.position(filter, db) }
    while true {
      if !isStored {
        // Stored before anything is sent: a later deletion of a sent item must be sent too.
        position = try writing { db in
          let position = try PipelineTable.position(filter, db).position
          try PipelineTable.save(position, db)
          return position
        }
      }
      let current = position
      let page = try reading { db in
        try ChangeFeed(db, types, current).page(limit: limit, now: now)
      }
      guard page.changes.isEmpty, page.end > position.cursor else { return page }
      // The filter wants none of these changes: the next call starts after them.
      try settle(page, [:])
      (position, isStored) = try reading { db in try PipelineTable.position(filter, db) }
    }
  }

  /// Stores the outcomes of a page's changes and moves the pipeline's cursor past them, in one
  /// transaction. A new change without an outcome, and all new changes after it, are sent again.
  ///
  /// - Parameters:
  ///   - outcomes: Outcomes by the items of the changes.
  ///   - copies: What the remote holds of them now, by zone and item, where it can be pulled from.
  package func settle(
    _ page: ChangePage, _ outcomes: [Int64: DeliveryOutcome],
    copies: [String: [Int64: ZoneCopy]] = [:]
  ) throws(StoreError) {
    try writing { db in
      var (position, isStored) = try PipelineTable.position(page.filter, db)
      // Another program may have changed the filter since. Then its cursor does not move.
      if isStored {
        position.advance(to: page.cursor(after: outcomes))
        try PipelineTable.save(position, db)
      }
      guard let key = try PipelineTable.key(of: page.filter.pipeline, db) else { return }
      let deliveries = try DeliveryTable(db, pipeline: key)
      for change in page.changes {
        guard let outcome = outcomes[change.item] else { continue }
        try deliveries.settle(change, outcome)
      }
      for held in page.held { try deliveries.hold(held) }
      for (zone, copies) in copies.sorted(by: { $0.key < $1.key }) {
        let row = try ZoneTable.row(zone, of: key, db)
        let table = try CopyTable(db, row)
        let strays = try StrayTable(db, row)
        for (item, copy) in copies.sorted(by: { $0.key < $1.key }) {
          // What was deleted under one name is deleted under the next one.
          if copy.isGone, var second = try strays.takeSecondName(of: item, copy) {
            second.version = 0
            try table.save(second, item)
            try deliveries.sendAgain(item, copy.version, at: Instant(milliseconds: 0))
          } else {
            try table.save(copy, item)
          }
        }
      }
      if try position.cursor >= VersionClock.newest(db) {
        try DeliveryTable.removeOutdated(key, db)
      }
    }
  }

  /// Lets a pipeline read and send everything again, for a remote that has lost records. What is no longer
  /// there was lost, not deleted.
  package func rewind(_ pipeline: String) throws(StoreError) {
    try writing { db in
      guard let key = try PipelineTable.key(of: pipeline, db) else { return }
      try db.execute(sql: "DELETE FROM delivery WHERE pipeline = ?", arguments: [key])
      try CopyTable.distrust(key, db)
      try PipelineTable.rewind(pipeline, db)
    }
  }

  /// Lets the changes of some states be sent again, such as those that were rejected.
  ///
  /// - Returns: How many there were.
  @discardableResult
  package func requeue(_ pipeline: String, _ states: [Delivery.State]) throws(StoreError) -> Int {
    let states = states.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let condition = "pipeline = ? AND state IN (\(states))"
    // Most runs find none, and need not wait for who writes then.
    let areAny = try reading { db in
      guard let key = try PipelineTable.key(of: pipeline, db) else { return false }
      let some = try RowStatement(db, "SELECT 1 FROM delivery WHERE \(condition) LIMIT 1")
      some.bind(1, key)
      defer { some.reset() }
      return try some.next()
    }
    guard areAny else { return 0 }
    return try writing { db in
      guard let key = try PipelineTable.key(of: pipeline, db) else { return 0 }
      try db.execute(
        sql: "UPDATE delivery SET state = 'retry', attempts = 0, nextAt = 0 WHERE \(condition)",
        arguments: [key])
      let count = db.changesCount
      guard count > 0 else { return 0 }
      try ChecksummedTable.delivery.updateChecksums(
        db, where: "pipeline = ? AND state = 'retry'", arguments: [key])
      return count
    }
  }

  /// The changes that were sent without success, by item.
  package func deliveries(_ pipeline: String) throws(StoreError) -> [Delivery] {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT delivery.item, delivery.version, delivery.state, attempts, nextAt, reason FROM delivery
        JOIN record ON record.version = delivery.version
        WHERE pipeline = (SELECT key FROM pipeline WHERE name = ?) ORDER BY delivery.item
        """)
      rows.bind(1, pipeline)
      var deliveries: [Delivery] = []
      while try rows.next() {
        deliveries.append(try Delivery(row: rows))
      }
      return deliveries
    }
  }
}

extension ChangePage {
  /// Where the cursor moves: to the end, or to just before the first new change without an outcome.
  fileprivate func cursor(after outcomes: [Int64: DeliveryOutcome]) -> Int64 {
    changes.dropFirst(retried).first { outcomes[$0.item] == nil }.map { $0.version - 1 } ?? end
  }
}

extension Delivery {
  fileprivate init(row: RowStatement) throws {
    guard let item = row.number(0), let version = row.number(1), let attempts = row.number(3),
      let state = row.text(2).flatMap(State.init)
    else { throw DamagedRow(detail: "a delivery cannot be read") }
    self.init(
      item: item, version: version, state: state, attempts: Int(attempts),
      nextAt: row.number(4).map(Instant.init(milliseconds:)), reason: row.text(5) ?? "")
  }
}
