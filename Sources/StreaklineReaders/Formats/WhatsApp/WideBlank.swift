/// Blanks other than U+0020.
enum WideBlank {
  /// The length in bytes of a blank at an index: U+00A0, U+2009, U+202F; 0 when there is none.
  static func length(in text: [UInt8], at index: Int, end: Int) -> Int {
    switch text[index] {
    case 0xC2:
      return index + 1 < end && text[index + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard index + 2 < end, text[index + 1] == 0x80 else { return 0 }
      return text[index + 2] == 0x89 || text[index + 2] == 0xAF ? 3 : 0
    default:
      return 0
    }
  }
}
