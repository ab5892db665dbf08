internal import Foundation
internal import Streakline
internal import StreaklineCore

extension Sync {
  func routes(_ pipelines: [Pipeline], _ device: String) -> [Route] {
    pipelines.compactMap { Route($0, self.pipelines.store, device: device) }
  }

  /// Runs the pipelines again and again, until the user asks to stop. A pipeline file that changes
  /// meanwhile counts from the next request on.
  func deliverContinuously(
    _ first: [Route], _ opened: RecordStore, _ switches: PipelineSwitches
  ) async throws {
    var store = opened
    var identity = try store.fileIdentity()
    var schedule = FollowSchedule()
    var watches = Watches()
    defer { watches.stop() }
    var said: [String: String] = [:]
    var isFirst: Set<String> = Set(first.map(\.name))
    // The pipelines that have sent something since they last pulled.
    var senders = isFirst
    for route in first where !route.pipeline.isEnabled {
      _ = try await deliver(route, store, switches)
    }
    var routes = first.filter(\.pipeline.isEnabled)
    guard !routes.isEmpty else {
      throw CommandFailure(ExitCodes.configuration, "there is no pipeline to keep delivering")
    }
    while !Interruption.isRequested {
      let current = try? store.fileIdentity()
      if current != identity {
        store = try reopened()
        identity = try store.fileIdentity()
      }
      if let changed = switches.takeChanges() {
        report(changed, since: routes)
        routes = self.routes(changed.filter(\.isEnabled), try store.deviceID())
        watches.stop()
        senders = Set(routes.map(\.name))
      }
      for name in watches.takeChanges() { schedule.pullsNext(name) }
      for route in routes where schedule.isDue(route.name, at: steadySeconds()) {
        let pulls = schedule.startsPull(route.name, at: steadySeconds())
        let resumes = retry && isFirst.remove(route.name) != nil
        let report = try await deliver(
          route, store, switches, pulls: pulls, mayHaveNewResults: senders.contains(route.name),
          resumes: resumes, alreadySaid: said[route.name])
        said[route.name] = report?.state.message
        if pulls, report != nil { senders.remove(route.name) }
        if pulls, report?.delaySeconds == nil { watches.begin(route) }
        if let report, report.saved + report.deleted + report.pending > 0 {
          senders.insert(route.name)
        }
        schedule.ran(route.name, at: steadySeconds(), delaySeconds: report?.delaySeconds)
      }
      // In short steps, so that Ctrl-C ends the program soon.
      let pause = min(0.1, max(0.01, schedule.pauseSeconds(at: steadySeconds())))
      try await Task.sleep(for: .seconds(pause))
    }
    try store.close()
  }

  /// Says which pipelines were switched on or off while they were followed.
  private func report(_ pipelines: [Pipeline], since routes: [Route]) {
    let before = Set(routes.map(\.name))
    let now = Set(pipelines.filter(\.isEnabled).map(\.name))
    for name in before.subtracting(now).sorted() { Output.note("\(name): switched off") }
    for name in now.subtracting(before).sorted() { Output.note("\(name): switched on") }
  }

  /// Opens the store again after another program has replaced its file.
  private func reopened() throws -> RecordStore {
    _ = try pipelines.store.openReading()
    return try pipelines.store.open()
  }

  /// Seconds of a clock that nobody can set.
  private func steadySeconds() -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - Self.start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private static let start = ContinuousClock.now
}

/// The remotes that tell when something has changed there.
struct Watches {
  private var running: [String: RemoteWatch] = [:]

  /// Watches a route's remote, if it can be and is not yet.
  mutating func begin(_ route: Route) {
    guard running[route.name]?.isWatching != true, let remote = route.remote as? ProgramRemote,
      remote.canWatch, let place = try? remote.watch()
    else { return }
    running[route.name] = RemoteWatch(remote, at: place)
  }

  /// The pipelines at whose remotes something has changed.
  func takeChanges() -> [String] {
    running.filter { $0.value.takeChange() }.map(\.key)
  }

  mutating func stop() {
    for watch in running.values { watch.stop() }
    running = [:]
  }
}

/// Which pipelines are switched on, by their files as they are now.
final class PipelineSwitches {
  private let options: PipelineOptions
  private var lookedAt = ContinuousClock.now
  private var files: PipelineFiles.States
  private var pipelines: [Pipeline]
  private var hasChanged = false

  init(_ options: PipelineOptions, _ loaded: PipelineOptions.Loaded) {
    self.options = options
    pipelines = loaded.pipelines
    files = options.fileStates()
  }

  /// Whether the pipeline is still switched on.
  func isOn(_ name: String) -> Bool {
    refresh()
    return pipelines.contains { $0.name == name && $0.isEnabled }
  }

  /// The pipelines, if a file has changed since the last call; `nil` if none has.
  func takeChanges() -> [Pipeline]? {
    refresh()
    defer { hasChanged = false }
    return hasChanged ? pipelines : nil
  }

  /// Looks at the files, at most fifty times a second.
  private func refresh() {
    guard ContinuousClock.now - lookedAt >= .milliseconds(20) else { return }
    lookedAt = .now
    let current = options.fileStates()
    guard current != files else { return }
    files = current
    hasChanged = true
    do {
      let loaded = try options.load()
      // What cannot be read may switch a pipeline off.
      pipelines = loaded.isIncomplete ? [] : loaded.pipelines
    } catch let failure as CommandFailure {
      failure.report()
      pipelines = []
    } catch {
      pipelines = []
    }
  }
}
