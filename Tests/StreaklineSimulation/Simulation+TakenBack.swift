internal import StreaklineCore
internal import StreaklineStore

// What few histories meet by chance: somebody takes his own deletion back while another device decides something about
// the same result; and two people, each of them `me` on his device, share a folder and have played the same puzzle, and
// one of them says something about himself.

extension Simulation {
  /// Ends some of the histories with a deletion that is taken back while another device deletes or corrects the same
  /// result. The other device's decision holds. Nothing here draws from ``random``.
  mutating func takeBackLate() async throws {
    // A remote without stamps does not tell which deletion was taken back.
    guard isFolder, Int.random(in: 0..<3, using: &lateRandom) == 0,
      let first = devices.randomElement(using: &lateRandom),
      let second = devices.filter({ $0 !== first }).randomElement(using: &lateRandom),
      let share = lateShare(day: Self.days + 3)
    else { return }
    decisions.shares.append(share)
    try importShares(first, [share], replaces: false, isMended: false)
    try await settle()
    decisions.end()
    let place = Int.random(in: 0...4, using: &lateRandom)
    let edits = Bool.random(using: &lateRandom)
    var isDecided = false
    var isDeleted = false
    var isTakenBack = false
    for step in 0...4 {
      clock += 60_000
      if step == place { isDecided = try await decideBeside(share, on: second, edits: edits) }
      switch step {
      case 0: isDeleted = try deleteLate(share, first)
      case 2 where isDeleted: isTakenBack = try takeBackDeletion(share, first)
      case 1, 3: if Bool.random(using: &lateRandom) { _ = try await settle(first) }
      default: break
      }
    }
    if isDecided, isTakenBack, !edits {
      countPair("delete taken back", "delete")
      decisions.deleted.insert(share.number)
    }
    decisions.unclear.insert(share.number)
    try await endLate()
    guard isDecided, isTakenBack, edits else { return }
    countPair("delete taken back", "edit")
    try judgeCorrected(share)
  }

  /// Another device deletes or corrects a result, whether or not it has heard what became of it.
  ///
  /// - Returns: Whether it had the result.
  private mutating func decideBeside(
    _ share: ChatShare, on device: SimulatedDevice, edits: Bool
  ) async throws -> Bool {
    if Bool.random(using: &lateRandom) { _ = try await settle(device) }
    guard let record = try result(of: share, on: device) else { return false }
    if edits {
      try decideEdit(device, record.id, score: share.score % 6 + 1)
      note("\(device.name) edits \(share.brief)")
      return true
    }
    return try deleteLate(share, device)
  }

  /// - Returns: Whether the device had the result.
  mutating func deleteLate(_ share: ChatShare, _ device: SimulatedDevice) throws -> Bool {
    guard let record = try result(of: share, on: device),
      try device.store.delete(id: record.id, now: now(device))
    else { return false }
    note("\(device.name) deletes \(share.brief)")
    return true
  }

  private mutating func takeBackDeletion(_ share: ChatShare, _ device: SimulatedDevice) throws
    -> Bool
  {
    let actions = try device.store.actions().filter { $0.kind == .deleted && $0.undoneAt == nil }
    guard let action = actions.max(by: { $0.number < $1.number }) else { return false }
    let outcome = try decideUndo(device, action)
    note("\(device.name) takes the deletion of \(share.brief) back: \(outcome)")
    if case .undone = outcome { return true }
    return false
  }

  private mutating func judgeCorrected(_ share: ChatShare) throws {
    for device in devices {
      let record = try result(of: share, on: device)
      if record == nil { verdict.lost.append("corrected: \(share.brief) on \(device.name)") }
      if record?.fields["score"]?.int == share.score {
        verdict.resurrected.append("corrected, and as it was on \(device.name): \(share.brief)")
      }
    }
  }

  func result(of share: ChatShare, on device: SimulatedDevice) throws -> Record? {
    try device.store.results().first { ChatShare.number(in: $0.encodedFields) == share.number }
  }

  // MARK: - Two people as `me`

  /// Ends some of the histories over a folder with two people who are both `me` there and have played one puzzle. What
  /// one of them says about himself takes nothing from the other. Nothing here draws from ``random``.
  mutating func shareRoleLate() async throws {
    let isOfOwner = decisions.users.contains { $0.isOfOwner || $0.kind == .eraseAll }
    guard isFolder, !isOfOwner, decisions.copied.isEmpty, copies.isEmpty,
      Int.random(in: 0..<4, using: &lateRandom) > 0,
      let first = devices.randomElement(using: &lateRandom),
      let second = devices.filter({ $0 !== first }).randomElement(using: &lateRandom)
    else { return }
    let share = ownShare()
    try importShares(first, [share], replaces: false, isMended: false)
    // What a device has heard of before it reads it itself leaves no trace there, so both read before they hear.
    let other = Bool.random(using: &lateRandom) ? share : ownShare()
    clock += 60_000
    try importShares(second, [other], replaces: false, isMended: false)
    if Bool.random(using: &lateRandom) { try await settle() }
    decisions.end()
    clock += 2 * DecisionLedger.margin
    switch Int.random(in: 0..<3, using: &lateRandom) {
    case 0: try await erase("me", on: second, reachesRemote: Bool.random(using: &lateRandom))
    case 1: try forget("me", isForGood: Bool.random(using: &lateRandom), on: second)
    default:
      try change(second, .rename, "me", Self.newNames.randomElement(using: &lateRandom) ?? "")
    }
    countPair("two people as me", decisions.users.last?.kind.rawValue ?? "")
    try await endLate()
    guard try result(of: share, on: first)?.userId != "me" else { return }
    let isDisputed = try first.store.disputes().contains {
      ChatShare.number(in: $0.other.encodedFields) == share.number
    }
    if !isDisputed { verdict.lost.append("own: \(share.brief) on \(first.name)") }
  }

  /// A text of `me`, in a place that only such texts have.
  private mutating func ownShare() -> ChatShare {
    let number = decisions.shares.count
    let share = ChatShare(
      number: number, sender: "me", game: 0, day: Self.days + 4, score: number % 6 + 1,
      sentAt: clock, isSuspect: false, isMiss: false)
    decisions.shares.append(share)
    return share
  }
}
