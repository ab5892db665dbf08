import Foundation
import Streakline
import StreaklineStore
import StreaklineSync
import Testing

/// `pipelines enable` and `disable`.
@Suite struct PipelineSwitchTests {
  private let file = "config/streakline/Pipelines/mine.yaml"

  private func text(_ tool: Tool) throws -> String {
    try String(contentsOf: tool.folder.appending(path: file), encoding: .utf8)
  }

  private func lines(_ tool: Tool) -> Int {
    let path = tool.store.deletingLastPathComponent().appending(path: "mine.jsonl")
    return (try? String(contentsOf: path, encoding: .utf8))?.split(separator: "\n").count ?? 0
  }

  private let plain = """
    # My own words, with a colon: here.
    format: 1   # the first
    pipeline: mine
    records:
      GameResult: {zone: results, name: '{uuid}'}   # enabled: true is not meant here
    remote: {jsonl: {path: mine.jsonl}}

    """

  @Test func `disable adds one line, and enable changes nothing else`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(plain, to: file)
    try tool.run([], input: wordle(1_000))
    let off = try tool.run(["pipelines", "disable", "mine"])
    #expect(off.status == 0 && off.output.contains("mine: switched off"), "\(off)")
    let disabled = plain.replacing("pipeline: mine\n", with: "pipeline: mine\nenabled: false\n")
    #expect(try text(tool) == disabled)
    #expect(try tool.run(["pipelines", "disable", "mine"]).output.contains("is off already"))
    #expect(try tool.run(["sync", "--pipeline", "mine"]).output.contains("switched off"))
    #expect(lines(tool) == 0)
    let status = try tool.run(["status", "--pipeline", "mine"])
    #expect(status.output.contains("Switched off, 1 pending"), "\(status)")
    #expect(try tool.run(["pipelines", "enable", "mine"]).status == 0)
    #expect(try text(tool) == disabled.replacing("enabled: false", with: "enabled: true"))
    try tool.run(["sync", "--pipeline", "mine"])
    #expect(lines(tool) == 1)
  }

  @Test(arguments: [
    ("enabled: true   # for now", "enabled: false   # for now"),
    ("\"enabled\":  yes", "\"enabled\":  false"),
    ("enabled: true\r", "enabled: false\r"),
  ])
  func `the line that is there is changed, with its comment and line end`(
    before: String, after: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let end = before.unicodeScalars.last == "\r" ? "\r\n" : "\n"
    func file(_ line: String) -> String {
      plain.replacing("\n", with: end)
        .replacing("format: 1   # the first\(end)", with: "format: 1\(end)\(line)\n")
    }
    let text = file(before)
    _ = try tool.write(text, to: self.file)
    try tool.run([], input: wordle(1_000))
    let off = try tool.run(["pipelines", "disable", "mine"])
    guard before != "\"enabled\":  yes" else {
      // `yes` is no truth value in a pipeline file, so the file is broken and stays as it is.
      #expect(off.status == 78)
      #expect(try self.text(tool) == text)
      return
    }
    #expect(off.status == 0, "\(off)")
    #expect(try Array(self.text(tool).utf8) == Array(file(after).utf8))
  }

  @Test func `a built-in pipeline gets a file of one's own`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let off = try tool.run(["pipelines", "disable", "default"])
    #expect(off.status == 0 && off.output.contains("config/streakline/Pipelines/default.yaml"))
    let objects = try tool.run(["pipelines", "--output", "json"]).objects
    #expect(objects.first?["enabled"] as? Bool == false)
    #expect(
      try tool.run(["sync"]).output.contains(
        "default: 0 records delivered in 0 batches, 1 pending, switched off"))
    #expect(try tool.run(["pipelines", "enable", "default"]).status == 0)
    #expect(try tool.run(["sync"]).output.contains("1 record delivered"))
  }

  @Test func `a file that is laid out in another way is not touched`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let flow =
      "{format: 1, pipeline: mine, records: {GameResult: {zone: results, name: '{uuid}'}}, "
      + "remote: {jsonl: {path: mine.jsonl}}}\n"
    _ = try tool.write(flow, to: file)
    let off = try tool.run(["pipelines", "disable", "mine"])
    #expect(off.status == 78 && off.talk.contains("write `enabled: false` into it"), "\(off)")
    #expect(try text(tool) == flow)
    let unknown = try tool.run(["pipelines", "disable", "mime"])
    #expect(unknown.status == 78 && unknown.talk.contains("did you mean 'mine'?"))
  }

  @Test func `a followed pipeline stops when it is switched off, and goes on when it is on again`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(plain, to: file)
    try tool.run([], input: wordle(1_000))
    let following = try tool.start(["sync", "--follow"])
    defer { following.process.terminate() }
    waitUntil { lines(tool) == 1 }
    try tool.run(["pipelines", "disable", "mine"])
    waitUntil { following.errorsSoFar.contains("mine: switched off") }
    try tool.run([], input: wordle(1_001))
    let other = tool.store.deletingLastPathComponent().appending(path: "streakline.jsonl")
    waitUntil {
      (try? String(contentsOf: other, encoding: .utf8))?.split(separator: "\n").count == 2
    }
    #expect(lines(tool) == 1)
    try tool.run(["pipelines", "enable", "mine"])
    waitUntil { lines(tool) == 2 }
    #expect(lines(tool) == 2 && following.process.isRunning)
  }

  @Test func `a pipeline that is switched off in a run stops before its next request`() async throws
  {
    let folder = try TemporaryFolder()
    let store = try SyncSample.store(folder, waiting: 50)
    var asked = 0
    var run = SyncRun(
      store, SyncSample.pipeline(), to: SyncSample.savingRemote,
      isOn: {
        asked += 1
        return asked < 6
      }, now: { StoreSample.now }, jitter: { 0.5 })
    let report = try await run.run()
    #expect(report.state == .disabled && report.failure == nil)
    #expect(report.saved > 0 && report.pending == 50 - report.saved)
    #expect(try store.syncState("default").phase == .idle)
    #expect(try await SyncSample.push(store, to: SyncSample.savingRemote).saved == report.pending)
  }

  /// Returns as soon as the condition holds; gives up after a minute.
  private func waitUntil(_ condition: () -> Bool) {
    for _ in 0..<1_200 where !condition() { Thread.sleep(forTimeInterval: 0.05) }
  }

  @Test func `enable writes where an app's container is, and changes nothing else`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let own = tool.folder.appending(path: "config/streakline/Pipelines/habitto.yaml")
    let run = try tool.run([
      "pipelines", "enable", "habitto", "--url", "http://127.0.0.1:1", "--container", "iCloud.it's",
    ])
    #expect(run.status == 0, "\(run)")
    let first = try String(contentsOf: own, encoding: .utf8)
    #expect(first.contains("\n    container: 'iCloud.it''s'\n"))
    #expect(first.contains("\n    url: 'http://127.0.0.1:1'\n"))
    // A second time only that value changes.
    let again = ["pipelines", "enable", "habitto", "--url", "https://example.org"]
    #expect(try tool.run(again).status == 0)
    let second = try String(contentsOf: own, encoding: .utf8)
    #expect(second == first.replacing("http://127.0.0.1:1", with: "https://example.org"))
  }

  @Test func `a pipeline without a server has no address, and what is no address is refused`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(plain, to: file)
    for (option, value) in [
      ("--url", "nonsense"), ("--url", "ftp://example.org"), ("--url", "http://"),
      ("--url", "https://anna:x@example.org"), ("--url", "http://example.org"),
      ("--url", "http://127.0.0.1.example.org"), ("--container", "com.example.app"),
    ] {
      let wrong = try tool.run(["pipelines", "enable", "habitto", option, value])
      #expect(wrong.status == 64 && wrong.talk.contains(option), "\(value): \(wrong)")
    }
    let run = try tool.run(["pipelines", "enable", "mine", "--url", "http://127.0.0.1:1"])
    #expect(run.status == 64 && run.talk.contains("no server to name"), "\(run)")
    #expect(try text(tool) == plain)
  }

  @Test func `a folder that is not there does not let a remote program wait for ever`() throws {
    let configuration = ProgramRemote.Configuration(
      command: ["true"], settings: .null, folder: "/nowhere", environment: [:])
    let remote = ProgramRemote(configuration, pipeline: "mine", device: "")
    #expect(throws: RemoteError.self) { try remote.signIn([]) }
  }
}
