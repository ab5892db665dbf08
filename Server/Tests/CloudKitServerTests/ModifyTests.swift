import CloudKitHTTP
import ServerJSON
import Testing

/// `records/modify` over HTTP.
@Suite struct ModifyTests {
  /// Runs with a user who has a zone `Z` with the records `n1` (tag `old` is no longer its tag) and `n2`.
  private func withRecords(
    _ body: @escaping @Sendable (User, _ tag: String, _ old: String) async throws -> Void
  ) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let old = try await anna.create("n1", ["text": ["value": "one"], "count": ["value": 1]])
      let update = User.operation("update", "n1", tag: old, ["count": ["value": 2]])
      let reply = try await anna.modify([update])
      try await anna.create("n2", ["text": ["value": "two"]])
      try await body(anna, reply.records.first?["recordChangeTag"]?.string ?? "", old)
    }
  }

  @Test func `what was saved is told and looked up again`() async throws {
    try await withRecords { anna, tag, old in
      #expect(tag != old)
      let record = try #require(try await anna.lookup(["n1"]).records.first)
      #expect(record["recordChangeTag"]?.string == tag)
      #expect(record["recordType"] == "Note")
      #expect(record["fields"]?["text"] == ["value": "one", "type": "STRING"])
      #expect(record["fields"]?["count"] == ["value": 2, "type": "INT64"])
      #expect(record["created"]?["timestamp"] == 1_800_000_000_000)
      #expect(record["zoneID"]?["zoneName"] == "Z")
      #expect(record["deleted"] == false)
      #expect(record["pluginFields"] == [:])
    }
  }

  /// What each kind of operation does to a record that is there, with its tag, an old one and none; and to
  /// one that is missing. `ok` is a success.
  @Test(arguments: [
    ("create", ["CONFLICT", "CONFLICT", "CONFLICT", "ok"]),
    ("update", ["ok", "CONFLICT", "BAD_REQUEST", "NOT_FOUND"]),
    ("forceUpdate", ["ok", "ok", "ok", "ok"]),
    ("replace", ["ok", "CONFLICT", "BAD_REQUEST", "NOT_FOUND"]),
    ("forceReplace", ["ok", "ok", "ok", "ok"]),
    ("delete", ["ok", "CONFLICT", "ok", "NOT_FOUND"]),
    ("forceDelete", ["ok", "ok", "ok", "ok"]),
  ])
  func `tags decide`(kind: String, expected: [String]) async throws {
    for (index, expected) in expected.enumerated() {
      try await withRecords { anna, tag, old in
        let name = index == 3 ? "missing" : "n1"
        let sent = [tag, old, nil, kind.hasPrefix("create") ? nil : tag][index]
        let operation = User.operation(kind, name, tag: sent, ["text": ["value": "new"]])
        let reply = try await anna.modify([operation])
        #expect(reply.status == 200)
        #expect(reply.codes == [expected == "ok" ? nil : expected])
        let text = try await anna.lookup([name]).records.first?["fields"]?["text"]?["value"]
        let isDeletion = kind.lowercased().contains("delete")
        if expected == "ok" { #expect(text == (isDeletion ? nil : "new")) }
        if expected != "ok", index < 3 { #expect(text == "one") }
      }
    }
  }

  @Test func `a strict server deletes nothing without a tag`() async throws {
    try await RunningServer.run {
      $0.isStrict = true
    } _: { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.create("n1")
      let reply = try await anna.modify([User.operation("delete", "n1")])
      #expect(reply.codes == ["BAD_REQUEST"])
    }
  }

  @Test(arguments: [
    ("update", true), ("forceUpdate", true), ("replace", false), ("forceReplace", false),
  ])
  func `an update keeps other fields, a replacement does not`(
    kind: String, keeps: Bool
  ) async throws {
    try await withRecords { anna, tag, _ in
      let fields: JSON = ["text": ["value": "new"]]
      _ = try await anna.modify([User.operation(kind, "n1", tag: tag, fields)])
      let record = try await anna.lookup(["n1"]).records.first
      #expect((record?["fields"]?["count"] != nil) == keeps)
    }
  }

  @Test func `null clears a field`() async throws {
    try await withRecords { anna, tag, _ in
      let update = User.operation("update", "n1", tag: tag, ["text": ["value": .null]])
      let reply = try await anna.modify([update])
      #expect(reply.records.first?["fields"]?["text"] == nil)
      #expect(reply.records.first?["fields"]?["count"]?["value"] == 2)
    }
  }

  @Test func `a deleted record is gone, can be created again, and then has another tag`()
    async throws
  {
    try await withRecords { anna, tag, _ in
      let deletion = try await anna.modify([User.operation("delete", "n1", tag: tag)])
      #expect(deletion.records == [["recordName": "n1", "deleted": true]])
      #expect(try await anna.lookup(["n1"]).codes == ["NOT_FOUND"])
      let again = try await anna.create("n1")
      #expect(again != tag && !again.isEmpty)
    }
  }

  @Test func `of a batch that is not atomic the good records are saved`() async throws {
    try await withRecords { anna, _, old in
      let reply = try await anna.modify([
        User.operation("create", "n3"), User.operation("update", "n1", tag: old),
        User.operation("create", nil), User.operation("forceDelete", "n2"),
      ])
      #expect(reply.status == 200)
      #expect(reply.codes == [nil, "CONFLICT", nil, nil])
      let error = reply.records[1]
      #expect(error["recordName"] == "n1")
      #expect(error["reason"] == "client oplock error updating record")
      #expect(error["uuid"]?.string?.count == 36)
      // The server has named the record without a name.
      let name = try #require(reply.records[2]["recordName"]?.string)
      #expect(try await anna.lookup(["n3", name, "n2"]).codes == [nil, nil, "NOT_FOUND"])
    }
  }

  @Test(arguments: [true, nil])
  func `an atomic batch is saved as a whole or not at all`(atomic: Bool?) async throws {
    try await withRecords { anna, tag, old in
      let refused = try await anna.modify(
        [
          User.operation("create", "n3"), User.operation("update", "n1", tag: old),
          User.operation("forceDelete", "n2"),
        ], atomic: atomic)
      #expect(refused.status == 400)
      #expect(refused.codes == ["ATOMIC_ERROR", "CONFLICT", "ATOMIC_ERROR"])
      #expect(try await anna.lookup(["n3", "n1", "n2"]).codes == ["NOT_FOUND", nil, nil])
      let saved = try await anna.modify(
        [User.operation("create", "n3"), User.operation("update", "n1", tag: tag)], atomic: atomic)
      #expect(saved.status == 200)
      #expect(saved.codes == [nil, nil])
    }
  }

  @Test func `the default zone takes no atomic batches`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let reply = try await anna.modify(
        [User.operation("create", "n1"), User.operation("delete", "n2")],
        zone: ["zoneName": "_defaultZone"], atomic: true)
      #expect(reply.status == 200)
      #expect(reply.codes == [nil, "NOT_FOUND"])
    }
  }

  @Test func `zone, types and fields may be left out, and plugin fields are passed over`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let record: JSON = [
        "recordName": "n1", "recordType": "Note", "fields": [:], "pluginFields": ["a": [:]],
      ]
      let operation: JSON = ["operationType": "create", "record": record]
      let reply = try await anna.ask("records/modify", ["operations": [operation]])
      #expect(reply.codes == [nil])
      #expect(reply.records.first?["zoneID"]?["zoneName"] == "_defaultZone")
      let found = try await anna.ask("records/lookup", ["records": [["recordName": "n1"]]])
      #expect(found.names == ["n1"])
    }
  }

  @Test func `another user changes nothing in the public database`() async throws {
    try await RunningServer.run { server in
      let zone: JSON = ["zoneName": "_defaultZone"]
      let anna = try server.addUser("anna").with { $0.database = "public" }
      let bert = try server.addUser("bert").with { $0.database = "public" }
      let tag = try await anna.create("n1", ["text": ["value": "mine"]], zone: zone)
      for kind in ["update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete"] {
        let operation = User.operation(kind, "n1", tag: tag, ["text": ["value": "ours"]])
        let reply = try await bert.modify([operation], zone: zone)
        #expect(reply.codes == ["ACCESS_DENIED"])
      }
      let record = try await bert.lookup(["n1"], zone: zone).records.first
      #expect(record?["fields"]?["text"]?["value"] == "mine")
      #expect(try await bert.modify([User.operation("create", "n2")], zone: zone).codes == [nil])
    }
  }

  @Test func `a validated reference needs its target`() async throws {
    try await withRecords { anna, _, _ in
      func reference(_ name: String) -> JSON {
        ["to": ["value": ["recordName": .string(name), "action": "VALIDATE"]]]
      }
      let dangling = User.operation("create", "n3", reference("missing"))
      let code = "VALIDATING_REFERENCE_ERROR"
      let refused = try await anna.modify([dangling])
      #expect(refused.codes == [code])
      let both = [
        User.operation("create", "n3", reference("n4")), User.operation("create", "n4"),
        User.operation("create", "n5", reference("n2")),
        User.operation("create", "n6", reference("n7")),
        User.operation("create", "n7", reference("missing")),
      ]
      let saved = try await anna.modify(both)
      #expect(saved.codes == [nil, nil, nil, code, code])
    }
  }

  @Test func `a record goes with the one to which it refers with DELETE_SELF`() async throws {
    try await withRecords { anna, _, _ in
      func child(_ name: String, of parent: String) -> JSON {
        let value: JSON = ["recordName": .string(parent), "action": "DELETE_SELF"]
        return User.operation("create", name, ["to": ["value": value, "type": "REFERENCE"]])
      }
      let token = try await anna.changes().body["syncToken"]?.string
      _ = try await anna.modify([
        child("a", of: "n1"), child("b", of: "a"), child("c", of: "n2"), child("n1b", of: "b"),
      ])
      // A circle.
      let circle: JSON = ["recordName": "n1b", "action": "DELETE_SELF"]
      _ = try await anna.modify([User.operation("forceUpdate", "n1", ["to": ["value": circle]])])
      _ = try await anna.modify([User.operation("forceDelete", "n1")])
      let left = try await anna.lookup(["n1", "a", "b", "n1b", "c", "n2"])
      let gone = "NOT_FOUND"
      #expect(left.codes == [gone, gone, gone, gone, nil, nil])
      let changes = try await anna.changes(token)
      let deleted = changes.records.filter { $0["deleted"] == true }
      #expect(Set(deleted.compactMap { $0["recordName"]?.string }) == ["n1", "a", "b", "n1b"])
    }
  }

  @Test func `only wanted fields come back, and integers as strings on demand`() async throws {
    try await withRecords { anna, _, _ in
      let reply = try await anna.ask(
        "records/modify",
        [
          "zoneID": User.zone, "desiredKeys": ["count"], "numbersAsStrings": true,
          "operations": [User.operation("forceUpdate", "n1", ["count": ["value": "7"]])],
        ], query: "getCurrentSyncToken=true")
      #expect(reply.records.first?["fields"] == ["count": ["value": "7", "type": "INT64"]])
      let token = try #require(reply.body["syncToken"]?.string)
      #expect(try await anna.changes(token).records.isEmpty)
    }
  }
}
