/// The members of a JSON object, in their order, without decoding their values.
///
/// The bytes must be one JSON value that `JSONWriter` wrote or `readJSON` accepts; any value but an
/// object has no members.
package struct JSONMembers: Sequence, IteratorProtocol {
  /// A member's bytes.
  package struct Member {
    /// The name between its quotes, with its escapes.
    package let name: ArraySlice<UInt8>
    /// The value, without blanks around it.
    package let value: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ object: ArraySlice<UInt8>) {
    bytes = object
    position = object.startIndex
    skipBlanks()
    if byte == UInt8(ascii: "{") {
      position += 1
    } else {
      position = bytes.endIndex
    }
  }

  package mutating func next() -> Member? {
    skipBlanks()
    if byte == UInt8(ascii: ",") {
      position += 1
      skipBlanks()
    }
    guard byte == UInt8(ascii: "\"") else { return nil }
    let name = skipString()
    skipBlanks()
    guard byte == UInt8(ascii: ":") else { return nil }
    position += 1
    skipBlanks()
    let start = position
    skipValue()
    return Member(name: bytes[name], value: bytes[start..<position])
  }

  /// The value of the first member of a name that needs no escapes.
  package func value(of name: StaticString) -> ArraySlice<UInt8>? {
    var members = self
    while let member = members.next() {
      // Most names differ in length, which costs least to compare.
      if member.name.count == name.utf8CodeUnitCount,
        name.withUTF8Buffer({ unsafe member.name.elementsEqual($0) })
      {
        return member.value
      }
    }
    return nil
  }

  @inline(__always)
  private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// - Returns: The range between the quotes.
  @discardableResult
  private mutating func skipString() -> Range<Int> {
    let start = Swift.min(position + 1, bytes.endIndex)
    let end = Self.endOfString(bytes, start)
    position = Swift.min(end + 1, bytes.endIndex)
    return start..<end
  }

  /// Where the string that starts behind a quote has its other quote, or the bytes end.
  private static func endOfString(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return index }
      index += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return bytes.endIndex
  }

  private mutating func skipValue() {
    let bytes = bytes
    var index = position
    defer { position = index }
    var depth = 0
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index = Swift.min(Self.endOfString(bytes, index + 1) + 1, bytes.endIndex)
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          index += 1
          return
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return }
      default: break
      }
      index += 1
    }
  }
}

/// Whether a JSON value is null.
package func isJSONNull(_ value: ArraySlice<UInt8>) -> Bool {
  value.count == 4 && value.first == UInt8(ascii: "n")
}
