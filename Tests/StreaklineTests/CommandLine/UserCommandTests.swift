import Foundation
import Testing

/// Who is who, from one import to the next.
@Suite struct UserCommandTests {
  private func telegram(_ messages: [(name: String, id: String, day: Int, text: String)]) -> String
  {
    let list = messages.enumerated().map { index, message in
      let text = message.text.replacing("\n", with: "\\n")
      return """
        {"id":\(index + 1),"type":"message","date":"2024-11-0\(message.day)T08:00:00",
        "date_unixtime":"\(1_730_707_200 + (message.day - 4) * 86_400)","from":"\(message.name)",
        "from_id":"\(message.id)","text":"\(text)"}
        """
    }
    return """
      {"name":"c","type":"private_group","id":1,"messages":[\(list.joined(separator: ","))]}
      """
  }

  private func users(_ tool: Tool) throws -> [String] {
    #expect(try tool.run(["verify"]).status == 0)
    return try tool.run(["users", "--output", "json"]).objects.map {
      "\($0["userId"] ?? "") \($0["results"] ?? 0)"
    }
  }

  private func ingest(_ tool: Tool, _ text: String, _ arguments: [String] = []) throws {
    let run = try tool.run(["ingest", try tool.write(text, to: "result.json")] + arguments)
    #expect(run.status == 0, "\(run.talk)")
  }

  @Test func `one person with an id is one user, who has the newest name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try ingest(
      tool,
      telegram([
        ("Ann", "user1", 4, wordle(1_234)), ("Anna", "user1", 5, wordle(1_235)),
        ("Sam", "user2", 4, wordle(1_234, rows: 4)),
      ]))
    #expect(try users(tool) == ["Anna 2", "Sam 1"])
    // An older export does not bring the old name back, a newer one brings a new name.
    try ingest(tool, telegram([("Ann", "user1", 4, wordle(1_230))]))
    #expect(try users(tool) == ["Anna 3", "Sam 1"])
    try ingest(tool, telegram([("Dr. Anna", "user1", 6, wordle(1_236))]))
    #expect(try users(tool) == ["Dr. Anna 4", "Sam 1"])
    // Another person of a known name is another user.
    try ingest(tool, telegram([("Sam", "user3", 4, wordle(1_234))]))
    #expect(try users(tool) == ["Dr. Anna 4", "Sam 1", "Sam (user3) 1"])
  }

  @Test func `a name that was given by hand stays, whatever the export shows`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try ingest(tool, telegram([("Ann", "user1", 4, wordle(1_234))]))
    #expect(
      try tool.run(["users", "rename", "Ann", "ann"]).output
        == "Ann is ann now, also in later imports\n")
    try ingest(tool, telegram([("Anna", "user1", 5, wordle(1_235))]))
    #expect(try users(tool) == ["ann 2"])
    let listed = try tool.run(["users"]).lines
    #expect(listed.last?.hasSuffix("Ann, Anna") == true)
  }

  @Test func `renaming holds for later imports of any format, and can be undone`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let chat = "[11/4/24, 8:00:00 AM] Bob: \(wordle(1_234))[11/25/24, 8:00:00 AM] Bob: hi\n"
    try tool.run(["ingest", try tool.write(chat, to: "_chat.txt")])
    try tool.run(["users", "rename", "Bob", "robert"])
    let more = chat + "[11/26/24, 8:00:00 AM] Bob: \(wordle(1_256))"
    try tool.run(["ingest", try tool.write(more, to: "_chat.txt")])
    let export = try tool.run(["export"]).output.replacing("robert", with: "Bob")
    let run = try tool.run(["ingest", try tool.write(export, to: "x.jsonl")])
    #expect(run.output.contains("2 already there"))
    #expect(try users(tool) == ["robert 2"])
    #expect(try tool.run(["corrections", "undo"]).status == 0)
    #expect(try users(tool) == ["Bob 1", "robert 1"])
  }

  @Test func `users are merged and forgotten`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let phone = "\u{202A}+43 660 1234567\u{202C}"
    for name in [phone, "Bob"] {
      let chat =
        "[11/4/24, 8:00:00 AM] \(name): \(wordle(1_234))[11/25/24, 8:00:00 AM] \(name): hi\n"
      try tool.run(["ingest", try tool.write(chat, to: "_chat.txt")])
    }
    let listed = try tool.run(["users"])
    #expect(listed.talk.contains("streakline users merge '"))
    let number = try #require(try users(tool).first { $0.contains("+43") }).dropLast(2)
    #expect(try tool.run(["users", "merge", String(number), "Bob"]).status == 0)
    #expect(try users(tool) == ["Bob 1"])
    #expect(try tool.run(["users", "forget", "Bob"]).status == 0)
    let again = "[11/5/24, 8:00:00 AM] Bob: \(wordle(1_235))[11/25/24, 8:00:00 AM] Bob: hi\n"
    try tool.run(["ingest", try tool.write(again, to: "_chat.txt")])
    #expect(try users(tool) == [])
    #expect(try tool.run(["users"]).talk.contains("Bob is forgotten"))
    #expect(try tool.run(["users", "forget", "Bob"]).status == 1)
    #expect(try tool.run(["corrections", "undo"]).status == 0)
    #expect(try users(tool) == ["Bob 1"])
  }

  @Test func `a name that nobody has, or that somebody has, is refused`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["ingest", "--user", "ann"], input: wordle(1_234))
    try tool.run(["ingest", "--user", "bob"], input: wordle(1_234))
    #expect(try tool.run(["users", "rename", "an", "x"]).talk.contains("did you mean 'ann'"))
    #expect(try tool.run(["users", "rename", "ann", "bob"]).talk.contains("users merge"))
    #expect(try users(tool) == ["ann 1", "bob 1"])
  }
}
