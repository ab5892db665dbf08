import Foundation
import StreaklineStore
import Testing

/// What the program says when something that a user has done comes back to them.
@Suite struct WordsTests {
  @Test(arguments: [[], ["--dry-run"]])
  func `a share of somebody who is forgotten is called that, with the way back`(more: [String])
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_200))
    try tool.run(["users", "forget", "me"])
    let run = try tool.run(["ingest"] + more, input: wordle(1_201))
    #expect(run.status == 1)
    #expect(run.talk.contains("me is forgotten"), "\(run)")
    #expect(run.talk.contains("corrections undo") && !run.talk.contains("recognised"), "\(run)")
  }

  @Test func `erase names only files as what is not ours`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["habit", "done", "Read", "--new"])
    try tool.run(["results", "add", "wordle", "1200", "3/6"])
    try tool.run([], input: wordle(1_201))
    let chat = try tool.write(wordle(1_202), to: "chat.txt")
    try tool.run([chat])
    let run = try tool.run(["erase", "--user", "me", "--yes"])
    let files = run.lines.filter { $0.hasPrefix("not ours") }
    #expect(files.count == 1 && files.first?.contains("chat.txt") == true, "\(run)")
  }

  @Test(arguments: ["result", "pairStreak", "playedMonth", "alias"])
  func `a table that is missing is damage of the store, not of the disk`(table: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_200))
    try RawDatabase.execute(tool.store.path, "DROP TABLE \(table)")
    let runs = try [["ingest"], ["streaks"], ["users"], ["leaderboard"]].map {
      try tool.run($0, input: wordle(1_201))
    }
    let failed = runs.filter { $0.status > 1 }
    #expect(!failed.isEmpty)
    for run in failed {
      #expect(
        run.status == 65 && run.talk.contains("the store is damaged (no such table"), "\(run)")
    }
  }

  private static let strace = "/usr/bin/strace"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
  func `a file system without locks is called that`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let process = tool.process([])
    process.arguments = [
      "-f", "-qq", "-o", "/dev/null", "-e", "inject=flock:error=ENOLCK", Tool.binary.path, "ingest",
      try tool.write(wordle(1_200), to: "chat.txt"),
    ]
    process.executableURL = URL(filePath: Self.strace)
    let words = tool.folder.appending(path: "words")
    try Data().write(to: words)
    process.standardError = try FileHandle(forWritingTo: words)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 73)
    let talk = try String(contentsOf: words, encoding: .utf8)
    #expect(talk.contains("cannot lock files") && !talk.contains("disk failed"), "\(talk)")
  }
}
