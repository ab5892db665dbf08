internal import StreaklineCore
internal import StreaklineStore
internal import StreaklineSync

// How the devices sync.

extension Simulation {
  mutating func sync(_ device: SimulatedDevice, faults: Int, crashes: Bool) async throws {
    server.set(
      now: Instant(milliseconds: clock), pageSize: Int.random(in: 1...30, using: &random))
    if isFolder { try arrive(at: device) }
    let schedule = FaultyRemote.Schedule(seed: random.next(), percent: faults, isBusy: isBusy)
    let crashAt = crashes ? Int.random(in: 0..<12, using: &random) : -1
    var change: (@Sendable () -> Void)?
    if kind == .results, Int.random(in: 0..<8, using: &random) == 0 {
      change = try changeWhileSending(device)
    }
    let meanwhile = change
    defer { edited = nil }
    let end = CrashPoint(device, at: crashAt, schedule)
    var remote = FaultyRemote(inner: remote(of: device), schedule: schedule) { (number: Int) in
      end.pass()
      if number == 2 { meanwhile?() }
    }
    remote.isTold = isTold
    if isFolder {
      remote.torn = FaultyRemote.TornFolder(
        folder: shared, device: device.name, id: kind == .results ? device.id : device.name,
        hundredths: Int.random(in: 0...100, using: &random))
    }
    if kind == .results { try device.note(.perhaps) }
    let moment = now(device)
    let jitter = Double.random(in: 0...1, using: &random)
    var run = SyncRun(
      device.store, device.isOld ? oldPipeline : pipeline,
      to: isFolder ? FaultyFolder(remote: remote) : remote,
      now: { () -> Instant in
        end.pass()
        return moment
      }, jitter: { jitter })
    var isInStep = false
    do {
      let report = try await run.run()
      let refused = try device.store.pendingCount(pipeline.filter, at: moment).rejected
      isInStep = report.state == .success && report.pending + refused == 0
      count(report, schedule)
      note("\(device.name) \(report.json)")
    } catch {
      guard schedule.isDead else { throw error }
      note("\(device.name) crashes at \(crashAt)")
    }
    if end.isEndless { verdict.diverged.append("a run does not end") }
    if meanwhile != nil, schedule.requests > 1 { verdict.states.insert("changed while sending") }
    for fault in schedule.met { verdict.states.insert("\(fault)") }
    if isFolder, try shared.isCompacted(device.name) { verdict.states.insert("compacted") }
    if schedule.isDead {
      verdict.states.insert("crash in sync")
      try device.reopen()
    }
    if let edited {
      fates[edited.id, default: Fate()].replace(
        edited, with: try device.store.record(id: edited.id))
    }
    if kind == .results { try device.note(isInStep ? .surely : .perhaps) }
  }

  func remote(of device: SimulatedDevice) -> any Remote {
    guard isFolder else { return server.remote(of: device.name) }
    return FolderRemote(path: shared.path(of: device.name), device: device.id, limits: limits)
  }

  /// Small segments and pages, so that a short history has many and compacts its logs.
  private var limits: FolderRemote.Limits {
    var limits = FolderRemote.Limits()
    limits.segmentBytes = 2_000
    limits.pageLines = 15
    limits.segmentsToCompact = 1
    limits.linesPerRecordToCompact = 1
    return limits
  }

  /// Syncs a device while it is signed in to another account.
  mutating func syncElsewhere(_ device: SimulatedDevice) async throws {
    let isBound = try device.store.syncState(pipeline.name).account != nil
    guard !isFolder, isBound else { return }
    if kind == .results { try device.note(.perhaps) }
    let moment = now(device)
    var run = SyncRun(
      device.store, device.isOld ? oldPipeline : pipeline,
      to: otherServer.remote(of: device.name), now: { moment }, jitter: { 0 })
    let report = try await run.run()
    verdict.states.insert("other account")
    note("\(device.name) elsewhere \(report.json)")
  }

  /// What the user does while the first request is on its way.
  private mutating func changeWhileSending(_ device: SimulatedDevice) throws
    -> (@Sendable () -> Void)?
  {
    let moment = now(device)
    noteCount += 1
    let document = Document(
      type: SimulatedRecords.note.name, name: "a",
      fields: ["text": .string("late \(noteCount)"), "count": .int(noteCount % 7)])
    let store = device.store
    let edited = try store.results().randomElement(using: &random)
    self.edited = edited
    let score = Int.random(in: 1...6, using: &random)
    return {
      _ = try? store.put(document, now: moment)
      guard let edited else { return }
      _ = try? store.edit(id: edited.id, now: moment) { record, _ in
        var fields = record.fields
        fields["score"] = .int(score)
        fields["completed"] = .bool(true)
        return fields
      }
    }
  }

  // MARK: - The shared folder

  /// Lets some of what the others have written arrive.
  private mutating func arrive(at device: SimulatedDevice) throws {
    for other in devices where other !== device {
      var random = random
      try shared.arrive(from: other.name, other.ids, at: device.name) {
        switch Int.random(in: 0..<10, using: &random) {
        case ..<6: .whole
        case ..<8: .part(Int.random(in: 0..<100, using: &random))
        default: .none
        }
      }
      self.random = random
    }
  }

  // MARK: - The end

  /// Lets all devices sync without faults until nothing moves any more.
  mutating func settle() async throws {
    server.set(now: Instant(milliseconds: clock), pageSize: 50)
    var quietInARow = 0
    for _ in 0..<40 {
      clock += 7_200_000
      for device in devices {
        quietInARow = try await settle(device) ? 0 : quietInARow + 1
        if quietInARow == devices.count { return }
      }
    }
    verdict.diverged.append("the devices are not quiet after 40 rounds")
  }

  /// - Returns: Whether anything moved.
  mutating func settle(_ device: SimulatedDevice) async throws -> Bool {
    if kind == .results { try device.note(.perhaps) }
    if isFolder {
      for other in devices where other !== device {
        try shared.arrive(from: other.name, other.ids, at: device.name) { .whole }
      }
    }
    try device.store.requeue(pipeline.name, [.retry, .outcomeUnknown, .rejected])
    let schedule = FaultyRemote.Schedule(seed: 0, percent: 0)
    var remote = FaultyRemote(inner: remote(of: device), schedule: schedule) { _ in }
    remote.isTold = isTold
    let moment = now(device)
    let end = CrashPoint(device, at: -1, schedule)
    var run = SyncRun(
      device.store, device.isOld ? oldPipeline : pipeline,
      to: isFolder ? FaultyFolder(remote: remote) : remote,
      now: { () -> Instant in
        end.pass()
        return moment
      }, jitter: { 0 })
    let report: SyncReport
    do {
      report = try await run.run()
    } catch {
      guard end.isEndless else { throw error }
      verdict.diverged.append("a run does not end")
      try device.reopen()
      return false
    }
    count(report, schedule)
    note("\(device.name) \(report.json)")
    if case .error(let message) = report.state, message.contains("`streakline sync --from-start`"),
      let folder = self.remote(of: device) as? FolderRemote
    {
      note("\(device.name) starts its log anew, as the message says")
      try device.store.rewind(pipeline.name)
      try folder.startAgain(device.store.zones(of: pipeline.name).map { ZoneName($0) })
    } else if case .error(let message) = report.state {
      verdict.diverged.append("\(device.name) in the end: \(message)")
    }
    return report.batches > 0 || report.pending > 0 || report.pulled > 0 || report.merged > 0
  }

  private mutating func count(_ report: SyncReport, _ schedule: FaultyRemote.Schedule) {
    if report.conflicts > 0 { verdict.states.insert("conflict") }
    if report.merged > 0 { verdict.states.insert("merge") }
    if report.foreign > 0 { verdict.states.insert("foreign record") }
    if report.deleted > 0 { verdict.states.insert("deletion sent") }
    // What is erased leaves in as few requests as the remote takes.
    if kind == .results, schedule.sizes.contains(where: { $0 > pipeline.batcher.maximumSize }) {
      verdict.diverged.append("a batch had more than \(pipeline.batcher.maximumSize) records")
    }
    let alone = schedule.sizes.count { $0 == 1 }
    if schedule.met.isEmpty, report.conflicts == 0, report.merged == 0, alone > 5 {
      verdict.diverged.append("\(alone) records were sent alone")
    }
  }
}

/// The step of a run at which a device crashes; also where a run does not end by itself.
private final class CrashPoint: @unchecked Sendable {
  private let device: SimulatedDevice
  private let step: Int
  private let schedule: FaultyRemote.Schedule
  private var passed = 0

  /// - Parameter step: Negative for a run without a crash.
  init(_ device: SimulatedDevice, at step: Int, _ schedule: FaultyRemote.Schedule) {
    self.device = device
    self.step = step
    self.schedule = schedule
  }

  /// Whether the run took more steps than any run should.
  var isEndless: Bool { passed > Self.mostSteps }

  private static let mostSteps = 5_000

  /// One task at a time calls this.
  func pass() {
    if passed == step || passed == Self.mostSteps {
      schedule.die()
      device.crash()
    }
    passed += 1
  }
}
