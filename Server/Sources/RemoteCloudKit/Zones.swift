internal import RemoteProgram
internal import ServerJSON

/// Where a zone's records are.
struct ZonePlace: Hashable, Sendable {
  let database: CloudKitRemoteSettings.Database
  let name: String
  /// The record name of the user to whom a shared zone belongs; `nil` for an own one.
  let owner: String?

  static let defaultName = "_defaultZone"

  /// Whether the service tells what has changed. It does not for a default zone.
  var hasChanges: Bool { name != Self.defaultName && database != .public }

  var json: JSON {
    .members([("zoneName", .string(name)), ("ownerRecordName", owner.map(JSON.string))])
  }
}

/// The zones of an account: its own, and those that others share with it.
struct Zones: Sendable {
  private let service: Service
  /// The zones that are never anybody else's. Otherwise somebody who shares a zone of such a name would get
  /// what is meant for the account alone.
  let own: Set<String>
  /// By name; `nil` until they were asked for.
  private var known: [String: ZonePlace]?

  init(_ service: Service, own: Set<String>) {
    self.service = service
    self.own = own
  }

  /// The place of a zone; `nil` when there is no such zone.
  mutating func place(_ name: String) async throws(Service.Trouble) -> ZonePlace? {
    let database = service.settings.database
    guard name != ZonePlace.defaultName else {
      return ZonePlace(database: database, name: name, owner: nil)
    }
    guard database != .public else {
      throw .exchange(
        RemoteFailure(
          .configuration,
          "the public database has the zone \(ZonePlace.defaultName) only; the pipeline names "
            + name))
    }
    return try await all()[name]
  }

  /// The names of the account's zones, and of those that others share with it.
  mutating func names() async throws(Service.Trouble) -> [String] {
    try await all().keys.sorted()
  }

  private mutating func all() async throws(Service.Trouble) -> [String: ZonePlace] {
    if let known { return known }
    var places: [String: ZonePlace] = [:]
    // An own zone hides one of the same name that somebody shares.
    for database in [CloudKitRemoteSettings.Database.shared, .private] {
      let answer = try await service.ask("zones/list", [:], in: database)
      // A zone that is passed over would count as gone.
      guard let zones = answer["zones"]?.list,
        zones.allSatisfy({ $0["zoneID"]?["zoneName"]?.string != nil })
      else {
        throw .exchange(RemoteFailure(.failed, "\(service.settings.host) does not say its zones"))
      }
      for zone in zones where zone["deleted"]?.bool != true {
        let id = zone["zoneID"]
        let name = id?["zoneName"]?.string ?? ""
        guard database == .private || !own.contains(name) else { continue }
        let owner = database == .shared ? id?["ownerRecordName"]?.string : nil
        places[name] = ZonePlace(database: database, name: name, owner: owner)
      }
    }
    known = places
    return places
  }

  /// Creates a zone of the account's own. Nothing happens when it is there.
  mutating func create(_ name: String) async throws(Service.Trouble) -> ZonePlace {
    let zone: JSON = ["zoneID": ["zoneName": .string(name)]]
    let answer = try await service.ask(
      "zones/modify", ["operations": [["operationType": "create", "zone": zone]]], in: .private)
    for zone in answer["zones"]?.list ?? [] {
      // Who has created it at the same time has done it as well.
      if let refusal = ServiceRefusal(item: zone, redacted: service.secrets.redacted),
        refusal.meaning != .conflict
      {
        throw .refused(refusal)
      }
    }
    let place = ZonePlace(database: .private, name: name, owner: nil)
    known?[name] = place
    return place
  }

  /// Deletes a zone of the account's own.
  mutating func delete(_ name: String) async throws(Service.Trouble) {
    let zone: JSON = ["zoneID": ["zoneName": .string(name)]]
    let answer = try await service.ask(
      "zones/modify", ["operations": [["operationType": "delete", "zone": zone]]], in: .private)
    for zone in answer["zones"]?.list ?? [] {
      if let refusal = ServiceRefusal(item: zone, redacted: service.secrets.redacted),
        refusal.meaning != .zoneNotFound
      {
        throw .refused(refusal)
      }
    }
    forget()
  }

  /// Forgets what is known, because it was wrong.
  mutating func forget() { known = nil }
}
