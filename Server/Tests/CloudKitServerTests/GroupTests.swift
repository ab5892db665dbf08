import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// `streakline group`: friends with accounts of their own, over a running server.
@Suite(.serialized) struct GroupTests {
  private static let app = ["streaksync"]

  /// Anna with a group that is at the server, and bert.
  private func friends(_ server: RunningServer) async throws -> (anna: Home, bert: Home) {
    let anna = try Home(try server.account("anna", apps: Self.app))
    let bert = try Home(try server.account("bert", apps: Self.app))
    try await anna.run("group", "create", "The family")
    try await anna.sync()
    try await bert.sync()
    return (anna, bert)
  }

  private func address(_ anna: Home, _ people: String...) async throws -> String {
    let run = try await anna.tool.runInBackground(
      ["group", "invite", "The family"] + people + ["--output", "json"])
    return try #require(run.objects.first?["address"]?.string, "\(run)")
  }

  /// Today's Wordle, because a group's scores start with the day on which it was made.
  private func today(rows: Int) -> String {
    let first = 1_624_060_800.0
    return Shares.wordle(Int((Date().timeIntervalSince1970 - first) / 86_400), rows: rows)
  }

  private func points(_ home: Home) async throws -> [String: Int] {
    let rows = try await home.shown("leaderboard", "--group", "The family")
    return Dictionary(
      rows.map { ($0["userId"]?.string?.prefix(7).description ?? "", $0["points"]?.int ?? 0) },
      uniquingKeysWith: { first, _ in first })
  }

  @Test func `members see each other's scores, and each one's own`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      let joined = try await bert.run("group", "accept", try await address(anna))
      #expect(joined.output.contains("The family: joined"), "\(joined)")
      try await anna.run("ingest", input: today(rows: 3))
      try await bert.run("ingest", input: today(rows: 5))
      for home in [anna, bert, anna] { try await home.sync() }
      #expect(try await points(anna) == ["you": 4, "Unknown": 2])
      #expect(try await points(bert) == ["you": 2, "Unknown": 4])
      let listed = try #require(try await bert.shown("group").first)
      #expect(listed["title"]?.string == "The family" && listed["players"]?.int == 2)
      // Results themselves are nobody else's.
      #expect(try await bert.shown("results").count == 1)
      let quiet = try anna.report(try await anna.sync())
      #expect(quiet["saved"]?.int == 0 && quiet["pulled"]?.int == 0, "\(quiet)")
    }
  }

  @Test func `members who want to be shown have their names in the leaderboard`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      try server.folder.accounts.setDisplayName("Anna B.", of: "anna")
      try await bert.run("group", "accept", try await address(anna, "bert", "carl"))
      try await anna.run("ingest", input: today(rows: 3))
      try await bert.run("ingest", input: today(rows: 5))
      for home in [anna, bert, anna] { try await home.sync() }
      #expect(try await points(bert) == ["you": 2, "Anna B.": 4])
      #expect(try await points(anna) == ["you": 4, "Unknown": 2])
      try server.folder.accounts.setDisplayName("Bert", of: "bert")
      let members = try await anna.shown("group", "members", "The family")
      #expect(members.map { $0["name"]?.string } == ["you", "Bert", "carl"], "\(members)")
      #expect(members.map { $0["state"]?.string } == ["owner", "member", "invited"])
      #expect(try await points(anna) == ["you": 4, "Bert": 2])
      // A name of one's own stays.
      let account = try #require(members.dropFirst().first?["account"]?.string)
      try await anna.run("put", "GroupMember", account, "displayName=Bertie")
      _ = try await anna.shown("group", "members", "The family")
      #expect(try await points(anna) == ["you": 4, "Bertie": 2])
      try await anna.sync()
      #expect(try await bert.shown("list", "GroupMember").count == 1)
    }
  }

  @Test func `a group that its owner removes is gone for all, and the results stay`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      try await bert.run("group", "accept", try await address(anna))
      try await anna.run("ingest", input: today(rows: 3))
      try await bert.run("ingest", input: today(rows: 5))
      for home in [anna, bert, anna] { try await home.sync() }
      try await anna.run("group", "remove", "The family")
      let told = try await bert.run("sync")
      #expect(told.talk.contains("The family: group removed"), "\(told)")
      for home in [anna, bert, anna, bert] { try await home.sync() }
      for home in [anna, bert] {
        #expect(try await home.shown("group").isEmpty)
        #expect(try await home.shown("list", "DailyScore").isEmpty)
        #expect(try await home.shown("results").count == 1)
      }
    }
  }

  @Test func `a group that is removed before it has reached the server does not come back`()
    async throws
  {
    try await RunningServer.run { server in
      let account = try server.account("anna", apps: Self.app)
      let way = try await FaultyWay(to: server.port)
      let anna = try Home(account, port: way.port)
      try await anna.run("group", "create", "The family")
      // The zone is made, and nothing is saved in it.
      way.set { $0.target.contains("records/modify") ? .lost(.reset) : .none }
      _ = try await anna.tool.runInBackground(["sync"])
      way.set { _ in .none }
      try await anna.run("group", "remove", "The family")
      for _ in 0..<2 { try await anna.sync("--retry") }
      #expect(try await anna.shown("group").isEmpty)
      let other = try Home(account)
      try await other.sync()
      #expect(try await other.shown("group").isEmpty)
      try await way.server.stop()
    }
  }

  @Test func `a member whom the owner expels is out, also with the address of the invitation`()
    async throws
  {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      let address = try await address(anna)
      try await bert.run("group", "accept", address)
      try await bert.run("ingest", input: today(rows: 5))
      for home in [bert, anna] { try await home.sync() }
      let account = try #require(
        try await anna.shown("group", "members", "The family").last?["account"]?.string)
      let refused = try await bert.tool.runInBackground(["group", "remove", "The family", account])
      #expect(refused.status != 0, "\(refused)")
      let missing = try await anna.tool.runInBackground(["group", "remove", "The family", "nobody"])
      #expect(missing.talk.contains("the group has no member 'nobody'"), "\(missing)")
      let expelled = try await anna.run("group", "remove", "The family", String(account.prefix(9)))
      #expect(expelled.output.contains("expelled"), "\(expelled)")
      #expect(try await anna.shown("group", "members", "The family").count == 1)
      try await bert.sync()
      #expect(try await bert.shown("group").isEmpty)
      #expect(try await bert.shown("results").count == 1)
      let again = try await bert.tool.runInBackground(["group", "accept", address])
      #expect(again.status != 0 && again.talk.contains("to which you are invited"), "\(again)")
      // The scores so far stay, and the group is there for the owner.
      try await anna.sync()
      #expect(try await points(anna) == ["Unknown": 2])
      // Who is invited again by name can accept again; others come with the address as before.
      let new = try await self.address(anna, "bert")
      try await bert.sync()
      #expect(try await bert.shown("group").isEmpty)
      try await bert.run("group", "accept", new)
      try await bert.sync()
      #expect(try await bert.shown("group").count == 1)
    }
  }

  @Test func `who came with the address and is then invited by name is listed once`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      try await bert.run("group", "accept", try await address(anna))
      _ = try await address(anna, "bert", "carl")
      let members = try await anna.shown("group", "members", "The family")
      #expect(members.map { $0["state"]?.string } == ["owner", "member", "invited"], "\(members)")
      // The one who was there stays and can still read.
      try await bert.sync()
      #expect(try await bert.shown("group").count == 1)
    }
  }

  @Test func `who leaves sees the group no longer, and can come again`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      let address = try await address(anna)
      try await bert.run("group", "accept", address)
      try await bert.run("ingest", input: today(rows: 5))
      for home in [bert, anna] { try await home.sync() }
      #expect(try await points(anna) == ["Unknown": 2])
      try await bert.run("group", "leave", "the FAMILY")
      try await bert.sync()
      #expect(try await bert.shown("group").isEmpty)
      #expect(try await anna.shown("group").count == 1)
      try await bert.run("group", "accept", address)
      try await bert.sync()
      #expect(try await bert.shown("group").count == 1)
      #expect(try await points(bert) == ["you": 2])
    }
  }

  @Test func `an address for one user is none for another`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      let carl = try Home(try server.account("carl", apps: Self.app))
      try await carl.sync()
      let address = try await address(anna, "bert")
      let refused = try await carl.tool.runInBackground(["group", "accept", address])
      #expect(refused.status == 78 && refused.talk.contains("no group of this address"))
      try await bert.run("group", "accept", address)
      try await bert.sync()
      #expect(try await bert.shown("group").count == 1)
      // A group of somebody else can be left, and not removed.
      let mine = try await bert.tool.runInBackground(["group", "invite", "The family"])
      #expect(mine.status != 0 && mine.talk.contains("as one of yours"), "\(mine)")
      let removed = try await bert.tool.runInBackground(["group", "remove", "The family"])
      #expect(removed.status == 78 && removed.talk.contains("somebody else"), "\(removed)")
    }
  }

  @Test func `a group that is made after the first sync reaches the server`() async throws {
    try await RunningServer.run { server in
      let anna = try Home(try server.account("anna", apps: Self.app))
      try await anna.run("ingest", input: today(rows: 3))
      try await anna.sync()
      // Now the account is known, and the group says who has made it.
      try await anna.run("group", "create", "The family")
      let report = try anna.report(try await anna.sync())
      #expect(report["rejected"]?.int == 0 && report["pending"]?.int == 0, "\(report)")
      _ = try await address(anna)
    }
  }

  @Test func `groups that were made or joined come to the other devices of an account`()
    async throws
  {
    try await RunningServer.run { server in
      let accounts = try ["anna", "bert"].map { try server.account($0, apps: Self.app) }
      let (anna, bert) = (try Home(accounts[0]), try Home(accounts[1]))
      try await anna.run("group", "create", "The family")
      try await anna.run("ingest", input: today(rows: 3))
      for home in [anna, bert] { try await home.sync() }
      try await bert.run("group", "accept", try await address(anna))
      for account in accounts {
        let other = try Home(account)
        try await other.sync()
        #expect(try await other.shown("group").first?["title"]?.string == "The family")
        #expect(try await points(other).count == 1)
      }
      try await anna.run("group", "remove", "The family")
      let late = try Home(accounts[1])
      try await late.sync()
      #expect(try await late.shown("group").isEmpty)
    }
  }

  @Test
  func `who has joined stays when more are invited, and naming them closes the group`()
    async throws
  {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      let first = try await address(anna)
      try await bert.run("group", "accept", first)
      try await bert.sync()
      #expect(try await address(anna) == first)
      try await bert.sync()
      #expect(try await bert.shown("group").count == 1)
      #expect(try await address(anna, "carl") == first)
      try await bert.run("ingest", input: today(rows: 5))
      for home in [bert, anna] { try await home.sync() }
      #expect(try await bert.shown("group").count == 1)
      #expect(try await points(anna) == ["Unknown": 2])
      let dora = try Home(try server.account("dora", apps: Self.app))
      try await dora.sync()
      let refused = try await dora.tool.runInBackground(["group", "accept", first])
      #expect(refused.status == 78, "\(refused)")
      let carl = try Home(try server.account("carl", apps: Self.app))
      try await carl.sync()
      try await carl.run("group", "accept", first)
      try await carl.sync()
      #expect(try await carl.shown("group").count == 1)
    }
  }

  @Test func `who is invited again stays one person, and a name that cannot be is refused`()
    async throws
  {
    try await RunningServer.run { server in
      let (anna, _) = try await friends(server)
      _ = try await address(anna, "bert")
      _ = try await address(anna, "bert", "carl")
      let members = try await anna.shown("group", "members", "The family")
      let names = members.compactMap { $0["name"]?.string }
      #expect(names.sorted() == ["bert", "carl", "you"], "\(members)")
      for names in [[""], ["a b"], ["carl", "carl"]] {
        let run = try await anna.tool.runInBackground(["group", "invite", "The family"] + names)
        #expect(run.status == 64, "\(run)")
      }
    }
  }

  @Test func `who sends everything again sends the scores of nobody else`() async throws {
    try await RunningServer.run { server in
      let (anna, bert) = try await friends(server)
      try await bert.run("group", "accept", try await address(anna))
      try await anna.run("ingest", input: today(rows: 3))
      try await bert.run("ingest", input: today(rows: 5))
      for home in [anna, bert, anna] { try await home.sync() }
      try await anna.sync("--from-start")
      // Nor the group itself: only its owner's word is taken.
      let carl = try Home(try server.account("carl", apps: Self.app))
      try await carl.sync()
      try await carl.run("group", "accept", try await address(anna))
      for home in [carl, bert, carl] { try await home.sync() }
      for home in [bert, carl] {
        let run = try await home.tool.runInBackground(["sync", "--from-start", "--output", "json"])
        let report = try home.report(run)
        #expect(report["pending"]?.int == 0 && report["rejected"]?.int == 0, "\(report)")
      }
      let id = try #require(try await bert.shown("results").first?["id"]?.string)
      try await bert.run("results", "edit", id, "--score", "4")
      for home in [bert, anna] { try await home.sync() }
      #expect(try await points(anna) == ["you": 4, "Unknown": 3])
    }
  }

  @Test func `an address that leads to something else than a group is not accepted`() async throws {
    try await RunningServer.run { server in
      let eve = try server.account("eve", apps: Self.app).user(server)
      try await eve.createZone("Notes")
      try await eve.create("root", zone: ["zoneName": "Notes"])
      let share: JSON = [
        "operationType": "create",
        "record": [
          "recordName": "share", "recordType": "cloudkit.share", "fields": [:],
          "forRecord": ["recordName": "root"], "publicPermission": "READ_ONLY",
        ],
      ]
      let made = try await eve.modify([share], zone: ["zoneName": "Notes"])
      let guid = try #require(made.records.first?["shortGUID"]?.string, "\(made.body)")
      let account = try server.account("bert", apps: Self.app)
      let bert = try Home(account)
      try await bert.sync()
      let run = try await bert.tool.runInBackground(["group", "accept", "http://x/share/\(guid)"])
      #expect(run.status == 65 && run.talk.contains("Notes, which is no group"), "\(run)")
      let shared = try account.user(server).with { $0.database = "shared" }
      #expect(try await shared.ask("zones/list").zones.isEmpty)
    }
  }

  @Test func `a zone that somebody shares under the name of a private one gets nothing`()
    async throws
  {
    try await RunningServer.run { server in
      let account = try server.account("bert", apps: Self.app)
      let tokens = try #require(account.tokens["streaksync"])
      let eve = try server.account("eve", apps: Self.app).user(server)
      try await eve.createZone("UserDataZone")
      let share: JSON = [
        "operationType": "create",
        "record": [
          "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share", "fields": [:],
          "publicPermission": "READ_WRITE",
        ],
      ]
      let zone: JSON = ["zoneName": "UserDataZone"]
      let reply = try await eve.modify([share], zone: zone)
      let guid = try #require(reply.records.first?["shortGUID"]?.string, "\(reply.body)")
      let bert = User(server: server, webToken: tokens.web).with {
        $0.apiToken = tokens.api
        $0.container = tokens.container
        $0.database = "public"
      }
      _ = try await bert.ask("records/accept", ["shortGUIDs": [.string(guid)]])
      let home = try Home(account)
      try await home.run("ingest", input: Shares.wordle(1_234))
      try await home.sync()
      let page = try await eve.ask("changes/zone", ["zones": [["zoneID": zone]]])
      let names = page.zones.first?["records"]?.list?.compactMap { $0["recordName"]?.string }
      #expect(names == ["cloudkit.zoneshare"])
    }
  }
}

extension Account {
  /// The account as a client of the server.
  func user(_ server: RunningServer, app: String = "streaksync") throws -> User {
    let tokens = try #require(tokens[app])
    return User(server: server, webToken: tokens.web).with {
      $0.apiToken = tokens.api
      $0.container = tokens.container
    }
  }
}
