import Foundation
import Testing

/// What somebody sees first: README.md, and `make run`.
@Suite struct FirstRunTests {
  /// The days in succession and the most of them for each game, in the order of the games.
  private func streaks(_ tool: Tool, asOf day: String) throws -> [[Int]] {
    try tool.run(["streaks", "--as-of", day, "--output", "json"]).objects
      .map { [$0["current"] as? Int ?? -1, $0["max"] as? Int ?? -1] }
  }

  /// Runs `Scripts/first-run`.
  private func chat(_ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = Tool.root.appending(path: "Scripts/first-run")
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "TZ": "UTC"]
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: text, as: UTF8.self)
  }

  @Test func `README shows what its shares become`() throws {
    let page = try String(contentsOf: Tool.root.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(page.firstRange(of: "## What it understands"))
    let blocks = page[section.upperBound...]
      .matches(of: #/\n```\n(.*?)```\n/#.dotMatchesNewlines()).prefix(2)
      .map { String($0.output.1) }
    try #require(blocks.count == 2)
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([], input: blocks[0])
    // The streaks of a paste are those of today.
    let shown = blocks[1].split(separator: "\n").map(String.init)
    let told = (run.output + run.talk).split(separator: "\n").map(String.init)
    func withoutStreak(_ line: String) -> String { line.replacing(#/ · streak .*/#, with: "") }
    #expect(told.map(withoutStreak) == shown.map(withoutStreak))
    for line in shown.dropLast() { #expect(line.hasSuffix(" · streak 1 (best 1)"), "\(line)") }
    #expect(try streaks(tool, asOf: "2026-10-04") == [[1, 1], [1, 1]])
  }

  @Test(arguments: ["2025-12-31", "2026-03-01", "2026-09-30", "2026-10-04"])
  func `the chat of the first run ends on the day that it is made for`(day: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = try chat(day)
    let fixture = Tool.root.appending(path: "Fixtures/first-run.txt")
    #expect(try day != "2026-10-04" || text == String(contentsOf: fixture, encoding: .utf8))
    #expect(try tool.run([], input: text).status == 0)
    #expect(try streaks(tool, asOf: day) == [[2, 2], [0, 1], [3, 3]])
  }

  // Puzzles of the future are refused, so that only their numbers can be looked at.
  @Test(arguments: [("2028-02-29", "Wordle 2,446 5/6"), ("2040-01-01", "Wordle 6,770 5/6")])
  func `the chat of the first run can be made for a day in the future`(
    day: String, last: String
  ) throws {
    #expect(try chat(day).contains("Anyway:\n\(last)\n"))
  }

  @Test func `the first run greets with streaks that are alive`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([], input: try chat())
    #expect(run.output.contains("streak 3 (best 3)"), "\(run)")
    #expect(run.output.contains("streak 2 (best 2)"), "\(run)")
  }
}
