package import ServerJSON

/// One key by which the answers of a query are sorted.
package struct QueryOrder: Hashable, Sendable {
  package let field: QueryField
  package let isAscending: Bool

  init(_ json: JSON) throws(ServiceError) {
    field = try QueryField(json)
    isAscending = try json.flag("ascending") ?? true
    guard json["relativeLocation"] == nil else {
      throw .badRequest("this server does not sort by distance")
    }
  }
}

/// Where a record stands in the answer to a query. Records are ordered by their sort keys, and those with
/// equal keys by their names.
package struct QueryPosition: Hashable, Sendable {
  package let name: String
  fileprivate let keys: [FieldValue?]

  package init(_ record: StoredRecord, in query: Query) {
    name = record.name
    keys = query.order.map { $0.field.value(in: record) }
  }

  package func precedes(_ other: QueryPosition, in query: Query) -> Bool {
    for (sort, (own, its)) in zip(query.order, zip(keys, other.keys)) {
      let order = compare(own, its)
      if order != 0 { return sort.isAscending ? order < 0 : order > 0 }
    }
    return name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }

  /// What a continuation marker keeps.
  package var json: JSON {
    ["name": .string(name), "keys": .list(keys.map { $0?.json() ?? .null })]
  }

  package init?(_ json: JSON) {
    guard let name = json["name"]?.string, let keys = json["keys"]?.list else { return nil }
    self.name = name
    self.keys = keys.map(FieldValue.init(stored:))
  }
}

/// Records without the field come first.
private func compare(_ one: FieldValue?, _ other: FieldValue?) -> Int {
  switch (one, other) {
  case (nil, nil): 0
  case (nil, _): -1
  case (_, nil): 1
  case (let one?, let other?): one.order(against: other) ?? 0
  }
}

extension FieldValue {
  /// The values of a list, each alone; of another field its only value.
  var elements: [FieldValue] {
    guard kind.isList, let values = value.list else { return [self] }
    return values.map { FieldValue(FieldKind(kind.element), $0) }
  }

  /// Negative when this value is the smaller one, 0 when both are equal; `nil` when they cannot be
  /// compared.
  func order(against other: FieldValue) -> Int? {
    if let own = value.int, let its = other.value.int { return own < its ? -1 : own > its ? 1 : 0 }
    if let own = value.double, let its = other.value.double {
      return own < its ? -1 : own > its ? 1 : 0
    }
    if let own = text, let its = other.text {
      if own.utf8.elementsEqual(its.utf8) { return 0 }
      return own.utf8.lexicographicallyPrecedes(its.utf8) ? -1 : 1
    }
    return value == other.value ? 0 : nil
  }

  /// What is compared byte by byte: a string, or the name to which a reference leads.
  private var text: String? { value.string ?? value["recordName"]?.string }
}
