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
      $0.pollSeconds = 2
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
      $0.pollSeconds = 1
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
      $0.pollSeconds = 1
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
      #expect(try await server.send("/push/unknown").status == 404)
      // The address of devices, without a database.
      let path = "/device/1/\(RunningServer.container)/development/tokens/create"
      #expect(try await server.send(path, [], method: "POST").status == 401)
    }
  }

  @Test func `of requests of one device that wait only the newest stays`() async throws {
    try await RunningServer.run {
      $0.pollSeconds = 3
    } _: { server in
      let anna = try server.addUser("anna")
      let path = try await Self.device(anna)
      let start = ContinuousClock.now
      async let first = server.send(path)
      try await Task.sleep(for: .milliseconds(300))
      async let second = server.send(path)
      #expect(try await first.body == [:])
      #expect(ContinuousClock.now - start < .seconds(2.5))
      #expect(try await second.body == [:])
    }
  }
}
