import Foundation
import Testing

/// Rule files that other people have written.
@Suite struct RuleSharingTests {
  private static let own = "config/streakline/Parsers/gridle.yaml"

  private func rule(version: Int = 1, source: String = "", name: String = "Gridle") -> String {
    let more = "version: \(version)\n" + (source.isEmpty ? "" : "source: \(source)\n")
    return more
      + gridle(fields: "  completed: true").replacing("name: Gridle", with: "name: \(name)")
  }

  @Test func `a file that is added is used from then on, under its game's name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = rule(version: 3, source: "https://example.org/rules")
    let file = try tool.write(text, to: "gridle (1).yaml")
    let run = try tool.run(["rules", "add", file])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.output.contains("Gridle, version 3 from https://example.org/rules: "))
    #expect(
      try String(contentsOf: tool.folder.appending(path: Self.own), encoding: .utf8) == text)
    #expect(try tool.run(["parse"], input: "Gridle #8 new\n").status == 0)
    let listed = try tool.run(["rules", "list", "--output", "json"]).objects
    let mine = try #require(listed.first { $0["game"] as? String == "gridle" })
    #expect(mine["from"] as? String == "yours")
    #expect(mine["version"] as? Int == 3)
    #expect(mine["source"] as? String == "https://example.org/rules")
    #expect(listed.first { $0["game"] as? String == "wordle" }?["from"] as? String == "built in")
    let again = try tool.run(["rules", "add", "-", "--output", "json"], input: text)
    #expect(again.status == 0)
    #expect(again.objects.first?["version"] as? Int == 3)
  }

  @Test func `a copy of a built-in rule is added with --replace only`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = try String(
      contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"), encoding: .utf8)
    let refused = try tool.run(["rules", "add", "-"], input: text)
    #expect(refused.status == 1)
    #expect(refused.talk.contains("- is the built-in rule of wordle; nothing was added"))
    #expect(try tool.run(["rules", "add", "-", "--replace"], input: text).status == 0)
    #expect(try tool.run(["rules", "add", "-"], input: text).status == 0)
  }

  @Test func `a game that is there is replaced with --replace only`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["rules", "add", "-"], input: rule())
    let newer = rule(version: 2, name: "Gridle II")
    let refused = try tool.run(["rules", "add", "-"], input: newer)
    #expect(refused.status == 1)
    #expect(refused.talk.contains("there is a rule of gridle already"))
    #expect(refused.talk.contains("--replace puts -, version 2, in its place"))
    #expect(try tool.run(["rules", "add", "-", "--replace"], input: newer).status == 0)
    #expect(try tool.run(["rules", "list"]).output.contains("Gridle II"))
    let wordle = try String(
      contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"), encoding: .utf8
    ).replacing("version: 3", with: "version: 7")
    let builtIn = try tool.run(["rules", "add", "-"], input: wordle)
    #expect(builtIn.status == 1)
    #expect(builtIn.talk.contains("there is a rule of wordle already: the built-in one"))
    #expect(try tool.run(["rules", "add", "-", "--replace"], input: wordle).status == 0)
    let listed = try tool.run(["rules", "list", "--output", "json"]).objects
    let mine = try #require(listed.first { $0["game"] as? String == "wordle" })
    #expect(mine["version"] as? Int == 7)
    #expect((mine["replaces"] as? String)?.hasSuffix("Parsers/wordle.yaml") == true)
  }

  @Test(arguments: [
    ("game: gridle", "game: ../gridle", "R002"), ("game: gridle", "game: /etc/passwd", "R002"),
    ("game: gridle", "game: .hidden", "R002"),
    ("completed: true", "completed: nonsense: [", "R004"),
    ("expect: {puzzleNumber: 7}", "expect: {puzzleNumber: 8}", "R301"),
    (
      "11111111-2222-4333-8444-555555555555", "550e8400-e29b-41d4-a716-446655440000", "R003"
    ),
    ("name: Gridle", "name: \"Gridle\\e[2J\"", "R006"),
  ])
  func `a file with a mistake is refused with its place, and nothing is written`(
    old: String, new: String, code: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(["rules", "add", "-"], input: rule().replacing(old, with: new))
    #expect(run.status == 1)
    #expect(run.talk.contains(code), "\(run.talk)")
    #expect(run.talk.contains("-:"))
    #expect(!run.talk.contains("\u{1B}"))
    #expect(run.talk.contains("- was not added"))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: "config").path))
  }

  @Test func `hostile files and places are refused`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let large = rule() + "\n# " + String(repeating: "x", count: 300_000)
    #expect(try tool.run(["rules", "add", "-"], input: large).status == 1)
    #expect(try tool.run(["rules", "add", "/dev/zero"]).status != 0)
    #expect(try tool.run(["rules", "add", "missing.yaml"]).status == 66)
    #expect(try tool.run(["rules", "add", "-"], input: Data([0xFF, 0xFE, 0x00])).status != 0)
    #expect(try tool.run(["rules", "add", "-"]).status == 1)
    // What a link in the user's folder leads to is not overwritten.
    let victim = try tool.write("precious", to: "victim.txt")
    let place = tool.folder.appending(path: Self.own)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    for target in [victim, tool.folder.path + "/nowhere.txt"] {
      try FileManager.default.createSymbolicLink(
        atPath: place.path, withDestinationPath: target)
      let run = try tool.run(["rules", "add", "-", "--replace"], input: rule())
      #expect(run.status == 73, "\(run.talk)")
      #expect(run.talk.contains("not a regular file"))
      #expect(try String(contentsOfFile: victim, encoding: .utf8) == "precious")
      #expect(!FileManager.default.fileExists(atPath: tool.folder.path + "/nowhere.txt"))
      try FileManager.default.removeItem(at: place)
    }
  }

  @Test func `a file that would put another of mine out of use is refused`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["rules", "add", "-"], input: rule())
    let other = rule().replacing("game: gridle", with: "game: aardle")
      .replacing("11111111-2222", with: "11111111-3333")
    let run = try tool.run(["rules", "add", "-", "--replace"], input: other)
    #expect(run.status == 1, "\(run.talk)")
    #expect(try tool.run(["rules", "list", "--output", "json"]).talk.isEmpty)
    #expect(try tool.run(["parse"], input: "Gridle #8 new\n").output.contains("Gridle"))
  }

  @Test func `a folder that the settings name is a set, and one's own files win`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let set = tool.folder.appending(path: "community")
    _ = try tool.write(rule(version: 4, source: "the club"), to: "community/gridle.yaml")
    _ = try tool.write("# Rules of the club", to: "community/README.md")
    _ = try tool.write("[core]", to: "community/.git/config")
    _ = try tool.write("rules: [../../community]\n", to: "config/streakline/config.yaml")
    func listed() throws -> [String: Any] {
      let run = try tool.run(["rules", "list", "--output", "json"])
      #expect(run.talk.isEmpty)
      return try #require(run.objects.first { $0["game"] as? String == "gridle" })
    }
    #expect(try listed()["from"] as? String == "set")
    #expect(try listed()["source"] as? String == "the club")
    #expect(try tool.run([], input: "Gridle #8 new\n").status == 0)
    #expect(try tool.run(["config"]).output.contains("community"))
    #expect(try tool.run(["rules", "add", "-"], input: rule(version: 5)).status == 1)
    try tool.run(["rules", "add", "-", "--replace"], input: rule(version: 5))
    #expect(try listed()["from"] as? String == "yours")
    #expect((try listed()["replaces"] as? String)?.hasSuffix("community/gridle.yaml") == true)
    try FileManager.default.removeItem(at: set)
    let missing = try tool.run(["parse"], input: "Gridle #8 new\n")
    #expect(missing.status != 0)
    #expect(missing.talk.contains("the rules folder"))
  }

  @Test func `a set below the home folder, and wrong lists of sets`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(rule(), to: "club/gridle.yaml")
    _ = try tool.write("rules: ~/club\n", to: "config/streakline/config.yaml")
    #expect(try tool.run(["rules", "show", "gridle"]).status == 0)
    let many = (0..<40).map { "/tmp/\($0)" }.joined(separator: ", ")
    for text in ["rules: ['']\n", "rules: {a: b}\n", "rules: [\(many)]\n"] {
      _ = try tool.write(text, to: "config/streakline/config.yaml")
      #expect(try tool.run(["rules", "list"]).status == 78, "\(text)")
    }
  }
}
