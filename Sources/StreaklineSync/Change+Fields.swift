internal import StreaklineCore
internal import StreaklineStore

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

  /// The fields of a record that is sent, under the remote's names.
  ///
  /// - Parameter held: What the remote holds of it.
  func carriedFields(
    _ destination: Pipeline.Destination, deviceID: String, held: ZoneCopy?
  ) -> CarriedFields {
    guard !isDeleted else { return .values([:]) }
    let others = held?.others
    if case .result(let record) = content, destination.fields == nil, others == nil {
      return .json(record.sendableJSON)
    }
    var fields = fields(destination, deviceID: deviceID)
    if let others {
      // What could not be unpacked goes back as it came.
      let packed = destination.gzipNames
      for (name, value) in others where fields[name] == nil || packed.contains(name) {
        fields[name] = value
      }
    }
    return .values(fields)
  }

  /// The fields under the remote's names, with those that follow from the record where the pipeline
  /// gives them names.
  private func fields(_ destination: Pipeline.Destination, deviceID: String) -> Fields {
    switch content {
    case .result(let record):
      guard let theirs = destination.fields else { return record.sendableFields }
      var fields = record.sendableFields
      let derived: [(String, Value)] = [
        ("date", .string(Instant(record.day).iso)), ("deviceId", .string(deviceID)),
        ("changedAt", .string(stamp.time.iso)), ("completionCount", .int(HabitDay.count(record))),
      ]
      for (name, value) in derived where theirs[name] != nil && fields.value(name) == .null {
        fields[name] = value
      }
      return destination.renamed(fields)
    case .document(let document): return destination.renamed(document.fields)
    case .unreadable: return [:]
    }
  }
}
