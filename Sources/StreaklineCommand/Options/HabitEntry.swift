internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// The arguments that name a habit and a day of it.
struct HabitEntry: ParsableArguments {
  @Argument(help: "The habit's name, or its id.") var name: String
  @Option(help: "The day; otherwise today.") var on: Day?
  @Option(help: ArgumentHelp("Whose habit; me if not given.", valueName: "name")) var user: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  /// The habit that is meant.
  ///
  /// - Parameters:
  ///   - makesNew: Whether a name that is not known makes a new habit.
  ///   - evenIfSimilar: Whether it does also when a known name is similar.
  func habit(among known: [Habit], makesNew: Bool, evenIfSimilar: Bool = false) throws
    -> (habit: Habit, isNew: Bool)
  {
    switch Habit.find(name, among: known) {
    case .one(let habit): return (habit, false)
    case .several(let habits):
      throw CommandFailure(
        ExitCodes.nothing, "there are \(habits.count) habits named '\(name)'",
        help: "name one by its id: \(habits.map(\.id).joined(separator: ", "))")
    case .none: break
    }
    let similar = similarName(among: known)
    guard makesNew, UniqueID(name) == nil, similar == nil || evenIfSimilar else {
      let other = makesNew && similar != nil ? "; --new makes a new habit" : ""
      throw CommandFailure(
        ExitCodes.nothing, "there is no habit '\(name)'",
        help: (similar ?? "streakline habit lists the habits") + other)
    }
    return (Habit(new: try StoredDocuments.name(name)), true)
  }

  /// Proposes a known name that is similar, in upper or lower case.
  private func similarName(among known: [Habit]) -> String? {
    let names = Dictionary(known.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
    let nearest = nearestName(to: name.lowercased(), among: names.keys.sorted())
    return nearest.flatMap { names[$0] }.map { "did you mean '\($0)'?" }
  }

  /// The day of the habit, of the user who has the name now.
  func day(of habit: Habit, in habits: StoredHabits, at now: Instant) throws -> HabitDay {
    try habits.day(
      on ?? UserSettings.day(of: now), of: habit, user: user ?? UserSettings.current.user ?? "me")
  }

  func report(
    _ noted: NotedHabit, _ day: HabitDay, isNew: Bool, in habits: StoredHabits, at now: Instant
  ) throws {
    guard let record = noted.record else {
      throw CommandFailure(
        ExitCodes.nothing, "\(day.habit.name): another program has changed the day meanwhile",
        help: "try again")
    }
    if output.isJSON {
      Output.json(record.judged(at: now))
      return
    }
    guard !output.quiet else { return }
    var parts = ["\(day.user): \(day.habit.name)", inWords(record), day.day.iso]
    if let streak = try habits.streak(of: day, at: now) {
      let current = streak.current(asOf: UserSettings.day(of: now))
      parts.append("streak \(current) (best \(streak.max))")
    }
    if isNew { parts.append("new habit") }
    if !noted.isChanged { parts.append("already there") }
    if let reason = record.suspicionInWords(at: now) {
      parts.append("not counted: \(reason)")
    }
    Output.line(parts.joined(separator: " · "))
  }

  private func inWords(_ record: Record) -> String {
    let count = HabitDay.count(record)
    return count == 0 ? "not done" : count == 1 ? "done" : "done \(count) times"
  }
}
