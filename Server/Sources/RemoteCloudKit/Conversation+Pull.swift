internal import RemoteProgram
internal import ServerJSON

extension Conversation {
  /// What `streakline` sends as the token to read the zone of somebody else's group from its beginning.
  fileprivate static let joined = "joined"

  mutating func pull(_ question: JSON) async throws(RemoteFailure) -> JSON {
    var current = try current()
    defer { opened = current }
    guard let zone = question["zone"]?.string else {
      throw RemoteFailure(.failed, "the question names no zone")
    }
    let token = question["token"]?.string
    do throws(Service.Trouble) {
      let (plain, name) = token.map(Restoration.parts) ?? (nil, "")
      let page = try await current.pull(zone, after: plain)
      let restoration = current.service.restoration
      // Then nothing of the zone is known that could have been lost.
      let isNew = token == nil || plain == Self.joined || plain == "gone"
      guard isNew || restoration.name == name else { throw current.restored() }
      return restoration.marked(page)
    } catch {
      throw error.failure(host: current.host)
    }
  }
}

extension Conversation.Opened {
  fileprivate mutating func pull(
    _ zone: String, after token: String?
  ) async throws(Service.Trouble) -> JSON {
    let known = try await zones.place(zone)
    let place: ZonePlace
    if let known {
      place = known
    } else if token == nil {
      place = try await zones.create(zone)
    } else {
      return try gone(zone)
    }
    let start = token == Conversation.joined ? nil : token
    return place.hasChanges
      ? try await changes(in: place, after: start) : try await listing(of: place, after: start)
  }

  /// The zone of a group is gone with the group. Another one the user has deleted, in the settings of the
  /// service or in the app. It is not created again before he says so: what he wanted to be rid of would come
  /// back.
  private func gone(_ zone: String) throws(Service.Trouble) -> JSON {
    guard zones.own.contains(zone) else { return ["gone": true] }
    throw .exchange(
      RemoteFailure(
        .configuration,
        "the zone \(zone) is gone from \(host); nothing was deleted here; `streakline sync "
          + "--from-start` sends everything there again, `streakline pipelines disable` leaves it"))
  }

  /// What the backup lacks looks as if it was deleted.
  fileprivate func restored() -> Service.Trouble {
    .exchange(
      RemoteFailure(
        .configuration,
        "\(host) was restored from a backup since the last sync; nothing was deleted here; "
          + "`streakline sync --from-start` sends what it lacks again"))
  }

  // MARK: - A zone that tells its changes

  private mutating func changes(
    in place: ZonePlace, after token: String?
  ) async throws(Service.Trouble) -> JSON {
    let zone: JSON = .members([
      ("zoneID", place.json), ("syncToken", token.map(JSON.string)),
      ("resultsLimit", .int(service.settings.maxRecords)),
    ])
    let answer: JSON
    do throws(Service.Trouble) {
      answer = try await service.ask("changes/zone", ["zones": [zone]], in: place.database)
    } catch {
      // Which code an old token gets is not documented: a refused request that carried one may mean it.
      if token != nil, error.meaning == .tokenExpired || error.meaning == .content {
        return ["expired": true]
      }
      throw error
    }
    guard let page = answer["zones"]?.list?.first else {
      throw .exchange(RemoteFailure(.failed, "\(host) says nothing about the zone \(place.name)"))
    }
    if let refusal = ServiceRefusal(item: page, redacted: service.secrets.redacted) {
      switch refusal.meaning {
      case .tokenExpired: return ["expired": true]
      case .content where token != nil: return ["expired": true]
      case .zoneNotFound:
        zones.forget()
        return try gone(place.name)
      default: throw .refused(refusal)
      }
    }
    guard let items = page["records"]?.list, let next = page["syncToken"]?.string else {
      throw .exchange(
        RemoteFailure(.failed, "the changes of \(place.name) at \(host) lack records or syncToken"))
    }
    let hasMore = page["moreComing"]?.bool ?? false
    // Some services gave the same token for ever.
    guard !hasMore || next != token else {
      throw .exchange(
        RemoteFailure(
          .failed, "\(host) says that there is more in \(place.name), and gives no more"))
    }
    return try self.page(items, of: place, token: next, hasMore: hasMore)
  }

  private func page(
    _ items: [JSON], of place: ZonePlace, token: String, hasMore: Bool
  ) throws(Service.Trouble) -> JSON {
    var records: [JSON] = []
    var deleted: [JSON] = []
    for item in items {
      guard let name = item["recordName"]?.string else {
        throw .exchange(RemoteFailure(.failed, "a record of \(host) has no name"))
      }
      if item["deleted"]?.bool == true {
        deleted.append(coding.deletion(name, in: place.name))
      } else if let record = coding.record(item, in: place.name, of: place.owner ?? account) {
        records.append(record)
      }
    }
    return [
      "records": .list(records), "deleted": .list(deleted), "token": .string(token),
      "more": .bool(hasMore),
    ]
  }

  // MARK: - A zone that does not

  /// A default zone tells no changes, so its records are listed, a type after the other. Each pull lists them
  /// anew; the tool looks up what is missing before it takes it for deleted.
  private func listing(
    of place: ZonePlace, after token: String?
  ) async throws(Service.Trouble) -> JSON {
    let types = coding.kinds.keys.sorted()
    guard let position = ListPosition(token) else { return ["expired": true] }
    guard position.type < types.count else {
      return try page([], of: place, token: ListPosition.end, hasMore: false)
    }
    let type = types[position.type]
    let request: JSON = .members([
      ("zoneID", place.json), ("query", ["recordType": .string(type)]),
      ("resultsLimit", .int(service.settings.maxRecords)),
      ("continuationMarker", position.marker.map(JSON.string)),
    ])
    var answer: JSON = [:]
    do throws(Service.Trouble) {
      answer = try await service.ask("records/query", request, in: place.database)
    } catch {
      guard case .refused(let refusal) = error, refusal.meaning == .content else { throw error }
      // A marker is good for a while only.
      if position.marker != nil { return ["expired": true] }
      if refusal.reason.contains("not marked queryable") {
        throw .exchange(
          RemoteFailure(
            .configuration,
            "\(host) cannot list the records of \(type): in the container's schema, make "
              + "recordName queryable"))
      }
      // Nobody has saved a record of the type yet.
      guard refusal.reason.lowercased().contains("record type") else { throw error }
    }
    let items = answer["records"]?.list ?? []
    let marker = answer["continuationMarker"]?.string
    guard marker == nil || marker != position.marker else {
      throw .exchange(
        RemoteFailure(
          .failed, "\(host) says that there are more records of \(type), and gives no more"))
    }
    let next = ListPosition(type: marker == nil ? position.type + 1 : position.type, marker: marker)
    let isLast = next.type >= types.count
    return try page(
      items, of: place, token: isLast ? ListPosition.end : next.text, hasMore: !isLast)
  }
}

/// How far the records of a zone are listed.
private struct ListPosition {
  /// The token of a listing that is whole.
  static let end = "listed"

  /// The place of the type in the order of their names.
  let type: Int
  /// The service's own position among the records of the type; `nil` at their beginning.
  let marker: String?

  init(type: Int, marker: String?) {
    self.type = type
    self.marker = marker
  }

  /// - Returns: `nil` for a token that cannot be continued, such as the one of a whole listing.
  init?(_ token: String?) {
    guard let token else {
      self.init(type: 0, marker: nil)
      return
    }
    let parts = token.split(separator: " ", maxSplits: 1).map(String.init)
    guard let number = parts.first.flatMap({ Int($0) }), number >= 0 else { return nil }
    self.init(type: number, marker: parts.count == 2 ? parts[1] : nil)
  }

  var text: String { "\(type)" + (marker.map { " \($0)" } ?? "") }
}
