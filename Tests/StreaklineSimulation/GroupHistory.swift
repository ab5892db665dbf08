internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

/// One history of accounts that play in groups of each other, made from a seed: who makes a group, invites,
/// joins, leaves, is expelled, comes back, and writes scores of others. Engine, stores, remote programs and
/// server are the real ones; clock and network are simulated.
package struct GroupHistory {
  /// A device of an account.
  struct Player {
    let account: String
    let device: SimulatedDevice
    let server: ProcessServer
  }

  /// A group as its members know it.
  struct Group {
    let id: String
    let owner: String
    /// The last address that its owner has got; `nil` before the first invitation.
    var address: String?
    /// Whether everybody who has the address may join.
    var isOpen = false
    /// Who was invited by name and has not joined since.
    var invited: Set<String> = []
    var members: Set<String> = []
    var expelled: Set<String> = []
    var isRemoved = false
    /// The scores that somebody had when taking part ended. By account.
    var scoresAtEnd: [String: Set<String>] = [:]
    /// The scores that others have made up: they stay until the day is played.
    var madeUp: Set<String> = []

    var zone: String { "leaderboard_\(id)" }
    var root: String { "group_\(id)" }
  }

  private static let accounts = ["anna", "bert", "carl", "dora"]
  private static let mostGroups = 2

  let isTold: Bool
  let pipeline = SimulatedRecords.groups
  var random: SimulationRandom
  var verdict = Simulation.Verdict()
  var players: [Player] = []
  var groups: [Group] = []
  /// The contents that each account has had as results.
  var contents: [String: Set<Int64>] = [:]
  /// By which name the server knows each account.
  var identities: [String: String] = [:]
  private let folder: String
  private let templates: String?
  private let process: ServerProcess
  private var clock: Int64 = 1_790_000_000_000
  private var number = 0

  /// - Parameters:
  ///   - folder: An empty folder for the stores.
  ///   - templates: A folder that ``Simulation/prepare(templates:)`` has filled.
  ///   - isTold: Whether to print what happens.
  package init(
    seed: UInt64, folder: String, templates: String?, process: ServerProcess, isTold: Bool = false
  ) {
    random = SimulationRandom(seed: seed &* 3)
    self.folder = folder
    self.templates = templates
    self.process = process
    self.isTold = isTold
  }

  package mutating func run() async throws -> Simulation.Verdict {
    try await makePlayers()
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      for _ in 0..<Int.random(in: 20...60, using: &random) {
        clock += Int64.random(in: 0...2_000_000, using: &random)
        try await step(players[Int.random(in: 0..<players.count, using: &random)])
      }
      try await settle()
      try judge()
    }
    for player in players { try player.device.store.close() }
    return verdict
  }

  /// Three or four accounts, of which the first has two devices.
  private mutating func makePlayers() async throws {
    let count = Int.random(in: 3...4, using: &random)
    for (number, account) in ([Self.accounts[0]] + Self.accounts.prefix(count)).enumerated() {
      let device = try SimulatedDevice(
        "device\(number)", folder: folder, templates: templates, skew: 0, isOld: false)
      players.append(
        Player(
          account: account, device: device,
          server: ProcessServer(process, account: account, pipeline: pipeline)))
    }
    for player in players {
      try await sync(player, percent: 0)
      identities[player.account] = try player.device.store.syncState(pipeline.name).account
    }
  }

  var now: Instant { Instant(milliseconds: clock) }

  func note(_ event: String) {
    if isTold { print(event) }
  }

  /// Counts that something was done to a group.
  private mutating func count(_ what: String) { verdict.pairs["group, \(what)", default: 0] += 1 }

  private mutating func step(_ player: Player) async throws {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<17: try play(player)
    case ..<22: try change(player)
    case ..<27: try create(player)
    case ..<37: invite()
    case ..<52: try join(player)
    case ..<58: leave(player)
    case ..<63: expel()
    case ..<64: try remove()
    case ..<71: try await writeForAnother(player)
    case ..<73: clock += 86_400_000
    default: try await sync(player, percent: 12)
    }
  }

  // MARK: - Playing

  private mutating func play(_ player: Player) throws {
    number += 1
    let today = now.latestDay.daysSinceEpoch - SimulatedRecords.first.daysSinceEpoch
    let record = SimulatedRecords.result(
      game: Int.random(in: 0..<2, using: &random),
      day: today - Int.random(in: 0...2, using: &random), score: number % 7)
    var action: NewAction? = NewAction(.imported)
    let outcomes = try player.device.store.ingest(
      Batch(ParsedChunk(records: [record]), now: now), as: &action)
    contents[player.account, default: []].insert(record.contentHash)
    note("\(player.device.name) of \(player.account) plays \(record.id): \(outcomes[0].name)")
  }

  private mutating func change(_ player: Player) throws {
    let store = player.device.store
    guard let record = try store.results().randomElement(using: &random) else { return }
    if Bool.random(using: &random) {
      _ = try store.delete(id: record.id, now: now)
      note("\(player.device.name) of \(player.account) deletes \(record.id)")
    } else {
      let score = Int.random(in: 1...6, using: &random)
      _ = try store.edit(id: record.id, now: now) { record, _ in
        var fields = record.fields
        fields["score"] = .int(score)
        fields["completed"] = .bool(true)
        return fields
      }
      if let edited = try store.record(id: record.id) {
        contents[player.account, default: []].insert(edited.contentHash)
      }
      note("\(player.device.name) of \(player.account) edits \(record.id) to \(score)")
    }
  }

  // MARK: - Groups

  private mutating func create(_ player: Player) throws {
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    guard groups.count < Self.mostGroups, let identity = identities[player.account],
      let id = UniqueID(bytes: bytes)?.description
    else { return }
    try player.device.store.put(
      Document(
        type: RecordType.leaderboardGroup.name, name: id,
        fields: [
          "title": .string("group \(groups.count)"), "createdAt": .string(now.iso),
          "createdBy": .string(identity),
        ]), now: now)
    groups.append(Group(id: id, owner: player.account))
    count("made")
    note("\(player.device.name) of \(player.account) makes group \(groups.count - 1) \(id)")
  }

  /// A group that is there, and a device of its owner.
  private mutating func anyGroup() -> (index: Int, owner: Player)? {
    let there = groups.indices.filter { !groups[$0].isRemoved }
    guard let index = there.randomElement(using: &random),
      let owner = players.filter({ $0.account == groups[index].owner })
        .randomElement(using: &random)
    else { return nil }
    return (index, owner)
  }

  private mutating func invite() {
    guard let (index, owner) = anyGroup() else { return }
    var group = groups[index]
    let people =
      Bool.random(using: &random)
      ? [] : Self.accounts.filter { $0 != group.owner && Bool.random(using: &random) }
    owner.server.set(now: now, pageSize: 50)
    // The group may not have been sent yet.
    guard
      let address = try? owner.server.ask(
        .invite(
          zone: group.zone, root: group.root, title: "group \(index)", people: people,
          mayWrite: true), by: owner.device.name
      ).address
    else { return }
    group.address = address
    group.isOpen = people.isEmpty
    group.invited.formUnion(people)
    group.expelled.subtract(people)
    groups[index] = group
    count(people.isEmpty ? "opened to all with the address" : "invited by name")
    note("\(owner.account) invites \(people) to group \(index)")
  }

  private mutating func join(_ player: Player) throws {
    guard let (index, _) = anyGroup(), let address = groups[index].address,
      player.account != groups[index].owner
    else { return }
    var group = groups[index]
    player.server.set(now: now, pageSize: 50)
    let account = player.account
    let mayJoin =
      group.members.contains(account) || group.invited.contains(account)
      || group.isOpen && !group.expelled.contains(account)
    do throws(RemoteError) {
      _ = try player.server.ask(.accept(address: address), by: player.device.name)
      note("\(player.device.name) of \(account) joins group \(index)")
    } catch {
      note("\(player.device.name) of \(account) may not join group \(index): \(error)")
      if mayJoin { verdict.lost.append("\(account) may not join group \(index)") }
      count("refused")
      return
    }
    if !mayJoin { verdict.leaked.append("\(account) joins group \(index)") }
    count(group.scoresAtEnd[account] == nil ? "joined" : "joined again")
    try player.device.store.startRound(group.zone, of: pipeline.name, token: ZoneState.joined)
    group.members.insert(account)
    group.invited.remove(account)
    group.scoresAtEnd[account] = nil
    groups[index] = group
  }

  private mutating func leave(_ player: Player) {
    guard let (index, _) = anyGroup(), groups[index].members.contains(player.account) else {
      return
    }
    player.server.set(now: now, pageSize: 50)
    do throws(RemoteError) {
      _ = try player.server.ask(.leave(zone: groups[index].zone), by: player.device.name)
      note("\(player.account) leaves group \(index)")
    } catch {
      verdict.lost.append("\(player.account) cannot leave group \(index): \(error)")
    }
    end(player.account, in: index)
    count("left")
  }

  private mutating func expel() {
    guard let (index, owner) = anyGroup(),
      let account = groups[index].members.sorted().randomElement(using: &random),
      let identity = identities[account]
    else { return }
    owner.server.set(now: now, pageSize: 50)
    do throws(RemoteError) {
      _ = try owner.server.ask(
        .expel(zone: groups[index].zone, member: identity), by: owner.device.name)
      note("\(owner.account) expels \(account) from group \(index)")
    } catch {
      verdict.lost.append("\(account) cannot be expelled from group \(index): \(error)")
    }
    end(account, in: index)
    groups[index].expelled.insert(account)
    count("expelled")
  }

  /// Somebody takes part no longer: from now on there are no new scores of theirs.
  private mutating func end(_ account: String, in index: Int) {
    groups[index].members.remove(account)
    groups[index].invited.remove(account)
    let identity = identities[account]
    let records = (try? records(of: groups[index])) ?? []
    groups[index].scoresAtEnd[account] = Set(
      records.filter { $0.fields["userId"]?.string == identity }.map(\.recordName))
  }

  private mutating func remove() throws {
    guard let (index, owner) = anyGroup() else { return }
    let group = groups[index]
    // The account's other device may have made it.
    guard
      try owner.device.store.document(type: RecordType.leaderboardGroup.name, name: group.id) != nil
    else { return }
    owner.server.set(now: now, pageSize: 50)
    if try owner.device.store.zones(of: pipeline.name).contains(group.zone) {
      do throws(RemoteError) {
        _ = try owner.server.ask(.remove(zone: group.zone), by: owner.device.name)
      } catch {
        verdict.lost.append("group \(index) cannot be removed: \(error)")
      }
    }
    _ = try owner.device.store.deleteDocument(
      type: RecordType.leaderboardGroup.name, name: group.id, now: now)
    groups[index].isRemoved = true
    count("removed")
    note("\(owner.account) removes group \(index)")
  }

  // MARK: - What is at the server

  /// The scores of a group, as another client of its owner reads them.
  private func records(of group: Group) throws(RemoteError) -> [RemoteRecord] {
    try records(of: group, as: ProcessServer(process, account: group.owner, pipeline: pipeline))
  }

  private func records(
    of group: Group, as server: ProcessServer
  ) throws(RemoteError) -> [RemoteRecord] {
    server.set(now: now, pageSize: 100)
    return try server.records(in: ZoneName(group.zone)).filter {
      $0.type == RecordType.dailyScore.name
    }
  }

  /// A member whose program does as it likes changes, deletes or makes up a score of somebody else.
  private mutating func writeForAnother(_ player: Player) async throws {
    guard let (index, _) = anyGroup() else { return }
    let group = groups[index]
    guard group.members.contains(player.account) || group.owner == player.account else { return }
    let server = ProcessServer(process, account: player.account, pipeline: pipeline)
    let others = ((try? records(of: group, as: server)) ?? []).filter {
      $0.fields["userId"]?.string != identities[player.account]
    }
    guard let held = others.randomElement(using: &random) else { return }
    var fields = held.fields
    fields["score"] = .int(Int.random(in: 1...6, using: &random))
    let isDeleted = Int.random(in: 0..<3, using: &random) == 0
    var record = OutgoingRecord(
      zone: held.zone, recordName: held.recordName, type: held.type, tag: held.tag, version: 1,
      isDeleted: isDeleted, fields: fields)
    record.parent = group.root
    if !isDeleted, Int.random(in: 0..<3, using: &random) == 0,
      let day = fields["dateInt"]?.int.flatMap(Day.init(dateInt:))
    {
      let madeUp = day + 1
      fields["dateInt"] = .int(madeUp.dateInt)
      record = OutgoingRecord(
        zone: held.zone,
        recordName: held.recordName.replacing("\(day.dateInt)", with: "\(madeUp.dateInt)"),
        type: held.type, version: 1, fields: fields)
      record.parent = group.root
      groups[index].madeUp.insert(record.recordName)
    }
    let results = try? await server.remote(of: "tampering").push([record], atomic: false)
    count("written for another")
    note("\(player.account) writes \(record.recordName) of group \(index): \(results ?? [])")
  }

  // MARK: - Syncing

  private mutating func sync(_ player: Player, percent: Int) async throws {
    player.server.set(now: now, pageSize: Int.random(in: 3...50, using: &random))
    let schedule = FaultyRemote.Schedule(seed: random.next(), percent: percent)
    var remote = FaultyRemote(
      inner: player.server.remote(of: player.device.name), schedule: schedule
    ) { _ in }
    remote.isTold = isTold
    let moment = now
    var run = SyncRun(
      player.device.store, pipeline, to: remote, now: { moment }, jitter: { 0.5 })
    let report = try await run.run()
    note("\(player.device.name) of \(player.account) \(report.json)")
  }

  /// Lets all devices sync without faults until nothing moves any more.
  private mutating func settle() async throws {
    var quietInARow = 0
    // What a device says last; before, a remote may have been busy.
    var errors: [String: String] = [:]
    defer {
      verdict.diverged += errors.map { "\($0.key) in the end: \($0.value)" }.sorted()
    }
    for _ in 0..<30 {
      clock += 3_600_000
      for player in players {
        try player.device.store.requeue(pipeline.name, [.retry, .outcomeUnknown, .rejected])
        player.server.set(now: now, pageSize: 50)
        let moment = now
        var remote = FaultyRemote(
          inner: player.server.remote(of: player.device.name),
          schedule: FaultyRemote.Schedule(seed: 0, percent: 0)
        ) { _ in }
        remote.isTold = isTold
        var run = SyncRun(
          player.device.store, pipeline, to: remote, now: { moment }, jitter: { 0 })
        let report = try await run.run()
        note("\(player.device.name) of \(player.account) \(report.json)")
        errors[player.device.name] =
          if case .error(let message) = report.state { message } else { nil }
        let moved =
          report.batches > 0 || report.pending > 0 || report.pulled > 0 || report.merged > 0
        quietInARow = moved ? 0 : quietInARow + 1
        if quietInARow == players.count { return }
      }
    }
    verdict.diverged.append("the devices are not quiet after 30 rounds")
  }

  /// Who is in a group, as its owner's device lists them.
  func members(of group: Group) throws(RemoteError) -> [GroupMember] {
    guard let owner = players.first(where: { $0.account == group.owner }) else { return [] }
    owner.server.set(now: now, pageSize: 50)
    return try owner.server.ask(.members(zone: group.zone), by: owner.device.name).members
  }
}
