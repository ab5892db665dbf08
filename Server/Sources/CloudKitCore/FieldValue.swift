package import ServerJSON

/// The checked value of a field.
package struct FieldValue: Hashable, Sendable {
  package let kind: FieldKind
  package let isEncrypted: Bool
  /// The value in the form in which it is sent.
  package let value: JSON

  package init(_ kind: FieldKind, _ value: JSON, isEncrypted: Bool = false) {
    self.kind = kind
    self.value = value
    self.isEncrypted = isEncrypted
  }

  /// Reads `{"value": …, "type": …}`.
  ///
  /// - Parameter known: The field's kind in the schema, which a tag must not contradict.
  /// - Returns: `nil` when the value is null, which clears the field.
  /// - Throws: ``ServiceError/Code/badRequest``, worded as Apple's service does.
  package static func read(
    _ field: JSON, name: String, known: FieldKind?
  ) throws(ServiceError) -> FieldValue? {
    guard field.members != nil else {
      throw .badRequest("Field '\(name)' is not an object with a value")
    }
    let value = field["value"] ?? .null
    let tag = try tag(of: field, name: name)
    guard value != .null else { return nil }
    guard let kind = known ?? tag ?? FieldKind.inferred(from: value) else {
      throw .badRequest("Field '\(name)' needs a type: its value does not show which it has")
    }
    if let tag, tag != kind { throw mismatch(kind) }
    guard let checked = kind.checked(value) else { throw mismatch(kind) }
    return FieldValue(kind, checked, isEncrypted: field["isEncrypted"]?.bool == true)
  }

  private static func tag(of field: JSON, name: String) throws(ServiceError) -> FieldKind? {
    guard let type = field["type"], type != .null else { return nil }
    guard let tag = type.string else { throw .badRequest("Field '\(name)' has no readable type") }
    // Apple's page says LIST and leaves the kind to the elements.
    if tag == "LIST" { return nil }
    if tag.hasPrefix("ASSET") { throw .badRequest("this server keeps no assets") }
    guard let kind = FieldKind(tag: tag) else {
      throw .badRequest("Field '\(name)' has an unknown type")
    }
    return kind
  }

  private static func mismatch(_ kind: FieldKind) -> ServiceError {
    .badRequest("Invalid value, expected type \(kind.tag).")
  }

  /// The field as it is sent and stored.
  package func json(numbersAsStrings: Bool = false) -> JSON {
    .members([
      ("value", numbersAsStrings ? kind.withNumbersAsStrings(value) : value),
      ("type", .string(kind.tag)), ("isEncrypted", isEncrypted ? .bool(true) : nil),
    ])
  }

  /// A field as ``json(numbersAsStrings:)`` has written it; `nil` for anything else.
  package init?(stored: JSON) {
    guard let tag = stored["type"]?.string, let kind = FieldKind(tag: tag),
      let value = stored["value"]
    else { return nil }
    self.init(kind, value, isEncrypted: stored["isEncrypted"]?.bool == true)
  }
}

extension FieldKind {
  /// The value in its one form; `nil` when it is not of this kind.
  func checked(_ value: JSON) -> JSON? {
    guard isList else { return element.checked(value) }
    guard let values = value.list else { return nil }
    let all = values.compactMap(element.checked)
    return all.count == values.count ? .list(all) : nil
  }

  func withNumbersAsStrings(_ value: JSON) -> JSON {
    guard element == .int64 else { return value }
    switch value {
    case .number(let digits): return .string(digits)
    case .list(let values): return .list(values.map(withNumbersAsStrings))
    default: return value
    }
  }
}

extension FieldKind.Element {
  fileprivate func checked(_ value: JSON) -> JSON? {
    switch self {
    case .string: return value.string.map(JSON.string)
    case .int64: return wholeNumber(value).map(JSON.int)
    // A fraction of a millisecond is refused, as Apple's service does.
    case .timestamp: return wholeNumber(value).map(JSON.int)
    case .double: return value.double == nil ? numberInString(value) : value
    case .bytes, .encryptedBytes: return value.string.map(isBase64) == true ? value : nil
    case .reference: return checkedReference(value)
    case .location: return checkedLocation(value)
    }
  }
}

private func wholeNumber(_ value: JSON) -> Int? {
  value.int ?? numberInString(value)?.int
}

/// A number that a client with `numbersAsStrings` has put into a string.
private func numberInString(_ value: JSON) -> JSON? {
  guard let text = value.string, text.utf8.count <= 32, let number = try? JSON(Array(text.utf8)),
    number.double != nil
  else { return nil }
  return number
}

private func isBase64(_ text: String) -> Bool {
  let bytes = text.utf8
  let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  return bytes.count.isMultiple(of: 4) && padding <= 2
    && bytes.dropLast(padding).allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
}

private func checkedReference(_ value: JSON) -> JSON? {
  // Users are records too, and their names start with `_`.
  guard let name = value["recordName"]?.string, Name.isVisible(name) else { return nil }
  let action = value["action"].map(\.string) ?? "NONE"
  guard let action, ["NONE", "DELETE_SELF", "VALIDATE"].contains(action) else { return nil }
  return .members([
    ("recordName", .string(name)), ("action", .string(action)),
    ("zoneID", value["zoneID"].flatMap { try? ZoneID($0) }?.json),
  ])
}

private func checkedLocation(_ value: JSON) -> JSON? {
  let names = [
    "latitude", "longitude", "horizontalAccuracy", "verticalAccuracy", "altitude", "speed",
    "course",
  ]
  guard value["latitude"]?.double != nil, value["longitude"]?.double != nil else { return nil }
  let numbers = names.map { ($0, value[$0]) }
  guard numbers.allSatisfy({ $0.1 == nil || $0.1?.double != nil }) else { return nil }
  let time = value["timestamp"]
  guard time == nil || time?.int != nil else { return nil }
  return .members(numbers + [("timestamp", time)])
}
