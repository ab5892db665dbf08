import CloudKitHTTP
import ServerJSON
import Testing

/// What each endpoint refuses, with the status and the code of CLOUDKIT.md §1.13.
@Suite struct RefusedRequestTests {
  /// A request as text, with what is answered.
  struct Case: Sendable {
    let endpoint: String
    let body: String
    let status: Int
    let code: String
    let database: String

    init(
      _ endpoint: String, _ body: String, _ status: Int = 400, _ code: String = "BAD_REQUEST",
      in database: String = "private"
    ) {
      self.endpoint = endpoint
      self.body = body
      self.status = status
      self.code = code
      self.database = database
    }
  }

  private static func modify(_ operations: String) -> Case {
    Case("records/modify", #"{"zoneID":{"zoneName":"Z"},"operations":[\#(operations)]}"#)
  }

  private static func create(_ record: String) -> String {
    #"{"operationType":"create","record":\#(record)}"#
  }

  private static func query(_ members: String) -> Case {
    Case(
      "records/query", #"{"zoneID":{"zoneName":"Z"},"query":{"recordType":"Note",\#(members)}}"#)
  }

  private static func filter(_ filter: String) -> Case { query(#""filterBy":[\#(filter)]"#) }

  private static func list(_ item: String, _ count: Int) -> String {
    "[" + Array(repeating: item, count: count).joined(separator: ",") + "]"
  }

  private static let zone = #"{"operationType":"create","zone":{"zoneID":{"zoneName":"A"}}}"#
  private static let tooMany = #"{"type":"STRING_LIST","value":\#(list(#""x""#, 201))}"#

  private static let modifications: [Case] = [
    Case("records/modify", "{}"),
    Case("records/modify", #"{"operations":{}}"#),
    Case("records/modify", #"{"operations":[],"atomic":"yes"}"#),
    Case("records/modify", #"{"operations":[],"zoneID":"Z"}"#),
    Case("records/modify", #"{"operations":[],"desiredKeys":"text"}"#),
    Case("records/modify", #"{"operations":\#(list(create("{}"), 201))}"#),
    modify("{}"),
    modify(#"{"operationType":"create"}"#),
    modify(#"{"operationType":"upsert","record":{}}"#),
    modify(#"{"operationType":1,"record":{}}"#),
    modify(#"{"operationType":"update","record":{}}"#),
    modify(create(#"{"recordName":"_n","recordType":"Note"}"#)),
    modify(create(#"{"recordName":"","recordType":"Note"}"#)),
    modify(create(#"{"recordName":"é","recordType":"Note"}"#)),
    modify(create(#"{"recordName":"a\u0000","recordType":"Note"}"#)),
    modify(
      create(#"{"recordName":"\#(String(repeating: "n", count: 256))","recordType":"Note"}"#)),
    modify(create(#"{"recordName":"n","recordType":"Note","fields":[]}"#)),
    modify(create(#"{"recordName":"n"}"#) + "," + create(#"{"recordName":"n"}"#)),
  ]

  private static let reads: [Case] = [
    Case("records/lookup", #"{"zoneID":{"zoneName":"Z"}}"#),
    Case("records/lookup", #"{"records":[{}]}"#),
    Case("records/lookup", #"{"records":\#(list(#"{"recordName":"n"}"#, 201))}"#),
    Case("records/query", "{}"),
    Case("records/query", #"{"query":{}}"#),
    Case("records/query", #"{"query":{"recordType":"a b"}}"#),
    Case("records/query", #"{"query":{"recordType":"Note"},"zoneWide":true}"#),
    Case("records/query", #"{"query":{"recordType":"Note"},"resultsLimit":0}"#),
    Case("records/query", #"{"query":{"recordType":"Note"},"resultsLimit":"9"}"#),
    Case("records/query", #"{"query":{"recordType":"Note"},"continuationMarker":"AAAA"}"#),
    query(#""filterBy":"text""#),
    query(#""sortBy":[{"fieldName":"new"}]"#),
    query(#""sortBy":[{"fieldName":"text","relativeLocation":{}}]"#),
    filter("{}"),
    filter(#"{"comparator":"EQUALS"}"#),
    filter(#"{"comparator":"NEAR","fieldName":"text","fieldValue":{"value":"x"}}"#),
    filter(#"{"comparator":"EQUALS","fieldName":"text"}"#),
    filter(#"{"comparator":"EQUALS","fieldName":"text","fieldValue":{"value":null}}"#),
    filter(#"{"comparator":"EQUALS","fieldName":"new","fieldValue":{"value":"x"}}"#),
    filter(#"{"comparator":"EQUALS","fieldName":"text","fieldValue":{"value":1}}"#),
    filter(#"{"comparator":"EQUALS","systemFieldName":"text","fieldValue":{"value":"x"}}"#),
    filter(#"{"comparator":"IN","fieldName":"text","fieldValue":{"value":["x"]}}"#),
    filter(
      #"{"comparator":"IN","fieldName":"text","fieldValue":\#(tooMany)}"#),
    filter(#"{"comparator":"LIST_CONTAINS","fieldName":"text","fieldValue":{"value":"x"}}"#),
    Case("records/changes", "{}"),
    Case("records/changes", #"{"zoneID":{"zoneName":"_defaultZone"}}"#),
    Case("records/changes", #"{"zoneID":{"zoneName":"Z"},"reverse":true}"#),
    Case("records/changes", #"{"zoneID":{"zoneName":"Z"},"syncToken":7}"#),
    Case("records/changes", #"{"zoneID":{"zoneName":"Z"},"resultsLimit":-1}"#),
    Case("changes/zone", "{}"),
    Case("changes/zone", #"{"zones":[{}]}"#),
    Case("changes/zone", #"{"zones":\#(list(#"{"zoneID":{"zoneName":"Z"}}"#, 201))}"#),
    Case("changes/database", #"{"syncToken":[]}"#),
    Case("zones/changes", #"{"metaSyncToken":1}"#),
    Case("zones/lookup", "{}"),
    Case("zones/lookup", #"{"zones":[{"zoneName":"_other"}]}"#),
    Case("zones/modify", "{}"),
    Case("zones/modify", #"{"operations":[{"operationType":"create"}]}"#),
    Case("zones/modify", #"{"operations":\#(list("{}", 201))}"#),
    Case(
      "zones/modify",
      #"{"operations":[{"operationType":"rename","zone":{"zoneID":{"zoneName":"A"}}}]}"#),
    Case("zones/modify", #"{"operations":\#(list(zone, 2))}"#),
    Case("assets/upload", #"{"tokens":[]}"#),
    Case("assets/rereference", "{}"),
  ]

  private static let missing = #""zoneID":{"zoneName":"missing"}"#
  private static let foreign = #""zoneID":{"zoneName":"Z","ownerRecordName":"_somebody"}"#
  private static let noZone = "ZONE_NOT_FOUND"
  private static let expired = "CHANGE_TOKEN_EXPIRED"

  private static let places: [Case] = [
    Case("records/modify", #"{"operations":[],\#(missing)}"#, 404, noZone),
    Case("records/modify", #"{"operations":[],\#(foreign)}"#, 404, noZone),
    Case("records/modify", #"{"operations":[],\#(missing)}"#, 404, noZone, in: "public"),
    Case("records/modify", #"{"operations":[]}"#, 404, noZone, in: "shared"),
    Case("records/lookup", #"{"records":[],\#(missing)}"#, 404, noZone),
    Case("records/query", #"{"query":{"recordType":"Note"},\#(missing)}"#, 404, noZone),
    Case("records/changes", "{\(missing)}", 404, noZone),
    Case("records/changes", #"{"zoneID":{"zoneName":"Z"},"syncToken":"AAAA"}"#, 400, expired),
    Case("changes/database", #"{"syncToken":"nonsense"}"#, 400, expired),
    Case("zones/changes", #"{"metaSyncToken":"x"}"#, 400, expired),
    Case("records/changes", "{}", in: "public"),
    Case("changes/zone", "{}", in: "public"),
    Case("changes/database", "{}", in: "public"),
    Case("zones/changes", "{}", in: "public"),
    Case("zones/modify", "{}", in: "public"),
    Case("zones/modify", "{}", in: "shared"),
    Case("users/current", "{}", in: "shared"),
    Case("records/frobnicate", "{}", 404, "NOT_FOUND"),
    Case("records", "{}", 404, "NOT_FOUND"),
    Case("records/query", "{}", 404, "NOT_FOUND", in: "secret"),
  ]

  @Test func `requests of a wrong shape or to a wrong place are refused as a whole`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.create("n1", ["text": ["value": "x"]])
      let before = try await anna.changes().body["syncToken"]
      for test in Self.modifications + Self.reads + Self.places {
        let place = anna.with { $0.database = test.database }
        let reply = try await place.send(test.endpoint, Array(test.body.utf8))
        #expect(reply.status == test.status, "\(test)")
        #expect(reply.code == test.code, "\(test)")
        #expect(reply.body["uuid"]?.string?.count == 36)
        #expect(reply.body["reason"]?.string?.isEmpty == false)
      }
      #expect(try await anna.changes().body["syncToken"] == before)
    }
  }

  /// Records that are refused alone, beside a good one.
  private static let records: [String] = [
    #"{"recordType":"No te"}"#,
    #"{"recordType":"cloudkit.share"}"#,
    #"{"recordType":"Other","recordName":"n1"}"#,
    #"{"parent":"n1"}"#,
    #"{"fields":{"_a":{"value":1}}}"#,
    #"{"fields":{"created":{"value":1}}}"#,
    #"{"fields":{"text":"x"}}"#,
    #"{"fields":{"text":{"value":1}}}"#,
    #"{"fields":{"text":{"value":"x","type":"INT64"}}}"#,
    #"{"fields":{"text":{"value":"\#(String(repeating: "x", count: 1 << 20))"}}}"#,
  ]

  /// Values that are refused in a field that is new.
  private static let values: [String] = [
    #"{"value":"x","type":"WORD"}"#,
    #"{"value":true}"#,
    #"{"value":[]}"#,
    #"{"value":{}}"#,
    #"{"value":1.5,"type":"INT64"}"#,
    #"{"value":1.5,"type":"TIMESTAMP"}"#,
    #"{"value":99999999999999999999,"type":"INT64"}"#,
    #"{"value":1e999,"type":"DOUBLE"}"#,
    #"{"value":"a","type":"BYTES"}"#,
    #"{"value":["x",1],"type":"STRING_LIST"}"#,
    #"{"value":{"recordName":""},"type":"REFERENCE"}"#,
    #"{"value":{"recordName":"é"},"type":"REFERENCE"}"#,
    #"{"value":{"recordName":"x","action":"EAT"},"type":"REFERENCE"}"#,
    #"{"value":{"latitude":1},"type":"LOCATION"}"#,
    #"{"value":{"size":1},"type":"ASSETID"}"#,
  ]

  @Test func `a record that is wrong is refused alone`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.create("n1", ["text": ["value": "x"]])
      let values = Self.values.map { #"{"fields":{"new":\#($0)}}"# }
      for (index, wrong) in (Self.records + values).enumerated() {
        let wrong = try JSON(Array(wrong.utf8))
        var members = wrong.members ?? []
        if wrong["recordName"] == nil { members.append(.init(name: "recordName", value: "bad")) }
        if wrong["recordType"] == nil { members.append(.init(name: "recordType", value: "Note")) }
        let operation: JSON = ["operationType": "forceUpdate", "record": .object(members)]
        let good = User.operation("create", "good\(index)")
        let reply = try await anna.modify([operation, good])
        #expect(reply.status == 200)
        #expect(reply.codes == ["BAD_REQUEST", nil], "record \(index)")
      }
      let untyped = User.operation("create", "bad", type: nil)
      #expect(try await anna.modify([untyped]).codes == ["BAD_REQUEST"])
      #expect(try await anna.lookup(["bad"]).codes == ["NOT_FOUND"])
    }
  }

  @Test(arguments: ["{", "[]", "7", "{\"a\":1,\"a\":2}", "{}x", "\u{FEFF}{}"])
  func `a body that is no JSON object is refused`(text: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      for endpoint in Endpoint.allCases {
        let reply = try await anna.send(endpoint.rawValue, Array(text.utf8))
        #expect(reply.status == 400)
        #expect(reply.code == "BAD_REQUEST")
      }
    }
  }

  @Test func `a deeply nested body is refused`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let body = Array(repeating: UInt8(ascii: "["), count: 1 << 20)
      #expect(try await anna.send("records/modify", body).status == 400)
    }
  }

  @Test func `a method that an endpoint does not take is refused`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      for endpoint in ["zones/list", "users/current", "users/caller"] {
        #expect(try await anna.ask(endpoint, method: "GET").status == 200)
        #expect(try await anna.ask(endpoint, method: "POST").status == 200)
        #expect(try await anna.ask(endpoint, method: "DELETE").status == 405)
      }
      for endpoint in ["records/query", "records/modify", "changes/zone"] {
        let reply = try await anna.ask(endpoint, method: "GET")
        #expect(reply.status == 405)
        #expect(reply.code == "BAD_REQUEST")
      }
    }
  }
}
