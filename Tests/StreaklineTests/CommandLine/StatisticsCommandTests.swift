import Streakline
import Testing

/// `stats`, `leaderboard` and `achievements`.
@Suite struct StatisticsCommandTests {
  private func filled() throws -> Tool {
    let tool = try Tool()
    // 2024-03-15 is a Friday.
    for (number, rows) in [(1_000, 3), (1_001, 3), (1_002, 5)] {
      try tool.run([], input: wordle(number, rows: rows))
    }
    try tool.run(["ingest", "--user", "alice"], input: wordle(1_001, rows: 2))
    return tool
  }

  @Test func `stats counts each score, the last days and the weekdays`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let run = try tool.run(["stats", "wordle", "--as-of", "2024-03-17"])
    #expect(run.status == 0, "\(run)")
    #expect(run.lines.first == "Wordle · me · 2024-03-15 to 2024-03-17")
    let facts = "3 puzzles played, 100 % solved, streak 3, best 3 on 2024-03-15"
    #expect(run.lines.dropFirst().first == facts)
    #expect(run.lines.contains("longest streak 3, 2024-03-15 to 2024-03-17"))
    #expect(run.lines.contains { $0.hasPrefix("3  ██") && $0.hasSuffix(" 2") })
    #expect(
      run.lines.contains { $0.hasPrefix("all") && $0.contains("3.67") && $0.contains("3.00") })
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    let object = try #require(
      try tool.run(["stats", "Wordle", "--user", "alice", "--output", "json"]).objects.first)
    #expect((object["all"] as? [String: Any])?["played"] as? Int == 1)
    #expect(object["best"] as? Int == 2)
  }

  @Test func `stats of a game or player that nobody knows names those that there are`() throws {
    let tool = try filled()
    defer { tool.remove() }
    for arguments in [["wordel"], ["wordle", "--user", "alise"]] {
      let run = try tool.run(["stats"] + arguments)
      #expect(run.status == 1 && run.output.isEmpty && run.talk.contains("did you mean"), "\(run)")
    }
  }

  @Test func `of a past day nothing is open, and today says what was played on it`() throws {
    let tool = try filled()
    defer { tool.remove() }
    func states(_ day: String) throws -> [String] {
      try tool.run(["today", "--as-of", day, "--output", "json"]).objects.map {
        "\($0["userId"] ?? "") \($0["state"] ?? "") \($0["current"] ?? "")"
      }
    }
    #expect(try states("2024-03-16") == ["alice played 1", "me played 2"])
    #expect(try states("2024-03-17") == ["alice notPlayed 1", "me played 3"])
    #expect(try states("2024-03-18") == ["alice notPlayed 0", "me notPlayed 3"])
    #expect(try states("2024-04-30").isEmpty)
    let run = try tool.run(["today", "--as-of", "2024-03-17"])
    #expect(run.lines.first == "2024-03-17 · 1 of 2 played", "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("alice  Wordle  not played") }, "\(run)")
    let lost = "Wordle 1,003 X/6\n\n" + String(repeating: "⬛⬛⬛⬛⬛\n", count: 6)
    try tool.run([], input: lost)
    #expect(try states("2024-03-18") == ["alice notPlayed 0", "me notSolved 0"])
    #expect(try tool.run(["today", "--user", "alise"]).status == 1)
  }

  @Test func `today says what is open and what is at risk`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let zone = ["TZ": "UTC"]
    let known = try #require(Day(year: 2026, month: 10, day: 3))
    let number = 1_932 + (Instant.now.day - known)
    for (user, number) in [("ann", number - 1), ("bob", number - 3), ("cid", number)] {
      try tool.run(
        ["--user", user],
        input: wordle(number, rows: 2), more: zone)
    }
    let states = try tool.run(["today", "--output", "json"], more: zone).objects.map {
      "\($0["userId"] ?? "") \($0["state"] ?? "")"
    }
    #expect(states == ["ann atRisk", "bob open", "cid played"])
    let run = try tool.run(["today", "--color", "always"], more: zone)
    #expect(run.lines.first?.hasSuffix(" · 1 of 3 played · 1 streak at risk") == true, "\(run)")
    #expect(run.output.contains("\u{1B}[33mopen, streak at risk\u{1B}[0m"))
  }

  @Test func `without a store today says what to do`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["today"])
    #expect(run.status == 0 && run.output.isEmpty && run.talk.contains("streakline ingest"))
    #expect(try tool.run(["today", "--output", "json"]).talk.isEmpty)
  }

  @Test(arguments: [
    ["today"], ["streaks"], ["stats", "wordle"], ["calendar"], ["leaderboard"],
    ["versus", "me", "=1"],
    ["achievements"],
  ])
  func `tables are printed as CSV, and no name is a formula`(command: [String]) throws {
    let tool = try filled()
    defer { tool.remove() }
    try tool.run(["ingest", "--user", "=1"], input: wordle(1_001, rows: 2))
    let options =
      command[0] == "calendar"
      ? ["--year", "2024"]
      : ["versus"].contains(command[0]) ? [] : ["--as-of", "2024-03-17"]
    let more =
      ["today", "streaks", "leaderboard", "versus"].contains(command[0]) ? [] : ["--user", "=1"]
    let arguments = command + more + (command[0] == "achievements" ? [] : options)
    let objects = try tool.run(arguments + ["--output", "json"])
    let run = try tool.run(arguments + ["--csv"])
    #expect(run.status == 0, "\(run)")
    let rows = run.output.split(separator: "\r\n")
    #expect(rows.count == objects.objects.count + 1 && rows.count > 1, "\(run)")
    let names = try #require(objects.objects.first).keys
    #expect(Set(rows[0].split(separator: ",")) == Set(names.map { "\"\($0)\"" }))
    #expect(run.output.contains("\"'=1\"") && !run.output.contains("\"=1\""), "\(run)")
  }

  @Test(arguments: [[], ["--user", "me"], ["--output", "json"]])
  func `on a terminal without a paste the day is shown`(options: [String]) throws {
    let tool = try filled()
    defer { tool.remove() }
    let run = try tool.terminal(options, input: nil)
    #expect(run.status == 0 && !run.output.contains("Ctrl-D"), "\(run)")
  }

  @Test func `a store without results shows no empty table`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["ingest"], input: "hello\n")
    let run = try tool.run(["streaks"])
    #expect(run.status == 0 && run.output.isEmpty && run.talk.contains("no streaks yet"), "\(run)")
  }

  @Test(arguments: ["0", "10000", "-1"]) func `the calendar has years from 1 to 9999`(
    year: String
  ) throws {
    let tool = try filled()
    defer { tool.remove() }
    let run = try tool.run(["calendar", "--year=\(year)"])
    #expect(run.status == 64 && run.talk.contains("streakline calendar"), "\(run)")
  }

  @Test func `in colour the calendar has two days in each character`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let run = try tool.run(["calendar", "wordle", "--year", "2024", "--color", "always"])
    let plain = run.output.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    let lines = plain.split(separator: "\n").map(String.init)
    // 2024 begins on a Monday and ends on a Tuesday, after 53 weeks.
    #expect(lines.contains("Mon  " + String(repeating: "▀", count: 53)), "\(plain)")
    #expect(lines.contains("Sun  " + String(repeating: "▀", count: 52) + " "), "\(plain)")
    // Friday 15 and Saturday 16 March are one character, both solved.
    #expect(run.output.contains("\u{1B}[38;5;40;48;5;40m▀"), "\(run)")
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `the leaderboard of a period gives points and the change of ranks`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let run = try tool.run([
      "leaderboard", "--period", "day", "--as-of", "2024-03-16", "--output", "json",
    ])
    #expect(run.objects.map { $0["userId"] as? String } == ["alice", "me"])
    #expect(run.objects.map { $0["points"] as? Int } == [5, 4])
    #expect(run.objects[1]["formerRank"] as? Int == 1)
    let month = try tool.run(["leaderboard", "--as-of", "2024-03-01"])
    #expect(month.lines.count == 3 && month.lines[1].hasPrefix("1     new"), "\(month)")
    #expect(try tool.run(["leaderboard", "--as-of", "2020-01-01"]).output.isEmpty)
  }

  @Test func `achievements say the tier, since when, and what is next`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let run = try tool.run(["achievements"])
    let line = try #require(run.lines.first { $0.hasPrefix("Streak Master") })
    #expect(line.contains("bronze") && line.contains("2024-03-17") && line.contains("silver at 7"))
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    let objects = try tool.run(["achievements", "--user", "alice", "--output", "json"]).objects
    #expect(objects.count == 10 && objects.allSatisfy { $0["userId"] as? String == "alice" })
  }

  @Test func `versus counts who was better at each puzzle that both have played`() throws {
    let tool = try filled()
    defer { tool.remove() }
    try tool.run(["ingest", "--user", "alice"], input: wordle(1_000, rows: 3))
    let run = try tool.run(["versus", "me", "alice"])
    #expect(run.lines.first == "me against alice · 2024-03-15 to 2024-03-16")
    #expect(run.lines.contains { $0.split(separator: " ") == ["Wordle", "0", "1", "1", "2"] })
    let object = try #require(
      try tool.run(["versus", "alice", "me", "Wordle", "--output", "json"]).objects.first)
    #expect(object["firstWins"] as? Int == 1 && object["ties"] as? Int == 1)
    let unknown = try tool.run(["versus", "me", "alise"])
    #expect(unknown.status == 1 && unknown.talk.contains("did you mean"), "\(unknown)")
    #expect(try tool.run(["versus", "me", "me"]).status == 64)
  }

  @Test func `the calendar shows played days in the week and on the weekday on which they are`()
    throws
  {
    let tool = try filled()
    defer { tool.remove() }
    let lost = Array(repeating: "⬛🟨⬛⬛⬛", count: 6).joined(separator: "\n")
    try tool.run([], input: "Wordle 998 X/6\n\n\(lost)\n")
    let run = try tool.run(["calendar", "wordle", "--year", "2024"])
    #expect(run.lines.first == "Wordle · me · 2024")
    // 2024 begins on a Monday, so 2024-03-15 is in column 10.
    func cells(_ weekday: String) throws -> [Character] {
      Array(try #require(run.lines.first { $0.hasPrefix(weekday) }).dropFirst(5))
    }
    #expect(try cells("Fri")[10] == "█" && cells("Sat")[10] == "█" && cells("Sun")[10] == "█")
    #expect(try cells("Wed")[10] == "x" && cells("Thu")[10] == "·")
    #expect(run.lines.allSatisfy { $0.count <= 80 })
    let days = try tool.run(["calendar", "--year", "2024", "--output", "json"]).objects
    #expect(days.map { $0["dateInt"] as? Int } == [20_240_313, 20_240_315, 20_240_316, 20_240_317])
    #expect(try tool.run(["calendar", "--year", "2023"]).output.isEmpty)
    #expect(try tool.run(["calendar", "--year", "0"]).status == 64)
  }

  @Test func `scores at the end of the numbers are shown, and crash nothing`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let exported = try tool.run(["export"]).output
    for score in [Int.max, Int.min] {
      let text = exported.replacing(#""score":3"#, with: "\"score\":\(score)")
      try tool.run(["ingest", "--format", "jsonl", "--user", "eve", "-"], input: text)
      for command in [["stats", "wordle"], ["leaderboard", "--period", "all"], ["achievements"]] {
        let user = command[0] == "leaderboard" ? [] : ["--user", "eve"]
        #expect(try [0, 1].contains(tool.run(command + user).status), "\(command)")
        #expect(try [0, 1].contains(tool.run(command).status), "\(command)")
      }
    }
  }
}
