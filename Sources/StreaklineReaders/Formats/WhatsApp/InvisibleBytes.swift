/// Marks that say in which direction text runs. They stand in names and dates and are not seen.
enum DirectionMark {
  /// The bytes of a mark that stands at a place: U+061C, U+200E, U+200F, U+202A–202E, U+2066–2069,
  /// and the byte order mark; 0 when none does.
  static func length(in text: [UInt8], at place: Int, end: Int) -> Int {
    switch text[place] {
    case 0xE2:
      guard place + 2 < end else { return 0 }
      let last = text[place + 2]
      switch text[place + 1] {
      case 0x80: return last == 0x8E || last == 0x8F || (0xAA...0xAE).contains(last) ? 3 : 0
      case 0x81: return (0xA6...0xA9).contains(last) ? 3 : 0
      default: return 0
      }
    case 0xD8:
      return place + 1 < end && text[place + 1] == 0x9C ? 2 : 0
    case 0xEF:
      return place + 2 < end && text[place + 1] == 0xBB && text[place + 2] == 0xBF ? 3 : 0
    default:
      return 0
    }
  }
}

/// Blanks other than U+0020.
enum WideBlank {
  /// The bytes of a blank that stands at a place: U+00A0, U+2009, U+202F; 0 when none does.
  static func length(in text: [UInt8], at place: Int, end: Int) -> Int {
    switch text[place] {
    case 0xC2:
      return place + 1 < end && text[place + 1] == 0xA0 ? 2 : 0
    case 0xE2:
      guard place + 2 < end, text[place + 1] == 0x80 else { return 0 }
      return text[place + 2] == 0x89 || text[place + 2] == 0xAF ? 3 : 0
    default:
      return 0
    }
  }
}
