import Foundation
import StreaklineCore
import StreaklineReaders
import Testing

/// A share that prints neither number nor date is of the day where its message was sent.
@Suite struct DayWhereSentTests {
  private static let share = "Spelling Bee\nScore: 150\nWords: 25\nRank: Genius"
  private static var inJSON: String { share.replacing("\n", with: "\\n") }

  /// Five minutes past nine in the evening of 3 October in Los Angeles.
  private static let evening = "2026-10-04T04:05:00Z"

  private func days(_ text: String, _ name: String, _ arguments: [String]) throws -> [Int] {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(text, to: name)
    let run = try tool.run(["parse", path, "--output", "json"] + arguments)
    #expect(run.talk == "")
    return run.objects.compactMap { $0["dateInt"] as? Int }
  }

  private func discord(_ time: String) -> String {
    """
    {"guild":{"id":"1","name":"g"},"channel":{"id":"2","name":"c"},"messages":[{"id":"3",
    "type":"Default","timestamp":"\(time)","content":"\(Self.inJSON)",
    "author":{"id":"4","name":"bob"}}]}
    """
  }

  @Test func `a chat's wall clock decides, whatever the zone`() throws {
    let chat = "[10/3/26, 9:05:00 PM] Bob: \(Self.share)\n[10/25/26, 9:05:00 PM] Bob: hi\n"
    for zone in ["UTC", "America/Los_Angeles", "Pacific/Auckland"] {
      #expect(try days(chat, "_chat.txt", ["--timezone", zone]) == [20_261_003])
    }
    let telegram = """
      {"name":"c","type":"private_group","id":1,"messages":[{"id":1,"type":"message",
      "date":"2026-10-03T21:05:00","date_unixtime":"1791086700","from":"Bob","from_id":"user1",
      "text":"\(Self.inJSON)"}]}
      """
    #expect(try days(telegram, "result.json", ["--timezone", "UTC"]) == [20_261_003])
  }

  @Test func `a moment with an offset keeps it, and one in UTC is read in the zone`() throws {
    let zone = ["--timezone", "Asia/Tokyo"]
    #expect(try days(discord("2026-10-03T21:05:00-07:00"), "a.json", zone) == [20_261_003])
    #expect(try days(discord("2026-10-04T04:05:00+00:00"), "a.json", zone) == [20_261_004])
    let angeles = ["--timezone", "America/Los_Angeles"]
    #expect(try days(discord("2026-10-04T04:05:00+00:00"), "a.json", angeles) == [20_261_003])
    let milliseconds = try #require(Instant(iso8601: Self.evening)).milliseconds
    let messenger = """
      {"participants":[{"name":"Bob"}],"messages":[{"sender_name":"Bob",
      "timestamp_ms":\(milliseconds),"content":"\(Self.inJSON)"}],"title":"c"}
      """
    #expect(try days(messenger, "message_1.json", angeles) == [20_261_003])
    #expect(try days(messenger, "message_1.json", zone) == [20_261_004])
  }

  @Test func `a pasted share is of the day on the machine's calendar`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    // These two calendars never show the same day.
    for name in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      let zone = try #require(NamedTimeZone(name))
      func today() -> Day {
        zone.day(of: Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
      }
      let before = today().dateInt
      let run = try tool.run(
        ["parse", "--output", "json"], input: Self.share, more: ["TZ": ":" + name])
      let day = try #require(run.objects.first?["dateInt"] as? Int)
      #expect((before...today().dateInt).contains(day))
    }
  }

  @Test func `a streak ends with the machine's day, not with that of Greenwich`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    let west = try #require(NamedTimeZone("Pacific/Pago_Pago"))
    // Played the day before yesterday in the far east is played yesterday or later in the far west.
    let day = west.day(of: now) + -1
    try tool.run(["ingest", "--on", day.iso], input: Self.share)
    for (zone, current) in [("Pacific/Pago_Pago", 1), ("Pacific/Kiritimati", 0)] {
      let run = try tool.run(["streaks", "--output", "json"], more: ["TZ": zone])
      #expect(run.objects.first?["current"] as? Int == current, "\(zone)")
    }
  }

  @Test func `a near miss is read again on the day where it was sent`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let broken = Self.share.replacing("Genius", with: "Wizard").replacing("\n", with: "\\n")
    let chat = discord("2026-10-03T21:05:00-07:00").replacing(Self.inJSON, with: broken)
    try tool.run(["ingest", try tool.write(chat, to: "a.json")])
    let rule = try String(
      contentsOf: Tool.root.appending(path: "Parsers/spelling-bee.yaml"), encoding: .utf8
    ).replacing("| Genius |", with: "| Genius | Wizard |")
    _ = try tool.write(rule, to: "rules/spelling-bee.yaml")
    try tool.run(["reparse", "--rules", tool.folder.appending(path: "rules").path])
    let run = try tool.run(["results", "--output", "json"])
    #expect(run.objects.compactMap { $0["dateInt"] as? Int } == [20_261_003])
  }

  @Test func `a puzzle whose day starts long after its message was sent is suspect`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let chat = """
      [11/4/24, 8:00:00 AM] Ann: \(wordle(1_934))
      [11/4/24, 9:00:00 AM] Bob: \(wordle(1_234))
      [11/25/24, 9:00:00 AM] Bob: hi
      """
    let run = try tool.run(["ingest", try tool.write(chat, to: "_chat.txt")])
    #expect(run.output.contains("not counted: its day (2026-10-05) starts more than 14 hours"))
    #expect(run.output.contains("1 suspect"))
    let streaks = try tool.run(["streaks", "--output", "json"])
    #expect(streaks.objects.compactMap { $0["userId"] as? String } == ["Bob"])
    let results = try tool.run(["results", "--output", "json"])
    #expect(results.objects.count { $0["suspect"] is String } == 1)
    #expect(try tool.run(["export"]).output.contains("starts more than") == false)
    #expect(try tool.run(["verify"]).status == 0)
  }
}
