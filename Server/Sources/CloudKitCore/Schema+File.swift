internal import ServerJSON

/// The form of a schema in a file: `{"recordTypes": {TYPE: {FIELD: {"type": "STRING", "indexes":
/// ["queryable", "sortable"]}}}}`. The field `recordName` only says whether all records of the type can be
/// asked for.
extension Schema {
  /// Bytes of a file at most.
  package static let largestFile = 1 << 20
  private static let indexes = ["queryable", "sortable"]

  /// Reads a file.
  ///
  /// - Throws: ``ServiceError/Code/badRequest``, which says what is wrong where.
  package init(file: [UInt8]) throws(ServiceError) {
    guard file.count <= Self.largestFile, let json = try? JSON(file) else {
      throw .badRequest("the schema is not JSON of at most \(Self.largestFile) bytes")
    }
    guard let types = json["recordTypes"]?.members, json.members?.count == 1 else {
      throw .badRequest("the schema must be an object with 'recordTypes' and nothing else")
    }
    var schema: [String: [String: Field]] = [:]
    for type in types {
      guard Name.isTypeName(type.name), let fields = type.value.members else {
        throw .badRequest("'\(type.name)' must be a type's name with an object of its fields")
      }
      schema[type.name] = [:]
      for field in fields {
        guard Name.isFieldName(field.name) || field.name == "recordName" else {
          throw .badRequest("'\(field.name)' of '\(type.name)' is no field's name")
        }
        schema[type.name]?[field.name] = try Self.field(
          field.value, "'\(field.name)' of '\(type.name)'")
      }
    }
    self.init(types: schema, isOpen: false)
  }

  private static func field(_ json: JSON, _ place: String) throws(ServiceError) -> Field {
    guard let members = json.members,
      members.allSatisfy({ $0.name == "type" || $0.name == "indexes" })
    else { throw .badRequest("\(place) must be an object with 'type' and 'indexes'") }
    guard let kind = json["type"]?.string.flatMap(FieldKind.init(tag:)) else {
      throw .badRequest("\(place): 'type' must be a kind such as STRING or INT64")
    }
    let words = json["indexes"] == nil ? [] : json["indexes"]?.list?.map(\.string)
    guard let words, words.allSatisfy({ $0.map(indexes.contains) ?? false }) else {
      throw .badRequest("\(place): 'indexes' must be a list of queryable and sortable")
    }
    return Field(
      kind, isQueryable: words.contains("queryable"), isSortable: words.contains("sortable"))
  }

  /// The text of a file with this schema, a field a line.
  package var fileText: String {
    let types = types.sorted { $0.key < $1.key }.map { type, fields in
      let lines = fields.sorted { $0.key < $1.key }.map { name, field in
        let words = zip(Self.indexes, [field.isQueryable, field.isSortable])
          .filter(\.1).map { "\"\($0.0)\"" }.joined(separator: ", ")
        return "      \"\(name)\": {\"type\": \"\(field.kind.tag)\", \"indexes\": [\(words)]}"
      }
      guard !lines.isEmpty else { return "    \"\(type)\": {}" }
      return "    \"\(type)\": {\n\(lines.joined(separator: ",\n"))\n    }"
    }
    guard !types.isEmpty else { return "{\n  \"recordTypes\": {}\n}" }
    return "{\n  \"recordTypes\": {\n\(types.joined(separator: ",\n"))\n  }\n}"
  }
}
