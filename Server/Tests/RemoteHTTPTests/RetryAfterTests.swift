import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing

@Suite struct RetryAfterTests {
  /// Sunday, 6 November 1994, 08:49:37 UTC.
  private let now = 784_111_777

  @Test(arguments: [
    ("0", 1), ("1", 1), ("5", 5), ("120", 120), ("86400", 3_600), (" 7 ", 7),
    ("999999999999999999999999999", 3_600),
    ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60),
    ("Sun Nov  6 08:50:37 1994", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 1),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 1), ("Fri, 31 Dec 9999 23:59:59 GMT", 3_600),
  ])
  func `OB4 a pause is read from seconds and dates, and is from a second to an hour`(
    value: String, seconds: Int
  ) {
    #expect(RetryAfter.seconds(value, date: nil, now: now) == seconds)
  }

  @Test(arguments: [
    nil, "", "abc", "-1", "1e99", "1.5", "+3", "NaN", "0x10", "٣", "5 s", "Sun, 06 Nov 1994",
    "Sun, 06 Nov 1994 08:50:37 CET", "Sun, 00 Nov 1994 08:50:37 GMT",
    "Sun, 06 Now 1994 08:50:37 GMT", "Sun, 06 Nov 1994 24:50:37 GMT", "Sun, 06 Nov 1994 08::37 GMT",
    "6 Nov 1994 08:50:37 GMT", "Sun, 6-Nov-1994 08:50:37 GMT",
  ])
  func `OB4 what is no pause says nothing`(value: String?) {
    #expect(RetryAfter.seconds(value, date: nil, now: now) == nil)
  }

  @Test func `a date counts from the receiver's own clock`() {
    let seconds = RetryAfter.seconds(
      "Sun, 06 Nov 1994 08:50:37 GMT", date: "Sun, 06 Nov 1994 08:50:27 GMT", now: 0)
    #expect(seconds == 10)
  }

  @Test(arguments: [
    ("0", 1), ("2.1", 3), ("86400", 3_600), ("1e300", 3_600), ("1e999", nil), ("-1", nil),
    ("\"5\"", nil), ("null", nil), ("[]", nil),
  ])
  func `the pause of a record is a number`(json: String, seconds: Int?) throws {
    #expect(RetryAfter.seconds(try JSON(Array(json.utf8))) == seconds)
  }

  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
    ("Wed, 01 Mar 2000 00:00:00 GMT", 951_868_800),
    ("Sun, 22 Nov 2026 23:59:60 GMT", 1_795_392_000),
  ])
  func `dates are counted over leap years`(text: String, seconds: Int) {
    #expect(HTTPDate.seconds(text) == seconds)
  }
}
