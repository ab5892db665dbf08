internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: a device that knows a text's result only as somebody has corrected or deleted it,
// because it has not synced before, and that then imports the text; a near miss that a mended rule reads after
// something was decided about its sender.

extension Simulation {
  /// Ends some of the histories with such a device. Nothing here draws from ``random``, so that the history before
  /// is the same as without it.
  mutating func joinLate() async throws {
    // A remote without stamps does not tell other devices what a correction has replaced.
    guard isFolder || Self.remoteCarriesReplaced,
      Bool.random(using: &lateRandom),
      let writer = devices.randomElement(using: &lateRandom), let share = lateShare(day: Self.days)
    else { return }
    decisions.shares.append(share)
    try importShares(writer, [share], replaces: false, isMended: false)
    _ = try await settle(writer)
    guard try await correctLate(share, writer) else { return }
    let joins = Bool.random(using: &lateRandom)
    let others = devices.filter { $0 !== writer }
    let reader = try joins ? newDevice() : others.randomElement(using: &lateRandom) ?? newDevice()
    try await endLate()
    let isMended = Int.random(in: 0..<4, using: &lateRandom) == 0
    try importShares(reader, [share], replaces: false, isMended: isMended)
    try await endLate()
  }

  /// Ends some of the histories with a near miss that a mended rule reads after something was decided about its
  /// sender, on another device or on the same, known there or not.
  mutating func reparseLate() async throws {
    guard Int.random(in: 0..<3, using: &lateRandom) == 0,
      let reader = devices.randomElement(using: &lateRandom),
      let decider = devices.randomElement(using: &lateRandom),
      let sender = Self.people.dropFirst().randomElement(using: &lateRandom)
    else { return }
    for (isMiss, day) in [(false, Self.days + 1), (true, Self.days + 2)] {
      let number = decisions.shares.count
      let share = ChatShare(
        number: number, sender: sender, game: Int.random(in: 0..<3, using: &lateRandom), day: day,
        score: number % 6 + 1, sentAt: clock, isSuspect: false, isMiss: isMiss)
      decisions.shares.append(share)
      try importShares(reader, [share], replaces: false, isMended: false)
    }
    try await settle()
    decisions.end()
    clock += 2 * DecisionLedger.margin
    try await decideLate(sender, on: decider)
    if Bool.random(using: &lateRandom) {
      _ = try await settle(decider)
      _ = try await settle(reader)
    }
    clock += 60_000
    try reparse(reader)
    try await endLate()
  }

  private mutating func decideLate(_ sender: String, on device: SimulatedDevice) async throws {
    let user = try device.store.knownNames().users[sender] ?? sender
    let others = try device.store.users().map(\.user).filter { $0 != user }
    switch Int.random(in: 0..<6, using: &lateRandom) {
    case 0: try await erase(nil, on: device, reachesRemote: Bool.random(using: &lateRandom))
    case 1: try await erase(user, on: device, reachesRemote: Bool.random(using: &lateRandom))
    case 2, 3: try forget(user, isForGood: Bool.random(using: &lateRandom), on: device)
    case 4:
      guard let new = others.randomElement(using: &lateRandom) else { return }
      try change(device, .merge, user, new)
    default:
      let new = (Self.people + Self.newNames).filter { $0 != user }
      try change(device, .rename, user, new.randomElement(using: &lateRandom) ?? "znemil")
    }
  }

  /// A text of a person about whom nothing was decided, in a place of its own.
  mutating func lateShare(day: Int) -> ChatShare? {
    let senders = Self.people.filter { name in
      decisions.travels(name)
        && !decisions.users.contains { $0.names.contains(name) || $0.new == name }
    }
    guard let sender = senders.randomElement(using: &lateRandom) else { return nil }
    let number = decisions.shares.count
    return ChatShare(
      number: number, sender: sender, game: Int.random(in: 0..<3, using: &lateRandom),
      day: day, score: number % 6 + 1, sentAt: clock, isSuspect: false, isMiss: false)
  }

  /// Corrects what was imported so often that the log is compacted: it loses the line that says what was there at
  /// first. In some histories it is deleted then.
  ///
  /// - Returns: Whether it was there.
  private mutating func correctLate(_ share: ChatShare, _ device: SimulatedDevice) async throws
    -> Bool
  {
    let record = try device.store.results().first {
      ChatShare.number(in: $0.encodedFields) == share.number
    }
    guard let record else { return false }
    for number in 0..<4 {
      clock += 60_000
      try decideEdit(device, record.id, score: (share.score + number) % 6 + 1)
      note("\(device.name) edits \(share.brief)")
      _ = try await settle(device)
    }
    if Int.random(in: 0..<3, using: &lateRandom) > 0 {
      try decide(share.number, "edit", of: record.userId, on: device)
    } else {
      clock += 60_000
      _ = try device.store.delete(id: record.id, now: now(device))
      note("\(device.name) deletes \(share.brief)")
      // The log may say no more than that a name is gone. Of a result that was never here, an import does not know
      // that name; the next run does, and deletes it. So only what is there in the end is judged.
      decisions.unclear.insert(share.number)
      decisions.deleted.insert(share.number)
    }
    for _ in 0..<2 { _ = try await settle(device) }
    return true
  }

  private mutating func newDevice() throws -> SimulatedDevice {
    let skews: [Int64] = [0, 600_000, -600_000]
    let device = try SimulatedDevice(
      "device\(devices.count)", folder: folder, templates: templates,
      skew: skews.randomElement(using: &lateRandom) ?? 0, isOld: false)
    if isFolder { try shared.create(for: device.name) }
    devices.append(device)
    note("\(device.name) joins")
    return device
  }

  /// Ends some of the histories with a restored backup, or a copy of a store, that does not know what was decided about a
  /// text since. Nothing here draws from ``random``.
  mutating func bringBackLate() async throws {
    guard isFolder, Int.random(in: 0..<3, using: &lateRandom) == 0,
      let decider = devices.randomElement(using: &lateRandom),
      let share = lateShare(day: Self.days + 7)
    else { return }
    let kind = ["edit", "delete", "accept", "reject"].randomElement(using: &lateRandom) ?? ""
    let other = ChatShare(
      number: share.number + 1, sender: share.sender, game: share.game, day: share.day,
      score: share.score % 6 + 1, sentAt: clock, isSuspect: false, isMiss: false)
    let shares = ["accept", "reject"].contains(kind) ? [share, other] : [share]
    decisions.shares += shares
    try importShares(decider, shares, replaces: false, isMended: false)
    try await settle()
    decisions.end()
    let copy = try decider.copy()
    clock += 60_000
    guard try decide(kind, about: shares, on: decider) else { return }
    try await endLate()
    guard
      let device = try bringBack(copy, isRestored: Bool.random(using: &lateRandom))
    else { return }
    try await endLate()
    try importShares(device, shares, replaces: false, isMended: false)
    try await endLate()
  }

  /// - Parameter shares: A result, and what disputes it.
  /// - Returns: Whether it was there.
  mutating func decide(
    _ kind: String, about shares: [ChatShare], on device: SimulatedDevice
  ) throws -> Bool {
    guard let share = shares.first, let record = try result(of: share, on: device) else {
      return false
    }
    switch kind {
    case "edit":
      try decideEdit(device, record.id, score: share.score % 6 + 1)
      note("\(device.name) edits \(share.brief)")
      try decide(share.number, "edit", of: record.userId, on: device)
    case "delete":
      guard try deleteLate(share, device) else { return false }
      try decide(share.number, "delete", of: record.userId, on: device)
      decisions.deleted.insert(share.number)
    default:
      let dispute = try device.store.disputes().first {
        ChatShare.number(in: $0.other.encodedFields) == shares.last?.number
      }
      guard let dispute, let other = shares.last else { return false }
      try settle(dispute, with: other.number, isAccepted: kind == "accept", on: device)
    }
    return true
  }

  mutating func endLate() async throws {
    try await settle()
    decisions.end()
    note("all devices are quiet")
    try judgePeople()
  }
}
