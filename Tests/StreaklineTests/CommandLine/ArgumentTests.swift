import Foundation
import Testing

/// How the program is called, and what it reports of a wrong call.
@Suite struct ArgumentTests {
  /// Runs the program as a shell does that was given the script; `$0` is the program.
  private func shell(_ tool: Tool, _ script: String, input: String = "") throws -> Tool.Run {
    let path = try tool.write(input, to: "in")
    let process = tool.process(["-c", "(\(script)) 2> talk > out < \(path)", Tool.binary.path])
    process.executableURL = URL(filePath: "/bin/bash")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: tool.folder.appending(path: name)), as: UTF8.self)
    }
    return Tool.Run(
      status: process.terminationStatus, output: try text("out"), talk: try text("talk"))
  }

  private static let strace = "/usr/bin/strace"

  /// The standard library finds the arguments with the help of `/proc/self/maps`.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
  func `arguments that are lost stop the program before it reads or stores anything`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try shell(
      tool,
      "\(Self.strace) -f -qq -o /dev/null -P /proc/self/maps -e inject=openat:error=EMFILE "
        + "\"$0\" results delete x --store s.db", input: wordle(1_000))
    #expect(run.status == 64)
    #expect(run.talk.contains("arguments were lost"))
    #expect(run.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func `an argument that is not UTF-8 is refused, because it would name another file`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    for command in ["--store $'caf\\xe9.db'", "parse $'caf\\xe9.txt'"] {
      let run = try shell(tool, "\"$0\" \(command)", input: wordle(1_000))
      #expect(run.status == 64)
      #expect(run.talk.contains("is not UTF-8"))
    }
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
    let run = try shell(
      tool, "export STREAKLINE_STORE=$'caf\\xe9.db'; \"$0\"", input: wordle(1_000))
    #expect(run.status == 78)
    #expect(run.talk.contains("$STREAKLINE_STORE is not UTF-8"))
  }

  @Test func `without HOME the user's own home is used, never the current folder`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write("nonsense: [", to: ".config/streakline/Parsers/evil.yaml")
    _ = try tool.write("nonsense: [", to: "relative/streakline/Parsers/evil.yaml")
    for home in ["unset HOME", "HOME=", "HOME=."] {
      let run = try shell(
        tool, "\(home); unset XDG_CONFIG_HOME; XDG_CACHE_HOME=$PWD/cache \"$0\" parse",
        input: wordle(1_000))
      #expect(!run.talk.contains("evil.yaml"), "\(home)")
    }
    let run = try shell(tool, "XDG_CONFIG_HOME=relative \"$0\" parse", input: wordle(1_000))
    #expect(!run.talk.contains("relative/"))
  }

  @Test func `errors are JSON where the output is JSON`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let commands: [([String], Int)] = [
      (["parse", "none.txt"], 0), (["results"], 66), (["--on", "yesterday"], 64),
      (["--pipeline", "nope"], 78), (["--nonsense"], 64), (["parse", "--rules", "none"], 66),
    ]
    for (command, code) in commands {
      let run = try tool.run(command + ["--output", "json"])
      let lines = run.talk.split(separator: "\n")
      #expect(!lines.isEmpty, "\(command)")
      let errors = try lines.map {
        try #require(
          try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
      }
      #expect(errors.allSatisfy { ($0["error"] as? String)?.isEmpty == false }, "\(command)")
      if code > 0 {
        #expect(run.status == code, "\(command)")
        #expect(errors.last?["code"] as? Int == code, "\(command)")
      }
    }
  }

  @Test func `a broken rule file is reported as JSON where the output is JSON`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(gridle(fields: "  score: {grup: rest}"), to: "rules/gridle.yaml")
    let run = try tool.run(["parse", "--rules", "rules", "--output", "json"], input: wordle(1_000))
    let line = try #require(run.talk.split(separator: "\n").first)
    let problem = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect((problem?["file"] as? String)?.hasSuffix("gridle.yaml") == true)
    #expect(run.objects.count == 1)
  }

  @Test func `closed output is an error, and what is printed never lands in a file`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try shell(tool, "\"$0\" ingest >&-", input: wordle(1_000))
    #expect(run.status == 74)
    #expect(run.talk.contains("cannot write the output"))
    #expect(try tool.run(["verify"]).status == 0)
    #expect(try shell(tool, "\"$0\" results >&- 2>&-").status == 74)
    #expect(try shell(tool, "\"$0\" ingest --quiet <&- >&-").status == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  /// The exit code of a run whose standard output nobody reads.
  private func statusUnread(_ tool: Tool, _ arguments: [String]) throws -> Int32 {
    let pipe = Pipe()
    let process = tool.process(arguments)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(arguments: [[], ["--output", "json"]])
  func `a command that changes something does its work unread, and is no success`(json: [String])
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let file = try tool.write(wordle(1_000) + wordle(1_001), to: "a.txt")
    #expect(try statusUnread(tool, ["ingest", file] + json) == 141)
    let stored = try tool.run(["results", "--output", "json"]).objects
    #expect(stored.count == 2)
    #expect(try statusUnread(tool, ["sync"] + json) == 141)
    let delivered = tool.store.deletingPathExtension().appendingPathExtension("jsonl")
    #expect(try String(contentsOf: delivered, encoding: .utf8).count { $0 == "\n" } == 2)
    try tool.run([], input: "Wordle 1,2x4 3/6\n")
    #expect(try statusUnread(tool, ["reparse"] + json) == 141)
    let ids = stored.compactMap { $0["id"] as? String }
    #expect(try statusUnread(tool, ["results", "delete"] + ids + json) == 141)
    #expect(try tool.run(["results", "--output", "json"]).objects.isEmpty)
    #expect(try tool.run(["verify"]).status == 0)
    #expect(try statusUnread(tool, ["results", "delete", "me|20240101|x"] + json) == 1)
  }

  @Test func `a command that only reads has done its work when its reader goes away`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    for command in ["results", "streaks", "status", "export", "verify"] {
      #expect(try statusUnread(tool, [command]) == 0)
    }
    #expect(try statusUnread(tool, ["ingest", "--dry-run", "--output", "json"]) == 1)
  }

  @Test func `a name that nobody knows is refused with those that are known`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "alice"], input: wordle(1_000))
    for command in [["results"], ["results", "--output", "json"], ["streaks"], ["export"]] {
      let user = try tool.run(command + ["--user", "alise"])
      #expect(user.status == 1, "\(command)")
      #expect(user.talk.contains("no user 'alise'"), "\(command)")
      #expect(user.talk.contains("did you mean 'alice'?"), "\(command)")
      let game = try tool.run(command + ["--game", "wordel"])
      #expect(game.status == 1, "\(command)")
      #expect(game.talk.contains("did you mean 'wordle'?"), "\(command)")
      #expect(try tool.run(command + ["--game", "connections"]).status == 0, "\(command)")
      #expect(try tool.run(command + ["--game", "Wordle"]).output.contains("ordle"), "\(command)")
    }
  }

  @Test func `near misses of a game or user that nobody knows are refused`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for text in [wordle(1_001), "Wordle 1,000 9/6"] {
      try tool.run(["--user", "alice"], input: text)
    }
    for option in [["--game", "wordel"], ["--user", "alise"]] {
      let run = try tool.run(["misses"] + option)
      #expect(run.status == 1 && run.talk.contains("did you mean"), "\(run)")
    }
    for option in [["--game", "Wordle"], ["--game", "wordle"], ["--user", "alice"]] {
      #expect(try tool.run(["misses"] + option).output.contains("9/6"), "\(option)")
    }
    let none = try tool.run(["misses", "--game", "connections"])
    #expect(none.status == 0 && none.talk.contains("no near misses"))
  }

  @Test(arguments: [
    ["--me", ""], ["--store", ""], ["--dry-run", "--store", ""], ["--dry-run", "--pipeline", ""],
    ["parse", "--only", ""], ["parse", "--rules", ""], ["parse", "--me="], ["--user", ""],
    ["export", "--output-file", ""], ["watch", "--once", ""], [""],
    ["--output", "json", "--me", ""],
  ])
  func `an empty path or name is refused before anything is read or written`(
    arguments: [String]
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(arguments, input: wordle(1_000))
    #expect(run.status == 64 && run.output.isEmpty, "\(run)")
    #expect(run.talk.contains("empty"), "\(run)")
    #expect(run.talk.hasPrefix("{") == arguments.contains("json"))
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test(arguments: ["0", "-1"])
  func `a list of at most no results is refused`(limit: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let run = try tool.run(["results", "--limit=\(limit)"])
    #expect(run.status == 64 && run.talk.contains("--limit takes a number from 1 on"), "\(run)")
  }

  @Test func `a record names its input as it was typed, but no folders of this machine`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write(wordle(1_000), to: "sub/chat.txt")
    for (typed, expected) in [(path, "chat.txt"), ("sub/chat.txt", "sub/chat.txt")] {
      let record = try #require(try tool.run(["parse", typed, "--output", "json"]).objects.first)
      #expect((record["source"] as? [String: Any])?["name"] as? String == expected)
    }
  }

  @Test func `verify prints an object`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let object = try #require(try tool.run(["verify", "--output", "json"]).objects.first)
    #expect(object["results"] as? Int == 1)
    #expect(object["ok"] as? Bool == true)
    #expect((object["problems"] as? [String])?.isEmpty == true)
  }

  @Test func `a pipeline that does not exist is refused before anything is read`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["--pipeline", "nope"], input: wordle(1_000))
    #expect(run.status == 78)
    #expect(run.talk.contains("no pipeline 'nope'"))
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func `an option before the command is explained`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["--store", "x.db", "streaks"])
    #expect(run.talk.contains("write the command first: streakline streaks"))
  }

  @Test func `tables fit into 80 columns`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    for command in [["results"], ["rules", "list"], ["streaks"]] {
      let lines = try tool.run(command).lines
      #expect(lines.count > 1)
      #expect(lines.allSatisfy { $0.count <= 80 }, "\(command)")
    }
    #expect(try tool.run(["results", "--ids"]).output.contains("me|20240315|550e8400"))
  }

  @Test func `every command shows examples in its help`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let rules = ["list", "show", "check", "test", "new", "explain"].map { ["rules", $0] }
    let others = [
      "ingest", "parse", "streaks", "misses", "disputes", "reparse", "watch", "export", "sync",
      "status", "verify", "doctor", "completions", "users", "imports", "corrections", "config",
      "put", "get", "list", "delete", "habit", "timer", "stats", "leaderboard", "achievements",
    ].map { [$0] }
    let parts =
      ["done", "undo", "list"].map { ["habit", $0] }
      + ["start", "pause", "resume", "stop", "status"].map { ["timer", $0] }
      + ["list", "delete"].map { ["results", $0] }
    for command in others + rules + parts {
      let help = try tool.run(command + ["--help"])
      #expect(help.status == 0)
      #expect(help.output.contains("Example"), "\(command)")
    }
  }
}
