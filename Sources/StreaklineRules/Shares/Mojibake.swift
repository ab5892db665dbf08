/// Finds characters that a program has read in the wrong encoding and written again: `Â°` for `°`.
///
/// Each byte of the character's UTF-8 became a character of its own, as Windows-1252 has them.
enum Mojibake {
  /// The characters of Windows-1252 that are not those of Latin-1, with their bytes.
  private static let windows: [UInt32: UInt8] = [
    0x20AC: 0x80, 0x201A: 0x82, 0x0192: 0x83, 0x201E: 0x84, 0x2026: 0x85, 0x2020: 0x86,
    0x2021: 0x87, 0x02C6: 0x88, 0x2030: 0x89, 0x0160: 0x8A, 0x2039: 0x8B, 0x0152: 0x8C,
    0x017D: 0x8E, 0x2018: 0x91, 0x2019: 0x92, 0x201C: 0x93, 0x201D: 0x94, 0x2022: 0x95,
    0x2013: 0x96, 0x2014: 0x97, 0x02DC: 0x98, 0x2122: 0x99, 0x0161: 0x9A, 0x203A: 0x9B,
    0x0153: 0x9C, 0x017E: 0x9E, 0x0178: 0x9F,
  ]

  /// The character that was meant at an index, and where what was written for it ends.
  ///
  /// - Returns: `nil` where the text is as it was meant.
  static func character(in text: [UInt8], at index: Int) -> (meant: Unicode.Scalar, end: Int)? {
    // All first bytes of longer characters, 0xC2 to 0xF4, are letters of Latin-1.
    guard text[index] == 0xC3, index + 1 < text.count else { return nil }
    var bytes = [0xC0 | text[index + 1] & 0x3F]
    let count =
      switch bytes[0] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    var end = index + 2
    while bytes.count < count, let (byte, next) = continuation(in: text, at: end) {
      bytes.append(byte)
      end = next
    }
    guard count > 0, bytes.count == count,
      let meant = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
    else { return nil }
    return (meant, end)
  }

  /// The byte from 0x80 to 0xBF that the character at an index stands for.
  private static func continuation(in text: [UInt8], at index: Int) -> (UInt8, Int)? {
    guard index < text.count, text[index] >= 0xC2 else { return nil }
    var end = index + 1
    while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
    let scalars = String(decoding: text[index..<end], as: UTF8.self).unicodeScalars
    guard let value = scalars.first?.value else { return nil }
    if (0x80...0xBF).contains(value) { return (UInt8(value), end) }
    return windows[value].map { ($0, end) }
  }
}
