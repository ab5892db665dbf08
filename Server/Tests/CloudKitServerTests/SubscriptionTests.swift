import CloudKitHTTP
import CloudKitStorage
import Foundation
import ServerJSON
import Testing

/// Subscriptions, and the requests on which notifications come (CLOUDKIT.md §1.8).
@Suite struct SubscriptionTests {
  private static func zoneSubscription(_ id: String = "all", once: Bool = false) -> JSON {
    [
      "subscriptionID": .string(id), "subscriptionType": "zone", "zoneID": User.zone,
      "firesOnce": .bool(once),
    ]
  }

  private static func change(
    _ user: User, _ kind: String, _ subscription: JSON
  ) async throws -> JSON {
    let operation: JSON = ["operationType": .string(kind), "subscription": subscription]
    let reply = try await user.ask("subscriptions/modify", ["operations": [operation]])
    return try #require(reply.body["subscriptions"]?.list?.first, "\(reply.body)")
  }

  /// The path on which a device of the user waits.
  private static func device(_ user: User) async throws -> String {
    let reply = try await user.ask("tokens/create", ["apnsEnvironment": "development"])
    let url = try #require(reply.body["webcourierURL"]?.string, "\(reply.body)")
    return String(try #require(url.range(of: "/push/").map { url[$0.lowerBound...] }))
  }

  @Test func `subscriptions are saved, listed, looked up, replaced and deleted`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      let saved = try await Self.change(anna, "create", Self.zoneSubscription())
      #expect(saved["subscriptionID"]?.string == "all")
      // The same again is no error.
      #expect(
        try await Self.change(anna, "create", Self.zoneSubscription())["serverErrorCode"] == nil)
      let listed = try await anna.ask("subscriptions/list", method: "GET").body["subscriptions"]
      #expect(listed?.list?.count == 1)
      #expect(try await bert.ask("subscriptions/list").body["subscriptions"]?.list?.isEmpty == true)
      let asked: JSON = ["subscriptions": [["subscriptionID": "all"], ["subscriptionID": "no"]]]
      let found = try await anna.ask("subscriptions/lookup", asked).body["subscriptions"]?.list
      #expect(found?.map { $0["serverErrorCode"]?.string } == [nil, "NOT_FOUND"])
      let missing = try await Self.change(anna, "update", Self.zoneSubscription("no"))
      #expect(missing["serverErrorCode"]?.string == "NOT_FOUND")
      let gone = try await Self.change(anna, "delete", ["subscriptionID": "all"])
      #expect(gone == ["subscriptionID": "all"])
      let again = try await Self.change(anna, "delete", ["subscriptionID": "all"])
      #expect(again["serverErrorCode"]?.string == "NOT_FOUND")
    }
  }

  @Test(arguments: [
    #"{"subscriptionType":"zone"}"#, #"{"subscriptionType":"push"}"#,
    #"{"subscriptionType":"query","query":{"recordType":"Note"}}"#,
    #"{"subscriptionType":"query","firesOn":["create"]}"#,
    #"{"subscriptionType":"query","query":{"recordType":"Note"},"firesOn":["never"]}"#,
  ])
  func `a subscription that makes no sense is refused`(text: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let answer = try await Self.change(anna, "create", JSON(Array(text.utf8)))
      #expect(answer["serverErrorCode"]?.string == "BAD_REQUEST", "\(answer)")
      #expect(try await anna.ask("subscriptions/modify").code == "BAD_REQUEST")
      #expect(try await anna.ask("subscriptions/lookup").code == "BAD_REQUEST")
    }
  }

  @Test func `a device that waits hears of a change in the zone, and once where it wants so`()
    async throws
  {
    try await RunningServer.run {
      $0.pollSeconds = 5
    } _: { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      _ = try await Self.change(anna, "create", Self.zoneSubscription(once: true))
      let path = try await Self.device(anna)
      async let waiting = server.send(path)
      try await Task.sleep(for: .milliseconds(300))
      try await anna.create("n1")
      let notification = try await waiting.body
      #expect(notification["ck"]?["fet"]?["zid"]?.string == "Z", "\(notification)")
      #expect(notification["ck"]?["fet"]?["sid"]?.string == "all")
      // It has fired once.
      try await Task.sleep(for: .milliseconds(300))
      try await anna.create("n2")
      let start = ContinuousClock.now
      #expect(try await server.send(path).body == [:])
      #expect(ContinuousClock.now - start > .seconds(4))
    }
  }

  @Test func `in the public database a query hears of the records of others that fit`()
    async throws
  {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna").with { $0.database = "public" }
      let bert = try server.addUser("bert").with { $0.database = "public" }
      let subscription: JSON = [
        "subscriptionID": "good", "subscriptionType": "query", "firesOn": ["create"],
        "query": [
          "recordType": "Note",
          "filterBy": [
            [
              "fieldName": "text", "comparator": "EQUALS",
              "fieldValue": ["value": "good", "type": "STRING"],
            ]
          ],
        ],
      ]
      let saved = try await Self.change(anna, "create", subscription)
      #expect(saved["serverErrorCode"] == nil, "\(saved)")
      let path = try await Self.device(anna)
      let zone: JSON = ["zoneName": "_defaultZone"]
      for (name, text) in [("bad", "bad"), ("fits", "good")] {
        try await bert.create(name, ["text": ["value": .string(text)]], zone: zone)
      }
      // What comes before somebody asks waits.
      try await Task.sleep(for: .milliseconds(300))
      let query = try await server.send(path).body["ck"]?["qry"]
      #expect(query?["rid"]?.string == "fits" && query?["fo"]?.int == 1, "\(query ?? .null)")
      #expect(try await server.send(path).body == [:])
    }
  }

  @Test func `what somebody changes in a zone that is not shared nobody else hears of`()
    async throws
  {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      for user in [anna, bert] {
        try await user.createZone()
        _ = try await Self.change(user, "create", Self.zoneSubscription())
        let database: JSON = ["subscriptionID": "db", "subscriptionType": "database"]
        _ = try await Self.change(user.with { $0.database = "shared" }, "create", database)
      }
      let path = try await Self.device(bert)
      try await anna.create("secret")
      #expect(try await server.send(path).body == [:])
    }
  }

  @Test func `a token is good for its user alone, and an unknown one leads nowhere`() async throws {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      let created = try await anna.ask("tokens/create").body
      let token = created["apnsToken"] ?? .null
      let body: JSON = ["apnsEnvironment": "development", "apnsToken": token]
      #expect(try await anna.ask("tokens/register", body).status == 200)
      #expect(try await bert.ask("tokens/register", body).code == "BAD_REQUEST")
      #expect(try await anna.ask("tokens/register").code == "BAD_REQUEST")
      let odd: JSON = ["apnsEnvironment": "staging"]
      #expect(try await anna.ask("tokens/create", odd).code == "BAD_REQUEST")
      let good = token.string ?? ""
      for bad in ["unknown", "", String(good.dropLast()), good + "0", "00" + good] {
        #expect(try await server.send("/push/" + bad).status == 404, "\(bad)")
      }
      #expect(try await server.send("/push/" + good).status == 200)
      // It ends with the user's tokens.
      try server.folder.accounts.removeUser("anna")
      #expect(try await server.send("/push/" + good).status == 404)
      // The address of devices, without a database.
      let path = "/device/1/\(RunningServer.container)/development/tokens/create"
      #expect(try await server.send(path, [], method: "POST").status == 401)
    }
  }

  @Test func `of requests of one device that wait only the newest stays`() async throws {
    try await RunningServer.run {
      $0.pollSeconds = 8
    } _: { server in
      let anna = try server.addUser("anna")
      let path = try await Self.device(anna)
      let start = ContinuousClock.now
      async let first = server.send(path)
      try await Task.sleep(for: .milliseconds(300))
      async let second = server.send(path)
      #expect(try await first.body == [:])
      #expect(ContinuousClock.now - start < .seconds(7))
      #expect(try await second.body == [:])
    }
  }

  @Test func `a participant hears of what is shared, and of nothing beside it`() async throws {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert").with { $0.database = "shared" }
      try await anna.createZone()
      let children = ["child", "hidden"].map { name -> JSON in
        let parent = name == "child" ? "root" : "besides"
        return [
          "operationType": "create",
          "record": [
            "recordName": .string(name), "recordType": "Note", "fields": [:],
            "parent": ["recordName": .string(parent)],
          ],
        ]
      }
      let share: JSON = [
        "operationType": "create",
        "record": [
          "recordName": "share", "recordType": "cloudkit.share", "fields": [:],
          "forRecord": ["recordName": "root"], "publicPermission": "READ_ONLY",
        ],
      ]
      let made = try await anna.modify(
        [User.operation("create", "root", [:]), User.operation("create", "besides", [:])]
          + children + [share])
      let guid = try #require(made.records.last?["shortGUID"]?.string, "\(made.body)")
      let (mine, path) = (try await Self.device(anna), try await Self.device(bert))
      let database: JSON = ["subscriptionID": "db", "subscriptionType": "database"]
      for user in [anna, bert] {
        let saved = try await Self.change(user, "create", database)
        #expect(saved["serverErrorCode"] == nil, "\(saved)")
      }
      let query: JSON = [
        "subscriptionID": "notes", "subscriptionType": "query", "firesOn": ["delete"],
        "query": ["recordType": "Note"],
      ]
      _ = try await Self.change(bert, "create", query)
      _ = try await bert.with { $0.database = "public" }.ask(
        "records/accept", ["shortGUIDs": [.string(guid)]])
      // The owner hears that somebody has come.
      #expect(try await server.send(mine).body["ck"]?["fet"]?["dbs"]?.int == 2)
      #expect(try await server.send(path).body["ck"]?["fet"]?["dbs"]?.int == 3)
      for name in ["hidden", "besides"] {
        _ = try await anna.modify([User.operation("forceDelete", name, [:])])
      }
      #expect(try await server.send(path).body == [:])
      _ = try await anna.modify([User.operation("forceDelete", "child", [:])])
      // One of the database, and one of the query.
      let first = try await server.send(path).body["ck"]
      let second = try await server.send(path).body["ck"]
      #expect(first?["fet"]?["zid"]?.string == "Z", "\(first ?? .null)")
      #expect(second?["qry"]?["rid"]?.string == "child", "\(second ?? .null)")
      #expect(try await server.send(path).body == [:])
      // A deleted zone is the last that is heard of it.
      _ = try await anna.ask("zones/modify", User.zones("delete", "Z"))
      #expect(try await server.send(path).body["ck"]?["fet"]?["zid"]?.string == "Z")
    }
  }

  @Test func `a query hears of deleted records of its type only, once for a whole request`()
    async throws
  {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      for name in ["a", "b"] { try await anna.create(name) }
      func subscription(_ id: String, _ type: String) -> JSON {
        [
          "subscriptionID": .string(id), "subscriptionType": "query", "firesOn": ["delete"],
          "query": ["recordType": .string(type)], "firesOnce": true,
        ]
      }
      for (id, type) in [("notes", "Note"), ("others", "Other")] {
        let saved = try await Self.change(anna, "create", subscription(id, type))
        #expect(saved["serverErrorCode"] == nil, "\(saved)")
      }
      let path = try await Self.device(anna)
      _ = try await anna.modify(
        ["a", "b"].map { User.operation("forceDelete", $0, [:]) })
      let said = try await server.send(path).body["ck"]?["qry"]
      #expect(said?["sid"]?.string == "notes" && said?["fo"]?.int == 3, "\(said ?? .null)")
      #expect(try await server.send(path).body == [:])
      let left = try await anna.ask("subscriptions/list").body["subscriptions"]?.list
      #expect(left?.map { $0["subscriptionID"]?.string } == ["others"])
    }
  }

  @Test func `all devices of a user hear, also one whose request was cut off`() async throws {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      _ = try await Self.change(anna, "create", Self.zoneSubscription())
      let paths = [try await Self.device(anna), try await Self.device(anna)]
      let cut = Task { try await server.send(paths[0]) }
      try await Task.sleep(for: .milliseconds(300))
      cut.cancel()
      _ = try? await cut.value
      try await Task.sleep(for: .milliseconds(200))
      for number in 0..<20 { try await anna.create("n\(number)") }
      for path in paths {
        var heard: [JSON] = []
        while let one = try await server.send(path).body["ck"], heard.count < 20 {
          heard.append(one)
        }
        // Changes are one notification while nobody asks.
        #expect((1..<20).contains(heard.count), "\(heard.count)")
        #expect(heard.allSatisfy { $0["fet"]?["sid"]?.string == "all" }, "\(heard)")
      }
    }
  }

  @Test func `too many subscriptions are refused`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let operations = (0..<101).map { index -> JSON in
        ["operationType": "create", "subscription": Self.zoneSubscription("s\(index)")]
      }
      let reply = try await anna.ask("subscriptions/modify", ["operations": .list(operations)])
      let answers = reply.body["subscriptions"]?.list ?? []
      #expect(answers.filter { $0["serverErrorCode"] == nil }.count == 100)
      #expect(answers.last?["serverErrorCode"]?.string == "BAD_REQUEST")
    }
  }
}
