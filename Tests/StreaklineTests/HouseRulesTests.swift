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

  /// The names of all types that the sources declare.
  private func declaredTypes() throws -> Set<String> {
    let declaration = /(?:^|\s)(?:struct|class|enum|actor|protocol|typealias) ([A-Z]\w*)/
    return try sources("Sources").reduce(into: []) { names, file in
      for line in file.text.split(separator: "\n") where !line.contains("//") {
        if let match = line.firstMatch(of: declaration) { names.insert(String(match.1)) }
      }
    }
  }

  /// `Fields`, `JSONReader`: the words of a type's name.
  private func words(of name: String) -> Set<String> {
    Set(name.matches(of: /[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/).map { String($0.output) })
  }

  @Test func `types are named with the words of the glossary`() throws {
    let page = try String(
      contentsOf: Tool.root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    #expect(rows.count >= 20)
    let types = try declaredTypes()
    #expect(types.count > 200)
    var refused: Set<String> = ["Manager", "Helper", "Helpers", "Util", "Utils", "Impl"]
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      #expect(cells.count == 6, "\(row)")
      for match in cells[3].matches(of: /`(\w+)`/) {
        #expect(types.contains(String(match.1)), "no type is named \(match.1)")
      }
      refused.formUnion(cells[4].matches(of: /`(\w+)`/).map { String($0.1) })
    }
    for name in types.sorted() {
      #expect(words(of: name).isDisjoint(with: refused), "\(name)")
    }
  }
}
