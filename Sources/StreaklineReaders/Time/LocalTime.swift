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

/// A time zone of the IANA database, such as `Europe/Berlin`, the machine's, or UTC.
package struct NamedTimeZone: Sendable {
  private enum Offsets {
    case utc
    case table(TimeZone)
    /// The C library knows them.
    case machine
  }

  package let name: String
  private let offsets: Offsets

  package static let utc = NamedTimeZone(name: "UTC", offsets: .utc)

  /// The machine's zone: of `TZ`, else of `/etc/localtime`, else UTC.
  ///
  /// The C library knows it in microseconds; Foundation would take longer than a pasted share.
  package static let machine: NamedTimeZone = {
    tzset()
    let name = machineZoneName() ?? ""
    return isUTC(name) ? utc : NamedTimeZone(name: name, offsets: .machine)
  }()

  private init(name: String, offsets: Offsets) {
    self.name = name
    self.offsets = offsets
  }

  private static func isUTC(_ name: String) -> Bool {
    ["", "UTC", "Z", "GMT", "Etc/UTC"].contains(name)
  }

  /// - Parameter name: `Europe/Berlin`, `UTC`, `+02:00`.
  /// - Returns: `nil` for a name or an offset of no zone.
  package init?(_ name: String) {
    if !name.isEmpty, Self.isUTC(name) {
      self = .utc
      return
    }
    if let minutes = Instant.offsetMinutes(Array(name.utf8)[...]) {
      guard let zone = TimeZone(secondsFromGMT: minutes * 60) else { return nil }
      self.init(name: name, offsets: .table(zone))
      return
    }
    guard name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
    self.init(name: name, offsets: .table(zone))
  }

  /// The moment at which clocks in the zone show a time.
  ///
  /// A time that clocks show twice, when summer time ends, is the first of the two. A time that
  /// they skip, when it starts, is read with the offset before the change: 02:30 becomes 03:30.
  package func instant(of time: LocalTime) -> Instant {
    let local = time.inUTC
    if case .utc = offsets { return local }
    // No zone is farther than 15 hours from UTC, so the offsets a day before and after are those
    // before and after any change near by.
    let before = offset(at: local.milliseconds - 86_400_000)
    let after = offset(at: local.milliseconds + 86_400_000)
    for candidate in [before, after] {
      let moment = local.milliseconds - candidate
      if offset(at: moment) == candidate { return Instant(milliseconds: moment) }
    }
    return Instant(milliseconds: local.milliseconds - before)
  }

  /// The day in the zone at a moment.
  package func day(of moment: Instant) -> Day {
    Instant(milliseconds: moment.milliseconds + offset(at: moment.milliseconds)).day
  }

  /// Milliseconds that the zone is ahead of UTC, if that does not change from the day before a day
  /// to the day after it.
  func offset(around day: Day) -> Int64? {
    if case .utc = offsets { return 0 }
    let noon = Instant(day, hour: 12).milliseconds
    let offsets = [-36, -12, 12, 36].map { hours in
      offset(at: noon + hours * 3_600_000)
    }
    return offsets.allSatisfy { $0 == offsets[0] } ? offsets[0] : nil
  }

  /// Milliseconds that the zone is ahead of UTC at a moment.
  private func offset(at milliseconds: Int64) -> Int64 {
    switch offsets {
    case .utc: return 0
    case .table(let zone):
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      return Int64(zone.secondsFromGMT(for: date)) * 1_000
    case .machine:
      var time = time_t(Instant(milliseconds: milliseconds).secondsSinceEpoch)
      var local = unsafe tm()
      guard unsafe localtime_r(&time, &local) != nil else { return 0 }
      return unsafe Int64(local.tm_gmtoff) * 1_000
    }
  }
}

/// The name of the machine's zone; `nil` where none is set.
private func machineZoneName() -> String? {
  if let text = unsafe getenv("TZ") {
    let name = unsafe String(cString: text)
    return name.hasPrefix(":") ? String(name.dropFirst()) : name
  }
  guard let path = unsafe realpath("/etc/localtime", nil) else { return nil }
  defer { unsafe free(path) }
  let parts = unsafe String(cString: path).split(separator: "/")
  guard let folder = parts.lastIndex(of: "zoneinfo") else { return "the machine's" }
  return String(parts[folder].base[parts[folder].endIndex...].drop { $0 == "/" })
}
