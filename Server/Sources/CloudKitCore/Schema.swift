/// Which types of records a container knows, with the kinds and indexes of their fields.
package struct Schema: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package let kind: FieldKind
    package let isQueryable: Bool
    package let isSortable: Bool

    package init(_ kind: FieldKind, isQueryable: Bool = true, isSortable: Bool = true) {
      self.kind = kind
      self.isQueryable = isQueryable
      self.isSortable = isSortable
    }
  }

  package private(set) var types: [String: [String: Field]]
  /// Whether saving a record may add types and fields: so it is in development, not in production.
  package let isOpen: Bool

  package init(types: [String: [String: Field]] = [:], isOpen: Bool) {
    self.types = types
    self.isOpen = isOpen
  }

  package func field(_ name: String, of type: String) -> Field? { types[type]?[name] }

  /// Adds what a record to be saved has and the schema lacks.
  ///
  /// - Throws: Where the schema is closed. The words are those of Apple's service.
  mutating func learn(type: String, _ fields: [(name: String, kind: FieldKind)])
    throws(ServiceError)
  {
    if types[type] == nil {
      guard isOpen else {
        throw .badRequest("Cannot create new type \(type) in production schema")
      }
      types[type] = [:]
    }
    for field in fields where types[type]?[field.name] == nil {
      guard isOpen else {
        throw .badRequest(
          "Cannot create or modify field '\(field.name)' in record '\(type)' in production schema")
      }
      types[type]?[field.name] = Field(field.kind)
    }
  }

  /// This schema with all that another one has.
  ///
  /// - Throws: When a field has another kind there: what is stored would no longer fit.
  package func merged(with other: Schema) throws(ServiceError) -> Schema {
    var result = self
    for (type, fields) in other.types {
      for (name, field) in fields {
        if let own = types[type]?[name], own.kind != field.kind {
          throw .badRequest(
            "field '\(name)' of '\(type)' is \(own.kind.tag) there, not \(field.kind.tag)")
        }
        result.types[type, default: [:]][name] = field
      }
      if fields.isEmpty { result.types[type, default: [:]] = result.types[type] ?? [:] }
    }
    return result
  }
}
