import StreaklineCore
import Testing

@testable import StreaklineReaders

/// Times and texts as exports write them.
@Suite struct ExportTextTests {
  private func instant(_ time: ExportedTime?) -> Instant? { time?.instant(in: .utc) }

  @Test(arguments: [
    ("2022-03-08T13:07:42", 1_646_744_862_000), ("2022-03-08 13:07:42", 1_646_744_862_000),
    ("2022-03-08T13:07:42.5", 1_646_744_862_000), ("2022-03-08T13:07:42Z", 1_646_744_862_000),
    ("2022-03-08T13:07:42.123456+02:00", 1_646_737_662_123),
    ("2022-03-08T13:07:42.7z", 1_646_744_862_700), ("2022-03-08t13:07:42-0330", 1_646_757_462_000),
    ("2022-03-08T13:07:42.12-03", 1_646_755_662_120), ("2024-02-29T23:59:60Z", 1_709_251_199_000),
  ])
  func `ISO times are read`(text: String, milliseconds: Int64) {
    #expect(instant(.init(iso: Array(text.utf8)))?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2022-03-08", "2022-03-08T13:07", "2022-02-30T13:07:42", "2022-03-08T24:00:00",
    "2022-03-08T13:07:42+2", "2022-03-08T13:07:42+02:0", "2022-03-08T13:07:42+25:00",
    "2022-03-08T13:07:42+19:00", "2022-03-08T13:07:42+99:99", "2022-03-08T13:07:42-18:01",
    "2022-03-08T13:07:42.Z", "2022-03-08T13:07:42 Z", "2022-03-08T13:07:42ZZ",
    "0000-03-08T13:07:42",
    "2022/03/08T13:07:42", "+022-03-08T13:07:42", "2022-03-08T13:07:42.1234567890123456789012Z",
  ])
  func `other shapes are no ISO times`(text: String) {
    #expect(ExportedTime(iso: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["+19:00", "+99:99", "-18:01", "+05:60", "+5:00", "+", "05:00"])
  func `an offset that no zone has is refused wherever an offset is read`(text: String) {
    #expect(NamedTimeZone(text) == nil)
    #expect(Instant(iso8601: "2022-03-08T13:07:42\(text)") == nil)
    #expect(ExportedTime(iso: Array("2022-03-08T13:07:42\(text)".utf8)) == nil)
  }

  @Test(arguments: [("+02:00", 120), ("-0330", -210), ("+14", 840), ("+18:00", 1_080), ("Z", 0)])
  func `an offset is read alike wherever an offset is read`(text: String, minutes: Int64) {
    let milliseconds = 1_646_744_862_000 - minutes * 60_000
    let time = "2022-03-08T13:07:42\(text)"
    #expect(Instant(iso8601: time)?.milliseconds == milliseconds)
    #expect(instant(.init(iso: Array(time.utf8)))?.milliseconds == milliseconds)
    let local = LocalTime(
      Day(year: 2022, month: 3, day: 8) ?? Day(daysSinceEpoch: 0), hour: 13, minute: 7, second: 42)
    #expect(local.flatMap { NamedTimeZone(text)?.instant(of: $0) }?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("0", 0), ("1646741262", 1_646_741_262_000), ("1355517523.000005", 1_355_517_523_000),
    ("1355517523.25", 1_355_517_523_250), ("253402300799", nil),
    ("25340230079", 25_340_230_079_000),
    ("", nil), ("-1", nil), ("+1", nil), ("1.", nil), (".5", nil), ("1e999", nil), ("1.5x", nil),
    ("99999999999999999999", nil), ("1 ", nil),
  ])
  func `seconds since 1970 are read`(text: String, milliseconds: Int64?) {
    #expect(instant(.init(unixSeconds: Array(text.utf8)))?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("1646813700456", 1_646_813_700_456), ("0", 0), ("99999999999999", 99_999_999_999_999),
    ("999999999999999", nil), ("1.5", nil), ("-5", nil), ("1e999", nil), ("", nil),
  ])
  func `milliseconds since 1970 are read`(text: String, milliseconds: Int64?) {
    #expect(instant(.init(unixMilliseconds: Array(text.utf8)))?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("a &lt;b&gt; &amp;amp; &nbsp; &", "a <b> &amp; &nbsp; &"),
    ("<https://x.example/a|x>", "x"),
    ("<https://x.example/?a=1&amp;b=2>", "https://x.example/?a=1&b=2"),
    ("<mailto:a@b.example|a@b.example>", "a@b.example"), ("<@U1>", "@Ann Smith"),
    ("<@U1|old>", "@Ann Smith"), ("<@U2|bob>", "@bob"), ("<@U2>", "@U2"), ("<#C1|games>", "#games"),
    ("<#C1>", "#C1"), ("<!here>", "@here"), ("<!subteam^S1|@solvers>", "@solvers"),
    ("<!date^1392734382^{date}|18 February>", "18 February"), ("<", "<"), ("<a", "<a"), ("<>", ""),
    ("<|>", ""), ("a<b>c<d|e>f", "abcef"), (":large_green_square:", ":large_green_square:"),
    ("<http://lnkd.in/queens|lnkd.in/queens>.", "lnkd.in/queens."), ("<https://x|>", "https://x"),
    ("<https://x|a&lt;b>", "a<b"),
  ])
  func `Slack's escapes are undone`(text: String, seen: String) {
    let result = unescapedSlackText(Array(text.utf8)) { $0 == "U1" ? "Ann Smith" : nil }
    #expect(String(decoding: result, as: UTF8.self) == seen)
  }

  @Test func `a Slack text of markup without end stays as it is`() {
    let text = Array(repeating: UInt8(ascii: "<"), count: 200_000)
    #expect(unescapedSlackText(text) { _ in nil } == text)
    let open = Array(repeating: UInt8(ascii: "&"), count: 200_000)
    #expect(unescapedSlackText(open) { _ in nil } == open)
  }

  @Test func `long names do not make a Slack text grow without limit`() {
    let text = Array(String(repeating: "<@U1>", count: 100_000).utf8)
    let name = String(repeating: "n", count: 1_000)
    let result = unescapedSlackText(text) { _ in name }
    #expect(result.count < JSONTokens.longestString + text.count + 1_001)
  }

  @Test(arguments: [
    ("Chlo\u{C3}\u{AB}", "Chloë"), ("\u{F0}\u{9F}\u{9F}\u{A9} 1/6", "🟩 1/6"), ("plain", "plain"),
    // Not garbled: a lone é, letters beyond Latin-1, and a mix of both.
    ("café", "café"), ("Дарья", "Дарья"), ("\u{C3}\u{AB}🟩", "\u{C3}\u{AB}🟩"), ("", ""),
    ("\u{C3}", "\u{C3}"),
  ])
  func `Facebook's garbling is undone where it is one`(text: String, meant: String) {
    #expect(MessengerReader.decoded(Array(text.utf8)) == Array(meant.utf8))
  }
}
