internal import Streakline
internal import StreaklineCore

/// The settings of the user who runs the program.
enum UserSettings {
  /// Read when they are first needed.
  static let current = Settings(path: currentLocations().settings)

  /// The zone of the user's calendar.
  static var zone: NamedTimeZone { current.timezone ?? .machine }

  /// The day of the user's calendar that a moment is in.
  static func day(of moment: Instant) -> Day { zone.day(of: moment) }

  /// - Throws: ``CommandFailure`` when the file is wrong, after its mistakes were reported.
  static func refuseMistakes() throws {
    guard !current.problems.isEmpty else { return }
    current.problems.forEach(Output.problem)
    throw CommandFailure(
      ExitCodes.configuration, "\(current.path) has mistakes; nothing was done")
  }
}
