internal import StreaklineCore

// Strings, numbers and words.
extension JSONTokens {
  /// Reads the key after an opening quote; `nil` when the closing quote is missing.
  mutating func readName() throws(InputError) -> String? {
    let end = Self.endOfRun(in: buffer, from: index)
    if end < buffer.count, buffer[end] == JSONByte.quote, end - index <= Self.longestScalar {
      defer { index = end + 1 }
      return String(decoding: buffer[index..<end], as: UTF8.self)
    }
    var name: [UInt8] = []
    let wasCut = isCut
    guard try readName(into: &name) else { return nil }
    isCut = wasCut
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads the string after an opening quote. What is longer than ``longestScalar`` is cut and gets a digest.
  ///
  /// - Returns: `false` when it has no end.
  mutating func readName(into target: inout [UInt8]) throws(InputError) -> Bool {
    let wasCut = isCut
    isCut = false
    cutOff = XXHash64()
    let isWhole = try readString(into: &target, limit: Self.longestScalar)
    if isCut { target = Array(shortenedText(target[...], rest: cutOff).utf8) }
    isCut = isCut || wasCut
    return isWhole
  }

  /// Appends the decoded string after an opening quote, as long as `target` has at most
  /// `limit` bytes.
  ///
  /// - Returns: `false` when it has no end.
  mutating func readString(into target: inout [UInt8], limit: Int) throws(InputError) -> Bool {
    // The first half of a surrogate pair. The second half is the next escape, or missing.
    var high: UInt32?
    while true {
      let start = index
      index = Self.endOfRun(in: buffer, from: start)
      if index > start {
        settle(&high, in: &target, limit)
        append(buffer[start..<index], to: &target, limit)
      }
      guard let byte = try peekInside() else { return failAtEnd() }
      switch byte {
      case JSONByte.quote:
        index += 1
        settle(&high, in: &target, limit)
        return true
      case JSONByte.backslash:
        index += 1
        guard try readEscape(into: &target, limit, &high) else { return false }
      case JSONByte.lineBreak:
        guard passLineBreak() else { return false }
        settle(&high, in: &target, limit)
        append(byte, to: &target, limit)
      default: break  // The buffer was filled again.
      }
    }
  }

  /// - Returns: `false` when the string has no end.
  @discardableResult
  mutating func skipString() throws(InputError) -> Bool {
    while true {
      index = Self.endOfRun(in: buffer, from: index)
      guard let byte = try peekInside() else { return failAtEnd() }
      switch byte {
      case JSONByte.quote:
        index += 1
        return true
      case JSONByte.backslash:
        index += 1
        guard let escaped = try peekInside() else { return failAtEnd() }
        index += escaped == JSONByte.lineBreak ? 0 : 1
      case JSONByte.lineBreak:
        guard passLineBreak() else { return false }
      default: break
      }
    }
  }

  /// The end of a run of bytes that need no decoding.
  private static func endOfRun(in buffer: [UInt8], from start: Int) -> Int {
    let bytes = buffer.span
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == JSONByte.quote || byte == JSONByte.backslash || byte == JSONByte.lineBreak {
        break
      }
      index += 1
    }
    return index
  }

  private mutating func append(
    _ bytes: ArraySlice<UInt8>, to target: inout [UInt8], _ limit: Int
  ) {
    let room = max(0, limit - target.count)
    if bytes.count <= room {
      target += bytes
    } else {
      target += bytes.prefix(room)
      cutOff.add(Array(bytes.dropFirst(room)))
      isCut = true
    }
  }

  private mutating func append(_ byte: UInt8, to target: inout [UInt8], _ limit: Int) {
    if target.count < limit {
      target.append(byte)
    } else {
      cutOff.add([byte])
      isCut = true
    }
  }

  private mutating func append(
    scalar: Unicode.Scalar, to target: inout [UInt8], _ limit: Int
  ) {
    append(Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)[...], to: &target, limit)
  }

  /// Half a surrogate pair becomes U+FFFD: exports contain some, and one must not make a file
  /// unreadable.
  private mutating func settle(
    _ high: inout UInt32?, in target: inout [UInt8], _ limit: Int
  ) {
    guard high != nil else { return }
    high = nil
    append(scalar: "\u{FFFD}", to: &target, limit)
  }

  private mutating func readEscape(
    into target: inout [UInt8], _ limit: Int, _ high: inout UInt32?
  ) throws(InputError) -> Bool {
    guard let byte = try peekInside() else { return failAtEnd() }
    if byte == UInt8(ascii: "u") {
      index += 1
      try readUnicodeEscape(into: &target, limit, &high)
      return true
    }
    settle(&high, in: &target, limit)
    let meant: UInt8 =
      switch byte {
      case UInt8(ascii: "n"): 0x0A
      case UInt8(ascii: "t"): 0x09
      case UInt8(ascii: "r"): 0x0D
      case UInt8(ascii: "b"): 0x08
      case UInt8(ascii: "f"): 0x0C
      default: byte
      }
    // The caller counts a line break after a backslash.
    guard byte != JSONByte.lineBreak else { return true }
    index += 1
    append(meant, to: &target, limit)
    return true
  }

  private mutating func readUnicodeEscape(
    into target: inout [UInt8], _ limit: Int, _ high: inout UInt32?
  ) throws(InputError) {
    var unit: UInt32? = 0
    for _ in 0..<4 {
      guard let byte = try peekInside(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else {
        unit = nil
        break
      }
      unit = unit.map { $0 << 4 | UInt32(digit) }
      index += 1
    }
    let first = high
    if let unit, let first, (0xDC00...0xDFFF).contains(unit) {
      high = nil
      let value = 0x10000 + (first - 0xD800) << 10 + (unit - 0xDC00)
      append(scalar: Unicode.Scalar(value) ?? "\u{FFFD}", to: &target, limit)
      return
    }
    settle(&high, in: &target, limit)
    if let unit, (0xD800...0xDBFF).contains(unit) {
      high = unit
    } else {
      append(scalar: unit.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}", to: &target, limit)
    }
  }

  /// Appends the number that starts here, as it is written, as long as `target` has at most `limit`
  /// bytes.
  mutating func readNumber(into target: inout [UInt8], limit: Int) throws(InputError) {
    while try peekInside() != nil {
      let start = index
      while index < buffer.count, Self.isOfNumber(buffer[index]) {
        index += 1
      }
      append(buffer[start..<index], to: &target, limit)
      if index < buffer.count { return }
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Reads `true`, `false` or `null`; the first letter is already known.
  @discardableResult
  mutating func readWord(_ word: String) throws(InputError) -> Bool {
    for letter in word.utf8 {
      guard let byte = try peekInside() else { return failAtEnd() }
      guard byte == letter else { return fail("\(word) was expected") }
      index += 1
    }
    return true
  }
}
