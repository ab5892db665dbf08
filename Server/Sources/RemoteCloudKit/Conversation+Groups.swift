internal import Foundation
internal import RemoteProgram
internal import ServerJSON

// Groups: zones that an account shares with others (CloudKit Web Services).

extension Conversation {
  mutating func askAboutGroup(_ question: JSON) async throws(RemoteFailure) -> JSON {
    var current = try current()
    defer { opened = current }
    do throws(Service.Trouble) {
      switch question["do"]?.string {
      case "invite": return try await current.invite(question)
      case "resolve", "accept":
        return try await current.ask(
          "records/\(question["do"]?.string ?? "")", about: question["address"]?.string ?? "")
      case "leave": return try await current.leave(question["zone"]?.string ?? "")
      case "expel":
        return try await current.expel(
          question["member"]?.string ?? "", from: question["zone"]?.string ?? "")
      case "members": return try await current.members(question["zone"]?.string ?? "")
      default: return try await current.remove(question["zone"]?.string ?? "")
      }
    } catch {
      throw error.failure(host: current.host)
    }
  }
}

extension Conversation.Opened {
  /// The zones of the account's groups, which another device may have made or joined.
  ///
  /// - Parameter start: With what their names begin; `nil` for a pipeline without groups.
  mutating func zones(of start: String?) async throws(RemoteFailure) -> [String] {
    guard let start, service.settings.database != .public else { return [] }
    do throws(Service.Trouble) {
      return try await zones.names().filter { $0.hasPrefix(start) }
    } catch {
      throw error.failure(host: host)
    }
  }

  private static let shareType = "cloudkit.share"
  private static let appleHost = "api.apple-cloudkit.com"

  /// Shares a record, or invites more people to one that is shared.
  fileprivate mutating func invite(_ question: JSON) async throws(Service.Trouble) -> JSON {
    let zone = question["zone"]?.string ?? ""
    let root = question["recordName"]?.string ?? ""
    guard let place = try await zones.place(zone), place.owner == nil,
      let record = try await found(root, place)
    else {
      throw .exchange(
        RemoteFailure(
          .failed, "the group is not at \(host) as one of yours; run `streakline sync` first"))
    }
    let permission: JSON = question["mayWrite"]?.bool == false ? "READ_ONLY" : "READ_WRITE"
    let people = (question["people"]?.list ?? []).compactMap(\.string)
    var share = record["share"]?["recordName"]?.string
    var known: JSON?
    if let share { known = try await found(share, place) }
    // Who has joined stays. A list of participants says all that there are to be, so the ones who came with
    // the address alone have to be on it, and are named by it.
    var participants = (known?["participants"]?.list ?? []).filter {
      $0["type"]?.string != "OWNER"
    }
    // Who was expelled and is named again may accept again, as somebody whom the share does not have any more:
    // another permission alone would let a former member take part at once.
    let others = participants.filter { participant in
      participant["permission"] != "NONE" || !participant.names.contains(where: people.contains)
    }
    if others.count < participants.count {
      participants = others
      known = try await save(participants, of: known, in: place)
    }
    for person in people where !participants.names(person) {
      participants.append([
        "type": "USER", "permission": permission, "acceptanceStatus": "INVITED",
        "userIdentity": ["lookupInfo": ["emailAddress": .string(person)]],
      ])
    }
    share = share ?? "share-\(root)"
    let isOpen = people.isEmpty
    let sent: JSON = .members([
      ("recordName", share.map(JSON.string)), ("recordType", .string(Self.shareType)),
      ("recordChangeTag", known?["recordChangeTag"]),
      ("fields", ["cloudkit.title": ["value": question["title"] ?? "", "type": "STRING"]]),
      (
        "forRecord",
        .members([
          ("recordName", .string(root)), ("recordChangeTag", record["recordChangeTag"]),
        ])
      ),
      ("publicPermission", isOpen ? permission : "NONE"),
      ("participants", isOpen ? nil : .list(participants)),
    ])
    let operation: JSON = [
      "operationType": .string(known == nil ? "create" : "update"), "record": sent,
    ]
    let saved = try await only(
      "records/modify", ["operations": [operation], "zoneID": place.json, "atomic": true],
      in: place.database)
    guard let guid = saved["shortGUID"]?.string else {
      throw .exchange(RemoteFailure(.failed, "\(host) does not say where the group is"))
    }
    let site = host == Self.appleHost ? "https://www.icloud.com" : service.settings.url
    return ["address": .string("\(site)/share/\(guid)")]
  }

  /// Asks what an address leads to, or takes part in it.
  ///
  /// - Parameter endpoint: `records/resolve` or `records/accept`.
  fileprivate mutating func ask(
    _ endpoint: String, about address: String
  ) async throws(Service.Trouble) -> JSON {
    // What follows the last slash, without the title that Apple's service adds.
    let path = address.prefix { $0 != "#" && $0 != "?" }
    let guid = path.split(separator: "/").last.map(String.init) ?? ""
    let request: JSON = [
      "shortGUIDs": [["value": .string(guid), "shouldFetchRootRecord": false]]
    ]
    let answer = try await service.ask(endpoint, request, in: .public)
    let result = answer["results"]?.list?.first
    if let result, let refusal = ServiceRefusal(item: result, redacted: service.secrets.redacted) {
      guard refusal.meaning != .notFound else {
        throw .exchange(
          RemoteFailure(
            .permission, "\(host) knows no group of this address to which you are invited"))
      }
      throw .refused(refusal)
    }
    guard let zone = result?["zoneID"]?["zoneName"]?.string else {
      throw .exchange(RemoteFailure(.failed, "\(host) does not say which zone is shared"))
    }
    try await checkOther(zone, of: result?["zoneID"]?["ownerRecordName"]?.string)
    zones.forget()
    let title = result?["share"]?["fields"]?["cloudkit.title"]?["value"]
    return .members([("zone", .string(zone)), ("title", title)])
  }

  /// Refuses a zone that has the name of one in which the account takes part, and is somebody else's: what is
  /// meant for one of the two would go to the other.
  private mutating func checkOther(_ zone: String, of owner: String?) async throws(Service.Trouble)
  {
    guard let owner, let known = try await zones.place(zone), known.owner ?? account != owner else {
      return
    }
    throw .exchange(
      RemoteFailure(
        .permission,
        "the address leads to a copy that somebody else has made of a group in which you are; to "
          + "join it, leave that group first"))
  }

  fileprivate mutating func leave(_ zone: String) async throws(Service.Trouble) -> JSON {
    guard let place = try await zones.place(zone), place.owner != nil else {
      throw .exchange(
        RemoteFailure(.failed, "nobody shares \(zone) with you; a group of your own is removed"))
    }
    for share in try await shares(in: place) {
      let operation: JSON = [
        "operationType": "forceDelete",
        "record": .members([
          ("recordName", share["recordName"]), ("recordType", .string(Self.shareType)),
        ]),
      ]
      _ = try await only(
        "records/modify", ["operations": [operation], "zoneID": place.json], in: place.database)
    }
    zones.forget()
    return [:]
  }

  /// The shares of a zone, which are on one page of its feed.
  private mutating func shares(in place: ZonePlace) async throws(Service.Trouble) -> [JSON] {
    var token: JSON?
    while true {
      let asked = JSON.members([("zoneID", place.json), ("syncToken", token)])
      let answer = try await service.ask("changes/zone", ["zones": [asked]], in: place.database)
      let page = answer["zones"]?.list?.first
      let shares = (page?["records"]?.list ?? []).filter {
        $0["recordType"]?.string == Self.shareType && $0["deleted"]?.bool != true
      }
      guard shares.isEmpty, page?["moreComing"]?.bool == true, let next = page?["syncToken"],
        next != token
      else { return shares }
      token = next
    }
  }

  /// Who takes part in a group, and who is invited. Names come with the service's shares.
  fileprivate mutating func members(_ zone: String) async throws(Service.Trouble) -> JSON {
    guard let place = try await zones.place(zone) else {
      throw .exchange(RemoteFailure(.failed, "the group is not at \(host)"))
    }
    var members: [JSON] = []
    var accounts: Set<String> = []
    for share in try await shares(in: place) {
      for participant in share["participants"]?.list ?? []
      where participant["permission"] != "NONE" {
        let identity = participant["userIdentity"]
        let components = identity?["nameComponents"]
        let name = ["givenName", "familyName"].compactMap { components?[$0]?.string }
          .joined(separator: " ")
        let invited = identity?["lookupInfo"]?["emailAddress"]
        // Each once, also who takes part in more than one way.
        if let account = identity?["userRecordName"]?.string {
          guard accounts.insert(account).inserted else { continue }
        }
        members.append(
          .members([
            ("account", identity?["userRecordName"]), ("invited", invited),
            ("name", name.isEmpty ? nil : .string(name)),
            ("owner", .bool(participant["type"]?.string == "OWNER")),
            ("accepted", .bool(participant["acceptanceStatus"]?.string == "ACCEPTED")),
          ]))
      }
    }
    return ["members": .list(members)]
  }

  fileprivate mutating func remove(_ zone: String) async throws(Service.Trouble) -> JSON {
    if let place = try await zones.place(zone) {
      guard place.owner == nil else {
        throw .exchange(
          RemoteFailure(
            .permission, "the group belongs to somebody else; `streakline group leave` leaves it"))
      }
      try await zones.delete(zone)
    }
    return [:]
  }

  /// Lets somebody no longer take part. A member stays on the list of participants without any right, so that
  /// the address does not bring the member back.
  fileprivate mutating func expel(
    _ member: String, from zone: String
  ) async throws(Service.Trouble) -> JSON {
    guard let place = try await zones.place(zone), place.owner == nil else {
      throw .exchange(
        RemoteFailure(.permission, "only the owner of a group expels members, and it is not yours"))
    }
    for share in try await shares(in: place) {
      let all = (share["participants"]?.list ?? []).filter { $0["type"]?.string != "OWNER" }
      guard all.names(member) else { continue }
      let left = all.compactMap { participant -> JSON? in
        guard participant.names.contains(member) else { return participant }
        guard participant["acceptanceStatus"] == "ACCEPTED" else { return nil }
        return .object(
          (participant.members ?? []).filter { $0.name != "permission" }
            + [.init(name: "permission", value: "NONE")])
      }
      _ = try await save(left, of: share, in: place)
      return [:]
    }
    throw .exchange(RemoteFailure(.failed, "\(host) knows no member of this name in the group"))
  }

  /// Says who takes part in a group besides its owner.
  ///
  /// - Returns: The share with its new tag.
  private func save(
    _ participants: [JSON], of share: JSON?, in place: ZonePlace
  ) async throws(Service.Trouble) -> JSON {
    let record: JSON = .members([
      ("recordName", share?["recordName"]), ("recordType", .string(Self.shareType)),
      ("recordChangeTag", share?["recordChangeTag"]), ("fields", [:]),
      ("participants", .list(participants)),
    ])
    return try await only(
      "records/modify",
      [
        "operations": [["operationType": "update", "record": record]], "zoneID": place.json,
        "atomic": true,
      ], in: place.database)
  }

  private func found(_ name: String, _ place: ZonePlace) async throws(Service.Trouble) -> JSON? {
    do throws(Service.Trouble) {
      return try await only(
        "records/lookup",
        ["records": [["recordName": .string(name)]], "zoneID": place.json], in: place.database)
    } catch {
      guard error.meaning == .notFound || error.meaning == .zoneNotFound else { throw error }
      return nil
    }
  }

  /// Asks about one record.
  private func only(
    _ endpoint: String, _ request: JSON, in database: CloudKitRemoteSettings.Database
  ) async throws(Service.Trouble) -> JSON {
    let answer = try await service.ask(endpoint, request, in: database)
    guard let record = answer["records"]?.list?.first else {
      throw .exchange(RemoteFailure(.failed, "\(host) says nothing about the record"))
    }
    if let refusal = ServiceRefusal(item: record, redacted: service.secrets.redacted) {
      throw .refused(refusal)
    }
    return record
  }
}

extension JSON {
  /// By what a participant of a share is known: the account, and the name of the invitation.
  fileprivate var names: [String] {
    let identity = self["userIdentity"]
    return [
      identity?["userRecordName"]?.string, identity?["lookupInfo"]?["emailAddress"]?.string,
    ].compactMap(\.self)
  }
}

extension [JSON] {
  /// Whether one of the participants is known by a name.
  fileprivate func names(_ name: String) -> Bool { contains { $0.names.contains(name) } }
}
