package import StreaklineCore
package import StreaklineStore

extension Pipeline {
  /// The zone of decisions. A program that does not know of decisions does not read it, and so passes none of them
  /// unread.
  package static let decisionZone = "decisions"

  /// Whether what a person decides about people travels with the pipeline: to remotes in which records have our
  /// form, and not to those of apps, whose records are theirs.
  package var carriesDecisions: Bool { records[RecordType.decision.name] != nil }

  /// Where decisions go by themselves: what a file says is not changed, and neither are the records of apps.
  static func decisionDestination(
    _ records: [String: Destination], _ remote: RemoteConfiguration
  ) -> Destination? {
    let results = records.filter { RecordSchema.standard[$0.key] != nil }
    let isOurs = results.values.allSatisfy { $0.fields == nil && $0.type == nil }
    guard [.folder, .program].contains(remote.kind), !results.isEmpty, isOurs,
      records[RecordType.decision.name] == nil,
      let zone = try? NameTemplate(decisionZone), let name = try? NameTemplate("{name}")
    else { return nil }
    return Destination(zone: zone, name: name, merge: decisionPolicy)
  }

  /// Of two versions of a document about a decision, such as one that is taken back meanwhile, the later one holds.
  package static let decisionPolicy = MergePolicy.lastWriterWins(field: Decision.saidAt)

  /// Whether a decision may be sent: names only with a pipeline that sends the person's results.
  func mayCarry(_ decision: Decision) -> Bool {
    guard decision.kind.joinsNames, let users else { return true }
    return [decision.old, decision.new].contains { $0.map(users.contains) ?? false }
  }

  /// What remotes hold of what is erased.
  ///
  /// - Parameter part: What is erased. Where several people may have a role, it is only this device's.
  package func erasures(of part: ErasedPart, in store: Store, deviceID: String) throws(StoreError)
    -> [Erasure]
  {
    var part = part
    if remote.kind.sharesRole, part.names?.contains(Decision.ownRole) ?? true {
      part.roleDevice = part.roleDevice ?? deviceID
    }
    let keepsLines = [.folder, .jsonl].contains(remote.kind)
    let changes = try store.erasable(part, by: filter, withDeleted: keepsLines)
    let namingID = try store.namingID()
    let account = try store.syncState(name).account
    var former: [Erasure] = []
    if keepsLines {
      // A file loses all lines of a record, so only those are named that are sent again.
      let lives = try store.formerLives(part, by: filter, onlyBegun: remote.kind == .jsonl)
      let deleted = remote.kind == .folder ? try store.documentsDeletedElsewhere(filter) : []
      former = erasures(lives + deleted, deviceID: namingID, account: account)
      for index in former.indices { former[index].isOfFormerLife = true }
    }
    return erasures(changes, deviceID: namingID, account: account) + former
  }
}

extension RemoteKind {
  /// Whether the devices of several people may share the remote, who all have the role ``Decision/ownRole``.
  fileprivate var sharesRole: Bool { self == .folder }
}

extension Sequence<Pipeline> {
  /// Whether an erasure leaves what other devices have made as ``Decision/ownRole`` to them. What is taken of all
  /// people may come again from a folder that is switched off today.
  package func shareRole(erasing data: ErasedData) -> Bool {
    contains { $0.remote.kind.sharesRole && ($0.isEnabled || data == .all) }
  }
}

extension SyncRun {
  /// As many results that the remote does not have can be lost by a decision of another device without a
  /// question.
  private static let mostUnsynced = 20

  /// Takes note of what other devices have decided about people, and erases what they have erased.
  ///
  /// - Parameter before: What was decided before these decisions arrived.
  mutating func eraseDecided(knowing before: [StoredDecision]) throws(StoreError) {
    guard !isStopped else { return }
    // An erasure takes other decisions about the person away, so that they are read anew.
    while let decision = try store.arrivedDecisions().first {
      let account = pipeline.remote.kind.hasAccount ? state.account : nil
      let stored = try follower.take(
        decision, by: pipeline, account: account, asksAbove: Self.mostUnsynced,
        knowing: before.map(\.decision))
      hasFollowed = true
      // What waits ends the run with this sentence.
      if stored.state != .waiting { report.decisions.append(sentence(stored)) }
    }
  }

  /// Ends the run while a decision of another device waits for an answer: what it concerns must not arrive there, where
  /// it would be refused, and the deletions that follow from it must not be done here.
  mutating func holdForAnswer() throws(StoreError) {
    guard pipeline.carriesDecisions, !isStopped,
      let waiting = try store.decisions().first(where: { $0.state == .waiting })
    else { return }
    isStopped = true
    report.state = .paused(
      "nothing is sent or taken before you answer: \(sentence(waiting))")
  }

  private var follower: DecisionFollower {
    DecisionFollower(
      store: store, deviceID: deviceID, pipelines: otherPipelines() + [pipeline],
      now: policy.start)
  }

  /// Does with names and people what decisions say of them, once all that devices have done themselves is here.
  mutating func followDecisions() throws(StoreError) {
    guard !isStopped else { return }
    if hasFollowed || report.pulled + report.merged > 0 {
      try store.followDecisions(now: policy.start)
    }
    // To erase needs the files of all pipelines, which are not read when there is nothing to erase.
    let names = try store.leftNames()
    if !names.isEmpty { try follower.erase(left: names) }
  }

  private func sentence(_ stored: StoredDecision) -> String {
    let device = stored.decision.device.prefix(8)
    let results = stored.results == 1 ? "1 result" : "\(stored.results) results"
    guard stored.state != .waiting else {
      return
        "another device (\(device)) wants \(results) of this device gone that it has never seen; "
        + "`streakline decisions` shows it and asks"
    }
    guard stored.state != .refused else {
      return
        "another device (\(device)) has erased somebody whom it took for a person who is erased; that the two are one "
        + "was taken back, so what this device has of him stays, and comes back there"
    }
    let isRole = stored.decision.concerns(Decision.ownRole, role: stored.decision.device)
    return switch stored.decision.kind {
    case .erased where isRole && !stored.coversRole:
      "another device (\(device)) has erased what it had of '\(Decision.ownRole)': \(results) erased here; what "
        + "this device has made stays, because two people can have that name; if you are one, "
        + "`streakline erase --user \(Decision.ownRole)` here, too"
    case .erased: "another device (\(device)) has erased a person's data: \(results) erased here"
    case .forgotten: "another device (\(device)) has forgotten a person: \(results) taken away here"
    case .renamed, .merged:
      "another device (\(device)) says that '\(stored.decision.old ?? "")' is "
        + "'\(stored.decision.new ?? "")'"
    }
  }
}

/// Carries out decisions that other devices have made.
package struct DecisionFollower {
  private let store: Store
  private let deviceID: String
  /// All pipelines of the store: what their remotes hold of an erased person is deleted there, too.
  private let pipelines: [Pipeline]
  private let now: Instant

  package init(store: Store, deviceID: String, pipelines: [Pipeline], now: Instant) {
    self.store = store
    self.deviceID = deviceID
    self.pipelines = pipelines
    self.now = now
  }

  /// - Parameters:
  ///   - account: The account of the remote, where it is one person's.
  ///   - limit: Above this number of results that the remote does not have, the decision waits for a yes; `nil`
  ///     once that was said.
  ///   - before: What was decided before the decision arrived, also what was taken back.
  package func take(
    _ decision: Decision, by pipeline: Pipeline, account: String?, asksAbove limit: Int?,
    knowing before: [Decision] = []
  ) throws(StoreError) -> StoredDecision {
    var result = StoredDecision(
      decision: decision, state: .applied, pipeline: pipeline.name, scope: pipeline.filter,
      account: account, seenAt: now, results: 0)
    switch decision.kind {
    case .renamed, .merged: break
    case .forgotten:
      let count = try store.count(forgottenBy: decision, in: pipeline.name)
      let waits = limit.map { count.unsynced > $0 } ?? false
      result = result.with(waits ? .waiting : .applied, results: count.results)
    // Another device has taken the erasure back before it was carried out here, so there is nothing to do.
    case .erased where decision.undoneAt != nil: break
    case .erased:
      let takenBack = try store.takenBack(knownWith: decision)
      let known = takenBack.union(before.filter { $0.undoneAt != nil }.map(\.id))
      guard decision.joinedBy.isDisjoint(with: known) else {
        try store.refuse(result, takesBack: true, now: now)
        return result.with(.refused)
      }
      try store.takeBackWhatFollowed(takenBack, now: now)
      let names = before.filter { !takenBack.contains($0.id) }
      return try erase(result, asksAbove: limit, in: pipeline, knowing: names)
    }
    try store.save(result)
    return result
  }

  /// Carries out an erasure.
  ///
  /// - Parameters:
  ///   - limit: As in ``take(_:by:account:asksAbove:knowing:)``.
  ///   - before: What was decided before the erasure arrived and holds, as far as is known.
  private func erase(
    _ arrived: StoredDecision, asksAbove limit: Int?, in pipeline: Pipeline,
    knowing before: [Decision]
  ) throws(StoreError) -> StoredDecision {
    let decision = arrived.decision
    let names = Decisions(before.map { Decisions.Held($0) }).users
    var unheard = try store.unheardNames(of: decision)
    func part() throws(StoreError) -> ErasedPart {
      try store.part(
        of: decision, scope: pipeline.filter, account: arrived.account, knowing: names,
        besides: Set(unheard.flatMap(\.names)), now: now)
    }
    let count = try store.count(part(), in: pipeline.name)
    if let limit, count.unsynced > limit {
      let waiting = arrived.with(.waiting, results: count.results)
      try store.save(waiting)
      return waiting
    }
    // Whoever got the person's name gets it again, from a device that knows of the erasure now.
    var taken: [UnheardName] = []
    for name in unheard where try store.takeBack(name, now: now) { taken.append(name) }
    unheard = taken
    let erased = try part()
    let takenBack = try store.takenBack(namesOf: erased)
    let joining = try before + store.decisionsOfNames().filter { !takenBack.contains($0.id) }
    let result = arrived.with(.applied, results: try store.count(erased, in: pipeline.name).results)
    _ = try store.erase(erased, erasures(of: erased), for: result, now: now)
    for name in unheard { _ = try store.rename(name.former, to: name.name, now: now) }
    try store.acknowledge(
      decision, takenBack: takenBack.subtracting(decision.takenBack), deviceID: deviceID, now: now)
    let more = (erased.names ?? []).subtracting(erased.formerNames)
      .filter { $0 != Decision.ownRole && !decision.concerns($0, role: "") }
    try store.extend(decision, to: more, by: joining, deviceID: deviceID, now: now)
    return result
  }

  /// Erases the names of erased people of whom only deletions are left.
  func erase(left names: Set<String>) throws(StoreError) {
    try store.eraseLeft(names, erasures(of: ErasedPart(names: names)), now: now)
  }

  /// What the remotes of all pipelines hold of what is erased.
  private func erasures(of part: ErasedPart) throws(StoreError) -> [Erasure] {
    var erasures: [Erasure] = []
    var names: Set<String> = []
    for other in pipelines where names.insert(other.name).inserted && !other.isSample {
      erasures += try other.erasures(of: part, in: store, deviceID: deviceID)
    }
    return erasures
  }
}
