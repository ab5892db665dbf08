internal import CloudKitCore
internal import CloudKitStorage
internal import ServerJSON

extension Call {
  /// Zones in a request at most.
  private static let mostZones = 200

  /// `records/changes`: one zone, whose errors are those of the request.
  func recordChanges(_ json: JSON) async throws -> Answer {
    guard let zone = try json.zone("zoneID") else {
      throw ServiceError.badRequest("missing required field 'zoneID'")
    }
    return Answer(.object(try await changes(in: zone, json, defaults: .null)))
  }

  /// `changes/zone`: many zones, each with its records or its error.
  func changesInZones(_ json: JSON) async throws -> Answer {
    guard let list = json["zones"]?.list else {
      throw ServiceError.badRequest("missing required field 'zones'")
    }
    guard list.count <= Self.mostZones else {
      throw ServiceError.badRequest("\(list.count) zones; at most \(Self.mostZones) are allowed")
    }
    var zones: [JSON] = []
    for item in list {
      guard let zone = try item.zone("zoneID") else {
        throw ServiceError.badRequest("missing required field 'zoneID'")
      }
      let subject = ("zoneID", zone.json)
      do {
        let members = try await changes(in: zone, item, defaults: json)
        let zoneID = JSON.Member(name: "zoneID", value: (try locate(zone)).zone.json)
        zones.append(.object([zoneID] + members))
      } catch {
        zones.append(self.error(error, about: subject))
      }
    }
    return Answer(["zones": .list(zones)])
  }

  private func changes(
    in zone: ZoneID, _ json: JSON, defaults: JSON
  ) async throws -> [JSON.Member] {
    let place = try locate(zone)
    let zone = place.zone
    if try json.flag("reverse") ?? defaults.flag("reverse") ?? false {
      throw ServiceError.badRequest("this server lists no changes in reverse")
    }
    let limited = json["resultsLimit"] == nil ? defaults : json
    let types = try json.names("desiredRecordTypes") ?? defaults.names("desiredRecordTypes")
    let request = ChangeRequest(
      token: try json.text("syncToken"), limit: try limited.limit("resultsLimit"), types: types)
    let page = try await store.changes(
      in: zone, of: place.owner, for: place.participant, request)
    let view = try RecordView(zone: zone, json, defaults: defaults)
    var records: [JSON] = []
    for change in page.changes {
      switch change {
      case .saved(let record): records.append(view.json(try await named(record)))
      case .deleted(let name): records.append(view.tombstone(name))
      case .damaged(let name, let damage):
        records.append(error(damage, about: ("recordName", .string(name))))
      }
    }
    return [
      .init(name: "records", value: .list(records)),
      .init(name: "syncToken", value: .string(page.token)),
      .init(name: "moreComing", value: .bool(page.moreComing)),
    ]
  }

  func changesOfDatabase(_ json: JSON) async throws -> Answer {
    try await zoneChanges(json, tokenKey: "syncToken")
  }

  /// The older form, with another name for the token.
  func zoneChanges(_ json: JSON) async throws -> Answer {
    if service.settings.isStrict, json["syncToken"] != nil {
      throw ServiceError.badRequest("zones/changes takes metaSyncToken, not syncToken")
    }
    return try await zoneChanges(json, tokenKey: "metaSyncToken")
  }

  private func zoneChanges(_ json: JSON, tokenKey: String) async throws -> Answer {
    let (token, limit) = (try json.text(tokenKey), try json.limit("resultsLimit"))
    let user = caller.user ?? ""
    let page =
      target.database == .shared
      ? try await store.sharedZoneChanges(of: user, since: token, limit: limit)
      : try await store.zoneChanges(of: user, since: token, limit: limit)
    return Answer(
      .members([
        ("zones", .list(page.changes.map(zoneJSON))), (tokenKey, .string(page.token)),
        ("moreComing", .bool(page.moreComing)),
      ]))
  }
}
