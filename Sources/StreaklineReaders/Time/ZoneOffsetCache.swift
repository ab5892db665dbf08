package import StreaklineCore

/// Converts the local times of one input. The offsets of the last days are remembered, because a
/// chat has many messages on a day and the zone's table is slow.
package final class ZoneOffsetCache {
  private static let slotCount = 16
  private let zone: NamedTimeZone
  /// Milliseconds between the zone and UTC on a day without a change near by.
  private var slots = [(day: Day, offset: Int64?)?](repeating: nil, count: slotCount)

  package init(_ zone: NamedTimeZone) {
    self.zone = zone
  }

  /// The same as ``NamedTimeZone/instant(of:)``.
  package func instant(of time: LocalTime) -> Instant {
    let slot = time.day.daysSinceEpoch & (Self.slotCount - 1)
    let offset: Int64?
    if let known = slots[slot], known.day == time.day {
      offset = known.offset
    } else {
      offset = zone.offset(around: time.day)
      slots[slot] = (time.day, offset)
    }
    guard let offset else { return zone.instant(of: time) }
    return Instant(milliseconds: time.inUTC.milliseconds - offset)
  }
}
