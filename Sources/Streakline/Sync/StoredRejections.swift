package import StreaklineCore
package import StreaklineStore

/// The records of a store that remotes have refused for good.
package struct StoredRejections: Sendable {
  let store: Store

  /// Rejections by number.
  ///
  /// - Parameter pipeline: `nil` for those of all pipelines.
  package func all(of pipeline: String? = nil) throws -> [Rejection] {
    try store.rejections(of: pipeline)
  }

  /// Lets the next run send the record again.
  ///
  /// - Returns: Whether there is such a record.
  package func retry(_ number: Int64) throws -> Bool { try store.retryRejection(number) }

  /// Gives up sending the record as it is now.
  ///
  /// - Returns: Whether there is such a record.
  package func drop(_ number: Int64) throws -> Bool { try store.dropRejection(number) }
}

extension Rejection {
  /// The rejection as one JSON object.
  package var json: Value {
    let (type, name, fields): (String?, String?, Fields?) =
      switch change.content {
      case .result(let record): (record.type, record.id, record.fields)
      case .document(let document): (document.type, document.name, document.fields)
      case .unreadable: (nil, nil, nil)
      }
    return .object([
      "number": .int(Int(number)), "pipeline": .string(pipeline),
      "type": type.map(Value.string) ?? .null, "id": name.map(Value.string) ?? .null,
      "deleted": .bool(change.isDeleted), "reason": .string(reason), "attempts": .int(attempts),
      "changed": .string(change.changedAt.iso),
      "fields": change.isDeleted ? .null : fields.map(Value.object) ?? .null,
    ])
  }
}

extension RecordStore {
  package var rejections: StoredRejections { StoredRejections(store: store) }
}
