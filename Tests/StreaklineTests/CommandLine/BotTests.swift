import Foundation
import Testing

/// Messages of bots, and deleted ones, in exports that mark them.
@Suite struct BotTests {
  private static let discord = """
    {"guild":{"id":"1","name":"g"},"channel":{"id":"2","name":"c"},"messages":[
    {"id":"10","type":"Default","timestamp":"2024-03-13T08:00:00+00:00","content":"Wordle 998 3/6",
     "author":{"id":"7","name":"ann","nickname":"Ann","isBot":false},"mentions":[]},
    {"id":"11","type":"Default","timestamp":"2024-03-13T08:01:00+00:00","content":"Wordle 998 4/6",
     "author":{"id":"99","name":"bridge","nickname":"Bob","isBot":true},"mentions":[]},
    {"id":"12","type":"Default","timestamp":"2024-03-13T08:02:00+00:00","content":"Wordle 998 5/6",
     "author":{"id":"99","name":"bridge","nickname":"Cat","isBot":true},"mentions":[]},
    {"id":"13","type":"Default","timestamp":"2024-03-14T08:00:00+00:00",
     "content":"**Your group is on a 3 day streak!** 🔥 Here are yesterday's results:\\n👑 3/6: @Dan",
     "author":{"id":"1211781489931452447","name":"Wordle","nickname":"Wordle","isBot":true},
     "mentions":[]}]}
    """
  private static let slack = """
    [{"type":"message","ts":"1710316800.0","user":"U1","text":"Wordle 998 3/6"},
    {"type":"message","subtype":"bot_message","ts":"1710316860.0","bot_id":"B1","username":"Bob",
     "text":"Wordle 998 4/6"},
    {"type":"message","subtype":"bot_message","ts":"1710316870.0","bot_id":"B1","username":"Cat",
     "text":"Wordle 998 5/6"},
    {"type":"message","subtype":"tombstone","ts":"1710316880.0","user":"U1",
     "text":"This message was deleted."}]
    """

  private func users(_ tool: Tool, _ arguments: [String]) throws -> [String] {
    try tool.run(["parse", "--output", "json"] + arguments).objects.compactMap {
      $0["userId"] as? String
    }.sorted()
  }

  @Test func `messages of bots are counted and named, and --bots reads them by their names`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.discord, to: "d.json")
    let run = try tool.run(["ingest", file])
    #expect(
      run.output.contains("; 2 messages of bots left out (Bob, Cat): --bots reads them"),
      "\(run.output)")
    #expect(!run.output.contains("of the app itself"))
    #expect(try users(tool, [file]) == ["Ann", "Dan"])
    #expect(try users(tool, [file, "--bots"]) == ["Ann", "Bob", "Cat", "Dan"])
    let sums = try #require(
      try tool.run(["ingest", file, "--bots", "--output", "json"]).objects.last)
    #expect(sums["bots"] as? Int == 0)
    #expect(sums["added"] as? Int == 2, "a known file is read again with --bots")
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a day of Slack with a bot and a deleted message`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.slack, to: "2024-03-13.json")
    let run = try tool.run(["ingest", file])
    #expect(
      run.output.contains("; 1 deleted message left out; 2 messages of bots"), "\(run.output)")
    let again = try tool.run(["ingest", file, "--replace", "--output", "json"])
    let sums = try #require(again.objects.last)
    #expect(sums["bots"] as? Int == 2)
    #expect(sums["deletedMessages"] as? Int == 1)
    #expect(sums["notices"] as? Int == 3)
    #expect(sums["botNames"] as? [String] == ["Bob", "Cat"])
    #expect(try users(tool, [file, "--bots"]) == ["Bob", "Cat", "U1"])
  }

  @Test func `where only bots have sent, the help names them and --bots`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = Self.discord.replacing("\"isBot\":false", with: "\"isBot\":true")
      .replacing("Here are yesterday's results", with: "Nothing")
    let file = try tool.write(text, to: "d.json")
    for _ in 0..<2 {
      let run = try tool.run(["ingest", file])
      #expect(run.status == 1)
      #expect(
        run.talk.contains("help: messages of bots were left out (Ann, Bob, Cat"), "\(run)")
      #expect(run.talk.contains("--bots reads them"))
    }
    #expect(try tool.run(["ingest", file, "--bots"]).status == 0)
  }

  @Test func `a file that is known still names its bots`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(Self.discord, to: "d.json")
    for _ in 0..<2 {
      let sums = try #require(try tool.run(["ingest", file, "--output", "json"]).objects.last)
      #expect(sums["botNames"] as? [String] == ["Bob", "Cat"])
    }
    let again = try tool.run(["ingest", file])
    #expect(again.output.contains("2 messages of bots left out (Bob, Cat)"), "\(again.output)")
  }

  @Test func `a person keeps the name apart from a bot of the same name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = Self.discord.replacing("\"nickname\":\"Bob\"", with: "\"nickname\":\"Ann\"")
    let found = try users(tool, [try tool.write(text, to: "d.json"), "--bots"])
    #expect(found == ["Ann", "Ann (bot)", "Cat", "Dan"])
  }

  @Test func `structured data marks bots and deleted messages, too`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    func line(_ name: String, _ minute: Int, _ more: String) -> String {
      "{\"sender\":\"\(name)\",\"text\":\"Wordle 998 3/6\",\"timestamp\":\"2024-03-13T08:0\(minute):00Z\""
        + ",\(more)}\n"
    }
    let text =
      line("Ann", 1, "\"is_bot\":false,\"deleted\":false")
      + line("Bob", 2, "\"is_bot\":true,\"deleted\":false")
      + line("Cat", 3, "\"is_bot\":false,\"deleted\":true")
    let file = try tool.write(text, to: "m.jsonl")
    let sums = try #require(try tool.run(["ingest", file, "--output", "json"]).objects.last)
    #expect(sums["bots"] as? Int == 1)
    #expect(sums["deletedMessages"] as? Int == 1)
    #expect(sums["added"] as? Int == 1)
    #expect(try users(tool, [file, "--bots"]) == ["Ann", "Bob"])
  }

  @Test func `a message that WhatsApp shows as deleted is counted as one`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = """
      13/03/2024, 08:00 - Ann: Wordle 998 3/6
      13/03/2024, 08:01 - Bob: This message was deleted
      13/03/2024, 08:02 - Bob: Missed voice call
      """
    let run = try tool.run(["ingest", try tool.write(text, to: "c.txt")])
    #expect(
      run.output.contains("; 1 line of the app itself; 1 deleted message left out"), "\(run.output)"
    )
  }
}
