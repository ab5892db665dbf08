internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

extension PlayerOptions {
  /// - Parameter zone: Where the user is.
  func builder(now: Instant, zone: NamedTimeZone = UserSettings.zone) throws -> RecordBuilder {
    var builder = RecordBuilder(
      user: user, fallbackDay: on ?? zone.day(of: now), now: now, aliases: try userOfName())
    builder.namesDay = on != nil
    builder.only = Set(only)
    return builder
  }
}
