internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// Decisions as the command line makes them. What the store needs for one is called here and nowhere else in
// the simulation.

extension Simulation {
  /// Whether a remote without stamps tells other devices which contents were decided against.
  static let remoteCarriesReplaced = false

  /// `streakline erase`.
  ///
  /// - Parameter user: `nil` for everybody.
  /// - Returns: The names that were erased, none where there is nothing of the user; and the names besides that the user
  ///   had only until that was taken back. Whoever has such a name in a chat may be somebody else.
  func decideErase(
    _ device: SimulatedDevice, _ user: String?, reachesRemote: Bool
  ) async throws -> (names: Set<String>, former: Set<String>) {
    let store = device.store
    if let user, try !store.knows(user: user) { return ([], []) }
    let data = user.map(ErasedData.user) ?? .all
    let sharesRole = [pipeline].shareRole(erasing: data)
    let part = try store.part(of: data, sharesRole: sharesRole)
    let former = part.formerNames
    let names = try part.names?.subtracting(former) ?? namesKnown(on: device)
    let erasures = try pipeline.erasures(of: part, in: store, deviceID: device.id)
    let account =
      pipeline.remote.kind.hasAccount ? try store.syncState(pipeline.name).account : nil
    _ = try store.erase(
      data, erasures, accounts: account.map { [$0] } ?? [], sharesRole: sharesRole,
      now: now(device))
    guard reachesRemote else { return (names, former) }
    let moment = now(device)
    var run = SyncRun(
      store, pipeline, to: remote(of: device), now: { moment }, jitter: { 0 })
    _ = try await run.run()
    return (names, former)
  }

  /// `streakline users forget`.
  func decideForget(_ device: SimulatedDevice, _ user: String, isForGood: Bool) throws -> UserChange
  {
    try device.store.forget(user, isForGood: isForGood, now: now(device))
  }

  /// `streakline users merge`.
  func decideMerge(_ device: SimulatedDevice, _ old: String, into new: String) throws -> UserChange
  {
    try device.store.merge(old, into: new, now: now(device))
  }

  /// `streakline users rename`.
  func decideRename(_ device: SimulatedDevice, _ old: String, to new: String) throws -> UserChange {
    try device.store.rename(old, to: new, now: now(device))
  }

  /// `streakline disputes accept` and `reject`.
  ///
  /// - Returns: Whether there was such a dispute.
  func decideDispute(_ device: SimulatedDevice, _ dispute: Dispute, isAccepted: Bool) throws -> Bool
  {
    let record =
      isAccepted
      ? try device.store.accept(dispute: dispute.key, now: now(device))
      : try device.store.reject(dispute: dispute.key, now: now(device))
    return record != nil
  }

  /// `streakline results edit --score`.
  func decideEdit(_ device: SimulatedDevice, _ id: String, score: Int) throws {
    _ = try device.store.edit(id: id, now: now(device)) { record, _ in
      var fields = record.fields
      fields["score"] = .int(score)
      fields["completed"] = .bool(true)
      return fields
    }
  }

  /// `streakline corrections undo` and `imports undo`.
  func decideUndo(_ device: SimulatedDevice, _ action: Action) throws -> UndoOutcome {
    try device.store.undo(action.number, now: now(device))
  }

  /// `streakline ingest`: whose each share is says what the store knows of names.
  ///
  /// - Returns: What became of each share; `nil` for one that was left out.
  mutating func decideImport(
    _ device: SimulatedDevice, _ shares: [ChatShare], replaces: Bool, isMended: Bool
  ) throws -> [Outcome?] {
    let known = try device.store.knownNames()
    var chunk = ParsedChunk()
    var indices: [Int?] = []
    for share in shares {
      let user = known.user(
        of: share.sender, sentAt: replaces ? nil : Instant(milliseconds: share.sentAt))
      let isRead = !share.isMiss || isMended
      indices.append(known.forgotten.contains(user) || !isRead ? nil : chunk.records.count)
      if known.forgotten.contains(user) { continue }
      decisions.importedAs[share.number, default: []].insert(user)
      if isRead {
        chunk.records.append(share.record(of: user, isMended: isMended && !share.isMiss))
      } else {
        chunk.nearMisses.append(share.nearMiss(of: user))
      }
    }
    var batch = Batch(chunk, now: now(device))
    batch.replaces = replaces
    var action: NewAction? = NewAction(.imported, ["name": .string("chat")])
    let outcomes = try device.store.ingest(batch, as: &action)
    return indices.map { $0.map { outcomes[$0] } }
  }

  /// `streakline reparse`, after the rule was corrected.
  ///
  /// - Returns: The shares that are read now, each with whether it is stored.
  func decideReparse(_ device: SimulatedDevice) throws -> [(share: Int, isStored: Bool)] {
    let known = try device.store.knownNames()
    var read: [(share: Int, isStored: Bool)] = []
    for miss in try device.store.misses() {
      guard let number = ChatShare.number(in: miss.nearMiss.text.utf8) else { continue }
      let user = known.users[miss.nearMiss.userId] ?? miss.nearMiss.userId
      let isForgotten = known.forgotten.contains(user)
      let records = isForgotten ? [] : [decisions.shares[number].record(of: user)]
      guard !records.isEmpty else {
        read.append((number, false))
        continue
      }
      var batch = Batch(ParsedChunk(records: records), now: now(device))
      batch.settledMisses = [miss.id]
      var action: NewAction? =
        miss.action.map(NewAction.init(continuing:))
        ?? NewAction(.imported, ["name": .string("chat")])
      let outcome = try device.store.ingest(batch, as: &action).first
      read.append((number, outcome?.isStored ?? false))
    }
    return read
  }

  /// Everybody of whom a device has anything.
  private func namesKnown(on device: SimulatedDevice) throws -> Set<String> {
    let pages = try device.store.documents(type: SimulatedRecords.page.name)
      .compactMap { $0.fields["userId"]?.string }
    let known = try device.store.knownNames().users.values
    return Set(try Self.names.filter { try device.store.knows(user: $0) } + pages + known)
  }

  /// The names that a device knows of a user.
  func names(of user: String, on device: SimulatedDevice) throws -> Set<String> {
    let known = try device.store.knownNames()
    return Set(known.users.filter { $0.value == user }.keys).union([user])
  }
}
