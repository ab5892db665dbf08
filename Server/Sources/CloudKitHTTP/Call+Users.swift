internal import CloudKitCore
internal import CloudKitStorage
internal import ServerJSON

extension Call {
  private static let mostUsers = 200

  func currentUser() async throws -> JSON {
    let accounts = service.folder.accounts
    var name: String?
    if let number = caller.number {
      let people = try await accounts.people(
        in: target.container, now: service.now(), only: [number])
      name = people.first?.displayName
    }
    return .members([
      ("userRecordName", .string(caller.user ?? "")),
      ("nameComponents", name.map { ["givenName": .string($0)] }),
    ])
  }

  /// A share with the names of those who take part and have a display name.
  func named(_ record: StoredRecord) async throws -> StoredRecord {
    guard record.type == ShareRequest.recordType, !record.sharing.isEmpty else { return record }
    let accounts = service.folder.accounts
    let people = try await accounts.people(in: target.container, now: service.now(), only: nil)
    let known = people.compactMap { person in
      person.displayName.map {
        (userRecordName(of: person.number, in: target.container, key: accounts.key), $0)
      }
    }
    let names = Dictionary(known, uniquingKeysWith: { first, _ in first })
    let sharing = record.sharing.map { member in
      JSON.Member(
        name: member.name,
        value: member.value.list.map { .list($0.map { named($0, names) }) }
          ?? named(member.value, names))
    }
    return record.written(record.tag, sharing: sharing)
  }

  private func named(_ participant: JSON, _ names: [String: String]) -> JSON {
    guard let identity = participant["userIdentity"]?.members,
      let name = participant["userIdentity"]?["userRecordName"]?.string.flatMap({ names[$0] })
    else { return participant }
    let components = JSON.Member(name: "nameComponents", value: ["givenName": .string(name)])
    return .object(
      (participant.members ?? []).map {
        $0.name == "userIdentity"
          ? .init(name: $0.name, value: .object(identity + [components])) : $0
      })
  }

  /// The users of the container who have agreed to be found: those with a display name. Others are left out,
  /// as those whom nobody knows.
  func discoverUsers(_ json: JSON) async throws -> Answer {
    let given = json["lookupInfos"] ?? json["users"] ?? json["contacts"]
    guard target.endpoint == .usersDiscover || given != nil else {
      throw ServiceError.badRequest("missing required field 'lookupInfos'")
    }
    guard let list = given.map(\.list) ?? [], list.count <= Self.mostUsers else {
      throw ServiceError.badRequest("lookupInfos must be a list of at most \(Self.mostUsers)")
    }
    let key = service.folder.accounts.key
    let people = try await service.folder.accounts.people(
      in: target.container, now: service.now(), only: nil)
    var users: [JSON] = []
    for person in people {
      guard let displayName = person.displayName else { continue }
      let record = userRecordName(of: person.number, in: target.container, key: key)
      let asked = list.first {
        let info = $0["lookupInfo"] ?? $0
        return info["emailAddress"]?.string == person.name
          || info["userRecordName"]?.string == record
      }
      guard given == nil || asked != nil else { continue }
      users.append(
        .members([
          ("userRecordName", .string(record)),
          ("nameComponents", ["givenName": .string(displayName)]),
          ("lookupInfo", asked.map { $0["lookupInfo"] ?? $0 }),
        ]))
    }
    return Answer(["users": .list(users)])
  }
}
