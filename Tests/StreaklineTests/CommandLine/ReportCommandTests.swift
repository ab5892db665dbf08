import Foundation
import Testing

/// `report`.
@Suite struct ReportCommandTests {
  private static let hostile = "</style><script>alert(1)</script>&\u{202E}"
  /// As a page shows it.
  private static let shown = "</style><script>alert(1)</script>&\\u{202E}"

  /// Two people with a few results of 2024. 2024-03-15 is a Friday.
  private func filled(other: String = "alice") throws -> Tool {
    let tool = try Tool()
    for (number, rows) in [(1_000, 3), (1_001, 3), (1_002, 5)] {
      try tool.run([], input: wordle(number, rows: rows))
    }
    try tool.run(["ingest", "--user", other], input: wordle(1_001, rows: 2))
    return tool
  }

  /// The page as an XML parser reads it: every element is closed, every attribute quoted.
  private func page(_ tool: Tool, _ arguments: [String] = []) throws -> DrawnChart {
    let run = try tool.run(["report", "--year", "2024", "--out", "-"] + arguments)
    #expect(run.status == 0 && run.talk.isEmpty, "\(run)")
    return try DrawnChart(run.output)
  }

  @Test func `the report of everybody has a leaderboard, duels, and a part for each person`() throws
  {
    let tool = try filled()
    defer { tool.remove() }
    let page = try page(tool)
    #expect(page.texts["h1"] == ["A year in puzzles"])
    #expect(page.elements["h2"]?.map { $0["id"] } == ["everybody", "p1", "p2"])
    #expect(page.elements["main"]?.count == 1 && page.elements["nav"]?.count == 1)
    #expect(page.texts["h4"]?.count == 2)
    // Me: 4, 4 and 2 points in three puzzles; alice: 5 in one, in which she was better.
    let cells = page.texts["td"] ?? []
    #expect(cells.starts(with: ["1", "10", "3", "3", "2", "5", "1", "1"]), "\(cells)")
    #expect(cells.suffix(4) == ["–", "0 : 1", "1 : 0", "–"])
    #expect(
      page.texts["p"]?.contains(
        "Played on 3 days of 2024: 4 puzzles, 4 solved, at most 2 on one day.") == true)
  }

  @Test func `of many people the one ahead has a part, and as many as are asked for`() throws {
    let tool = try filled()
    defer { tool.remove() }
    for number in 0..<50 {
      try tool.run(["ingest", "--user", "p\(number)"], input: wordle(1_000, rows: 4))
    }
    for (arguments, parts) in [([], 1), (["--people", "0"], 0), (["--people", "4"], 4)] {
      let page = try page(tool, arguments)
      #expect(page.elements["h2"]?.count == 1 + parts, "\(arguments)")
      #expect(page.texts["title"]?.first == "2024 in puzzles")
      #expect(page.texts["h3"]?.contains("Head to head") == true)
      #expect(page.elements["a"]?.contains { $0["href"] == "#p1" } == (parts > 0))
      #expect(page.elements["a"]?.contains { $0["href"] == "#p5" } == false)
    }
    for arguments in [["--people", "-1"], ["--people", "2", "--user", "me"]] {
      #expect(try tool.run(["report", "--year", "2024", "--out", "-"] + arguments).status == 64)
    }
  }

  @Test func `the report of one person has totals, streaks, charts and achievements`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let page = try page(tool, ["--user", "me"])
    #expect(page.texts["title"]?.first == "me, 2024 in puzzles")
    #expect(page.elements["h2"]?.map { $0["id"] } == ["p1"])
    #expect(page.texts["dd"] == ["3", "100 %", "3", "1", "3"])
    #expect(page.texts["desc"]?.contains("1: 0, 2: 0, 3: 2, 4: 0, 5: 1, 6: 0.") == true)
    #expect(page.texts["h3"]?.contains("Achievements unlocked") == true)
    #expect(page.texts["strong"]?.isEmpty == false)
    #expect(page.elements["nav"] == nil && page.elements["table"] == nil)
  }

  @Test func `a report asks no host for anything and runs no script`() throws {
    let tool = try filled(other: Self.hostile)
    defer { tool.remove() }
    let text = try tool.run(["report", "--year", "2024", "--out", "-"]).output
    let page = try DrawnChart(text)
    for element in ["script", "link", "img", "iframe", "object", "image", "use", "form", "base"] {
      #expect(page.elements[element] == nil, "\(element)")
    }
    let attributes = page.elements.values.joined()
    #expect(attributes.compactMap { $0["href"] }.allSatisfy { $0.hasPrefix("#") })
    for name in attributes.flatMap(\.keys) {
      #expect(name != "src" && name != "style" && !name.hasPrefix("on"))
    }
    let addresses = text.matches(of: /[a-z]+:\/\/[^"]*/).map { String($0.output) }
    #expect(Set(addresses) == ["http://www.w3.org/2000/svg"], "the name of SVG, not an address")
    #expect(!text.contains("@import") && !text.contains("url("))
    let policy = page.elements["meta"]?.compactMap {
      $0["http-equiv"] == "Content-Security-Policy" ? $0["content"] : nil
    }
    #expect(policy?.first?.hasPrefix("default-src 'none'; ") == true)
    #expect(page.texts["bdi"]?.contains(Self.shown) == true)
  }

  @Test func `a report replaces an older one, and another file only with force`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let path = tool.folder.appending(path: "report.html").path
    let report = ["report", "--year", "2024", "--out", path]
    #expect(try tool.run(report).status == 0)
    #expect(try tool.run(report + ["--user", "alice", "--quiet"]).talk.isEmpty)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("alice, 2024 in puzzles"))
    let letter = try tool.write("<!DOCTYPE html><p>A letter</p>", to: "letter.html")
    let refused = try tool.run(["report", "--year", "2024", "--out", letter])
    #expect(refused.status == 73 && refused.talk.contains("is no report"), "\(refused)")
    #expect(try String(contentsOfFile: letter, encoding: .utf8).contains("A letter"))
    #expect(try tool.run(["report", "--year", "2024", "--out", letter, "--force"]).status == 0)
    #expect(!(try String(contentsOfFile: letter, encoding: .utf8).contains("A letter")))
    let store = try tool.run(["report", "--force", "--out", tool.store.path, "--year", "2024"])
    #expect(store.status == 73 && store.talk.contains("belongs to the store"), "\(store)")
  }

  @Test func `where nothing was played there is no report, and no file`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let path = tool.folder.appending(path: "report.html").path
    let empty = try tool.run(["report", "--year", "1999", "--out", path])
    #expect(empty.status == 1 && empty.talk.contains("nobody has played anything in 1999"))
    let unknown = try tool.run(["report", "--user", "alise", "--out", path])
    #expect(unknown.status == 1 && unknown.talk.contains("did you mean"), "\(unknown)")
    #expect(try tool.run(["report", "--year", "0", "--out", path]).status == 64)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  // MARK: - Cards

  @Test func `a card is a picture of one game with its streaks, in plain colours`() throws {
    let tool = try filled()
    defer { tool.remove() }
    let path = tool.folder.appending(path: "card.svg").path
    for time in ["first", "again"] {
      let run = try tool.run(["report", "--year", "2024", "--card", "Wordle", "--out", path])
      #expect(run.status == 0, "\(time): \(run)")
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let card = try DrawnChart(text)
    #expect(card.elements["svg"]?.first?["width"] == "1200")
    #expect(card.texts["title"] == ["me, Wordle, 2024"])
    let words = "3 puzzles, 100 % solved, streak 0, longest streak 3. "
    #expect(card.texts["desc"] == [words + "1: 0, 2: 0, 3: 2, 4: 0, 5: 1, 6: 0."])
    #expect(!text.contains("var(") && !text.contains("style="))
    #expect(Set(["3", "100 %", "of 3 solved"]).isSubset(of: card.texts["text"] ?? []))
  }

  @Test func `a card of a game that was not played says so, and a hostile name is text`() throws {
    let tool = try filled(other: Self.hostile)
    defer { tool.remove() }
    let card = ["report", "--year", "2024", "--out", "-", "--card"]
    let missing = try tool.run(card + ["connections"])
    #expect(missing.status == 1 && missing.talk.contains("me has not played 'connections' in 2024"))
    #expect(try tool.run(card + ["wordel"]).talk.contains("did you mean"))
    let drawn = try DrawnChart(try tool.run(card + ["wordle", "--user", Self.hostile]).output)
    #expect(drawn.elements["script"] == nil)
    #expect(drawn.texts["title"] == ["\(Self.shown), Wordle, 2024"])
  }
}
