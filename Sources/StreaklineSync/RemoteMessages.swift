package import StreaklineCore

/// What a remote program is asked, and what it answers: one line of JSON each. `Documentation/remotes.md`
/// specifies the messages.
package enum RemoteMessages {
  private static let version = 1
  private static let longestText = 1_024
  private static let longestToken = 65_536

  /// - Parameters:
  ///   - types: ``Pipeline/remoteTypes``.
  ///   - ownZones: ``Pipeline/ownZones``.
  ///   - groupZones: ``Pipeline/groupZones``.
  package static func open(
    pipeline: String, device: String, settings: Value, types: Value, ownZones: Set<String> = [],
    groupZones: String? = nil
  ) -> [UInt8] {
    var fields: Fields = [
      "do": .string("open"), "protocol": .int(version), "pipeline": .string(pipeline),
      "device": .string(device), "settings": settings, "types": types,
      "ownZones": .list(ownZones.sorted().map(Value.string)),
    ]
    if let groupZones { fields["groupZones"] = .string(groupZones) }
    return line(fields)
  }

  /// Asks where changes are told.
  package static let watch = line(["do": .string("watch")])

  /// Asks a program of its own to wait until something changes.
  ///
  /// - Parameter place: What the answer to ``watch`` says.
  package static func wait(at place: Value, seconds: Int, settings: Value) -> [UInt8] {
    line([
      "do": .string("wait"), "watch": place, "seconds": .int(seconds), "settings": settings,
    ])
  }

  /// A question about the zone of a group.
  package static func group(_ question: GroupQuestion) -> [UInt8] {
    switch question {
    case .invite(let zone, let root, let title, let people, let mayWrite):
      line([
        "do": .string("invite"), "zone": .string(zone), "recordName": .string(root),
        "title": .string(title), "people": .list(people.map(Value.string)),
        "mayWrite": .bool(mayWrite),
      ])
    case .resolve(let address): line(["do": .string("resolve"), "address": .string(address)])
    case .accept(let address): line(["do": .string("accept"), "address": .string(address)])
    case .members(let zone): line(["do": .string("members"), "zone": .string(zone)])
    case .leave(let zone): line(["do": .string("leave"), "zone": .string(zone)])
    case .remove(let zone): line(["do": .string("remove"), "zone": .string(zone)])
    case .expel(let zone, let member):
      line(["do": .string("expel"), "zone": .string(zone), "member": .string(member)])
    }
  }

  /// - Parameter secrets: What the user says of the account, by the names that the program knows.
  package static func signIn(
    pipeline: String, settings: Value, secrets: [(name: String, value: String)]
  ) -> [UInt8] {
    var said = Fields()
    for (name, value) in secrets { said[name] = .string(value) }
    return line([
      "do": .string("signIn"), "protocol": .int(version), "pipeline": .string(pipeline),
      "settings": settings, "secrets": .object(said),
    ])
  }

  package static func lookup(_ names: [String], in zone: ZoneName) -> [UInt8] {
    line([
      "do": .string("lookup"), "zone": .string(zone.name),
      "recordNames": .list(names.map(Value.string)),
    ])
  }

  package static func push(_ batch: [OutgoingRecord], atomic: Bool) -> [UInt8] {
    line([
      "do": .string("push"), "atomic": .bool(atomic),
      "records": .list(batch.map { .object(fields(of: $0)) }),
    ])
  }

  package static func pull(_ zone: ZoneName, after token: [UInt8]?) -> [UInt8] {
    line([
      "do": .string("pull"), "zone": .string(zone.name),
      "token": token.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null,
    ])
  }

  private static func line(_ message: Fields) -> [UInt8] {
    Array((String(json: .object(message)) + "\n").utf8)
  }

  private static func fields(of record: OutgoingRecord) -> Fields {
    var fields: Fields = [
      "zone": .string(record.zone.name), "recordName": .string(record.recordName),
      "type": .string(record.type), "tag": record.tag.map(Value.string) ?? .null,
      "version": .int(Int(record.version)), "deleted": .bool(record.isDeleted),
      "stamp": record.stamp?.json ?? .null, "fields": .object(record.fields),
    ]
    if let parent = record.parent { fields.append("parent", .string(parent)) }
    return fields
  }

  // MARK: - Answers

  /// The members of an answer; `nil` when the line is none.
  package static func answer(_ line: [UInt8]) -> Fields? {
    (try? readJSON(line))?.object
  }

  /// The failure that an answer reports.
  package static func failure(_ answer: Fields) -> RemoteError? {
    guard let name = answer["error"]?.string else { return nil }
    let message = text(answer["message"]) ?? "it reports the error '\(text(answer["error"]) ?? "")'"
    return RemoteError(
      RemoteError.Kind(rawValue: name) ?? .failed, message,
      retryAfterSeconds: seconds(answer["retryAfter"]))
  }

  package static func description(_ answer: Fields) throws(RemoteError) -> RemoteDescription {
    guard case .list(let abilities)? = answer["can"] else {
      throw RemoteError(.failed, "it did not say what it can do")
    }
    var zones: [String] = []
    if case .list(let names)? = answer["zones"] {
      zones = names.prefix(RemoteDescription.mostZones).compactMap(\.string)
    }
    return RemoteDescription(
      account: identity(answer["account"]),
      // What this version does not know it does not ask for.
      abilities: Set(abilities.compactMap { $0.string.flatMap(RemoteAbility.init) }),
      maxRecords: answer["maxRecords"]?.int ?? 200, maxBytes: answer["maxBytes"]?.int ?? 1_000_000,
      zones: zones)
  }

  /// What the program says to a user who signs in.
  package static func signedIn(_ answer: Fields) throws(RemoteError) -> SignInAnswer {
    if let address = text(answer["address"]) { return .goTo(address: address) }
    guard let file = text(answer["file"]) else {
      throw RemoteError(.failed, "it did not say where it keeps the account")
    }
    return .done(account: text(answer["account"]), file: file)
  }

  /// What the program says to a question about a group.
  package static func groupAnswer(_ answer: Fields) throws(RemoteError) -> GroupAnswer {
    var members: [GroupMember] = []
    if case .list(let values)? = answer["members"] {
      members = values.prefix(GroupMember.most).compactMap(\.object).map { member in
        GroupMember(
          account: identity(member["account"]), name: text(member["name"]),
          invited: text(member["invited"]), isOwner: member["owner"]?.bool ?? false,
          hasAccepted: member["accepted"]?.bool ?? false)
      }
    }
    return GroupAnswer(
      address: text(answer["address"]), zone: text(answer["zone"]), title: text(answer["title"]),
      members: members)
  }

  /// The outcomes that the program gives. A record of which it says nothing sensible has none.
  package static func results(_ answer: Fields) throws(RemoteError) -> [PushResult] {
    guard case .list(let results)? = answer["results"] else {
      throw RemoteError(.failed, "it did not say what became of the records")
    }
    return results.compactMap { result in
      guard let fields = result.object, let zone = fields["zone"]?.string,
        let name = fields["recordName"]?.string, let outcome = outcome(fields)
      else { return nil }
      // What another zone holds says nothing of this record.
      if case .conflict(let held?) = outcome, held.zone.name != zone { return nil }
      return PushResult(zone: ZoneName(zone), recordName: name, outcome)
    }
  }

  /// The page of a zone that the program gives.
  ///
  /// - Throws: Also for a record of another zone, which would be taken for one of this.
  package static func page(
    _ answer: Fields, of zone: ZoneName
  ) throws(RemoteError) -> PulledPage {
    if answer["expired"]?.bool == true { return .expired }
    if answer["gone"]?.bool == true { return .gone }
    guard let token = answer["token"]?.string, case .list(let records)? = answer["records"],
      let hasMore = answer["more"]?.bool
    else { throw RemoteError(.failed, "its page lacks records, token or more") }
    guard token.utf8.count <= longestToken else {
      throw RemoteError(.failed, "its token is longer than \(longestToken >> 10) KiB")
    }
    return .changes(
      RemoteChanges(
        records: try self.records(records, of: zone),
        deleted: try deletions(answer["deleted"], of: zone), token: Array(token.utf8),
        hasMore: hasMore))
  }

  /// What the program says of records of a zone that it was asked for.
  package static func lookedUp(
    _ answer: Fields, of zone: ZoneName
  ) throws(RemoteError) -> LookedUp {
    guard case .list(let records)? = answer["records"] else {
      throw RemoteError(.failed, "it did not say what became of the records")
    }
    return LookedUp(
      records: try self.records(records, of: zone),
      deleted: try deletions(answer["deleted"], of: zone))
  }

  private static func records(
    _ values: [Value], of zone: ZoneName
  ) throws(RemoteError) -> [RemoteRecord] {
    var records: [RemoteRecord] = []
    for value in values {
      // A record that is passed over would never come again.
      guard let record = record(value) else {
        throw RemoteError(.failed, "a record of its page lacks zone, recordName, type or fields")
      }
      try refuse(record.zone, unless: zone)
      records.append(record)
    }
    return records
  }

  private static func refuse(_ zone: ZoneName, unless asked: ZoneName) throws(RemoteError) {
    guard zone != asked else { return }
    let name = text(.string(zone.name)) ?? ""
    throw RemoteError(
      .failed,
      "it was asked for the zone '\(asked)' and gave a record of '\(name)'; nothing was taken")
  }

  private static func deletions(
    _ value: Value?, of zone: ZoneName
  ) throws(RemoteError) -> [RemoteDeletion] {
    guard case .list(let deleted)? = value else { return [] }
    var deletions: [RemoteDeletion] = []
    for value in deleted {
      guard let fields = value.object, let place = fields["zone"]?.string,
        let name = fields["recordName"]?.string
      else { throw RemoteError(.failed, "a deletion of its page lacks zone or recordName") }
      try refuse(ZoneName(place), unless: zone)
      deletions.append(
        RemoteDeletion(
          zone: zone, recordName: name, type: fields["type"]?.string ?? "",
          stamp: fields["stamp"].flatMap(Stamp.init(json:))))
    }
    return deletions
  }

  private static func record(_ value: Value) -> RemoteRecord? {
    guard let fields = value.object, let zone = fields["zone"]?.string,
      let name = fields["recordName"]?.string, let type = fields["type"]?.string,
      let content = fields["fields"]?.object
    else { return nil }
    var record = RemoteRecord(
      zone: ZoneName(zone), recordName: name, type: type, tag: fields["tag"]?.string,
      modifiedAt: fields["modifiedAt"]?.int.flatMap(Instant.init(receivedMilliseconds:)),
      modifiedBy: identity(fields["modifiedBy"]), zoneOwner: identity(fields["zoneOwner"]),
      stamp: fields["stamp"].flatMap(Stamp.init(json:)), fields: content)
    record.createdAt = fields["createdAt"]?.int.flatMap(Instant.init(receivedMilliseconds:))
    return record
  }

  private static func outcome(_ fields: Fields) -> PushResult.Outcome? {
    switch fields["status"]?.string {
    case "saved":
      let modifiedAt = fields["modifiedAt"]?.int.flatMap(Instant.init(receivedMilliseconds:))
      return .saved(tag: fields["tag"]?.string, modifiedAt: modifiedAt)
    case "conflict":
      // A record that cannot be read is not one that is gone.
      guard let held = fields["record"], held != .null else {
        return fields["record"] == nil ? nil : .conflict(nil)
      }
      return record(held).map { .conflict($0) }
    case "retry": return .retry(afterSeconds: seconds(fields["retryAfter"]))
    case "rejected": return .rejected(reason: text(fields["reason"]) ?? "it gave no reason")
    default: return nil
    }
  }

  private static func seconds(_ value: Value?) -> Double? {
    switch value {
    case .int(let seconds): Double(seconds)
    case .double(let seconds): seconds.isFinite ? seconds : nil
    default: nil
    }
  }

  /// A text by which a program tells things apart: of a long one the start and a digest.
  private static func identity(_ value: Value?) -> String? {
    value?.string.map { shortenedText($0, maximumBytes: longestText) }
  }

  /// A text of a program is shown to the user and stored, so it is not longer than a few lines.
  private static func text(_ value: Value?) -> String? {
    value?.string.map { String($0.unicodeScalars.prefix(longestText)) }
  }
}

/// What a remote program says to a user who signs in.
package enum SignInAnswer: Hashable, Sendable {
  /// The service knows the user.
  ///
  /// - Parameters:
  ///   - account: `nil` for an app without a user.
  ///   - file: The path of the file in which the program keeps the secrets.
  case done(account: String?, file: String)
  /// The user has to sign in there, and to say what that page gives.
  case goTo(address: String)
}

/// What a remote program can be asked about groups: zones that an account shares with others.
package enum GroupQuestion: Hashable, Sendable {
  /// Shares a record with those below it.
  ///
  /// - Parameters:
  ///   - people: Who may come; empty for everybody who has the address.
  ///   - mayWrite: Whether they may also add records.
  case invite(zone: String, root: String, title: String, people: [String], mayWrite: Bool)
  /// What an address leads to.
  case resolve(address: String)
  /// Takes part in what an address leads to.
  case accept(address: String)
  /// Who takes part.
  case members(zone: String)
  /// No longer takes part.
  case leave(zone: String)
  /// Deletes a zone of one's own, for all.
  case remove(zone: String)
  /// Lets somebody no longer take part in a zone of one's own, nor come back by its address.
  ///
  /// - Parameters:
  ///   - member: The member's account, or the name by which somebody is invited who has not come.
  case expel(zone: String, member: String)
}

/// What a remote program says about a group.
package struct GroupAnswer: Hashable, Sendable {
  /// Where others can come.
  package let address: String?
  package let zone: String?
  package let title: String?
  package let members: [GroupMember]
}

/// Somebody who takes part in a group, or is invited.
package struct GroupMember: Hashable, Sendable {
  /// Members that are read of an answer at most.
  static let most = 10_000

  /// Whose scores are the member's; `nil` for somebody who has not come yet.
  package let account: String?
  /// As the service says it; `nil` where it does not.
  package let name: String?
  /// The name by which the member was invited.
  package let invited: String?
  package let isOwner: Bool
  package let hasAccepted: Bool
}
