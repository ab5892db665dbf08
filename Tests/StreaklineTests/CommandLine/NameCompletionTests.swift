import Foundation
import Testing

/// What a shell completes with Tab.
@Suite struct NameCompletionTests {
  /// What the program answers a shell that asks for the rest of the last word.
  private func completed(_ words: [String], of option: [String], in tool: Tool) throws -> [String] {
    let run = try tool.run(["---completion"] + option + ["\(words.count - 1)", "0"] + words)
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func `games, users and pipelines are those of the store and the files`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "Tom Müller"], input: wordle(1063))
    try tool.run(["--user", "ana"], input: "Connections\nPuzzle #342\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪\n")
    #expect(
      try completed(["streakline", "stats", ""], of: ["stats", "--", "positional@0"], in: tool)
        == ["connections", "wordle"])
    #expect(
      try completed(
        ["streakline", "streaks", "--user", ""], of: ["streaks", "--", "--user"], in: tool)
        == ["Tom Müller", "ana"])
    let pipelines = try completed(
      ["streakline", "sync", "--pipeline", ""], of: ["sync", "--", "--pipeline"], in: tool)
    #expect(pipelines.contains("tandem"))
  }

  @Test func `without a store nothing is completed and nothing is made`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([
      "---completion", "stats", "--", "positional@0", "0", "0", "streakline", "stats", "",
    ])
    #expect(run.output.trimmingCharacters(in: .whitespacesAndNewlines) == "")
    #expect(run.talk == "")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the script of each shell asks the program for names`(shell: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run(["completions", shell]).output.contains("---completion"))
  }
}
