/// The bytes of a stamp, in which any digit matches. Comparing a line with it shows that the line
/// starts with a stamp of the same format, and gives its numbers. Most lines of a chat fit one of a
/// few.
struct WhatsAppStampTemplate: Equatable {
  private static let maxLength = 32

  /// A number of the stamp, with the offsets of its digits.
  private struct Number: Equatable {
    let field: Field
    let digits: Range<Int>
  }

  private enum Field {
    case first, second, third, hour, minute, clockSecond
  }

  /// The length of the stamp in bytes.
  private let length: Int
  /// The bytes of the stamp: 0x30 for a digit, 0 after the stamp.
  private let bytes: SIMD4<UInt64>
  /// The bits that must be the same: all of a byte, the upper four of a digit, none after the
  /// stamp.
  private let fixed: SIMD4<UInt64>
  /// The lower four bits of the digits, which must not be more than 9.
  private let digits: SIMD4<UInt64>
  /// The stamp that the template was made of, with offsets from its own start.
  private let model: WhatsAppStamp
  /// Empty when the numbers cannot be read at fixed offsets.
  private let numbers: [Number]

  /// - Parameter stamp: The stamp at a position of the text.
  /// - Returns: `nil` for one that is longer than any template.
  init?(_ text: [UInt8], at start: Int, _ stamp: WhatsAppStamp) {
    length = stamp.end - start
    guard length <= Self.maxLength, start + length <= text.count else { return nil }
    let content = text[start..<start + length]
    let isDigit = content.map { $0 &- 0x30 < 10 }
    bytes = Self.words(zip(content, isDigit).map { $1 ? 0x30 : $0 })
    fixed = Self.words(isDigit.map { $0 ? 0xF0 : 0xFF })
    digits = Self.words(isDigit.map { $0 ? 0x0F : 0 })
    var model = stamp
    model.dateEnd -= start
    model.end -= start
    self.model = model
    let found = Self.numbers(isDigit, stamp)
    numbers = Self.read(found, of: model, in: text, at: start) == stamp ? found : []
  }

  /// The end of the stamp that a line starts with; `nil` when the line does not fit.
  func end(in text: [UInt8], _ line: Range<Int>) -> Int? {
    guard line.count >= length, line.lowerBound + Self.maxLength <= text.count else { return nil }
    let words = unsafe text.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: line.lowerBound, as: SIMD4<UInt64>.self)
    }
    let difference = words ^ bytes
    let tooLarge = (difference & digits) &+ (digits & SIMD4(repeating: 0x0606_0606_0606_0606))
    let wrong = difference & fixed | tooLarge & SIMD4(repeating: 0x1010_1010_1010_1010)
    return wrong == .zero ? line.lowerBound + length : nil
  }

  /// The stamp that a line starts with; `nil` when the line does not fit.
  func stamp(in text: [UInt8], _ line: Range<Int>) -> WhatsAppStamp? {
    guard !numbers.isEmpty, end(in: text, line) != nil else { return nil }
    return Self.read(numbers, of: model, in: text, at: line.lowerBound)
  }

  /// The numbers of a stamp in the order of the line; empty when not all digits are ASCII.
  private static func numbers(_ isDigit: [Bool], _ stamp: WhatsAppStamp) -> [Number] {
    let date: [Field] = stamp.thirdDigits > 0 ? [.first, .second, .third] : [.first, .second]
    let clock: [Field] =
      stamp.shape.hasSeconds ? [.hour, .minute, .clockSecond] : [.hour, .minute]
    let fields = stamp.shape.isTimeFirst ? clock + date : date + clock
    let runs = isDigit.indices.split { !isDigit[$0] }.map { $0.startIndex..<$0.endIndex }
    guard runs.count == fields.count else { return [] }
    return zip(fields, runs).map(Number.init)
  }

  private static func read(
    _ numbers: [Number], of model: WhatsAppStamp, in text: [UInt8], at start: Int
  ) -> WhatsAppStamp {
    var stamp = model
    stamp.dateEnd += start
    stamp.end += start
    for number in numbers {
      var value = 0
      for offset in number.digits { value = value * 10 + Int(text[start + offset] & 0x0F) }
      switch number.field {
      case .first: stamp.first = value
      case .second: stamp.second = value
      case .third: stamp.third = value
      case .hour: stamp.hour = stamp.period?.hour(value) ?? value
      case .minute: stamp.minute = value
      case .clockSecond: stamp.clockSecond = value
      }
    }
    return stamp
  }

  /// Up to 32 bytes in memory order, followed by zeros.
  private static func words(_ bytes: [UInt8]) -> SIMD4<UInt64> {
    let padded = bytes + [UInt8](repeating: 0, count: maxLength - bytes.count)
    return unsafe padded.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: 0, as: SIMD4<UInt64>.self)
    }
  }
}
