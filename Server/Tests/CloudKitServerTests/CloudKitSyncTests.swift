import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// `streakline sync` over `streakline-remote-cloudkit` with a running server, as the apps' documents ask.
/// The letters and numbers are the scenarios' of SYNC.md §3.14.
@Suite(.serialized) struct CloudKitSyncTests {
  private static let app = ["streaksync"]

  /// Lets devices sync until nobody has anything new.
  private func settle(_ homes: [Home]) async throws {
    for _ in 0..<2 {
      for home in homes { try await home.sync() }
    }
  }

  private func expectSame(
    _ homes: [Home], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let first = try await homes[0].content()
    #expect(!first.isEmpty, sourceLocation: sourceLocation)
    for home in homes.dropFirst() {
      let other = try await home.content()
      #expect(other.symmetricDifference(first).isEmpty, sourceLocation: sourceLocation)
    }
  }

  @Test func `X1 what one device has the other gets, and the streaks are the same`() async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: Self.app)
      let (phone, laptop) = (try Home(anna), try Home(anna))
      try await phone.run("ingest", input: Shares.wordle(1_234))
      try await laptop.run("ingest", input: Shares.wordle(1_235))
      try await settle([phone, laptop])
      try await expectSame([phone, laptop])
      #expect(try await phone.shown("results").count == 2)
      let quiet = try phone.report(await phone.sync())
      #expect(quiet["saved"]?.int == 0 && quiet["pulled"]?.int == 0, "\(quiet)")
    }
  }

  @Test func `X2 a hundred results that were stored offline arrive once the server can be reached`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: Self.app)
      let (phone, laptop) = (try Home(anna, port: 1), try Home(anna))
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_100))
      let offline = try await phone.sync(status: 75)
      #expect(offline.talk.contains("cannot be reached"), "\(offline.talk)")
      try phone.setPipeline("streaksync", anna, port: anna.port)
      try await phone.sync("--retry")
      try await laptop.sync()
      try await expectSame([phone, laptop])
      #expect(try await laptop.shown("streaks").first?["max"]?.int == 100)
    }
  }

  @Test
  func
    `X11 both devices have a result of the day that differs: the first stays, the other is disputed`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: Self.app)
      let (phone, laptop) = (try Home(anna), try Home(anna))
      try await phone.run("ingest", input: Shares.wordle(1_234, rows: 3))
      try await laptop.run("ingest", input: Shares.wordle(1_234, rows: 5))
      try await settle([phone, laptop])
      try await expectSame([phone, laptop])
      #expect(try await laptop.shown("results").first?["score"]?.int == 3)
      #expect(try await laptop.shown("disputes").count == 1)
    }
  }

  @Test
  func `a result that was deleted on one device goes from the other, also from a default zone`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: ["quiettimer", "streaksync"])
      let (phone, laptop) = (try Home(anna), try Home(anna))
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_005))
      try await phone.run("timer", "start")
      try await phone.run("timer", "stop")
      try await settle([phone, laptop])
      try await expectSame([phone, laptop])
      let session = try #require(await laptop.shown("list", "TimerSession").first?["name"]?.string)
      let result = try #require(await laptop.shown("results").first?["id"]?.string)
      try await laptop.run("delete", "TimerSession", session)
      try await laptop.run("results", "delete", result)
      try await settle([laptop, phone])
      try await expectSame([phone, laptop])
      #expect(try await phone.shown("list", "TimerSession").isEmpty)
      #expect(try await phone.shown("results").count == 4)
    }
  }

  @Test func `X4 a device without a token keeps everything, and goes on when it is signed in`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: Self.app)
      let phone = try Home(anna)
      try await phone.run("ingest", input: Shares.wordle(1_234))
      let file = phone.tool.folder.file(Home.secrets("streaksync"))
      try FileManager.default.removeItem(atPath: file)
      let missing = try await phone.sync(status: 75)
      #expect(missing.talk.contains("streakline account login"), "\(missing.talk)")
      let api = try #require(anna.tokens["streaksync"]).api
      try phone.tool.folder.write(
        "apiToken: \(api)\nwebAuthToken: AAAA\n", to: Home.secrets("streaksync"))
      let wrong = try await phone.sync("--retry", status: 75)
      #expect(wrong.talk.contains("AUTHENTICATION_FAILED"), "\(wrong.talk)")
      try phone.signIn(anna)
      let done = try await phone.sync("--retry")
      // The achievements that follow from it are the second record.
      #expect(try phone.report(done)["saved"]?.int == 2)
    }
  }

  @Test func `X4 another user's account gets nothing, and its results do not come`() async throws {
    try await RunningServer.run { server in
      let (anna, ben) = (
        try server.account("anna", apps: Self.app), try server.account("ben", apps: Self.app)
      )
      let (phone, other) = (try Home(anna), try Home(ben))
      try await other.run("ingest", input: Shares.wordle(1_111))
      try await other.sync()
      try await phone.run("ingest", input: Shares.wordle(1_234))
      try await phone.sync()
      try phone.signIn(ben)
      let refused = try await phone.sync(status: 78)
      #expect(refused.talk.contains("account adopt"), "\(refused.talk)")
      #expect(try await phone.shown("results").count == 1)
      try await other.sync()
      #expect(try await other.shown("results").count == 1)
    }
  }

  @Test func `X10 a new device gets everything back`() async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna")
      let phone = try Home(anna)
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_020))
      try await phone.run("habit", "done", "Read", "--on", "2026-10-03")
      try await phone.run(
        "put", "quiettimer.UserPreferences", "userPreferences", "soundEnabled=true")
      try await phone.sync()
      let again = try Home(anna)
      try await again.sync()
      try await phone.sync()
      try await expectSame([phone, again])
      #expect(try await again.shown("results").count == 21)
    }
  }

  @Test func `X12 fifty results go in ten batches of five`() async throws {
    try await RunningServer.run { server in
      let phone = try Home(try server.account("anna", apps: Self.app))
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_050))
      let report = try phone.report(await phone.sync())
      // The achievements that follow from them are one more record.
      #expect(report["saved"]?.int == 51 && report["batches"]?.int == 11, "\(report)")
    }
  }

  @Test
  func `X8 a record for which production has no type waits, and arrives after it was deployed`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: Self.app)
      let container = try #require(anna.tokens["streaksync"]).container
      let developer = try Home(anna)
      let player = try Home(anna, settings: ["environment: production"])
      try await player.run("ingest", input: Shares.wordle(1_234))
      let refused = try await player.sync()
      #expect(try player.report(refused)["rejected"]?.int == 2, "\(refused.output)\(refused.talk)")
      #expect(try await player.run("dead").output.contains("production schema"))
      try await developer.run("ingest", input: Shares.wordle(1_235))
      try await developer.sync()
      let schema = try server.folder.store(container, .development).schema
      try await server.folder.store(container, .production).deploy(schema)
      let done = try await player.sync("--retry-rejected")
      #expect(try player.report(done)["saved"]?.int == 2, "\(done.output)\(done.talk)")
      // What is in one environment is not in the other.
      try await developer.sync()
      #expect(try await developer.shown("results").count == 1)
    }
  }

  @Test func `a zone that the user has deleted is not created again before the user says so`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.account("anna", apps: Self.app)
      let tokens = try #require(anna.tokens["streaksync"])
      let phone = try Home(anna)
      try await phone.run("ingest", input: Shares.wordles(1_000..<1_003))
      try await phone.sync()
      let web = User(server: server, webToken: tokens.web).with {
        $0.container = tokens.container
        $0.apiToken = tokens.api
      }
      _ = try await web.ask("zones/modify", User.zones("delete", "UserDataZone"))
      let stopped = try await phone.sync(status: 78)
      #expect(stopped.talk.contains("UserDataZone is gone"), "\(stopped.talk)")
      #expect(try await phone.shown("results").count == 3)
      try await phone.sync("--from-start")
      let laptop = try Home(anna)
      try await laptop.sync()
      #expect(try await laptop.shown("results").count == 3)
    }
  }

  @Test(arguments: [3, 8])
  func `tools with stores of their own are in step with all four apps`(count: Int) async throws {
    try await RunningServer.run { server in
      let anna = try server.account("anna")
      let homes = try (0..<count).map { _ in try Home(anna) }
      var random = SeededRandom(seed: UInt64(count))
      for step in 0..<(3 * count) {
        let home = homes[Int.random(in: 0..<count, using: &random)]
        let number = Int.random(in: 1_000..<1_040, using: &random)
        let day = "2026-10-\(Int.random(in: 10..<30, using: &random))"
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: try await home.run("ingest", input: Shares.wordles(number..<number + 3))
        case 2: try await home.run("habit", "done", "Read", "--on", day)
        case 3:
          try await home.run("timer", "start")
          try await home.run("timer", "stop")
        case 4:
          try await home.run(
            "put", "quiettimer.UserPreferences", "userPreferences",
            "defaultTimerDuration=\(number)")
        case 5:
          try await home.run(
            "ingest",
            input: Shares.tandem(number - 800))
        default:
          if let id = try await home.shown("results").first?["id"]?.string {
            try await home.run("results", "delete", id)
          }
        }
        if step.isMultiple(of: 2) { try await home.sync() }
      }
      try await settle(homes)
      try await expectSame(homes)
    }
  }
}
