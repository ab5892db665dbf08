internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// A change of the timer, with the options that every such command has.
struct TimerChange: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  /// Reads the timer and stores what it becomes, in one transaction.
  ///
  /// - Parameter body: Gets the timer, the preferences, the device and the time.
  func run(
    _ body: (ActiveTimer, Fields?, String, Instant) throws -> SessionTimer.Change
  ) throws {
    let (database, now) = (try store.open(), Instant.now)
    do {
      let change = try database.timer.change(now: now) { try body($0, $1, $2, now) }
      try database.close()
      report(change, at: now)
    } catch let mistake as SessionTimer.Mistake {
      throw CommandFailure(mistake, at: now)
    }
  }

  private func report(_ outcome: SessionTimer.Change, at now: Instant) {
    output.report(
      json(outcome.timer, session: outcome.session, at: now),
      outcome.session.map { "stopped · \(clock($0.seconds)) · stored as \($0.id)" }
        ?? inWords(outcome.timer, at: now))
  }
}

extension CommandFailure {
  init(_ mistake: SessionTimer.Mistake, at now: Instant) {
    switch mistake {
    case .refused(let refusal, let timer): self.init(refusal, timer, at: now)
    case .damaged(let type, let name):
      self.init(
        ExitCodes.data, "the timer's document has a session without an id or a start",
        help: "streakline delete \(type) \(name) removes it")
    }
  }

  private init(_ refusal: TimerRefusal, _ timer: ActiveTimer, at now: Instant) {
    let elapsed = clock(timer.elapsedSeconds(at: now))
    switch refusal {
    case .notStopped(let state):
      self.init(
        ExitCodes.nothing, "a session is \(state.rawValue) already (\(elapsed))",
        help: "streakline timer stop ends it" + (state == .paused ? ", resume continues it" : ""))
    case .running:
      self.init(
        ExitCodes.nothing, "the timer is running already (\(elapsed))",
        help: "streakline timer pause pauses it")
    case .paused:
      self.init(
        ExitCodes.nothing, "the timer is paused already (\(elapsed))",
        help: "streakline timer resume continues it")
    case .stopped:
      self.init(
        ExitCodes.nothing, "no session is running or paused", help: "streakline timer start")
    }
  }
}

/// A timer in one line: `running · 12:05 of 25:00 · 12:55 left`.
func inWords(_ timer: ActiveTimer, at now: Instant) -> String {
  guard timer.state != .stopped else { return "stopped" }
  let elapsed = timer.elapsedSeconds(at: now)
  guard let planned = timer.plannedSeconds else {
    return "\(timer.state.rawValue) · \(clock(elapsed))"
  }
  let rest =
    elapsed < planned ? "\(clock(planned - elapsed)) left" : "\(clock(elapsed - planned)) over"
  return "\(timer.state.rawValue) · \(clock(elapsed)) of \(clock(planned)) · \(rest)"
}

/// A timer as one JSON object.
///
/// - Parameter session: The session that has just ended.
func json(_ timer: ActiveTimer, session: TimerSession?, at now: Instant) -> Value {
  let elapsed = session?.seconds ?? timer.elapsedSeconds(at: now)
  return .object([
    "state": .string(timer.state.rawValue),
    "sessionID": (session?.id ?? timer.sessionID).map(Value.string) ?? .null,
    "startTime": (session?.startTime ?? timer.startTime).map { .string($0.iso) } ?? .null,
    "elapsedSeconds": .int(Int(elapsed)),
    "plannedSeconds": timer.plannedSeconds.map { .int(Int($0)) } ?? .null,
    "remainingSeconds": timer.remainingSeconds(at: now).map { .int(Int($0)) } ?? .null,
    "version": .int(timer.version),
  ])
}

/// Seconds as `12:05` or `1:02:03`.
func clock(_ seconds: Int64) -> String {
  let (hours, minutes) = (seconds / 3_600, Int(seconds / 60 % 60))
  let start = hours > 0 ? "\(hours):\(padded(minutes, 2))" : String(minutes)
  return "\(start):\(padded(Int(seconds % 60), 2))"
}
