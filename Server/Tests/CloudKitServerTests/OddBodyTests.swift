import CloudKitCore
import CloudKitHTTP
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// Bodies that no client would send: words of the protocol in any order, with any kind of value.
@Suite struct OddBodyTests {
  private static let words = [
    "action", "aliases", "apnsEnvironment", "apnsToken", "atomic", "comparator",
    "continuationMarker",
    "createShortGUID", "desiredKeys", "desiredRecordTypes", "distance", "emailAddress", "fieldName",
    "fields", "fieldValue", "filterBy", "firesOn", "firesOnce", "forRecord", "lookupInfo",
    "lookupInfos",
    "metaSyncToken", "notificationInfo", "numbersAsStrings", "operations", "operationType",
    "ownerRecordName", "parent", "participants", "permission", "publicPermission", "query",
    "record",
    "recordChangeTag", "recordName", "records", "recordType", "resultsLimit", "reverse",
    "shortGUIDs",
    "shouldFetchRootRecord", "sortBy", "subscription", "subscriptionID", "subscriptions",
    "subscriptionType", "syncToken", "systemFieldName", "text", "tokens", "type", "userIdentity",
    "userRecordName", "value", "zone", "zoneID", "zoneName", "zones", "zoneWide",
  ]
  private static let texts = [
    "create", "update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete", "Note",
    "cloudkit.share", "cloudkit.zoneshare", "Z", "_defaultZone", "_defaultOwner", "root", "",
    "EQUALS", "IN", "BEGINS_WITH", "NEAR", "LIST_CONTAINS", "STRING", "INT64", "REFERENCE_LIST",
    "TIMESTAMP", "BYTES", "query", "zone", "database", "READ_WRITE", "NONE", "OWNER", "VALIDATE",
    "DELETE_SELF", "\u{0}", "\u{202E}a", "e\u{301}", "🧩", "../../etc/passwd", "' OR 1=1 --",
    "<script>", String(repeating: "x", count: 300), "AAAA", "9223372036854775808",
  ]
  private static let plain: [JSON] = [
    .null, true, false, 0, -1, .number("9223372036854775807"), .number("1e400"), .number("-0.0"),
    .number("1e-7"), .list([]), .object([]),
  ]

  private func value(_ random: inout SeededRandom, _ depth: Int) -> JSON {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3 where depth > 0: return object(&random, depth)
    case 4...5 where depth > 0:
      return .list(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&random, depth - 1) })
    case 6: return Self.plain.randomElement(using: &random) ?? .null
    default: return .string(Self.texts.randomElement(using: &random) ?? "")
    }
  }

  private func object(_ random: inout SeededRandom, _ depth: Int) -> JSON {
    .object(
      (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        .init(
          name: Self.words.randomElement(using: &random) ?? "", value: value(&random, depth - 1))
      })
  }

  /// A body of an endpoint whose parts are right more often than not, so that it gets beyond the first check.
  private func body(_ endpoint: Endpoint, _ random: inout SeededRandom) -> JSON {
    func odd(_ usual: JSON) -> JSON {
      Int.random(in: 0..<4, using: &random) == 0 ? value(&random, 3) : usual
    }
    let zone: JSON = odd(["zoneName": odd("Z")])
    let name = odd(["root", "a", "b"].randomElement(using: &random).map(JSON.string) ?? "a")
    let kinds = Self.texts.prefix(7).map(JSON.string)
    let record: JSON = odd([
      "recordName": name, "recordType": odd("Note"),
      "fields": odd(["text": odd(["value": odd("x")])]),
      "parent": odd(["recordName": name]),
    ])
    let subscription: JSON = odd([
      "subscriptionID": name, "subscriptionType": odd("query"), "firesOn": odd(["create"]),
      "query": odd(["recordType": odd("Note"), "filterBy": value(&random, 3)]), "zoneID": zone,
    ])
    let kind = kinds.randomElement(using: &random) ?? "create"
    let operation: JSON = odd([
      "operationType": odd(kind), "record": record, "zone": ["zoneID": zone],
      "subscription": subscription,
    ])
    return [
      "zoneID": zone, "operations": odd([operation]), "records": odd([record]), "atomic": odd(true),
      "zones": odd([["zoneID": zone, "syncToken": value(&random, 1)]]), "query": odd(subscription),
      "subscriptions": odd([subscription]), "shortGUIDs": odd([["value": name]]),
      "lookupInfos": odd([["emailAddress": name]]), "apnsToken": odd("x.y"),
      "syncToken": odd("AAAA"), "resultsLimit": odd(5),
    ]
  }

  /// `STREAKLINE_LONG=1 make test-server` tries more.
  private static let tries =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == "1" ? 4_000 : 150

  @Test func `a strange body is answered or refused, and breaks nothing`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      try await anna.createZone()
      try await anna.create("root")
      var random = SeededRandom(seed: 11)
      var statuses: [Int: Int] = [:]
      for endpoint in Endpoint.allCases {
        for _ in 0..<Self.tries {
          let databases = endpoint.databases.map(\.rawValue).sorted()
          let database = databases.randomElement(using: &random) ?? "private"
          let user = (Bool.random(using: &random) ? anna : bert).with { $0.database = database }
          let body = body(endpoint, &random)
          let reply = try await user.ask(endpoint.rawValue, body)
          statuses[reply.status, default: 0] += 1
          // An atomic batch that is refused has the errors of its records.
          let isAtomic = reply.status == 400 && !reply.records.isEmpty
          let isKnown =
            reply.status == 200 || isAtomic
            || ServiceError.Code.allCases.contains {
              $0 != .internalError && $0.rawValue == reply.code
            }
          #expect(isKnown, "\(endpoint.rawValue) \(reply.status) \(reply.body) to \(body)")
          let items = reply.body.members?.flatMap { $0.value.list ?? [] } ?? []
          for item in items {
            #expect(
              item["serverErrorCode"]?.string != "INTERNAL_ERROR",
              "\(endpoint.rawValue) \(item) to \(body)")
          }
        }
      }
      // Both are met, so that neither everything nor nothing is refused.
      #expect(statuses[200] ?? 0 > 100 && statuses[400] ?? 0 > 100, "\(statuses)")
      #expect(try await anna.ask("zones/list").status == 200)
    }
  }
}
