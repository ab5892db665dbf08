internal import Foundation
internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// Decisions about users, and what they meet.

extension Simulation {
  mutating func erase(_ device: SimulatedDevice) async throws {
    let isAll = Int.random(in: 0..<3, using: &random) == 0
    let known = try anyUser(device)
    let isNew = Int.random(in: 0..<4, using: &random) == 0
    let user = isAll ? nil : (isNew ? nil : known) ?? people.randomElement(using: &random) ?? "me"
    let reaches = Int.random(in: 0..<3, using: &random) > 0
    try await erase(user, on: device, reachesRemote: reaches)
  }

  /// - Parameter user: `nil` for everybody.
  mutating func erase(_ user: String?, on device: SimulatedDevice, reachesRemote: Bool)
    async throws
  {
    let ended = user.flatMap { decisions.endedNames[$0] }
    if ended.map({ $0.kind != .forget }) ?? false { return }
    let (names, former) = try await decideErase(device, user, reachesRemote: reachesRemote)
    if names.isEmpty { return }
    let how = reachesRemote ? "" : "offline"
    note("\(device.name) erases \(user ?? "all") \(names.sorted()) \(how)")
    let kind = user == nil ? DecisionLedger.OfUser.Kind.eraseAll : .erase
    add(kind, names, nil, on: device, former: former)
    // Nothing is kept of what was decided about the contents of an erased person, also where they were of `me` first.
    for (number, one) in decisions.contents
    where names.union(former).contains(one.user) {
      decisions.contents[number] = nil
    }
    for share in decisions.shares where names.contains(share.sender) {
      if decisions.deleted.contains(share.number) { decisions.deletedBefore.insert(share.number) }
      decisions.drop(share.number)
    }
  }

  mutating func forget(_ device: SimulatedDevice) throws {
    guard let user = try anyUser(device) else { return }
    try forget(user, isForGood: Int.random(in: 0..<3, using: &random) == 0, on: device)
  }

  mutating func forget(_ user: String, isForGood: Bool, on device: SimulatedDevice) throws {
    let names = try names(of: user, on: device)
    let change = try decideForget(device, user, isForGood: isForGood)
    note("\(device.name) forgets \(user)\(isForGood ? " for good" : ""): \(change)")
    guard case .done(let action) = change else { return }
    add(.forget, names, nil, on: device, action)
    disturb(names)
  }

  mutating func merge(_ device: SimulatedDevice) throws {
    let users = try device.store.users().map(\.user)
    guard let old = try anyUser(device),
      let new = users.filter({ $0 != old }).randomElement(using: &random)
    else { return }
    try change(device, .merge, old, new)
  }

  /// A user of a device, more often one about whom something was decided.
  private mutating func anyUser(_ device: SimulatedDevice) throws -> String? {
    let users = try device.store.users().map(\.user)
    guard Int.random(in: 0..<3, using: &random) > 0 else {
      return users.randomElement(using: &random)
    }
    let known = try device.store.knownNames().users
    var decided = decisions.contents.sorted { $0.key < $1.key }
      .map { decisions.shares[$0.key].sender }
    decided += decisions.users.flatMap { $0.names.sorted() }
    let wanted = decided.map { known[$0] ?? $0 }.filter(users.contains)
    return wanted.randomElement(using: &random) ?? users.randomElement(using: &random)
  }

  mutating func rename(_ device: SimulatedDevice) throws {
    guard let old = try anyUser(device),
      let new = (people + people + Self.newNames).randomElement(using: &random), old != new
    else { return }
    try change(device, .rename, old, new)
  }

  mutating func change(
    _ device: SimulatedDevice, _ kind: DecisionLedger.OfUser.Kind, _ old: String, _ new: String
  ) throws {
    let names = try names(of: old, on: device)
    let change =
      kind == .merge
      ? try decideMerge(device, old, into: new) : try decideRename(device, old, to: new)
    note("\(device.name) \(kind.rawValue)s \(old) to \(new): \(change)")
    if case .ended = change { countPair("forget", "name used again") }
    guard case .done(let action) = change else { return }
    add(kind, names, new, on: device, action)
    disturb(names.union([new]))
  }

  private mutating func disturb(_ names: Set<String>) {
    for share in decisions.shares where names.contains(share.sender) {
      decisions.unclear.insert(share.number)
      if decisions.users.last?.kind == .merge { decisions.disturb(share.slot) }
    }
  }

  private mutating func add(
    _ kind: DecisionLedger.OfUser.Kind, _ names: Set<String>, _ new: String?,
    on device: SimulatedDevice, _ action: Int64? = nil, former: Set<String> = []
  ) {
    let one = DecisionLedger.OfUser(
      kind: kind, names: names, new: new, at: now(device).milliseconds, epoch: decisions.epoch,
      device: device.name, formerNames: former, action: action)
    for other in decisions.users
    where !other.isUndone
      && (!other.names.union([other.new ?? ""]).isDisjoint(with: names))
    {
      countPair(other.kind.rawValue, kind.rawValue, of: other.device, on: device)
    }
    for (number, content) in decisions.contents
    where names.contains(decisions.shares[number].sender) {
      countPair(content.kind, kind.rawValue)
    }
    decisions.add(one)
  }

  /// Where a decision meets another one.
  private func place(of epoch: Int, _ name: String, _ device: SimulatedDevice) -> String {
    name == device.name ? "here" : epoch < decisions.epoch ? "elsewhere" : "at once"
  }

  // MARK: - What decisions meet

  mutating func countPair(_ decision: String, _ event: String) {
    verdict.pairs["\(decision) × \(event)", default: 0] += 1
  }

  /// A decision of another device is met by a decision.
  private mutating func countPair(
    _ decision: String, _ event: String, of name: String, on device: SimulatedDevice
  ) {
    guard name != device.name else { return }
    countPair(decision, event)
  }

  /// A share is imported: counts what was decided about it and its sender.
  mutating func meet(
    _ share: ChatShare, on device: SimulatedDevice, replaces: Bool, isMended: Bool
  ) {
    func event(_ epoch: Int, _ name: String) -> String {
      if replaces { return "import --replace" }
      return isMended ? "import by a mended rule" : "import \(place(of: epoch, name, device))"
    }
    if let content = decisions.contents[share.number] {
      countPair(content.kind, event(content.epoch, content.device))
    }
    for one in decisions.decisions(on: share) {
      countPair(one.kind.rawValue, event(one.epoch, one.device))
      if share.isMiss { countPair(one.kind.rawValue, "near miss") }
      if one.isErasure, share.sentAt > one.at + DecisionLedger.margin {
        countPair(one.kind.rawValue, "newer share")
      }
    }
  }

  mutating func meetDecisions(_ share: ChatShare, _ event: String) {
    for one in decisions.decisions(on: share) { countPair(one.kind.rawValue, event) }
  }

  /// A content is corrected in a place in which something was decided before.
  mutating func meetOthers(_ share: ChatShare, _ event: String) {
    for (number, content) in decisions.contents
    where decisions.shares[number].slot == share.slot {
      countPair(content.kind, event)
    }
  }

  // MARK: - Backups and copies

  /// Keeps a copy of a device's store, while all devices are quiet.
  mutating func keepCopies() throws {
    guard Int.random(in: 0..<3, using: &random) == 0,
      let device = devices.randomElement(using: &random)
    else { return }
    copies.append(try device.copy())
    note("\(device.name) keeps a backup")
  }

  /// Restores a backup, or copies it to another device.
  mutating func bringBackCopies() throws {
    guard let copy = copies.randomElement(using: &random),
      Int.random(in: 0..<2, using: &random) == 0
    else { return }
    _ = try bringBack(copy, isRestored: Bool.random(using: &random))
  }

  /// - Returns: The device that has the copy now; `nil` where the store does not notice that it is one.
  mutating func bringBack(_ copy: SimulatedDevice.Copy, isRestored: Bool) throws -> SimulatedDevice?
  {
    guard let device = devices.first(where: { $0.name == copy.device }),
      let path = try device.openCopy(copy, isRestored: isRestored)
    else {
      note("a copy keeps the id of its device")
      return nil
    }
    let event = isRestored ? "restored backup" : "copied store"
    for one in decisions.users where !one.isUndone { countPair(one.kind.rawValue, event) }
    for one in decisions.contents.values { countPair(one.kind, event) }
    note("\(device.name) \(event)")
    guard !isRestored else {
      decisions.restored.insert(device.name)
      try share(device)
      return device
    }
    let new = try SimulatedDevice(
      "device\(devices.count)", at: path, skew: device.skew, isOld: device.isOld)
    devices.append(new)
    decisions.restored.insert(new.name)
    decisions.copied[new.name] = device.name
    try share(new)
    return new
  }

  private func share(_ device: SimulatedDevice) throws {
    guard isFolder else { return }
    try shared.create(for: device.name)
  }
}
