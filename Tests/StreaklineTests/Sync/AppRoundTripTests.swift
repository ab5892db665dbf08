import Foundation
import StreaklineCore
import StreaklineSimulation
import StreaklineStore
import StreaklineSync
import Synchronization
import Testing

/// Records of each type on their way from one device to another under the names of the apps.
@Suite struct AppRoundTripTests {
  private static let gameID = StoreSample.wordle.uppercased()
  private static let group = "0b2f8a52-1d6e-4a3e-9a41-54c6b8a0a001"
  private static let session = "3f333df6-90a4-4fda-8dd3-9485d27cee36"

  private static let documents:
    [(app: String, type: String, name: String, record: String, Fields)] =
      [
        (
          "streaksync", "UserAchievements", "user_achievements", "user_achievements",
          [
            "version": .int(1), "payload": .string("W10="),
            "lastUpdated": .string("2026-01-02T03:04:05Z"), "summary": .string("e30="),
          ]
        ),
        (
          "tandem", "UserStats", "userStats_phone", "userStats_phone",
          [
            "played": .int(20), "wins": .int(18), "currentStreak": .int(3), "bestStreak": .int(9),
            "lastStreakDate": .string("2026-04-10"), "deviceId": .string("phone"),
            "modifiedAt": .string("2026-04-10T08:00:00Z"),
          ]
        ),
        (
          "tandem", "PuzzleProgress", "puzzleProgress_2026-04-10_phone",
          "puzzleProgress_2026-04-10_phone",
          [
            "date": .string("2026-04-10"), "started": .bool(true), "solved": .int(2),
            "mistakes": .int(1), "hintsUsed": .int(0),
            "lastUpdated": .string("2026-04-10T08:00:00Z"), "deviceId": .string("phone"),
          ]
        ),
        (
          "tandem", "tandem.UserPreferences", "userPreferences_phone", "userPreferences_phone",
          [
            "theme": .string("dark"), "themeMode": .string("manual"), "highContrast": .bool(false),
            "sound": .bool(true), "deviceId": .string("phone"),
            "modifiedAt": .string("2026-04-10T08:00:00Z"),
          ]
        ),
        (
          "habitto", "Habit", AppPipelineSample.habit.id, AppPipelineSample.habit.id.uppercased(),
          [
            "name": .string("Read"), "description": .string(""), "habitType": .string("formation"),
            "schedule": .string("daily"), "goal": .string("1"), "reminder": .string("20:00"),
            "startDate": .string("2026-01-01T00:00:00Z"), "endDate": .null,
            "completionHistory": .string("H4sI"), "dataVersion": .string("1"),
            "migrationVersion": .string("1"), "lastModified": .string("2026-01-01T00:00:00Z"),
            "deviceId": .string("phone"),
          ]
        ),
        (
          "habitto", "DeletionTombstone", AppPipelineSample.habit.id,
          "tombstone_" + AppPipelineSample.habit.id.uppercased(),
          [
            "habitId": .string(AppPipelineSample.habit.id),
            "deletedAt": .string("2026-01-01T00:00:00Z"), "ttl": .string("2026-01-31T00:00:00Z"),
            "reason": .string("user_request"), "deviceId": .string("phone"),
          ]
        ),
        (
          "quiettimer", "TimerSession", session, session.uppercased(),
          [
            "sessionID": .string(session), "startTime": .string("2026-01-01T08:00:00Z"),
            "endTime": .string("2026-01-01T08:25:00Z"), "duration": .int(1_500),
            "isActive": .bool(false), "deviceName": .string("phone"), "appVersion": .string("1"),
            "notes": .null, "tags": .list([.string("work")]),
          ]
        ),
        (
          "quiettimer", "ActiveTimer", "activeTimer", "activeTimer",
          [
            "sessionID": .string(session), "startTime": .string("2026-01-01T08:00:00Z"),
            "pausedTime": .null, "totalPausedDuration": .int(0), "isRunning": .bool(true),
            "isPaused": .bool(false), "deviceName": .string("phone"),
            "lastUpdateTime": .string("2026-01-01T08:00:00Z"),
          ]
        ),
        (
          "quiettimer", "quiettimer.UserPreferences", "userPreferences", "userPreferences",
          [
            "defaultTimerDuration": .double(1_500.5), "soundEnabled": .bool(true),
            "soundName": .string("bell"), "vibrationEnabled": .bool(false),
            "backgroundSyncEnabled": .bool(true),
          ]
        ),
      ]

  @Test(arguments: documents.indices)
  func `a document travels under the app's names and arrives as it was`(index: Int) async throws {
    let (app, type, name, record, fields) = Self.documents[index]
    let sample = try AppPipelineSample(app)
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    try sample.put(a, type, name, fields)
    try await sample.settle(a, b)
    let held = try #require(sample.held(record), "\(sample.server.records)")
    let destination = try #require(sample.pipeline.records[type])
    #expect(held.zone.name == destination.zone.template && held.type == destination.type ?? type)
    #expect(
      Set(held.fields.map(\.name)).isSubset(of: Set(destination.fields?.values ?? [:].values)))
    #expect(try sample.fields(b, type, name)?.says(fields) == true)
    #expect(sample.server.records.count == 1)
  }

  @Test func `a score of StreakSync leaves as its document says, and nothing else of it`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    let result = SimulatedRecords.result(day: 3, score: 4)
    _ = try a.ingest(
      StoreSample.batch([result, SimulatedRecords.result(user: "eve", day: 1, score: 2)]))
    try await sample.settle(a, b)
    let held = try #require(sample.server.records.first)
    #expect(sample.server.records.count == 1)
    #expect(held.recordName == result.uuid.description.uppercased())
    let expected: Fields = [
      "gameID": .string(StoreSample.wordle), "gameName": .string("wordle"),
      "gameType": .string("wordle"), "date": .string("2024-11-07T00:00:00Z"), "score": .int(4),
      "maxAttempts": .int(6), "completed": .bool(true),
      "sharedText": result.fields.value("sharedText"),
      "parsedData": result.fields.value("parsedData"),
    ]
    #expect(held.fields.says(expected), "\(held.fields)")
    #expect(try b.results().map(\.id) == [result.id])
    #expect(try b.results().map(\.contentHash) == [result.contentHash])
  }

  @Test func `a result that the app has saved keeps the app's name, and its own fields stay here`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    _ = try a.ingest(StoreSample.batch([SimulatedRecords.result(day: 0, score: 3)]))
    let appName = "5D1B0C7E-0000-4000-8000-000000000001"
    sample.save(
      "UserDataZone", appName, "GameResult",
      [
        "gameID": .string(Self.gameID), "gameName": .string("Wordle"),
        "gameType": .string("wordle"), "date": .string("2024-11-04T21:00:00Z"), "score": .int(3),
        "maxAttempts": .int(6), "completed": .int(1), "sharedText": .string("Wordle 1234 3/6"),
        "parsedData": .string(#"{"rows":"3"}"#), "friends": .int(2),
      ])
    try await sample.settle(a, b)
    #expect(sample.server.records.map(\.recordName) == [appName])
    #expect(sample.held(appName)?.fields["friends"] == .int(2))
    let stored = try #require(try a.results().first)
    #expect(stored.fields["puzzleNumber"] == .int(1_234) && stored.completed == true)
    #expect(try b.results().map(\.id) == [stored.id])
  }

  @Test func `a puzzle of Tandem has one result, whichever device has saved it`() async throws {
    let sample = try AppPipelineSample("tandem")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    for device in ["phone", "tablet"] {
      sample.save(
        "_defaultZone", "puzzleResult_2024-11-04_\(device)", "PuzzleResult",
        [
          "date": .string("2024-11-04"), "won": .int(1), "mistakes": .int(1), "solved": .int(4),
          "hintsUsed": .int(0), "theme": .string("Birds"),
          "timestamp": .string("2024-11-04T09:30:00Z"), "deviceId": .string(device),
        ])
    }
    _ = try a.ingest(
      StoreSample.batch([AppPipelineSample.puzzle(day: 1, at: "2024-11-05T09:30:00Z")]))
    try await sample.settle(a, b)
    #expect(
      sample.server.records.map(\.recordName) == [
        "puzzleResult_2024-11-04_phone", "puzzleResult_2024-11-04_tablet",
        "puzzleResult_2024-11-05_a", "userStats_a",
      ])
    let sent = try #require(sample.held("puzzleResult_2024-11-05_a")).fields
    #expect(sent["won"] == .bool(true) && sent["timestamp"] == .string("2024-11-05T09:30:00Z"))
    #expect(sent["deviceId"] == .string("a") && sent["sharedText"] == nil && sent["userId"] == nil)
    for store in [a, b] {
      let results = try store.results()
      #expect(results.map(\.day.dateInt).sorted() == [20_241_104, 20_241_105])
      #expect(results.allSatisfy { $0.game == "tandem" && $0.completed == true })
    }
  }

  @Test func `a day of Habitto says how often, and keeps the habit's name here`() async throws {
    let sample = try AppPipelineSample("habitto")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    let done = try AppPipelineSample.done(2)
    _ = try a.ingest(StoreSample.batch([done]))
    try await sample.settle(a, b)
    let name = AppPipelineSample.habit.id.uppercased() + "_2024-11-04"
    var held = try #require(sample.held(name), "\(sample.server.records)")
    #expect(held.zone == "HabittoHabitsZone" && held.type == "CompletionEvent")
    #expect(
      Set(held.fields.map(\.name))
        == ["habitId", "date", "completionCount", "lastModified", "deviceId"])
    #expect(held.fields["completionCount"] == .int(2) && held.fields["deviceId"] == .string("a"))
    #expect(try b.results().map(\.id) == [done.id])
    // The app takes the day back.
    held.fields["completionCount"] = .int(0)
    held.fields["notes"] = .string("too tired")
    sample.server.save(held)
    try await sample.settle(a, b)
    for store in [a, b] {
      let day = try #require(try store.results().first)
      #expect(day.completed == false && day.fields["completionCount"] == .int(0))
    }
    #expect(try a.results().first?.fields["gameName"] == .string("Read"))
    #expect(sample.held(name)?.fields["notes"] == .string("too tired"))
  }

  @Test func `a day that an export has without a count leaves with the count 1`() async throws {
    let sample = try AppPipelineSample("habitto")
    let a = try sample.device("a")
    let done = try AppPipelineSample.done()
    var fields = done.fields
    fields["completionCount"] = .null
    _ = try a.ingest(
      StoreSample.batch([
        Record(
          type: .completionEvent, userId: "me", game: done.game, gameId: done.gameId, day: done.day,
          values: fields)
      ]))
    try await sample.sync(a)
    #expect(sample.server.records.first?.fields["completionCount"] == .int(1))
  }

  @Test func `a session that the app has saved twice under random names is one session`()
    async throws
  {
    let sample = try AppPipelineSample("quiettimer")
    let a = try sample.device("a")
    for name in ["R1", "R2"] {
      sample.save(
        "_defaultZone", name, "TimerSession",
        [
          "sessionID": .string(Self.session.uppercased()),
          "startTime": .string("2026-01-01T08:00:00Z"), "duration": .double(1_500),
          "isActive": .int(0),
        ])
    }
    try await sample.settle(a)
    #expect(try a.documents(type: "TimerSession").map(\.name) == [Self.session])
    #expect(sample.server.records.count == 2)
  }

  @Test func `what the app does not know of a timer stays, and the later change wins`()
    async throws
  {
    let sample = try AppPipelineSample("quiettimer")
    let a = try sample.device("a")
    var fields = Self.documents[7].4
    fields["plannedDuration"] = .int(1_500)
    fields["version"] = .int(4)
    try sample.put(a, "ActiveTimer", "activeTimer", fields)
    try await sample.settle(a)
    var held = try #require(sample.held("activeTimer"))
    #expect(held.fields["version"] == nil && held.fields["plannedDuration"] == nil)
    held.fields["isRunning"] = .int(0)
    held.fields["isPaused"] = .int(1)
    sample.server.save(held)
    try await sample.settle(a)
    let stored = try #require(try sample.fields(a, "ActiveTimer", "activeTimer"))
    #expect(stored["isPaused"] == .bool(true) && stored["isRunning"] == .bool(false))
    #expect(stored["plannedDuration"] == .int(1_500) && stored["version"] == .int(4))
  }

  @Test func `of a type with one record no other document is sent`() async throws {
    let sample = try AppPipelineSample("quiettimer")
    let a = try sample.device("a")
    try sample.put(a, "ActiveTimer", "another", ["isRunning": .bool(true)])
    let report = try await sample.sync(a)
    #expect(report.rejected == 1 && sample.server.records.isEmpty)
    #expect(
      try a.deliveries("quiettimer").map(\.reason)
        == ["the pipeline sends one document of this type, 'activeTimer'"])
    sample.save("_defaultZone", "foreign", "ActiveTimer", ["isRunning": .int(1)])
    #expect(try await sample.sync(a).foreign == 1)
    #expect(try a.documents(type: "ActiveTimer").map(\.name) == ["another"])
  }

  @Test func `a document whose record would belong to another one is not sent`() async throws {
    let sample = try AppPipelineSample("tandem")
    let a = try sample.device("a")
    try sample.put(a, "PuzzleProgress", "today", ["date": .string("2026-04-10")])
    let report = try await sample.sync(a)
    #expect(report.rejected == 1 && sample.server.records.isEmpty)
    let reason = try #require(try a.deliveries("tandem").first?.reason)
    #expect(reason.contains("'puzzleProgress_2026-04-10_a'"), "\(reason)")
  }

  @Test func `members of a leaderboard see each other's scores`() async throws {
    let sample = try AppPipelineSample("streaksync")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    for (store, game) in [(a, "one"), (b, "two")] {
      try sample.put(
        store, "DailyScore", "\(Self.group)|_held|20241104|\(game)",
        [
          "userId": .string("_held"), "dateInt": .int(20_241_104), "gameId": .string(game),
          "score": .int(3), "completed": .bool(true), "groupId": .string(Self.group),
          "updatedAt": .string("2024-11-04T09:00:00Z"),
        ])
    }
    try sample.put(a, "LeaderboardGroup", Self.group, ["title": .string("Family")])
    try await sample.sync(a)
    try await sample.sync(b)
    for _ in 0..<2 { for store in [a, b] { try await sample.sync(store) } }
    let zone = "leaderboard_\(Self.group.uppercased())"
    let names = sample.server.records.map { "\($0.zone) \($0.recordName)" }.sorted()
    #expect(
      names == [
        "\(zone) group_\(Self.group.uppercased())", "\(zone) score|_held|20241104|one",
        "\(zone) score|_held|20241104|two",
      ])
    #expect(sample.server.records.allSatisfy { $0.fields["groupId"] == nil })
    for store in [a, b] {
      let scores = try store.documents(type: "DailyScore")
      #expect(
        scores.map(\.name)
          == ["one", "two"].map { "\(Self.group)|_held|20241104|\($0)" })
      #expect(scores.allSatisfy { $0.fields["groupId"] == .string(Self.group) })
    }
  }

  @Test func `5 and 7 make 7, and unlocks of both devices stay, inside the payload's bytes`()
    async throws
  {
    let sample = try AppPipelineSample("streaksync")
    let (a, b) = (try sample.device("a"), try sample.device("b"))
    func payload(_ progress: Int, _ unlocks: String) -> Fields {
      let json = #"[{"id":"streaks","progress":\#(progress),"unlockDates":{\#(unlocks)}}]"#
      return [
        "version": .int(1), "payload": .string(Data(json.utf8).base64EncodedString()),
        "lastUpdated": .string("2026-01-02T03:04:05Z"),
      ]
    }
    try sample.put(
      a, "UserAchievements", "user_achievements", payload(7, #""bronze":200,"silver":300"#))
    try sample.put(
      b, "UserAchievements", "user_achievements", payload(5, #""bronze":100,"gold":50"#))
    try await sample.settle(a, b)
    for store in [a, b] {
      let fields = try sample.fields(store, "UserAchievements", "user_achievements")
      let bytes = try #require(fields?["payload"]?.string.flatMap { Data(base64Encoded: $0) })
      #expect(
        String(decoding: bytes, as: UTF8.self)
          == #"[{"id":"streaks","progress":7,"#
          + #""unlockDates":{"bronze":100,"gold":50,"silver":300}}]"#)
    }
  }
}
