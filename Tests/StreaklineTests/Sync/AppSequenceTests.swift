import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

/// Which questions a remote is asked, in their order.
struct AskedRemote: Remote {
  let held: HeldRemote
  var isSignedOut = false
  let questions = Questions()

  final class Questions: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ question: String) { all.withLock { $0.append(question) } }
    var asked: [String] { all.withLock { $0 } }
  }

  func open() async throws(RemoteError) -> RemoteDescription {
    questions.add("account")
    if isSignedOut { throw RemoteError(.signIn, "sign in first") }
    return try await held.open()
  }

  func push(_ batch: [OutgoingRecord], atomic: Bool) async throws(RemoteError) -> [PushResult] {
    questions.add("push \(batch.count)")
    return try await held.push(batch, atomic: atomic)
  }

  func pull(_ zone: ZoneName, after token: [UInt8]?) async throws(RemoteError) -> PulledPage {
    questions.add("pull \(zone)")
    return try await held.pull(zone, after: token)
  }
}

/// The sequences that the documents number (SYNC.md §4), as far as the engine has their steps. Zones,
/// shares and subscriptions are the remote's.
@Suite struct AppSequenceTests {
  private static let group = "0b2f8a52-1d6e-4a3e-9a41-54c6b8a0a001"
  private static let zone = "leaderboard_\(group.uppercased())"

  @Test func `sync asks for the account, pulls, merges, and pushes what came of it`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    _ = try a.ingest(StoreSample.batch((0..<7).map { SimulatedRecords.result(day: $0, score: 3) }))
    let remote = AskedRemote(held: HeldRemote(sample.server))
    let report = try await sample.sync(a, remote)
    #expect(
      remote.questions.asked == [
        "account", "pull AchievementsZone", "pull UserDataZone", "push 5", "push 2",
      ])
    #expect(report.state == .success && report.saved == 7)
  }

  @Test func `50 results leave in ten batches of five`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    _ = try a.ingest(StoreSample.batch((0..<50).map { SimulatedRecords.result(day: $0, score: 3) }))
    let report = try await sample.sync(a)
    #expect(report.batches == 10 && report.saved == 50)
  }

  @Test func `enable in 8 steps: switch, account, pull, merge with what is here, push, success`()
    async throws
  {
    var sample = try AppPipelineSample("streaksync").withAchievements()
    let phone = try sample.device("phone")
    _ = try phone.ingest(
      StoreSample.batch((0..<7).map { SimulatedRecords.result(day: $0, score: 3) }))
    try await sample.settle(phone)
    let a = try sample.device("a")
    _ = try a.ingest(
      StoreSample.batch((7..<9).map { SimulatedRecords.result(day: $0, score: 3) }))
    // 1. The switch: what is switched off sends nothing and forgets nothing.
    sample.pipeline.isEnabled = false
    #expect(try await sample.sync(a).state == .disabled)
    sample.pipeline.isEnabled = true
    // 2. No account: the status says so, and nothing else is asked.
    let signedOut = AskedRemote(held: HeldRemote(sample.server), isSignedOut: true)
    #expect(try await sample.sync(a, signedOut).failure == .signIn)
    #expect(signedOut.questions.asked == ["account"])
    #expect(try a.syncState("streaksync").phase == .paused)
    // 3 and 4, zone and subscription, are the remote's. 5. Pull, 6. merge, 7. push, 8. success.
    let remote = AskedRemote(held: HeldRemote(sample.server))
    let report = try await sample.sync(a, remote)
    #expect(
      remote.questions.asked == [
        "account", "pull AchievementsZone", "pull UserDataZone", "push 3",
      ])
    #expect(report.state == .success && report.pulled == 8 && report.saved == 3)
    let state = try a.syncState("streaksync")
    #expect(state.phase == .success && state.lastSuccess == StoreSample.now)
    try await sample.settle(a, phone)
    let records = [phone, a].map {
      try? $0.document(type: "UserAchievements", name: "user_achievements")
    }
    #expect(records[0] == records[1] && records[0] != nil)
    #expect(try phone.results().count == 9)
  }

  @Test func `push in 6 steps: what it announces, the next pull of the zone brings, once`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync").withAchievements()
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    for store in [a, b] {
      try sample.put(store, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    }
    try await sample.settle(a, b)
    // 1 to 3: the push names a zone; here each sync asks all of them.
    _ = try a.ingest(
      StoreSample.batch((0..<3).map { SimulatedRecords.result(day: $0, score: 3) }))
    try await sample.sync(a)
    // 4. The achievements' zone, 5. the leaderboard's. 6. The answer says that there was something.
    let report = try await sample.sync(b)
    #expect(report.pulled == 7)
    #expect(try b.document(type: "UserAchievements", name: "user_achievements") != nil)
    #expect(try b.documents(type: "DailyScore").count == 3)
    #expect(try await sample.sync(b).pulled == 0)
  }

  @Test func `create a group in 7 steps: an id, a zone of its own, the root record, seen here`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    // 1. The name, 2. the UUID.
    try sample.put(
      a, "LeaderboardGroup", Self.group,
      [
        "title": .string("Family"), "createdBy": .string("_held"),
        "createdAt": .string("2024-11-04T08:00:00Z"),
      ])
    try await sample.settle(a)
    // 3. The zone, 4. the root record in it. 5 and 6, share and subscription, need CloudKit.
    let root = try #require(sample.held("group_\(Self.group.uppercased())"))
    #expect(root.zone.name == Self.zone && root.type == "LeaderboardGroup")
    #expect(Set(root.fields.map(\.name)) == ["title", "createdBy", "createdAt"])
    // 7. The owner sees the group, and his scores go there.
    #expect(try a.documents(type: "LeaderboardGroup").map(\.name) == [Self.group])
    _ = try a.ingest(StoreSample.batch([SimulatedRecords.result(day: 0, score: 3)]))
    try await sample.settle(a)
    #expect(sample.server.records.filter { $0.zone.name == Self.zone }.count == 2)
  }

  @Test func `accept in 5 steps: the group, its title and the scores that are there, before mine`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let (owner, guest) = (try sample.device("owner"), try sample.device("guest"))
    try sample.put(
      owner, "LeaderboardGroup", Self.group,
      ["title": .string("Family"), "createdBy": .string("_owner")])
    for store in [owner, guest] {
      _ = try store.ingest(StoreSample.batch([SimulatedRecords.result(day: 0, score: 3)]))
    }
    let groups = HeldServer()
    let shared = MemberRemote(account: "_owner", own: HeldServer(), groups: groups)
    try await sample.sync(owner, shared)
    // 1 to 3, the link and its acceptance, need CloudKit: they tell the group's id.
    try sample.put(guest, "LeaderboardGroup", Self.group, [:])
    // 4a. The zone, 4b. the group, 4c. its scores, all before anything is sent.
    let before = groups.records
    let report = try await sample.sync(
      guest, MemberRemote(account: "_guest", own: HeldServer(), groups: groups, isReader: true))
    #expect(report.pulled >= 2 && groups.records == before)
    let scores = try guest.documents(type: "DailyScore").map { $0.fields["userId"]?.string }
    #expect(scores.contains("_owner"))
    // 4e. "Joined Family".
    let joined = try guest.document(type: "LeaderboardGroup", name: Self.group)
    #expect(joined?.fields["title"] == .string("Family"))
  }
}
