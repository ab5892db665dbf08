internal import Foundation
package import RemoteProgram
internal import ServerJSON

/// Answers the questions that `streakline` asks a remote, with what CloudKit Web Services says.
package struct Conversation: Sendable {
  private let environment: [String: String]
  let now: @Sendable () -> Int
  let send: WebRequest.Sending?
  var opened: Opened?

  /// What is known since `open`.
  struct Opened: Sendable {
    let service: Service
    let coding: RecordCoding
    var zones: Zones
    /// Who is signed in; `nil` without a user.
    let account: String?
    /// With what the names of zones of groups begin; `nil` for a pipeline without groups.
    let groupZones: String?

    var host: String { service.settings.host }
  }

  /// - Parameters:
  ///   - environment: Where the secrets file is looked for when the pipeline file does not name it.
  ///   - now: Our clock, in seconds since 1970.
  ///   - send: How requests get to the service; `nil` for over the network.
  package init(
    environment: [String: String], now: @escaping @Sendable () -> Int,
    send: WebRequest.Sending? = nil
  ) {
    self.environment = environment
    self.now = now
    self.send = send
  }

  /// Answers one line with another, both without a line feed.
  package mutating func answer(_ line: [UInt8]) async -> [UInt8] {
    let answer: JSON
    do throws(RemoteFailure) {
      guard let question = try? JSON(line) else {
        throw RemoteFailure(.failed, "the question is not a line of JSON")
      }
      answer = try await self.answer(question)
    } catch {
      answer = error.json
    }
    return answer.bytes
  }

  /// Writes down what has to be known when the program is started next.
  package func end() { opened?.service.secrets.write() }

  private mutating func answer(_ question: JSON) async throws(RemoteFailure) -> JSON {
    switch question["do"]?.string {
    case "open": return try await open(question)
    case "push": return try await push(question)
    case "pull": return try await pull(question)
    case "lookup": return try await lookup(question)
    case "watch": return try await watch()
    case "wait": return try await wait(question)
    case "signIn": return try await signIn(question)
    case "invite", "resolve", "accept", "leave", "remove", "members", "expel":
      return try await askAboutGroup(question)
    default: throw RemoteFailure(.failed, "the question is none that it knows")
    }
  }

  private mutating func open(_ question: JSON) async throws(RemoteFailure) -> JSON {
    guard question["protocol"]?.int == 1 else {
      throw RemoteFailure(.configuration, "it speaks version 1 of the protocol only; update it")
    }
    opened = nil
    let settings = try CloudKitRemoteSettings(question["settings"] ?? .null)
    let secrets = try CloudKitSecrets(path: try secretsPath(question, settings))
    let service = try Service(settings, secrets: secrets, now: now, send: send)
    let account = try await account(at: service)
    let ownZones = Set((question["ownZones"]?.list ?? []).compactMap(\.string))
    var current = Opened(
      service: service, coding: RecordCoding(question["types"] ?? .null),
      zones: Zones(service, own: ownZones), account: account,
      groupZones: question["groupZones"]?.string)
    let groups = try await current.zones(of: question["groupZones"]?.string)
    opened = current
    let abilities: [JSON] = ["push", "pull", "lookup"] + (current.canWatch ? ["watch"] : [])
    return [
      "account": account.map(JSON.string) ?? .null, "can": .list(abilities),
      "maxRecords": .int(settings.maxRecords), "maxBytes": 900_000,
      "zones": .list(groups.map(JSON.string)),
    ]
  }

  func secretsPath(
    _ question: JSON, _ settings: CloudKitRemoteSettings
  ) throws(RemoteFailure) -> String {
    if let path = settings.secrets { return path }
    return try CloudKitSecrets.usualPath(
      pipeline: question["pipeline"]?.string ?? "", environment: environment)
  }

  /// The account to which records go; `nil` for an app without a user, in the public database.
  func account(at service: Service) async throws(RemoteFailure) -> String? {
    let web: String?
    switch service.secrets.proof {
    case .key(let key): return "key \(key.id.prefix(12))"
    case .tokens(_, let token): web = token
    }
    let database = service.settings.database
    guard web != nil else {
      guard database == .public else {
        throw RemoteFailure(
          .signIn, "nobody is signed in; run `streakline account login`")
      }
      return nil
    }
    do throws(Service.Trouble) {
      // `users/caller` has replaced `users/current`, which is for the public database as well.
      let answer = try await service.ask("users/caller", [:], in: .public)
      guard let name = answer["userRecordName"]?.string, !name.isEmpty else {
        throw .exchange(
          RemoteFailure(.failed, "\(service.settings.host) did not say who is signed in"))
      }
      return name
    } catch {
      throw error.failure(host: service.settings.host)
    }
  }

  func current() throws(RemoteFailure) -> Opened {
    guard let opened else { throw RemoteFailure(.failed, "the first question has to be open") }
    return opened
  }
}
