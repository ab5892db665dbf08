/// Why a value cannot be that of a field.
package struct ValueMistake: Error, Hashable {
  package let summary: String
  /// What the user can do.
  package let help: String

  package init(summary: String, help: String) {
    (self.summary, self.help) = (summary, help)
  }
}

extension RecordType {
  /// Checks a value that somebody has typed for a field. An empty text is null.
  package func value(_ text: String, for name: String) throws(ValueMistake) -> Value {
    let kind = try knownKind(of: name)
    if text.isEmpty { return .null }
    guard let value = kind.value(text) else { throw mistake(name, kind, "'\(text)'") }
    return value
  }

  /// Checks a value of a JSON object for a field.
  package func value(_ value: Value, for name: String) throws(ValueMistake) -> Value {
    let kind = try knownKind(of: name)
    guard kind.accepts(value) else { throw mistake(name, kind, "the value in the JSON object") }
    return value
  }

  /// Sets some fields and leaves the others as they are.
  ///
  /// - Parameters:
  ///   - fields: Values that were checked.
  ///   - former: The fields until now, if there are any. Those that the type does not declare came
  ///     from a remote, and stay.
  /// - Returns: All declared fields in the order of the type, then the others.
  package func setting(_ fields: Fields, in former: Fields?) -> Fields {
    var all = Fields()
    for name in fieldNames {
      all.append(name, fields[name] ?? former?[name] ?? .null)
    }
    for (name, value) in former ?? [:] where all[name] == nil {
      all.append(name, value)
    }
    return all
  }

  private func knownKind(of name: String) throws(ValueMistake) -> Kind {
    if let kind = kind(of: name) { return kind }
    throw ValueMistake(
      summary: "\(self.name) has no field '\(name)'",
      help: suggestion(for: name, among: fieldNames)
        ?? "its fields are \(fieldNames.joined(separator: ", "))")
  }

  private func mistake(_ field: String, _ kind: Kind, _ value: String) -> ValueMistake {
    ValueMistake(
      summary: "\(value) cannot be the field '\(field)' of \(name)",
      help: "the field takes \(kind.inWords)")
  }
}

extension RecordType.Kind {
  /// What a field of the kind takes, for people.
  package var inWords: String {
    switch self {
    case .string: "a text"
    case .int: "a whole number, such as 12"
    case .double: "a number, such as 12.5"
    case .bool: "true or false"
    case .date: "a moment with its zone, such as 2026-10-03T21:30:00Z or 2026-10-03T21:30:00+02:00"
    case .bytes: "bytes in base 64, such as aGVsbG8="
    case .reference: "the name of another record"
    case .strings: "texts with commas between them, or a JSON list such as [\"one\",\"two\"]"
    case .object: "a JSON object, such as {\"colour\":\"red\"}"
    }
  }

  /// Reads a text that is not empty; `nil` when it is no value of the kind.
  func value(_ text: String) -> Value? {
    let value: Value? =
      switch self {
      case .string, .date, .bytes, .reference: .string(text)
      case .int: Int(text).map(Value.int)
      case .double: Double(text).map(Value.double)
      case .bool: truth(text).map(Value.bool)
      case .strings: text.hasPrefix("[") ? json(text) : .list(list(text))
      case .object: json(text)
      }
    return value.flatMap { accepts($0) ? $0 : nil }
  }

  /// Whether the value is null or of the kind.
  func accepts(_ value: Value) -> Bool {
    switch (self, value) {
    case (_, .null): true
    case (.string, .string), (.int, .int), (.double, .int), (.bool, .bool), (.object, .object): true
    case (.double, .double(let number)): number.isFinite
    case (.date, .string(let text)): Instant(iso8601: text) != nil
    case (.bytes, .string(let text)): isBase64(text)
    case (.reference, .string(let text)): !text.isEmpty
    case (.strings, .list(let values)): values.allSatisfy { $0.string != nil }
    default: false
    }
  }

  private func truth(_ text: String) -> Bool? {
    switch text {
    case "true", "yes": true
    case "false", "no": false
    default: nil
    }
  }

  private func list(_ text: String) -> [Value] {
    text.split(separator: ",").map { .string(String($0)) }
  }

  private func json(_ text: String) -> Value? {
    try? readJSON(Array(text.utf8))
  }
}

/// Whether a text is base 64 (RFC 4648 section 4), in groups of four characters.
private func isBase64(_ text: String) -> Bool {
  let digits = Array(text.utf8)
  guard digits.count.isMultiple(of: 4) else { return false }
  let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
  return padding <= 2
    && digits.dropLast(padding).allSatisfy { digit in
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
}
