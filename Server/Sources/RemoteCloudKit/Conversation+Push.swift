internal import RemoteProgram
internal import ServerJSON

extension Conversation {
  mutating func push(_ question: JSON) async throws(RemoteFailure) -> JSON {
    var current = try current()
    defer { opened = current }
    guard let records = question["records"]?.list, records.allSatisfy({ RecordKey($0) != nil })
    else { throw RemoteFailure(.failed, "a record has no zone or no name") }
    var results: [JSON] = []
    for (zone, records) in Self.byZone(records) {
      do throws(Service.Trouble) {
        results += try await current.push(records, to: zone)
      } catch {
        // What is saved stays known. The records without a result are sent again, and then the trouble shows.
        guard results.isEmpty else { break }
        throw error.failure(host: current.host)
      }
    }
    return ["results": .list(results)]
  }

  /// The records of each zone, in the order in which zones and records came.
  private static func byZone(_ records: [JSON]) -> [(zone: String, records: [JSON])] {
    var groups: [(zone: String, records: [JSON])] = []
    for record in records {
      let zone = record["zone"]?.string ?? ""
      if let index = groups.firstIndex(where: { $0.zone == zone }) {
        groups[index].records.append(record)
      } else {
        groups.append((zone, [record]))
      }
    }
    return groups
  }
}

extension Conversation.Opened {
  /// Sends the records of one zone.
  ///
  /// - Returns: A result for each record of which something is known.
  fileprivate mutating func push(
    _ records: [JSON], to zone: String
  ) async throws(Service.Trouble) -> [JSON] {
    let known = try await zones.place(zone)
    let place: ZonePlace
    if let known {
      place = known
    } else if mayCreate(zone, for: records) {
      place = try await zones.create(zone)
    } else {
      // What is in no zone is deleted; the rest is sent again after the group itself.
      return records.map { record in
        record["deleted"]?.bool == true
          ? pushResult(record, "saved") : pushResult(record, "retry", [("retryAfter", .null)])
      }
    }
    // Without a tag the service would delete whatever is there.
    let unknown = records.filter { $0["deleted"]?.bool == true && $0["tag"]?.string == nil }
    var results = try await heldRecords(unknown, place).map { record, held in
      held == nil
        ? pushResult(record, "saved") : pushResult(record, "conflict", [("record", held)])
    }
    let sent = records.filter { !unknown.contains($0) }
    guard !sent.isEmpty else { return results }
    do throws(Service.Trouble) {
      results += try await modify(sent, place)
    } catch {
      guard let one = try onlyRecord(sent, error) else {
        guard results.isEmpty else { return results }
        throw error
      }
      results.append(one)
    }
    return results
  }

  /// Whether a zone that is missing is the account's to create: that of a group comes with the group itself.
  private func mayCreate(_ zone: String, for records: [JSON]) -> Bool {
    guard let groupZones, zone.hasPrefix(groupZones), !zones.own.contains(zone) else { return true }
    return records.contains { record in
      let maker = record["fields"]?["createdBy"]?.string
      return record["parent"]?.string == nil && record["deleted"]?.bool != true
        && (maker == nil || maker == account)
    }
  }

  /// What a refusal of a whole request says about its only record; `nil` when it says nothing about records,
  /// or when there are several: then the tool sends each half again.
  private func onlyRecord(
    _ records: [JSON], _ trouble: Service.Trouble
  ) throws(Service.Trouble) -> JSON? {
    guard case .refused(let refusal) = trouble, refusal.meaning == .content, records.count == 1
    else { return nil }
    return rejected(records[0], refusal)
  }

  /// - Parameter isRepeated: Whether the names were made free for these records.
  private func modify(
    _ records: [JSON], _ place: ZonePlace, isRepeated: Bool = false
  ) async throws(Service.Trouble) -> [JSON] {
    let request: JSON = [
      "operations": .list(records.map(coding.operation)), "zoneID": place.json, "atomic": false,
    ]
    let items: [JSON]
    do throws(Service.Trouble) {
      items =
        try await service.ask("records/modify", request, in: place.database)["records"]?.list ?? []
    } catch {
      // A service may treat the request as an atomic one.
      guard case .refused(let refusal) = error, !refusal.records.isEmpty else { throw error }
      items = refusal.records
    }
    var byName: [String: JSON] = [:]
    for item in items {
      if let name = item["recordName"]?.string { byName[name] = item }
    }
    var results: [JSON] = []
    var conflicts: [JSON] = []
    for record in records {
      guard let item = record["recordName"]?.string.flatMap({ byName[$0] }) else { continue }
      switch try outcome(of: item, record) {
      case .known(let result): results.append(result)
      case .conflict: conflicts.append(record)
      case .unknown: continue
      }
    }
    var squatted: [JSON] = []
    for (record, held) in try await heldRecords(conflicts, place) {
      if !isRepeated, let held, isSquatted(record, held) {
        squatted.append(record)
      } else {
        results.append(pushResult(record, "conflict", [("record", held ?? .null)]))
      }
    }
    return squatted.isEmpty ? results : results + (try await replace(squatted, place))
  }

  /// Whether another member has put a record of another type where a record of the account belongs. No change
  /// makes one type of another.
  private func isSquatted(_ record: JSON, _ held: JSON) -> Bool {
    guard let account, record["fields"]?["userId"]?.string == account,
      let author = held["modifiedBy"]?.string
    else { return false }
    return held["type"] != record["type"] && author != account
  }

  /// Deletes what others have put in the place of the account's records, and sends these.
  private func replace(
    _ records: [JSON], _ place: ZonePlace
  ) async throws(Service.Trouble) -> [JSON] {
    let deletions = records.map { record -> JSON in
      [
        "operationType": "forceDelete",
        "record": .members([("recordName", record["recordName"])]),
      ]
    }
    _ = try await service.ask(
      "records/modify",
      ["operations": .list(deletions), "zoneID": place.json, "atomic": false], in: place.database)
    let new = records.map { record in
      JSON.object((record.members ?? []).filter { $0.name != "tag" })
    }
    return try await modify(new, place, isRepeated: true)
  }

  private enum Outcome {
    case known(JSON)
    /// The service holds something else, which has to be looked up.
    case conflict
    case unknown
  }

  private func outcome(of item: JSON, _ record: JSON) throws(Service.Trouble) -> Outcome {
    guard let refusal = ServiceRefusal(item: item, redacted: service.secrets.redacted) else {
      let isDeletion = record["deleted"]?.bool == true
      guard isDeletion == (item["deleted"]?.bool == true) else { return .unknown }
      return .known(
        pushResult(
          record, "saved",
          isDeletion
            ? []
            : [
              ("tag", item["recordChangeTag"]),
              ("modifiedAt", item["modified"]?["timestamp"]),
            ]))
    }
    switch refusal.meaning {
    case .conflict: return .conflict
    case .notFound:
      // Deleting what is gone has reached its aim.
      return record["deleted"]?.bool == true
        ? .known(pushResult(record, "saved"))
        : .known(pushResult(record, "conflict", [("record", .null)]))
    case .sibling: return .known(pushResult(record, "retry", [("retryAfter", .null)]))
    case .later, .reference, .failed, .zoneNotFound:
      let seconds = refusal.retryAfterSeconds.map(JSON.int) ?? .null
      return .known(pushResult(record, "retry", [("retryAfter", seconds)]))
    // These are about the account, so all that comes next would have them as well.
    case .signIn, .quota: throw .refused(refusal)
    case .content, .permission, .configuration, .tokenExpired:
      return .known(rejected(record, refusal))
    }
  }

  private func rejected(_ record: JSON, _ refusal: ServiceRefusal) -> JSON {
    let said = [refusal.code, refusal.reason].compactMap(\.self).filter { !$0.isEmpty }
    return pushResult(
      record, "rejected",
      [("reason", .string("\(host) says \(said.joined(separator: ": "))"))])
  }

  /// The records as the service holds them, each with what was asked for; `nil` for what is not there.
  private func heldRecords(
    _ records: [JSON], _ place: ZonePlace
  ) async throws(Service.Trouble) -> [(JSON, JSON?)] {
    guard !records.isEmpty else { return [] }
    let names = records.compactMap { $0["recordName"]?.string }
    let found = try await lookup(names, place)
    return records.compactMap { record in
      guard let name = record["recordName"]?.string, let held = found[name] else { return nil }
      return (record, held == .null ? nil : held)
    }
  }
}

// MARK: - Looking up

extension Conversation.Opened {
  /// Looks records up by their names.
  ///
  /// - Returns: By name, the record as the tool gets it, or null for one that is not there. What could not
  ///   be looked up is missing.
  func lookup(
    _ names: [String], _ place: ZonePlace
  ) async throws(Service.Trouble) -> [String: JSON] {
    let records = names.map { JSON.object([.init(name: "recordName", value: .string($0))]) }
    let answer = try await service.ask(
      "records/lookup", ["records": .list(records), "zoneID": place.json], in: place.database)
    var found: [String: JSON] = [:]
    for item in answer["records"]?.list ?? [] {
      guard let name = item["recordName"]?.string else { continue }
      if let refusal = ServiceRefusal(item: item, redacted: service.secrets.redacted) {
        if refusal.meaning == .notFound { found[name] = .null }
      } else if item["deleted"]?.bool == true {
        found[name] = .null
      } else if let record = coding.record(item, in: place.name, of: place.owner ?? account) {
        found[name] = record
      }
    }
    return found
  }
}

extension Conversation {
  /// `lookup`: what has become of some records of a zone.
  mutating func lookup(_ question: JSON) async throws(RemoteFailure) -> JSON {
    var current = try current()
    defer { opened = current }
    guard let zone = question["zone"]?.string, let names = question["recordNames"]?.list else {
      throw RemoteFailure(.failed, "the question needs zone and recordNames")
    }
    do throws(Service.Trouble) {
      guard let place = try await current.zones.place(zone) else {
        throw .exchange(RemoteFailure(.failed, "there is no zone \(zone)"))
      }
      let found = try await current.lookup(names.compactMap(\.string), place)
      let sorted = found.sorted { $0.key < $1.key }
      return [
        "records": .list(sorted.map(\.value).filter { $0 != .null }),
        "deleted": .list(
          sorted.filter { $0.value == .null }.map { current.coding.deletion($0.key, in: zone) }),
      ]
    } catch {
      throw error.failure(host: current.host)
    }
  }
}
