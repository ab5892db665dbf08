internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

extension Timer {
  /// What the timer shows, and the streak of the days with a session.
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Show the timer, and the streak of days with a session.",
      discussion: """
        Examples:
          streakline timer
          streakline timer status --output json
        """)

    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let database = try store.openReadingIfPresent()
      let now = Instant.now
      let timer: ActiveTimer
      do {
        timer = try database?.timer.stored() ?? ActiveTimer()
      } catch let mistake as SessionTimer.Mistake {
        throw CommandFailure(mistake, at: now)
      }
      let (count, streak) =
        try database?.timer.sessions(day: UserSettings.day(of:)) ?? (0, Streak(days: []))
      let current = streak.current(asOf: UserSettings.day(of: now))
      if output.isJSON {
        guard var object = json(timer, session: nil, at: now).object else { return }
        object["sessions"] = .int(count)
        object["days"] = .int(streak.totalPlayed)
        object["current"] = .int(current)
        object["max"] = .int(streak.max)
        Output.json(.object(object))
        return
      }
      Output.line(inWords(timer, at: now))
      if count > 0 {
        Output.line(
          "\(pluralized(count, "session")) on \(pluralized(streak.totalPlayed, "day")) · "
            + "streak \(current) (best \(streak.max))")
      }
    }
  }
}
