internal import Foundation
internal import RemoteProgram
internal import ServerJSON

// Hearing of changes: subscriptions, and an address that answers when something has changed
// (CloudKit Web Services).

extension Conversation {
  /// Makes sure that the account is told of changes, and says at which address to wait for them.
  mutating func watch() async throws(RemoteFailure) -> JSON {
    let current = try current()
    do throws(Service.Trouble) {
      return try await current.watch()
    } catch {
      throw error.failure(host: current.host)
    }
  }

  /// Waits at an address that ``watch()`` has given. It needs no account, so a program of its own can wait
  /// while this one goes on.
  func wait(_ question: JSON) async throws(RemoteFailure) -> JSON {
    let settings = try CloudKitRemoteSettings(question["settings"] ?? .null)
    let address = question["watch"]?.string ?? ""
    guard settings.maySend(to: address) else {
      throw RemoteFailure(.configuration, "\(settings.host) names an address that is not its own")
    }
    let seconds = min(50, max(1, question["seconds"]?.int ?? 25))
    let request = WebRequest(
      "GET", url: address, headers: [("User-Agent", "streakline-remote-cloudkit")])
    let answer: WebAnswer
    if let send {
      answer = try await send(request)
    } else {
      let exchange = try Exchange(
        host: settings.host, caFile: settings.caFile, timeoutSeconds: seconds, mostBytes: 64 << 10)
      do throws(RemoteFailure) {
        answer = try await exchange.answer(to: request)
      } catch {
        // Nothing has happened for as long as was to be waited.
        guard error.kind == .offline, error.message.contains("did not answer within") else {
          throw error
        }
        return ["changed": false]
      }
    }
    guard answer.status == 200, let json = try? JSON(answer.body) else {
      throw RemoteFailure(.failed, "\(settings.host) no longer tells of changes there")
    }
    return ["changed": .bool(json["ck"] != nil)]
  }
}

extension Conversation.Opened {
  private static let subscription = "streakline-changes"

  /// Whether the account can be told of changes: one of a user, in databases of its own.
  var canWatch: Bool {
    guard case .tokens(_, web: _?) = service.secrets.proof else { return false }
    return service.settings.database == .private
  }

  fileprivate func watch() async throws(Service.Trouble) -> JSON {
    for database in [CloudKitRemoteSettings.Database.private, .shared] {
      try await subscribe(in: database)
    }
    let answer = try await service.createDeviceToken()
    guard let said = answer["webcourierURL"]?.string,
      let address = service.settings.address(said)
    else {
      throw .exchange(RemoteFailure(.failed, "\(host) does not say where changes are told"))
    }
    return ["watch": .string(address)]
  }

  /// One subscription for all zones of a database. It is looked up first: Apple's service was seen to refuse
  /// what is there already.
  private func subscribe(
    in database: CloudKitRemoteSettings.Database
  ) async throws(Service.Trouble) {
    let id: JSON = ["subscriptionID": .string(Self.subscription)]
    let found = try await service.ask(
      "subscriptions/lookup", ["subscriptions": [id]], in: database)
    let item = found["subscriptions"]?.list?.first
    if let item, ServiceRefusal(item: item, redacted: service.secrets.redacted) == nil { return }
    let subscription: JSON = [
      "subscriptionID": .string(Self.subscription), "subscriptionType": "database",
      "notificationInfo": ["shouldSendContentAvailable": true],
    ]
    let answer = try await service.ask(
      "subscriptions/modify",
      ["operations": [["operationType": "create", "subscription": subscription]]], in: database)
    let made = answer["subscriptions"]?.list?.first ?? .null
    if let refusal = ServiceRefusal(item: made, redacted: service.secrets.redacted) {
      throw .refused(refusal)
    }
  }
}

extension CloudKitRemoteSettings {
  /// The address that the service names, as it is reached from here: a server may not know by which name.
  ///
  /// - Returns: `nil` for one that is not the service's own.
  fileprivate func address(_ said: String) -> String? {
    if maySend(to: said) { return said }
    guard let path = URL(string: said)?.path(), path.hasPrefix("/push/") else { return nil }
    return url + path
  }

  /// Whether an address is the service's own. Apple's names another host of Apple.
  fileprivate func maySend(to address: String) -> Bool {
    guard let asked = URL(string: address), let own = URL(string: url), asked.user() == nil else {
      return false
    }
    if asked.scheme == own.scheme, asked.host() == own.host(), asked.port == own.port {
      return true
    }
    let isApple = own.host()?.hasSuffix(".apple-cloudkit.com") ?? false
    let hosts = [".apple.com", ".icloud.com", ".apple-cloudkit.com"]
    return isApple && asked.scheme == "https" && asked.port == nil
      && hosts.contains { asked.host()?.hasSuffix($0) ?? false }
  }
}
