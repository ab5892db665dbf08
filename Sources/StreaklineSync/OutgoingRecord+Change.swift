internal import StreaklineCore
internal import StreaklineStore

/// Why a change cannot be sent, as a clause without a full stop.
struct NotSendable: Error {
  let reason: String
}

extension OutgoingRecord {
  /// The record for a change, with the zone, name, type and fields that the pipeline gives it.
  ///
  /// - Parameter account: The account of the remote, `nil` when it has none.
  init(_ change: Change, _ pipeline: Pipeline, deviceID: String, account: String?)
    throws(NotSendable)
  {
    let (type, id, fields, values): (String, String?, Fields, PlaceholderValues)
    switch change.content {
    case .result(let record):
      (type, id) = (record.type, record.id)
      fields = record.sendableFields
      values = PlaceholderValues(record, deviceID: deviceID, account: account)
    case .document(let document):
      (type, id) = (document.type, nil)
      fields = document.fields
      values = PlaceholderValues(document, deviceID: deviceID, account: account)
    case .unreadable:
      throw NotSendable(reason: "the store cannot read it")
    }
    guard let destination = pipeline.records[type] else {
      throw NotSendable(reason: "the pipeline does not send records of type \(type)")
    }
    do throws(NameTemplate.MissingValue) {
      self.init(
        zone: ZoneName(try destination.zone.expanded(values)),
        recordName: try destination.name.expanded(values), type: destination.type ?? type, id: id,
        version: change.version, isDeleted: change.isDeleted, fields: destination.renamed(fields))
    } catch {
      throw NotSendable(
        reason: "its name needs {\(error.placeholder.rawValue)}, which the record does not have")
    }
  }
}
