/// A day of somebody's habit. Its record has the id that Habitto's export gives it, so that a day
/// which is exported and also noted by hand is one result.
package struct HabitDay: Hashable, Sendable {
  /// The slug under which the days of all habits are stored; the habit is the gameId.
  package static let game = "habitto"

  package let user: String
  package let habit: Habit
  package let day: Day

  package init(user: String, habit: Habit, day: Day) {
    self.user = user
    self.habit = habit
    self.day = day
  }

  /// The composite id of the day's record.
  package var id: String {
    CompositeID(userId: user, day: day, gameId: habit.id).encoded
  }

  /// What has to be stored.
  package enum Change: Hashable, Sendable {
    case nothing
    case add(Record)
    /// The fields of the stored record, with those that change.
    case edit(Fields)
  }

  /// Says that the habit was done on the day.
  ///
  /// - Parameters:
  ///   - count: How often; `nil` when that was not said.
  ///   - stored: The stored record of the day.
  package func done(_ count: Int?, stored: Record?, at now: Instant) -> Change {
    guard let stored else { return .add(record(count ?? 1, at: now)) }
    let isSame = stored.completed == true && count ?? Self.count(stored) == Self.count(stored)
    return isSame ? .nothing : .edit(fields(of: stored, count: count ?? 1))
  }

  /// Says that the habit was not done on the day.
  package func undone(stored: Record?) -> Change {
    guard let stored, stored.completed == true else { return .nothing }
    return .edit(fields(of: stored, count: 0))
  }

  /// How often the habit was done, as a record says; an export does not say it, which counts as once.
  package static func count(_ record: Record) -> Int {
    record.fields["completionCount"]?.int ?? (record.completed == true ? 1 : 0)
  }

  private func fields(of stored: Record, count: Int) -> Fields {
    var fields = stored.fields
    fields["isCompleted"] = .bool(count > 0)
    fields["completionCount"] = .int(count)
    fields["suspect"] = .null
    return fields
  }

  private func record(_ count: Int, at now: Instant) -> Record {
    Record(
      type: .completionEvent, userId: user, game: Self.game, gameId: habit.id, day: day,
      values: [
        "gameName": .string(habit.name), "variant": .string("manual"),
        "playedAt": .string(now.iso), "isCompleted": .bool(true), "completionCount": .int(count),
        "parsedData": .object([:]),
        "source": SourceLocation(name: SourceLocation.habitDone, line: 1).json,
      ])
  }
}
