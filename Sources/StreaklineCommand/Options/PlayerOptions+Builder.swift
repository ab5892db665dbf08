internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineRules

extension PlayerOptions {
  func builder(now: Instant) throws -> RecordBuilder {
    var builder = RecordBuilder(
      user: user, fallbackDay: on ?? now.day, now: now, aliases: try userOfName())
    builder.only = Set(only)
    return builder
  }
}
