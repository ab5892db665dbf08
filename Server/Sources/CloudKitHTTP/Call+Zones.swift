internal import CloudKitCore
internal import CloudKitStorage
internal import ServerJSON

extension Call {
  /// Operations on zones in a request at most.
  private static let mostOperations = 200

  func zoneJSON(_ zone: ZoneState) -> JSON {
    let id = ZoneID(name: zone.name, owner: zone.owner.isEmpty ? nil : zone.owner)
    if zone.isDeleted { return ["zoneID": id.json, "deleted": .bool(true)] }
    return [
      "zoneID": id.json, "syncToken": .string(zone.token), "atomic": .bool(!id.isDefault),
    ]
  }

  func listZones() async throws -> Answer {
    let user = caller.user ?? ""
    let zones =
      switch target.database {
      case .shared: try await store.sharedZones(of: user)
      case .private: try await store.zones(of: user)
      case .public: try await store.zones(of: "")
      }
    return Answer(["zones": .list(zones.map(zoneJSON))])
  }

  func lookupZones(_ json: JSON) async throws -> Answer {
    var zones: [JSON] = []
    for item in try items(json, "zones") {
      // Clients send either the zone's id or a dictionary around it.
      let zone = if let named = try item.zone("zoneID") { named } else { try ZoneID(item) }
      do {
        let place = try locate(zone)
        zones.append(
          zoneJSON(
            try await store.zone(place.zone, of: place.owner, for: place.participant)))
      } catch {
        zones.append(self.error(error, about: ("zoneID", zone.json)))
      }
    }
    return Answer(["zones": .list(zones)])
  }

  func modifyZones(_ json: JSON) async throws -> Answer {
    var names: Set<String> = []
    var asked: [(zone: ZoneID, operation: Result<ZoneOperation, ServiceError>)] = []
    for item in try items(json, "operations") {
      guard let kind = try item.text("operationType"), kind == "create" || kind == "delete" else {
        throw ServiceError.badRequest("operationType must be create or delete")
      }
      guard let zone = try item["zone"]?.zone("zoneID") else {
        throw ServiceError.badRequest("missing required field 'zoneID'")
      }
      guard names.insert(zone.name).inserted else {
        throw ServiceError.badRequest("one operation a zone is allowed in a request")
      }
      let operation = ZoneOperation(name: zone.name, isDeletion: kind == "delete")
      asked.append((zone, checked(operation, zone)))
    }
    let allowed = asked.compactMap { try? $0.operation.get() }
    let subscribers = try await subscribers(to: allowed.map { ZoneID(name: $0.name) })
    var done = try await store.modify(allowed, of: caller.user ?? "")[...]
    notify(ofZones: zip(subscribers, done).compactMap { (try? $1.get()) == nil ? nil : $0 })
    let zones = asked.map { zone, operation in
      do {
        _ = try operation.get()
        return zoneJSON(try done.removeFirst().get())
      } catch {
        return self.error(error, about: ("zoneID", zone.json))
      }
    }
    return Answer(["zones": .list(zones)])
  }

  private func checked(
    _ operation: ZoneOperation, _ zone: ZoneID
  ) -> Result<ZoneOperation, ServiceError> {
    do throws(ServiceError) {
      _ = try locate(zone)
      guard !zone.isDefault else {
        throw .badRequest("the default zone can be neither created nor deleted")
      }
      return .success(operation)
    } catch {
      return .failure(error)
    }
  }

  private func items(_ json: JSON, _ key: String) throws(ServiceError) -> [JSON] {
    guard let list = json[key]?.list else {
      throw .badRequest("missing required field '\(key)'")
    }
    guard list.count <= Self.mostOperations else {
      throw .badRequest("\(list.count) items; at most \(Self.mostOperations) are allowed")
    }
    return list
  }
}
