/// How many cells of a terminal a text fills: two for an emoji or an East Asian character, none for a mark
/// that is written over the character before it.
package func cellCount(of text: String) -> Int {
  if allBytes(of: text, { 0x20..<0x7F ~= $0 }) { return text.utf8.count }
  return text.reduce(0) { $0 + cellCount(of: $1) }
}

/// The text, or its start and an ellipsis where it fills more cells than there are.
package func fitted(_ text: String, cells: Int) -> String {
  // Marks fill no cells; so many belong to no name.
  let maximumScalars = cells * 4
  let isLong = text.unicodeScalars.dropFirst(maximumScalars).first != nil
  guard isLong || cellCount(of: text) > cells else { return text }
  var count = 1
  let start = String(text.unicodeScalars.prefix(maximumScalars)).prefix { character in
    count += cellCount(of: character)
    return count <= cells
  }
  return cells > 0 ? start + "…" : ""
}

private func cellCount(of character: Character) -> Int {
  let scalars = character.unicodeScalars
  let isEmoji =
    scalars.contains("\u{FE0F}") || scalars.first?.properties.isEmojiPresentation == true
  return isEmoji ? 2 : scalars.reduce(0) { $0 + cellCount(of: $1) }
}

private func cellCount(of scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  // A soft hyphen is a format character that terminals show.
  case .nonspacingMark, .enclosingMark, .format: scalar == "\u{AD}" ? 1 : 0
  // The vowels and final consonants of a Korean syllable are written into its first character.
  case .otherLetter where 0x1160...0x11FF ~= scalar.value: 0
  default: isWide(scalar) ? 2 : 1
  }
}

/// The blocks of Unicode whose characters are wide (UAX 11), roughly, without emoji.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
    0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
    true
  default: false
  }
}
