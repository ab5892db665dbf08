/// A literal of a rule, prepared for the comparison after the scan has found its key.
struct RuleLiteral: Hashable, Sendable {
  /// The literal without variation selectors.
  let text: String
  /// The bytes that the scan searches for, up to the first blank.
  let keyLength: Int
  /// Whether it starts with a letter or a digit. Then no letter or digit may precede it.
  let startsWord: Bool
  /// Whether it may also follow a small letter: it starts with a capital, and its rule says so.
  let mayBeGlued: Bool
  /// The bytes that follow the key, without blanks at the end.
  let rest: [UInt8]

  init(_ literal: String, isGlued: Bool = false) {
    text = withoutVariationSelectors(literal)
    keyLength = LiteralScanner.key(of: text).count
    startsWord = text.unicodeScalars.first.map(isWordCharacter) ?? false
    mayBeGlued = isGlued && text.first?.isUppercase == true
    let rest = Array(text.utf8.dropFirst(keyLength))
    self.rest = Array(rest[..<(rest.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0)])
  }

  init(from reader: inout BinaryReader) throws(BinaryError) {
    text = try reader.string()
    keyLength = try reader.integer()
    startsWord = try reader.bool()
    mayBeGlued = try reader.bool()
    rest = Array(try reader.slice())
  }

  func write(to writer: inout BinaryWriter) {
    writer.write(text)
    writer.write(keyLength)
    writer.write(startsWord)
    writer.write(mayBeGlued)
    writer.write(rest)
  }
}

/// Whether a scalar is a letter or a digit.
func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
  if scalar.isASCII {
    return isASCIIWordCharacter(UInt8(truncatingIfNeeded: scalar.value))
  }
  return scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
}

/// Whether a byte is a letter or a digit of ASCII.
@inline(__always)
func isASCIIWordCharacter(_ byte: UInt8) -> Bool {
  byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
}

func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09
}
