import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

/// The scenario group X4: not signed in, signed out while running, switched accounts.
@Suite struct AccountTests {
  let folder: TemporaryFolder
  /// What the servers of two accounts hold.
  let annas = HeldServer()
  let bens = HeldServer()
  let pipeline = SimulatedRecords.pipeline(notes: nil)

  init() throws {
    folder = try TemporaryFolder()
    for server in [annas, bens] { server.set(now: StoreSample.now) }
  }

  private var anna: HeldRemote { HeldRemote(annas, account: "_anna") }
  private var ben: HeldRemote { HeldRemote(bens, account: "_ben") }

  private func device(_ name: String, days: Range<Int>) throws -> Store {
    let store = try Store.open(path: folder.file("\(name).db"), deviceID: name)
    try ingest(store, days)
    return store
  }

  private func ingest(_ store: Store, _ days: Range<Int>) throws {
    _ = try store.ingest(
      StoreSample.batch(days.map { SimulatedRecords.result(day: $0, score: 3) }))
  }

  @discardableResult
  private func sync(_ store: Store, _ remote: any Remote) async throws -> SyncReport {
    try store.requeue(pipeline.name, [.retry, .outcomeUnknown])
    var run = SyncRun(
      store, pipeline, to: remote, now: { StoreSample.now }, jitter: { 0.5 })
    return try await run.run()
  }

  @Test
  func `X4: with nobody signed in sync is paused, everything is kept, and signing in resumes`()
    async throws
  {
    let store = try device("a", days: 0..<12)
    let signedOut = SessionRemote(held: anna, requests: 0)
    let report = try await sync(store, signedOut)
    #expect(report.failure == .signIn && report.pending == 12 && report.batches == 0)
    #expect(try store.syncState("held").phase == .paused)
    #expect(try store.results().count == 12)
    let resumed = try await sync(store, anna)
    #expect(resumed.saved == 12 && resumed.state == .success)
  }

  @Test(arguments: 1..<6)
  func `X4: signing out while sync runs keeps what was not sent, and nothing is sent twice`(
    requests: Int
  ) async throws {
    let store = try device("a", days: 0..<12)
    let report = try await sync(store, SessionRemote(held: anna, requests: requests))
    #expect(report.saved + report.pending == 12)
    #expect(annas.records.count == report.saved)
    if report.pending > 0 { #expect(report.failure == .signIn) }
    let resumed = try await sync(store, anna)
    #expect(resumed.saved == 12 - report.saved && annas.records.count == 12)
    #expect(try store.verify() == [])
  }

  @Test func `X4: another account stops the pipeline before anything is sent or taken`()
    async throws
  {
    let (store, other) = (try device("a", days: 0..<4), try device("b", days: 20..<24))
    try await sync(store, anna)
    try await sync(other, ben)
    try ingest(store, 5..<6)
    for _ in 0..<3 {
      let report = try await sync(store, ben)
      #expect(report.failure == .configuration && report.pending == 1 && report.pulled == 0)
      let message = try #require(report.state.message)
      #expect(message.contains("_anna") && message.contains("_ben"))
      #expect(message.contains("account adopt") && message.contains("--store"))
    }
    #expect(bens.records.count == 4 && annas.records.count == 4)
    #expect(try store.results().count == 5)
    #expect(try store.syncState("held").account == "_anna")
    #expect(try store.syncState("held").otherAccount == "_ben")
    #expect(try await sync(store, anna).saved == 1)
    #expect(try store.syncState("held").otherAccount == nil)
  }

  @Test func `X4: A's data never appears for B, who has a store of his own`() async throws {
    let (a, b) = (try device("a", days: 0..<4), try device("b", days: 20..<22))
    // Both people use one machine, and its remote is signed in as one of them at a time.
    for _ in 0..<3 {
      for remote in [anna, ben] {
        try await sync(a, remote)
        try await sync(b, remote)
      }
    }
    // Each store belongs to the account that it met first, so both belong to Anna's now.
    #expect(bens.records.isEmpty)
    let c = try device("c", days: 30..<32)
    try await sync(c, ben)
    for _ in 0..<3 {
      for store in [a, c] {
        for remote in [anna, ben] { try await sync(store, remote) }
      }
    }
    #expect(bens.records.count == 2)
    #expect(try c.results().count == 2 && a.results().count == 6)
    #expect(annas.records.count == 6)
  }

  @Test func `X4: the account is bound before anything is sent, also when the program is killed`()
    async throws
  {
    let store = try device("a", days: 0..<3)
    let seen = Mutex<String?>(nil)
    let remote = HeldRemote(annas, account: "_anna") {
      let account = try? store.syncState("held").account
      seen.withLock { $0 = $0 ?? account }
      return nil
    }
    try await sync(store, remote)
    #expect(seen.withLock { $0 } == "_anna")
  }

  @Test func `an adopted account gets everything, without the other one's tokens and copies`()
    async throws
  {
    let (store, other) = (try device("a", days: 0..<4), try device("b", days: 20..<24))
    try await sync(store, anna)
    try await sync(other, ben)
    #expect(try store.adopt("_ben", for: "held") == "_anna")
    #expect(try store.adopt("_ben", for: "held") == nil)
    let report = try await sync(store, ben)
    #expect(report.saved == 4 && report.pulled == 4 && report.pending == 0)
    #expect(bens.records.count == 8 && annas.records.count == 4)
    #expect(try store.results().count == 8)
    #expect(try await sync(store, ben).batches == 0)
    #expect(try store.verify() == [])
  }

  @Test func `what was known of an account counts again when the pipeline belongs to it again`()
    async throws
  {
    let store = try device("a", days: 0..<4)
    try await sync(store, anna)
    try ingest(store, 4..<6)
    // Two results wait for Anna while the pipeline belongs to Ben.
    try store.adopt("_ben", for: "held")
    try await sync(store, ben)
    try store.adopt("_anna", for: "held")
    let back = try await sync(store, anna)
    #expect(back.saved == 2 && back.pulled == 0 && annas.records.count == 6)
    #expect(try store.syncState("held").account == "_anna")
    #expect(try store.verify() == [])
  }

  @Test func `account shows the accounts, and adopt says what will be sent`() async throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      """
      format: 1
      pipeline: held
      users: [me]
      records:
        GameResult: {zone: results, name: '{uuid}'}
      remote: {jsonl: {path: held.jsonl}}
      """, to: "config/streakline/Pipelines/held.yaml")
    try tool.run([], input: wordle(1_000))
    let store = try Store.open(path: tool.store.path, deviceID: "")
    try await sync(store, anna)
    try await sync(store, ben)
    let shown = try tool.run(["account"])
    #expect(shown.output.contains("held: _anna; its remote was signed in as _ben"), "\(shown)")
    #expect(shown.output.contains("default: no account"))
    let status = try tool.run(["status", "--pipeline", "held"])
    #expect(status.output.contains("Sync paused: ") && status.output.contains("_ben"))
    let adopted = try tool.run(["account", "adopt"])
    #expect(adopted.status == 0, "\(adopted)")
    #expect(adopted.output.contains("held: belongs to _ben, no longer to _anna"))
    #expect(adopted.talk.contains("sends 1 record to _ben"))
    #expect(try tool.run(["account", "adopt"]).status == 1)
    let objects = try tool.run(["account", "--output", "json"]).objects
    #expect(objects.last?["account"] as? String == "_ben")
    #expect(try tool.run(["account", "adopt", "_anna", "--pipeline", "held"]).status == 0)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a program that is signed in to another account ends with 78 and both names`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let script = """
      import json, sys
      name = open(sys.argv[1]).read().strip()
      for line in sys.stdin:
          ask = json.loads(line)
          if ask["do"] == "open":
              answer = {"account": name, "can": ["push"], "maxRecords": 200, "maxBytes": 1000000}
          else:
              answer = {"results": [{"zone": r["zone"], "recordName": r["recordName"],
                                     "status": "saved"} for r in ask["records"]]}
          print(json.dumps(answer), flush=True)
      """
    let program = try tool.write(script, to: "remote.py")
    let account = try tool.write("anna", to: "account")
    _ = try tool.write(
      """
      format: 1
      pipeline: mine
      users: [me]
      records:
        GameResult: {zone: results, name: '{uuid}'}
      remote: {program: {command: [python3, '\(program)', '\(account)']}}
      """, to: "config/streakline/Pipelines/mine.yaml")
    try tool.run([], input: wordle(1_000))
    #expect(try tool.run(["sync", "--pipeline", "mine"]).status == 0)
    _ = try tool.write("ben", to: "account")
    try tool.run([], input: wordle(1_001))
    let stopped = try tool.run(["sync", "--pipeline", "mine"])
    #expect(stopped.status == 78, "\(stopped)")
    #expect(stopped.talk.contains("anna") && stopped.talk.contains("ben"))
    #expect(try tool.run(["account", "adopt"]).status == 0)
    #expect(try tool.run(["sync", "--pipeline", "mine"]).output.contains("2 records delivered"))
  }
}

/// A remote whose user signs out after some requests.
private final class SessionRemote: Remote {
  private let held: HeldRemote
  private let left: Mutex<Int>

  init(held: HeldRemote, requests: Int) {
    self.held = held
    left = Mutex(requests)
  }

  private func check() throws(RemoteError) {
    let isSignedIn = left.withLock { left in
      left -= 1
      return left >= 0
    }
    guard isSignedIn else { throw RemoteError(.signIn, "nobody is signed in") }
  }

  func open() async throws(RemoteError) -> RemoteDescription {
    try check()
    return try await held.open()
  }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    try check()
    return try await held.push(batch, atomic: atomic)
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try check()
    return try await held.pull(zone, after: token)
  }
}
