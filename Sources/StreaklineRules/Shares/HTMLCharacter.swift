/// The character that an escape of HTML after an `&` stands for, and where the escape ends: `amp;`,
/// `#39;`, `#x1F7E9;`.
func htmlCharacter(_ text: [UInt8], after start: Int) -> (character: [UInt8], end: Int)? {
  let name = text[start...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
  guard name.count >= 2, name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: ";") else {
    return nil
  }
  let escape = String(decoding: name, as: UTF8.self)
  let character: String
  if escape.hasPrefix("#") {
    let isHexadecimal = escape.dropFirst().first == "x" || escape.dropFirst().first == "X"
    let digits = escape.dropFirst(isHexadecimal ? 2 : 1)
    // A control character would be a line break or worse that was not in the text.
    guard let value = UInt32(digits, radix: isHexadecimal ? 16 : 10), value >= 0x20,
      let scalar = Unicode.Scalar(value)
    else { return nil }
    character = withoutVariationSelectors(String(scalar))
  } else if let named = namedCharacters[escape] {
    character = named
  } else {
    return nil
  }
  return (Array(character.utf8), name.endIndex + 1)
}

/// Where a `<br>` or `<br/>` ends, of which `<` has been read.
func htmlLineBreakEnd(_ text: [UInt8], after start: Int) -> Int? {
  guard start + 2 < text.count, text[start] | 0x20 == UInt8(ascii: "b"),
    text[start + 1] | 0x20 == UInt8(ascii: "r")
  else { return nil }
  let end = text[(start + 2)...].prefix(4).firstIndex { $0 == UInt8(ascii: ">") }
  guard let end, text[(start + 2)..<end].allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "/") })
  else { return nil }
  return end + 1
}

private let namedCharacters: [String: String] = [
  "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "rsquo": "’",
  "lsquo": "‘", "ldquo": "“", "rdquo": "”", "ndash": "–", "mdash": "—", "hellip": "…",
]
