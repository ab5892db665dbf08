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

  /// The name of an item in its first life; `nil` when the pipeline gives none.
  func own(_ item: ItemIdentity) -> String? {
    let type =
      switch item {
      case .result(let type, _), .document(let type, _): type
      }
    let values = PlaceholderValues(item, deviceID: deviceID, account: account)
    return (pipeline.records[type]?.name).flatMap { try? $0.expanded(values) }
  }
}

extension OutgoingRecord {
  /// The record for a change, with the zone, name, type and fields that the pipeline gives it. A record
  /// that the remote holds keeps the name that it has there.
  init(_ change: Change, _ names: RecordNames) throws(NotSendable) {
    let (type, id, fields): (String, String?, Fields)
    switch change.content {
    case .result(let record): (type, id, fields) = (record.type, record.id, record.sendableFields)
    case .document(let document): (type, id, fields) = (document.type, nil, document.fields)
    case .unreadable: throw NotSendable(reason: "the store cannot read it")
    }
    guard let destination = names.pipeline.records[type] else {
      throw NotSendable(reason: "the pipeline does not send records of type \(type)")
    }
    let held = change.copy?.isGone == false ? change.copy : nil
    // A deletion names what was there before it.
    let life = change.stamp.life - (change.isDeleted ? 1 : 0)
    let isFirst = names.keepsStamps || held != nil
    do throws(NameTemplate.MissingValue) {
      let values = Self.values(change, names, life: isFirst ? 0 : max(0, life))
      var name = try destination.name.expanded(values)
      if let held = held?.name { name = held }
      var all = destination.renamed(fields)
      for (name, value) in held?.others ?? [:] where all[name] == nil { all.append(name, value) }
      self.init(
        zone: ZoneName(try destination.zone.expanded(values)), recordName: name,
        type: destination.type ?? type, id: id, tag: held?.tag, version: change.version,
        isDeleted: change.isDeleted, stamp: names.keepsStamps ? change.stamp : nil,
        fields: change.isDeleted ? [:] : all)
    } catch {
      throw NotSendable(
        reason: "its name needs {\(error.placeholder.rawValue)}, which the record does not have")
    }
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

extension Change {
  /// The identity of the item; `nil` when the store cannot read it.
  var identity: ItemIdentity? {
    switch content {
    case .result(let record):
      .result(
        type: record.type,
        CompositeID(userId: record.userId, day: record.day, gameId: record.gameId))
    case .document(let document): .document(type: document.type, name: document.name)
    case .unreadable: nil
    }
  }
}
