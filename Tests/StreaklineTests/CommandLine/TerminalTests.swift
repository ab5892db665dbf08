import Foundation
import StreaklineCore
import Testing

/// What somebody else wrote never controls the user's terminal.
@Suite struct TerminalTests {
  /// Clears the screen, changes the title, rings, turns the text around, returns to its start.
  private static let hostile = "a\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}31m\u{202E}\u{2066}\u{85}\u{7F}\rb"

  private func controls(_ text: String) -> [Unicode.Scalar] {
    // Lines of a table (CSV) end with CRLF.
    text.replacing("\r\n", with: "\n").unicodeScalars.filter {
      isTerminalControl($0) && $0 != "\n" && $0 != "\t"
    }
  }

  private static let commands: [[String]] = [
    ["ingest", "--user", hostile], ["ingest", "--dry-run", "--user", hostile],
    ["ingest", hostile], ["ingest", "chats/\(hostile).txt"], ["ingest", "chats"],
    ["ingest", "--only", hostile], ["ingest", "--alias", hostile],
    ["ingest", "--aliases", hostile],
    ["ingest", "--pipeline", hostile], ["ingest", "--pipeline", "\(hostile).yaml"],
    ["ingest", "--format", hostile], ["ingest", "--timezone", hostile], ["--\(hostile)"], [hostile],
    ["parse", "--user", hostile], ["parse", hostile], ["parse", "chats"],
    ["parse", "--on", hostile],
    ["parse", "--rules", hostile], ["parse", "--date-order", hostile],
    ["watch", hostile], ["watch", "chats", "--once", "--settle", "0"],
    ["watch", "--settle", hostile],
    ["results"], ["results", "--ids"], ["results", "--game", hostile],
    ["results", "--user", hostile],
    ["results", "--from", hostile], ["results", "--limit", hostile], ["results", hostile],
    ["results", "delete", hostile],
    ["export"], ["export", "--format", "csv"], ["export", "--output-file", "none/\(hostile)"],
    ["export", "--output-file", hostile], ["export", "--user", hostile],
    ["streaks"], ["streaks", "--as-of", hostile], ["streaks", "--user", hostile],
    ["rules"], ["rules", hostile], ["rules", "list", "--rules", "rules"],
    ["rules", "list", "--markdown", "--rules", "rules"], ["rules", "show", hostile],
    ["rules", "show", "gridle", "--rules", "rules"], ["rules", "check", hostile],
    ["rules", "check", "rules/gridle.yaml"], ["rules", "check", "rules/\(hostile).yaml"],
    ["rules", "test", "rules/gridle.yaml"], ["rules", "new"], ["rules", "new", "--from", hostile],
    ["rules", "new", "--into", hostile], ["rules", "explain", "--rules", "rules"],
    ["rules", "explain", hostile], ["rules", "explain", "--user", hostile],
    ["reparse"], ["reparse", "--user", hostile], ["misses"], ["misses", "--game", hostile],
    ["disputes"], ["sync"], ["sync", "--pipeline", hostile], ["status"], ["status", hostile],
    ["verify"], ["verify", "--store", hostile], ["verify", "--store", "rules/gridle.yaml"],
    ["doctor"], ["doctor", "--store", "none/\(hostile)/s.db"],
    ["completions", hostile], ["completions", "bash"], [hostile, "--help"], ["help", hostile],
  ]

  @Test func `no command sends the terminal a control character that somebody else wrote`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try prepare(tool)
    var isExercised = false
    // Every third one, unless there is time for all.
    for (index, command) in Self.commands.enumerated() where LongRun.isOn || index % 3 == 0 {
      let takesFormat =
        command.first.map { !["completions", "export", "help"].contains($0) } == true
      for more in takesFormat && LongRun.isOn ? [[], ["--output", "json"]] : [[]] {
        let text = try tool.screen(command + more, input: input)
        #expect(controls(text).isEmpty, "\(command + more): \(text.debugDescription)")
        isExercised = isExercised || text.contains("u{1B}")
      }
    }
    #expect(isExercised)
  }

  /// Two shares of one day that differ, a near miss and a text that a rule file can be drafted from.
  private var input: String {
    "Wordle 1000 3/6\(Self.hostile)\n\nWordle 1000 4/6\n\nWordle 1,001 7/6 \(Self.hostile)\n\n"
      + "Gridle #7 \(Self.hostile) 3/6\n\nSqinder \(Self.hostile) #12 4/5\n"
  }

  /// Chats, rules and pipelines with hostile names, and a store that has met all of them.
  private func prepare(_ tool: Tool) throws {
    let name = Self.hostile.replacing("\r", with: "")
    let chat = "[01/11/2024, 09:15:22] \(name): Wordle 1,231 3/6\n[02/11/2024, 09:15:22] B: x\n"
    _ = try tool.write(chat, to: "chats/\(Self.hostile).txt")
    _ = try tool.write(chat, to: "chats/plain.txt")
    let escaped = "a\\e[2J\\u202E\\u009Bb"
    let rule = gridle(fields: "  score: {group: rest, type: int}\n  completed: true")
      .replacing(/name: .*\n/, with: "name: \"\(escaped)\"\n")
    _ = try tool.write(rule, to: "rules/gridle.yaml")
    _ = try tool.write(rule, to: "rules/\(Self.hostile).yaml")
    let pipeline = """
      format: 1
      pipeline: evil
      games: ["\(escaped)"]
      records:
        GameResult: {zone: "\(escaped)", name: '{uuid}'}
      sink:
        jsonl: {path: "none/\(escaped)"}
      """
    _ = try tool.write(pipeline, to: "config/streakline/Pipelines/evil.yaml")
    _ = try tool.write(
      pipeline.replacing("evil", with: "\"\(escaped)\""),
      to: "config/streakline/Pipelines/\(Self.hostile).yaml")
    try tool.run(["ingest", "--format", "text", "--user", Self.hostile], input: input)
    try tool.run(["ingest", "--date-order", "dmy", "chats"])
    #expect(try tool.run(["results", "--output", "json"]).objects.count > 1)
    #expect(try tool.run(["misses", "--output", "json"]).objects.count > 0)
    #expect(try tool.run(["disputes", "--output", "json"]).objects.count > 0)
  }
}
