internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineStore

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
      let now = currentInstant()
      let timer = try database.map(TimerChange.stored) ?? ActiveTimer()
      let sessions = try database?.documents(type: RecordType.timerSession.name) ?? []
      let streak = TimerSession.streak(of: sessions.map(\.fields), day: UserSettings.day(of:))
      let current = streak.current(asOf: UserSettings.day(of: now))
      if output.isJSON {
        guard var object = json(timer, session: nil, at: now).object else { return }
        object["sessions"] = .int(sessions.count)
        object["days"] = .int(streak.totalPlayed)
        object["current"] = .int(current)
        object["max"] = .int(streak.max)
        Output.json(.object(object))
        return
      }
      Output.line(inWords(timer, at: now))
      if !sessions.isEmpty {
        Output.line(
          "\(pluralized(sessions.count, "session")) on \(pluralized(streak.totalPlayed, "day")) · "
            + "streak \(current) (best \(streak.max))")
      }
    }
  }
}
