#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Where the line that begins at a place ends: at its line feed, or at the end of the bytes.
func endOfLine(in text: [UInt8], from start: Int) -> Int {
  place(of: 0x0A, in: text, from: start, to: text.count)
}

/// Where a byte stands first between two places; the second place when it stands nowhere.
func place(of byte: UInt8, in text: [UInt8], from start: Int, to end: Int) -> Int {
  guard start < end, start >= 0, end <= text.count else { return end }
  return unsafe text.withUnsafeBytes { bytes in
    guard let base = bytes.baseAddress else { return end }
    let found = unsafe memchr(base + start, Int32(byte), end - start)
    return unsafe found.map { unsafe UnsafeRawPointer($0) - base } ?? end
  }
}
