internal import StreaklineCore
internal import StreaklineStore

/// Why a change cannot be sent, as a clause without a full stop.
struct NotSendable: Error {
  let reason: String
}

/// The names that a pipeline gives to records at its remote.
struct RecordNames: Sendable {
  let pipeline: Pipeline
  let deviceID: String
  /// The account of the remote; `nil` when it has none.
  let account: String?
  /// Whether the remote keeps stamps. Then a record has one name in all its lives.
  let keepsStamps: Bool

  /// Whether a change is what the remote has, or once had, of another account, such as the score of another
  /// member of a group, or a group that somebody else has made. Only that account sends it.
  func isOfAnotherAccount(_ change: Change) -> Bool {
    let isFromThere = change.copy != nil || change.stamp.device.isEmpty
    guard let account, isFromThere, case .document(let document) = change.content else {
      return false
    }
    if document.type == RecordType.leaderboardGroup.name {
      return document.fields["createdBy"]?.string.map { $0 != account } ?? false
    }
    guard let destination = pipeline.records[document.type],
      destination.name.placeholders.contains(.account), let user = document.fields["userId"]?.string
    else { return false }
    return user != account
  }

  /// Whether the pipeline may carry a change, if it is a decision.
  func mayCarry(_ change: Change) -> Bool {
    guard case .document(let document) = change.content, !change.isDeleted,
      document.type == RecordType.decision.name
    else { return true }
    if let users = pipeline.users,
      let isOfThem = RefusedContents.concerns(users.sorted(), document.name)
    {
      return isOfThem
    }
    return Decision(id: document.name, document.fields).map(pipeline.mayCarry) ?? true
  }

  /// Whether a record's name is the one that the pipeline gives to the item in its first life.
  func gives(_ name: String, to change: Change) -> Bool {
    // A name that was made just now for a result is that one, unless it is of a later life or has a part
    // that only the fields tell. Making it again would cost a tenth of all that sending costs.
    if case .result(let record) = change.content, keepsStamps,
      change.copy?.isGone != false || change.copy?.name == nil,
      pipeline.records[record.type]?.name.template == NameTemplate.uuid.template
    {
      return true
    }
    return change.identity.flatMap(own) == name
  }

  /// The name of an item in its first life; `nil` when the pipeline gives none, or one that only the
  /// item's fields tell.
  func own(_ item: ItemIdentity) -> String? {
    let type =
      switch item {
      case .result(let type, _), .document(let type, _): type
      }
    let values = PlaceholderValues(item, deviceID: deviceID, account: account)
    guard let destination = pipeline.records[type],
      let own = try? name(values, destination, type)
    else { return nil }
    if case .document(_, let name) = item, pipeline.schema[type]?.namesByFields != true,
      !destination.isRead(own, asDocument: name, ofType: type)
    {
      return nil
    }
    return own
  }

  /// The name that a template gives. Where the fields tell which record it is and a server with accounts
  /// would refuse the name, it is the UUID.
  func name(
    _ values: PlaceholderValues, _ destination: Pipeline.Destination, _ type: String
  ) throws(NameTemplate.MissingValue) -> String {
    let name = try destination.name.expanded(values)
    guard pipeline.remote.kind.hasAccount, !Self.isAllowed(name),
      pipeline.schema[type]?.namesByFields == true
    else { return name }
    return try NameTemplate.uuid.expanded(values)
  }

  /// Whether CloudKit takes the name: ASCII, at most 255 bytes, and no underscore at the start.
  private static func isAllowed(_ name: String) -> Bool {
    name.utf8.count <= 255 && !name.hasPrefix("_") && name.utf8.allSatisfy { $0 < 0x80 }
  }
}

extension OutgoingRecord {
  /// The record for a change, with the zone, name, type and fields that the pipeline gives it. A record
  /// that the remote holds keeps the name that it has there.
  init(_ change: Change, _ names: RecordNames) throws(NotSendable) {
    let (type, id): (String, String?)
    switch change.content {
    case .result(let record): (type, id) = (record.type, record.id)
    case .document(let document): (type, id) = (document.type, nil)
    case .unreadable: throw NotSendable(reason: "the store cannot read it")
    }
    guard let destination = names.pipeline.records[type] else {
      throw NotSendable(reason: "the pipeline does not send records of type \(type)")
    }
    let held = change.copy?.isGone == false ? change.copy : nil
    // A deletion names what was there before it.
    let life = change.stamp.life - (change.isDeleted ? 1 : 0)
    let isFirst = names.keepsStamps || held != nil
    let (zone, name): (String, String)
    let parent: String?
    do throws(NameTemplate.MissingValue) {
      let values = Self.values(change, names, life: isFirst ? 0 : max(0, life))
      zone = try destination.zone.expanded(values)
      parent = change.isDeleted ? nil : try destination.parent?.expanded(values)
      if let known = held?.name {
        name = known
      } else {
        name = try names.name(values, destination, type)
      }
    } catch {
      throw NotSendable(
        reason: "its name needs {\(error.placeholder.rawValue)}, which the record does not have")
    }
    if held?.name == nil, case .document(let document) = change.content {
      try Self.check(name, of: document, destination, names, isDeleted: change.isDeleted)
    }
    if case .document(let document) = change.content, !change.isDeleted {
      try Self.checkTexts(of: document, destination, held)
    }
    self.init(
      zone: ZoneName(zone), recordName: name, type: destination.type ?? type, id: id,
      tag: held?.tag, version: change.version, isDeleted: change.isDeleted,
      stamp: names.keepsStamps ? change.stamp : nil,
      change.carriedFields(destination, deviceID: names.deviceID, held: held))
    self.parent = parent
  }

  /// Refuses a text that the remote's program does not know, unless it is there already.
  private static func checkTexts(
    of document: Document, _ destination: Pipeline.Destination, _ held: ZoneCopy?
  ) throws(NotSendable) {
    guard !destination.texts.isEmpty else { return }
    for (name, value) in document.fields {
      guard let known = destination.texts[name], let text = value.string, !known.contains(text),
        held?.commonFields?[name] != value
      else { continue }
      throw NotSendable(
        reason: "'\(name)' is '\(text)', and not one of \(known.joined(separator: ", "))")
    }
  }

  /// Refuses a document whose record would be read as another document.
  private static func check(
    _ name: String, of document: Document, _ destination: Pipeline.Destination,
    _ names: RecordNames, isDeleted: Bool
  ) throws(NotSendable) {
    if let type = names.pipeline.schema[document.type], type.namesByFields {
      guard !isDeleted else { return }
      let known = type.documentName(of: document.fields)
      if known != document.name {
        throw NotSendable(
          reason: "its fields say that it is the document '\(known ?? "?")', not '\(document.name)'"
        )
      }
      if destination.name.placeholders.contains(.account), document.fields["userId"] != nil,
        document.fields["userId"]?.string != names.account
      {
        throw NotSendable(reason: "it belongs to another account")
      }
      return
    }
    guard !destination.isRead(name, asDocument: document.name, ofType: document.type) else {
      return
    }
    let known = destination.documentName(of: name, ofType: document.type) ?? name
    throw NotSendable(
      reason: destination.name.isConstant
        ? "the pipeline sends one document of this type, '\(known)'"
        : "its record's name '\(name)' belongs to the document '\(known)'")
  }

  private static func values(_ change: Change, _ names: RecordNames, life: Int)
    -> PlaceholderValues
  {
    switch change.content {
    case .result(let record):
      return PlaceholderValues(
        record, deviceID: names.deviceID, account: names.account, life: life)
    case .document(let document) where life == 0:
      return PlaceholderValues(document, deviceID: names.deviceID, account: names.account)
    case .document(let document):
      return PlaceholderValues(
        .document(type: document.type, name: document.name), deviceID: names.deviceID,
        account: names.account, life: life)
    case .unreadable: preconditionFailure("an unreadable change has no name")
    }
  }
}
