/// The bytes of a stamp with its digits cut out: shows at once that a line begins with a stamp of
/// the same shape, and where that ends. Most lines of a chat fit one of a few.
struct WhatsAppStampTemplate: Equatable {
  /// The length of the stamp in bytes.
  private let length: Int
  private let words: [Word]

  /// Eight bytes, compared as one number.
  private struct Word: Equatable {
    /// The bytes themselves, 0x30 for a digit, anything behind the stamp.
    let bytes: UInt64
    /// The bits that must be the same: all of a byte, the upper four of a digit.
    let fixed: UInt64
    /// The lower four bits of the digits, which must not be more than 9.
    let digits: UInt64

    func fits(_ other: UInt64) -> Bool {
      let difference = other ^ bytes
      let tooLarge = (difference & digits) &+ (digits & 0x0606_0606_0606_0606)
      return difference & fixed | tooLarge & 0x1010_1010_1010_1010 == 0
    }
  }

  /// - Parameter stamp: Where a stamp stands.
  init(_ text: [UInt8], _ stamp: Range<Int>) {
    length = stamp.count
    let padding = [UInt8](repeating: 0, count: 8)
    let isDigit = text[stamp].map { $0 &- 0x30 < 10 }
    let bytes = zip(text[stamp], isDigit).map { $1 ? 0x30 : $0 } + padding
    let fixed = isDigit.map { $0 ? 0xF0 : 0xFF } + padding
    let digits = isDigit.map { $0 ? 0x0F : 0 } + padding
    words = stride(from: 0, to: length, by: 8).map { place in
      Word(
        bytes: Self.word(bytes, place), fixed: Self.word(fixed, place),
        digits: Self.word(digits, place))
    }
  }

  /// Where the stamp ends that a line begins with; `nil` when the line does not fit.
  func end(in text: [UInt8], _ line: Range<Int>) -> Int? {
    guard line.count >= length, line.lowerBound + words.count * 8 <= text.count else { return nil }
    var place = line.lowerBound
    for word in words {
      guard word.fits(Self.word(text, place)) else { return nil }
      place += 8
    }
    return line.lowerBound + length
  }

  /// Eight bytes as they stand in memory; the caller has checked that they are there.
  private static func word(_ text: [UInt8], _ place: Int) -> UInt64 {
    unsafe text.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
  }
}
