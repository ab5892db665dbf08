import CloudKitStorage
import ServerJSON
import Testing

/// `records/changes`, `changes/zone`, `changes/database` and `zones/changes` over HTTP.
@Suite struct ChangeFeedTests {
  private func withUser(
    _ body: @escaping @Sendable (User) async throws -> Void
  ) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await body(anna)
    }
  }

  @Test func `a record that changed often is told of once, as it is now`() async throws {
    try await withUser { anna in
      try await anna.create("a")
      let token = try await anna.changes().body["syncToken"]?.string
      for number in 0..<3 {
        _ = try await anna.modify([
          User.operation("forceUpdate", "a", ["number": ["value": .int(number)]])
        ])
      }
      try await anna.create("b")
      _ = try await anna.modify([User.operation("forceDelete", "b")])
      let reply = try await anna.changes(token)
      #expect(reply.names == ["a", "b"])
      #expect(reply.records[0]["fields"]?["number"]?["value"] == 2)
      #expect(reply.records[1]["deleted"] == true)
      #expect(reply.records[1]["recordType"] == nil)
      #expect(reply.body["moreComing"] == false)
      let next = reply.body["syncToken"]?.string
      #expect(next != token)
      #expect(try await anna.changes(next).records.isEmpty)
    }
  }

  @Test(arguments: [1, 7, 200])
  func `pages have each record once, also while others write`(limit: Int) async throws {
    try await withUser { anna in
      for start in stride(from: 0, to: 40, by: 20) {
        _ = try await anna.modify(
          (start..<(start + 20)).map { User.operation("create", "n\($0)") })
      }
      var (names, token, pages): ([String], String?, Int) = ([], nil, 0)
      var moreComing = true
      while moreComing, pages < 100 {
        let reply = try await anna.changes(token, limit: limit)
        #expect(reply.names.count <= limit)
        names += reply.names
        #expect(reply.body["syncToken"]?.string != token)
        token = reply.body["syncToken"]?.string
        moreComing = reply.body["moreComing"] == true
        pages += 1
        if pages == 2 { try await anna.create("late") }
      }
      let expected = (0..<40).map { "n\($0)" } + (limit < 200 ? ["late"] : [])
      #expect(names == expected)
    }
  }

  @Test func `without a token what is deleted is not told of`() async throws {
    try await withUser { anna in
      try await anna.create("a")
      try await anna.create("b")
      _ = try await anna.modify([User.operation("forceDelete", "a")])
      #expect(try await anna.changes().names == ["b"])
    }
  }

  @Test func `a token ends when deletions since then are forgotten`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.create("a")
      try await anna.create("b")
      let old = try await anna.changes().body["syncToken"]?.string
      _ = try await anna.modify([User.operation("forceDelete", "a")])
      let newer = try await anna.changes(old).body["syncToken"]?.string
      server.clock.advance(seconds: 100)
      try await server.folder.forgetDeletions(before: server.clock.now()) { Issue.record("\($0)") }
      let expired = try await anna.changes(old)
      #expect(expired.status == 400)
      #expect(expired.code == "CHANGE_TOKEN_EXPIRED")
      #expect(try await anna.changes(newer).status == 200)
      #expect(try await anna.changes().names == ["b"])
      let zones: JSON = ["zones": [["zoneID": User.zone, "syncToken": .string(old ?? "")]]]
      let reply = try await anna.ask("changes/zone", zones)
      #expect(reply.status == 200)
      #expect(reply.zones.first?["serverErrorCode"] == "CHANGE_TOKEN_EXPIRED")
      #expect(reply.zones.first?["zoneID"]?["zoneName"] == "Z")
    }
  }

  @Test func `the token of a deleted zone is not good for a new one of its name`() async throws {
    try await withUser { anna in
      let tag = try await anna.create("a")
      let token = try await anna.changes().body["syncToken"]?.string
      _ = try await anna.ask("zones/modify", User.zones("delete", "Z"))
      #expect(try await anna.changes(token).code == "ZONE_NOT_FOUND")
      try await anna.createZone()
      #expect(try await anna.changes(token).code == "CHANGE_TOKEN_EXPIRED")
      #expect(try await anna.changes().records.isEmpty)
      let again = try await anna.create("a")
      #expect(again != tag)
    }
  }

  @Test func `many zones are answered each for itself`() async throws {
    try await withUser { anna in
      try await anna.createZone("Y")
      try await anna.create("a", ["x": ["value": 1], "y": ["value": 2]])
      try await anna.create("b", zone: ["zoneName": "Y"])
      let reply = try await anna.ask(
        "changes/zone",
        [
          "zones": [
            ["zoneID": User.zone, "desiredKeys": ["x"], "numberAsStrings": true],
            ["zoneID": ["zoneName": "missing"]], ["zoneID": ["zoneName": "_defaultZone"]],
            ["zoneID": ["zoneName": "Y"], "desiredRecordTypes": ["Other"]],
            ["zoneID": User.zone, "syncToken": "AAAA"],
            ["zoneID": ["zoneName": "Z", "ownerRecordName": "_x"]],
          ]
        ])
      #expect(reply.status == 200)
      let codes = reply.zones.map { $0["serverErrorCode"]?.string }
      #expect(
        codes == [
          nil, "ZONE_NOT_FOUND", "BAD_REQUEST", nil, "CHANGE_TOKEN_EXPIRED", "ZONE_NOT_FOUND",
        ])
      let record = reply.zones.first?["records"]?.list?.first
      #expect(record?["fields"] == ["x": ["value": "1", "type": "INT64"]])
      #expect(reply.zones[3]["records"] == [])
    }
  }

  @Test(arguments: [("changes/database", "syncToken"), ("zones/changes", "metaSyncToken")])
  func `a database tells which zones have changed`(endpoint: String, key: String) async throws {
    try await withUser { anna in
      func ask(_ token: JSON?, limit: Int? = nil) async throws -> Reply {
        try await anna.ask(
          endpoint, .members([(key, token), ("resultsLimit", limit.map(JSON.int))]))
      }
      func names(_ reply: Reply) -> [String?] {
        reply.zones.map { $0["zoneID"]?["zoneName"]?.string }
      }
      for name in ["A", "B", "C"] { try await anna.createZone(name) }
      var reply = try await ask(nil)
      #expect(names(reply) == ["Z", "A", "B", "C"])
      #expect(reply.body["moreComing"] == false)
      var token = reply.body[key]
      #expect(names(try await ask(token)) == [])
      try await anna.create("n1")
      try await anna.create("n2", zone: ["zoneName": "_defaultZone"])
      _ = try await anna.ask("zones/modify", User.zones("delete", "A"))
      _ = try await anna.ask("zones/modify", User.zones("delete", "B"))
      try await anna.createZone("B")
      reply = try await ask(token)
      #expect(names(reply) == ["Z", "A", "B"])
      #expect(reply.zones.map { $0["deleted"] } == [nil, true, nil])
      reply = try await ask(token, limit: 2)
      #expect(names(reply) == ["Z", "A"])
      #expect(reply.body["moreComing"] == true)
      token = reply.body[key]
      #expect(names(try await ask(token)) == ["B"])
      #expect(names(try await ask(nil)) == ["C", "Z", "B"])
    }
  }

  @Test func `the shared database is empty, and its token stays good`() async throws {
    try await withUser { anna in
      let shared = anna.with { $0.database = "shared" }
      let reply = try await shared.ask("changes/database")
      #expect(reply.zones.isEmpty)
      let again = try await shared.ask(
        "changes/database", ["syncToken": reply.body["syncToken"] ?? .null])
      #expect(again.status == 200)
      #expect(try await shared.ask("zones/list").zones.isEmpty)
      let zones = try await shared.ask("changes/zone", ["zones": [["zoneID": User.zone]]])
      #expect(zones.zones.first?["serverErrorCode"] == "ZONE_NOT_FOUND")
    }
  }
}
