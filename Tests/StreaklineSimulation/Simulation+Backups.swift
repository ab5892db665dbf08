internal import StreaklineCore
internal import StreaklineStore

// Backups that are restored: the store is then a new device, which knows what it knew at the time of the backup.

extension Simulation {
  /// Ends some of the histories with a backup that is taken among all other steps and restored after more of them, on
  /// the same device or on another one beside it. Nothing here draws from ``random``, so that the history before is the
  /// same as without it.
  mutating func restoreBackup() async throws {
    swap(&random, &backupRandom)
    defer { swap(&random, &backupRandom) }
    guard Int.random(in: 0..<5, using: &random) == 0,
      let device = devices.randomElement(using: &random)
    else { return }
    try await takeSteps(0...4, mostlyOn: device)
    if Bool.random(using: &random) { _ = try await settle(device) }
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
    }
  }

  /// The device has lost its store.
  private mutating func restore(
    _ backup: SimulatedDevice.Backup, inPlaceOf device: SimulatedDevice
  ) async throws -> SimulatedDevice {
    let isSent = Bool.random(using: &random)
    if isSent { _ = try await settle(device) }
    let before = try device.results()
    try device.restore(backup)
    let after = try device.results()
    // What it had changed, and perhaps nobody has heard of.
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    if !isSent {
      for id in changed.union(device.deleted) { fates[id, default: Fate()].isLostUnsent = true }
    }
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

  /// Ends some of the histories of people with a backup that is restored after people have decided more. Some of what it
  /// has nobody had heard of. Nothing here draws from ``random``.
  mutating func restoreAfterDecisions() async throws {
    swap(&random, &backupRandom)
    defer { swap(&random, &backupRandom) }
    guard Int.random(in: 0..<5, using: &random) == 0,
      let device = devices.randomElement(using: &random)
    else { return }
    try await decide(0...3, on: [device])
    let backup = try device.backUp()
    note("\(device.name) is backed up")
    try await decide(3...8, on: devices)
    try await endLate()
    let restored =
      Bool.random(using: &random)
      ? try await restore(backup, inPlaceOf: device) : try restore(backup, beside: device)
    decisions.restored.insert(restored.name)
    if restored !== device { decisions.copied[restored.name] = device.name }
    for one in decisions.users where !one.isUndone { countPair(one.kind.rawValue, "restored") }
    try await endLate()
    try await decide(0...3, on: [restored])
    try await endLate()
  }

  private mutating func decide(_ number: ClosedRange<Int>, on devices: [SimulatedDevice])
    async throws
  {
    for _ in 0..<Int.random(in: number, using: &random) {
      clock += Int64.random(in: 0...200_000, using: &random)
      if let device = devices.randomElement(using: &random) { try await peopleStep(device) }
    }
  }
}
