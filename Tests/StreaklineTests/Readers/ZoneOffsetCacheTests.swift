import StreaklineCore
import StreaklineReaders
import Testing

@Suite struct ZoneOffsetCacheTests {
  @Test(arguments: [
    "UTC", "+05:30", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu",
  ])
  func `the cache gives what its zone gives, in every half hour of a year`(name: String) throws {
    let zone = try #require(NamedTimeZone(name))
    let clock = ZoneOffsetCache(zone)
    let first = try #require(Day(dateInt: 20_240_101))
    for halfHour in 0..<366 * 48 {
      let time = try #require(
        LocalTime(
          first + halfHour / 48, hour: halfHour % 48 / 2, minute: halfHour % 2 * 30, second: 7))
      #expect(clock.instant(of: time) == zone.instant(of: time))
    }
  }

  @Test func `a day that a zone left out is there`() throws {
    // Samoa had no 30 December 2011.
    let zone = try #require(NamedTimeZone("Pacific/Apia"))
    let clock = ZoneOffsetCache(zone)
    let day = try #require(Day(dateInt: 20_111_229))
    let times = [day, day + 2].compactMap { LocalTime($0, hour: 12, minute: 0) }
    #expect(
      times.map { clock.instant(of: $0).iso } == ["2011-12-29T22:00:00Z", "2011-12-30T22:00:00Z"])
  }
}
