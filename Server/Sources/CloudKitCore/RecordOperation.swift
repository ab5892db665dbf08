package import ServerJSON

/// What a client wants to do to one record.
package struct RecordOperation: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case create, update, forceUpdate, replace, forceReplace, delete, forceDelete

    var isDeletion: Bool { self == .delete || self == .forceDelete }
    /// Whether the record must be as the client knows it.
    var needsTag: Bool { [.update, .replace, .delete].contains(self) }
    /// Whether fields that are not given keep their values.
    var isMerging: Bool { self == .update || self == .forceUpdate }
  }

  package let kind: Kind
  package let name: String
  package let type: String?
  package let tag: String?
  /// As they were sent: whether they are right depends on the schema.
  package let fields: [JSON.Member]
  /// What is said of a share; `nil` for any other record.
  package let share: ShareRequest?
  /// What is said of `parent`: nothing, null or a reference.
  let parent: JSON?
  /// `desiredKeys` of this operation alone.
  package let desiredKeys: Set<String>?

  /// Reads one operation of `records/modify`.
  ///
  /// - Parameter newName: A name for a record that has none.
  /// - Throws: When the whole request is to be refused, because it cannot be said which record is meant.
  package init(_ json: JSON, newName: () -> String) throws(ServiceError) {
    guard let word = json["operationType"]?.string else {
      throw .badRequest("missing required field 'operationType'")
    }
    guard let kind = Kind(rawValue: word) else {
      throw .badRequest("unknown operationType")
    }
    guard let record = json["record"], record.members != nil else {
      throw .badRequest("missing required field 'record'")
    }
    self.kind = kind
    name = try Self.name(of: record, kind, newName)
    type = try record.text("recordType")
    tag = try record.text("recordChangeTag")
    fields = try Self.fields(of: record)
    share = type == ShareRequest.recordType ? try ShareRequest(record) : nil
    parent = record["parent"]
    desiredKeys = try json.names("desiredKeys")
  }

  private static func name(
    of record: JSON, _ kind: Kind, _ newName: () -> String
  ) throws(ServiceError) -> String {
    guard let name = try record.text("recordName") else {
      guard kind == .create || kind == .forceUpdate || kind == .forceReplace else {
        throw .badRequest("missing required field 'recordName'")
      }
      return newName()
    }
    guard Name.isRecordName(name) else {
      throw .badRequest(
        "invalid recordName: 1 to 255 ASCII characters, the first one not an underscore")
    }
    return name
  }

  private static func fields(of record: JSON) throws(ServiceError) -> [JSON.Member] {
    guard let fields = record["fields"], fields != .null else { return [] }
    guard let members = fields.members else { throw .badRequest("'fields' must be an object") }
    return members
  }
}

extension JSON {
  /// A string; `nil` when there is none.
  package func text(_ key: String) throws(ServiceError) -> String? {
    guard let value = self[key], value != .null else { return nil }
    guard let text = value.string else { throw .badRequest("'\(key)' must be a string") }
    return text
  }

  /// A whole number; `nil` when there is none.
  package func whole(_ key: String) throws(ServiceError) -> Int? {
    guard let value = self[key], value != .null else { return nil }
    guard let number = value.int else { throw .badRequest("'\(key)' must be a whole number") }
    return number
  }

  /// `true` or `false`; `nil` when there is neither.
  package func flag(_ key: String) throws(ServiceError) -> Bool? {
    guard let value = self[key], value != .null else { return nil }
    guard let flag = value.bool else { throw .badRequest("'\(key)' must be true or false") }
    return flag
  }
}
