package import StreaklineCore
internal import StreaklineStore

/// What the rule files say about games, for records that come from a remote.
package struct KnownGames: Sendable {
  /// Slugs, by gameId.
  package var slugs: [String: String]
  /// What people call a game, given its slug; `nil` for a game that is not known.
  package var name: @Sendable (_ slug: String) -> String? = { _ in nil }
  /// Days between two puzzles, by the game's slug; 1 where a game is not named.
  package var everyDays: [String: Int]
  /// The slugs of games in which the greater score is better.
  package var higherIsBetter: Set<String> = []
  /// The slugs of games whose score is no number of tries.
  package var withoutTries: Set<String> = []
  /// The categories of achievements.
  package var achievements: [AchievementCategory] = []

  package init(slugs: [String: String] = [:], everyDays: [String: Int] = [:]) {
    self.slugs = slugs
    self.everyDays = everyDays
  }
}

/// What the rule files say about games, read when it is asked for first.
final class LazyGames {
  private let read: () -> KnownGames
  private(set) lazy var value = read()

  init(_ read: @escaping () -> KnownGames) {
    self.read = read
  }
}

extension SyncRun {
  /// Whether what the remote holds is known, because everything can be pulled from it.
  var canPull: Bool { description?.abilities.contains(.pull) == true }

  /// Takes what is new in all zones.
  mutating func pullAll() async throws(StoreError) {
    if description == nil { try await open() }
    guard let description, canPull else { return }
    // Decisions first: what comes after them may be of people whom they concern.
    if pipeline.carriesDecisions, mayGoOn() {
      // An erasure also deletes the decisions about the person's names, so they are read before it arrives.
      let before = try store.decisions()
      try await pull(Pipeline.decisionZone, description)
      try eraseDecided(knowing: before)
      try holdForAnswer()
      // Deleted before the rest is read: without stamps, what the remote still has of erased people would look new.
      if hasFollowed, !description.abilities.contains(.stamps), state.pause == nil {
        try await sendErasures()
      }
    }
    for zone in try zones(description) where mayGoOn() && zone != Pipeline.decisionZone {
      try await pull(zone, description)
    }
  }

  /// A remote that gives more pages in a row with nothing in them gives them for ever.
  private static let mostEmptyPages = 1_000

  /// The zones that the pipeline names, those that documents here name, those that it has met, and those of
  /// groups that the account has made or joined on another device.
  private func zones(_ description: RemoteDescription) throws(StoreError) -> [String] {
    var zones = Set(try store.zones(of: pipeline.name))
    zones.formUnion(description.zones.filter(pipeline.isGroupZone))
    for (type, destination) in pipeline.records {
      let placeholders = destination.zone.placeholders
      if placeholders.isEmpty {
        zones.insert(destination.zone.template)
      } else if placeholders.isSubset(of: [.name, .upperName]) {
        for document in try store.documents(type: type) {
          let values = PlaceholderValues(document, deviceID: "", account: nil)
          if let zone = try? destination.zone.expanded(values) { zones.insert(zone) }
        }
      }
    }
    return zones.sorted()
  }

  private mutating func pull(_ zone: String, _ description: RemoteDescription)
    async throws(StoreError)
  {
    var decoder: RecordDecoder?
    var hasStartedAgain = false
    var emptyPages = 0
    let isOthers = try isZoneOfOthers(zone, description)
    while mayGoOn() {
      let state = try store.zone(zone, of: pipeline.name)
      let answer: PulledPage
      do throws(RemoteError) {
        let start = isOthers && !hasStartedAgain ? ZoneState.joined : nil
        answer = try await remote.pull(ZoneName(zone), after: state.token ?? start)
      } catch {
        return fail(error)
      }
      switch answer {
      case .expired:
        guard !hasStartedAgain else {
          return fail(RemoteError(.failed, "it does not let \(zone) be read from its beginning"))
        }
        hasStartedAgain = true
        try store.startRound(zone, of: pipeline.name)
      case .gone:
        return try end(zone, after: state, names(description))
      case .changes(let changes):
        guard !changes.hasMore || changes.token != state.token else {
          return fail(RemoteError(.failed, "it gave the same page of \(zone) again"))
        }
        emptyPages = changes.records.isEmpty && changes.deleted.isEmpty ? emptyPages + 1 : 0
        guard emptyPages <= Self.mostEmptyPages else {
          return fail(
            RemoteError(.failed, "it gave \(emptyPages) pages of \(zone) with nothing in them"))
        }
        if decoder == nil, !changes.records.isEmpty || !changes.deleted.isEmpty {
          decoder = newDecoder(description)
        }
        for problem in changes.problems where !report.problems.contains(problem) {
          report.problems.append(problem)
        }
        let unmet = try merge(changes, zone, after: state, decoder, names(description))
        guard unmet.isEmpty else {
          return try await lookUp(unmet, zone, after: state, changes, description)
        }
        if !changes.hasMore { return }
      }
    }
  }

  private func newDecoder(_ description: RemoteDescription) -> RecordDecoder {
    RecordDecoder(names(description), pipeline.schema, games, now: policy.start)
  }

  /// Whether a zone is that of somebody else's group. It is not created when it is missing: nobody else would be
  /// in the new one.
  private func isZoneOfOthers(
    _ zone: String, _ description: RemoteDescription
  ) throws(StoreError) -> Bool {
    guard let account = description.account, pipeline.isGroupZone(zone) else { return false }
    let group = try store.documents(type: RecordType.leaderboardGroup.name).first {
      pipeline.place(ofGroup: $0)?.zone == zone
    }
    return group?.fields["createdBy"]?.string.map { $0 != account } ?? false
  }

  /// Deletes here what was in a zone that is no longer there. It stays among the zones that are asked for,
  /// because it can come back.
  private mutating func end(
    _ zone: String, after state: ZoneState, _ names: RecordNames
  ) throws(StoreError) {
    guard !state.isWhole || state.token != Self.goneToken else { return }
    let group = try store.documents(type: RecordType.leaderboardGroup.name).first {
      pipeline.place(ofGroup: $0)?.zone == zone
    }
    if let group { report.removedGroups.append(group.fields["title"]?.string ?? group.name) }
    try store.startRound(zone, of: pipeline.name, token: Self.goneToken)
    let progress = ArrivalPage.Progress(
      after: Self.goneToken, token: Self.goneToken, hasMore: false)
    _ = try merge([], zone, progress, names, isZoneGone: true)
  }

  /// What a zone that is gone is asked for after. No remote gives it, so one that has the zone again says that
  /// it has expired.
  private static let goneToken = Array("gone".utf8)

  /// Asks for each record that was not in a zone's list whether it is really gone, and ends the list then.
  private mutating func lookUp(
    _ unmet: [String], _ zone: String, after state: ZoneState, _ changes: RemoteChanges,
    _ description: RemoteDescription
  ) async throws(StoreError) {
    var found = RemoteChanges(token: changes.token)
    var rest = unmet[...]
    while !rest.isEmpty {
      guard mayGoOn() else { return }
      let some = Array(rest.prefix(description.maxRecords))
      rest = rest.dropFirst(some.count)
      do throws(RemoteError) {
        let answer = try await remote.lookup(some, in: ZoneName(zone))
        let known = Set(answer.records.map(\.recordName) + answer.deleted.map(\.recordName))
        guard known.isSuperset(of: some) else {
          throw RemoteError(.failed, "it does not say what became of some records of \(zone)")
        }
        found.records += answer.records
      } catch {
        return fail(error)
      }
    }
    _ = try merge(
      found, zone, after: state, newDecoder(description), names(description),
      asksBeforeDeleting: false)
  }

  /// - Returns: The names of records that are missing, and may only be missing in the list.
  private mutating func merge(
    _ changes: RemoteChanges, _ zone: String, after state: ZoneState, _ decoder: RecordDecoder?,
    _ names: RecordNames, asksBeforeDeleting: Bool? = nil
  ) throws(StoreError) -> [String] {
    let arrivals =
      changes.records.compactMap { decoder?.arrival($0) }
      + changes.deleted.compactMap { decoder?.arrival($0) }
    report.bytesPulled += arrivals.reduce(0) { $0 + $1.sizeBytes }
    let isQuiet = arrivals.isEmpty && changes.token == state.token && state.isWhole
    guard !isQuiet else { return [] }
    let progress = ArrivalPage.Progress(
      after: state.token, token: changes.token, hasMore: changes.hasMore)
    let canLookUp = description?.abilities.contains(.lookup) == true
    return try merge(
      arrivals, zone, progress, names, asksBeforeDeleting: asksBeforeDeleting ?? canLookUp)
  }

  @discardableResult
  private mutating func merge(
    _ arrivals: [Arrival], _ zone: String, _ progress: ArrivalPage.Progress?, _ names: RecordNames,
    asksBeforeDeleting: Bool = false, isZoneGone: Bool = false
  ) throws(StoreError) -> [String] {
    var page = ArrivalPage(pipeline: pipeline.name, zone: zone, arrivals, progress) {
      names.own($0)
    }
    page.policies = pipeline.records.compactMapValues(\.merge)
    page.namesByDevice = Set(
      pipeline.records.filter { $0.value.name.placeholders.contains(.deviceId) }.keys)
    page.everyDays = arrivals.isEmpty ? [:] : games.everyDays
    page.tellsDeletionsByAbsence = !names.keepsStamps
    page.acceptsDeletions = acceptsDeletions || isZoneGone
    page.isZoneGone = isZoneGone
    page.keepsOneVersion = pipeline.remote.kind.keepsOneVersion
    page.isOnePersons = pipeline.remote.kind.hasAccount
    page.asksBeforeDeleting = asksBeforeDeleting
    // In this run.
    page.resendingAt = policy.start
    report.unreadFields += arrivals.reduce(0) { $0 + $1.unreadFields }
    guard let counts = try store.merge(page, now: now()) else { return [] }
    if counts.missing > 0 {
      fail(
        RemoteError(
          .configuration,
          "\(counts.missing) records, most of what was in \(zone), are no longer there; nothing was "
            + "deleted here; if they were deleted, `streakline sync --pipeline \(pipeline.name) "
            + "--accept-deletions` deletes them here; if they were lost, `--from-start` sends them again"
        ))
    }
    report.pulled += counts.taken + counts.deleted
    report.merged += counts.merged
    report.conflicts += counts.conflicts
    report.foreign += counts.foreign
    report.refused += counts.refused
    return counts.unmet
  }
}

extension Arrival {
  /// The size of the fields as JSON.
  fileprivate var sizeBytes: Int {
    switch content {
    case .result(let record): record.encodedFields.count
    case .document(let document): document.encodedFields.count
    case .foreign: others.map { String(json: .object($0)).utf8.count } ?? 0
    case .deletion: 0
    }
  }
}

// MARK: - What a push has found

extension SyncRun {
  private static let mostConflicts = 4

  /// Notes what the remote holds after it has saved a record.
  func noteCopy(_ outgoing: Outgoing, _ tag: String?, _ sent: inout Sent) {
    let isGone = outgoing.change.isDeleted
    var copy = ZoneCopy(
      name: outgoing.isOwnName ? nil : outgoing.record.recordName, tag: isGone ? nil : tag,
      version: outgoing.change.version, isGone: isGone)
    if !isGone {
      var common: Fields?
      if case .document(let document) = outgoing.change.content { common = document.fields }
      copy.base = ZoneCopy.base(fields: common, others: outgoing.change.copy?.others)
    }
    sent.copies[outgoing.record.zone.name, default: [:]][outgoing.change.item] = copy
  }

  /// Notes that the remote holds another version than the one that was known. It is merged, and what is
  /// ours then is sent again.
  mutating func noteConflict(
    _ outgoing: Outgoing, _ held: RemoteRecord?, _ sent: inout Sent
  ) {
    guard let description else { return }
    let change = outgoing.change
    let times = conflicts[change.item, default: 0] + 1
    conflicts[change.item] = times
    var arrival: Arrival
    if let held {
      arrival = newDecoder(description).arrival(held)
    } else {
      arrival = Arrival(
        name: outgoing.record.recordName, isOwnName: outgoing.isOwnName, .deletion)
    }
    if case .deletion = arrival.content { arrival.item = change.item }
    if arrival.isOverwritten { arrival.item = change.item }
    sent.arrivals[outgoing.record.zone.name, default: []].append(arrival)
    let outcome: DeliveryOutcome =
      times < Self.mostConflicts
      ? .retry(at: policy.start, reason: "the remote holds another version")
      : policy.retry(
        RemoteError(.failed, "the remote holds another record of this name, again and again"),
        attempts: change.attempts, now: now(), jitter: jitter())
    sent.outcomes[change.item] = outcome
    if times >= Self.mostConflicts {
      settle(change.item, isDeleted: change.isDeleted, outcome, &sent)
    }
  }

  mutating func mergeConflicts(_ sent: Sent, _ description: RemoteDescription)
    throws(StoreError)
  {
    for (zone, arrivals) in sent.arrivals.sorted(by: { $0.key < $1.key }) {
      try merge(arrivals, zone, nil, names(description))
    }
  }

  /// Merges a document with what other devices have of it from here, where no server orders the changes:
  /// a policy such as `max` also holds for what one device writes later. What others have merged already
  /// cannot be taken back.
  ///
  /// - Returns: Whether the merge is another document, which is stored now and sent next.
  mutating func mergesWithSent(_ change: Change, _ names: RecordNames) throws(StoreError) -> Bool {
    guard names.keepsStamps, !change.isDeleted, case .document(let document) = change.content,
      let copy = change.copy, !copy.isGone, let sent = copy.commonFields,
      let policy = pipeline.records[document.type]?.merge
    else { return false }
    let before = Stamp(
      time: change.stamp.time.adding(seconds: -1), device: change.stamp.device,
      life: change.stamp.life)
    let merged = policy.merged(
      RecordVersion(fields: sent, stamp: before),
      RecordVersion(fields: document.fields, stamp: change.stamp))
    guard let fields = merged.fields, policy != .serverWins, !fields.says(document.fields) else {
      return false
    }
    return try store.put(
      Document(type: document.type, name: document.name, fields: fields), now: now())
  }

  /// Leaves out what was deleted at the remote before this device knew of it, and deletes it here.
  mutating func dropDeletedThere(
    _ batch: inout [Outgoing], _ description: RemoteDescription, _ sent: inout Sent
  ) throws(StoreError) {
    guard canPull else { return }
    var names: [String: [String]] = [:]
    for outgoing in batch
    where !outgoing.change.isDeleted && outgoing.change.copy?.isGone != false {
      names[outgoing.record.zone.name, default: []].append(outgoing.record.recordName)
    }
    var deletions: [String: [String: Stamp]] = [:]
    for (zone, names) in names {
      deletions[zone] = try store.deletions(names, in: zone, of: pipeline.name)
    }
    guard deletions.values.contains(where: { !$0.isEmpty }) else { return }
    batch.removeAll { outgoing in
      let (record, change) = (outgoing.record, outgoing.change)
      guard let deletion = deletions[record.zone.name]?[record.recordName],
        deletion.life > change.stamp.life, !change.isDeleted
      else { return false }
      sent.arrivals[record.zone.name, default: []].append(
        Arrival(
          name: record.recordName, isOwnName: outgoing.isOwnName, .deletion,
          stamp: record.stamp == nil ? nil : deletion, item: change.item))
      sent.outcomes[change.item] = .taken
      return true
    }
  }
}
