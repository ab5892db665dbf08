import CloudKitCore
import CloudKitHTTP
import CloudKitStorage
import Foundation
import ServerJSON
import Testing

/// A request that is refused, and the code that its answer has.
private struct Refusal: Sendable {
  let code: ServiceError.Code
  let endpoint: Endpoint
  let body: JSON
  /// Whether an item of the answer has the code, and not the whole answer.
  var isItem = false
  var database = "private"

  init(
    _ code: ServiceError.Code, _ endpoint: Endpoint, _ body: JSON, isItem: Bool = false,
    database: String = "private"
  ) {
    (self.code, self.endpoint, self.body) = (code, endpoint, body)
    (self.isItem, self.database) = (isItem, database)
  }
}

private let missing: JSON = ["zoneID": ["zoneName": "missing"]]
private let zoneZ: JSON = ["zoneID": ["zoneName": "Z"]]

/// A request to change one record of zone `Z`, or in the public database of the default one.
private func modify(
  _ kind: String, _ name: String, _ fields: JSON = [:], tag: String? = nil, zone: String = "Z",
  atomic: Bool = false
) -> JSON {
  [
    "zoneID": ["zoneName": .string(zone)], "atomic": .bool(atomic),
    "operations": [User.operation(kind, name, tag: tag, fields)],
  ]
}

/// What each endpoint can answer besides what all can (CLOUDKIT.md §1.13). In zone `Z` there is `old`; in the
/// public database `bert` has made `his`. Add a row for each new endpoint and code.
private let table: [Refusal] = [
  Refusal(.atomic, .recordsModify, modify("delete", "missing", atomic: true)),
  Refusal(.conflict, .recordsModify, modify("create", "old"), isItem: true),
  Refusal(.conflict, .recordsModify, modify("update", "old", tag: "no"), isItem: true),
  Refusal(.notFound, .recordsModify, modify("delete", "missing"), isItem: true),
  Refusal(.badRequest, .recordsModify, modify("create", "new", ["a": "text"]), isItem: true),
  Refusal(.zoneNotFound, .recordsModify, modify("create", "new", zone: "missing")),
  Refusal(
    .validatingReference, .recordsModify,
    modify(
      "create", "new", ["to": ["value": ["recordName": "missing", "action": "VALIDATE"]]]),
    isItem: true),
  Refusal(
    .accessDenied, .recordsModify, modify("forceUpdate", "his", zone: ZoneID.defaultName),
    isItem: true, database: "public"),
  Refusal(
    .notFound, .recordsLookup,
    ["records": [["recordName": "missing"]], "zoneID": ["zoneName": "Z"]],
    isItem: true),
  Refusal(
    .zoneNotFound, .recordsLookup,
    ["records": [["recordName": "old"]], "zoneID": ["zoneName": "missing"]]),
  Refusal(
    .zoneNotFound, .recordsQuery,
    ["query": ["recordType": "Note"], "zoneID": ["zoneName": "missing"]]),
  Refusal(.zoneNotFound, .recordsChanges, missing),
  Refusal(
    .changeTokenExpired, .recordsChanges, ["zoneID": ["zoneName": "Z"], "syncToken": "unknown"]),
  Refusal(.zoneNotFound, .changesZone, ["zones": [missing]], isItem: true),
  Refusal(
    .changeTokenExpired, .changesZone,
    ["zones": [["zoneID": ["zoneName": "Z"], "syncToken": "unknown"]]], isItem: true),
  Refusal(.changeTokenExpired, .changesDatabase, ["syncToken": "unknown"]),
  Refusal(.changeTokenExpired, .zonesChanges, ["metaSyncToken": "unknown"]),
  Refusal(.zoneNotFound, .zonesLookup, ["zones": [["zoneName": "missing"]]], isItem: true),
  Refusal(.zoneNotFound, .zonesModify, User.zones("delete", "missing"), isItem: true),
  Refusal(.badRequest, .zonesModify, User.zones("create", ZoneID.defaultName), isItem: true),
  Refusal(
    .notFound, .recordsResolve, ["shortGUIDs": ["unknown"]], isItem: true, database: "public"),
  Refusal(
    .notFound, .recordsAccept, ["shortGUIDs": ["unknown"]], isItem: true, database: "public"),
  Refusal(.badRequest, .subscriptionsModify, subscription("create", [:]), isItem: true),
  Refusal(
    .notFound, .subscriptionsModify, subscription("delete", ["subscriptionID": "no"]),
    isItem: true),
  Refusal(
    .notFound, .subscriptionsLookup, ["subscriptions": [["subscriptionID": "no"]]], isItem: true),
  Refusal(.badRequest, .tokensCreate, ["apnsEnvironment": "staging"]),
  Refusal(.badRequest, .tokensRegister, ["apnsToken": "unknown"]),
  Refusal(.badRequest, .usersDiscover, ["lookupInfos": "bert"], database: "public"),
  Refusal(.badRequest, .usersLookupEmail, [:], database: "public"),
  Refusal(.badRequest, .usersLookupID, [:], database: "public"),
  Refusal(.badRequest, .usersLookupContacts, [:], database: "public"),
]

private func subscription(_ kind: String, _ subscription: JSON) -> JSON {
  ["operations": [["operationType": .string(kind), "subscription": subscription]]]
}

/// Codes that every endpoint can answer, which ``ErrorTableTests`` asks of each.
private let ofAllEndpoints: Set<ServiceError.Code> = [
  .authenticationFailed, .authenticationRequired, .badRequest, .internalError,
]

/// Codes that need a server with other settings.
private let testedElsewhere: [ServiceError.Code: String] = [
  .quotaExceeded: "QuotaTests fills databases",
  .throttled: "LimitTests asks every endpoint too often",
  .tryAgainLater: "LimitTests sends more large bodies than there is room for",
]

/// Rows of CLOUDKIT.md §1.13 that this server never answers.
private let neverAnswered: [String: String] = [
  "EXISTS": "a record that exists is a CONFLICT, and creating a zone that exists is no error",
  "UNIQUE_FIELD_ERROR": "fields cannot be made unique",
  "ZONE_BUSY": "requests to a zone wait for each other",
  "REQUEST_FAILED": "it belongs to services inside iCloud",
  "SERVER_RECORD_CHANGED": "it belongs to services inside iCloud",
]

/// Every row of CLOUDKIT.md §1.13.
private let documented = """
  ACCESS_DENIED ATOMIC_ERROR AUTHENTICATION_FAILED AUTHENTICATION_REQUIRED BAD_REQUEST CONFLICT EXISTS
  INTERNAL_ERROR NOT_FOUND QUOTA_EXCEEDED THROTTLED TRY_AGAIN_LATER VALIDATING_REFERENCE_ERROR
  ZONE_NOT_FOUND UNIQUE_FIELD_ERROR ZONE_BUSY CHANGE_TOKEN_EXPIRED REQUEST_FAILED SERVER_RECORD_CHANGED
  """.split { $0.isWhitespace }.map(String.init)

/// Each endpoint with each code that it can answer.
@Suite struct ErrorTableTests {
  @Test func `every row of the table of codes is tested, or never answered for a reason`() {
    let tested = Set(table.map(\.code)).union(ofAllEndpoints).union(testedElsewhere.keys)
      .map(\.rawValue)
    for code in Set(documented).union(ServiceError.Code.allCases.map(\.rawValue)) {
      #expect(tested.contains(code) != (neverAnswered[code] != nil), "\(code)")
    }
  }

  @Test func `each endpoint says with its code what it refuses`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.create("old")
      let bert = try server.addUser("bert").with { $0.database = "public" }
      try await bert.create("his", zone: ["zoneName": "_defaultZone"])
      for row in table {
        let user = anna.with { $0.database = row.database }
        let reply = try await user.ask(row.endpoint.rawValue, row.body)
        let items = ["records", "zones", "results", "subscriptions"].flatMap {
          reply.body[$0]?.list ?? []
        }
        let text = "\(row.endpoint.rawValue) \(row.code.rawValue): \(reply.status)"
        if row.isItem {
          #expect(reply.status == 200, "\(text)")
          #expect(items.count == 1, "\(text)")
          check(items.first, row.code, text)
        } else {
          #expect(reply.status == row.code.status, "\(text)")
          // An atomic batch that failed has the errors of its records.
          if row.code != .atomic { check(reply.body, row.code, text) }
          #expect(row.code != .atomic || reply.codes == ["NOT_FOUND"], "\(text)")
        }
      }
    }
  }

  @Test func `each endpoint refuses callers that are unknown, and bodies that are no JSON`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      for endpoint in Endpoint.allCases {
        let database = endpoint.databases.contains(.private) ? "private" : "public"
        let user = anna.with { $0.database = database }
        let nobody = try await user.with { $0.apiToken = nil }.ask(endpoint.rawValue)
        check(nobody, .authenticationFailed, endpoint)
        let stranger = try await user.with { $0.webToken = "made up" }.ask(endpoint.rawValue)
        check(stranger, .authenticationFailed, endpoint)
        let program = try await user.with { $0.webToken = nil }.ask(endpoint.rawValue)
        check(program, .authenticationRequired, endpoint)
        #expect(program.body["redirectURL"]?.string?.isEmpty == false, "\(endpoint)")
        check(try await user.send(endpoint.rawValue, Array("[".utf8)), .badRequest, endpoint)
        for other in DatabaseScope.allCases where !endpoint.databases.contains(other) {
          let misplaced = user.with { $0.database = other.rawValue }
          check(try await misplaced.ask(endpoint.rawValue), .badRequest, endpoint)
        }
      }
    }
  }

  @Test func `each endpoint says that the server's files are broken, without saying how`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let folder = server.folder.path + "/containers"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      // A file where the folder of the container should be.
      #expect(
        FileManager.default.createFile(
          atPath: folder + "/" + RunningServer.container, contents: nil))
      for endpoint in Endpoint.allCases {
        let database = endpoint.databases.contains(.private) ? "private" : "public"
        let reply = try await anna.with { $0.database = database }.ask(endpoint.rawValue)
        check(reply, .internalError, endpoint)
        #expect(reply.body["reason"]?.string?.contains("/") == false, "\(endpoint)")
      }
    }
  }

  private func check(_ reply: Reply, _ code: ServiceError.Code, _ endpoint: Endpoint) {
    #expect(reply.status == code.status, "\(endpoint.rawValue)")
    check(reply.body, code, endpoint.rawValue)
  }

  private func check(_ error: JSON?, _ code: ServiceError.Code, _ text: String) {
    #expect(error?["serverErrorCode"]?.string == code.rawValue, "\(text)")
    for key in ["uuid", "reason"] {
      #expect(error?[key]?.string?.isEmpty == false, "\(text): \(key)")
    }
  }
}
