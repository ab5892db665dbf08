import StreaklineCore
import Testing

@Suite struct DayTests {
  @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, Int64.max])
  func `every moment that can be counted has a day and a text`(milliseconds: Int64) {
    let moment = Instant(milliseconds: milliseconds)
    #expect(moment.iso.hasSuffix("Z") && moment.adding(hours: 14) >= moment)
    #expect(abs(moment.day.daysSinceEpoch - Int(milliseconds / 86_400_000)) <= 1)
  }

  @Test(arguments: [
    (20_210_619, 18_797), (19_700_101, 0), (19_691_231, -1), (20_240_229, 19_782),
    (10_101, -719_162), (99_991_231, 2_932_896),
  ])
  func `a date and its number are the same day`(dateInt: Int, number: Int) throws {
    let day = try #require(Day(dateInt: dateInt))
    #expect(day.daysSinceEpoch == number)
    #expect(Day(daysSinceEpoch: number).dateInt == dateInt)
  }

  @Test(arguments: [20_230_229, 20_241_301, 20_240_431, 20_240_500, 0, -20_240_101, 100_000_101])
  func `what is no date is no day`(dateInt: Int) {
    #expect(Day(dateInt: dateInt) == nil)
  }

  @Test func `every day of four centuries follows the one before`() throws {
    let first = try #require(Day(dateInt: 18_000_101))
    var previous = first.dateInt
    for number in 1..<146_097 {
      let day = first + number
      #expect(Day(dateInt: day.dateInt) == day)
      #expect(day.dateInt > previous)
      previous = day.dateInt
    }
  }

  @Test func `days are written with zeros in front`() {
    #expect(Day(dateInt: 20_260_410)?.iso == "2026-04-10")
    #expect(Day(iso: "2026-04-10")?.dateInt == 20_260_410)
    #expect(Day(iso: "2026-4-10") == nil)
    #expect(Day(iso: "2026-02-30") == nil)
  }

  @Test(arguments: [
    ("2026-10-03T23:59:00Z", 20_261_003), ("2026-10-04T00:01:00Z", 20_261_004),
    ("2026-10-03T23:59:00+02:00", 20_261_003), ("2026-10-04T00:01:00+02:00", 20_261_003),
    ("2026-10-03T23:59:00-04:00", 20_261_004), ("2026-10-04T00:01:00-04:00", 20_261_004),
    ("2026-10-03T23:59:00+14:00", 20_261_003), ("2026-10-04T00:01:00+05:45", 20_261_003),
    ("2026-12-31T23:59:59.999-1200", 20_270_101), ("1969-12-31T23:59:00Z", 19_691_231),
  ])
  func `a minute before and after midnight fall on their own days in UTC`(
    text: String, dateInt: Int
  )
    throws
  {
    #expect(try #require(Instant(iso8601: text)).day.dateInt == dateInt)
  }

  @Test(arguments: [
    "2026-10-03T23:59:00", "2026-10-03 23:59:00Z", "2026-10-03T24:00:00Z", "",
    "2026-13-03T00:00:00Z", "2026-10-03T23:59:00+2",
  ])
  func `a time without zone or of another shape is refused`(text: String) {
    #expect(Instant(iso8601: text) == nil)
  }

  @Test func `an instant is written in UTC`() throws {
    #expect(
      try #require(Instant(iso8601: "2026-04-10T07:05:09+02:00")).iso == "2026-04-10T05:05:09Z")
  }
}
