import Foundation
import ServerJSON
import Testing
import ToolTesting

/// A member of a group who writes records that are not theirs: the server lets members write all records of a
/// shared zone, as CloudKit does (CLOUDKIT.md §1.9).
@Suite(.serialized) struct HostileMemberTests {
  private static let app = ["streaksync"]

  /// Anna's group, and bert, who has joined it and also speaks to the server himself.
  private struct Pair {
    let annas: Account
    let anna: Home
    let bert: Home
    let berts: Account
    let hostile: User
    let zone: JSON
    let root: String

    init(_ server: RunningServer) async throws {
      annas = try server.account("anna", apps: HostileMemberTests.app)
      berts = try server.account("bert", apps: HostileMemberTests.app)
      (anna, bert) = (try Home(annas), try Home(berts))
      try await anna.run("group", "create", "The family")
      for home in [anna, bert] { try await home.sync() }
      let run = try await anna.tool.runInBackground(
        ["group", "invite", "The family", "--output", "json"])
      try await bert.run(
        "group", "accept", try #require(run.objects.first?["address"]?.string, "\(run)"))
      try await bert.sync()
      hostile = try berts.user(server).with { $0.database = "shared" }
      zone = try #require(try await hostile.ask("zones/list").zones.first?["zoneID"])
      root = "group_" + (zone["zoneName"]?.string ?? "").dropFirst("leaderboard_".count)
    }

    /// The records of a type that the group has at the server.
    func held(_ type: String = "DailyScore") async throws -> [JSON] {
      let page = try await hostile.ask("changes/zone", ["zones": [["zoneID": zone]]])
      return (page.zones.first?["records"]?.list ?? []).filter {
        $0["recordType"]?.string == type && $0["deleted"]?.bool != true
      }
    }

    func score() async throws -> Int? {
      try await held().first?["fields"]?["score"]?["value"]?.int
    }

    func send(_ kind: String, _ name: String, _ fields: JSON, type: String = "DailyScore")
      async throws
    {
      let record: JSON = [
        "recordName": .string(name), "recordType": .string(type), "fields": fields,
        "parent": name == root ? .null : ["recordName": .string(root)],
      ]
      let reply = try await hostile.modify(
        [["operationType": .string(kind), "record": record]], zone: zone)
      #expect(reply.codes == [nil], "\(reply.body)")
    }
  }

  private func today(rows: Int) -> String {
    let first = 1_624_060_800.0
    return Shares.wordle(Int((Date().timeIntervalSince1970 - first) / 86_400), rows: rows)
  }

  /// The points in the group's leaderboard, of all players.
  private func points(_ home: Home) async throws -> [Int] {
    try await home.shown("leaderboard", "--group", "The family").compactMap { $0["points"]?.int }
  }

  @Test(arguments: ["forceUpdate", "forceDelete"])
  func `a score that another member has changed or deleted is put back`(_ kind: String)
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.run("ingest", input: today(rows: 3))
      for home in [pair.anna, pair.bert] { try await home.sync() }
      let name = try #require(try await pair.held().first?["recordName"]?.string)
      try await pair.send(kind, name, ["score": ["value": 6]])
      try await pair.anna.sync()
      #expect(try await pair.score() == 3)
      try await pair.bert.sync()
      for home in [pair.anna, pair.bert] { #expect(try await points(home) == [4]) }
      let quiet = try pair.anna.report(try await pair.anna.sync())
      #expect(quiet["saved"]?.int == 0 && quiet["pulled"]?.int == 0, "\(quiet)")
    }
  }

  @Test func `a score that another member has made up gives way to what was played`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.run("ingest", input: today(rows: 3))
      try await pair.anna.sync()
      let real = try #require(try await pair.held().first)
      let name = try #require(real["recordName"]?.string)
      // Of the same game on a day on which she has not played yet: here the day after.
      let id = try #require(try await pair.anna.shown("results").first?["id"]?.string)
      try await pair.anna.run("results", "delete", id)
      try await pair.anna.sync()
      #expect(try await pair.held().isEmpty)
      try await pair.send("create", name, real["fields"] ?? .null)
      for home in [pair.anna, pair.bert] { try await home.sync() }
      for home in [pair.anna, pair.bert] { #expect(try await points(home) == []) }
      try await pair.anna.run("ingest", input: today(rows: 4))
      let report = try pair.anna.report(try await pair.anna.sync())
      #expect(report["pending"]?.int == 0, "\(report)")
      #expect(try await pair.score() == 4)
      try await pair.bert.sync()
      for home in [pair.anna, pair.bert] { #expect(try await points(home) == [3]) }
    }
  }

  @Test(arguments: ["Junk", "LeaderboardGroup"])
  func `a record of another type does not keep a score from its place`(_ type: String)
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.run("ingest", input: today(rows: 3))
      try await pair.anna.sync()
      let name = try #require(try await pair.held().first?["recordName"]?.string)
      for round in 1...2 {
        // First over what is there, then before anything is.
        let id = try #require(try await pair.anna.shown("results").first?["id"]?.string)
        if round == 2 {
          try await pair.anna.run("results", "delete", id)
          try await pair.anna.sync()
        } else {
          try await pair.send("forceDelete", name, [:])
        }
        #expect(try await pair.held().isEmpty)
        try await pair.send("create", name, ["title": ["value": "x"]], type: type)
        if round == 2 { try await pair.anna.run("ingest", input: today(rows: 4)) }
        let report = try pair.anna.report(try await pair.anna.sync())
        #expect(report["pending"]?.int == 0 && report["rejected"]?.int == 0, "\(report)")
        #expect(try await pair.score() == round + 2)
        try await pair.bert.sync()
        for home in [pair.anna, pair.bert] { #expect(try await points(home) == [5 - round]) }
      }
    }
  }

  @Test func `a group's owner cannot have the scores of days before it was there`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.bert.run("ingest", input: Shares.wordle(1_234))
      try await pair.bert.sync()
      let owner = try pair.annas.user(server)
      let root: JSON = [
        "recordName": .string(pair.root), "recordType": "LeaderboardGroup",
        "fields": ["createdAt": ["value": 0, "type": "TIMESTAMP"], "title": ["value": "New"]],
      ]
      let zone: JSON = ["zoneName": pair.zone["zoneName"] ?? .null]
      let reply = try await owner.modify(
        [["operationType": "forceUpdate", "record": root]], zone: zone)
      #expect(reply.codes == [nil], "\(reply.body)")
      let late = try Home(pair.berts)
      for home in [pair.bert, late, pair.bert] { try await home.sync() }
      #expect(try await pair.held().isEmpty)
      #expect(try await pair.bert.shown("group").first?["title"]?.string == "New")
    }
  }

  @Test func `a copy of a group that somebody else makes is not joined`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      let user = try server.account("mal", apps: Self.app).user(server)
      let name = pair.zone["zoneName"]?.string ?? ""
      try await user.createZone(name)
      let place: JSON = ["zoneName": .string(name)]
      let group = User.operation(
        "create", pair.root, type: "LeaderboardGroup", ["title": ["value": "Nice"]])
      _ = try await user.modify([group], zone: place)
      let share: JSON = [
        "operationType": "create",
        "record": [
          "recordName": "share", "recordType": "cloudkit.share", "fields": [:],
          "forRecord": ["recordName": .string(pair.root)], "publicPermission": "READ_WRITE",
        ],
      ]
      let made = try await user.modify([share], zone: place)
      let guid = try #require(made.records.first?["shortGUID"]?.string, "\(made.body)")
      for home in [pair.bert, pair.anna] {
        let run = try await home.tool.runInBackground(
          ["group", "accept", "http://x/share/\(guid)"])
        #expect(run.status == 78 && run.talk.contains("a copy that somebody else has made"))
        try await home.sync()
        #expect(try await home.shown("group").first?["title"]?.string == "The family")
      }
    }
  }

  @Test func `only a group's owner says from which day its scores count, and how it is called`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.run("ingest", input: Shares.wordle(1_234))
      try await pair.anna.sync()
      #expect(try await pair.held().isEmpty)
      try await pair.send(
        "forceUpdate", pair.root,
        ["createdAt": ["value": 0, "type": "TIMESTAMP"], "title": ["value": "Mine"]],
        type: "LeaderboardGroup")
      for home in [pair.bert, pair.anna, pair.bert] { try await home.sync() }
      #expect(try await pair.held().isEmpty)
      for home in [pair.anna, pair.bert] {
        #expect(try await home.shown("group").first?["title"]?.string == "The family")
      }
      let group = try #require(try await pair.held("LeaderboardGroup").first)
      #expect(group["fields"]?["title"]?["value"]?.string == "The family", "\(group)")
      let quiet = try pair.anna.report(try await pair.anna.sync())
      #expect(quiet["saved"]?.int == 0, "\(quiet)")
    }
  }

  @Test func `what waits for a group that is removed is dropped on all devices of its owner`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      let other = try Home(pair.annas)
      try await other.sync()
      _ = try await pair.hostile.modify(
        [["operationType": "forceDelete", "record": ["recordName": .string(pair.root)]]],
        zone: pair.zone)
      try await other.run("ingest", input: today(rows: 3))
      _ = try await other.tool.runInBackground(["sync"])
      _ = try await pair.anna.tool.runInBackground(["sync"])
      _ = try await pair.anna.tool.runInBackground(["group", "remove", "The family"])
      for home in [other, pair.anna, other] {
        let report = try home.report(try await home.sync())
        #expect(report["pending"]?.int == 0, "\(report)")
      }
      #expect(try await other.shown("list", "DailyScore").isEmpty)
    }
  }
}
