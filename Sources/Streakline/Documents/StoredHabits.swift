package import StreaklineCore
internal import StreaklineStore

/// The habits of a store, and their days.
package struct StoredHabits: Sendable {
  let store: Store

  /// The habits of all users: those that have a document, and those that have days.
  package func all() throws -> [Habit] {
    let described = try store.documents(type: RecordType.habit.name).compactMap { document in
      UniqueID(document.name).map { id in
        Habit(id: id.description, name: document.fields["name"]?.string ?? document.name)
      }
    }
    var habits = described
    for one in try store.streaks(game: HabitDay.game) {
      let name = try store.gameName(userID: one.userID, gameID: one.gameID).name
      let habit = Habit(id: one.gameID, name: name ?? one.gameID)
      if !habits.contains(habit) { habits.append(habit) }
    }
    return habits
  }

  /// The day of a habit, of whoever has the user's name now.
  package func day(_ day: Day, of habit: Habit, user: String) throws -> HabitDay {
    let owner = try store.knownNames().users[user] ?? user
    return HabitDay(user: normalFormC(owner), habit: habit, day: day)
  }

  /// Notes that a habit was done, as a correction that can be undone.
  ///
  /// - Parameters:
  ///   - count: How often; `nil` for once.
  ///   - isNew: Whether the habit gets a document, because it is new.
  package func note(
    done count: Int?, _ day: HabitDay, isNew: Bool, now: Instant
  ) throws -> NotedHabit {
    if isNew {
      let fields: Fields = [
        "name": .string(day.habit.name), "startDate": .string(Instant(day.day).iso),
      ]
      let type = RecordType.habit
      let description = Document(
        type: type.name, name: day.habit.id, fields: type.setting(fields, in: nil))
      try store.put(description, now: now)
    }
    return try note(day.done(count, stored: try stored(day), at: now), of: day, now: now)
  }

  /// Notes that a habit was not done, as a correction that can be undone.
  package func note(undone day: HabitDay, now: Instant) throws -> NotedHabit {
    try note(day.undone(stored: try stored(day)), of: day, now: now)
  }

  /// The streak of a day's user in its habit; `nil` without a day that counts.
  package func streak(of day: HabitDay, at now: Instant) throws -> Streak? {
    try store.streaks(user: day.user, game: HabitDay.game, at: now)
      .first { $0.gameID == day.habit.id }?.streak
  }

  /// The habits with their streaks, by name. A habit without days belongs to nobody.
  ///
  /// - Parameter user: Whose; `nil` for all habits.
  package func streaks(user: String?, at now: Instant) throws -> [HabitStreak] {
    let habits = try all()
    var lines = try store.streaks(user: user, game: HabitDay.game, at: now).map { one in
      let habit = habits.first { $0.id == one.gameID }
      return HabitStreak(
        habit: habit ?? Habit(id: one.gameID, name: one.gameID), user: one.userID,
        streak: one.streak)
    }
    if user == nil {
      let withDays = Set(try store.streaks(game: HabitDay.game).map(\.gameID))
      lines += habits.filter { !withDays.contains($0.id) }
        .map { HabitStreak(habit: $0, user: nil, streak: Streak(days: [])) }
    }
    return lines.sorted {
      ($0.habit.name, $0.habit.id, $0.user ?? "") < ($1.habit.name, $1.habit.id, $1.user ?? "")
    }
  }

  /// The stored record of the day; `nil` when there is none or it was deleted.
  private func stored(_ day: HabitDay) throws -> Record? {
    let filter = ResultFilter(user: day.user, game: HabitDay.game, from: day.day, to: day.day)
    return try store.results(filter).first {
      $0.gameId == day.habit.id && $0.type == RecordType.completionEvent.name
    }
  }

  private func note(
    _ change: HabitDay.Change, of day: HabitDay, now: Instant
  ) throws -> NotedHabit {
    NotedHabit(isChanged: change != .nothing, record: try record(change, of: day, now: now))
  }

  private func record(_ change: HabitDay.Change, of day: HabitDay, now: Instant) throws -> Record? {
    switch change {
    case .nothing: return try stored(day)
    case .add(let record):
      var batch = Batch(ParsedChunk(records: [record]), now: now)
      // The day may have been deleted before, which an import would respect.
      batch.replaces = true
      var action: NewAction? = NewAction(.added, ["id": .string(record.id)])
      _ = try store.ingest(batch, as: &action)
      return try stored(day)
    case .edit(let fields):
      return try store.edit(id: day.id, now: now) { current, _ in
        current.type == RecordType.completionEvent.name ? fields : nil
      }
    }
  }
}

/// What noting a day of a habit came to.
package struct NotedHabit: Sendable {
  /// Whether something was to be changed.
  package let isChanged: Bool
  /// The record as it is now; `nil` when another program has stored something else meanwhile.
  package let record: Record?
}

/// A habit of a user with its streak; without days the user is not known.
package struct HabitStreak: Sendable {
  package let habit: Habit
  package let user: String?
  package let streak: Streak
}

extension RecordStore {
  package var habits: StoredHabits { StoredHabits(store: store) }
}
