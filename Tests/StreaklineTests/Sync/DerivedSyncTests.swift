import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Testing

/// Records that follow from results, on their way between devices and apps.
@Suite struct DerivedSyncTests {
  private static let group = "0b2f8a52-1d6e-4a3e-9a41-54c6b8a0a001"
  private static let other = "0b2f8a52-1d6e-4a3e-9a41-54c6b8a0a002"
  private static let zone = "leaderboard_\(group.uppercased())"

  private func puzzles(_ days: Range<Int>) -> Batch {
    StoreSample.batch(
      days.map {
        AppPipelineSample.puzzle(day: $0, at: Instant(StoreSample.first + $0, hour: 9).iso)
      })
  }

  private func stats(_ store: Store) throws -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: try store.documents(type: "UserStats").map {
        ($0.name, $0.fields["played"]?.int ?? -1)
      })
  }

  // MARK: - Sums

  @Test func `two devices send the sums of the union, once, and stay quiet then`() async throws {
    let sample = try AppPipelineSample("tandem")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    _ = try a.ingest(puzzles(0..<10))
    _ = try b.ingest(puzzles(5..<12))
    try await sample.settle(a, b)
    #expect(try stats(a) == ["userStats_a": 12])
    #expect(try stats(b) == ["userStats_a": 12])
    let held = try #require(sample.held("userStats_a")?.fields)
    #expect(held["played"] == .int(12) && held["wins"] == .int(12))
    #expect(held["currentStreak"] == .int(12) && held["bestStreak"] == .int(12))
    #expect(held["lastStreakDate"] == .string("2024-11-15") && held["deviceId"] == .string("a"))
    try await sample.settle(a, b)
    #expect(sample.held("userStats_a")?.fields == held)
  }

  @Test func `two devices that both began keep the record of one`() async throws {
    let sample = try AppPipelineSample("tandem")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    _ = try a.ingest(puzzles(0..<2))
    _ = try b.ingest(puzzles(0..<2))
    try sample.put(b, "UserStats", "userStats_b", ["played": .int(2), "deviceId": .string("b")])
    try sample.put(a, "UserStats", "userStats_a", ["played": .int(2), "deviceId": .string("a")])
    try await sample.settle(a, b)
    #expect(try stats(a) == ["userStats_a": 2])
    #expect(sample.held("userStats_b") == nil)
  }

  @Test func `sums that an app has doubled are replaced by those of the results`() async throws {
    let sample = try AppPipelineSample("tandem")
    let a = try sample.device("a")
    _ = try a.ingest(puzzles(0..<3))
    for (device, played) in [("PHONE", 890), ("TABLET", 340)] {
      sample.save(
        "_defaultZone", "userStats_\(device)", "UserStats",
        ["played": .int(played), "bestStreak": .int(9), "deviceId": .string(device), "x": .int(1)])
    }
    try await sample.settle(a)
    for device in ["PHONE", "TABLET"] {
      let held = try #require(sample.held("userStats_\(device)")?.fields)
      #expect(held["played"] == .int(3) && held["bestStreak"] == .int(3))
      #expect(held["deviceId"] == .string(device) && held["x"] == .int(1))
    }
    #expect(sample.held("userStats_a") == nil)
  }

  @Test func `a run before which nothing was sent, and that pulls nothing, computes nothing`()
    async throws
  {
    let sample = try AppPipelineSample("tandem")
    let a = try sample.device("a")
    _ = try a.ingest(puzzles(0..<3))
    for (mayHaveNew, count) in [(false, 0), (true, 1)] {
      var run = SyncRun(
        a, sample.pipeline, to: HeldRemote(sample.server), mayHaveNewResults: mayHaveNew,
        games: sample.games, now: { StoreSample.now }, jitter: { 0.5 })
      _ = try await run.run()
      #expect(try stats(a).count == count)
    }
  }

  @Test func `a device without results leaves the sums of an app as they are`() async throws {
    let sample = try AppPipelineSample("tandem")
    let a = try sample.device("a")
    sample.save("_defaultZone", "userStats_PHONE", "UserStats", ["played": .int(20)])
    try await sample.settle(a)
    #expect(try stats(a) == ["userStats_PHONE": 20])
    #expect(sample.held("userStats_PHONE")?.fields["played"] == .int(20))
  }

  // MARK: - Achievements

  private func progress(_ store: Store, _ category: String) throws -> Fields? {
    let fields = try store.document(type: "UserAchievements", name: "user_achievements")?.fields
    guard let payload = fields?["payload"]?.string.flatMap({ Data(base64Encoded: $0) }),
      case .list(let list) = try readJSON(Array(payload))
    else { return nil }
    return list.compactMap(\.object).first { $0["category"]?.string == category }?["progress"]?
      .object
  }

  @Test func `achievements follow from the results of both devices`() async throws {
    let sample = try AppPipelineSample("streaksync").withAchievements()
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    _ = try a.ingest(
      StoreSample.batch((0..<4).map { SimulatedRecords.result(day: $0, score: 3) }))
    _ = try b.ingest(
      StoreSample.batch((4..<7).map { SimulatedRecords.result(day: $0, score: 1) }))
    try await sample.settle(a, b)
    for store in [a, b] {
      #expect(try progress(store, "streak_master")?["currentValue"] == .int(7))
      #expect(try progress(store, "streak_master")?["currentTier"] == .int(2))
      #expect(try progress(store, "speed_demon")?["currentValue"] == .int(3))
    }
    #expect(sample.held("user_achievements")?.zone == "AchievementsZone")
    #expect(sample.server.records.count == 8)
  }

  @Test func `an achievement of the app stays where the results here give less`() async throws {
    let sample = try AppPipelineSample("streaksync").withAchievements()
    let a = try sample.device("a")
    let payload = """
      [{"category":"streak_master","id":"A1B2C3D4-E5F6-4789-A012-3456789ABCDE",\
      "progress":{"currentValue":40,"currentTier":4,"tierUnlockDates":[4,"2020-01-01T00:00:00Z"]}}]
      """
    sample.save(
      "AchievementsZone", "user_achievements", "UserAchievements",
      [
        "version": .int(1), "payload": .string(Data(payload.utf8).base64EncodedString()),
        "lastUpdated": .string("2024-01-01T00:00:00Z"),
      ])
    _ = try a.ingest(
      StoreSample.batch((0..<3).map { SimulatedRecords.result(day: $0, score: 3) }))
    try await sample.settle(a)
    let streaks = try #require(try progress(a, "streak_master"))
    #expect(streaks["currentValue"] == .int(40) && streaks["currentTier"] == .int(4))
    #expect(
      streaks["tierUnlockDates"]
        == .list([
          .int(1), .string("2024-11-06T00:00:00Z"), .int(4), .string("2020-01-01T00:00:00Z"),
        ]))
    #expect(try progress(a, "variety_player")?["currentValue"] == .int(1))
  }

  // MARK: - Scores

  private func leaderboard(_ sample: AppPipelineSample) -> [String] {
    sample.server.records.filter { $0.type == "DailyScore" }.map(\.recordName).sorted()
  }

  @Test func `a result becomes a score in each group, from the group's first day`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    for (group, createdAt) in [
      (Self.group, "2024-11-06T20:00:00Z"), (Self.other, "2024-11-08T09:00:00Z"),
    ] {
      try sample.put(
        a, "LeaderboardGroup", group,
        ["title": .string("Family"), "createdAt": .string(createdAt)])
    }
    _ = try a.ingest(
      StoreSample.batch((0..<5).map { SimulatedRecords.result(day: $0, score: 3 - $0 % 2) }))
    try await sample.settle(a)
    let scores = sample.server.records.filter { $0.type == "DailyScore" }
    #expect(scores.count == 4)
    let held = try #require(
      scores.first { $0.recordName == "score|_held|20241107|\(StoreSample.wordle)" })
    #expect(held.zone.name == Self.zone)
    #expect(
      Set(held.fields.map(\.name)) == [
        "userId", "dateInt", "gameId", "gameName", "score", "maxAttempts", "completed", "updatedAt",
      ])
    #expect(held.fields["userId"] == .string("_held") && held.fields["score"] == .int(2))
    #expect(held.fields["completed"] == .bool(true) && held.fields["maxAttempts"] == .int(6))
  }

  @Test func `a score under the document's own name is the same score`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    // CloudKit has no record whose name begins with an underscore, as accounts do there.
    let remote = HeldRemote(sample.server, account: "held")
    try sample.put(a, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    _ = try a.ingest(StoreSample.batch([SimulatedRecords.result(day: 0, score: 3)]))
    let name = "held|20241104|\(StoreSample.wordle.uppercased())"
    sample.save(
      Self.zone, name, "DailyScore",
      [
        "userId": .string("held"), "dateInt": .int(20_241_104),
        "gameId": .string(StoreSample.wordle.uppercased()), "gameName": .string("Wordle"),
        "score": .int(3), "maxAttempts": .int(6), "completed": .int(1),
        "updatedAt": .string("2024-11-04T09:00:00Z"),
      ])
    for _ in 0..<3 { try await sample.sync(a, remote) }
    #expect(leaderboard(sample) == [name])
    // A correction goes to the record that is there.
    let id = try #require(try a.results().first).id
    _ = try a.edit(id: id, now: StoreSample.now) { record, _ in
      var fields = record.fields
      fields["score"] = .int(5)
      return fields
    }
    for _ in 0..<3 { try await sample.sync(a, remote) }
    #expect(leaderboard(sample) == [name])
    #expect(sample.held(name)?.fields["score"] == .int(5))
    #expect(sample.held(name)?.fields["gameName"] == .string("Wordle"))
  }

  @Test(arguments: [nil, "bert", "carl"])
  func `a member's score counts only as that member has written it`(writer: String?) async throws {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    let remote = HeldRemote(sample.server, account: "held")
    try sample.put(a, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    sample.server.save(
      RemoteRecord(
        zone: ZoneName(Self.zone), recordName: "score|bert|20241104|\(StoreSample.wordle)",
        type: "DailyScore", modifiedBy: writer,
        fields: [
          "userId": .string("bert"), "dateInt": .int(20_241_104),
          "gameId": .string(StoreSample.wordle), "gameName": .string("Wordle"), "score": .int(1),
          "maxAttempts": .int(6), "completed": .int(1),
          "updatedAt": .string("2024-11-04T09:00:00Z"),
        ]))
    for _ in 0..<2 { try await sample.sync(a, remote) }
    // A remote that does not say who has written it is believed.
    #expect(try a.documents(type: "DailyScore").count == (writer == "carl" ? 0 : 1))
  }

  @Test(arguments: ["spiel-für-alle", String(repeating: "g", count: 255)])
  func `a name that CloudKit would refuse is the UUID, and is read back`(game: String)
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    try sample.put(a, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    try sample.put(b, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    let name = DailyScoreName(
      group: Self.group, account: "_held", day: StoreSample.first, gameID: game)
    try sample.put(
      a, "DailyScore", name.text,
      [
        "userId": .string("_held"), "dateInt": .int(20_241_104), "gameId": .string(game),
        "score": .int(3), "completed": .bool(true), "groupId": .string(Self.group),
      ])
    try await sample.settle(a, b)
    let held = try #require(leaderboard(sample).first)
    #expect(UniqueID(held) != nil, "\(held)")
    #expect(try b.documents(type: "DailyScore").map(\.name) == [name.text])
  }

  @Test func `the score of a deleted result goes, and scores of an app and of others stay`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    try sample.put(a, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    _ = try a.ingest(
      StoreSample.batch((0..<2).map { SimulatedRecords.result(day: $0, score: 3) }))
    for (account, day) in [("_held", 20_241_101), ("_eve", 20_241_104)] {
      sample.save(
        Self.zone, "\(account)|\(day)|\(StoreSample.wordle)", "DailyScore",
        [
          "userId": .string(account), "dateInt": .int(day), "gameId": .string(StoreSample.wordle),
          "score": .int(2), "completed": .int(1),
        ])
    }
    try await sample.settle(a)
    #expect(leaderboard(sample).count == 4)
    _ = try a.delete(id: try #require(try a.results().first).id, now: StoreSample.now)
    try await sample.settle(a)
    #expect(
      leaderboard(sample) == [
        "_eve|20241104|\(StoreSample.wordle)", "_held|20241101|\(StoreSample.wordle)",
        "score|_held|20241105|\(StoreSample.wordle)",
      ])
  }

  @Test func `a score of another account is never sent`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let a = try sample.device("a")
    let name = DailyScoreName(
      group: Self.group, account: "_eve", day: StoreSample.first, gameID: StoreSample.wordle)
    try sample.put(
      a, "DailyScore", name.text,
      [
        "userId": .string("_eve"), "dateInt": .int(20_241_104),
        "gameId": .string(StoreSample.wordle), "groupId": .string(Self.group), "score": .int(1),
      ])
    let report = try await sample.sync(a)
    #expect(report.rejected == 1 && sample.server.records.isEmpty)
    #expect(try a.deliveries("streaksync").map(\.reason) == ["it belongs to another account"])
  }
}
