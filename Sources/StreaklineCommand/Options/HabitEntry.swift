internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineStore

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
    return (Habit(new: try documentName(name)), true)
  }

  /// Proposes a known name that is similar, in upper or lower case.
  private func similarName(among known: [Habit]) -> String? {
    let names = Dictionary(known.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
    let nearest = nearestName(to: name.lowercased(), among: names.keys.sorted())
    return nearest.flatMap { names[$0] }.map { "did you mean '\($0)'?" }
  }

  /// The day of the habit, of the user who has the name now.
  func day(of habit: Habit, in database: Store, at now: Instant) throws -> HabitDay {
    let user = user ?? UserSettings.current.user ?? "me"
    let owner = try database.knownNames().users[user] ?? user
    return HabitDay(
      user: normalFormC(owner), habit: habit, day: on ?? UserSettings.day(of: now))
  }

  func report(
    _ record: Record?, _ day: HabitDay, _ change: HabitDay.Change, isNew: Bool, in database: Store,
    at now: Instant
  ) throws {
    guard let record else {
      throw CommandFailure(
        ExitCodes.nothing, "\(day.habit.name): another program has changed the day meanwhile",
        help: "try again")
    }
    if output.isJSON {
      Output.json(record.judged(at: now))
      return
    }
    guard !output.quiet else { return }
    let streak = try database.streaks(user: day.user, game: HabitDay.game, at: now)
      .first { $0.gameID == day.habit.id }?.streak
    var parts = ["\(day.user): \(day.habit.name)", inWords(record), day.day.iso]
    if let streak {
      let current = streak.current(asOf: UserSettings.day(of: now))
      parts.append("streak \(current) (best \(streak.max))")
    }
    if isNew { parts.append("new habit") }
    if change == .nothing { parts.append("already there") }
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

extension HabitDay {
  /// The stored record of the day; `nil` when there is none or it was deleted.
  func stored(in database: Store) throws -> Record? {
    let filter = ResultFilter(user: user, game: Self.game, from: day, to: day)
    return try database.results(filter).first {
      $0.gameId == habit.id && $0.type == RecordType.completionEvent.name
    }
  }
}

extension Store {
  /// The habits of all users: those that have a document, and those that have days.
  func habits() throws -> [Habit] {
    let described = try documents(type: RecordType.habit.name).compactMap { document in
      UniqueID(document.name).map { id in
        Habit(id: id.description, name: document.fields["name"]?.string ?? document.name)
      }
    }
    var habits = described
    for one in try streaks(game: HabitDay.game) {
      let name = try gameName(userID: one.userID, gameID: one.gameID).name
      let habit = Habit(id: one.gameID, name: name ?? one.gameID)
      if !habits.contains(habit) { habits.append(habit) }
    }
    return habits
  }

  /// Stores what has changed of a day, as a correction that can be undone.
  ///
  /// - Returns: The record as it is now; `nil` when another program has stored something else
  ///   meanwhile.
  func note(_ change: HabitDay.Change, of day: HabitDay, now: Instant) throws -> Record? {
    switch change {
    case .nothing: return try day.stored(in: self)
    case .add(let record):
      var batch = Batch(ParsedChunk(records: [record]), now: now)
      // The day may have been deleted before, which an import would respect.
      batch.replaces = true
      var action: NewAction? = NewAction(.added, ["id": .string(record.id)])
      _ = try ingest(batch, as: &action)
      return try day.stored(in: self)
    case .edit(let fields):
      return try edit(id: day.id, now: now) { current, _ in
        current.type == RecordType.completionEvent.name ? fields : nil
      }
    }
  }
}
