internal import StreaklineCore
internal import StreaklineStore

/// Why a change cannot be sent, as a clause without a full stop.
struct NotSendable: Error {
  let reason: String
}

extension OutgoingRecord {
  /// The record for a change, with the zone, name and fields that the pipeline gives it.
  ///
  /// - Parameter account: The account of the remote, `nil` when it has none.
  init(_ change: Change, _ pipeline: Pipeline, deviceID: String, account: String?)
    throws(NotSendable)
  {
    guard let record = change.record else {
      throw NotSendable(reason: "the store cannot read it; 'verify' says more")
    }
    guard let destination = pipeline.records[record.type] else {
      throw NotSendable(reason: "the pipeline carries no \(record.type)")
    }
    do throws(NameTemplate.MissingValue) {
      self.init(
        zone: ZoneName(
          try destination.zone.expanded(for: record, deviceID: deviceID, account: account)),
        recordName: try destination.name.expanded(
          for: record, deviceID: deviceID, account: account),
        type: record.type, id: record.id, version: change.version, isDeleted: change.isDeleted,
        fields: destination.outgoingFields(of: record))
    } catch {
      throw NotSendable(
        reason: "its name needs {\(error.placeholder.rawValue)}, which the record does not have")
    }
  }
}
