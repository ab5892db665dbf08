internal import GRDB
package import StreaklineCore

extension Decision {
  var document: Document { Document(type: RecordType.decision.name, name: id, fields: fields) }
}

extension Store {
  /// Decisions about which something was done here, the oldest first.
  package func decisions() throws(StoreError) -> [StoredDecision] {
    try reading { db in try DecisionTable.all(db) }
  }

  /// Other devices that have sent something here, with the time of the newest change that was met of each.
  package func peers() throws(StoreError) -> [String: Instant] {
    try reading { db in try PeerTable.all(db) }
  }

  /// Decisions that have come from other devices and about which nothing was done yet, the oldest first.
  package func arrivedDecisions() throws(StoreError) -> [Decision] {
    try reading { db in try DecisionTable.arrived(db) }
  }

  /// The decisions that join names, also those that have come and about which nothing was done yet.
  package func decisionsOfNames() throws(StoreError) -> [Decision] {
    try reading { db in
      try (DecisionTable.all(db).map(\.decision) + DecisionTable.arrived(db)).filter(
        \.kind.joinsNames)
    }
  }

  /// What an erasure that was decided elsewhere takes here.
  ///
  /// - Parameters:
  ///   - scope: What the pipeline carries by which it came.
  ///   - account: The account of the remote, where it is one person's.
  ///   - known: The users for whom names stood before the decision arrived.
  ///   - others: Names of other people, whom it does not concern.
  package func part(
    of decision: Decision, scope: PipelineFilter, account: String?,
    knowing known: [String: String] = [:], besides others: Set<String> = [], now: Instant
  ) throws(StoreError) -> ErasedPart {
    try reading { db in
      try part(of: decision, scope, account, knowing: known, besides: others, db, now: now)
    }
  }

  private func part(
    of decision: Decision, _ scope: PipelineFilter, _ account: String?,
    knowing known: [String: String] = [:], besides others: Set<String> = [], _ db: Database,
    now: Instant
  ) throws -> ErasedPart {
    let role = Decision.ownRole
    let isRole = decision.concerns(role, role: decision.device)
    let coversRole = account.map { decision.concerns(role, role: "@\($0)") } ?? false
    var names = try DecisionTable.names(db).union(known.keys).union(known.values).filter {
      $0 != role && decision.concerns($0, role: "")
    }
    if isRole { names.insert(role) }
    // This device may have given the person another name meanwhile, but nobody else has the role.
    let users = try known.merging(Self.knownNames(db).users) { $1 }
      .filter { $0.key != role && $0.value != role && !others.contains($0.key) }
    let persons = Set(names.subtracting([role]).map { users[$0] ?? $0 })
    names.formUnion(persons)
    names.formUnion(users.filter { persons.contains($0.value) }.keys)
    var part = ErasedPart(
      names: names, end: min(decision.at, now),
      roleDevice: isRole && !coversRole ? decision.device : nil,
      scope: scope.with(people: users), mark: decision.mark,
      carriedOut: try Self.carriedOut(decision, db))
    var former = try DecisionTable.names(db).filter(decision.concerns(formerName:))
    // This device may have given the person a name and taken it back without having told the other one.
    for taken in try DecisionTable.takenBack(names.subtracting([role]), db) {
      former.formUnion([taken.old, taken.new].compactMap(\.self))
    }
    part.addFormerNames(try Self.unused(former, givenBackTo: names, db))
    return part
  }

  /// When devices have carried out an erasure.
  private static func carriedOut(_ decision: Decision, _ db: Database) throws -> [String: Instant] {
    let rows = try RowStatement(
      db,
      """
      SELECT json_extract(fields, '$.device'), json_extract(fields, '$.at')
      FROM document JOIN record USING (version)
      WHERE type = '\(RecordType.decision.name)' AND json_extract(fields, '$.of') = ?
      """)
    rows.bind(1, decision.id)
    var times: [String: Instant] = [:]
    while try rows.next() {
      guard let device = rows.text(0), let at = rows.number(1) else { continue }
      times[device] = Instant(milliseconds: at)
    }
    return times
  }

  /// How many results an erasure takes, and how many of them a pipeline's remote does not hold.
  package func count(_ part: ErasedPart, in pipeline: String) throws(StoreError) -> (
    results: Int, unsynced: Int
  ) {
    try reading { db in
      let copies = try FeedCopies(db, pipeline)
      let results = try ErasedItems(db, part, types).gone.filter { item in
        guard item > 0 else { return false }
        return try ResultTable(db).find(ResultKey(item))?.state.isResult ?? false
      }
      let unsynced = try results.count { try copies.find($0) == nil }
      return (results.count, unsynced)
    }
  }

  /// How many results of a person a pipeline's remote does not hold.
  package func count(forgottenBy decision: Decision, in pipeline: String) throws(StoreError) -> (
    results: Int, unsynced: Int
  ) {
    let names = try reading { db in
      try DecisionTable.names(db).filter { decision.concerns($0, role: "") }
    }
    return try count(ErasedPart(names: names), in: pipeline)
  }

  /// Carries out an erasure that was decided elsewhere.
  package func erase(
    _ part: ErasedPart, _ erasures: [Erasure], for stored: StoredDecision, now: Instant
  ) throws(StoreError) -> ErasedCounts {
    var counts = try changingResults { db, cache in
      var transaction = try EraseTransaction(db, types, part, now: now)
      let own = try transaction.ownContents(now: now)
      let counts = try transaction.run(erasures)
      try DecisionTable.save(stored, db)
      cache = StreakCache()
      if !own.isEmpty {
        var corrections = try CorrectionTransaction(db, types, now: now)
        for content in own { try corrections.storeAgain(content, &cache) }
        try corrections.finish(&cache)
      }
      return counts
    }
    counts.isFileClean = try rewriteFile()
    return counts
  }

  /// Tells other devices that this one has carried out an erasure.
  ///
  /// - Parameter takenBack: The ids of the decisions about the person's names that are known here to be taken back. The
  ///   erasure deletes them, and a device that has heard of them alone would erase another person, too.
  package func acknowledge(
    _ decision: Decision, takenBack: Set<String> = [], deviceID: String, now: Instant
  ) throws(StoreError) {
    try put(
      Self.answer(decision, .followed, takenBack: takenBack, deviceID: deviceID, now: now), now: now
    )
  }

  private static func answer(
    _ decision: Decision, _ answer: ErasureAnswer, takenBack: Set<String> = [], deviceID: String,
    now: Instant
  ) -> Document {
    var fields: Fields = [
      "kind": .string(answer.rawValue), "of": .string(decision.id), "device": .string(deviceID),
      "at": .int(Int(now.milliseconds)),
    ]
    if !takenBack.isEmpty {
      fields.append("takenBack", .list(takenBack.sorted().map(Value.string)))
    }
    return Document(
      type: RecordType.decision.name, name: "\(decision.id).\(deviceID)", fields: fields)
  }

  /// Erases a person on other devices under names, too, which this device had joined with his before it heard of the
  /// erasure: they were one person here, and are erased with him.
  ///
  /// - Parameter decisions: Those that held here before.
  package func extend(
    _ erasure: Decision, to names: Set<String>, by decisions: [Decision], deviceID: String,
    now: Instant
  ) throws(StoreError) {
    for name in names.sorted() {
      let joins = Decisions.joining(name, decisions).map(\.id)
      let decision = erasure.extended(to: name, on: deviceID, joinedBy: Set(joins))
      let isNew = try writing { db in
        let isKnown = try DecisionTable.all(db).map(\.decision).contains {
          ($0.extends ?? $0.id) == decision.extends && $0.concerns(name, role: "")
        }
        if !isKnown { try DecisionTable.make(decision, self, db, now, coversRole: false) }
        return !isKnown
      }
      if isNew { try acknowledge(decision, deviceID: deviceID, now: now) }
    }
  }

  /// What devices have answered to erasures, by the names of the decisions and then by the devices.
  package func erasureAnswers() throws(StoreError) -> [String: [String: ErasureAnswer]] {
    var answers: [String: [String: ErasureAnswer]] = [:]
    for document in try documents(type: RecordType.decision.name) {
      guard let answer = document.fields["kind"]?.string.flatMap(ErasureAnswer.init),
        let decision = document.fields["of"]?.string,
        let device = document.fields["device"]?.string
      else { continue }
      answers[decision, default: [:]][device] = answer
    }
    return answers
  }

  /// The ids of the decisions about the names of an erasure's person of which somebody knew that they were taken back: the
  /// device that has erased him, or one that has carried that out.
  package func takenBack(knownWith erasure: Decision) throws(StoreError) -> Set<String> {
    var ids = erasure.takenBack
    for document in try documents(type: RecordType.decision.name)
    where [document.fields["of"]?.string, document.name].contains(erasure.extends ?? erasure.id) {
      guard case .list(let more)? = document.fields["takenBack"] else { continue }
      ids.formUnion(more.compactMap(\.string))
    }
    return ids
  }

  /// The ids of the decisions about the names of whoever is erased that are known here to be taken back.
  package func takenBack(namesOf part: ErasedPart) throws(StoreError) -> Set<String> {
    try reading { db in
      let names = (part.names ?? []).subtracting(part.formerNames)
      return Set(try DecisionTable.takenBack(names, db).map(\.id))
    }
  }

  /// Notes what was done about a decision.
  package func save(_ stored: StoredDecision) throws(StoreError) {
    try writing { db in try DecisionTable.save(stored, db) }
  }

  /// Does not carry out what another device has decided. What it concerns here counts as brought back in spite of it, on
  /// all devices; forgetting is taken back.
  ///
  /// - Parameter takesBack: Whether an erasure is taken back, too, so that it holds nowhere.
  package func refuse(_ stored: StoredDecision, takesBack: Bool = false, now: Instant)
    throws(StoreError)
  {
    try changingResults { db, cache in
      try DecisionTable.save(stored.with(.refused), db)
      guard stored.decision.kind == .erased, let scope = stored.scope else {
        return try takeBack(stored.decision.id, db, now)
      }
      let device = try OwnDevices(db).current
      _ = try store(
        [Self.answer(stored.decision, .refused, deviceID: device, now: now)], db, now)
      let part = try part(of: stored.decision, scope, stored.account, db, now: now)
      var transaction = try CorrectionTransaction(db, types, now: now)
      for item in try ErasedItems(db, part, types).gone where item > 0 {
        try transaction.bringBack(ResultKey(item), inSpiteOf: stored.decision, &cache)
      }
      try transaction.finish(&cache)
      if takesBack { try takeBack(stored.decision.id, db, now) }
    }
  }

  /// Notes that a decision which was made here is taken back, so that other devices take it back, too.
  func takeBack(_ id: String, _ db: Database, _ now: Instant) throws {
    guard
      let stored = try DecisionTable.all(db).first(where: { $0.decision.id == id }),
      stored.decision.undoneAt == nil
    else { return }
    var decision = stored.decision
    decision.undoneAt = now
    _ = try store([decision.document], db, now)
  }
}
