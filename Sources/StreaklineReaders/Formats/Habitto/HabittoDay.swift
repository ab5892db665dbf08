internal import StreaklineCore

/// A day of a habit as the app Habitto exports it.
struct HabittoDay {
  let habit: UniqueID
  /// The local day. The app writes the moment at which the day started, or one within it.
  let day: Day
  let isCompleted: Bool
  /// When it was entered, or `nil` if the export does not have it.
  let notedAt: Instant?
  let line: Int

  /// - Parameters:
  ///   - date: The day's `date`; like `createdAt` in ISO 8601.
  ///   - zone: The zone in which the habits were kept.
  init(
    habitId: String?, date: [UInt8], isCompleted: Bool?, createdAt: [UInt8], zone: NamedTimeZone,
    line: Int
  ) throws(RecordFormatError) {
    guard let habit = habitId.flatMap({ UniqueID($0) }) else {
      throw RecordFormatError("habitId is not a UUID")
    }
    guard let day = ExportedTime(iso: date)?.day(in: zone), day.isRepresentable else {
      throw RecordFormatError("date is not a time such as 2026-03-01T12:00:00Z")
    }
    guard let isCompleted else {
      throw RecordFormatError("isCompleted is neither true nor false")
    }
    self.habit = habit
    self.day = day
    self.isCompleted = isCompleted
    self.line = line
    notedAt = ExportedTime(iso: createdAt)?.instant(in: zone)
  }

  /// The day as a record. The id that the export gives it is left out: it is new in every export.
  ///
  /// - Parameter name: The habit's name; `nil` if it is unknown.
  func held(name: String?, file: String, user: String) -> ExportedResult {
    let record = Record(
      type: .completionEvent, userId: user, game: HabitDay.game, gameId: habit.description,
      day: day,
      values: [
        "gameName": name.map(Value.string) ?? .null, "variant": .string("backup"),
        "playedAt": notedAt.map { .string($0.iso) } ?? .null, "isCompleted": .bool(isCompleted),
        "parsedData": .object([:]), "source": SourceLocation(name: file, line: line).json,
      ])
    return ExportedResult(record: record)
  }
}
