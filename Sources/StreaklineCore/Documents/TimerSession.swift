/// A session that a timer has measured.
package struct TimerSession: Hashable, Sendable {
  package let id: String
  package let startTime: Instant
  package let endTime: Instant
  /// How long it was, without its pauses.
  package let seconds: Int64
  /// The device on which it was ended.
  package let device: String
}

extension TimerSession {
  /// The fields of the document. Notes and tags are left to the user.
  ///
  /// - Parameter appVersion: The version of the program that ended the session.
  package func fields(appVersion: String) -> Fields {
    [
      "sessionID": .string(id), "startTime": .string(startTime.iso),
      "endTime": .string(endTime.iso), "duration": .int(Int(seconds)), "isActive": .bool(false),
      "deviceName": .string(device), "appVersion": .string(appVersion),
    ]
  }

  /// The streak of the days on which a session started.
  ///
  /// - Parameters:
  ///   - sessions: The fields of sessions, in any order. Those without a start, or of no length, do
  ///     not count.
  ///   - day: The calendar day of a moment.
  package static func streak(of sessions: [Fields], day: (Instant) -> Day) -> Streak {
    let days = sessions.compactMap { fields -> Day? in
      guard let start = fields["startTime"]?.string.flatMap({ Instant(iso8601: $0) }),
        ActiveTimer.seconds(fields["duration"]) ?? 0 > 0
      else { return nil }
      return day(start)
    }
    return Streak(days: days.sorted().map { ($0, true) })
  }
}
