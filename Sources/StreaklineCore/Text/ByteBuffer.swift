/// A growing array of bytes, in memory that the buffer owns.
///
/// Why the pointers are safe: only this file touches them. `makeRoom` runs before each write, with
/// at least as many bytes as the write can take; `count` never exceeds `capacity`, and the bytes
/// below it are initialised. The type cannot be copied, so there is one owner, and `deinit` frees
/// the memory.
@safe
package struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// How many bytes have been appended.
  @usableFromInline package internal(set) var count = 0

  package init(capacity: Int = 256) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit {
    unsafe base.deallocate()
  }

  /// A copy of the bytes in a range.
  package subscript(range: Range<Int>) -> [UInt8] {
    unsafe withBytes { bytes in unsafe Array(bytes[range]) }
  }

  /// The bytes as text.
  package var text: String {
    unsafe withBytes { bytes in unsafe String(decoding: bytes, as: UTF8.self) }
  }

  /// Passes all bytes to `body`.
  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    unsafe try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Passes the bytes from `start` on to `body`.
  @inlinable @inline(__always)
  package func withBytes<Result>(
    from start: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    precondition(start >= 0 && start <= count, "the start lies in the buffer")
    return unsafe try body(UnsafeRawBufferPointer(start: base + start, count: count &- start))
  }

  /// Drops everything from `end` on and keeps the memory.
  package mutating func truncate(to end: Int) {
    precondition(end >= 0 && end <= count, "the end lies in the buffer")
    count = end
  }

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    unsafe base[count] = byte
    count &+= 1
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    makeRoom(for: text.utf8CodeUnitCount)
    unsafe (base + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count &+= text.utf8CodeUnitCount
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    makeRoom(for: bytes.count)
    unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends a range of bytes.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: [UInt8], _ range: Range<Int>) {
    unsafe bytes.withUnsafeBytes { bytes in
      precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a range of the bytes")
      unsafe append(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe append($0) }
  }

  /// Appends a number in decimal.
  package mutating func append(decimal value: Int) {
    // A 64-bit number has at most 20 digits and a sign.
    makeRoom(for: 21)
    var rest = value.magnitude
    if value < 0 {
      unsafe base[count] = UInt8(ascii: "-")
      count &+= 1
    }
    if rest < 10 {
      unsafe base[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
      count &+= 1
      return
    }
    var digits = 2
    var bound: UInt = 100
    while digits < 20, rest >= bound {
      digits &+= 1
      bound = digits == 20 ? .max : bound &* 10
    }
    write(&rest, digits: digits)
  }

  /// Appends the last digits of a number, with zeros in front where it has fewer.
  package mutating func append(_ value: Int, digits: Int) {
    makeRoom(for: digits)
    var rest = value.magnitude
    write(&rest, digits: digits)
  }

  @inline(__always)
  private mutating func write(_ rest: inout UInt, digits: Int) {
    var index = count &+ digits
    while index > count {
      index &-= 1
      unsafe base[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= digits
  }

  /// Appends text as it is written between the quotes of a JSON string: quotes, backslashes, ASCII
  /// controls and DEL are escaped.
  package mutating func append(escaping text: UnsafeRawBufferPointer) {
    guard var from = text.baseAddress else { return }
    // An escape has at most six bytes.
    makeRoom(for: 6 * text.count)
    let end = unsafe from + text.count
    var to = unsafe UnsafeMutableRawPointer(base + count)
    while unsafe from < end {
      if unsafe end - from >= 8 {
        // Eight bytes are stored at once. Those from the first one that needs an escape on are
        // overwritten.
        let word = unsafe from.loadUnaligned(as: UInt64.self)
        unsafe to.storeBytes(of: word, as: UInt64.self)
        let marks = specialMarks(UInt64(littleEndian: word))
        let plain = marks == 0 ? 8 : marks.trailingZeroBitCount >> 3
        unsafe from += plain
        unsafe to += plain
        if marks == 0 { continue }
      }
      let byte = unsafe from.load(as: UInt8.self)
      unsafe from += 1
      guard isSpecial(byte) else {
        unsafe to.storeBytes(of: byte, as: UInt8.self)
        unsafe to += 1
        continue
      }
      unsafe to.storeBytes(of: UInt8(ascii: "\\"), as: UInt8.self)
      unsafe to += 1
      if let letter = escapeLetter(byte) {
        unsafe to.storeBytes(of: letter, as: UInt8.self)
        unsafe to += 1
        continue
      }
      for digit in [UInt8(ascii: "u"), 0x30, 0x30, hexDigit(byte >> 4), hexDigit(byte & 15)] {
        unsafe to.storeBytes(of: digit, as: UInt8.self)
        unsafe to += 1
      }
    }
    unsafe count = to - UnsafeMutableRawPointer(base)
  }

  /// Appends text as it is written between the quotes of a JSON string.
  package mutating func append(escaping text: String) {
    unsafe withUTF8(of: text) { unsafe append(escaping: UnsafeRawBufferPointer($0)) }
  }

  /// Appends a range of a text as it is written between the quotes of a JSON string.
  package mutating func append(escaping text: [UInt8], _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count, "a range in the text")
    unsafe text.withUnsafeBytes { bytes in
      unsafe append(escaping: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  @inlinable @inline(__always)
  package mutating func makeRoom(for more: Int) {
    if capacity &- count < more { grow(by: more) }
  }

  @usableFromInline
  mutating func grow(by more: Int) {
    let larger = max(2 * capacity, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = larger
  }
}

/// Marks, by its top bit, the lowest of eight bytes that needs an escape; higher bits may be set
/// too. 0 when no byte needs one.
@inline(__always)
private func specialMarks(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let tops: UInt64 = 0x8080_8080_8080_8080
  let controls = (word &- ones &* 0x20) & ~word & tops
  return controls | zeroMarks(word ^ ones &* 0x22) | zeroMarks(word ^ ones &* 0x5C)
    | zeroMarks(word ^ ones &* 0x7F)
}

/// As `specialMarks`, for the percent signs and bars that an id escapes.
@inline(__always)
private func percentAndBarMarks(_ word: UInt64) -> UInt64 {
  let ones: UInt64 = 0x0101_0101_0101_0101
  return zeroMarks(word ^ ones &* 0x25) | zeroMarks(word ^ ones &* 0x7C)
}

/// The top bit of the lowest zero byte, and perhaps bits above it: above a zero byte the usual
/// test may mark others too.
@inline(__always)
private func zeroMarks(_ word: UInt64) -> UInt64 {
  (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
}

/// Whether a text is ASCII without the characters that JSON or an id escapes.
func isPlainIDPart(_ text: String) -> Bool {
  let tops: UInt64 = 0x8080_8080_8080_8080
  return unsafe withUTF8(of: text) { text in
    let bytes = UnsafeRawBufferPointer(text)
    var index = 0
    // The bytes of a short end are read with blanks in front of them.
    while index < bytes.count {
      var word: UInt64 = 0x2020_2020_2020_2020
      if index &+ 8 <= bytes.count {
        word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      } else {
        for offset in index..<bytes.count { word = word << 8 | UInt64(unsafe bytes[offset]) }
      }
      if (specialMarks(word) | percentAndBarMarks(word) | word & tops) != 0 { return false }
      index &+= 8
    }
    return true
  }
}

/// Lends a text's UTF-8. Counts no references, unlike `String.withUTF8`, which wants a copy.
@inline(__always)
func withUTF8<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = unsafe text.utf8.withContiguousStorageIfAvailable(body) { return result }
  var text = text
  return text.withUTF8(body)
}

/// The index of the first byte that is a quote, a backslash, an ASCII control or DEL; the end of the bytes or
/// more when there is none.
@inline(__always)
func firstSpecial(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
  var index = start
  while index &+ 8 <= bytes.count {
    let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let marks = specialMarks(UInt64(littleEndian: word))
    if marks != 0 { return index &+ marks.trailingZeroBitCount >> 3 }
    index &+= 8
  }
  while index < bytes.count, unsafe !isSpecial(bytes[index]) { index &+= 1 }
  return index
}

@inline(__always)
private func isSpecial(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F
}

/// The letter after the backslash of a two-character escape, or `nil` when there is none.
private func escapeLetter(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "\n"): UInt8(ascii: "n")
  case UInt8(ascii: "\r"): UInt8(ascii: "r")
  case UInt8(ascii: "\t"): UInt8(ascii: "t")
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
  default: nil
  }
}

private func hexDigit(_ nibble: UInt8) -> UInt8 {
  nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
}
