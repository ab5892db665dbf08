internal import CloudKitCore
internal import CloudKitStorage
internal import ServerJSON

extension Call {
  /// Addresses in a request at most.
  private static let mostAddresses = 100

  func resolveShares(_ json: JSON) async throws -> Answer {
    let names = try await names()
    return try await answer(to: json) { guid in
      try await store.share(guid: guid, for: caller.user ?? "", names: names)
    }
  }

  func acceptShares(_ json: JSON) async throws -> Answer {
    let names = try await names()
    return try await answer(to: json) { guid in
      let user = caller.user ?? ""
      let state = try await store.accept(guid: guid, by: user, names: names)
      if let state, let owner = state.zone.owner, owner != user {
        // The owner hears who has come, and the other devices of the user that something is there.
        let place = Place(owner: owner, zone: state.zone, participant: user)
        notify(of: [RecordEvent(.update, state.share)], in: place)
      }
      return state
    }
  }

  /// The names by which an owner can have invited the caller.
  private func names() async throws -> Set<String> {
    var names = Set([caller.user].compactMap(\.self))
    if let number = caller.number,
      let name = try await service.folder.accounts.userName(number)
    {
      names.insert(name)
    }
    return names
  }

  private func answer(
    to json: JSON, _ find: (String) async throws -> ShareState?
  ) async throws -> Answer {
    guard let list = json["shortGUIDs"]?.list else {
      throw ServiceError.badRequest("missing required field 'shortGUIDs'")
    }
    guard list.count <= Self.mostAddresses else {
      throw ServiceError.badRequest(
        "\(list.count) shortGUIDs; at most \(Self.mostAddresses) are allowed")
    }
    var results: [JSON] = []
    for item in list {
      guard let guid = try item.string ?? item.text("value"), Name.isVisible(guid) else {
        throw ServiceError.badRequest("missing or invalid shortGUID")
      }
      if let state = try await find(guid) {
        results.append(try result(state, try await named(state.share), guid, item))
      } else {
        // The same words for an address that nobody has and for one of others.
        results.append(
          error(ServiceError(.notFound, "no such share"), about: ("shortGUID", .string(guid))))
      }
    }
    return Answer(["results": .list(results)])
  }

  private func result(
    _ state: ShareState, _ named: StoredRecord, _ guid: String, _ item: JSON
  ) throws -> JSON {
    let mine = state.participant
    let isOwner = mine?["type"]?.string == "OWNER"
    let view = RecordView(
      zone: state.zone, desiredKeys: try item.names("rootRecordDesiredKeys"))
    let wantsRoot = try item.flag("shouldFetchRootRecord") ?? false
    let share = RecordView(zone: state.zone).json(named)
    return .members([
      ("shortGUID", .string(guid)), ("containerIdentifier", .string(target.container)),
      ("environment", .string(target.environment.rawValue.uppercased())),
      ("databaseScope", .string(isOwner ? "PRIVATE" : "SHARED")), ("zoneID", state.zone.json),
      ("share", share), ("rootRecordName", state.rootName.map(JSON.string)),
      ("rootRecord", wantsRoot ? state.root.map(view.json) : nil),
      ("ownerIdentity", share["owner"]?["userIdentity"]),
      ("participantType", mine?["type"] ?? "UNKNOWN"),
      ("participantStatus", mine?["acceptanceStatus"] ?? "PENDING"),
      ("participantPermission", mine?["permission"] ?? share["publicPermission"]),
      ("potentialMatchList", .list([])),
    ])
  }
}
