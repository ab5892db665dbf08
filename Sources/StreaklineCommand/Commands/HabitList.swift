internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

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

    @Option(help: "Only this user's.", completion: NameCompletion.users) var user: String?
    @Flag(help: "Show the ids by which habits of one name are told apart.") var ids = false
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let database = try store.openReading()
      let today = UserSettings.day(of: Instant.now)
      output.list(
        try lines(database),
        header: ["HABIT", "USER", "CURRENT", "BEST", "DONE", "LAST"] + (ids ? ["ID"] : []),
        names: [0, 1], none: "no habits", json: { json($0, today) }
      ) { line in
        [
          line.habit.name, line.user ?? "–", String(line.streak.current(asOf: today)),
          String(line.streak.max), String(line.streak.totalCompleted),
          line.streak.lastPlayed?.iso ?? "–",
        ] + (ids ? [shownID(line.habit.id)] : [])
      }
    }

    private func lines(_ database: RecordStore) throws -> [HabitStreak] {
      let owner = try user.map(database.history.currentID)
      let lines = try database.habits.streaks(user: owner, at: .now)
      if lines.isEmpty, let owner {
        throw CommandFailure(
          ExitCodes.nothing, "there is no user '\(owner)' with habits",
          help: suggestion(for: owner, among: try database.people.ids())
            ?? "streakline habit list names them")
      }
      return lines
    }

    private func json(_ line: HabitStreak, _ today: Day) -> Value {
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

/// An id as people see it: its start on a terminal, and all of it where a program may read it.
private func shownID(_ id: String) -> String {
  Output.isTerminal(STDOUT_FILENO) ? String(id.prefix(8)) : id
}
