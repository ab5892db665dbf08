import Foundation
import StreaklineCore
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

@testable import Streakline

/// Programs as remotes: one that does as `Documentation/remotes.md` says, and those that do not.
@Suite struct ProgramRemoteTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try SyncSample.store(folder, waiting: 5)
  }

  /// A remote whose program answers the first question well and does something else then.
  ///
  /// - Parameter push: Python that answers a `push`; `q` is the question.
  private func remote(
    open: String = #"print('{"account":null,"can":["push"]}', flush=True)"#, push: String,
    seconds: Double = 20
  ) throws -> ProgramRemote {
    let script = """
      import json, os, sys, time
      def saved(q, keep=lambda r: True):
          return {"results": [{"zone": r["zone"], "recordName": r["recordName"], "status": "saved"}
                              for r in q["records"] if keep(r)]}
      for line in sys.stdin:
          q = json.loads(line)
          if q["do"] == "open":
      \(indented(open))
          else:
      \(indented(push))
      """
    let path = folder.file("remote.py")
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    return self.remote(["python3", path], seconds: seconds)
  }

  private func indented(_ code: String) -> String {
    code.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n")
  }

  private func remote(
    _ command: [String], seconds: Double = 20, say: (@Sendable (String) -> Void)? = nil
  ) -> ProgramRemote {
    var configuration = ProgramRemote.Configuration(
      command: command, settings: .object(["a": .int(1)]), folder: folder.path,
      environment: ["PATH": "/usr/bin:/bin"])
    configuration.answerSeconds = seconds
    if let say { configuration.say = say }
    return ProgramRemote(configuration, pipeline: "p", device: "d")
  }

  private func push(to remote: ProgramRemote) async throws -> SyncReport {
    try await SyncSample.push(store, to: remote)
  }

  @Test(arguments: [
    #""record": null"#, #""record": "x""#, #""record": {"zone": "results"}"#, #""x": 1"#,
  ])
  func `a program that calls a new record gone, or in conflict with nothing, deletes nothing`(
    answer: String
  ) async throws {
    let remote = try remote(
      open: #"print('{"account":null,"can":["push","pull"]}', flush=True)"#,
      push: """
        if q["do"] == "pull":
            print(json.dumps({"records": [], "deleted": [], "token": "1", "more": False}), flush=True)
        else:
            print(json.dumps({"results": [
                {"zone": r["zone"], "recordName": r["recordName"], "status": "conflict", \(answer
          .replacing("null", with: "None"))}
                for r in q["records"]]}), flush=True)
        """)
    let report = try await push(to: remote)
    #expect(report.saved == 0 && report.pending == 5, "\(report)")
    #expect(try store.results().count == 5)
  }

  @Test(arguments: [
    #""records": [{"zone": "others", "recordName": "x", "type": "GameResult", "fields": {}}], "deleted": []"#,
    #""records": [], "deleted": [{"zone": "others", "recordName": "x"}]"#,
  ])
  func `a page with a record of another zone than the one asked for is refused as a whole`(
    page: String
  ) async throws {
    let remote = try remote(
      open: #"print('{"account":null,"can":["push","pull"]}', flush=True)"#,
      push: """
        if q["do"] == "pull":
            print(json.dumps({\(page), "token": "1", "more": False}), flush=True)
        else:
            print(json.dumps(saved(q)), flush=True)
        """)
    let report = try await push(to: remote)
    #expect(report.state.message?.contains("gave a record of 'others'; nothing was taken") == true)
    #expect(report.failure == .failed && report.pulled == 0, "\(report)")
  }

  @Test func `a program that answers is given every record once`() async throws {
    let remote = try remote(
      push: """
        with open("got.txt", "a") as f:
            f.write("".join(r["recordName"] + "\\n" for r in q["records"]))
        print(json.dumps(saved(q)), flush=True)
        """)
    let report = try await push(to: remote)
    #expect(report.state == .success)
    #expect(report.saved == 5)
    #expect(report.pending == 0)
    let got = try String(contentsOfFile: folder.file("got.txt"), encoding: .utf8)
    #expect(Set(got.split(separator: "\n")).count == 5)
    #expect(try await push(to: remote).batches == 0)
  }

  /// Everything that a program may do instead of answering a `push`.
  @Test(arguments: [
    ("sys.exit(3)", "it ended with status 3"),
    ("os.kill(os.getpid(), 9)", "it was ended by signal 9"),
    ("print('no JSON', flush=True)", "something else than an object of JSON"),
    ("print('[1]', flush=True)", "something else than an object of JSON"),
    ("print('{}', flush=True)", "it did not say what became of the records"),
    ("sys.stdout.write('{\"resul'); sys.stdout.flush(); os._exit(0)", "it ended with status 0"),
    ("sys.stdout.write('x' * 9000000 + '\\n'); sys.stdout.flush()", "a line of more than 8 MiB"),
    ("while True: print('x' * 1000)", "something else than an object of JSON"),
    ("os.close(1); time.sleep(60)", "it closed its output"),
    ("print('{\"error\":\"failed\",\"message\":\"no way\"}', flush=True)", "no way"),
  ])
  func `a program that does not answer loses nothing, and its fault is named`(
    push code: String, message: String
  ) async throws {
    let report = try await push(to: try remote(push: code))
    #expect(report.saved == 0)
    #expect(report.pending == 5)
    #expect(report.state.message?.contains(message) == true, "\(report.state)")
    let good = try remote(push: "print(json.dumps(saved(q)), flush=True)")
    try store.requeue("default", [.retry])
    try store.requeue("default", [.outcomeUnknown])
    #expect(try await push(to: good).saved == 5)
  }

  @Test(arguments: ["time.sleep(60)", "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)"])
  func `a program that is silent is given up, and counts as offline`(code: String) async throws {
    let start = ContinuousClock.now
    let report = try await push(to: try remote(push: code, seconds: 1))
    #expect(report.failure == .offline)
    #expect(report.state.message?.contains("did not answer within 1 s") == true)
    #expect(report.pending == 5)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func `what a program says reaches the user, up to a limit`() async throws {
    let code = """
      sys.stderr.write("hello \\033[2J\\n" + "x" * 5000000); sys.stderr.flush()
      print(json.dumps(saved(q)), flush=True)
      """
    let remote = try remote(push: code)
    let said = Mutex<[String]>([])
    let report = try await push(
      to: self.remote(["python3", folder.file("remote.py")]) { line in
        said.withLock { $0.append(line) }
      })
    withExtendedLifetime(remote) {}
    #expect(report.saved == 5)
    let lines = said.withLock { $0 }
    #expect(lines.first == "hello \u{1B}[2J")
    #expect(lines.map(\.utf8.count).reduce(0, +) < 66_000)
    #expect(lines.contains("it says more than is shown"))
  }

  @Test func `a program whose child holds its output open is given up when it ends`() async throws {
    let code = "import subprocess; subprocess.Popen(['sleep', '30']); sys.exit(3)"
    let start = ContinuousClock.now
    let report = try await push(to: try remote(push: code))
    #expect(report.state.message?.contains("status 3") == true)
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func `a new record that a program calls gone waits, with the reason`() async throws {
    let open = #"print('{"account":null,"can":["push","pull"]}', flush=True)"#
    let code = """
      if q["do"] == "pull":
          print(json.dumps({"records": [], "token": "1", "more": False}), flush=True)
      else:
          print(json.dumps({"results": [{"zone": r["zone"], "recordName": r["recordName"],
              "status": "conflict", "record": None} for r in q["records"]]}), flush=True)
      """
    let report = try await push(to: try remote(open: open, push: code))
    #expect(report.pending == 5)
    #expect(report.state.message == "the remote says of a new record that it is gone")
  }

  @Test func `a token of more than 64 KiB is refused`() async throws {
    let open = #"print('{"account":null,"can":["push","pull"]}', flush=True)"#
    let code = """
      print(json.dumps({"records": [], "token": "x" * 65537, "more": False}), flush=True)
      """
    let report = try await push(to: try remote(open: open, push: code))
    #expect(report.state.message?.contains("token is longer than 64 KiB") == true)
  }

  @Test func `a program that gives empty pages for ever is given up`() async throws {
    let open = #"print('{"account":null,"can":["push","pull"]}', flush=True)"#
    let code = """
      n = globals().get("n", 0) + 1
      print(json.dumps({"records": [], "deleted": [], "token": str(n), "more": True}), flush=True)
      """
    let report = try await push(to: try remote(open: open, push: code))
    #expect(report.state.message?.contains("pages of UserDataZone with nothing in them") == true)
  }

  @Test func `one record that ends the program delays no other`() async throws {
    let poison = try #require(try StoreSample.changes(store).first?.record?.day.dateInt)
    let report = try await push(
      to: try remote(
        push: """
          if any(r["fields"]["dateInt"] == \(poison) for r in q["records"]): sys.exit(1)
          print(json.dumps(saved(q)), flush=True)
          """))
    #expect(report.saved == 4)
    #expect(report.pending == 1)
  }

  @Test
  func `records of which a program says nothing are sent again, and what it invents is ignored`()
    async throws
  {
    let report = try await push(
      to: try remote(
        push: """
          a = saved(q, lambda r: r["version"] % 2 == 0)
          a["results"] += [{"zone": "other", "recordName": "x", "status": "saved"}, 7, {"status": 1}]
          print(json.dumps(a), flush=True)
          """))
    #expect(report.saved + report.pending == 5)
    #expect(report.pending > 0)
    let good = try remote(push: "print(json.dumps(saved(q)), flush=True)")
    try store.requeue("default", [.outcomeUnknown])
    #expect(try await push(to: good).pending == 0)
  }

  @Test func `an answer that nobody has asked for is not taken for the next one`() async throws {
    let remote = try remote(
      push: """
        print(json.dumps(saved(q)) + "\\n" + '{"results":[]}', flush=True)
        """)
    #expect(try await push(to: remote).saved == 5)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 50)]))
    let answer = try await remote.push(
      [OutgoingRecord(zone: "z", recordName: "n", type: "t", version: 1, fields: [:])],
      atomic: false
    )
    #expect(answer.count == 1)
  }

  @Test func `an answer that comes again is not taken for that about another zone`() async throws {
    let remote = try remote(
      open: #"print('{"account":null,"can":["push","pull"]}', flush=True)"#,
      push: """
        answer = json.dumps({"records": [], "deleted": [], "token": q["zone"], "more": False})
        print(answer, flush=True)
        time.sleep(0.05)
        print(answer, flush=True)
        open("twice", "w").close()
        """)
    _ = try await remote.open()
    for zone in ["a", "b"] {
      let answer = try await remote.pull(ZoneName(zone), after: nil)
      guard case .changes(let changes) = answer else {
        Issue.record("no page")
        return
      }
      #expect(changes.token == Array(zone.utf8))
      let file = folder.file("twice")
      for _ in 0..<2_000 where !FileManager.default.fileExists(atPath: file) {
        try await Task.sleep(for: .milliseconds(5))
      }
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test(arguments: [
    (["no-such-program-here"], RemoteError.Kind.configuration, "it cannot be started"),
    (["true"], .failed, "it ended with status 0 before it answered"),
    (
      ["sh", "-c", "echo '{\"error\":\"signIn\",\"message\":\"who are you\"}'"], .signIn,
      "who are you"
    ),
    (
      ["sh", "-c", "read x; echo '{\"can\":\"push\"}'; cat"], .failed, "did not say what it can do"
    ),
  ])
  func `a program that does not open is named with what it says`(
    command: [String], kind: RemoteError.Kind, message: String
  ) async throws {
    let report = try await push(to: remote(command))
    #expect(report.failure == kind)
    #expect(report.state.message?.contains(message) == true, "\(report.state)")
    #expect(report.pending == 5)
  }

  @Test func `a program that is started again under another account gets nothing`() async throws {
    let remote = try remote(
      open: """
        n = int(open("n").read()) + 1 if os.path.exists("n") else 1
        open("n", "w").write(str(n))
        print(json.dumps({"account": "a%d" % n, "can": ["push"]}), flush=True)
        """, push: "sys.exit(1)")
    let report = try await push(to: remote)
    #expect(report.failure == .signIn)
    #expect(report.state.message?.contains("the account was a1 and is a2 now") == true)
  }

  @Test func `Ctrl-C ends sync soon, also while a program does not answer`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let script = """
      read x; echo '{"account":null,"can":["push"]}'; read x; touch asked; exec sleep 50
      """
    _ = try tool.write(script, to: "data/streakline/silent.sh")
    _ = try tool.write(
      """
      format: 1
      pipeline: mine
      users: [all]
      records: {GameResult: {zone: results}}
      remote: {program: {command: [sh, silent.sh]}}
      """, to: "config/streakline/Pipelines/mine.yaml")
    try tool.run([], input: wordle(1_000))
    let process = tool.process(["sync", "--pipeline", "mine"])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let asked = tool.folder.appending(path: "data/streakline/asked").path
    while !FileManager.default.fileExists(atPath: asked), process.isRunning { usleep(10_000) }
    let start = ContinuousClock.now
    process.interrupt()
    process.waitUntilExit()
    // A program has 60 seconds otherwise.
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(process.terminationStatus == 130)
    let status = try tool.run(["status"]).output.split(separator: "\n")
    #expect(status.contains { $0.contains(" mine: ") && $0.contains(", 1 pending") }, "\(status)")
  }

  @Test func `the example of the documentation keeps what the store has`() throws {
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/remotes.md"), encoding: .utf8)
    func block(_ language: String) throws -> String {
      let start = try #require(page.range(of: "```\(language)\n")).upperBound
      let end = try #require(page.range(of: "\n```", range: start..<page.endIndex)).lowerBound
      return String(page[start..<end])
    }
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(try block("python"), to: "data/streakline/my-remote.py")
    _ = try tool.write(try block("yaml"), to: "config/streakline/Pipelines/mine.yaml")
    try tool.run([], input: (1_000..<1_012).map { wordle($0) }.joined(separator: "\n"))
    func kept() throws -> [[String: Any]] {
      let path = tool.folder.appending(path: "data/streakline/remote.json")
      let all =
        try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: [String: Any]]
      return (all ?? [:]).values.filter { $0["deleted"] as? Bool == false }
    }
    let run = try tool.run(["sync", "--pipeline", "mine"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.output.contains("mine: 12 records delivered in 3 batches"), "\(run.output)")
    #expect(try kept().count == 12)
    let id = try #require(
      tool.run(["results", "--output", "json"]).objects.first?["id"] as? String)
    try tool.run(["results", "delete", id])
    #expect(try tool.run(["sync", "--pipeline", "mine"]).status == 0)
    #expect(try kept().count == 11)
    // A second device, with a store of its own, gets them and gives its own.
    let second = ["--store", tool.folder.appending(path: "data/streakline/second.db").path]
    try tool.run(["--user", "me"] + second, input: wordle(1_100))
    let exchange = try tool.run(["sync", "--pipeline", "mine"] + second)
    #expect(exchange.output.contains("1 record delivered in 1 batch, 11 taken"), "\(exchange)")
    #expect(try tool.run(["sync", "--pipeline", "mine"]).output.contains("1 taken"))
    let counts = try [[], second].map {
      try tool.run(["results", "--output", "json"] + $0).objects.count
    }
    #expect(counts == [12, 12])
    // What a remote has changed here is no correction by hand, and is not undone as one.
    let other = try #require(
      tool.run(["results", "--output", "json"]).objects.first?["id"] as? String)
    try tool.run(["results", "delete", other])
    try tool.run(["sync", "--pipeline", "mine"])
    try tool.run(["sync", "--pipeline", "mine"] + second)
    #expect(try tool.run(["results", "--output", "json"] + second).objects.count == 11)
    #expect(try tool.run(["corrections", "--output", "json"] + second).objects.isEmpty)
    #expect(try tool.run(["corrections", "undo"] + second).status == 1)
  }
}
