internal import Foundation
package import StreaklineCore

/// A time as a wall clock shows it: a day and a time of day, without time zone.
package struct LocalTime: Hashable, Comparable, Sendable {
  package var day: Day
  package var hour: Int
  package var minute: Int
  package var second: Int

  /// - Returns: `nil` for a time of day that does not exist, such as 24:00. Second 60 becomes 59.
  package init?(_ day: Day, hour: Int, minute: Int, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second) else {
      return nil
    }
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = min(second, 59)
  }

  package static func < (left: LocalTime, right: LocalTime) -> Bool {
    left.inUTC < right.inUTC
  }

  /// The moment at which a clock in UTC shows this time.
  package var inUTC: Instant {
    Instant(day, hour: hour, minute: minute, second: second)
  }
}

/// A time zone of the IANA database, such as `Europe/Berlin`, or UTC.
package struct NamedTimeZone: Sendable {
  package let name: String
  /// `nil` for UTC, which needs no table.
  private let zone: TimeZone?

  package static let utc = NamedTimeZone(name: "UTC", zone: nil)

  private init(name: String, zone: TimeZone?) {
    self.name = name
    self.zone = zone
  }

  /// - Parameter name: `Europe/Berlin`, `UTC`, `+02:00`.
  /// - Returns: `nil` for a name or an offset of no zone.
  package init?(_ name: String) {
    if ["UTC", "Z", "GMT", "Etc/UTC"].contains(name) {
      self = .utc
      return
    }
    if let minutes = Instant.offsetMinutes(Array(name.utf8)[...]) {
      guard let zone = TimeZone(secondsFromGMT: minutes * 60) else { return nil }
      self.init(name: name, zone: zone)
      return
    }
    guard name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
    self.init(name: name, zone: zone)
  }

  /// The moment at which clocks in the zone show a time.
  ///
  /// A time that clocks show twice, when summer time ends, is the first of the two. A time that
  /// they skip, when it starts, is read with the offset before the change: 02:30 becomes 03:30.
  package func instant(of time: LocalTime) -> Instant {
    guard let zone else { return time.inUTC }
    let local = time.inUTC
    // No zone is farther than 15 hours from UTC, so the offsets a day before and after are those
    // before and after any change near by.
    let before = offset(zone, at: local.milliseconds - 86_400_000)
    let after = offset(zone, at: local.milliseconds + 86_400_000)
    for candidate in [before, after] {
      let moment = local.milliseconds - candidate
      if offset(zone, at: moment) == candidate { return Instant(milliseconds: moment) }
    }
    return Instant(milliseconds: local.milliseconds - before)
  }

  /// The day in the zone at a moment.
  package func day(of moment: Instant) -> Day {
    guard let zone else { return moment.day }
    return Instant(milliseconds: moment.milliseconds + offset(zone, at: moment.milliseconds)).day
  }

  /// Milliseconds that the zone is ahead of UTC, if that does not change from the day before a day
  /// to the day after it.
  func offset(around day: Day) -> Int64? {
    guard let zone else { return 0 }
    let noon = Instant(day, hour: 12).milliseconds
    let offsets = [-36, -12, 12, 36].map { hours in
      offset(zone, at: noon + hours * 3_600_000)
    }
    return offsets.allSatisfy { $0 == offsets[0] } ? offsets[0] : nil
  }

  private func offset(_ zone: TimeZone, at milliseconds: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    return Int64(zone.secondsFromGMT(for: date)) * 1_000
  }
}
