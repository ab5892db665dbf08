internal import CloudKitCore
internal import CloudKitHTTP
internal import CloudKitStorage
internal import Foundation
internal import RemoteCloudKit
internal import RemoteProgram
internal import ServerJSON
internal import Synchronization

// SimulatedCloudKit FOLDER: the remote program of each device and the server, without a network between them
// and with the clock of a simulation. It reads two lines at a time: who asks when, such as
// `{"account":"anna","device":"device0","now":1795382591371,"page":7}`, and the question as a remote program
// gets it. `{"expire":true}` in the first line lets the server forget what was deleted.

/// The containers of a server, and the conversations of the devices with it.
struct SimulatedCloudKit {
  private static let container = "iCloud.com.example.simulation"

  private let folder: DataFolder
  private let service: CloudKitService
  private let clock: Clock
  /// By account and device.
  private var conversations: [String: Conversation] = [:]
  private var accounts: Set<String> = []

  /// The moment, in milliseconds since 1970, and how many records a page has.
  final class Clock: Sendable {
    let values = Mutex((now: 0, page: 100))
  }

  init(_ path: String) throws {
    let clock = Clock()
    self.clock = clock
    folder = try DataFolder(path)
    try folder.accounts.createContainer(Self.container, now: 0)
    var settings = ServerSettings()
    settings.requestsPerSecond = 1_000_000
    settings.tokenSeconds = 100 * 365 * 86_400
    service = CloudKitService(
      folder: folder, settings: settings, now: { clock.values.withLock { $0.now } },
      newUUID: { UUID().uuidString })
  }

  mutating func answer(_ header: JSON, _ question: [UInt8]) async throws -> [UInt8] {
    clock.values.withLock {
      $0 = (header["now"]?.int ?? $0.now, header["page"]?.int ?? $0.page)
    }
    if header["expire"]?.bool == true {
      let now = clock.values.withLock { $0.now }
      try await folder.store(Self.container, .development).forgetDeletions(before: now + 1)
      return Array("{}".utf8)
    }
    let account = header["account"]?.string ?? ""
    let key = account + " " + (header["device"]?.string ?? "")
    try signIn(account)
    var conversation = conversations[key] ?? newConversation()
    let answer = await conversation.answer(try asked(question, account))
    conversations[key] = conversation
    return answer
  }

  /// Makes the account when it is met first.
  private mutating func signIn(_ name: String) throws {
    guard accounts.insert(name).inserted else { return }
    try folder.accounts.addUser(name, now: 0)
    let api = try folder.accounts.createToken(
      container: Self.container, user: nil, now: 0, expiresAt: .max)
    let web = try folder.accounts.createToken(
      container: Self.container, user: name, now: 0, expiresAt: .max)
    let text = WebAuthToken.original(web).text(signedWith: folder.accounts.key)
    try replacePrivateText(
      path: secrets(name), with: "apiToken: \(api.apiText)\nwebAuthToken: \(text)\n")
  }

  private func secrets(_ account: String) -> String { "\(folder.path)/\(account).secrets" }

  /// The question; `open` with settings for this server.
  private func asked(_ question: [UInt8], _ account: String) throws -> [UInt8] {
    let json = try JSON(question)
    guard json["do"]?.string == "open" else { return question }
    let settings: JSON = [
      "url": "http://127.0.0.1:1", "container": .string(Self.container),
      "secrets": .string(secrets(account)), "requestsPerSecond": 1_000,
    ]
    let members = (json.members ?? []).filter { $0.name != "settings" }
    return JSON.object(members + [.init(name: "settings", value: settings)]).bytes
  }

  private func newConversation() -> Conversation {
    let (service, clock) = (service, clock)
    return Conversation(
      environment: [:], now: { clock.values.withLock { $0.now } / 1_000 },
      send: { request throws(RemoteFailure) in
        let pageSize = clock.values.withLock { $0.page }
        let parts = request.url.dropFirst("http://127.0.0.1:1".count)
          .split(separator: "?", maxSplits: 1).map(String.init)
        var body = request.body ?? []
        if parts[0].hasSuffix("changes/zone"), let json = try? JSON(body) {
          let limit = JSON.Member(name: "resultsLimit", value: .int(pageSize))
          body = JSON.object((json.members ?? []) + [limit]).bytes
        }
        let reception = await service.receive(
          method: request.method, path: parts[0], query: parts.count == 2 ? parts[1] : "")
        let answer =
          switch reception {
          case .answer(let answer): answer
          case .call(let call): await call.answer(body: body)
          }
        let headers = answer.headers.map { ($0.name.lowercased(), $0.value) }
        return WebAnswer(
          status: answer.status, body: answer.body,
          headers: Dictionary(headers, uniquingKeysWith: { first, _ in first }))
      })
  }
}

@main struct Program {
  static func main() async throws {
    var simulated = try SimulatedCloudKit(CommandLine.arguments[1])
    while let header = readLine(), let question = readLine() {
      let answer = try await simulated.answer(
        JSON(Array(header.utf8)), Array(question.utf8))
      FileHandle.standardOutput.write(Data(answer + [0x0A]))
    }
  }
}
