internal import ServerJSON

/// What a field holds: one value, or a list of values of one kind (CloudKit Web Services).
package struct FieldKind: Hashable, Sendable {
  package enum Element: String, Sendable, CaseIterable {
    case string = "STRING"
    case int64 = "INT64"
    case double = "DOUBLE"
    case timestamp = "TIMESTAMP"
    case bytes = "BYTES"
    case encryptedBytes = "ENCRYPTED_BYTES"
    case reference = "REFERENCE"
    case location = "LOCATION"
  }

  package let element: Element
  package let isList: Bool

  package init(_ element: Element, isList: Bool = false) {
    self.element = element
    self.isList = isList
  }

  /// Reads a tag such as `INT64` or `STRING_LIST`; `nil` for any other word.
  package init?(tag: String) {
    let isList = tag.hasSuffix("_LIST")
    guard let element = Element(rawValue: isList ? String(tag.dropLast(5)) : tag) else {
      return nil
    }
    self.init(element, isList: isList)
  }

  package var tag: String { element.rawValue + (isList ? "_LIST" : "") }

  /// What an untagged value is taken for; `nil` when its form is that of no kind. A number without a
  /// fraction is an integer, because nothing says that it is a date.
  static func inferred(from value: JSON) -> FieldKind? {
    switch value {
    case .string: FieldKind(.string)
    case .number(let digits): FieldKind(Int(digits) == nil ? .double : .int64)
    case .object where value["recordName"] != nil: FieldKind(.reference)
    case .object where value["latitude"] != nil: FieldKind(.location)
    case .list(let values):
      values.first.flatMap(inferred).flatMap {
        $0.isList ? nil : FieldKind($0.element, isList: true)
      }
    default: nil
    }
  }
}
