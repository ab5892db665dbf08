/// How many cells of a terminal a text fills: two for an emoji or an East Asian character.
package func cellCount(of text: String) -> Int {
  text.reduce(0) { count, character in
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return count }
    let isEmoji = first.properties.isEmojiPresentation || scalars.contains("\u{FE0F}")
    return count + (isEmoji || isWide(first) ? 2 : 1)
  }
}

/// The blocks of Unicode whose characters are wide (UAX 11), roughly.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    true
  default: false
  }
}
