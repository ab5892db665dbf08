internal import GRDB
package import StreaklineCore

extension Store {
  /// The items that would be erased and that the remote of a pipeline may hold, with what is known of
  /// them there. An item that has several names there comes once for each.
  ///
  /// - Parameter withDeleted: Whether to include what was deleted there: its former contents may still be in a
  ///   log.
  package func erasable(
    _ part: ErasedPart, by filter: PipelineFilter, withDeleted: Bool = false
  ) throws(StoreError) -> [Change] {
    try reading { db in
      let position = try PipelineTable.position(filter, db).position
      guard let key = try PipelineTable.key(of: filter.pipeline, db) else { return [] }
      let zones = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM zone WHERE pipeline = ?", arguments: [key])
      let copies = try FeedCopies(db, filter.pipeline)
      let items = Set(try ErasedItems(db, part, types).gone)
      // A remote may have stored a record without having said so.
      let tried = try Int64.fetchSet(
        db, sql: "SELECT item FROM delivery WHERE pipeline = ? AND attempts > 0", arguments: [key])
      let thisDevice = try OwnDevices(db)
      let rows = try RowStatement(
        db, "SELECT \(ChangeFeed.Row.columns), fields FROM record \(ChangeFeed.Row.tables)")
      let secondNames = try RowStatement(
        db,
        """
        SELECT stray.name, tag FROM stray JOIN zone ON zone.key = zone
        WHERE pipeline = ? AND item = ? AND isGone = 0
        """)
      var changes: [Change] = []
      while try rows.next() {
        let row = ChangeFeed.Row(rows, types)
        guard items.contains(row.item) else { continue }
        let copy = try copies.find(row.item)
        let isHeld: Bool
        if let zones, zones > 0 {
          isHeld =
            copy.map { !$0.isGone || withDeleted }
            ?? (tried.contains(row.item) && row.isWanted(by: filter))
        } else {
          isHeld = position.cursor > 0 && row.isWanted(by: filter)
        }
        guard isHeld else { continue }
        let fields = rows.bytes(ChangeFeed.Row.columnCount)
        changes.append(row.change(fields, types, thisDevice: thisDevice, copy: copy))
        secondNames.bind(1, key)
        secondNames.bind(2, row.item)
        while try secondNames.next() {
          let second = ZoneCopy(name: secondNames.text(0), tag: secondNames.text(1), version: 0)
          changes.append(row.change(fields, types, thisDevice: thisDevice, copy: second))
        }
      }
      return changes
    }
  }

  /// The documents that another device has deleted. The store does not know any more whose they were. The log of this
  /// device may still hold their contents, because the deletion is in the log of the other device.
  package func documentsDeletedElsewhere(_ filter: PipelineFilter) throws(StoreError) -> [Change] {
    try reading { db in
      let copies = try FeedCopies(db, filter.pipeline)
      let thisDevice = try OwnDevices(db)
      let rows = try RowStatement(
        db,
        """
        SELECT \(ChangeFeed.Row.columns), fields FROM record \(ChangeFeed.Row.tables)
        WHERE record.item < 0 AND deletedAt IS NOT NULL
        """)
      var changes: [Change] = []
      while try rows.next() {
        let row = ChangeFeed.Row(rows, types)
        guard row.isWanted(by: filter), let copy = try copies.find(row.item), copy.isGone else {
          continue
        }
        let change = row.change(
          rows.bytes(ChangeFeed.Row.columnCount), types, thisDevice: thisDevice, copy: copy)
        if !thisDevice.all.contains(change.stamp.device) { changes.append(change) }
      }
      return changes
    }
  }

  /// The items that an erasure leaves although a log may still hold what it concerns: those that are newer, each in the
  /// life before the one that it begins then; and those of a role that another device has deleted, as they are.
  ///
  /// - Parameter onlyBegun: Whether to leave out those that stay in their life, and so are not sent again.
  package func formerLives(
    _ part: ErasedPart, by filter: PipelineFilter, onlyBegun: Bool
  ) throws(StoreError) -> [Change] {
    try reading { db in
      let erased = try ErasedItems(db, part, types)
      let items = erased.ownKept
      let ofRole = Set(erased.keptOfRole)
      guard !items.isEmpty || !ofRole.isEmpty else { return [] }
      let copies = try FeedCopies(db, filter.pipeline)
      let thisDevice = try OwnDevices(db)
      let rows = try RowStatement(
        db, "SELECT \(ChangeFeed.Row.columns), fields FROM record \(ChangeFeed.Row.tables)")
      var changes: [Change] = []
      while try rows.next() {
        let row = ChangeFeed.Row(rows, types)
        let isOthers = items[row.item] == nil
        let copy = try copies.find(row.item)
        guard row.isWanted(by: filter), isOthers ? ofRole.contains(row.item) : copy != nil else {
          continue
        }
        let fields = rows.bytes(ChangeFeed.Row.columnCount)
        let change = row.change(fields, types, thisDevice: thisDevice, copy: copy)
        if isOthers {
          // If another device has deleted it, this one's log or file may hold what this one had made there.
          if change.isDeleted { changes.append(change) }
          continue
        }
        let life = Lineage.lifeAfterErasure(
          life: change.stamp.life, revision: change.stamp.revision)
        if change.isDeleted || onlyBegun && life == change.stamp.life { continue }
        changes.append(change.inLife(life - 2))
      }
      return changes
    }
  }

  /// Whether there is anything of that user, under any of his names.
  package func knows(user: String) throws(StoreError) -> Bool {
    let names = try part(of: .user(user)).names ?? []
    return try reading { db in
      try names.contains { name in
        let count = try Int.fetchOne(
          db,
          sql: """
            SELECT EXISTS (SELECT 1 FROM pair WHERE user = ?1)
              + EXISTS (SELECT 1 FROM miss WHERE user = ?1)
              + EXISTS (SELECT 1 FROM alias WHERE name = ?1)
              + EXISTS (
                SELECT 1 FROM document JOIN record USING (version)
                WHERE json_extract(fields, '$.userId') = ?1)
            """, arguments: [name])
        return count ?? 0 > 0
      }
    }
  }

  /// Erases data for good, in one transaction, and then writes the whole file anew, so that no byte of
  /// it stays. A decision stays, by which other devices erase it too, and by which what is imported later is
  /// known.
  ///
  /// - Parameters:
  ///   - erasures: What remotes hold of it. The next runs of their pipelines delete it there.
  ///   - accounts: The accounts of remotes that are one person's.
  ///   - sharesRole: Whether other people's devices may be among those that share a folder, so that of
  ///     ``Decision/ownRole`` only what this device has made is erased. With all data it is erased, too, and
  ///     comes again from there.
  ///   - given: As in ``part(of:sharesRole:given:)``.
  package func erase(
    _ data: ErasedData, _ erasures: [Erasure], accounts: [String] = [], sharesRole: Bool = false,
    given: [String: String] = [:], now: Instant
  ) throws(StoreError) -> ErasedCounts {
    let part = try part(of: data, sharesRole: sharesRole, given: given)
    var counts = try changingResults { db, cache in
      var decision = try DecisionTable.new(.erased, db, now)
      let everybody = try (part.names ?? DecisionTable.names(db)).subtracting(part.formerNames)
      for name in everybody { decision.add(person: name, accounts: accounts) }
      for former in try DecisionTable.takenBack(everybody, db) {
        decision.takenBack.insert(former.id)
        if let name = former.new { decision.add(formerName: name) }
      }
      var transaction = try EraseTransaction(db, types, part, now: now)
      let counts = try transaction.run(erasures)
      // What was erased here is erased elsewhere, too, where another device's clock is ahead of this one.
      if let newest = transaction.newestStamp, newest <= now.adding(hours: Self.mostHoursAhead) {
        decision.at = max(decision.at, newest)
      }
      if !decision.people.isEmpty {
        try DecisionTable.make(
          decision, self, db, now, results: counts.results, coversRole: !sharesRole)
      }
      if data == .all, sharesRole { try ZoneTable.startRounds(db) }
      cache = StreakCache()
      return counts
    }
    counts.isFileClean = try rewriteFile()
    return counts
  }

  /// A clock that is further ahead is wrong.
  private static let mostHoursAhead = 24

  /// What the remote of a pipeline still holds of what was erased here.
  package func erasures(of pipeline: String) throws(StoreError) -> [Erasure] {
    try reading { db in
      let rows = try RowStatement(
        db,
        """
        SELECT zone, erasure.name, type, tag, life, version FROM erasure
        JOIN pipeline ON pipeline.key = pipeline WHERE pipeline.name = ? ORDER BY version
        """)
      rows.bind(1, pipeline)
      var erasures: [Erasure] = []
      while try rows.next() {
        erasures.append(
          Erasure(
            pipeline: pipeline, zone: rows.text(0) ?? "", recordName: rows.text(1) ?? "",
            type: rows.text(2) ?? "", tag: rows.text(3), life: Int(rows.number(4) ?? 1),
            version: rows.number(5) ?? 0))
      }
      return erasures
    }
  }

  /// Notes that a remote has deleted what was erased here.
  package func settle(_ erasures: [Erasure]) throws(StoreError) {
    try writing { db in
      let removal = try RowStatement(
        db,
        """
        DELETE FROM erasure WHERE zone = ? AND name = ?
          AND pipeline = (SELECT key FROM pipeline WHERE name = ?)
        """)
      for erasure in erasures {
        removal.bind(1, erasure.zone)
        removal.bind(2, erasure.recordName)
        removal.bind(3, erasure.pipeline)
        try removal.run()
      }
    }
  }

  /// What is erased here of a person, or of everybody.
  ///
  /// - Parameters:
  ///   - sharesRole: Whether of ``Decision/ownRole`` only what this device has made is erased.
  ///   - given: The users for whom names in texts stand because the settings say so. Such a name is the user's,
  ///     unless the store has something under it.
  package func part(
    of data: ErasedData, sharesRole: Bool = false, given: [String: String] = [:]
  ) throws(StoreError) -> ErasedPart {
    guard case .user(let name) = data else { return ErasedPart(names: nil) }
    let known = try knownNames()
    let user = known.users[normalFormC(name)] ?? normalFormC(name)
    var names = Set(known.users.filter { $0.value == user }.keys).union([user])
    // Others have the same role, and it may be a name of this person on this device only.
    guard user == Decision.ownRole else {
      let person = names
      names.formUnion(try reading { db in try Self.names(given, of: person, db) })
      var part = ErasedPart(names: names.subtracting([Decision.ownRole]))
      part.addFormerNames(try formerNames(of: part.names ?? []))
      return part
    }
    return ErasedPart(names: names, roleDevice: sharesRole ? try deviceID() : nil)
  }
}
