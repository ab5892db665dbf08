package import ServerJSON

/// What a client wants to be told of (CloudKit Web Services).
package struct Subscription: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case query, zone, database
  }

  /// What has become of a record.
  package enum Event: String, Hashable, Sendable, CaseIterable {
    case create, update, delete

    /// As notifications say it.
    var number: Int {
      switch self {
      case .create: 1
      case .update: 2
      case .delete: 3
      }
    }
  }

  /// Subscriptions of a user in a database at most.
  package static let most = 100
  private static let largest = 16_384

  package let id: String
  package let kind: Kind
  package let zone: ZoneID?
  package let query: Query?
  package let events: Set<Event>
  package let firesOnce: Bool
  /// As the client has sent it, with its id.
  package let json: JSON

  /// - Parameter newName: A name for a subscription that has none.
  package init(_ json: JSON, newName: () -> String) throws(ServiceError) {
    guard let members = json.members else { throw .badRequest("missing field 'subscription'") }
    let given = try json.text("subscriptionID")
    id = given ?? newName()
    guard Name.isVisible(id) else { throw .badRequest("invalid subscriptionID") }
    guard let kind = json["subscriptionType"]?.string.flatMap(Kind.init) else {
      throw .badRequest("subscriptionType must be query, zone or database")
    }
    self.kind = kind
    zone = try json.zone("zoneID")
    query = kind == .query ? try Query(.object(members)) : nil
    guard kind != .zone || zone != nil else { throw .badRequest("missing required field 'zoneID'") }
    let words = try json.names("firesOn")
    let events = words.map { Set($0.compactMap(Event.init)) }
    guard events?.count == words?.count, kind != .query || events?.isEmpty == false else {
      throw .badRequest("firesOn must be a list of create, update and delete")
    }
    self.events = events ?? Set(Event.allCases)
    firesOnce = try json.flag("firesOnce") ?? false
    self.json =
      given == nil
      ? .object([.init(name: "subscriptionID", value: .string(id))] + members) : json
    guard self.json.bytes.count <= Self.largest else {
      throw .badRequest("the subscription is larger than \(Self.largest) bytes")
    }
  }

  /// Reads what ``json`` was written as.
  package init?(stored bytes: [UInt8]) {
    guard let json = try? JSON(bytes), let read = try? Subscription(json, newName: { "" }) else {
      return nil
    }
    self = read
  }

  /// What is to be said of the changes of a request in a zone. Notifications say that something has changed,
  /// and no more: of a zone or a database there is one, of a query one for each record that fits.
  ///
  /// - Parameters:
  ///   - changes: Those that the subscriber may see. There are none when the zone itself was created or
  ///     deleted.
  ///   - database: 1 public, 2 private, 3 shared.
  package func notifications(
    of changes: [RecordEvent], in changed: ZoneID, container: String, database: Int,
    newID: () -> String
  ) -> [JSON] {
    let place: [JSON.Member] = [
      .init(name: "sid", value: .string(id)), .init(name: "zid", value: .string(changed.name)),
      .init(name: "zoid", value: .string(changed.owner ?? "_defaultOwner")),
      .init(name: "dbs", value: .int(database)),
    ]
    guard zone == nil || zone?.name == changed.name,
      zone?.owner == nil || zone?.owner == changed.owner
    else { return [] }
    var said: [JSON.Member]
    if kind == .query {
      said = changes.filter(isWanted).map { change in
        let more: [JSON.Member] = [
          .init(name: "rid", value: .string(change.record.name)),
          .init(name: "fo", value: .int(change.event.number)),
        ]
        return .init(name: "qry", value: .object(place + more))
      }
    } else {
      said = [.init(name: "fet", value: .object(place))]
    }
    if firesOnce { said = Array(said.prefix(1)) }
    return said.map { said in
      let head: [JSON.Member] = [
        .init(name: "ce", value: 2), .init(name: "cid", value: .string(container)),
        .init(name: "nid", value: .string(newID())),
      ]
      return ["aps": aps, "ck": .object(head + [said])]
    }
  }

  private func isWanted(_ change: RecordEvent) -> Bool {
    guard let query, events.contains(change.event), change.record.type == query.type else {
      return false
    }
    return query.matches(change.record)
  }

  /// What a notification shows, as the client has asked for it; silent where it has not.
  private var aps: JSON {
    let info = self.json["notificationInfo"]
    return .members([
      ("content-available", info?["shouldSendContentAvailable"]?.bool == false ? nil : 1),
      ("alert", info?["alertBody"].map { ["body": $0] }),
      ("sound", info?["soundName"]), ("category", info?["category"]),
    ])
  }
}

/// What has become of a record.
package struct RecordEvent: Sendable {
  package let event: Subscription.Event
  /// As it is now; of a deleted one, as it was.
  package let record: StoredRecord

  package init(_ event: Subscription.Event, _ record: StoredRecord) {
    self.event = event
    self.record = record
  }
}
