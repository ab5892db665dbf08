internal import StreaklineCore

/// A day of a habit as the app Habitto exports it (FORMATS §2.7).
struct HabittoDay {
  let habit: UniqueID
  /// The local day: the app writes the moment at which it began, or one within it.
  let day: Day
  let isCompleted: Bool
  /// When it was noted, or `nil` where the export does not say.
  let notedAt: Instant?
  let line: Int

  /// - Parameters:
  ///   - date: With `createdAt`, in ISO 8601.
  ///   - zone: The zone in which the habits were kept.
  init(
    habitId: String?, date: [UInt8], isCompleted: Bool?, createdAt: [UInt8], zone: Zone, line: Int
  ) throws(RecordMistake) {
    guard let habit = habitId.flatMap({ UniqueID($0) }) else {
      throw RecordMistake("habitId is no UUID")
    }
    guard let day = WrittenTime(iso: date)?.day(in: zone), day.isRepresentable else {
      throw RecordMistake("date is no time such as 2026-03-01T12:00:00Z")
    }
    guard let isCompleted else {
      throw RecordMistake("isCompleted is neither true nor false")
    }
    self.habit = habit
    self.day = day
    self.isCompleted = isCompleted
    self.line = line
    notedAt = WrittenTime(iso: createdAt)?.instant(in: zone)
  }

  /// The day as a record. The id that the export gives it is left out: it is new in every export.
  ///
  /// - Parameter name: The habit's; unknown when `nil`.
  func held(name: String?, file: String, user: String) -> HeldResult {
    let record = Record(
      type: .completionEvent, userId: user, game: "habitto", gameId: habit.description, day: day,
      values: [
        "gameName": name.map(Value.string) ?? .null, "variant": .string("backup"),
        "playedAt": notedAt.map { .string($0.iso) } ?? .null, "isCompleted": .bool(isCompleted),
        "parsedData": .object([:]), "source": Message.Source(name: file, line: line).json,
      ])
    return HeldResult(record: record)
  }
}
