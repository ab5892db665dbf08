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
