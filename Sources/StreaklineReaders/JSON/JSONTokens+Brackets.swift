// Brackets and what is between them.
extension JSONTokens {
  mutating func begin(_ bracket: UInt8) throws(InputError) -> Bool {
    guard isValueNext, try peek() == bracket else { return false }
    isValueNext = false
    return push(bracket)
  }

  /// Moves past the comma if there must be one, or closes the innermost bracket.
  mutating func goOn(_ closing: UInt8) throws(InputError) -> Bool {
    try passOver()
    guard !hasFailed else { return false }
    // A caller that left a loop early must not crash the program.
    guard open.last == closing - 2 else { return fail("the brackets do not match") }
    guard let byte = try peek() else { return failAtEnd() }
    if byte == closing {
      index += 1
      open.removeLast()
      isFirst = false
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard byte == JSONByte.comma else { return fail("a comma or the closing bracket was expected") }
    index += 1
    return try peek() == nil ? failAtEnd() : true
  }

  @discardableResult
  mutating func push(_ bracket: UInt8) -> Bool {
    guard open.count < Self.deepest else {
      return fail("more than \(Self.deepest) brackets are open")
    }
    index += 1
    open.append(bracket)
    isFirst = true
    return true
  }

  mutating func passOver() throws(InputError) {
    guard isValueNext, !hasFailed else { return }
    isValueNext = false
    switch try peek() {
    case JSONByte.openBrace, JSONByte.openBracket: try skipBrackets()
    case JSONByte.quote:
      index += 1
      try skipString()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case .some(let byte) where JSONByte.isDigit(byte) || byte == UInt8(ascii: "-"):
      var ignored: [UInt8] = []
      let wasCut = isCut
      try readNumber(into: &ignored, limit: 0)
      isCut = wasCut
    case .some: fail("a value was expected")
    case nil: failAtEnd()
    }
  }

  /// Skips an object or array with everything in it, without recursion.
  mutating func skipBrackets() throws(InputError) {
    let outside = open.count
    var isInString = false
    repeat {
      index = Self.mark(in: buffer, from: index, isInString: &isInString)
      guard index < buffer.count else {
        if try !refill() { failAtEnd() }
        continue
      }
      let byte = buffer[index]
      switch byte {
      case JSONByte.lineBreak: passLineBreak()
      case JSONByte.backslash:
        index += 1
        if let escaped = try peekInside(), escaped != JSONByte.lineBreak { index += 1 }
      case JSONByte.openBrace, JSONByte.openBracket: push(byte)
      default:
        if open.last == byte - 2 {
          index += 1
          open.removeLast()
        } else {
          fail("a closing bracket has no opening one")
        }
      }
    } while open.count > outside && !hasFailed
    isFirst = false
  }

  /// The index of the next bracket outside a string, backslash in a string, or line break, or the
  /// end of the buffer.
  private static func mark(
    in buffer: [UInt8], from start: Int, isInString: inout Bool
  ) -> Int {
    let bytes = buffer.span
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if isInString {
        if byte == JSONByte.backslash || byte == JSONByte.lineBreak { break }
        isInString = byte != JSONByte.quote
      } else {
        // `[` and `{`, `]` and `}` differ in this bit only.
        let folded = byte | 0x20
        if folded == JSONByte.openBrace || folded == JSONByte.closeBrace
          || byte == JSONByte.lineBreak
        {
          break
        }
        isInString = byte == JSONByte.quote
      }
      index += 1
    }
    return index
  }
}
