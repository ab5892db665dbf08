import AsyncHTTPClient
import CloudKitHTTP
import CloudKitStorage
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Streakline
import StreaklinePage
import ToolTesting

/// A server with a page and a store of its own, on a port of this machine.
struct RunningPage: Sendable {
  /// 4 October 2026 at noon.
  static let now = Instant(Day(daysSinceEpoch: 20_730), hour: 12)

  let store: RecordStore
  let port: Int
  private let folder: DataFolder

  struct Reply: Sendable {
    let status: Int
    let text: String
    let headers: [String: String]
  }

  /// Runs a server while the body runs.
  static func run(
    door: Door = .open, requestsPerSecond: Double = 10_000, quota: PageQuota = .usual,
    publicOrigin: String? = nil, log: LogLines? = nil,
    _ body: @escaping @Sendable (RunningPage) async throws -> Void
  ) async throws {
    await AsyncSemaphore.servers.wait()
    defer { AsyncSemaphore.servers.signal() }
    let path = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
      .path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try DataFolder(path)
    let store = try RecordStore(path: path + "/page.db")
    var settings = ServerSettings()
    settings.port = 0
    settings.requestsPerSecond = requestsPerSecond
    // However slow the machine is, no wrong token is forgotten.
    settings.wrongTokenSeconds = 1_000_000
    // On a busy machine a client needs longer to have sent what is refused.
    settings.refusedBodySeconds = 30
    let service = CloudKitService(
      folder: folder, settings: settings, now: { 0 }, newUUID: { UUID().uuidString })
    var logger = log?.logger ?? Logger(label: "test")
    if log == nil { logger.logLevel = .critical }
    let server = CloudKitServer(
      service, site: try site(store, folder, door, quota, publicOrigin), offersSync: false,
      logger: logger)
    let (ports, giver) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.runInTask { giver.yield($0) }
        giver.finish()
      }
      defer { group.cancelAll() }
      for await port in ports {
        return try await body(RunningPage(store: store, port: port, folder: folder))
      }
      try await group.waitForAll()
    }
  }

  private static func site(
    _ store: RecordStore, _ folder: DataFolder, _ door: Door, _ quota: PageQuota,
    _ publicOrigin: String?
  ) throws -> Site {
    try Site(
      store: store, publicOrigin: publicOrigin, door: door,
      uploads: Uploads(folder: URL(filePath: folder.path).appending(path: "uploads")),
      quota: quota,
      locations: Locations(
        environment: { $0 == "STREAKLINE_HOME" ? Tool.root.path : folder.path }, executable: ""),
      holder: { text in
        guard let found = try? folder.accounts.pageHolder(of: text, now: 1_000),
          let role = PageRole(rawValue: found.role)
        else { return nil }
        return PageHolder(user: found.user, role: role, player: found.player)
      },
      now: { Self.now })
  }

  /// Adds a user with a token.
  func token(
    of user: String, _ role: PageRole, expiresAt: Int = 2_000, player: String? = nil
  ) throws -> String {
    try folder.accounts.addUser(user, now: 0)
    if let player { try folder.accounts.setPlayer(player, of: user) }
    return try folder.accounts.createPageToken(
      user: user, role: role.rawValue, now: 0, expiresAt: expiresAt)
  }

  /// The names of files that wait to be imported.
  func uploadedFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/uploads")
  }

  /// The first event that the page sends; `nil` when it ends before.
  func firstEvent(headers: [(String, String)] = []) async throws -> String? {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/v1/events")
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await Self.client.execute(request, timeout: .seconds(300))
    var text = ""
    for try await part in response.body {
      text += String(buffer: part)
      if let name = text.firstMatch(of: /event: (\w+)\n/)?.1 { return String(name) }
    }
    return nil
  }

  /// The status of an answer that does not end.
  func status(ofStream address: String, _ headers: [(String, String)]) async throws -> Int {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)" + address)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    return Int(try await Self.client.execute(request, timeout: .seconds(300)).status.code)
  }

  func revokeTokens(of user: String) throws {
    for token in try folder.accounts.tokens() where token.user == user {
      try folder.accounts.revokeToken(token.id)
    }
  }

  /// A text as a part of an address.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  func get(_ address: String, headers: [(String, String)] = []) async throws -> Reply {
    try await send("GET", address, headers: headers)
  }

  /// Sends a form as a browser does.
  func post(
    _ address: String, _ form: [String: String], origin: String? = nil, cookie: String? = nil,
    forwardedFor: String? = nil
  ) async throws -> Reply {
    let text = form.map { name, value in
      "\(name)=\(Self.encoded(value))"
    }.joined(separator: "&")
    return try await send(
      "POST", address,
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Origin", origin ?? "http://127.0.0.1:\(port)"),
      ] + (cookie.map { [("Cookie", $0)] } ?? [])
        + (forwardedFor.map { [("X-Forwarded-For", $0)] } ?? []), body: text)
  }

  func send(
    _ method: String, _ address: String, headers: [(String, String)] = [], body: String? = nil
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)" + address)
    request.method = .init(rawValue: method)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await Self.client.execute(request, timeout: .seconds(300))
    let content = try await response.body.collect(upTo: 8 << 20)
    var fields: [String: String] = [:]
    for (name, value) in response.headers { fields[name.lowercased()] = value }
    return Reply(
      status: Int(response.status.code), text: String(buffer: content), headers: fields)
  }

  /// It follows no redirection, so that tests see where it leads.
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.redirectConfiguration = .disallow
    return HTTPClient(configuration: configuration)
  }()
}
