import Foundation
import ServerJSON
import Testing

/// Shares, and the shared database of those who take part (CLOUDKIT.md §1.9).
@Suite struct ShareTests {
  /// Users, and a zone of anna's with the hierarchy root – child – grandchild, and one record besides.
  private struct Family {
    let anna: User
    let bert: User
    let carl: User
    let zone: JSON

    init(_ server: RunningServer) async throws {
      anna = try server.addUser("anna")
      bert = try server.addUser("bert").with { $0.database = "shared" }
      carl = try server.addUser("carl").with { $0.database = "shared" }
      try await anna.createZone()
      let owner = try await anna.ask("users/current").body["userRecordName"] ?? .null
      zone = ["zoneName": "Z", "ownerRecordName": owner]
      let reply = try await anna.modify([
        // A child may come before its parent.
        Self.child("grandchild", of: "child"), User.operation("create", "root", text("top")),
        Self.child("child", of: "root"), User.operation("create", "besides", text("secret")),
      ])
      #expect(reply.codes == [nil, nil, nil, nil], "\(reply.body)")
    }

    static func child(_ name: String, of parent: String, kind: String = "create") -> JSON {
      [
        "operationType": .string(kind),
        "record": [
          "recordName": .string(name), "recordType": "Note", "fields": [:],
          "parent": ["recordName": .string(parent)],
        ],
      ]
    }

    /// Shares the root.
    ///
    /// - Returns: The address's last part.
    func share(
      _ people: [(name: String, permission: String)] = [], open: String = "NONE",
      kind: String = "create", tag: String? = nil
    ) async throws -> (guid: String, tag: String) {
      let participants = people.map { person -> JSON in
        [
          "type": "USER", "permission": .string(person.permission),
          "userIdentity": ["lookupInfo": ["emailAddress": .string(person.name)]],
        ]
      }
      let record = JSON.members([
        ("recordName", "share"), ("recordType", "cloudkit.share"),
        ("fields", ["cloudkit.title": ["value": "The notes"]]),
        ("forRecord", ["recordName": "root"]), ("publicPermission", .string(open)),
        ("participants", .list(participants)), ("recordChangeTag", tag.map(JSON.string)),
      ])
      let reply = try await anna.modify([["operationType": .string(kind), "record": record]])
      let share = try #require(reply.records.first)
      #expect(share["serverErrorCode"] == nil, "\(share)")
      return (
        try #require(share["shortGUID"]?.string), try #require(share["recordChangeTag"]?.string)
      )
    }
  }

  private static func answer(
    _ user: User, _ endpoint: String, _ guid: String
  ) async throws -> JSON {
    let reply = try await user.with { $0.database = "public" }.ask(
      endpoint, ["shortGUIDs": [["value": .string(guid), "shouldFetchRootRecord": true]]])
    return try #require(reply.body["results"]?.list?.first)
  }

  private static func names(_ user: User, _ zone: JSON) async throws -> Set<String> {
    let reply = try await user.ask("changes/zone", ["zones": [["zoneID": zone]]])
    return Set(reply.zones.first?["records"]?.list?.compactMap { $0["recordName"]?.string } ?? [])
  }

  @Test func `who is invited and accepts sees the shared records, and nothing else`() async throws {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let (guid, _) = try await family.share([("bert", "READ_WRITE")])
      let seen = try await Self.answer(family.bert, "records/resolve", guid)
      #expect(seen["participantStatus"]?.string == "PENDING", "\(seen)")
      #expect(seen["rootRecord"]?["fields"]?["text"]?["value"]?.string == "top")
      #expect(try await family.bert.ask("zones/list").zones.isEmpty)
      let accepted = try await Self.answer(family.bert, "records/accept", guid)
      #expect(accepted["participantStatus"]?.string == "ACCEPTED", "\(accepted)")
      let zones = try await family.bert.ask("zones/list").zones
      #expect(zones.compactMap { $0["zoneID"]?["zoneName"]?.string } == ["Z"])
      let shared: Set<String> = ["root", "child", "grandchild", "share"]
      #expect(try await Self.names(family.bert, family.zone) == shared)
      let reply = try await family.bert.lookup(["child", "besides"], zone: family.zone)
      #expect(reply.codes == [nil, "NOT_FOUND"])
      let query = try await family.bert.ask(
        "records/query", ["zoneID": family.zone, "query": ["recordType": "Note"]])
      #expect(Set(query.names) == ["root", "child", "grandchild"])
      let changed = try await family.bert.ask("changes/database").zones
      #expect(changed.count == 1)
      // The owner sees who has come.
      let share = try await family.anna.lookup(["share"]).records.first
      let people = share?["participants"]?.list ?? []
      #expect(people.map { $0["acceptanceStatus"]?.string } == ["ACCEPTED", "ACCEPTED"])
      let root = try await family.anna.lookup(["root"]).records.first
      #expect(root?["share"]?["recordName"]?.string == "share")
    }
  }

  @Test func `an address leads nowhere for who is not invited, as one that nobody has`()
    async throws
  {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let (guid, _) = try await family.share([("bert", "READ_WRITE")])
      for endpoint in ["records/resolve", "records/accept"] {
        let strange = try await Self.answer(family.carl, endpoint, guid)
        let none = try await Self.answer(family.carl, endpoint, "0123456789abcdef")
        #expect(strange["serverErrorCode"]?.string == "NOT_FOUND")
        #expect(strange["reason"] == none["reason"])
      }
      #expect(try await family.carl.ask("zones/list").zones.isEmpty)
      #expect(
        try await family.carl.lookup(["root"], zone: family.zone).code == "ZONE_NOT_FOUND")
    }
  }

  @Test func `a share for everybody lets in who has its address, until it is closed`() async throws
  {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let (guid, _) = try await family.share(open: "READ_ONLY")
      let accepted = try await Self.answer(family.carl, "records/accept", guid)
      #expect(accepted["participantType"]?.string == "PUBLIC_USER", "\(accepted)")
      #expect(try await Self.names(family.carl, family.zone).contains("grandchild"))
      let write = Family.child("new", of: "root")
      let refused = try await family.carl.modify([write], zone: family.zone)
      #expect(refused.codes == ["ACCESS_DENIED"])
      let tag = try #require(
        try await family.anna.lookup(["share"]).records.first?["recordChangeTag"]?.string)
      _ = try await family.share(kind: "update", tag: tag)
      #expect(
        try await family.carl.lookup(["root"], zone: family.zone).code == "ZONE_NOT_FOUND")
      #expect(try await family.carl.ask("zones/list").zones.isEmpty)
      let other = try await Self.answer(family.carl, "records/accept", guid)
      #expect(other["serverErrorCode"]?.string == "NOT_FOUND")
    }
  }

  @Test func `a participant who may write adds below the root only, and is named as the author`()
    async throws
  {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let (guid, _) = try await family.share([("bert", "READ_WRITE")])
      _ = try await Self.answer(family.bert, "records/accept", guid)
      let reply = try await family.bert.modify(
        [
          Family.child("of bert", of: "child"), User.operation("create", "outside"),
          Family.child("below nothing", of: "missing"),
          Family.child("below secret", of: "besides"),
          User.operation("forceUpdate", "besides", text("seen")),
          User.operation("forceDelete", "root"),
        ], zone: family.zone)
      #expect(reply.codes[0] == nil, "\(reply.body)")
      #expect(
        reply.codes.dropFirst().allSatisfy {
          $0 == "ACCESS_DENIED" || $0 == "VALIDATING_REFERENCE_ERROR"
        }, "\(reply.codes)")
      let record = try #require(try await family.anna.lookup(["of bert"]).records.first)
      let bert = try await family.bert.with { $0.database = "private" }.ask("users/current")
      #expect(record["created"]?["userRecordName"] == bert.body["userRecordName"])
      let secret = try await family.anna.lookup(["besides"]).records.first
      #expect(secret?["fields"]?["text"]?["value"]?.string == "secret")
    }
  }

  @Test func `a parent must be there, cannot go before its children, and makes no circle`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try await Family(server).anna
      let missing = try await anna.modify([Family.child("lost", of: "nobody")])
      #expect(missing.codes == ["VALIDATING_REFERENCE_ERROR"])
      let parent = User.operation("forceDelete", "child")
      #expect(try await anna.modify([parent]).codes == ["VALIDATING_REFERENCE_ERROR"])
      let circle = Family.child("root", of: "grandchild", kind: "forceUpdate")
      #expect(try await anna.modify([circle]).codes == ["BAD_REQUEST"])
      let both = [parent, User.operation("forceDelete", "grandchild")]
      #expect(try await anna.modify(both).codes == [nil, nil])
    }
  }

  @Test func `a record that leaves the hierarchy is gone for the participant, who reads anew`()
    async throws
  {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let (guid, _) = try await family.share([("bert", "READ_WRITE")])
      _ = try await Self.answer(family.bert, "records/accept", guid)
      let first = try await family.bert.ask(
        "changes/zone", ["zones": [["zoneID": family.zone]]])
      let token = first.zones.first?["syncToken"] ?? .null
      let away: JSON = [
        "operationType": "forceUpdate",
        "record": [
          "recordName": "child", "recordType": "Note", "fields": [:], "parent": .null,
        ],
      ]
      #expect(try await family.anna.modify([away]).codes == [nil])
      let next = try await family.bert.ask(
        "changes/zone", ["zones": [["zoneID": family.zone, "syncToken": token]]])
      #expect(next.zones.first?["serverErrorCode"]?.string == "CHANGE_TOKEN_EXPIRED")
      // What was below it has gone with it.
      #expect(try await Self.names(family.bert, family.zone) == ["root", "share"])
    }
  }

  @Test func `a participant who deletes the share leaves, and the owner who deletes it keeps all`()
    async throws
  {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let (guid, _) = try await family.share([("bert", "READ_ONLY"), ("carl", "READ_ONLY")])
      for user in [family.bert, family.carl] {
        _ = try await Self.answer(user, "records/accept", guid)
      }
      let token = try await family.bert.ask("changes/database").body["syncToken"] ?? .null
      let delete = User.operation("forceDelete", "share", type: "cloudkit.share")
      #expect(try await family.bert.modify([delete], zone: family.zone).codes == [nil])
      let gone = try await family.bert.ask("changes/database", ["syncToken": token])
      #expect(gone.zones.first?["deleted"]?.bool == true, "\(gone.body)")
      #expect(
        try await family.bert.lookup(["root"], zone: family.zone).code == "ZONE_NOT_FOUND")
      #expect(try await Self.names(family.carl, family.zone).contains("root"))
      #expect(try await family.anna.modify([delete]).codes == [nil])
      #expect(
        try await family.carl.lookup(["root"], zone: family.zone).code == "ZONE_NOT_FOUND")
      #expect(try await family.anna.lookup(["root", "grandchild"]).codes == [nil, nil])
    }
  }

  @Test func `a whole zone can be shared, and all that is in it`() async throws {
    try await RunningServer.run { server in
      let family = try await Family(server)
      let share: JSON = [
        "operationType": "create",
        "record": [
          "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share", "fields": [:],
          "publicPermission": "READ_WRITE",
        ],
      ]
      let reply = try await family.anna.modify([share])
      let guid = try #require(reply.records.first?["shortGUID"]?.string, "\(reply.body)")
      _ = try await Self.answer(family.bert, "records/accept", guid)
      #expect(try await Self.names(family.bert, family.zone).contains("besides"))
      let write = [User.operation("create", "of bert")]
      #expect(try await family.bert.modify(write, zone: family.zone).codes == [nil])
      _ = try await family.anna.ask("zones/modify", User.zones("delete", "Z"))
      #expect(try await family.bert.ask("zones/list").zones.isEmpty)
      #expect(
        try await family.bert.lookup(["root"], zone: family.zone).code == "ZONE_NOT_FOUND")
    }
  }

  @Test(arguments: [
    (#"{"forRecord":{"recordName":"nobody"}}"#, "BAD_REQUEST"),
    (#"{}"#, "BAD_REQUEST"),
    (#"{"forRecord":{"recordName":"child"}}"#, "BAD_REQUEST"),
    (#"{"forRecord":{"recordName":"root"},"publicPermission":"ALL"}"#, "BAD_REQUEST"),
    (#"{"forRecord":{"recordName":"root"},"participants":[{"type":"USER"}]}"#, "BAD_REQUEST"),
    (#"{"forRecord":{"recordName":"root"}}"#, "CONFLICT"),
    (#"{"forRecord":{"recordName":"besides"},"parent":{"recordName":"root"}}"#, "BAD_REQUEST"),
    (#"{"recordName":"cloudkit.zoneshare","forRecord":{"recordName":"nobody"}}"#, "BAD_REQUEST"),
  ])
  func `a share that makes no sense is refused`(members: String, code: String) async throws {
    try await RunningServer.run { server in
      let family = try await Family(server)
      if code == "CONFLICT" { _ = try await family.share() }
      let said = try JSON(Array(members.utf8)).members ?? []
      let given: [JSON.Member] = [
        .init(name: "recordName", value: "other"),
        .init(name: "recordType", value: "cloudkit.share"), .init(name: "fields", value: [:]),
      ]
      let plain = given.filter { member in !said.contains { $0.name == member.name } }
      let operation: JSON = ["operationType": "create", "record": .object(plain + said)]
      let reply = try await family.anna.modify([operation])
      #expect((reply.code ?? reply.codes.first ?? nil) == code, "\(reply.body)")
      let publicly = try await family.anna.with { $0.database = "public" }.modify(
        [operation], zone: ["zoneName": "_defaultZone"])
      #expect((publicly.code ?? publicly.codes.first ?? nil) == "BAD_REQUEST")
    }
  }

  @Test func `the name of a whole zone's share is no name for another record`() async throws {
    try await RunningServer.run { server in
      let family = try await Family(server)
      for kind in ["create", "forceUpdate", "forceReplace"] {
        let reply = try await family.anna.modify([
          User.operation(kind, "cloudkit.zoneshare", [:])
        ])
        #expect(reply.codes == ["BAD_REQUEST"], "\(reply.body)")
      }
    }
  }

  @Test(arguments: ["records/resolve", "records/accept"])
  func `requests about addresses that cannot be read are refused`(endpoint: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna").with { $0.database = "public" }
      #expect(try await anna.ask(endpoint).code == "BAD_REQUEST")
      #expect(try await anna.ask(endpoint, ["shortGUIDs": [[:]]]).code == "BAD_REQUEST")
      let many = JSON.list((0..<101).map { .string("g\($0)") })
      #expect(try await anna.ask(endpoint, ["shortGUIDs": many]).code == "BAD_REQUEST")
      let nobody = server.program.with { $0.database = "public" }
      #expect(try await nobody.ask(endpoint, ["shortGUIDs": ["x"]]).status == 421)
      let elsewhere = anna.with { $0.database = "private" }
      #expect(try await elsewhere.ask(endpoint, ["shortGUIDs": ["x"]]).code == "BAD_REQUEST")
    }
  }
}

private func text(_ text: String) -> JSON { ["text": ["value": .string(text)]] }
