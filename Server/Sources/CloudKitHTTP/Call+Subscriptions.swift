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
    let held = try await store.subscriptions(of: caller.user ?? "", in: database)
    return Answer(["subscriptions": .list(held.map(\.subscription.json))])
  }

  func lookupSubscriptions(_ json: JSON) async throws -> Answer {
    let held = try await store.subscriptions(of: caller.user ?? "", in: database)
    let answers = try list(json, "subscriptions").map { item in
      guard let id = try item.text("subscriptionID") else {
        throw ServiceError.badRequest("missing required field 'subscriptionID'")
      }
      if let found = held.first(where: { $0.subscription.id == id }) {
        return found.subscription.json
      }
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
    let token = service.newPushToken(address)
    service.courier.register(token, for: address)
    return Answer(try pushAnswer(json, token))
  }

  func registerPushToken(_ json: JSON) async throws -> Answer {
    guard let token = try json.text("apnsToken") else {
      throw ServiceError.badRequest("missing required field 'apnsToken'")
    }
    guard service.isPushToken(token, of: address) else {
      throw ServiceError.badRequest("this server has not made the apnsToken for this user")
    }
    service.courier.register(token, for: address)
    return Answer(try pushAnswer(json, token))
  }

  private func pushAnswer(_ json: JSON, _ token: String) throws(ServiceError) -> JSON {
    let environment = try json.text("apnsEnvironment") ?? "development"
    guard ["development", "production"].contains(environment) else {
      throw .badRequest("apnsEnvironment must be development or production")
    }
    return [
      "apnsEnvironment": .string(environment), "apnsToken": .string(token),
      "webcourierURL": .string(service.publicURL + "/push/" + token),
    ]
  }

  private var address: Courier.Address {
    Courier.Address(
      container: target.container, environment: target.environment.rawValue,
      user: caller.user ?? "")
  }

  // MARK: - Notifications

  /// Tells those who have subscribed to what a request has changed. The request does not wait for it.
  func notify(of request: ModifyRequest, _ modified: Modified, in place: Place) {
    guard !modified.isRefused, service.mayHaveSubscriptions(in: target) else { return }
    Task {
      guard try await store.hasSubscriptions() else {
        return service.hasSubscriptions(false, in: target)
      }
      for (operation, outcome) in zip(request.operations, modified.outcomes) {
        switch outcome {
        case .saved(let record):
          let isNew = record.created == record.modified
          try await tell(isNew ? .create : .update, record.name, record, place)
        case .deleted(existed: true): try await tell(.delete, operation.name, nil, place)
        case .deleted, .refused: continue
        }
      }
    }
  }

  private func tell(
    _ event: Subscription.Event, _ name: String, _ record: StoredRecord?, _ place: Place
  ) async throws {
    if target.database == .public {
      let held = try await store.subscriptions(of: nil, in: "public")
      return deliver(held, event, name, record, place.zone, database: 1)
    }
    let zone = ZoneID(name: place.zone.name, owner: place.owner)
    let own = try await store.subscriptions(of: place.owner, in: "private")
    deliver(own, event, name, record, zone, database: 2)
    for user in try await store.participants(in: zone, of: place.owner) {
      // Of a deleted record nothing is left that would say who saw it: only that the zone has changed.
      let seesIt = try await store.isVisible(name, in: zone, of: place.owner, to: user)
      guard seesIt || record == nil else { continue }
      let held = try await store.subscriptions(of: user, in: "shared")
        .filter { seesIt || $0.subscription.kind != .query }
      deliver(held, event, name, record, zone, database: 3)
    }
  }

  private func deliver(
    _ held: [HeldSubscription], _ event: Subscription.Event, _ name: String,
    _ record: StoredRecord?, _ zone: ZoneID, database: Int
  ) {
    for held in held {
      guard
        let notification = held.subscription.notification(
          of: event, name: name, record: record, zone: zone, container: target.container,
          database: database, id: service.newUUID())
      else { continue }
      let address = Courier.Address(
        container: target.container, environment: target.environment.rawValue, user: held.owner)
      service.courier.deliver(notification, to: address)
      guard held.subscription.firesOnce else { continue }
      let scope = ["public", "private", "shared"][database - 1]
      Task {
        try await store.deleteSubscription(
          held.subscription.id, of: held.owner, in: scope)
      }
    }
  }
}

extension CloudKitService {
  /// A token that says for whom it is, signed, so that it is good after a restart as well.
  func newPushToken(_ address: Courier.Address) -> String {
    let random = newUUID().lowercased()
    return random + "." + pushSignature(random, address)
  }

  func isPushToken(_ token: String, of address: Courier.Address) -> Bool {
    let parts = token.split(separator: ".").map(String.init)
    guard parts.count == 2 else { return false }
    return isEqual(Array(parts[1].utf8), Array(pushSignature(parts[0], address).utf8))
  }

  private func pushSignature(_ random: String, _ address: Courier.Address) -> String {
    let text = ["push", random, address.container, address.environment, address.user]
      .joined(separator: "\n")
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: folder.accounts.key)
    return hexadecimal(Array(Array(code).prefix(16)))
  }

  /// Waits for a device's next notification.
  ///
  /// - Returns: `nil` when nobody knows the token; an empty object when there is none for a while.
  package func nextNotification(_ token: String) async -> JSON? {
    guard let address = courier.address(of: token) else { return nil }
    return await courier.next(token, for: address, seconds: settings.pollSeconds) ?? [:]
  }
}
