import Foundation
import StreaklineCore
import Testing

/// Importing the history of a chat, as somebody at a shell does it.
@Suite struct ImportTests {
  /// A WhatsApp export of Ann's and Bob's daily Wordle with chatter between.
  static func chat(_ numbers: ClosedRange<Int>, chatter: Int = 1) -> String {
    var text = "01/01/2024, 00:00 - Messages and calls are end-to-end encrypted.\n"
    for number in numbers {
      let day = Day(daysSinceEpoch: 18_797 + number).civil
      let date = "\(twoDigits(day.day))/\(twoDigits(day.month))/\(day.year)"
      for (name, rows) in [("Ann", 3), ("Bob", 4)] {
        text += "\(date), 08:\(rows)0 - \(name): \(wordle(number, rows: rows))"
        for _ in 0..<chatter { text += "\(date), 08:\(rows)5 - \(name): see you at 8\n" }
      }
    }
    return text
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private func summary(_ run: Tool.Run) throws -> [String: Int] {
    try #require(run.objects.last).compactMapValues { ($0 as? NSNumber)?.intValue }
  }

  @Test func `the summary accounts for every message`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text =
      Self.chat(1_000...1_009, chatter: 2)
      + "27/03/2024, 09:00 - Bob: Wordle 1,010 8/6\n27/03/2024, 09:01 - Ann added Carol\n"
    let run = try tool.run(
      ["ingest", "--output", "json", "--date-order", "dmy", try tool.write(text, to: "c.txt")])
    let sums = try summary(run)
    #expect(sums["messages"] == 61)
    #expect(sums["withShares"] == 20)
    #expect(sums["withMisses"] == 1)
    #expect(sums["notices"] == 2)
    #expect(sums["added"] == 20)
    #expect(sums["misses"] == 1)
  }

  @Test func `a message of many windows counts once, and not the one after it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let blanks = String(repeating: "\nsee you at 8", count: 60_000) + "\n"
    let text =
      "13/03/2024, 08:00 - Ann: Wordle 998 3/6\(blanks)Wordle 999 4/6\n"
      + "14/03/2024, 08:00 - Bob: Wordle 999 3/6\n14/03/2024, 08:01 - Bob: thanks\n"
    let sums = try summary(
      try tool.run(["ingest", "--output", "json", try tool.write(text, to: "c.txt")]))
    #expect(sums["messages"] == 3)
    #expect(sums["shares"] == 3)
    #expect(sums["withShares"] == 2)
  }

  @Test func `an import that was cut before its end mark finds its shares again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.chat(1_000...1_009), to: "c.txt")
    let arguments = ["ingest", "--output", "json", "--date-order", "dmy", file]
    try tool.run(arguments)
    try RawDatabase.execute(tool.store.path, "UPDATE import SET isComplete = 0")
    for _ in 0..<2 {
      let again = try tool.run(arguments)
      #expect(again.status == 0, "\(again.talk)")
      let sums = try summary(again)
      #expect(sums["shares"] == 20 && sums["duplicates"] == 20 && sums["added"] == 0)
    }
  }

  @Test func `the same file again adds nothing, and that is reported`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.chat(1_000...1_199), to: "chat.txt")
    let first = try tool.run(["ingest", file])
    #expect(first.output.contains("400 shares: 400 added"))
    let again = try tool.run(["ingest", file])
    #expect(again.status == 0)
    #expect(
      again.output.contains(
        "400 shares: 0 added, 400 already there (what an earlier run has read was skipped)"))
    #expect(again.output.contains("800 messages: 400 with shares, 400 without"))
  }

  @Test func `of a longer export of the same chat only the end is new`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let short = try tool.write(Self.chat(1_000...1_199), to: "short.txt")
    let long = try tool.write(Self.chat(1_000...1_249), to: "long.txt")
    try tool.run(["ingest", "--quiet", short])
    let sums = try summary(try tool.run(["ingest", "--output", "json", long]))
    #expect(sums["added"] == 100)
    #expect(sums["duplicates"] == 400)
    #expect(sums["messages"] == 1_000)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `two people's exports of one chat yield the same results once`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let android = Self.chat(1_000...1_049)
    let phone = android.replacing(#/(\d\d/\d\d/\d{4}), (\d\d:\d\d) - /#) {
      "[\($0.output.1), \($0.output.2):07] "
    }
    try tool.run(["ingest", "--quiet", try tool.write(android, to: "a.txt")])
    let run = try tool.run(["ingest", "--output", "json", try tool.write(phone, to: "b.txt")])
    let sums = try summary(run)
    #expect(sums["added"] == 0)
    #expect(sums["duplicates"] == 100)
  }

  @Test func `a rule that is added reads a known file again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = Self.chat(1_000...1_002) + "30/03/2024, 09:00 - Bob: Gridle #8 4/6\n"
    let file = try tool.write(text, to: "chat.txt")
    try tool.run(["ingest", "--quiet", file])
    let rule = try #require(
      try String(contentsOf: Tool.root.appending(path: "README.md"), encoding: .utf8)
        .firstMatch(of: #/```yaml\n(.*?)```/#.dotMatchesNewlines())?.output.1)
    _ = try tool.write(String(rule), to: "config/streakline/Parsers/gridle.yaml")
    let sums = try summary(try tool.run(["ingest", "--output", "json", file]))
    #expect(sums["added"] == 1)
    #expect(sums["duplicates"] == 6)
  }

  @Test func `senders become users, by their names, aliases and me`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.chat(1_000...1_000), to: "chat.txt")
    let names = try tool.write("# who is who\nAnn = ann.b  # the sister\n\nBob=x\n", to: "names")
    let run = try tool.run([
      "parse", "--output", "json", "--date-order", "dmy", "--aliases", names, "--me", "Bob",
      "--user",
      "robert", file,
    ])
    #expect(run.objects.map { $0["userId"] as? String } == ["ann.b", "robert"])
    let only = try tool.run([
      "parse", "--output", "json", "--date-order", "dmy", "--only", "Ann", file,
    ])
    #expect(only.objects.map { $0["userId"] as? String } == ["Ann"])
  }

  @Test func `times without zone are read in the zone that is given`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(
      "31/03/2024, 00:30 - Ann: Globle 🌎 Mar 31\n31/03/2024, 08:30 - Ann: \(wordle(1_016))",
      to: "c.txt")
    let run = try tool.run([
      "parse", "--output", "json", "--timezone", "Europe/Berlin", file,
    ])
    #expect(run.objects.last?["playedAt"] as? String == "2024-03-31T06:30:00Z")
    #expect(try tool.run(["parse", "--timezone", "Mars/Olympus", file]).status == 64)
  }

  @Test func `forwarded shares can be left out`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let json = """
      {"name":"P","type":"personal_chat","id":1,"messages":[
      {"id":1,"type":"message","date":"2024-03-26T08:00:00","date_unixtime":"1711440000","from":"Ann","from_id":"user1","text":"Wordle 1,011 3/6"},
      {"id":2,"type":"message","date":"2024-03-26T08:00:00","date_unixtime":"1711440000","from":"Bob","from_id":"user2","forwarded_from":"Zoe","text":"Wordle 1,011 4/6"}]}
      """
    let file = try tool.write(json, to: "result.json")
    func users(_ policy: String...) throws -> [String] {
      let run = try tool.run(["parse", "--output", "json"] + policy + [file])
      return run.objects.compactMap { $0["userId"] as? String }
    }
    #expect(try users() == ["Ann", "Zoe"])
    #expect(try users("--forwards", "count") == ["Ann", "Bob"])
    #expect(try users("--forwards", "skip") == ["Ann"])
    let kept = try tool.run(["ingest", "--output", "json", "--forwards", "skip", file])
    #expect(try summary(kept)["forwards"] == 1)
    #expect(try summary(kept)["added"] == 1)
  }

  @Test func `a format that does not exist is refused, with a hint`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["ingest", "--format", "whatsap"], input: "x")
    #expect(run.status == 64)
    #expect(run.talk.contains("whatsapp"))
  }

  @Test func `every chat of a folder is imported, and notes only where there is no chat`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(Self.chat(1_000...1_001), to: "in/WhatsApp Chat with Ann.txt")
    _ = try tool.write(
      Self.chat(1_100...1_100).replacing("Ann", with: "Zoe"), to: "in/more/_chat.txt")
    let telegram = """
      {"name":"P","type":"personal_chat","id":1,"messages":[
      {"id":1,"type":"message","date":"2024-03-26T08:00:00","date_unixtime":"1711440000","from":"Ida","from_id":"user1","text":"Wordle 1,011 3/6"}]}
      """
    _ = try tool.write(telegram, to: "in/result.json")
    _ = try tool.write("my notes: Wordle 1,500 2/6", to: "in/notes.txt")
    let folder = tool.folder.appending(path: "in").path
    let run = try tool.run(["parse", "--output", "json", "--date-order", "dmy", folder])
    let users = run.objects.compactMap { $0["userId"] as? String }
    #expect(users.sorted() == ["Ann", "Ann", "Bob", "Bob", "Bob", "Ida", "Zoe"])
    _ = try tool.write("Wordle 1,500 2/6", to: "notes/a.txt")
    _ = try tool.write("Wordle 1,501 2/6", to: "notes/b.txt")
    let notes = tool.folder.appending(path: "notes").path
    #expect(try tool.run(["parse", "--output", "json", notes]).objects.count == 2)
  }

  @Test func `people of one name with two ids stay two`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let messages = [(1, "user1", 3), (2, "user2", 4), (3, "user1", 5)].map { id, user, rows in
      """
      {"id":\(id),"type":"message","date":"2024-03-2\(id)T08:00:00","from":"Sam","from_id":"\(user)","text":"Wordle 1,01\(id) \(rows)/6"}
      """
    }
    let json =
      #"{"name":"P","type":"personal_chat","id":1,"messages":["#
      + messages.joined(separator: ",") + "]}"
    let run = try tool.run(
      ["parse", "--output", "json", try tool.write(json, to: "result.json")])
    #expect(run.objects.map { $0["userId"] as? String } == ["Sam", "Sam (user2)", "Sam"])
  }

  @Test func `a person without shares is reported, with those who have shares`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.chat(1_000...1_002), to: "chat.txt")
    let run = try tool.run(["ingest", "--date-order", "dmy", "--only", "Nobody", file])
    #expect(run.status == 1)
    #expect(run.talk.contains("no share of Nobody; there are shares of Ann, Bob"))
  }

  @Test func `deleted results are reported when a known file is imported again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.chat(1_000...1_002), to: "chat.txt")
    let arguments = ["ingest", "--output", "json", "--date-order", "dmy", file]
    try tool.run(arguments)
    let id = try #require(
      try tool.run(["results", "--output", "json"]).objects.first?["id"] as? String)
    try tool.run(["results", "delete", id])
    let sums = try summary(try tool.run(arguments))
    #expect(sums["deleted"] == 1)
    #expect(sums["duplicates"] == 5)
  }

  @Test func `texts of an erased person are reported when a known file is imported again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.chat(1_000...1_002), to: "chat.txt")
    let arguments = ["ingest", "--output", "json", "--date-order", "dmy", file]
    try tool.run(arguments)
    try tool.run(["erase", "--user", "Ann", "--yes"])
    // The second time from the checkpoint of the first.
    for _ in 0..<2 {
      let sums = try summary(try tool.run(arguments))
      #expect(sums["refused"] == 3 && sums["duplicates"] == 3 && sums["added"] == 0, "\(sums)")
    }
  }
}
