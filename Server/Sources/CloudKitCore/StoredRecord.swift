package import ServerJSON

/// A record as the server keeps it.
package struct StoredRecord: Hashable, Sendable {
  /// When and by whom something was done.
  package struct Moment: Hashable, Sendable {
    /// Milliseconds since 1970, by the server's clock.
    package let milliseconds: Int
    package let user: String

    package init(milliseconds: Int, user: String) {
      self.milliseconds = milliseconds
      self.user = user
    }

    fileprivate var json: JSON {
      ["timestamp": .int(milliseconds), "userRecordName": .string(user)]
    }
  }

  package let name: String
  package let type: String
  /// The fields as compact JSON: an object of ``FieldValue/json(numbersAsStrings:)``.
  package let fields: [UInt8]
  /// The record to which this one belongs in a hierarchy that can be shared.
  package let parent: String?
  package let created: Moment
  package let modified: Moment
  /// Changes with each write. Empty until the record is written.
  package let tag: String
  /// What the server says of a shared record or of a share.
  package let sharing: [JSON.Member]

  package init(
    name: String, type: String, fields: [UInt8], parent: String?, created: Moment,
    modified: Moment, tag: String, sharing: [JSON.Member] = []
  ) {
    self.name = name
    self.type = type
    self.fields = fields
    self.parent = parent
    self.created = created
    self.modified = modified
    self.tag = tag
    self.sharing = sharing
  }

  /// The record as it was written.
  package func written(_ tag: String, sharing: [JSON.Member] = []) -> StoredRecord {
    StoredRecord(
      name: name, type: type, fields: fields, parent: parent, created: created,
      modified: modified, tag: tag, sharing: sharing)
  }

  /// The fields by name, in the order in which they are stored.
  package var members: [JSON.Member] { (try? JSON(fields))?.members ?? [] }

  package func value(of field: String) -> FieldValue? {
    (try? JSON(fields))?[field].flatMap(FieldValue.init(stored:))
  }
}

/// What of a record a client wants to see.
package struct RecordView: Hashable, Sendable {
  package let zone: ZoneID
  /// The names of the fields; `nil` for all.
  package let desiredKeys: Set<String>?
  package let numbersAsStrings: Bool

  package init(zone: ZoneID, desiredKeys: Set<String>? = nil, numbersAsStrings: Bool = false) {
    self.zone = zone
    self.desiredKeys = desiredKeys
    self.numbersAsStrings = numbersAsStrings
  }

  /// Reads `desiredKeys` and `numbersAsStrings`, of the item itself or else of the whole request.
  package init(
    zone: ZoneID, _ request: JSON, defaults: JSON = .null
  ) throws(ServiceError) {
    self.zone = zone
    let own = try request.names("desiredKeys")
    desiredKeys = if let own { own } else { try defaults.names("desiredKeys") }
    // Apple's page on changes/zone spells the key without the first s.
    let keys = ["numbersAsStrings", "numberAsStrings"]
    numbersAsStrings = keys.contains { (request[$0] ?? defaults[$0])?.bool == true }
  }

  package func json(_ record: StoredRecord) -> JSON {
    let members = JSON.members([
      ("recordName", .string(record.name)), ("recordType", .string(record.type)),
      ("fields", fields(record)), ("pluginFields", .object([])),
      ("recordChangeTag", .string(record.tag)),
      ("created", record.created.json), ("modified", record.modified.json),
      ("deleted", .bool(false)), ("zoneID", zone.json),
      ("parent", record.parent.map { ["recordName": .string($0)] }),
    ])
    return record.sharing.isEmpty
      ? members : .object((members.members ?? []) + record.sharing)
  }

  private func fields(_ record: StoredRecord) -> JSON {
    guard desiredKeys != nil || numbersAsStrings else { return .encoded(record.fields) }
    let wanted = record.members.filter { desiredKeys?.contains($0.name) ?? true }
    guard numbersAsStrings else { return .object(wanted) }
    return .object(
      wanted.map { member in
        let value = FieldValue(stored: member.value)?.json(numbersAsStrings: true)
        return .init(name: member.name, value: value ?? member.value)
      })
  }

  /// What is said of a record that is gone.
  package func tombstone(_ name: String) -> JSON {
    ["recordName": .string(name), "deleted": .bool(true), "zoneID": zone.json]
  }
}

extension JSON {
  /// A list of names; `nil` when there is none.
  package func names(_ key: String) throws(ServiceError) -> Set<String>? {
    guard let value = self[key], value != .null else { return nil }
    guard let list = value.list else { throw .badRequest("\(key) must be a list of strings") }
    let names = list.compactMap(\.string)
    guard names.count == list.count else {
      throw .badRequest("\(key) must be a list of strings")
    }
    return Set(names)
  }
}
