internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineStore

extension HabitCommand {
  /// The habits with their streaks.
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List habits with their current and longest streaks.",
      discussion: """
        Examples:
          streakline habit list
          streakline habit list --user alice --output json
        """)

    @Option(help: "Only this user's.") var user: String?
    @Flag(help: "Show the ids by which habits of one name are told apart.") var ids = false
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    /// A habit of a user; without days the user is not known.
    private struct Line {
      let habit: Habit
      let user: String?
      let streak: Streak
    }

    func run() throws {
      let database = try store.openReading()
      let today = UserSettings.day(of: currentInstant())
      let lines = try lines(database)
      if output.isJSON {
        for line in lines { Output.json(json(line, today)) }
        return
      }
      guard !lines.isEmpty else {
        if !output.quiet { Output.note("no habits") }
        return
      }
      var table = Table(
        header: ["HABIT", "USER", "CURRENT", "BEST", "DONE", "LAST"] + (ids ? ["ID"] : []),
        names: [0, 1])
      for line in lines {
        table.add(
          [
            line.habit.name, line.user ?? "–", String(line.streak.current(asOf: today)),
            String(line.streak.max), String(line.streak.totalCompleted),
            line.streak.lastPlayed?.iso ?? "–",
          ] + (ids ? [shownID(line.habit.id)] : []))
      }
      table.print()
    }

    private func lines(_ database: Store) throws -> [Line] {
      let habits = try database.habits()
      let owner = try user.map { try database.knownNames().users[$0] ?? $0 }
      let streaks = try database.streaks(user: owner, game: HabitDay.game, at: currentInstant())
      var lines = streaks.map { one in
        let habit = habits.first { $0.id == one.gameID }
        return Line(
          habit: habit ?? Habit(id: one.gameID, name: one.gameID), user: one.userID,
          streak: one.streak)
      }
      let withDays = Set(try database.streaks(game: HabitDay.game).map(\.gameID))
      if user == nil {
        lines += habits.filter { !withDays.contains($0.id) }
          .map { Line(habit: $0, user: nil, streak: Streak(days: [])) }
      }
      if lines.isEmpty, let owner {
        throw CommandFailure(
          ExitCodes.nothing, "there is no user '\(owner)' with habits",
          help: suggestion(for: owner, among: try database.users().map(\.user))
            ?? "streakline habit list names them")
      }
      return lines.sorted {
        ($0.habit.name, $0.habit.id, $0.user ?? "") < ($1.habit.name, $1.habit.id, $1.user ?? "")
      }
    }

    private func json(_ line: Line, _ today: Day) -> Value {
      .object([
        "habit": .string(line.habit.name), "gameId": .string(line.habit.id),
        "userId": line.user.map(Value.string) ?? .null,
        "current": .int(line.streak.current(asOf: today)), "max": .int(line.streak.max),
        "totalPlayed": .int(line.streak.totalPlayed),
        "totalCompleted": .int(line.streak.totalCompleted),
        "lastPlayed": line.streak.lastPlayed.map { .int($0.dateInt) } ?? .null,
        "start": line.streak.start(asOf: today).map { .int($0.dateInt) } ?? .null,
      ])
    }
  }
}
