internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineStore

/// A change of the timer, with the options that every such command has.
struct TimerChange: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  /// What a change comes to.
  struct Outcome {
    let timer: ActiveTimer
    /// The session that has ended, and the fields of its document.
    let session: TimerSession?
    let sessionFields: Fields

    init(_ timer: ActiveTimer, session: TimerSession? = nil, _ sessionFields: Fields = [:]) {
      self.timer = timer
      self.session = session
      self.sessionFields = sessionFields
    }
  }

  private static let timerKey = DocumentKey(
    type: RecordType.activeTimer.name, name: ActiveTimer.documentName)
  private static let preferencesKey = DocumentKey(
    type: RecordType.quietTimerPreferences.name, name: "userPreferences")

  /// Reads the timer and stores what it becomes, in one transaction.
  ///
  /// - Parameter body: Gets the timer, the preferences, the device and the time.
  func run(_ body: (ActiveTimer, Fields?, String, Instant) throws -> Outcome) throws {
    let database = try store.open()
    let (device, now) = (try database.deviceID(), currentInstant())
    var outcome: Outcome?
    try database.changeDocuments([Self.timerKey, Self.preferencesKey], now: now) { found in
      let former = found[Self.timerKey]?.fields
      let timer = try Self.timer(former)
      do {
        let next = try body(timer, found[Self.preferencesKey]?.fields, device, now)
        outcome = next
        return documents(next, former: former)
      } catch let refusal as TimerRefusal {
        throw CommandFailure(refusal, timer, at: now)
      }
    }
    try database.close()
    if let outcome { report(outcome, at: now) }
  }

  /// The timer of the store.
  static func stored(in database: Store) throws -> ActiveTimer {
    try timer(database.document(type: timerKey.type, name: timerKey.name)?.fields)
  }

  private static func timer(_ fields: Fields?) throws -> ActiveTimer {
    guard let fields else { return ActiveTimer() }
    if let timer = ActiveTimer(fields: fields) { return timer }
    throw CommandFailure(
      ExitCodes.data, "the timer's document has a session without an id or a start",
      help: "streakline delete \(timerKey.type) \(timerKey.name) removes it")
  }

  private func documents(_ outcome: Outcome, former: Fields?) -> [Document] {
    let timer = Document(
      type: Self.timerKey.type, name: Self.timerKey.name,
      fields: RecordType.activeTimer.setting(outcome.timer.fields, in: former))
    guard let session = outcome.session else { return [timer] }
    let type = RecordType.timerSession
    let ended = Document(
      type: type.name, name: session.id, fields: type.setting(outcome.sessionFields, in: nil))
    return [ended, timer]
  }

  private func report(_ outcome: Outcome, at now: Instant) {
    if output.isJSON {
      Output.json(json(outcome.timer, session: outcome.session, at: now))
    } else if !output.quiet {
      Output.line(
        outcome.session.map { "stopped · \(clock($0.seconds)) · stored as \($0.id)" }
          ?? inWords(outcome.timer, at: now))
    }
  }
}

extension CommandFailure {
  fileprivate init(_ refusal: TimerRefusal, _ timer: ActiveTimer, at now: Instant) {
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
