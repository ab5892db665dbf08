/// Whether a literal that the scan has found can start a share.
extension ShareReader {
  /// Whether the other words of a literal follow its first one, with any blanks between them. So of
  /// the many games whose name starts with `Daily`, few are tried.
  func matchesRest(_ text: [UInt8], _ hit: LiteralScanner.Hit) -> Bool {
    let rest = rules.literals[hit.literal].literal.rest
    guard !rest.isEmpty else { return true }
    var index = hit.position + rules.literals[hit.literal].literal.keyLength
    var isBetween = false
    for byte in rest {
      if isBlank(byte) {
        isBetween = true
        continue
      }
      if isBetween {
        guard index < text.count, isBlank(text[index]) else { return false }
        while index < text.count, isBlank(text[index]) { index += 1 }
        isBetween = false
      }
      guard index < text.count, text[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// No letter or digit may come before a literal that starts with one, so `Worldle` and `xWordle`
  /// are not `Wordle`; an emoji or `#` may. A rule with `glued` allows a small letter before a capital:
  /// `convoTango`.
  func isWordStart(_ text: [UInt8], _ hit: LiteralScanner.Hit) -> Bool {
    let literal = rules.literals[hit.literal].literal
    guard hit.position > 0, literal.startsWord else { return true }
    let last = text[hit.position - 1]
    if last < 0x80 {
      return !isASCIIWordCharacter(last) || literal.mayBeGlued && (0x61...0x7A).contains(last)
    }
    var start = hit.position - 1
    while start > 0, text[start] & 0xC0 == 0x80 {
      start -= 1
    }
    // Most emoji start with F0 9F, and no letters do.
    if text[start] == 0xF0, text[start + 1] == 0x9F { return true }
    let before = String(decoding: text[start..<hit.position], as: UTF8.self).unicodeScalars.first
    if literal.mayBeGlued, before?.properties.isLowercase == true { return true }
    return !(before.map(isWordCharacter) ?? false)
  }
}
