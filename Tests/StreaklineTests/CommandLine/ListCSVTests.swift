import Foundation
import Testing

/// Lists for spreadsheets.
@Suite struct ListCSVTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run(["ingest"], input: wordle(1_234))
    try tool.run(["ingest"], input: wordle(1_234, rows: 5))
    try tool.run(["ingest"], input: "Wordle 1,235 9/6\n")
    try tool.run(["results", "add", "wordle", "1236", "3/6"])
    try tool.run(["habit", "done", "Read"])
  }

  private func header(_ output: String) -> Set<String> {
    let line = output.prefix { !$0.isNewline }
    return Set(line.split(separator: ",").map { String($0).replacing("\"", with: "") })
  }

  /// Only rows end with a carriage return; a text in quotes may have line feeds.
  private func rowCount(_ output: String) -> Int {
    output.utf8.count { $0 == 13 }
  }

  @Test(arguments: [
    "misses", "disputes", "users", "imports", "corrections", "habit", "rules", "streaks", "today",
  ])
  func `a list is printed as CSV with the fields of its JSON`(command: String) throws {
    defer { tool.remove() }
    let objects = try tool.run([command, "--output", "json"]).objects
    let run = try tool.run([command, "--csv"])
    let names = Set(try #require(objects.first).keys)
    #expect(header(run.output) == names && run.status == 0)
    #expect(rowCount(run.output) == objects.count + 1)
  }

  @Test func `on a terminal each row of CSV is a line`() throws {
    defer { tool.remove() }
    let screen = try tool.screen(["users", "--csv", "--no-pager"])
    let lines = screen.split(separator: "\n")
    #expect(lines.count == 2 && !screen.contains("\\u{"), "\(screen)")
  }

  @Test func `results are printed as CSV with the columns of an export and whole ids`() throws {
    defer { tool.remove() }
    for output in [
      try tool.run(["results", "--csv"]).output, try tool.screen(["results", "--csv"]),
    ] {
      // A habit's day and a game's result are rows of one table.
      #expect(rowCount(output) == 4, "\(output)")
      #expect(output.contains("\"me|20241104|550e8400-e29b-41d4-a716-446655440000\""))
    }
    let exported = try tool.run(["export", "--format", "csv"]).output
    #expect(try tool.run(["results", "--csv"]).output == exported)
    #expect(try tool.run(["results", "--csv", "--user", "nobody"]).status == 1)
  }
}
