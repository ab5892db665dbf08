internal import ServerJSON

/// One condition of a query.
package struct QueryFilter: Hashable, Sendable {
  package enum Comparator: String, Sendable, CaseIterable {
    case equals = "EQUALS"
    case notEquals = "NOT_EQUALS"
    case lessThan = "LESS_THAN"
    case lessThanOrEquals = "LESS_THAN_OR_EQUALS"
    case greaterThan = "GREATER_THAN"
    case greaterThanOrEquals = "GREATER_THAN_OR_EQUALS"
    case isIn = "IN"
    case notIn = "NOT_IN"
    case beginsWith = "BEGINS_WITH"
    case notBeginsWith = "NOT_BEGINS_WITH"
    case listContains = "LIST_CONTAINS"
    case notListContains = "NOT_LIST_CONTAINS"
    case listContainsAny = "LIST_CONTAINS_ANY"
    case notListContainsAny = "NOT_LIST_CONTAINS_ANY"
    case listContainsAll = "LIST_CONTAINS_ALL"
    case notListContainsAll = "NOT_LIST_CONTAINS_ALL"
    case listMemberBeginsWith = "LIST_MEMBER_BEGINS_WITH"
    case notListMemberBeginsWith = "NOT_LIST_MEMBER_BEGINS_WITH"

    /// Whether the filter gives several values.
    fileprivate var takesList: Bool {
      switch self {
      case .isIn, .notIn, .listContainsAny, .notListContainsAny, .listContainsAll,
        .notListContainsAll:
        true
      default: false
      }
    }

    /// Whether the field holds several values.
    fileprivate var comparesLists: Bool { rawValue.contains("LIST_") }
  }

  /// Values of a filter at most. Each record is compared with each.
  private static let mostValues = 200

  package let comparator: Comparator
  package let field: QueryField
  private let value: FieldValue

  init(_ json: JSON) throws(ServiceError) {
    guard let word = try json.text("comparator"), let comparator = Comparator(rawValue: word) else {
      throw .badRequest("missing, unknown or unsupported comparator")
    }
    self.comparator = comparator
    field = try QueryField(json)
    guard let given = json["fieldValue"], given.members != nil else {
      throw .badRequest("missing required field 'fieldValue'")
    }
    guard let value = try FieldValue.read(given, name: field.name, known: nil) else {
      throw .badRequest("a filter needs a value that is not null")
    }
    // Apple's service refuses a list without its tag at any size.
    if comparator.takesList {
      guard value.kind.isList, given["type"]?.string?.hasSuffix("_LIST") == true else {
        throw .badRequest("BadRequestException: Unexpected input")
      }
      guard value.elements.count <= Self.mostValues else {
        throw .badRequest("a filter has at most \(Self.mostValues) values")
      }
    } else if value.kind.isList, ![.equals, .notEquals].contains(comparator) {
      throw .badRequest("\(word) compares with one value, not with a list")
    }
    self.value = value
  }

  /// Refuses to compare values of different kinds.
  func checkKind(_ kind: FieldKind?) throws(ServiceError) {
    guard let kind else { return }
    // Only a whole list equals a list.
    let isWhole = value.kind.isList && [.equals, .notEquals].contains(comparator)
    guard kind.isList == (comparator.comparesLists || isWhole) else {
      throw .badRequest("the comparator does not suit a field of type \(kind.tag)")
    }
    guard kind.element.compares(with: value.kind.element) else {
      throw .badRequest("Invalid value, expected type \(kind.tag).")
    }
  }

  /// A field that a record lacks passes no filter but a negative one.
  func matches(_ record: StoredRecord) -> Bool {
    let own = field.value(in: record)
    return switch comparator {
    case .equals: own.map { isEqual($0, value) } ?? false
    case .notEquals: !(own.map { isEqual($0, value) } ?? false)
    case .lessThan: compared(own) { $0 < 0 }
    case .lessThanOrEquals: compared(own) { $0 <= 0 }
    case .greaterThan: compared(own) { $0 > 0 }
    case .greaterThanOrEquals: compared(own) { $0 >= 0 }
    case .isIn: isIn(own)
    case .notIn: !isIn(own)
    case .beginsWith: own.map { begins($0, with: value) } ?? false
    case .notBeginsWith: !(own.map { begins($0, with: value) } ?? false)
    case .listContains: contains(own, value)
    case .notListContains: !contains(own, value)
    case .listContainsAny: value.elements.contains { contains(own, $0) }
    case .notListContainsAny: !value.elements.contains { contains(own, $0) }
    case .listContainsAll: value.elements.allSatisfy { contains(own, $0) }
    case .notListContainsAll: !value.elements.allSatisfy { contains(own, $0) }
    case .listMemberBeginsWith: memberBegins(own)
    case .notListMemberBeginsWith: !memberBegins(own)
    }
  }

  private func compared(_ own: FieldValue?, _ holds: (Int) -> Bool) -> Bool {
    own?.order(against: value).map(holds) ?? false
  }

  private func isIn(_ own: FieldValue?) -> Bool {
    guard let own else { return false }
    return value.elements.contains { isEqual(own, $0) }
  }

  private func contains(_ own: FieldValue?, _ one: FieldValue) -> Bool {
    own?.elements.contains { isEqual($0, one) } ?? false
  }

  private func memberBegins(_ own: FieldValue?) -> Bool {
    own?.elements.contains { begins($0, with: value) } ?? false
  }
}

private func isEqual(_ one: FieldValue, _ other: FieldValue) -> Bool {
  if one.kind.isList || other.kind.isList {
    let (all, others) = (one.elements, other.elements)
    return one.kind.isList && other.kind.isList && all.count == others.count
      && zip(all, others).allSatisfy(isEqual)
  }
  return one.order(against: other) == 0
}

private func begins(_ own: FieldValue, with start: FieldValue) -> Bool {
  guard let text = own.value.string, let start = start.value.string else { return false }
  return text.utf8.starts(with: start.utf8)
}

extension FieldKind.Element {
  fileprivate func compares(with other: FieldKind.Element) -> Bool {
    if self == other { return true }
    let numbers: Set<FieldKind.Element> = [.int64, .double, .timestamp]
    return numbers.isSuperset(of: [self, other])
  }
}
