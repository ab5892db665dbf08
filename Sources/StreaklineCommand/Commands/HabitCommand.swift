internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Habits: what was done on which day.
struct HabitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "habit",
    abstract: "Note that a habit was done, and list habits with their streaks.",
    discussion: """
      A habit's day is a result of the type CompletionEvent, the same as in an export of Habitto.

      Examples:
        streakline habit done Read
        streakline habit done Walk --on 2026-10-03 --count 2
        streakline habit undo Read
        streakline habit
      """,
    subcommands: [Done.self, Undo.self, List.self], defaultSubcommand: List.self)
}

extension HabitCommand {
  struct Done: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "done", abstract: "Say that a habit was done, today or on another day.",
      discussion: """
        A name that is not known yet makes a new habit, unless it is similar to a known one.
        `streakline corrections undo` takes the entry back.

        Examples:
          streakline habit done Read
          streakline habit done Walk --on 2026-10-03 --count 2
          streakline habit done Reading --new
        """)

    @OptionGroup var entry: HabitEntry
    @Option(help: "How often it was done on the day.") var count: Int?
    @Flag(help: "Make a new habit, although its name is similar to a known one.") var new = false

    func validate() throws {
      guard let count, !(1...1_000).contains(count) else { return }
      throw ValidationError("--count takes a number from 1 to 1000; habit undo says: not at all")
    }

    func run() throws {
      let now = Instant.now
      let database = try entry.store.open()
      let habits = database.habits
      let (habit, isNew) = try entry.habit(
        among: habits.all(), makesNew: true, evenIfSimilar: new)
      let day = try entry.day(of: habit, in: habits, at: now)
      let noted = try habits.note(done: count, day, isNew: isNew, now: now)
      try entry.report(noted, day, isNew: isNew, in: habits, at: now)
      try database.close()
    }
  }

  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo",
      abstract: "Say that a habit was not done, after `habit done` or an import.",
      discussion: """
        Another import does not bring the entry back; `habit done` and `streakline corrections undo` do.

        Examples:
          streakline habit undo Read
          streakline habit undo Walk --on 2026-10-03
        """)

    @OptionGroup var entry: HabitEntry

    func run() throws {
      let now = Instant.now
      _ = try entry.store.openReading()
      let database = try entry.store.open()
      let habits = database.habits
      let (habit, _) = try entry.habit(among: habits.all(), makesNew: false)
      let day = try entry.day(of: habit, in: habits, at: now)
      let noted = try habits.note(undone: day, now: now)
      guard noted.isChanged else {
        throw CommandFailure(
          ExitCodes.nothing, "\(day.user): \(habit.name) is not done on \(day.day.iso)",
          help: "name another day with --on, or another person with --user")
      }
      try entry.report(noted, day, isNew: false, in: habits, at: now)
      try database.close()
    }
  }
}
