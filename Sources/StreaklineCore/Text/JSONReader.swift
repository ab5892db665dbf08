/// Why a text cannot be read as JSON.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  /// Byte offset at which reading stopped.
  public let offset: Int
  /// What was expected there.
  public let expected: String

  /// Where reading stopped and what was expected, such as `byte 12: expected a value`. It holds nothing of the text.
  public var description: String { "byte \(offset): expected \(expected)" }
}

/// Reads one JSON text (RFC 8259) into a `Value`.
///
/// Numbers without fraction and exponent that fit become `int`, others `double`. Nesting is limited
/// to 64, so hostile input cannot exhaust the stack. The last of duplicate keys wins.
public func readJSON(_ bytes: [UInt8]) throws(JSONError) -> Value {
  try readJSON(bytes[...])
}

/// Reads one JSON text that is part of a larger one; offsets in errors count from its start.
public func readJSON(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> Value {
  var reader = JSONReader(bytes: bytes, position: bytes.startIndex)
  let value = try reader.value(depth: 0)
  reader.skipBlanks()
  guard reader.isAtEnd else { throw reader.error("the end of the text") }
  return value
}

/// Whether the bytes are one JSON object that ``readJSON(_:)`` accepts. Makes no value of it.
package func isJSONObject(_ bytes: ArraySlice<UInt8>) -> Bool {
  if isWrittenObject(bytes) { return true }
  var reader = JSONReader(bytes: bytes, position: bytes.startIndex)
  reader.skipBlanks()
  guard reader.isAtObject, (try? reader.skipValue(depth: 0)) != nil else { return false }
  reader.skipBlanks()
  return reader.isAtEnd
}

/// How many levels of lists and objects ``readJSON(_:)`` reads, the values inside included.
package let deepestJSON = 64

private struct JSONReader {
  let bytes: ArraySlice<UInt8>
  var position: Int
  static let deepest = deepestJSON

  var isAtObject: Bool { next == UInt8(ascii: "{") }

  var isAtEnd: Bool { position == bytes.endIndex }
  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  func error(_ expected: String) -> JSONError {
    JSONError(offset: position - bytes.startIndex, expected: expected)
  }

  mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func value(depth: Int) throws(JSONError) -> Value {
    guard depth < Self.deepest else { throw error("at most \(Self.deepest) levels of nesting") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .list(try list(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ text: String, _ value: Value) throws(JSONError) -> Value {
    guard bytes[position...].starts(with: text.utf8) else { throw error(text) }
    position += text.utf8.count
    return value
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func object(depth: Int) throws(JSONError) -> Fields {
    var fields = Fields()
    var index: [String: Int] = [:]
    position += 1
    if take(UInt8(ascii: "}")) { return fields }
    fields.reserveCapacity(8)
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw error("a key in quotes") }
      let name = try string()
      guard take(UInt8(ascii: ":")) else { throw error("':'") }
      fields.set(name, try value(depth: depth + 1), index: &index)
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("',' or '}'") }
    return fields
  }

  private mutating func list(depth: Int) throws(JSONError) -> [Value] {
    var values: [Value] = []
    position += 1
    if take(UInt8(ascii: "]")) { return values }
    repeat {
      values.append(try value(depth: depth + 1))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error("',' or ']'") }
    return values
  }

  private mutating func number() throws(JSONError) -> Value {
    let start = position
    if let value = plainInteger() { return .int(value) }
    while let byte = next, isNumberByte(byte) {
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let value = Int(text), text.first != "+" {
      return .int(value)
    }
    guard let value = Double(text), value.isFinite, text.first != "+" else {
      position = start
      throw error("a value")
    }
    return .double(value)
  }

  /// An integer of at most 18 digits, which fit into any `Int`; `nil`, without moving, for anything else.
  private mutating func plainInteger() -> Int? {
    let bytes = bytes
    var index = position
    let isNegative = index < bytes.endIndex && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var value = 0
    while index < bytes.endIndex, index < first + 19, bytes[index] &- 0x30 < 10 {
      value = value &* 10 &+ Int(bytes[index] &- 0x30)
      index += 1
    }
    let isWhole = index == bytes.endIndex || !isNumberByte(bytes[index])
    guard isWhole, (1...18).contains(index - first) else { return nil }
    position = index
    return isNegative ? -value : value
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    let start = position
    skipPlainText()
    // Most strings have no escapes.
    if next == UInt8(ascii: "\"") {
      position += 1
      return String(decoding: bytes[start..<position - 1], as: UTF8.self)
    }
    var content = Array(bytes[start..<position])
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      let scalar = try escape()
      if scalar.isASCII {
        content.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        content.append(contentsOf: String(scalar).utf8)
      }
      let start = position
      skipPlainText()
      content.append(contentsOf: bytes[start..<position])
    }
    throw error("'\"'")
  }

  /// Moves to the next quote or backslash.
  private mutating func skipPlainText() {
    let bytes = bytes
    var index = position
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != UInt8(ascii: "\\")
    {
      index += 1
    }
    position = index
  }

  private mutating func skipString() throws(JSONError) {
    position += 1
    skipPlainText()
    while let byte = next {
      position += 1
      if byte == UInt8(ascii: "\"") { return }
      _ = try escape()
      skipPlainText()
    }
    throw error("'\"'")
  }

  /// Moves behind a value that ``value(depth:)`` would read.
  mutating func skipValue(depth: Int) throws(JSONError) {
    guard depth < Self.deepest else { throw error("at most \(Self.deepest) levels of nesting") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): try skipMembers(depth: depth)
    case UInt8(ascii: "["):
      position += 1
      if take(UInt8(ascii: "]")) { return }
      repeat { try skipValue(depth: depth + 1) } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw error("',' or ']'") }
    case UInt8(ascii: "\""): try skipString()
    default: _ = try value(depth: depth)
    }
  }

  private mutating func skipMembers(depth: Int) throws(JSONError) {
    position += 1
    if take(UInt8(ascii: "}")) { return }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw error("a key in quotes") }
      try skipString()
      guard take(UInt8(ascii: ":")) else { throw error("':'") }
      try skipValue(depth: depth + 1)
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error("',' or '}'") }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw error("an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
  }

  /// A lone surrogate becomes U+FFFD: chat exports contain some, and one must not make a file
  /// unreadable.
  private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let unit = try hexUnit()
    guard (0xD800...0xDBFF).contains(unit), bytes[position...].starts(with: [0x5C, 0x75]) else {
      return Unicode.Scalar(unit) ?? "\u{FFFD}"
    }
    let mark = position
    position += 2
    let second = try hexUnit()
    guard (0xDC00...0xDFFF).contains(second) else {
      position = mark
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    guard bytes.endIndex - position >= 4 else { throw error("four hexadecimal digits") }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexValue(bytes[position]) else { throw error("a hexadecimal digit") }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
