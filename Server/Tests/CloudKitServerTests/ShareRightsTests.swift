import ServerJSON
import Testing

/// What a participant may not do, and may not get to know, in odd ways (CLOUDKIT.md §1.9).
@Suite struct ShareRightsTests {
  private struct Pair {
    let anna: User
    let bert: User
    let zone: JSON

    init(_ server: RunningServer) async throws {
      anna = try server.addUser("anna")
      bert = try server.addUser("bert").with { $0.database = "shared" }
      try await anna.createZone()
      let owner = try await anna.ask("users/current").body["userRecordName"] ?? .null
      zone = ["zoneName": "Z", "ownerRecordName": owner]
    }

    /// Shares a record, or the zone, with bert.
    ///
    /// - Returns: The address's last part.
    @discardableResult func share(
      _ root: String?, _ permission: String, kind: String = "create"
    ) async throws -> String {
      let name = root.map { "share of \($0)" } ?? "cloudkit.zoneshare"
      let bert: JSON = [
        "permission": .string(permission),
        "userIdentity": ["lookupInfo": ["emailAddress": "bert"]],
      ]
      let record = JSON.members([
        ("recordName", .string(name)), ("recordType", "cloudkit.share"), ("fields", [:]),
        ("forRecord", root.map { ["recordName": .string($0)] }), ("participants", .list([bert])),
      ])
      let reply = try await anna.modify([["operationType": .string(kind), "record": record]])
      return try #require(reply.records.first?["shortGUID"]?.string, "\(reply.body)")
    }

    func ask(_ endpoint: String, _ guid: String) async throws -> JSON {
      let reply = try await bert.with { $0.database = "public" }.ask(
        endpoint, ["shortGUIDs": [["value": .string(guid), "shouldFetchRootRecord": true]]])
      return try #require(reply.body["results"]?.list?.first)
    }

    func lookup(_ name: String) async throws -> Reply {
      try await bert.lookup([name], zone: zone)
    }
  }

  private static func below(
    _ parent: String, _ name: String, kind: String = "create", fields: JSON = [:]
  ) -> JSON {
    [
      "operationType": .string(kind),
      "record": [
        "recordName": .string(name), "recordType": "Note", "fields": fields,
        "parent": ["recordName": .string(parent)],
      ],
    ]
  }

  @Test func `the permission NONE ends what a participant sees, until it is given again`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      let guid = try await pair.share("root", "READ_WRITE")
      _ = try await pair.ask("records/accept", guid)
      let token = try await pair.bert.ask("changes/database").body["syncToken"] ?? .null
      try await pair.share("root", "NONE", kind: "forceUpdate")
      for endpoint in ["records/resolve", "records/accept"] {
        let answer = try await pair.ask(endpoint, guid)
        #expect(answer["serverErrorCode"]?.string == "NOT_FOUND", "\(answer)")
        #expect(answer["rootRecord"] == nil)
      }
      #expect(try await pair.bert.ask("zones/list").zones.isEmpty)
      let gone = try await pair.bert.ask("changes/database", ["syncToken": token])
      #expect(gone.zones.first?["deleted"]?.bool == true, "\(gone.body)")
      #expect(try await pair.lookup("root").code == "ZONE_NOT_FOUND")
      try await pair.share("root", "READ_ONLY", kind: "forceUpdate")
      #expect(try await pair.lookup("root").codes == [nil])
      #expect(try await pair.bert.ask("zones/list").zones.count == 1)
    }
  }

  @Test func `an invitation with the permission NONE cannot be accepted`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      let guid = try await pair.share("root", "NONE")
      for endpoint in ["records/resolve", "records/accept"] {
        let answer = try await pair.ask(endpoint, guid)
        #expect(answer["serverErrorCode"]?.string == "NOT_FOUND", "\(answer)")
      }
      #expect(try await pair.bert.ask("zones/list").zones.isEmpty)
    }
  }

  @Test(arguments: ["changes/zone", "records/changes"])
  func `a full page does not tell whether there is something that is not shared`(
    endpoint: String
  ) async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      _ = try await pair.ask("records/accept", try await pair.share("root", "READ_ONLY"))
      func page() async throws -> (names: Set<String?>, moreComing: Bool?) {
        let asked: JSON = ["zoneID": pair.zone, "resultsLimit": 2]
        let isMany = endpoint == "changes/zone"
        let reply = try await pair.bert.ask(endpoint, isMany ? ["zones": [asked]] : asked)
        let body = isMany ? try #require(reply.zones.first) : reply.body
        let names = body["records"]?.list?.map { $0["recordName"]?.string } ?? []
        return (Set(names), body["moreComing"]?.bool)
      }
      let before = try await page()
      #expect(before.names == ["root", "share of root"] && before.moreComing == false)
      try await pair.anna.create("secret", ["text": ["value": "hidden"]])
      let after = try await page()
      #expect(after.names == before.names && after.moreComing == false)
    }
  }

  @Test func `a participant changes no share, also in a zone that is shared as a whole`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      _ = try await pair.ask("records/accept", try await pair.share(nil, "READ_WRITE"))
      for type: JSON in ["cloudkit.share", .null] {
        let title: JSON = [
          "operationType": "forceUpdate",
          "record": [
            "recordName": "cloudkit.zoneshare", "recordType": type,
            "fields": ["cloudkit.title": ["value": "mine"]],
          ],
        ]
        let reply = try await pair.bert.modify([title], zone: pair.zone)
        let code = reply.code ?? reply.codes.first ?? nil
        #expect(code == "ACCESS_DENIED" || code == "BAD_REQUEST", "\(reply.body)")
      }
      let share = try await pair.anna.lookup(["cloudkit.zoneshare"]).records.first
      #expect(share?["fields"]?["cloudkit.title"] == nil)
    }
  }

  @Test func `a participant cannot remove a root by moving it or by tying it to another record`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      for root in ["one", "two"] {
        try await pair.anna.create(root, ["text": ["value": "top"]])
        _ = try await pair.ask("records/accept", try await pair.share(root, "READ_WRITE"))
      }
      let moved = Self.below("two", "one", kind: "forceUpdate")
      #expect(try await pair.bert.modify([moved], zone: pair.zone).codes == ["ACCESS_DENIED"])
      let child = Self.below("one", "child")
      #expect(try await pair.bert.modify([child], zone: pair.zone).codes == [nil])
      let tied = User.operation(
        "forceUpdate", "one",
        ["tie": ["type": "REFERENCE", "value": ["recordName": "child", "action": "DELETE_SELF"]]])
      #expect(try await pair.bert.modify([tied], zone: pair.zone).codes == ["ACCESS_DENIED"])
      // Its content may be changed.
      let text = User.operation("forceUpdate", "one", ["text": ["value": "new"]])
      #expect(try await pair.bert.modify([text], zone: pair.zone).codes == [nil])
    }
  }

  /// A record that goes with another one.
  private static func tied(
    _ name: String, to target: String, parent: String? = nil, kind: String = "create"
  ) -> JSON {
    [
      "operationType": .string(kind),
      "record": .members([
        ("recordName", .string(name)), ("recordType", "Note"),
        (
          "fields",
          ["tie": ["value": ["recordName": .string(target), "action": "DELETE_SELF"]]]
        ), ("parent", parent.map { ["recordName": .string($0)] }),
      ]),
    ]
  }

  @Test func `a participant's deletion takes nothing along that the participant may not delete`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      for (root, permission) in [("one", "READ_WRITE"), ("two", "READ_ONLY"), ("own", nil)] {
        try await pair.anna.create(root, ["text": ["value": "top"]])
        guard let permission else { continue }
        _ = try await pair.ask("records/accept", try await pair.share(root, permission))
      }
      let reply = try await pair.anna.modify([
        Self.below("one", "child"), Self.tied("visible", to: "child", parent: "one"),
        Self.tied("read only", to: "child", parent: "two"),
        Self.tied("hidden", to: "child", parent: "own"), Self.tied("root", to: "child"),
      ])
      #expect(reply.codes == [nil, nil, nil, nil, nil], "\(reply.body)")
      let token = try await pair.anna.changes().body["syncToken"]?.string
      let deletion = [User.operation("forceDelete", "child")]
      let deleted = try await pair.bert.modify(deletion, zone: pair.zone)
      // The answer is the same as where nothing is hidden.
      #expect(deleted.codes == [nil] && deleted.records.count == 1, "\(deleted.body)")
      let names = ["child", "visible", "read only", "hidden", "root"]
      #expect(
        try await pair.anna.lookup(names).codes == ["NOT_FOUND", "NOT_FOUND", nil, nil, nil])
      let told = try await pair.anna.changes(token).names
      #expect(Set(told) == ["child", "visible"])
      // The owner's own deletion takes them along.
      try await pair.anna.create("child")
      #expect(try await pair.anna.modify(deletion).codes == [nil])
      #expect(
        try await pair.anna.lookup(Array(names.dropFirst())).codes
          == Array(repeating: "NOT_FOUND", count: 4))
    }
  }

  @Test
  func `what lies below a record that goes with another one stays, and only its owner sees it`()
    async throws
  {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      _ = try await pair.ask("records/accept", try await pair.share("root", "READ_WRITE"))
      let reply = try await pair.anna.modify([
        Self.below("root", "first"), Self.tied("second", to: "first", parent: "root"),
        Self.below("second", "third"), Self.below("third", "fourth"),
      ])
      #expect(reply.codes == [nil, nil, nil, nil], "\(reply.body)")
      let deletion = [User.operation("forceDelete", "first")]
      #expect(try await pair.bert.modify(deletion, zone: pair.zone).codes == [nil])
      let left = try await pair.anna.lookup(["second", "third", "fourth"])
      #expect(left.codes == ["NOT_FOUND", nil, nil])
      #expect(left.records[1]["parent"] == nil)
      #expect(left.records[2]["parent"]?["recordName"] == "third")
      #expect(try await pair.lookup("fourth").codes == ["NOT_FOUND"])
      // It can be changed and put back.
      let back = Self.below("root", "third", kind: "forceUpdate")
      #expect(try await pair.anna.modify([back]).codes == [nil])
      #expect(try await pair.lookup("fourth").codes == [nil])
    }
  }

  @Test func `a child that goes with its parent does not hold the parent up`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      _ = try await pair.ask("records/accept", try await pair.share("root", "READ_WRITE"))
      let reply = try await pair.anna.modify([
        Self.below("root", "child"), Self.tied("below", to: "child", parent: "child"),
      ])
      #expect(reply.codes == [nil, nil], "\(reply.body)")
      let token = try await pair.bert.ask("changes/zone", ["zones": [["zoneID": pair.zone]]])
        .zones.first?["syncToken"]
      let deletion = [User.operation("forceDelete", "child")]
      #expect(try await pair.bert.modify(deletion, zone: pair.zone).codes == [nil])
      #expect(try await pair.anna.lookup(["child", "below"]).codes == ["NOT_FOUND", "NOT_FOUND"])
      // Nobody sees more or less than before, so tokens stay good.
      let feed = try await pair.bert.ask(
        "changes/zone", ["zones": [["zoneID": pair.zone, "syncToken": token ?? .null]]])
      #expect(feed.zones.first?["records"]?.list?.count == 2, "\(feed.body)")
    }
  }

  @Test func `a participant of the whole zone does not end another share`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      _ = try await pair.ask("records/accept", try await pair.share(nil, "READ_WRITE"))
      try await pair.anna.create("root", ["text": ["value": "top"]])
      try await pair.share("root", "READ_ONLY")
      let deletion = [User.operation("forceDelete", "share of root", type: "cloudkit.share")]
      #expect(try await pair.bert.modify(deletion, zone: pair.zone).codes == ["ACCESS_DENIED"])
      #expect(try await pair.anna.lookup(["share of root"]).codes == [nil])
    }
  }

  private static let requests: [(endpoint: String, body: @Sendable (JSON) -> JSON)] = [
    ("records/lookup", { ["zoneID": $0, "records": [["recordName": "root"]]] }),
    ("records/query", { ["zoneID": $0, "query": ["recordType": "Note"]] }),
    ("records/changes", { ["zoneID": $0] }),
    ("changes/zone", { ["zones": [["zoneID": $0]]] }),
    ("zones/lookup", { ["zones": [["zoneID": $0]]] }),
    ("records/modify", { ["zoneID": $0, "operations": [User.operation("create", "new")]] }),
  ]

  @Test(arguments: ShareRightsTests.requests.indices)
  func `a zone of somebody else is not found, as one that is not there`(index: Int) async throws {
    let (endpoint, body) = Self.requests[index]
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      // Invited, but not accepted.
      try await pair.share("root", "READ_WRITE")
      let owner = pair.zone["ownerRecordName"] ?? .null
      for zone in [pair.zone, ["zoneName": "None", "ownerRecordName": owner]] {
        let reply = try await pair.bert.ask(endpoint, body(zone))
        let code = reply.code ?? reply.zones.first?["serverErrorCode"]?.string
        #expect(code == "ZONE_NOT_FOUND", "\(zone) \(reply.body)")
      }
      let program = server.program.with { $0.database = "shared" }
      #expect(try await program.ask(endpoint, body(pair.zone)).status == 421)
    }
  }

  @Test func `who may only read changes nothing`() async throws {
    try await RunningServer.run { server in
      let pair = try await Pair(server)
      try await pair.anna.create("root", ["text": ["value": "top"]])
      #expect(try await pair.anna.modify([Self.below("root", "child")]).codes == [nil])
      _ = try await pair.ask("records/accept", try await pair.share("root", "READ_ONLY"))
      let operations = [
        Self.below("root", "new"), Self.below("root", "child", kind: "forceUpdate"),
        Self.below("root", "child", kind: "forceReplace"), User.operation("forceDelete", "child"),
      ]
      for operation in operations {
        let reply = try await pair.bert.modify([operation], zone: pair.zone)
        #expect(reply.codes == ["ACCESS_DENIED"], "\(operation) \(reply.body)")
      }
      #expect(try await pair.anna.lookup(["child", "new"]).codes == [nil, "NOT_FOUND"])
    }
  }
}
