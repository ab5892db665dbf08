import CloudKitHTTP
import ServerJSON
import Testing

/// `zones/list`, `zones/lookup` and `zones/modify` over HTTP.
@Suite struct ZoneTests {
  @Test func `zones are created, listed, looked up and deleted`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      // Creating it again changes nothing: clients do so at each start.
      let again = try await anna.ask("zones/modify", User.zones("create", "Z"))
      #expect(again.zones.first?["atomic"] == true)
      try await anna.create("n1")
      let list = try await anna.ask("zones/list", method: "GET").zones
      #expect(list.map { $0["zoneID"]?["zoneName"] } == ["_defaultZone", "Z"])
      #expect(list.map { $0["atomic"] } == [false, true])
      #expect(list.allSatisfy { $0["syncToken"]?.string != nil })
      let lookup = try await anna.ask(
        "zones/lookup",
        [
          "zones": [
            ["zoneName": "Z"], ["zoneID": ["zoneName": "_defaultZone"]], ["zoneName": "no"],
          ]
        ]
      ).zones
      #expect(lookup.map { $0["serverErrorCode"]?.string } == [nil, nil, "ZONE_NOT_FOUND"])
      let token = try #require(lookup.first?["syncToken"]?.string)
      #expect(try await anna.changes(token).records.isEmpty)
      let deleted = try await anna.ask("zones/modify", User.zones("delete", "Z"))
      #expect(deleted.zones.first?["deleted"] == true)
      #expect(try await anna.ask("zones/list").zones.count == 1)
      #expect(try await anna.lookup(["n1"]).code == "ZONE_NOT_FOUND")
    }
  }

  @Test func `each operation stands alone`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      func operation(_ kind: String, _ zone: JSON) -> JSON {
        ["operationType": .string(kind), "zone": ["zoneID": zone]]
      }
      let operations = [
        operation("create", ["zoneName": "A"]), operation("delete", ["zoneName": "B"]),
        operation("create", ["zoneName": "_defaultZone"]),
        operation("create", ["zoneName": "C", "ownerRecordName": "_x"]),
        operation("create", ["zoneName": "D", "ownerRecordName": "__defaultOwner__"]),
      ]
      let reply = try await anna.ask("zones/modify", ["operations": .list(operations)])
      #expect(reply.status == 200)
      let codes = reply.zones.map { $0["serverErrorCode"]?.string }
      #expect(codes == [nil, "ZONE_NOT_FOUND", "BAD_REQUEST", "ZONE_NOT_FOUND", nil])
      #expect(try await anna.ask("zones/list").zones.count == 3)
    }
  }

  @Test func `a strict server takes no sync token for zones/changes`() async throws {
    try await RunningServer.run {
      $0.isStrict = true
    } _: { server in
      let anna = try server.addUser("anna")
      #expect(try await anna.ask("zones/changes", ["syncToken": "x"]).status == 400)
      #expect(try await anna.ask("zones/changes").status == 200)
    }
  }
}
