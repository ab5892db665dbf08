import Foundation
import ServerJSON
import Testing
import ToolTesting

/// The scenarios of the apps' documents with real tools and a running server. The letters and numbers are
/// those of SYNC.md §3.14; X1, X2, X4, X8 and X10 to X12 are in CloudKitSyncTests, X6 in GroupTests, and X5 in
/// CloudKitFaultTests.
@Suite(.serialized) struct AppScenarioTests {
  private func settle(_ homes: Home...) async throws {
    for _ in 0..<2 {
      for home in homes { try await home.sync() }
    }
  }

  private func document(_ home: Home, _ type: String, _ name: String) async throws -> JSON {
    try #require(try await home.shown("get", type, name).first?["fields"])
  }

  @Test func `X3 achievements that two devices reached offline are those of all results`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let (phone, laptop) = (try Home(anna), try Home(anna))
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_005))
      try await laptop.run("ingest", input: Shares.wordles(1_005..<1_012))
      try await settle(phone, laptop)
      let tiers = try await phone.shown("achievements")
      #expect(try await laptop.shown("achievements") == tiers)
      let synced = try await document(phone, "UserAchievements", "user_achievements")
      let other = try await document(laptop, "UserAchievements", "user_achievements")
      #expect(synced["payload"] == other["payload"])
      #expect(try await laptop.shown("streaks").first?["max"]?.int == 12)
    }
  }

  @Test func `X7 the same puzzle entered around midnight in two time zones is one result`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let (east, west) = (try Home(anna), try Home(anna))
      try await east.run(
        "ingest", "--timezone", "Pacific/Auckland", input: Shares.wordle(1_500))
      try await west.run(
        "ingest", "--timezone", "America/Los_Angeles", input: Shares.wordle(1_500))
      try await settle(east, west)
      let held = try await east.shown("results").map { $0["dateInt"] }
      #expect(held.count == 1)
      #expect(try await west.shown("results").map { $0["dateInt"] } == held)
      #expect(try await west.shown("disputes").isEmpty)
    }
  }

  @Test func `X9 without a push a sync takes what is new in all groups, and none that is left`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try Home(try server.account("anna", apps: ["streaksync"]))
      let bert = try Home(try server.account("bert", apps: ["streaksync"]))
      try await bert.sync()
      for number in 1...5 { try await anna.run("group", "create", "Group \(number)") }
      try await anna.sync()
      for number in 1...5 {
        let run = try await anna.tool.runInBackground(
          ["group", "invite", "Group \(number)", "--output", "json"])
        let address = try #require(run.objects.first?["address"]?.string, "\(run)")
        try await bert.run("group", "accept", address)
      }
      let today = Int((Date().timeIntervalSince1970 - 1_624_060_800) / 86_400)
      try await anna.run("ingest", input: Shares.wordle(today))
      try await settle(anna, bert)
      #expect(try await bert.shown("list", "DailyScore").count == 5)
      try await bert.run("group", "leave", "Group 3")
      try await bert.sync()
      #expect(try await bert.shown("group").count == 4)
      #expect(try await bert.shown("list", "DailyScore").count == 4)
    }
  }

  @Test func `X9 a device that follows the server hears at once of what another one has`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let (phone, laptop) = (try Home(anna), try Home(anna))
      try await phone.run("ingest", input: Shares.wordle(1_500))
      try await settle(phone, laptop)
      let (process, files) = try laptop.tool.prepared(["sync", "--follow", "--output", "json"])
      try process.run()
      let watcher = try anna.user(server).with { $0.database = "shared" }
      for _ in 0..<400 where process.isRunning {
        let listed = try await watcher.ask("subscriptions/list").body["subscriptions"]?.list
        if listed?.isEmpty == false { break }
        try await Task.sleep(for: .milliseconds(50))
      }
      // Its first pull is over, so that the next one by the clock is 15 seconds away.
      try await Task.sleep(for: .seconds(1))
      let start = ContinuousClock.now
      try await phone.run("ingest", input: Shares.wordle(1_501))
      try await phone.sync()
      while try await laptop.shown("results").count < 2, ContinuousClock.now - start < .seconds(30)
      {
        try await Task.sleep(for: .milliseconds(100))
      }
      #expect(ContinuousClock.now - start < .seconds(10))
      process.terminate()
      let stopping = ContinuousClock.now
      while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
      #expect(ContinuousClock.now - stopping < .seconds(4))
      let run = try laptop.tool.ended(process, files)
      #expect(run.talk.isEmpty, "\(run.talk)")
    }
  }

  @Test func `X13 a device that already has results takes what is there before it sends`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let (phone, laptop) = (try Home(anna), try Home(anna))
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_010))
      try await phone.sync()
      try await laptop.run("ingest", input: Shares.wordles(1_005..<1_012))
      let report = try laptop.report(try await laptop.sync())
      // The five that both have are not sent again: two results and the achievements are.
      #expect(report["saved"]?.int ?? 0 <= 3, "\(report)")
      try await settle(phone, laptop)
      #expect(try await phone.shown("results").count == 12)
    }
  }

  @Test func `X14 Tandem offline, with another account, and installed again`() async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["tandem"])
      let bert = try server.account("bert", apps: ["tandem"])
      let phone = try Home(anna, port: 1)
      for number in 100..<104 { try await phone.run("ingest", input: Shares.tandem(number)) }
      #expect(try await phone.sync(status: 75).talk.contains("cannot be reached"))
      try phone.setPipeline("tandem", anna, port: anna.port)
      try await phone.sync("--retry")
      try phone.signIn(bert)
      #expect(try await phone.sync(status: 78).talk.contains("belongs to the account"))
      try phone.signIn(anna)
      let again = try Home(anna)
      try await settle(phone, again)
      let results = try await again.shown("results")
      #expect(results.count == 4)
      // The app's records do not name the game.
      #expect(results.allSatisfy { $0["gameName"] == "Daily Tandem" }, "\(results)")
      #expect(try await again.content() == phone.content())
      let stats = try await again.shown("list", "UserStats")
      #expect(stats.count == 1 && stats.first?["fields"]?["played"]?.int == 4, "\(stats)")
    }
  }

  @Test func `X15 habits arrive, and a conflict is settled field by field`() async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["habitto"])
      let (phone, laptop) = (try Home(anna), try Home(anna))
      let ids = (0..<40).map { _ in UUID().uuidString.lowercased() }
      for id in ids { try await phone.run("put", "Habit", id, "name=Read", "goal=9") }
      try await settle(phone, laptop)
      #expect(try await laptop.shown("list", "Habit").count == 40)
      try await phone.run("put", "Habit", ids[0], "goal=10")
      try await laptop.run("put", "Habit", ids[0], "name=Walk")
      try await settle(phone, laptop)
      for home in [phone, laptop] {
        let habit = try await document(home, "Habit", ids[0])
        #expect(habit["name"]?.string == "Walk" && habit["goal"]?.string == "10", "\(habit)")
      }
    }
  }

  @Test func `X16 a session comes back as it was, and of two timers the later change stays`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["quiettimer"])
      let (phone, laptop) = (try Home(anna), try Home(anna))
      let session = "3f333df6-90a4-4fda-8dd3-9485d27cee36"
      try await phone.run(
        "put", "TimerSession", session, "-",
        input: #"""
          {"sessionID":"\#(session)","startTime":"2026-01-01T08:00:00.125Z",
          "endTime":"2026-01-01T09:00:00.175Z","duration":3600.05,"isActive":false,
          "deviceName":"phone","notes":"read","tags":["work","deep"]}
          """#)
      try await settle(phone, laptop)
      let held = try await document(laptop, "TimerSession", session)
      #expect(held["startTime"]?.string == "2026-01-01T08:00:00.125Z", "\(held)")
      #expect(held["endTime"]?.string == "2026-01-01T09:00:00.175Z")
      #expect(held["tags"] == ["work", "deep"] && held["duration"]?.double == 3_600.05)
      try await phone.run("timer", "start", "25")
      try await Task.sleep(for: .seconds(1.1))
      try await laptop.run("timer", "start", "50")
      let later = try await document(laptop, "ActiveTimer", "activeTimer")
      try await settle(phone, laptop)
      let timers = [
        try await document(phone, "ActiveTimer", "activeTimer"),
        try await document(laptop, "ActiveTimer", "activeTimer"),
      ]
      #expect(timers[0]["sessionID"] == later["sessionID"], "\(timers[0])")
      #expect(timers[1]["sessionID"] == later["sessionID"], "\(timers[1])")
    }
  }
}
