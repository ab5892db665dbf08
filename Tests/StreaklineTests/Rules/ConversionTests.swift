import StreaklineCore
import StreaklineRules
import Testing

@Suite struct ConversionTests {
  @Test(arguments: [
    ("1300", 1_300), ("1,300", 1_300), ("1.300", 1_300), ("1 300", 1_300), ("1’300", 1_300),
    ("1\u{A0}300", 1_300), ("1,23,456", 123_456), ("1,234,567", 1_234_567), ("007", 7), ("-3", -3),
    ("+2", 2), ("2\u{20E3}0\u{20E3}", 20), ("\u{2212}12", -12), ("1\u{2009}300", 1_300),
    ("1\u{202F}300_000", 1_300_000), ("123456789012345678", 123_456_789_012_345_678),
  ])
  func `integers are read as people paste them`(text: String, value: Int) {
    #expect(groupedInteger(text) == value)
  }

  @Test(arguments: [
    "", "x", "1e5", "0x1F", "٣", ",5", "1234567890123456789", "-", "3/6", "63.6", "1,3", "1234,567",
    "\u{20E3}2", "2-", "1\u{2010}3", "🔟",
  ])
  func `what is no integer is none`(text: String) {
    #expect(groupedInteger(text) == nil)
  }

  @Test(arguments: [
    ("45", 45), ("45s", 45), ("0:07", 7), ("1:23", 83), ("1:02:03", 3_723), ("1m 5s", 65),
    ("1h2m3s", 3_723), ("32.652s", 32), ("1m 28.660s", 88), ("2m .644s", 120), ("65.47", 65),
    ("1:05.9", 65), ("3\u{20E3}:2\u{20E3}0\u{20E3}", 200), ("1 min 23 s", 83), ("2 mins", 120),
    ("1′23″", 83), ("1'23\"", 83), ("1,5 s", 1), ("1.5 min", 90), ("1 hour and 2 minutes", 3_720),
    ("2 Minuten, 5 Sekunden", 125), ("1 минута 3 секунды", 63), ("2分5秒", 125),
    ("1 Std. 2 Min.", 3_720),
  ])
  func `durations are seconds`(text: String, seconds: Int) {
    #expect(durationSeconds(text) == seconds)
  }

  @Test(arguments: [
    "", ":", "1:", "1:2:3:4", "x", "1:x", "s", "5s3", "9999999:00", "-5", "1:99",
    "1:60:00", "5 s 1 min", "1 min 2 min", "3 apples", "and", "5 and",
  ])
  func `what is no duration is none`(text: String) {
    #expect(durationSeconds(text) == nil)
  }

  @Test(arguments: [
    ("M/d/yyyy", "3/23/2026", 20_260_323), ("M/d/yy", "9/4/25", 20_250_904),
    ("dd.MM.yyyy", "04.10.2026", 20_261_004), ("MMM d, yyyy", "Oct 4, 2026", 20_261_004),
    ("MMMM d, yyyy", "April 30, 2025", 20_250_430), ("d MMMM yyyy", "25 novembre 2025", 20_251_125),
    ("d MMM yyyy", "3 août 2024", 20_240_803), ("yyyy-MM-dd", "2024-02-29", 20_240_229),
    ("d 'de' MMMM 'de' yyyy", "3 de octubre de 2026", 20_261_003),
    ("yyyy年M月d日", "2026年10月3日", 20_261_003), ("d MMMM yyyy", "1er janvier 2026", 20_260_101),
    ("d MMMM yyyy", "3 października 2026", 20_261_003),
    ("d MMMM yyyy", "3 октября 2026", 20_261_003),
    ("d MMMM yyyy", "3 Ekim 2026", 20_261_003), ("d MMM yyyy", "3 mrt 2026", 20_260_303),
    ("d MMMM yyyy", "3 Agustus 2026", 20_260_803), ("d MMMM", "3º maggio", 0),
    ("MMM d yyyy", "Sep 13th 2025", 20_250_913), ("MMM d yyyy", "Sep 1st 2025", 20_250_901),
  ])
  func `dates are read in the game's own form`(format: String, text: String, dateInt: Int) throws {
    let day = try #require(DateFormat(format)).day(in: Array(text.utf8)[...])
    #expect(day?.dateInt ?? 0 == dateInt)
  }

  @Test(arguments: [
    ("2.5", 2.5), ("2,5", 2.5), ("-3.5", -3.5), ("−3.5", -3.5), ("1,234", 1_234), ("1.234", 1.234),
    ("0,234", 0.234), ("1,234.5", 1_234.5), ("1.234,5", 1_234.5), ("1,234,567", 1_234_567),
    (".5", 0.5),
    ("12,3456", 12.3456), ("7", 7),
  ])
  func `decimals are read in either notation`(text: String, value: Double) {
    #expect(decimal(text) == value)
  }

  @Test(arguments: ["", "-", ".", "1.2.3,4.5", "1,2,3.4", "x", "1e5", "1,23.4"])
  func `what is no decimal is none`(text: String) {
    #expect(decimal(text) == nil)
  }

  @Test(arguments: [
    ("M/d/yyyy", "13/1/2026"), ("M/d/yyyy", "2/30/2026"), ("M/d/yyyy", "3/23/2026x"),
    ("MMM d, yyyy", "Oc 4, 2026"), ("MMM d, yyyy", "Foo 4, 2026"),
  ])
  func `dates that do not exist are none`(format: String, text: String) throws {
    #expect(try #require(DateFormat(format)).day(in: Array(text.utf8)[...]) == nil)
  }

  @Test(arguments: [
    "", "yyyy", "MM/dd/yyyyy", "h:mm", "M/M/yyyy", "Q/d/yyyy", "d de MMMM", "d 'de MMMM",
    "d '' MMMM",
  ])
  func `a format without year, month and day is refused`(format: String) {
    #expect(DateFormat(format) == nil)
  }

  @Test(arguments: [
    ("Jul 29", 20_260_801, 20_260_729), ("Jul 29", 20_260_728, 20_260_729),
    ("Jul 29", 20_260_727, 20_250_729),
    ("Dec 31", 20_270_102, 20_261_231), ("Jan 1", 20_261_231, 20_270_101),
    ("Feb 29", 20_270_401, 20_240_229),
  ])
  func `a date without year is the last one up to tomorrow`(text: String, today: Int, expected: Int)
    throws
  {
    let date = try #require(DateFormat("MMM d")?.date(in: Array(text.utf8)[...]))
    #expect(date.resolved(near: try #require(Day(dateInt: today)))?.dateInt == expected)
  }

  @Test func `map comes first, then the type`() {
    let conversion = Conversion(kind: .int, map: ["X": nil, "🎯": "1"])
    #expect(conversion.value(of: "X") == .null)
    #expect(conversion.value(of: "🎯") == .int(1))
    #expect(conversion.value(of: "5") == .int(5))
    #expect(conversion.value(of: "y") == nil)
  }
}
