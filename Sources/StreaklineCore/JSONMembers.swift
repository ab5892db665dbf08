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
    position += 1
    let start = position
    while position < bytes.endIndex {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return start..<position - 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    position = bytes.endIndex
    return Swift.min(start, position)..<position
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
        if depth == 0 { return }
      default: break
      }
      position += 1
    }
  }
}

/// Whether a JSON value is null.
package func isJSONNull(_ value: ArraySlice<UInt8>) -> Bool {
  value.count == 4 && value.first == UInt8(ascii: "n")
}
