import AsyncHTTPClient
import CloudKitCore
import CloudKitHTTP
import CloudKitStorage
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import ServerJSON
import Synchronization
import ToolTesting

/// A server on a port of this machine, with a folder of its own and a clock that tests move.
struct RunningServer: Sendable {
  static let container = "iCloud.com.example.app"

  let folder: DataFolder
  let port: Int
  let apiToken: String
  let clock: TestClock

  /// Runs a server while the body runs.
  static func run<Result: Sendable>(
    _ change: (inout ServerSettings) -> Void = { _ in },
    _ body: @escaping @Sendable (RunningServer) async throws -> Result
  ) async throws -> Result {
    await AsyncSemaphore.servers.wait()
    defer { AsyncSemaphore.servers.signal() }
    let path = FileManager.default.temporaryDirectory.appending(path: "ck-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try DataFolder(path)
    try folder.accounts.createContainer(container, now: 0)
    let api = try folder.accounts.createToken(
      container: container, user: nil, now: 0, expiresAt: .max)
    var settings = ServerSettings()
    settings.port = 0
    settings.requestsPerSecond = 100_000
    settings.wrongTokens = 1_000_000
    change(&settings)
    let clock = TestClock()
    let service = CloudKitService(
      folder: folder, settings: settings, now: clock.now, newUUID: { UUID().uuidString })
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let server = CloudKitServer(service, logger: logger)
    let (ports, giver) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.runInTask { giver.yield($0) }
        giver.finish()
      }
      defer { group.cancelAll() }
      for await port in ports {
        let running = RunningServer(
          folder: folder, port: port, apiToken: api.apiText, clock: clock)
        return try await body(running)
      }
      try await group.waitForAll()
      throw StorageError("the server has not started")
    }
  }

  func addUser(_ name: String, expiresAt: Int = .max) throws -> User {
    try folder.accounts.addUser(name, now: 0)
    let token = try folder.accounts.createToken(
      container: Self.container, user: name, now: 0, expiresAt: expiresAt)
    let text = WebAuthToken.original(token).text(signedWith: folder.accounts.key)
    return User(server: self, webToken: text)
  }

  /// A program without a user.
  var program: User { User(server: self, webToken: nil) }
}

final class TestClock: Sendable {
  private let milliseconds = Mutex(1_800_000_000_000)

  var now: @Sendable () -> Int { { self.milliseconds.withLock(\.self) } }

  /// Sets the clock to the time of this machine, which other programs sign.
  func setToSystem() {
    milliseconds.withLock { $0 = Int(Date().timeIntervalSince1970 * 1_000) }
  }

  func advance(seconds: Int) {
    milliseconds.withLock { $0 += seconds * 1_000 }
  }
}

/// What a client got.
struct Reply: Sendable {
  let status: Int
  let body: JSON
  let headers: [String: String]

  var code: String? { body["serverErrorCode"]?.string }
  /// The records of the answer.
  var records: [JSON] { body["records"]?.list ?? [] }
  var zones: [JSON] { body["zones"]?.list ?? [] }
  /// The codes of the answer's records, `nil` where there is no error.
  var codes: [String?] { records.map { $0["serverErrorCode"]?.string } }
  var names: [String] { records.compactMap { $0["recordName"]?.string } }
}

/// A client with the tokens of a user.
struct User: Sendable {
  let server: RunningServer
  var webToken: String?
  var apiToken: String?
  var environment = "development"
  var container = RunningServer.container
  var database = "private"

  init(server: RunningServer, webToken: String?) {
    self.server = server
    self.webToken = webToken
    apiToken = server.apiToken
  }

  func with(_ change: (inout User) -> Void) -> User {
    var other = self
    change(&other)
    return other
  }

  /// Sends a request to an endpoint of the database.
  func ask(
    _ endpoint: String, _ body: JSON = [:], method: String = "POST", query: String = "",
    headers: [(String, String)] = []
  ) async throws -> Reply {
    try await send(endpoint, body.bytes, method: method, query: query, headers: headers)
  }

  func send(
    _ endpoint: String, _ body: [UInt8]?, method: String = "POST", query: String = "",
    headers: [(String, String)] = []
  ) async throws -> Reply {
    let path = "/database/1/\(container)/\(environment)/\(database)/\(endpoint)"
    return try await server.send(
      path + "?" + tokens + query, body, method: method, headers: headers)
  }

  private var tokens: String {
    let items = [("ckAPIToken", apiToken), ("ckWebAuthToken", webToken)]
    return items.compactMap { name, value in value.map { "\(name)=\(encoded($0))&" } }.joined()
  }

  private func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }
}

extension RunningServer {
  func send(
    _ address: String, _ body: [UInt8]? = nil, method: String = "GET",
    headers: [(String, String)] = []
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)" + address)
    request.method = .init(rawValue: method)
    if method != "GET", let body { request.body = .bytes(ByteBuffer(bytes: body)) }
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
    let content = Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
    var fields: [String: String] = [:]
    for (name, value) in response.headers { fields[name.lowercased()] = value }
    return Reply(
      status: Int(response.status.code), body: (try? JSON(content)) ?? .null, headers: fields)
  }
}

// MARK: - Usual requests

extension User {
  static let zone: JSON = ["zoneName": "Z"]

  func createZone(_ name: String = "Z") async throws {
    _ = try await ask("zones/modify", Self.zones("create", name))
  }

  static func zones(_ kind: String, _ name: String) -> JSON {
    [
      "operations": [
        ["operationType": .string(kind), "zone": ["zoneID": ["zoneName": .string(name)]]]
      ]
    ]
  }

  func modify(
    _ operations: [JSON], zone: JSON = zone, atomic: Bool? = false
  ) async throws -> Reply {
    try await ask(
      "records/modify",
      .members([
        ("operations", .list(operations)), ("zoneID", zone), ("atomic", atomic.map(JSON.bool)),
      ]))
  }

  static func operation(
    _ kind: String, _ name: String?, type: String? = "Note", tag: String? = nil,
    _ fields: JSON? = nil
  ) -> JSON {
    [
      "operationType": .string(kind),
      "record": .members([
        ("recordName", name.map(JSON.string)), ("recordType", type.map(JSON.string)),
        ("recordChangeTag", tag.map(JSON.string)), ("fields", fields),
      ]),
    ]
  }

  /// Creates a record and returns its tag.
  @discardableResult
  func create(_ name: String, _ fields: JSON = [:], zone: JSON = zone) async throws -> String {
    let reply = try await modify([Self.operation("create", name, fields)], zone: zone)
    return reply.records.first?["recordChangeTag"]?.string ?? ""
  }

  func lookup(_ names: [String], zone: JSON = zone) async throws -> Reply {
    let records = names.map { JSON.object([.init(name: "recordName", value: .string($0))]) }
    return try await ask("records/lookup", ["records": .list(records), "zoneID": zone])
  }

  func changes(_ token: String? = nil, limit: Int? = nil) async throws -> Reply {
    try await ask(
      "records/changes",
      .members([
        ("zoneID", Self.zone), ("syncToken", token.map(JSON.string)),
        ("resultsLimit", limit.map(JSON.int)),
      ]))
  }
}
