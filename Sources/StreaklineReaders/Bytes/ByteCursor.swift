/// Reads a range of bytes from its start to its end.
struct ByteCursor {
  let text: [UInt8]
  private(set) var index: Int
  let end: Int

  init(_ text: [UInt8], _ range: Range<Int>) {
    self.text = text
    index = range.lowerBound
    end = range.upperBound
  }

  /// The byte that comes next; `nil` at the end.
  var next: UInt8? { index < end ? text[index] : nil }

  /// The bytes that have not been read.
  var rest: ArraySlice<UInt8> { text[index..<end] }

  /// - Returns: `false`, and reads nothing, when another byte comes next.
  mutating func skip(ascii byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  /// - Returns: `false`, and reads nothing, when something else comes next.
  mutating func skip(word: String) -> Bool {
    var index = index
    for byte in word.utf8 {
      guard index < end, text[index] == byte else { return false }
      index += 1
    }
    self.index = index
    return true
  }

  mutating func skip(while isSkipped: (UInt8) -> Bool) {
    while let next, isSkipped(next) { index += 1 }
  }

  /// Reads a number of decimal digits.
  ///
  /// - Parameter digits: How many digits it may have; at most nine.
  /// - Returns: `nil`, and reads nothing, when there are fewer or more.
  mutating func number(_ digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
    var value = 0
    var count = 0
    while index + count < end, count <= digits.upperBound,
      case let digit = text[index + count] &- 0x30, digit < 10
    {
      value = value * 10 + Int(digit)
      count += 1
    }
    guard digits.contains(count) else { return nil }
    index += count
    return (value, count)
  }

  /// Skips blanks, also those that programs write before AM and PM: U+00A0, U+2009, U+202F.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  mutating func skipBlanks() -> Bool {
    let start = index
    while let next {
      guard next == 0x20 || next >= 0xC2 && skipWideBlank() else { break }
      index += next == 0x20 ? 1 : 0
    }
    return index > start
  }
}

extension ByteCursor {
  fileprivate mutating func skipWideBlank() -> Bool {
    skip(word: "\u{A0}") || skip(word: "\u{2009}") || skip(word: "\u{202F}")
  }
}

/// The ranges of the lines in a part of a text, without LF and CRLF. The last one is empty if the
/// part ends with a line break.
func lineRanges(of text: [UInt8], in range: Range<Int>) -> [Range<Int>] {
  text[range].split(separator: 0x0A, omittingEmptySubsequences: false).map {
    $0.startIndex..<($0.last == 0x0D ? $0.endIndex - 1 : $0.endIndex)
  }
}
