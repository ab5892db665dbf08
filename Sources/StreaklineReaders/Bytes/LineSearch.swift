#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The end of the line that starts at an index: its line feed, or the end of the bytes.
func endOfLine(in text: [UInt8], from start: Int) -> Int {
  firstIndex(of: 0x0A, in: text, from: start, to: text.count)
}

/// The first index of a byte in a range of a text; `end` when the range does not have it.
func firstIndex(of byte: UInt8, in text: [UInt8], from start: Int, to end: Int) -> Int {
  guard start < end, start >= 0, end <= text.count else { return end }
  return unsafe text.withUnsafeBytes { bytes in
    guard let base = bytes.baseAddress else { return end }
    let found = unsafe memchr(base + start, Int32(byte), end - start)
    return unsafe found.map { unsafe UnsafeRawPointer($0) - base } ?? end
  }
}
