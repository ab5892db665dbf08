import Foundation
import Testing

/// What is said of names, links and inputs that are not what they seem.
@Suite struct PeopleTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private static let chat = """
    04/11/2024, 08:00 - Ann: Wordle 1,234 3/6
    04/11/2024, 08:01 - Bob: Wordle 1,234 4/6
    13/11/2024, 08:00 - Ann: hello

    """

  @Test func `a given name that no share has is named with the names that are there`() throws {
    defer { tool.remove() }
    let chat = try tool.write(Self.chat, to: "_chat.txt")
    for command in ["ingest", "parse"] {
      let run = try tool.run([command, chat, "--me", "Anna", "--alias", "Bobby=bob"])
      #expect(run.status == 0)
      #expect(
        run.talk.contains("no share is by 'Anna' (--me); there are shares by Ann, Bob"),
        "\(run.talk)")
      #expect(run.talk.contains("no share is by 'Bobby' (--alias)"))
    }
    #expect(try !tool.run(["parse", chat, "--me", "Ann"]).talk.contains("no share is by"))
    let pasted = try tool.run(["parse", "--me", "Ann"], input: wordle(1_234))
    #expect(!pasted.talk.contains("no share"))
  }

  @Test func `of the names in the settings one must be there`() throws {
    defer { tool.remove() }
    let chat = try tool.write(Self.chat, to: "_chat.txt")
    _ = try tool.write(
      "me: [Ann, Anna]\naliases: {Zoe: zoe, Yan: yan}\n", to: "config/streakline/config.yaml")
    let run = try tool.run(["ingest", chat])
    #expect(!run.talk.contains("Anna"))
    #expect(run.talk.contains("no share is by 'Yan' or 'Zoe' (aliases in "))
    // After a rename the name still counts as found.
    try tool.run(["users", "rename", "me", "ann"])
    #expect(try !tool.run(["ingest", chat, "--replace"]).talk.contains("(me in"))
  }

  @Test(arguments: [
    (["pips", "40", "1:23", "--mode", "esy"], "did you mean 'easy'"),
    (["pips", "40", "1:23", "--mode", "gigantic"], "there is easy, hard, medium"),
    (["pips", "40", "1:23"], "name one with --mode: easy, hard, medium"),
    (["nyt-mini", "2024-11-04", "\u{661}:\u{662}\u{663}"], "write 4/6"),
    (["wordle", "1234", "\u{664}/6"], "write 4/6"),
  ])
  func `a mode or an outcome that the game does not have is refused`(
    arguments: [String], help: String
  ) throws {
    defer { tool.remove() }
    let run = try tool.run(["results", "add"] + arguments)
    #expect(run.status == 64 && run.talk.contains(help), "\(run.talk)")
  }

  @Test(arguments: [
    (["pips", "40", "1:23", "--mode", "Easy"], "Pips (easy) 40"),
    (["quordle", "1576", "6/9"], "Quordle 1,576 · 6/9"),
    (["octordle", "845", "61"], "Octordle 845"),
  ])
  func `a mode is named as people write it, and left out of a plain game`(
    arguments: [String], line: String
  ) throws {
    defer { tool.remove() }
    let run = try tool.run(["results", "add"] + arguments)
    #expect(run.status == 0 && run.output.contains(line), "\(run.output)\(run.talk)")
  }

  @Test func `a dry run says what the import does, edits included`() throws {
    defer { tool.remove() }
    let edited = "\u{200E}<This message was edited>"
    func chat(_ outcome: String, _ last: String) throws -> String {
      let text = """
        04/11/2024, 08:00 - Ann: Wordle 1,234 \(outcome)
        13/11/2024, 08:00 - Ann: \(last)

        """
      return try tool.write(text, to: "\(last).txt")
    }
    let files = try [
      chat("3/6", "first"), chat("4/6 \(edited)", "second"), chat("3/6", "third"),
      chat("5/6", "fourth"),
    ]
    for file in files {
      let numbers = try ["added", "duplicates", "disputes", "replaced"].map { key in
        try tool.run(["ingest", file, "--dry-run", "--output", "json"]).objects.first?[key] as? Int
      }
      let real = try tool.run(["ingest", file, "--output", "json"]).objects.first
      #expect(
        numbers == ["added", "duplicates", "disputes", "replaced"].map { real?[$0] as? Int })
    }
    let run = try tool.run(["ingest", files[1], "--dry-run"])
    #expect(run.output.contains("already there"))
  }

  private func telegram(_ name: String, _ more: String = "") -> String {
    """
    {"name":"c","type":"private_group","id":1,"messages":[
    {"id":1,"type":"message","date":"2024-11-04T08:00:00","date_unixtime":"1730707200",
    "from":"\(name)","from_id":"user1","text":"Wordle 1,234 3/6"}\(more)]}
    """
  }

  @Test func `a dry run knows people by their ids`() throws {
    defer { tool.remove() }
    try tool.run(["ingest", try tool.write(telegram("Ann"), to: "a.json")])
    let later = try tool.write(telegram("Anna"), to: "b.json")
    let run = try tool.run(["ingest", later, "--dry-run", "--output", "json"])
    #expect(run.objects.first?["duplicates"] as? Int == 1)
    #expect(run.objects.first?["added"] as? Int == 0)
  }

  @Test func `what was forwarded from a person with an id is that person's under any name`() throws
  {
    defer { tool.remove() }
    let more = """
      ,{"id":2,"type":"message","date":"2024-11-05T08:00:00","date_unixtime":"1730793600",
      "from":"Anna M","from_id":"user1","text":"Wordle 1,235 3/6"},
      {"id":3,"type":"message","date":"2024-11-05T09:00:00","date_unixtime":"1730797200",
      "from":"Bob","from_id":"user2","forwarded_from":"Anna M","text":"Wordle 1,235 3/6"},
      {"id":4,"type":"message","date":"2024-11-05T09:01:00","date_unixtime":"1730797260",
      "from":"Bob","from_id":"user2","forwarded_from":"Ann","text":"Wordle 1,234 3/6"}
      """
    let file = try tool.write(telegram("Ann", more), to: "a.json")
    #expect(try tool.run(["ingest", file]).output.contains("2 added, 2 already there"))
    let users = try tool.run(["users", "--output", "json"]).objects
    #expect(users.map { $0["userId"] as? String } == ["Anna M"])
    #expect(users.first?["results"] as? Int == 2)
  }

  @Test func `what was forwarded from an account that is gone is not another's who is gone too`()
    throws
  {
    defer { tool.remove() }
    let more = """
      ,{"id":4,"type":"message","date":"2024-11-05T10:00:00","date_unixtime":"1730800800",
      "from":"Deleted Account","from_id":"user1","text":"Wordle 1,236 3/6"},
      {"id":5,"type":"message","date":"2024-11-06T09:00:00","date_unixtime":"1730883600",
      "from":"Bob","from_id":"user2","forwarded_from":"Deleted Account","text":"Wordle 1,237 5/6"}
      """
    try tool.run(["ingest", try tool.write(telegram("Ann", more), to: "a.json")])
    let results = try tool.run(["results", "--user", "Ann", "--output", "json"]).objects
    #expect(!results.contains { $0["puzzleNumber"] as? Int == 1_237 })
  }

  @Test func `what was forwarded from an account that is gone is nobody's, also before it is met`()
    throws
  {
    defer { tool.remove() }
    let more = """
      ,{"id":4,"type":"message","date":"2024-11-05T09:00:00","date_unixtime":"1730797200",
      "from":"Bob","from_id":"user2","forwarded_from":"Deleted Account","text":"Wordle 1,236 5/6"},
      {"id":5,"type":"message","date":"2024-11-06T10:00:00","date_unixtime":"1730887200",
      "from":"Deleted Account","from_id":"user7","text":"Wordle 1,237 3/6"}
      """
    try tool.run(["ingest", try tool.write(telegram("Ann", more), to: "a.json")])
    let results = try tool.run(["results", "--output", "json"]).objects
    #expect(!results.contains { $0["puzzleNumber"] as? Int == 1_236 })
    #expect(results.contains { $0["puzzleNumber"] as? Int == 1_237 })
    #expect(try tool.run(["misses", "--output", "json"]).objects.count == 1)
  }

  @Test func `an old name is answered with the name that holds now`() throws {
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234))
    try tool.run(["users", "rename", "me", "ada"])
    for command in [["results"], ["streaks"], ["export"]] {
      let run = try tool.run(command + ["--user", "me"])
      #expect(run.status == 1 && run.talk.contains("those of 'ada'"), "\(run.talk)")
    }
    #expect(
      try tool.run(["users", "merge", "ada", "Ada L."]).talk.contains("streakline users rename"))
    #expect(try tool.run(["users", "rename", "ada", "ada"]).status == 64)
  }

  @Test func `a pipeline for a user without results is named`() throws {
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234))
    try tool.run(["users", "rename", "me", "ada"])
    _ = try tool.write(
      """
      format: 1
      pipeline: mine
      users: [me, adda]
      records:
        GameResult: {zone: results, name: '{uuid}'}
      remote:
        jsonl: {path: mine.jsonl}

      """, to: "config/streakline/Pipelines/mine.yaml")
    let run = try tool.run(["sync", "--pipeline", "mine"])
    #expect(run.talk.contains("the user 'me' has no results; his results are those of 'ada' now"))
    #expect(run.talk.contains("the user 'adda' has no results; did you mean 'ada'?"), "\(run.talk)")
  }

  @Test(
    arguments: [
      ([0x1F, 0x8B, 0x08, 0x08, 0x5A, 0x77, 0x01, 0x67, 0x00, 0x03], "gunzip"),
      ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0xFF], "bunzip2"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "unxz"),
      (Array("SQLite format 3\0".utf8), "a database"), (Array("%PDF-1.7".utf8), "copy its text"),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "a picture"),
    ] as [([UInt8], String)])
  func `a file that holds no text is refused with what to do`(bytes: [UInt8], help: String) throws {
    defer { tool.remove() }
    let file = try tool.write(Data(bytes), to: "chat.txt.gz")
    let run = try tool.run(["ingest", file])
    #expect(run.status == 65 && run.talk.contains(help), "\(run.talk)")
    #expect(try tool.run(["parse"], input: Data(bytes)).status == 65)
  }

  @Test func `a text that starts with the letters of a compressed file is a text`() throws {
    defer { tool.remove() }
    let run = try tool.run(["parse"], input: "BZh9 " + wordle(1_234))
    #expect(!run.talk.contains("bunzip2") && run.talk.contains("BZh9"), "\(run.talk)")
  }

  @Test func `an export without results is said to be one`() throws {
    defer { tool.remove() }
    try tool.run([], input: wordle(1_234))
    for format in ["jsonl", "csv"] {
      let file = tool.folder.appending(path: "none.\(format)").path
      let options = ["--format", format, "--from", "2026-01-01", "--output-file", file]
      #expect(try tool.run(["export"] + options).status == 0)
      let run = try tool.run(["ingest", file])
      #expect(run.status == 1 && run.talk.contains("there is no message and no result"))
    }
  }

  @Test func `links in a folder are named`() throws {
    defer { tool.remove() }
    let chat = try tool.write(Self.chat, to: "exports/_chat.txt")
    let link = tool.folder.appending(path: "exports/more.txt")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: chat)
    let run = try tool.run(["parse", tool.folder.appending(path: "exports").path])
    #expect(run.lines.count == 2)
    #expect(run.talk.contains("exports/more.txt: not read: it is a link"), "\(run.talk)")
  }

  @Test func `the manual page has every command`() throws {
    defer { tool.remove() }
    let page = try tool.run(["manual"])
    #expect(page.lines.first?.hasPrefix(".TH STREAKLINE 1 ") == true)
    for name in ["ingest", "users merge", "imports undo", "results edit", "manual"] {
      #expect(page.lines.contains(".SS streakline \(name)"), "\(name)")
    }
    #expect(page.lines.contains("  streakline users rename 'Alice B.' alice"))
  }
}
