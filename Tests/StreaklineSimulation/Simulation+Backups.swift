internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

// Backups that are restored: the store is then a new device, which knows what it knew at the time of the backup.

extension Simulation {
  /// Whether backups are restored: `BACKUPS=1`.
  static let restoresBackups = ProcessInfo.processInfo.environment["BACKUPS"] == "1"

  /// Ends some of the histories with a backup that is taken among all other steps and restored after more of them, on
  /// the same device or on another one beside it. Nothing here draws from ``random``, so that the history before is the
  /// same as without it.
  mutating func restoreBackup() async throws {
    swap(&random, &backupRandom)
    defer { swap(&random, &backupRandom) }
    guard Self.restoresBackups, Int.random(in: 0..<5, using: &random) == 0,
      let device = devices.randomElement(using: &random)
    else { return }
    try await takeSteps(0...4, mostlyOn: device)
    if Bool.random(using: &random) { try await sendAll(device) }
    let backup = try device.backUp()
    note("\(device.name) is backed up")
    try await takeSteps(2...10, mostlyOn: device)
    let restored =
      Bool.random(using: &random)
      ? try await restore(backup, inPlaceOf: device) : try restore(backup, beside: device)
    try await takeSteps(0...6, mostlyOn: restored)
  }

  private mutating func takeSteps(_ number: ClosedRange<Int>, mostlyOn device: SimulatedDevice)
    async throws
  {
    for _ in 0..<Int.random(in: number, using: &random) {
      clock += Int64.random(in: 0...200_000, using: &random)
      let isOther = Int.random(in: 0..<3, using: &random) == 0
      try await step(isOther ? devices.randomElement(using: &random) ?? device : device)
      try tellWatchedResult()
    }
  }

  private mutating func sendAll(_ device: SimulatedDevice) async throws {
    // Between smaller pages the tokens of this server may expire for ever.
    server.set(now: Instant(milliseconds: clock), pageSize: 50)
    _ = try await settle(device)
  }

  /// The device has lost its store.
  private mutating func restore(
    _ backup: SimulatedDevice.Backup, inPlaceOf device: SimulatedDevice
  ) async throws -> SimulatedDevice {
    let isSent = Bool.random(using: &random)
    if isSent { try await sendAll(device) }
    let before = try device.results()
    let deleted = device.deleted
    try device.restore(backup)
    let after = try device.results()
    // What it had changed, and perhaps nobody has heard of.
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    if !isSent {
      for id in changed.union(deleted) { fates[id, default: Fate()].isLostUnsent = true }
    }
    // Also when all was sent: the deletion of what no other device and no remote has is not sent.
    for id in deleted.subtracting(backup.deleted) { fates[id]?.forgetDeletions(of: device.name) }
    verdict.states.insert("restored")
    note("\(device.name) is restored as \(device.id)\(isSent ? "" : ", not all was sent")")
    return device
  }

  /// Another device begins with the backup, and the one from which it is goes on.
  private mutating func restore(
    _ backup: SimulatedDevice.Backup, beside device: SimulatedDevice
  ) throws -> SimulatedDevice {
    let new = try SimulatedDevice(
      "device\(devices.count)", folder: folder, from: backup, skew: device.skew,
      isOld: device.isOld)
    if isFolder { try shared.create(for: new.name) }
    devices.append(new)
    verdict.states.insert("restored elsewhere")
    note("\(device.name) is restored as \(new.name)")
    return new
  }

  // MARK: - People

  /// Ends some of the histories of people with a backup that is restored after something was decided about a text, of
  /// which it does not know. Over a folder the text may not have left the device then. Nothing here draws from ``random``.
  mutating func restoreAfterDecisions() async throws {
    swap(&random, &backupRandom)
    defer { swap(&random, &backupRandom) }
    guard Self.restoresBackups, Int.random(in: 0..<3, using: &random) == 0,
      let device = devices.randomElement(using: &random), let share = lateShare(day: Self.days + 9)
    else { return }
    decisions.shares.append(share)
    try importShares(device, [share], replaces: false, isMended: false)
    let isSent = !isFolder || Bool.random(using: &random)
    if isSent { try await settle() }
    let backup = try device.backUp()
    note("\(device.name) is backed up")
    if !isSent { try await settle() }
    decisions.end()
    clock += 2 * DecisionLedger.margin
    let kind =
      ["edit", "delete", "erase", "forget", "rename"].randomElement(using: &random) ?? "edit"
    guard let decider = devices.randomElement(using: &random),
      try await decide(kind, about: share, on: decider)
    else { return }
    try await endLate()
    let isInPlace = Bool.random(using: &random)
    let restored =
      isInPlace
      ? try await restore(backup, inPlaceOf: device) : try restore(backup, beside: device)
    if !isInPlace { decisions.copied[restored.name] = device.name }
    countPair(kind, "restored")
    try await endLate()
    guard isFolder || !["edit", "delete"].contains(kind) else { return }
    try importShares(restored, [share], replaces: false, isMended: false)
    try await endLate()
  }

  /// - Returns: Whether the text was there.
  private mutating func decide(_ kind: String, about share: ChatShare, on device: SimulatedDevice)
    async throws -> Bool
  {
    if ["edit", "delete"].contains(kind) { return try decide(kind, about: [share], on: device) }
    let user = try device.store.knownNames().users[share.sender] ?? share.sender
    switch kind {
    case "erase":
      try await erase(user, on: device, reachesRemote: Bool.random(using: &random))
    case "forget": try forget(user, isForGood: Bool.random(using: &random), on: device)
    default:
      let new = (Self.people + Self.newNames).filter { $0 != user }.randomElement(using: &random)
      try change(device, .rename, user, new ?? "znemil")
    }
    return true
  }
}
