import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// More of the scenarios that the apps' documents demand (SYNC.md §3.14), with the pipelines of the apps.
/// `SyncScenarioTests` has the others.
@Suite struct AppScenarioTests {
  private static let group = "0b2f8a52-1d6e-4a3e-9a41-54c6b8a0a001"
  private static let zone = "leaderboard_\(group.uppercased())"

  private func results(_ days: Range<Int>, score: Int = 3) -> Batch {
    StoreSample.batch(days.map { SimulatedRecords.result(day: $0, score: score) })
  }

  // MARK: - X6

  /// Two accounts with a group, each with a result of two days.
  private struct Circle {
    let sample: AppPipelineSample
    let groups = HeldServer()
    let (owner, guest): (Store, Store)
    var ownerRemote: MemberRemote
    var guestRemote: MemberRemote

    init() async throws {
      sample = try AppPipelineSample("streaksync")
      groups.set(now: StoreSample.now)
      (owner, guest) = (try sample.device("owner"), try sample.device("guest"))
      let servers = (HeldServer(), HeldServer())
      ownerRemote = MemberRemote(account: "_owner", own: servers.0, groups: groups)
      guestRemote = MemberRemote(account: "_guest", own: servers.1, groups: groups)
      try sample.put(
        owner, "LeaderboardGroup", AppScenarioTests.group,
        ["title": .string("Family"), "createdBy": .string("_owner")])
      for (store, score) in [(owner, 2), (guest, 4)] {
        _ = try store.ingest(
          StoreSample.batch((0..<2).map { SimulatedRecords.result(day: $0, score: score) }))
      }
      try await sample.sync(owner, ownerRemote)
      // What accepting the share tells.
      try sample.put(guest, "LeaderboardGroup", AppScenarioTests.group, [:])
    }

    func settle() async throws {
      for _ in 0..<3 {
        try await sample.sync(owner, ownerRemote)
        try await sample.sync(guest, guestRemote)
      }
      for (store, remote) in [(owner, ownerRemote), (guest, guestRemote)] {
        let report = try await sample.sync(store, remote)
        #expect(report.batches == 0 && report.pulled == 0, "\(report)")
        #expect(try store.verify() == [])
      }
    }

    func scores(_ store: Store) throws -> [String] {
      try store.documents(type: "DailyScore").map {
        "\($0.fields["userId"]?.string ?? "") \($0.fields["score"] ?? .null)"
      }
    }
  }

  @Test func `X6: both members of a group post scores and see each other's, and no results`()
    async throws
  {
    let circle = try await Circle()
    try await circle.settle()
    let all = ["_guest 4", "_guest 4", "_owner 2", "_owner 2"]
    #expect(try circle.scores(circle.owner) == all && circle.scores(circle.guest) == all)
    let group = try circle.guest.document(type: "LeaderboardGroup", name: Self.group)
    #expect(group?.fields["title"] == .string("Family"))
    #expect(try circle.guest.results().allSatisfy { $0.fields["score"] == .int(4) })
    #expect(circle.groups.records.count == 5)
  }

  @Test func `X6: when the owner deletes a group, its members lose its scores and no results`()
    async throws
  {
    let circle = try await Circle()
    try await circle.settle()
    _ = try circle.owner.deleteDocument(
      type: "LeaderboardGroup", name: Self.group, now: StoreSample.now)
    try await circle.settle()
    _ = try circle.guest.ingest(results(2..<3))
    try await circle.settle()
    for store in [circle.owner, circle.guest] {
      #expect(try store.documents(type: "LeaderboardGroup").isEmpty)
      #expect(try circle.scores(store).isEmpty)
    }
    #expect(try circle.guest.results().count == 3)
    #expect(circle.groups.records.isEmpty)
  }

  @Test func `X6: when the zone of a group is gone, nobody fills it again`() async throws {
    let circle = try await Circle()
    try await circle.settle()
    for record in circle.groups.records {
      circle.groups.delete(record.recordName, in: record.zone.name)
    }
    _ = try circle.guest.ingest(results(2..<3))
    try await circle.settle()
    #expect(circle.groups.records.isEmpty)
    #expect(try circle.scores(circle.guest).isEmpty)
    #expect(try circle.owner.results().count == 2)
  }

  @Test func `X6: who may only read in a group keeps his results in step, and nothing is lost`()
    async throws
  {
    var circle = try await Circle()
    circle.guestRemote.isReader = true
    let report = try await circle.sample.sync(circle.guest, circle.guestRemote)
    #expect(report.state == .success && report.saved == 2 && report.rejected == 2)
    #expect(circle.guestRemote.own.records.count == 2)
    #expect(try circle.scores(circle.guest).count == 4)
  }

  // MARK: - X8, X9

  @Test func `X8: development and production are two pipelines that know nothing of each other`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let store = try sample.device("a")
    _ = try store.ingest(results(0..<3))
    var production = sample
    production.pipeline.name = "streaksync-production"
    let server = HeldServer()
    server.set(now: StoreSample.now)
    try await sample.sync(store)
    #expect(sample.server.records.count == 3 && server.records.isEmpty)
    #expect(try await production.sync(store, HeldRemote(server)).saved == 3)
    sample.server.delete(try #require(sample.server.records.first).recordName, in: "UserDataZone")
    try await sample.sync(store)
    #expect(try await sample.sync(store).batches == 0)
    #expect(sample.server.records.count == 2)
  }

  @Test func `X8: a type that the server's schema refuses holds up no other`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let store = try sample.device("a")
    _ = try store.ingest(results(0..<6))
    try sample.put(store, "UserAchievements", "user_achievements", ["payload": .string("W10=")])
    let remote = LockedRemote(held: HeldRemote(sample.server), refused: ["UserAchievements"])
    let report = try await sample.sync(store, remote)
    #expect(report.saved == 6 && report.rejected == 1)
    // After the schema was deployed.
    try store.requeue("streaksync", [.rejected])
    #expect(try await sample.sync(store).saved == 1)
  }

  @Test func `X8: what a newer app has added stays there and goes back unchanged`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let store = try sample.device("a")
    sample.save("AchievementsZone", "medals", "UserMedals", ["gold": .int(3)])
    sample.save(
      "AchievementsZone", "user_achievements", "UserAchievements",
      ["payload": .string("W10="), "season": .string("autumn")])
    #expect(try await sample.sync(store).foreign == 1)
    try sample.put(store, "UserAchievements", "user_achievements", ["payload": .string("W3t9XQ==")])
    try await sample.sync(store)
    #expect(sample.held("medals")?.fields["gold"] == .int(3))
    #expect(sample.held("user_achievements")?.fields["season"] == .string("autumn"))
    #expect(sample.held("user_achievements")?.fields["payload"] == .string("W3t9XQ=="))
  }

  @Test func `X9: without a push, a sync takes what is new in 25 groups, and none that is left`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    let groups = (10..<35).map { "0b2f8a52-1d6e-4a3e-9a41-54c6b8a0a0\($0)" }
    for group in groups {
      try sample.put(a, "LeaderboardGroup", group, ["title": .string(group)])
      try sample.put(b, "LeaderboardGroup", group, ["title": .string(group)])
    }
    _ = try a.ingest(results(0..<1))
    try await sample.settle(a, b)
    #expect(try b.documents(type: "DailyScore").count == 25)
    _ = try a.deleteDocument(
      type: "LeaderboardGroup", name: try #require(groups.first), now: StoreSample.now)
    try await sample.settle(a, b)
    #expect(try b.documents(type: "DailyScore").count == 24)
    #expect(try b.documents(type: "LeaderboardGroup").count == 24)
  }

  // MARK: - X14 to X17

  @Test func `X14: Tandem offline, with another account, and installed again`() async throws {
    let sample = try AppPipelineSample("tandem")
    let phone = try sample.device("phone")
    _ = try phone.ingest(
      StoreSample.batch(
        (0..<4).map {
          AppPipelineSample.puzzle(day: $0, at: Instant(StoreSample.first + $0, hour: 9).iso)
        }))
    let offline = try await sample.sync(phone, HeldRemote(sample.server) { .lostRequest })
    #expect(offline.failure == .offline && sample.server.records.isEmpty)
    try await sample.settle(phone)
    let other = HeldServer()
    #expect(
      try await sample.sync(phone, HeldRemote(other, account: "_other")).failure
        == .configuration)
    #expect(other.records.isEmpty)
    // A new device id: results and sums are those from before, and nothing is doubled.
    let again = try sample.device("again")
    try await sample.settle(again, phone)
    #expect(try again.results().count == 4)
    let stats = try again.documents(type: "UserStats")
    #expect(stats.map(\.name) == ["userStats_phone"])
    #expect(stats.first?.fields["played"] == .int(4))
    #expect(sample.server.records.count == 5)
  }

  @Test func `X15: 250 habits are seeded, all arrive, and a conflict is settled field by field`()
    async throws
  {
    let sample = try AppPipelineSample("habitto")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    let ids = (0..<250).map { UniqueID(namespace: .streakline, name: "habit \($0)").description }
    for id in ids {
      try sample.put(a, "Habit", id, ["name": .string("Read"), "goal": .string("9")])
    }
    try await sample.settle(a, b)
    #expect(try b.documents(type: "Habit").count == 250)
    #expect(sample.server.records.count == 250)
    try sample.put(a, "Habit", ids[0], ["name": .string("Read"), "goal": .string("10")])
    try sample.put(b, "Habit", ids[0], ["name": .string("Walk"), "goal": .string("9")])
    try await sample.sync(a)
    #expect(try await sample.sync(b).merged == 1)
    try await sample.settle(a, b)
    for store in [a, b] {
      let fields = try sample.fields(store, "Habit", ids[0])
      #expect(fields?["name"] == .string("Walk") && fields?["goal"] == .string("10"))
    }
  }

  @Test func `X16: a session comes back as it was, to the millisecond`() async throws {
    let sample = try AppPipelineSample("quiettimer")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    let session = "3f333df6-90a4-4fda-8dd3-9485d27cee36"
    let fields: Fields = [
      "sessionID": .string(session), "startTime": .string("2026-01-01T08:00:00.125Z"),
      "endTime": .string("2026-01-01T09:00:00.175Z"), "duration": .double(3_600.05),
      "isActive": .bool(false), "deviceName": .string("phone"), "appVersion": .string("1"),
      "notes": .string("read"), "tags": .list([.string("work"), .string("deep")]),
    ]
    try sample.put(a, "TimerSession", session, fields)
    try await sample.settle(a, b)
    #expect(try sample.fields(b, "TimerSession", session)?.says(fields) == true)
  }

  @Test func `X16: of two timers the later change stays, unlike in the document's test`()
    async throws
  {
    let sample = try AppPipelineSample("quiettimer")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    func timer(_ time: String, _ device: String) -> Fields {
      [
        "isRunning": .bool(true), "lastUpdateTime": .string(time), "deviceName": .string(device),
      ]
    }
    try sample.put(a, "ActiveTimer", "activeTimer", timer("2026-01-01T08:00:30Z", "a"))
    try sample.put(b, "ActiveTimer", "activeTimer", timer("2026-01-01T08:00:00Z", "b"))
    try await sample.sync(a)
    try await sample.sync(b)
    try await sample.settle(a, b)
    for store in [a, b] {
      #expect(
        try sample.fields(store, "ActiveTimer", "activeTimer")?["deviceName"] == .string("a"))
    }
  }

  @Test func `X16: in the background, what is new here leaves when the batch is due`()
    async throws
  {
    let sample = try AppPipelineSample("quiettimer")
    let a = try sample.device("a")
    try sample.put(a, "ActiveTimer", "activeTimer", ["isRunning": .bool(true)])
    func follow(after seconds: Double) async throws -> SyncReport {
      let now = Instant(
        milliseconds: StoreSample.now.milliseconds + Int64(seconds * 1_000))
      var run = SyncRun(
        a, sample.pipeline, to: HeldRemote(sample.server), mode: .following, pulls: false,
        now: { now }, jitter: { 0.5 })
      return try await run.run()
    }
    #expect(try await follow(after: 1).saved == 0)
    #expect(try await follow(after: 2).saved == 1)
  }

  @Test func `X17: a run needs a remote in memory alone, and asks it to open, pull and push`()
    async throws
  {
    let sample = try AppPipelineSample("quiettimer")
    let a = try sample.device("a")
    let remote = AskedRemote(held: HeldRemote(HeldServer()))
    #expect(try await sample.sync(a, remote).state == .success)
    #expect(remote.questions.asked == ["account", "pull _defaultZone"])
    try sample.put(a, "ActiveTimer", "activeTimer", ["isRunning": .bool(true)])
    #expect(try await sample.sync(a, remote).saved == 1)
    #expect(
      remote.questions.asked.dropFirst(2) == ["account", "pull _defaultZone", "push 1"])
  }
}

/// A server whose schema does not have some types.
private struct LockedRemote: Remote {
  let held: HeldRemote
  let refused: Set<String>

  func open() async throws(RemoteError) -> RemoteDescription { try await held.open() }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    let known = try await held.push(batch.filter { !refused.contains($0.type) }, atomic: atomic)
    return known
      + batch.filter { refused.contains($0.type) }.map {
        PushResult($0, .rejected(reason: "the type \($0.type) is not in the schema"))
      }
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    try await held.pull(zone, after: token)
  }
}
