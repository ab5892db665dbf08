import StreaklineCore
import StreaklineReaders
import Testing

/// Each chat format with a quote, a forward, an edit, a new name, a reply, and messages around
/// midnight: whose each share is and when it was sent. The sources of the formats are named in
/// `Fixtures/README.md`.
@Suite struct VoicesTests {
  private static let quoted = "wordle: it is quoted, and nothing says whose it is"
  private static let forwarded = "wordle: it was forwarded, and nothing says whose it is"

  private static let undated =
    "Cara cloudle: it prints no day, and the copied message does not say on which day it was sent"

  /// Results in Los Angeles, where the chats were exported; what a format cannot hold is left out.
  private static let ann = "Ann wordle 20241104 3 2024-11-04T15:58:00Z"
  private static let bob = "Bob wordle 20241104 4 2024-11-04T16:00:00Z"
  private static let edited = "Ann wordle 20241105 2 2024-11-05T17:00:00Z"
  private static let renamed = "Bobby wordle 20241105 4 2024-11-05T17:10:00Z"
  private static let night = [
    "Cara cloudle 3 2024-11-06T07:59:00Z", "Cara cloudle 4 2024-11-06T08:01:00Z",
  ]

  struct Sample: Sendable, CustomTestStringConvertible {
    let path: String
    let format: InputFormat
    let results: [String]
    var misses: [String] = []
    var order: DateOrder?
    var testDescription: String { path }
  }

  static let samples = [
    Sample(
      path: "whatsapp/voices.txt", format: .whatsapp,
      results: [ann, bob, "Zoe wordle 20241104 5 -", edited, renamed] + night),
    Sample(
      path: "whatsapp/voices-web-copy.txt", format: .whatsapp,
      results: [ann, bob, edited, renamed] + night),
    Sample(
      path: "whatsapp/voices-phone-copy.txt", format: .whatsapp,
      results: [
        "Ann wordle 20241104 3 -", "Bob wordle 20241104 4 -", "Ann wordle 20241105 2 -",
        "Bobby wordle 20241105 4 -",
      ], misses: [undated, undated]),
    Sample(
      path: "telegram/voices.json", format: .telegram,
      results: [ann, bob, "Zoe wordle 20241104 5 -", edited, renamed] + night,
      misses: ["Cara \(forwarded)"]),
    Sample(
      path: "telegram/messages.html", format: .telegram,
      results: [
        ann, bob, "Zoe wordle 20241104 5 2024-11-04T15:30:00Z",
        "Ann wordle 20241105 2 2024-11-05T17:00:30Z", renamed,
      ] + night,
      misses: ["Bob \(quoted)"]),
    Sample(
      path: "telegram/copy.txt", format: .telegram,
      results: [
        ann, "Bob Miller wordle 20241104 4 2024-11-04T16:00:00Z", edited, renamed,
      ] + night),
    Sample(
      path: "discord/voices.json", format: .discord, results: [ann, bob, edited, renamed] + night,
      misses: ["Cara \(forwarded)"]),
    Sample(
      path: "discord/voices.csv", format: .discord,
      results: [ann, bob, edited, renamed].map { $0.prefix(1).lowercased() + $0.dropFirst() }
        + night.map { $0.prefix(1).lowercased() + $0.dropFirst() }),
    Sample(
      path: "discord/voices.txt", format: .discord, results: [ann, bob, edited, renamed] + night,
      misses: ["Cara \(forwarded)"]),
    Sample(
      path: "discord/voices.html", format: .discord,
      results: [
        ann, bob, "Ann wordle 20241105 2 2024-11-05T17:00:30Z", renamed,
      ] + night,
      misses: ["Bob \(quoted)", "Cara \(forwarded)"]),
    Sample(
      path: "discord/copy.txt", format: .discord,
      results: [ann, bob, edited, renamed] + night, misses: [undated], order: .monthFirst),
    Sample(
      path: "slack-day/2024-11-04.json", format: .slack,
      results: [ann, bob, edited, renamed] + night),
    Sample(
      path: "slack-day/copy.txt", format: .slack,
      results: [
        "Ann wordle 20241104 3 -", "Bob Miller wordle 20241104 4 -", "Ann wordle 20241105 2 -",
        "Bobby Miller wordle 20241105 4 -",
      ], misses: [undated, undated]),
    Sample(
      path: "signal/voices.md", format: .signal, results: [ann, bob, edited, renamed] + night),
    Sample(
      path: "signal/voices.json", format: .signal, results: [ann, bob, edited, renamed] + night),
    Sample(
      path: "imessage/voices.txt", format: .imessage,
      results: [ann, bob, bob, edited, renamed] + night),
    Sample(
      path: "messenger/instagram.json", format: .messenger,
      results: night.reversed()
        + [renamed, edited, bob, ann].map { $0.replacing("Ann", with: "Zoë") },
      misses: ["Bob \(quoted)"]),
    Sample(
      path: "messenger/voices.json", format: .messenger,
      results: night.reversed() + [renamed, edited, bob, ann], misses: ["Bob \(quoted)"]),
    Sample(
      path: "line/voices-en.txt", format: .line,
      results: [ann, "Bob Miller wordle 20241104 4 2024-11-04T16:00:00Z", edited, renamed]
        + night,
      misses: ["Bob Miller \(quoted)"]),
    Sample(path: "line/voices-weekday.txt", format: .line, results: [ann] + night),
    Sample(
      path: "line/voices-ja.txt", format: .line,
      results: [
        "アン wordle 20241104 3 2024-11-04T15:58:00Z",
        "ボブ wordle 20241104 4 2024-11-04T16:00:00Z",
      ] + night.map { $0.replacing("Cara", with: "アン") }),
    Sample(
      path: "kakaotalk/windows-ko.txt", format: .kakaotalk,
      results: [ann.replacing("Ann", with: "안나"), bob, renamed] + night,
      misses: ["Bob \(quoted)"]),
    Sample(
      path: "kakaotalk/windows-en.txt", format: .kakaotalk, results: [ann, bob, renamed] + night),
    Sample(
      path: "kakaotalk/android-ko.txt", format: .kakaotalk,
      results: [ann.replacing("Ann", with: "안나"), bob, renamed] + night,
      misses: ["Bob \(quoted)"]),
    Sample(
      path: "kakaotalk/ios-ko.txt", format: .kakaotalk,
      results: [ann.replacing("Ann", with: "안나"), bob, renamed] + night),
    Sample(
      path: "googlechat/messages.json", format: .googlechat,
      results: [ann, bob, edited, renamed] + night),
    Sample(
      path: "skype/messages.json", format: .skype,
      results: night.reversed() + [renamed, edited, ann, bob, ann]),
  ]

  /// Exports with ids: a person who changes the name stays one user.
  private static let withIDs: Set = [
    "telegram/voices.json", "discord/voices.json", "discord/voices.csv", "discord/voices.html",
    "slack-day/2024-11-04.json", "googlechat/messages.json", "skype/messages.json",
  ]

  /// A result without the day of shares that print none, which another suite tests.
  private func withoutOpenDay(_ line: String) -> String {
    line.replacing(#/ cloudle \d{8} /#, with: " cloudle ")
  }

  @Test(arguments: samples)
  func `each share is its author's, at the time at which he sent it`(sample: Sample) throws {
    let bytes = try Fixture.bytes(sample.path)
    let found = try ChatRecords(bytes, zone: "America/Los_Angeles", order: sample.order)
    let expected = sample.results.map { result in
      guard Self.withIDs.contains(sample.path) else { return result }
      // The reader meets one name first; this export shows the newest message first.
      if sample.format == .skype { return result.replacing("Bob ", with: "Bobby ") }
      return result.replacing("Bobby ", with: "Bob ").replacing("bobby ", with: "bob ")
    }
    #expect(found.results.map(withoutOpenDay) == expected)
    #expect(found.misses == sample.misses)
    #expect(found.issues == [])
    let input = try Input(
      memorySource(bytes), opening: nil, format: nil, options: .init(), scan: .everywhere)
    #expect(input.format == sample.format)
  }

  /// The messages around midnight, whatever the order and the spelling of names is.
  private func nightly(_ found: ChatRecords) -> [String] {
    found.results.filter { $0.contains("cloudle") }
      .map { withoutOpenDay($0.drop { $0 != " " }.description) }.sorted()
  }

  /// Formats that write times without zone: 9 hours earlier in Berlin.
  @Test(arguments: [
    "whatsapp/voices.txt", "whatsapp/voices-web-copy.txt", "telegram/copy.txt",
    "discord/voices.txt", "discord/copy.txt", "signal/voices.md", "signal/voices.json",
    "imessage/voices.txt",
    "line/voices-en.txt", "line/voices-weekday.txt", "line/voices-ja.txt",
    "kakaotalk/windows-ko.txt", "kakaotalk/windows-en.txt", "kakaotalk/android-ko.txt",
    "kakaotalk/ios-ko.txt",
  ])
  func `a time without zone is read in the zone that the caller names`(path: String) throws {
    let order = Self.samples.first { $0.path == path }?.order
    let found = try ChatRecords(Fixture.bytes(path), zone: "Europe/Berlin", order: order)
    #expect(
      nightly(found) == [" cloudle 3 2024-11-05T22:59:00Z", " cloudle 4 2024-11-05T23:01:00Z"])
    #expect(found.results[0].hasSuffix("wordle 20241104 3 2024-11-04T06:58:00Z"))
    // The wall clock decides on the day, in any zone.
    #expect(nightDays(found) == [20_241_105, 20_241_106])
  }

  private func nightDays(_ found: ChatRecords) -> [Int] {
    found.results.filter { $0.contains("cloudle") }
      .compactMap { $0.firstMatch(of: #/ cloudle (\d{8}) /#).flatMap { Int($0.1) } }.sorted()
  }

  /// Formats that write moments say the same in any zone. Those that write no offset are of the day
  /// that the moment has in the zone.
  @Test(arguments: [
    ("telegram/voices.json", [20_241_105, 20_241_106]),
    ("telegram/messages.html", [20_241_105, 20_241_106]),
    ("discord/voices.json", [20_241_105, 20_241_106]),
    ("discord/voices.csv", [20_241_105, 20_241_106]),
    ("discord/voices.html", [20_241_106, 20_241_106]),
    ("slack-day/2024-11-04.json", [20_241_106, 20_241_106]),
    ("messenger/instagram.json", [20_241_106, 20_241_106]),
    ("messenger/voices.json", [20_241_106, 20_241_106]),
    ("googlechat/messages.json", [20_241_106, 20_241_106]),
    ("skype/messages.json", [20_241_106, 20_241_106]),
  ])
  func `a moment is the same in any zone`(path: String, days: [Int]) throws {
    let zones = [("Europe/Berlin", days), ("America/Los_Angeles", [20_241_105, 20_241_106])]
    for (zone, days) in zones {
      let found = try ChatRecords(Fixture.bytes(path), zone: zone)
      #expect(
        nightly(found) == [" cloudle 3 2024-11-06T07:59:00Z", " cloudle 4 2024-11-06T08:01:00Z"])
      #expect(nightDays(found) == days)
      #expect(found.results.contains { $0.hasSuffix("wordle 20241104 3 2024-11-04T15:58:00Z") })
    }
  }

  @Test func `the day of copied messages that say none is the one that the user names`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let copy = "Ann  7:58 AM\nCloudle - Paris: 3/6\n"
    #expect(try tool.run(["parse", "--output", "json"], input: copy).objects.isEmpty)
    let named = try tool.run(["parse", "--output", "json", "--on", "2024-11-04"], input: copy)
    #expect(named.objects.map { $0["dateInt"] as? Int } == [20_241_104])
    let file = try tool.write(copy, to: "slack.txt")
    try tool.run(["ingest", file])
    try tool.run(["reparse"])
    #expect(try tool.run(["results", "--output", "json"]).objects.isEmpty)
    try tool.run(["ingest", file, "--on", "2024-11-04"])
    try tool.run([
      "ingest", try tool.write(copy + "Bob  8:00 AM\nCloudle - Rome: 4/6\n", to: "b.txt"),
    ])
    try tool.run(["reparse", "--on", "2024-11-04"])
    let results = try tool.run(["results", "--output", "json"]).objects
    #expect(results.map { $0["dateInt"] as? Int } == [20_241_104, 20_241_104])
    #expect(try tool.run(["misses", "--output", "json"]).objects.isEmpty)
  }

  @Test func `a chat that is edited between two exports is not in dispute`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    func ingest(_ text: String) throws -> [String: Any] {
      try #require(
        tool.run(["ingest", "--output", "json", "--format", "whatsapp"], input: text).objects.first)
    }
    let chat = "13/11/2024, 07:58 - Ann: Wordle 1,243 "
    #expect(try ingest(chat + "3/6\n")["added"] as? Int == 1)
    let later = try ingest(chat + "4/6 \u{200E}<This message was edited>\n")
    #expect(later["replaced"] as? Int == 1)
    #expect(later["disputes"] as? Int == 0)
    let earlier = try ingest(chat + "3/6\n\n")
    #expect(earlier["duplicates"] as? Int == 1)
    #expect(earlier["disputes"] as? Int == 0)
    let another = try ingest("13/11/2024, 09:00 - Ann: Wordle 1,243 2/6\n")
    #expect(another["disputes"] as? Int == 1)
    let run = try tool.run(["results", "--output", "json"])
    #expect(run.objects.map { $0["score"] as? Int } == [4])
  }
}
