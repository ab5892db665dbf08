internal import CloudKitCore
internal import CloudKitStorage
internal import ServerJSON

extension Call {
  func modifyRecords(_ json: JSON) async throws -> Answer {
    let request = try ModifyRequest(json, newName: service.newUUID)
    let place = try locate(request.zone)
    let zone = place.zone
    var context = WriteContext(
      user: caller.user ?? "", now: service.now(), isPublic: target.database == .public,
      isStrict: service.settings.isStrict, quotaBytes: service.settings.quotaBytes)
    context.invited = try await invited(by: request)
    let modified = try await store.modify(
      request, of: place.owner, for: place.participant, in: context)
    notify(of: modified.events, in: place)
    let records = zip(request.operations, modified.outcomes).map { operation, outcome in
      let view = RecordView(
        zone: zone, desiredKeys: operation.desiredKeys ?? request.view.desiredKeys,
        numbersAsStrings: request.view.numbersAsStrings)
      return self.json(of: outcome, to: operation.name, view)
    }
    let wantsToken = items["getCurrentSyncToken"] == "true"
    // An atomic batch that failed has the errors of its records in an answer of status 400.
    return Answer(
      status: modified.isRefused ? 400 : 200,
      .members([
        ("records", .list(records)),
        ("syncToken", wantsToken ? .string(modified.token) : nil),
      ]), code: modified.isRefused ? ServiceError.Code.atomic.rawValue : nil)
  }

  /// The record names of the users whom the shares of a request invite by their names at this server.
  private func invited(by request: ModifyRequest) async throws -> [String: String] {
    let names = Set(request.operations.flatMap { $0.share?.participants ?? [] }.map(\.lookup))
    guard !names.isEmpty else { return [:] }
    let accounts = service.folder.accounts
    let people = try await accounts.people(in: target.container, now: service.now(), only: nil)
    return Dictionary(
      people.filter { names.contains($0.name) }.map { person in
        (
          person.name,
          userRecordName(of: person.number, in: target.container, key: accounts.key)
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  private func json(of outcome: RecordOutcome, to name: String, _ view: RecordView) -> JSON {
    switch outcome {
    case .saved(let record): view.json(record)
    // Deleting what is gone with force is no error.
    case .deleted: ["recordName": .string(name), "deleted": .bool(true)]
    case .refused(let error): self.error(error, about: ("recordName", .string(name)))
    }
  }

  func lookupRecords(_ json: JSON) async throws -> Answer {
    guard let list = json["records"]?.list else {
      throw ServiceError.badRequest("missing required field 'records'")
    }
    guard list.count <= Query.mostRecords else {
      throw ServiceError.badRequest(
        "\(list.count) records; at most \(Query.mostRecords) are allowed")
    }
    let place = try locate(try json.zone("zoneID") ?? ZoneID(name: ZoneID.defaultName))
    let zone = place.zone
    let names = try list.map { item in
      guard let name = try item.text("recordName"), Name.isVisible(name) else {
        throw ServiceError.badRequest("missing or invalid recordName")
      }
      return name
    }
    let result = try await store.lookup(
      names, in: zone, of: place.owner, for: place.participant)
    var found = result.records
    for (name, record) in found { found[name] = try await named(record) }
    var bytes = 0
    let records = try zip(list, names).map { item, name in
      guard let record = found[name] else {
        if let damage = result.damaged[name] {
          return error(damage, about: ("recordName", .string(name)))
        }
        return error(
          ServiceError(.notFound, "Record not found"), about: ("recordName", .string(name)))
      }
      bytes += record.fields.count
      guard bytes <= ContainerStore.largestAnswer else {
        let reason = "the answer would be too large; look up fewer records"
        return error(ServiceError.badRequest(reason), about: ("recordName", .string(name)))
      }
      return try RecordView(zone: zone, item, defaults: json).json(record)
    }
    return Answer(["records": .list(records)])
  }

  func queryRecords(_ json: JSON) async throws -> Answer {
    let query = try Query(json)
    let place = try locate(query.zone)
    let zone = place.zone
    let page = try await store.answer(
      query, of: place.owner, for: place.participant, isStrict: service.settings.isStrict)
    let view = RecordView(
      zone: zone, desiredKeys: query.view.desiredKeys,
      numbersAsStrings: query.view.numbersAsStrings)
    let damaged = page.damaged.sorted { $0.key < $1.key }.map { name, damage in
      error(damage, about: ("recordName", .string(name)))
    }
    return Answer(
      .members([
        ("records", .list(page.records.map(view.json) + damaged)),
        ("continuationMarker", page.marker.map(JSON.string)),
      ]))
  }
}
