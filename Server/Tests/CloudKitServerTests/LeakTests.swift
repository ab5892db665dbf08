import CloudKitHTTP
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// What one user may not see never comes to another one: neither content nor names, nor whether there is
/// something.
@Suite struct LeakTests {
  private static let requests =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == nil ? 600 : 10_000

  /// Names of anna's that nobody else knows, and as many that nobody has. They stand in requests as `@1`.
  private static let hidden = ["secret-diary", "HiddenZone", "below-secret"]
  private static let absent = ["absent-diary", "AbsentZone", "below-absent"]
  private static let contents = ["CONTENT-ONE", "CONTENT-TWO", "CONTENT-THREE"]

  /// What the requests are made of: the tokens and names that others may have overheard.
  private struct Known {
    var owner = ""
    /// Anna's tokens of zones and databases.
    var tokens: [String] = []
    var tag = ""
  }

  private func prepare(_ server: RunningServer) async throws -> (Known, bert: User, carl: User) {
    let anna = try server.addUser("anna")
    let bert = try server.addUser("bert").with { $0.database = "shared" }
    let carl = try server.addUser("carl").with { $0.database = "shared" }
    var known = Known()
    known.owner =
      try await anna.ask("users/current").body["userRecordName"]?.string ?? ""
    func text(_ text: String) -> JSON { ["text": ["value": .string(text)]] }
    for zone in ["Z", Self.hidden[1]] {
      try await anna.createZone(zone)
      let json: JSON = ["zoneName": .string(zone)]
      for (name, content) in zip([Self.hidden[0], "root"], Self.contents) {
        known.tag = try await anna.create(name, text(content), zone: json)
      }
    }
    let below: JSON = [
      "operationType": "create",
      "record": [
        "recordName": .string(Self.hidden[2]), "recordType": "Note",
        "fields": text("CONTENT-THREE"),
        "parent": ["recordName": .string(Self.hidden[0])],
      ],
    ]
    let share: JSON = [
      "operationType": "create",
      "record": [
        "recordName": "share", "recordType": "cloudkit.share", "fields": [:],
        "forRecord": ["recordName": "root"],
        "participants": [
          [
            "type": "USER", "permission": "READ_WRITE",
            "userIdentity": ["lookupInfo": ["emailAddress": "bert"]],
          ]
        ],
      ],
    ]
    let reply = try await anna.modify([below, share])
    let guid = try #require(reply.records.last?["shortGUID"]?.string, "\(reply.body)")
    _ = try await bert.with { $0.database = "public" }.ask(
      "records/accept", ["shortGUIDs": [.string(guid)]])
    for body: JSON in [["zoneID": User.zone], ["zoneID": ["zoneName": .string(Self.hidden[1])]]] {
      known.tokens.append(
        try await anna.ask("records/changes", body).body["syncToken"]?.string ?? "")
    }
    known.tokens.append(
      try await anna.ask("changes/database").body["syncToken"]?.string ?? "")
    return (known, bert, carl)
  }

  // MARK: - Requests

  private struct Request {
    let endpoint: Endpoint
    let database: String
    /// With `@0` to `@2` for hidden names.
    let body: String
  }

  private func request(_ known: Known, _ random: inout SeededRandom) -> Request {
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let endpoint = Endpoint.allCases.randomElement(using: &random) ?? .recordsLookup
    let zone = pick([
      #"{"zoneName":"Z","ownerRecordName":"\#(known.owner)"}"#,
      #"{"zoneName":"@1","ownerRecordName":"\#(known.owner)"}"#, #"{"zoneName":"@1"}"#,
      #"{"zoneName":"_defaultZone"}"#,
      #"{"zoneName":"_defaultZone","ownerRecordName":"\#(known.owner)"}"#,
    ])
    let name = pick(["@0", "@2"])
    let token = pick(known.tokens + ["", "AAAA"])
    let tag = pick([#","recordChangeTag":"\#(known.tag)""#, ""])
    let body =
      switch endpoint {
      case .recordsModify:
        #"""
        {"zoneID":\#(zone),"atomic":\#(pick(["true", "false"])),"operations":[{"operationType":
        "\#(pick(["create", "update", "forceUpdate", "replace", "forceReplace", "delete", "forceDelete"]))",
        "record":{"recordName":"\#(name)","recordType":"Note","fields":{}\#(tag)\#(pick([
          "", #","parent":{"recordName":"@0"}"#,
        ]))}}]}
        """#
      case .recordsLookup:
        #"{"zoneID":\#(zone),"records":[{"recordName":"\#(name)"},{"recordName":"@0"}]}"#
      case .recordsQuery:
        #"""
        {"zoneID":\#(zone),"query":{"recordType":"Note","filterBy":[{"fieldName":"text","comparator":
        "EQUALS","fieldValue":{"value":"\#(pick(Self.contents.map { $0 + "x" }))"}}]},
        "continuationMarker":"\#(token)"}
        """#
      case .recordsChanges: #"{"zoneID":\#(zone),"syncToken":"\#(token)"}"#
      case .changesZone: #"{"zones":[{"zoneID":\#(zone),"syncToken":"\#(token)"}]}"#
      case .changesDatabase: #"{"syncToken":"\#(token)"}"#
      case .zonesChanges: #"{"metaSyncToken":"\#(token)"}"#
      case .zonesLookup: #"{"zones":[{"zoneID":\#(zone)}]}"#
      case .zonesModify:
        #"{"operations":[{"operationType":"delete","zone":{"zoneID":\#(zone)}}]}"#
      case .subscriptionsModify:
        #"""
        {"operations":[{"operationType":"\#(pick(["create", "update", "delete"]))","subscription":
        {"subscriptionID":"\#(name)","subscriptionType":"zone","zoneID":\#(zone)}}]}
        """#
      case .subscriptionsLookup: #"{"subscriptions":[{"subscriptionID":"\#(name)"}]}"#
      case .tokensRegister: #"{"apnsToken":"\#(token)"}"#
      case .recordsResolve, .recordsAccept: #"{"shortGUIDs":["\#(pick(["@0", token]))"]}"#
      default: #"{"lookupInfos":[{"userRecordName":"\#(name)"}],"zoneID":\#(zone)}"#
      }
    return Request(
      endpoint: endpoint, database: pick(["private", "shared", "public"]), body: body)
  }

  private func answer(
    _ user: User, _ request: Request, names: [String]
  ) async throws -> String {
    var body = request.body
    for (index, name) in names.enumerated() { body.replace("@\(index)", with: name) }
    let reply = try await user.with { $0.database = request.database }.send(
      request.endpoint.rawValue, Array(body.utf8))
    return "\(reply.status) " + String(decoding: reply.body.bytes, as: UTF8.self)
  }

  /// The answer without what differs from one answer to the next.
  private func plain(_ answer: String, names: [String]) -> String {
    var answer = answer
    for (index, name) in names.enumerated() { answer.replace(name, with: "@\(index)") }
    let changing =
      #/"(uuid|syncToken|metaSyncToken|recordChangeTag|timestamp|continuationMarker|apnsToken)":("[^"]*"|\d+)/#
    return answer.replacing(changing) { "\"\($0.1)\"" }
      .replacing(#/"webcourierURL":"[^"]*"/#) { _ in "" }
  }

  @Test func `what is not shared answers like what is not there`() async throws {
    let (known, compared) = try await RunningServer.run { server in
      let (known, bert, carl) = try await prepare(server)
      var random = SeededRandom(seed: 7)
      var compared = 0
      for number in 0..<Self.requests {
        let user = number.isMultiple(of: 2) ? bert : carl
        let request = request(known, &random)
        let hidden = try await answer(user, request, names: Self.hidden)
        for content in Self.contents {
          let isShared = user.webToken == bert.webToken && content == "CONTENT-TWO"
          #expect(isShared || !hidden.contains(content), "\(request) \(hidden)")
        }
        let absent = try await answer(user, request, names: Self.absent)
        // What users have subscribed to themselves, with the names that they gave, they may list.
        let own = request.endpoint == .subscriptionsList
        let same =
          own
          ? hidden == absent
          : plain(hidden, names: Self.hidden) == plain(absent, names: Self.absent)
        #expect(same, "\(request)\n\(hidden)\n\(absent)")
        compared += 1
      }
      return (known, compared)
    }
    #expect(compared == Self.requests && known.tokens.allSatisfy { !$0.isEmpty })
  }
}
