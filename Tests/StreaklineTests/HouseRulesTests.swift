import Foundation
import Streakline
import StreaklineCore
import Testing

/// What the style demands and a machine can see.
@Suite struct HouseRulesTests {
  private func sources(_ folder: String) throws -> [(name: String, text: String)] {
    let url = Tool.root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
    return try paths.filter { $0.hasSuffix(".swift") }.map {
      ("\(folder)/\($0)", try String(contentsOf: url.appending(path: $0), encoding: .utf8))
    }
  }

  @Test(arguments: ["Sources/StreaklineCore", "Sources/StreaklineSync", "Sources/StreaklineRules"])
  func `the core, the rules and the sync engine have no clock, randomness or free tasks`(
    folder: String
  )
    throws
  {
    let forbidden = [
      "Date()", "UUID()", ".random(", "Task {", "Task.detached", "Dispatch",
      "SystemRandomNumberGenerator",
      "Locale", "TimeZone", "ProcessInfo", "getenv",
    ]
    for (name, text) in try sources(folder) {
      for word in forbidden {
        #expect(!text.contains(word), "\(name) uses \(word)")
      }
    }
  }

  @Test func `the program opens no network connection`() throws {
    for (name, text) in try sources("Sources") {
      for word in ["URLSession", "socket(", "FoundationNetworking", "getaddrinfo"] {
        #expect(!text.contains(word), "\(name) uses \(word)")
      }
    }
  }

  @Test func `no file is longer than 400 lines`() throws {
    for (name, text) in try sources("Sources") {
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(name)")
    }
  }

  @Test func `every command is documented`() throws {
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/cli.md"), encoding: .utf8)
    let tool = try Tool()
    defer { tool.remove() }
    let help = try tool.run(["--help"]).output
    let listed = help.split(separator: "SUBCOMMANDS:").last?.split(separator: "\n").compactMap {
      line in
      line.hasPrefix("  ") && !line.hasPrefix("   ")
        ? line.split(separator: " ").first.map(String.init) : nil
    }
    let commands = try #require(listed).filter { $0 == $0.lowercased() }
    #expect(commands.count >= 12)
    for command in commands {
      #expect(page.contains(command), "\(command)")
      #expect(try tool.run([command, "--help"]).status == 0)
    }
  }

  @Test func `an app reads shares through the library`() throws {
    let rules = GameRules(folders: [Tool.root.appending(path: "Parsers").path])
    #expect(rules.problems == [])
    #expect(rules.games.contains("wordle"))
    let now = Instant(try #require(Day(dateInt: 20_261_003)))
    let records = rules.records(in: "look: Wordle 1,932 3/6*", user: "alice", now: now)
    #expect(records.map(\.id) == ["alice|20261003|550e8400-e29b-41d4-a716-446655440000"])
  }
}
