/// A text is not JSON.
package struct NotJSON: Error, Hashable {}

extension JSON {
  /// Reads one JSON text (RFC 8259). Nesting is limited to 64, so hostile input cannot exhaust the stack.
  ///
  /// - Throws: Also when a name occurs twice in an object, or the text is not UTF-8: what it means could
  ///   only be guessed.
  package init(_ bytes: [UInt8]) throws(NotJSON) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.value(depth: 0)
    guard reader.isAtEnd() else { throw NotJSON() }
  }
}

private struct JSONReader {
  private static let deepest = 64

  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position == bytes.count
  }

  mutating func value(depth: Int) throws(NotJSON) -> JSON {
    guard depth < Self.deepest else { throw NotJSON() }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func word(_ text: String, _ value: JSON) throws(NotJSON) -> JSON {
    guard bytes[position...].starts(with: text.utf8) else { throw NotJSON() }
    position += text.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(NotJSON) -> JSON {
    var members: [JSON.Member] = []
    // Bytes, because strings are also equal when only their composition of characters differs.
    var names: Set<[UInt8]> = []
    position += 1
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw NotJSON() }
      let name = try string()
      guard names.insert(Array(name.utf8)).inserted, take(UInt8(ascii: ":")) else {
        throw NotJSON()
      }
      members.append(JSON.Member(name: name, value: try value(depth: depth + 1)))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw NotJSON() }
    return .object(members)
  }

  private mutating func list(depth: Int) throws(NotJSON) -> JSON {
    var values: [JSON] = []
    position += 1
    if take(UInt8(ascii: "]")) { return .list([]) }
    repeat {
      values.append(try value(depth: depth + 1))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw NotJSON() }
    return .list(values)
  }

  private mutating func number() throws(NotJSON) -> JSON {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let first = next
    let whole = digits()
    guard whole > 0, whole == 1 || first != UInt8(ascii: "0") else { throw NotJSON() }
    if next == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { throw NotJSON() }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { throw NotJSON() }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Skips digits and returns how many they were.
  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
    return position - start
  }

  private mutating func string() throws(NotJSON) -> String {
    position += 1
    let start = position
    // Most texts have no escape, and are read without a copy.
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
      position += 1
    }
    if next == UInt8(ascii: "\"") {
      guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
        throw NotJSON()
      }
      position += 1
      return text
    }
    return try escapedString(from: Array(bytes[start..<position]))
  }

  /// Reads the rest of a string that has an escape.
  private mutating func escapedString(from beginning: [UInt8]) throws(NotJSON) -> String {
    var content = beginning
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw NotJSON() }
        return text
      case UInt8(ascii: "\\"): content += String(try escape()).utf8
      case 0..<0x20: throw NotJSON()
      default: content.append(byte)
      }
    }
    throw NotJSON()
  }

  private mutating func escape() throws(NotJSON) -> Unicode.Scalar {
    guard let byte = next else { throw NotJSON() }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw NotJSON()
    }
  }

  /// A lone surrogate becomes U+FFFD, as the tool reads it.
  private mutating func unicodeEscape() throws(NotJSON) -> Unicode.Scalar {
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

  private mutating func hexUnit() throws(NotJSON) -> UInt32 {
    guard bytes.count - position >= 4 else { throw NotJSON() }
    var unit: UInt32 = 0
    for byte in bytes[position..<(position + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw NotJSON() }
      unit = unit << 4 | UInt32(digit)
    }
    position += 4
    return unit
  }
}
