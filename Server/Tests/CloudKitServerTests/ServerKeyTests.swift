import CloudKitCore
import CloudKitStorage
import Crypto
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// Server-to-server keys (CLOUDKIT.md §1.2 b).
@Suite struct ServerKeyTests {
  /// A program that signs its requests.
  private struct Signer {
    let server: RunningServer
    let keyID: String
    let key: P256.Signing.PrivateKey
    var environment = "development"
    var container = RunningServer.container

    init(_ server: RunningServer) throws {
      self.server = server
      key = P256.Signing.PrivateKey()
      keyID = try server.folder.accounts.addKey(
        container: RunningServer.container, pem: key.publicKey.pemRepresentation, now: 0)
    }

    var now: String {
      Date(timeIntervalSince1970: Double(server.clock.now()) / 1_000).formatted(.iso8601)
    }

    /// Signs and sends a request, with parts of it changed.
    func send(
      _ endpoint: String, _ body: [UInt8], method: String = "POST", database: String = "public",
      query: String = "", date: String? = nil, hash: String? = nil,
      signed: ((String) -> String)? = nil,
      form: (P256.Signing.ECDSASignature) -> Data = \.derRepresentation,
      id: String? = nil
    ) async throws -> Reply {
      let date = date ?? now
      let path =
        "/database/1/\(container)/\(environment)/\(database)/\(endpoint)"
      let hash = hash ?? Data(SHA256.hash(data: body)).base64EncodedString()
      let message = "\(date):\(hash):\(signed?(path) ?? path)"
      let signature = try key.signature(for: Data(message.utf8))
      return try await server.send(
        path + query, body, method: method,
        headers: [
          ("X-Apple-CloudKit-Request-KeyID", id ?? keyID),
          ("X-Apple-CloudKit-Request-ISO8601Date", date),
          ("X-Apple-CloudKit-Request-SignatureV1", form(signature).base64EncodedString()),
        ])
    }

    static func save(_ name: String) -> [UInt8] {
      (["operations": [User.operation("create", name, ["f": ["value": 1]])]] as JSON).bytes
    }
  }

  private static let list = Array(#"{"records":[]}"#.utf8)
  private static let empty = Data(SHA256.hash(data: Data())).base64EncodedString()

  @Test func `a key writes to the public database as a user of its own`() async throws {
    try await RunningServer.run { server in
      let (one, other) = (try Signer(server), try Signer(server))
      let anna = try server.addUser("anna").with { $0.database = "public" }
      let written = try await one.send("records/modify", Signer.save("a"))
      #expect(written.codes == [nil], "\(written.body)")
      #expect(written.headers["x-apple-cloudkit-web-auth-token"] == nil)
      let names = [
        written.records.first,
        try await other.send("records/modify", Signer.save("b")).records.first,
        try await anna.modify(
          [User.operation("create", "c", [:])], zone: ["zoneName": "_defaultZone"]
        )
        .records.first,
      ].map { $0?["created"]?["userRecordName"]?.string }
      #expect(Set(names).count == 3 && !names.contains(nil))
      let refused = try await other.send(
        "records/modify",
        (["operations": [["operationType": "forceDelete", "record": ["recordName": "a"]]]] as JSON)
          .bytes)
      #expect(refused.codes == ["ACCESS_DENIED"])
    }
  }

  @Test(arguments: [
    "2027-01-15T08:00:00Z", "2027-01-15T08:00:00.123Z", "2027-01-15T09:00:00+01:00",
  ])
  func `the date counts as it is written`(date: String) async throws {
    try await RunningServer.run { server in
      let reply = try await Signer(server).send("records/lookup", Self.list, date: date)
      #expect(reply.status == 200, "\(reply.body)")
    }
  }

  @Test(arguments: ["", empty])
  func `a request without a body is signed with the hash of nothing, or none`(hash: String)
    async throws
  {
    try await RunningServer.run { server in
      for method in ["GET", "POST"] {
        let reply = try await Signer(server).send("zones/list", [], method: method, hash: hash)
        #expect(reply.status == 200, "\(reply.body)")
      }
    }
  }

  @Test func `the query may be signed or not, and the path may be decoded`() async throws {
    try await RunningServer.run { server in
      let signer = try Signer(server)
      for signed in [{ $0 }, { $0 + "?a=1" }] as [@Sendable (String) -> String] {
        let reply = try await signer.send(
          "records/lookup", Self.list, query: "?a=1", signed: signed)
        #expect(reply.status == 200, "\(reply.body)")
      }
      var other = signer
      other.container = "iCloud%2Ecom.example.app"
      let reply = try await other.send(
        "records/lookup", Self.list, signed: { $0.replacing("%2E", with: ".") })
      #expect(reply.status == 200, "\(reply.body)")
    }
  }

  @Test func `in development a refusal says what is wrong`() async throws {
    try await RunningServer.run { server in
      let signer = try Signer(server)
      let late = Date(timeIntervalSince1970: Double(server.clock.now()) / 1_000 - 731)
      let replies = [
        (
          try await signer.send("records/lookup", Self.list, date: late.formatted(.iso8601)),
          "date skew 731 s"
        ),
        (try await signer.send("records/lookup", Self.list, date: "today"), "date is not like"),
        (try await signer.send("records/lookup", Self.list, hash: ""), "body hash mismatch"),
        (try await signer.send("records/lookup", Self.list, hash: Self.empty), "body hash"),
        (
          try await signer.send("records/lookup", Self.list, signed: { $0 + "x" }),
          "signature is not that of"
        ),
        (try await signer.send("records/lookup", Self.list, form: \.rawRepresentation), "DER"),
        (
          try await signer.send("records/lookup", Self.list, id: String(repeating: "0", count: 64)),
          "unknown key id"
        ),
        (try await signer.send("records/lookup", Self.list, id: "x"), "unknown key id"),
        (
          try await signer.send(
            "records/lookup", Self.list, query: "?ckAPIToken=\(server.apiToken)"), "mixed"
        ),
        (
          try await signer.send("records/lookup", Self.list, database: "private"),
          "public database only"
        ),
        (try await signer.send("users/caller", []), "not for users"),
      ]
      for (reply, reason) in replies {
        #expect(reply.status == 401 && reply.code == "AUTHENTICATION_FAILED")
        #expect(reply.body["reason"]?.string?.contains(reason) == true, "\(reply.body)")
      }
    }
  }

  @Test func `in production a refusal says nothing, and a key that was removed is unknown`()
    async throws
  {
    try await RunningServer.run { server in
      var signer = try Signer(server)
      signer.environment = "production"
      #expect(try await signer.send("records/lookup", Self.list).status == 200)
      let wrong = try await signer.send("records/lookup", Self.list, signed: { $0 + "x" })
      let unknown = try await signer.send("records/lookup", Self.list, id: "x")
      try server.folder.accounts.removeKey(signer.keyID)
      let removed = try await signer.send("records/lookup", Self.list)
      for reply in [wrong, unknown, removed] {
        #expect(reply.status == 401 && reply.body["reason"] == "Authentication failed")
      }
    }
  }

  @Test func `a key of another container is unknown`() async throws {
    try await RunningServer.run { server in
      var signer = try Signer(server)
      signer.container = "iCloud.other"
      try server.folder.accounts.createContainer(signer.container, now: 0)
      let reply = try await signer.send("records/lookup", Self.list)
      #expect(reply.body["reason"] == "unknown key id for this container")
    }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
    ("2016-01-25T22:15:43Z", 1_453_760_143), ("2026-12-31T23:59:59-0130", 1_798_766_999),
    ("2026-13-01T00:00:00Z", nil), ("2026-01-25 22:15:43Z", nil), ("2026-01-25T22:15:43", nil),
    ("", nil), (String(repeating: "9", count: 100_000), nil),
  ])
  func `reads dates`(text: String, seconds: Int?) {
    #expect(RequestSignature.seconds(iso8601: text) == seconds)
  }

  @Test func `streakline syncs with the public database by a key`() async throws {
    try await RunningServer.run { server in
      let account = try server.account("anna", apps: ["quiettimer"])
      let container = try #require(account.tokens["quiettimer"]).container
      var homes: [Home] = []
      server.clock.setToSystem()
      for _ in 0..<2 {
        let key = P256.Signing.PrivateKey()
        let id = try server.folder.accounts.addKey(
          container: container, pem: key.publicKey.pemRepresentation, now: 0)
        let home = try Home(account, settings: ["database: public"])
        let file = try home.tool.folder.write(key.pemRepresentation, to: "key.pem")
        try home.tool.folder.write(
          "keyID: \(id)\nprivateKey: \(file)\n", to: Home.secrets("quiettimer"))
        homes.append(home)
      }
      try await homes[0].run("timer", "start")
      try await homes[0].run("timer", "stop")
      try await homes[0].sync()
      try await homes[1].sync()
      let session = try await homes[0].shown("list", "TimerSession")
      #expect(session.count == 1)
      #expect(try await homes[1].shown("list", "TimerSession").first?["name"] == session[0]["name"])
    }
  }
}
