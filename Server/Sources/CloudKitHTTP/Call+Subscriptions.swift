internal import CloudKitCore
internal import CloudKitStorage
internal import Crypto
internal import Foundation
internal import ServerJSON

extension Call {
  private static let mostOperations = 200

  private var database: String { target.database.rawValue }

  func modifySubscriptions(_ json: JSON) async throws -> Answer {
    let list = try list(json, "operations")
    var answers: [JSON] = []
    for item in list {
      let id = item["subscription"]?["subscriptionID"] ?? .null
      do {
        answers.append(try await modify(item))
      } catch {
        answers.append(self.error(error, about: ("subscriptionID", id)))
      }
    }
    return Answer(["subscriptions": .list(answers)])
  }

  private func modify(_ item: JSON) async throws -> JSON {
    let user = caller.user ?? ""
    let word = try item.text("operationType")
    guard let given = item["subscription"], given.members != nil else {
      throw ServiceError.badRequest("missing required field 'subscription'")
    }
    switch word {
    case "create", "update":
      let subscription = try Subscription(given, newName: service.newUUID)
      try await store.save(
        subscription, of: user, in: database, mustExist: word == "update")
      service.hasSubscriptions(true, in: target)
      return subscription.json
    case "delete":
      guard let id = try given.text("subscriptionID") else {
        throw ServiceError.badRequest("missing required field 'subscriptionID'")
      }
      try await store.deleteSubscription(id, of: user, in: database)
      return ["subscriptionID": .string(id)]
    default: throw ServiceError.badRequest("operationType must be create, update or delete")
    }
  }

  func listSubscriptions() async throws -> Answer {
    let own = try await store.subscriptions(of: caller.user ?? "", in: database)
    return Answer(["subscriptions": .list(own.map(\.json))])
  }

  func lookupSubscriptions(_ json: JSON) async throws -> Answer {
    let own = try await store.subscriptions(of: caller.user ?? "", in: database)
    let answers = try list(json, "subscriptions").map { item in
      guard let id = try item.text("subscriptionID") else {
        throw ServiceError.badRequest("missing required field 'subscriptionID'")
      }
      if let found = own.first(where: { $0.id == id }) { return found.json }
      return error(
        ServiceError(.notFound, "subscription not found"),
        about: ("subscriptionID", .string(id)))
    }
    return Answer(["subscriptions": .list(answers)])
  }

  private func list(_ json: JSON, _ key: String) throws(ServiceError) -> [JSON] {
    guard let list = json[key]?.list else { throw .badRequest("missing required field '\(key)'") }
    guard list.count <= Self.mostOperations else {
      throw .badRequest("\(list.count) items; at most \(Self.mostOperations) are allowed")
    }
    return list
  }

  // MARK: - Devices

  func createPushToken(_ json: JSON) async throws -> Answer {
    let address = try address()
    let token = PushToken(address, random: service.newUUID().lowercased())
    return try answer(json, token.text(signedWith: service.folder.accounts.key), address)
  }

  func registerPushToken(_ json: JSON) async throws -> Answer {
    guard let text = try json.text("apnsToken") else {
      throw ServiceError.badRequest("missing required field 'apnsToken'")
    }
    let address = try address()
    let token = PushToken(text, signedWith: service.folder.accounts.key)
    guard token?.address == address else {
      throw ServiceError.badRequest("this server has not made the apnsToken for this user")
    }
    return try answer(json, text, address)
  }

  private func address() throws(ServiceError) -> PushToken.Address {
    guard let number = caller.number else {
      throw .badRequest("a server-to-server key has no devices")
    }
    return PushToken.Address(
      container: target.container, environment: target.environment.rawValue, user: number)
  }

  private func answer(
    _ json: JSON, _ token: String, _ address: PushToken.Address
  ) throws(ServiceError) -> Answer {
    let environment = try json.text("apnsEnvironment") ?? "development"
    guard ["development", "production"].contains(environment) else {
      throw .badRequest("apnsEnvironment must be development or production")
    }
    service.courier.register(token, for: service.recipient(address))
    return Answer([
      "apnsEnvironment": .string(environment), "apnsToken": .string(token),
      "webcourierURL": .string(service.publicURL + "/push/" + token),
    ])
  }

  // MARK: - Notifications

  /// Tells those who have subscribed what has become of records. The request does not wait for it.
  func notify(of changes: [RecordEvent], in place: Place) {
    guard !changes.isEmpty, service.mayHaveSubscriptions(in: target) else { return }
    service.notices.add {
      guard try await store.hasSubscriptions() else {
        return service.hasSubscriptions(false, in: target)
      }
      let subscribers = try await store.subscribers(
        to: place.zone, of: place.owner, names: changes.map(\.record.name))
      try await tell(subscribers, of: changes, in: place.zone)
    }
  }

  /// Those who are to hear that one of the caller's zones is created or deleted. After it is deleted nobody
  /// could tell who saw it.
  func subscribers(to zones: [ZoneID]) async throws -> [(zone: ZoneID, [Subscriber])] {
    guard let user = caller.user, service.mayHaveSubscriptions(in: target) else { return [] }
    var found: [(zone: ZoneID, [Subscriber])] = []
    for zone in zones {
      found.append((zone, try await store.subscribers(to: zone, of: user, names: [])))
    }
    return found
  }

  /// Tells of zones that were created or deleted.
  func notify(ofZones zones: [(zone: ZoneID, [Subscriber])]) {
    guard !zones.isEmpty else { return }
    service.notices.add {
      for (zone, subscribers) in zones {
        let changed = ZoneID(name: zone.name, owner: caller.user)
        try await tell(subscribers, of: [], in: changed)
      }
    }
  }

  private func tell(
    _ subscribers: [Subscriber], of changes: [RecordEvent], in zone: ZoneID
  ) async throws {
    let numbers = ["public": 1, "private": 2, "shared": 3]
    for subscriber in subscribers {
      let seen = changes.filter { subscriber.visible?.contains($0.record.name) ?? true }
      guard !seen.isEmpty || changes.isEmpty else { continue }
      let recipient = Courier.Recipient(
        container: target.container, environment: target.environment.rawValue,
        user: subscriber.user)
      for subscription in subscriber.subscriptions {
        let notifications = subscription.notifications(
          of: seen, in: zone, container: target.container,
          database: numbers[subscriber.database] ?? 0, newID: service.newUUID)
        guard !notifications.isEmpty else { continue }
        for notification in notifications {
          service.courier.deliver(notification, to: recipient)
        }
        guard subscription.firesOnce else { continue }
        try await store.deleteSubscription(
          subscription.id, of: subscriber.user, in: subscriber.database)
      }
    }
  }
}

extension CloudKitService {
  func recipient(_ address: PushToken.Address) -> Courier.Recipient {
    Courier.Recipient(
      container: address.container, environment: address.environment,
      user: userRecordName(
        of: address.user, in: address.container, key: folder.accounts.key))
  }

  /// Waits for a device's next notification.
  ///
  /// - Returns: An empty object when there is none for a while; ``ServiceError/Code/notFound`` for a token
  ///   that is not good, or no more.
  package func nextNotification(_ text: String) async -> Answer {
    do {
      guard let token = PushToken(text, signedWith: folder.accounts.key),
        try await folder.accounts.isUser(
          token.address.user, of: token.address.container, now: now())
      else { throw ServiceError(.notFound, "no such device") }
      try count("push " + text)
      let found = await courier.next(
        text, for: recipient(token.address), seconds: settings.pollSeconds)
      return Answer(found ?? [:])
    } catch {
      return Answer(ServiceError(error), uuid: newUUID())
    }
  }
}
