internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// A timer for sessions, such as of meditation or work.
struct Timer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timer", abstract: "Measure sessions: start, pause, resume, stop, status.",
    discussion: """
      There is one timer. `stop` stores the session, without its pauses, as a document of the type
      TimerSession.

      Examples:
        streakline timer start 25
        streakline timer
        streakline timer stop --notes 'first chapter' --tag reading
      """,
    subcommands: [Start.self, Pause.self, Resume.self, Stop.self, Status.self],
    defaultSubcommand: Status.self)
}

extension Timer {
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start", abstract: "Start a session.",
      discussion: """
        Without minutes the session is as long as the field defaultTimerDuration (in seconds) of the
        document userPreferences of the type quiettimer.UserPreferences says; without that it has no
        planned end.

        Examples:
          streakline timer start 25
          streakline timer start
        """)

    @Argument(help: "How long the session should be, in minutes.") var minutes: Int?
    @OptionGroup var change: TimerChange

    private static let longestMinutes = 24 * 60

    func validate() throws {
      guard let minutes, !(1...Self.longestMinutes).contains(minutes) else { return }
      throw ValidationError("a session has 1 to \(Self.longestMinutes) minutes")
    }

    func run() throws {
      let session = UniqueID.random().description
      try change.run { timer, preferences, device, now in
        let usual = ActiveTimer.seconds(preferences?["defaultTimerDuration"])
          .flatMap { $0 > 0 ? $0 : nil }
        let planned = minutes.map { Int64($0) * 60 } ?? usual
        return SessionTimer.Change(
          try timer.started(session: session, plannedSeconds: planned, on: device, at: now))
      }
    }
  }

  struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Pause the session: the time until `resume` does not count.",
      discussion: """
        Example:
          streakline timer pause
        """)

    @OptionGroup var change: TimerChange

    func run() throws {
      try change.run { SessionTimer.Change(try $0.paused(on: $2, at: $3)) }
    }
  }

  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Continue the session after a pause.",
      discussion: """
        Example:
          streakline timer resume
        """)

    @OptionGroup var change: TimerChange

    func run() throws {
      try change.run { SessionTimer.Change(try $0.resumed(on: $2, at: $3)) }
    }
  }

  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: "End the session and store it.",
      discussion: """
        `streakline list TimerSession` shows the sessions, `streakline delete TimerSession ID` deletes
        one.

        Examples:
          streakline timer stop
          streakline timer stop --notes 'first chapter' --tag reading
        """)

    @Option(help: "A note on the session.") var notes: String?
    @Option(help: "A tag of the session. May be repeated.") var tag: [String] = []
    @OptionGroup var change: TimerChange

    func run() throws {
      try change.run { timer, _, device, now in
        let (stopped, session) = try timer.stopped(on: device, at: now)
        var fields = session.fields(appVersion: programVersion)
        if let notes { fields["notes"] = .string(notes) }
        if !tag.isEmpty { fields["tags"] = .list(tag.map(Value.string)) }
        return SessionTimer.Change(stopped, session: session, fields)
      }
    }
  }
}
