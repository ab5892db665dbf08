package import ServerJSON

/// A request for the records of one type in a zone that pass filters, as `records/query` takes it.
package struct Query: Hashable, Sendable {
  /// Records in an answer at most (CloudKit Web Services).
  package static let mostRecords = 200

  package let zone: ZoneID
  package let type: String
  package let filters: [QueryFilter]
  package let order: [QueryOrder]
  package let limit: Int
  package let view: RecordView
  package let marker: String?
  /// The question itself, to which a marker belongs.
  package let question: [UInt8]

  package init(_ json: JSON) throws(ServiceError) {
    guard let query = json["query"], query.members != nil else {
      throw .badRequest("missing required field 'query'")
    }
    guard let type = try query.text("recordType"), Name.isTypeName(type) else {
      throw .badRequest("missing or invalid recordType in query")
    }
    self.type = type
    zone = try json.zone("zoneID") ?? ZoneID(name: ZoneID.defaultName)
    guard try json.flag("zoneWide") != true else {
      throw .badRequest("this server searches one zone at a time: zoneWide is not supported")
    }
    var filters: [QueryFilter] = []
    for filter in try Self.list("filterBy", of: query) { filters.append(try QueryFilter(filter)) }
    self.filters = filters
    var order: [QueryOrder] = []
    for sort in try Self.list("sortBy", of: query) { order.append(try QueryOrder(sort)) }
    self.order = order
    limit = try json.limit("resultsLimit")
    view = try RecordView(zone: zone, json)
    marker = try json.text("continuationMarker")
    question = query.bytes
  }

  private static func list(_ key: String, of query: JSON) throws(ServiceError) -> [JSON] {
    guard let value = query[key], value != .null else { return [] }
    // One filter may come without the list around it.
    guard let list = value.members == nil ? value.list : [value] else {
      throw .badRequest("'\(key)' must be a list")
    }
    return list
  }

  /// Refuses a query that the indexes of a schema do not allow.
  package func check(_ schema: Schema, isStrict: Bool) throws(ServiceError) {
    guard schema.types[type] != nil else {
      // In development a type comes with its first record.
      if schema.isOpen { return }
      throw .badRequest("Did not find record type: \(type)")
    }
    let lists = schema.field("recordName", of: type)?.isQueryable ?? false
    if isStrict, filters.isEmpty, !lists {
      throw .badRequest("Field 'recordName' is not marked queryable")
    }
    for filter in filters {
      try check(filter.field, schema, \.isQueryable, "queryable")
      try filter.checkKind(schema.field(filter.field.name, of: type)?.kind)
    }
    for sort in order { try check(sort.field, schema, \.isSortable, "sortable") }
  }

  private func check(
    _ field: QueryField, _ schema: Schema, _ isIndexed: (Schema.Field) -> Bool, _ word: String
  ) throws(ServiceError) {
    guard !field.isSystem else { return }
    guard let known = schema.field(field.name, of: type) else {
      throw .badRequest("Unknown field '\(field.name)'")
    }
    guard isIndexed(known) else {
      throw .badRequest("Field '\(field.name)' is not marked \(word)")
    }
  }

  package func matches(_ record: StoredRecord) -> Bool {
    filters.allSatisfy { $0.matches(record) }
  }
}

extension JSON {
  /// A limit of records: at least 1, and never more than ``Query/mostRecords``.
  package func limit(_ key: String) throws(ServiceError) -> Int {
    guard let limit = try whole(key) else { return Query.mostRecords }
    guard limit > 0 else { throw .badRequest("'\(key)' must be positive") }
    return min(limit, Query.mostRecords)
  }
}

/// A field in a query: the record's own, or one that the server keeps.
package struct QueryField: Hashable, Sendable {
  package let name: String
  package let isSystem: Bool

  private static let systemNames: Set<String> = [
    "recordName", "parent", "createdTimestamp", "createdUserRecordName", "modifiedTimestamp",
    "modifiedUserRecordName",
  ]

  init(_ json: JSON) throws(ServiceError) {
    if let name = try json.text("systemFieldName") {
      guard Self.systemNames.contains(name) else { throw .badRequest("unknown systemFieldName") }
      self.name = name
      isSystem = true
    } else if let name = try json.text("fieldName") {
      // Clients also write the names of system fields as `fieldName`, native ones with three underscores.
      let plain = name.hasPrefix("___") ? String(name.dropFirst(3)) : name
      isSystem = Self.systemNames.contains(plain)
      self.name = isSystem ? plain : name
      guard isSystem || Name.isFieldName(name) else { throw .badRequest("invalid fieldName") }
    } else {
      throw .badRequest("missing required field 'fieldName'")
    }
  }

  /// The value of the field; `nil` when the record has none.
  func value(in record: StoredRecord) -> FieldValue? {
    guard isSystem else { return record.value(of: name) }
    return switch name {
    case "recordName": FieldValue(.init(.string), .string(record.name))
    case "parent": record.parent.map { FieldValue(.init(.string), .string($0)) }
    case "createdTimestamp": FieldValue(.init(.timestamp), .int(record.created.milliseconds))
    case "createdUserRecordName": FieldValue(.init(.string), .string(record.created.user))
    case "modifiedTimestamp": FieldValue(.init(.timestamp), .int(record.modified.milliseconds))
    default: FieldValue(.init(.string), .string(record.modified.user))
    }
  }
}
