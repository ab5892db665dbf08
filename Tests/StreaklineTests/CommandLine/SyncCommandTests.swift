import Foundation
import Testing

@Suite struct SyncCommandTests {
  /// A pipeline file among the user's own.
  private func write(_ tool: Tool, _ name: String, _ remote: String, more: String = "") throws {
    let text = """
      format: 1
      pipeline: \(name)
      \(more)
      records:
        GameResult: {zone: results, name: '{uuid}'}
      remote: \(remote)
      """
    _ = try tool.write(text, to: "config/streakline/Pipelines/\(name).yaml")
  }

  private func delivered(_ tool: Tool, _ file: String = "streakline.jsonl") -> Int {
    let path = tool.store.deletingLastPathComponent().appending(path: file)
    return (try? String(contentsOf: path, encoding: .utf8))?.split(separator: "\n").count ?? 0
  }

  @Test func `a failure is on standard error, also with --quiet, and its cause is in the JSON`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    _ = try tool.write("", to: "data/streakline/streakline.jsonl/folder")
    let human = try tool.run(["sync"])
    let quiet = try tool.run(["sync", "--quiet"])
    let json = try tool.run(["sync", "--output", "json"])
    for run in [human, quiet, json] {
      #expect(run.status == 78)
      #expect(run.talk.contains("default: ") && run.talk.contains("streakline.jsonl is a folder"))
    }
    #expect(quiet.output.isEmpty)
    #expect(json.objects.first?["state"] as? String == "paused")
    #expect((json.objects.first?["error"] as? String)?.contains("is a folder") == true)
    #expect(json.objects.first?["pending"] as? Int == 1)
    let status = try tool.run(["status"])
    #expect(status.output.contains("1 pending") && status.output.contains("is a folder"))
    #expect(!status.output.lowercased().contains("last synced"))
  }

  @Test(arguments: [
    ("/dev/null", "name a file"), ("nowhere/x.jsonl", "create it"),
    ("streakline.db", "belongs to the store"), ("notes.txt", "name another file"),
  ])
  func `a remote that only the user can correct is a matter of configuration, not of time`(
    path: String, advice: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try write(tool, "mine", "{jsonl: {path: \(path)}}")
    _ = try tool.write("Dear diary\n", to: "data/streakline/notes.txt")
    try tool.run([], input: wordle(1_000))
    let run = try tool.run(["sync"])
    #expect(run.status == 78 && run.talk.contains(advice), "\(run)")
    #expect(delivered(tool) == 1)
    let status = try tool.run(["status", "--pipeline", "mine"])
    #expect(status.output.contains("Sync paused: ") && status.output.contains("1 pending"))
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test
  func `sync --follow says once that a pipeline is switched off, and ends without another`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try write(tool, "mine", "{jsonl: {path: mine.jsonl}}", more: "enabled: false")
    try tool.run([], input: wordle(1_000))
    let run = try tool.run(["sync", "--follow", "--pipeline", "mine"])
    #expect(run.status == 78 && run.talk.contains("no pipeline to keep delivering"), "\(run)")
    #expect(run.lines.count == 1 && run.output.contains("switched off"), "\(run)")
  }

  @Test func `a damaged record is sent again from the start, and no other line is written twice`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000) + "\n" + wordle(1_001) + "\n" + wordle(1_002))
    try tool.run(["sync"])
    let file = tool.store.deletingLastPathComponent().appending(path: "streakline.jsonl")
    let before = try String(contentsOf: file, encoding: .utf8)
    var lines = before.split(separator: "\n").map { Array($0.utf8) }
    lines[1].replaceSubrange(20..<21, with: [0xF0, 0x9F])
    try Data(lines.joined(separator: [0x0A]) + [0x0A]).write(to: file)
    try tool.run([], input: wordle(1_003))
    let run = try tool.run(["sync"])
    #expect(run.talk.contains("1 damaged line moved to") && run.talk.contains("--from-start"))
    #expect(delivered(tool) == 3)
    try tool.run(["sync", "--from-start"])
    let after = try String(contentsOf: file, encoding: .utf8)
    #expect(Set(after.split(separator: "\n")).isSuperset(of: before.split(separator: "\n")))
    #expect(delivered(tool) == 4)
  }

  @Test func `a game that no rule file is for is named`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    try write(tool, "mine", "{jsonl: {path: x.jsonl}}", more: "games: [wordl]")
    let run = try tool.run(["sync"])
    #expect(run.talk.contains("mine: no rule file is for the game 'wordl'; did you mean 'wordle'?"))
  }

  @Test func `a folder of pipelines that cannot be read stops sync, and ingest goes on`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write("", to: "config/streakline/Pipelines")
    #expect(try tool.run([], input: wordle(1_000)).status == 0)
    let run = try tool.run(["sync"])
    #expect(run.status == 78)
    #expect(try tool.run(["status"]).output.contains("default: Not synced yet, 1 pending"))
    #expect(run.talk.contains("config/streakline/Pipelines") && run.talk.contains("delivered"))
    #expect(delivered(tool) == 0)
  }

  @Test func `a remote that is not there is refused, and other pipelines are delivered`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try write(tool, "mine", "{cloudkit: {container: c}}", more: "users: [me]")
    try tool.run([], input: wordle(1_000))
    let run = try tool.run(["sync"])
    #expect(run.status == 78)
    // It is not there, or it refuses the container's name where it was built.
    #expect(run.talk.contains("mine: ") && run.talk.contains("streakline-remote-cloudkit"))
    #expect(delivered(tool) == 1)
    let status = try tool.run(["status"]).output.split(separator: "\n")
    #expect(status.contains { $0.contains("mine: ") && $0.contains("1 pending") }, "\(status)")
    #expect(try tool.run(["sync", "--pipeline", "default"]).status == 0)
  }

  @Test func `a remote of an account needs to know whose results leave`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try write(tool, "mine", "{cloudkit: {container: c}}")
    try tool.run([], input: wordle(1_000))
    let run = try tool.run(["sync"])
    #expect(run.status == 78 && run.talk.contains("'users' is missing"))
  }

  @Test func `only the users that a pipeline names leave through it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try write(tool, "mine", "{jsonl: {path: mine.jsonl}}", more: "users: [me]")
    try tool.run([], input: wordle(1_000))
    try tool.run(["ingest", "--user", "uncle"], input: wordle(1_001))
    try tool.run(["sync"])
    #expect(delivered(tool, "mine.jsonl") == 1 && delivered(tool) == 2)
    let path = tool.store.deletingLastPathComponent().appending(path: "mine.jsonl")
    let text = try String(contentsOf: path, encoding: .utf8)
    #expect(!text.contains("uncle") && !text.contains("\"source\""))
  }

  @Test func `a damaged line is reported and kept beside the file`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: (1_000..<1_040).map { wordle($0) }.joined(separator: "\n"))
    try tool.run(["sync"])
    let path = tool.store.deletingLastPathComponent().appending(path: "streakline.jsonl")
    var lines = try String(contentsOf: path, encoding: .utf8).split(separator: "\n").map(
      String.init)
    lines[2].removeLast()
    try (lines.joined(separator: "\n") + "\n").write(to: path, atomically: true, encoding: .utf8)
    try tool.run([], input: wordle(1_100))
    let run = try tool.run(["sync"])
    #expect(run.status == 0)
    #expect(run.talk.contains("1 damaged line moved to") && run.talk.contains(".damaged"))
    #expect(delivered(tool) == 40 && delivered(tool, "streakline.jsonl.damaged") == 1)
  }

  @Test func `sync --follow delivers to a store that took the place of the open one`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let process = tool.process(["sync", "--follow"])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    waitUntil { delivered(tool) == 1 }
    let other = tool.folder.appending(path: "other/s.db")
    try tool.run(["ingest", "--store", other.path], input: wordle(1_001) + "\n" + wordle(1_002))
    try tool.run(["verify", "--store", other.path])
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: tool.store.path + suffix)
    }
    #expect(unsafe rename(other.path, tool.store.path) == 0)
    waitUntil { delivered(tool) == 3 }
    #expect(delivered(tool) == 3)
    #expect(process.isRunning)
  }

  /// Returns as soon as the condition holds; gives up after a minute.
  private func waitUntil(_ condition: () -> Bool) {
    for _ in 0..<1_200 where !condition() {
      Thread.sleep(forTimeInterval: 0.05)
    }
  }
}
