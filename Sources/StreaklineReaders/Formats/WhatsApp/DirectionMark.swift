/// Invisible marks of writing direction, and blanks without width, which programs write into names and dates.
enum DirectionMark {
  /// The length in bytes of a mark at an index: U+061C, U+200B, U+200E, U+200F, U+202A–202E, U+2066–2069,
  /// and the byte order mark; 0 when there is none.
  static func length(in text: [UInt8], at index: Int, end: Int) -> Int {
    switch text[index] {
    case 0xE2:
      guard index + 2 < end else { return 0 }
      let last = text[index + 2]
      switch text[index + 1] {
      case 0x80:
        return [0x8B, 0x8E, 0x8F].contains(last) || (0xAA...0xAE).contains(last) ? 3 : 0
      case 0x81: return (0xA6...0xA9).contains(last) ? 3 : 0
      default: return 0
      }
    case 0xD8:
      return index + 1 < end && text[index + 1] == 0x9C ? 2 : 0
    case 0xEF:
      return index + 2 < end && text[index + 1] == 0xBB && text[index + 2] == 0xBF ? 3 : 0
    default:
      return 0
    }
  }
}
