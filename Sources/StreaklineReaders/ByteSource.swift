#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file or standard input, read in chunks as UTF-8.
///
/// Files are read, not mapped: a mapped file that somebody shortens kills the process, and its
/// pages count as memory. A UTF-8 byte order mark is dropped; UTF-16, with a mark or recognised
/// by its zeros, is converted.
package final class ByteSource {
  /// The name in messages and records: the path, or `-`.
  package let name: String
  /// The file's size in bytes, or `nil` for a pipe.
  package let size: Int?
  /// Bytes read from the file so far.
  package private(set) var offset = 0
  private let descriptor: Int32
  private var decoder: UTF16Decoder?
  private var isAtEnd = false

  /// - Parameter path: A file's path, or `-` for standard input.
  package init(path: String) throws(InputError) {
    name = path
    unsafe descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw InputError(name: path, code: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw InputError(name: path, code: errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isFolder(path) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor > STDERR_FILENO {
      close(descriptor)
    }
  }

  /// Appends at least one byte, at most `count` of the file's, to `buffer`.
  ///
  /// - Returns: `false` at the end.
  package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    guard !isAtEnd else { return false }
    let isFirst = offset == 0
    var chunk = try readChunk(count)
    if isFirst {
      // A mark may come in two pieces through a pipe.
      while chunk.count < 4, !isAtEnd {
        chunk += try readChunk(count)
      }
      chunk = recognised(chunk)
    }
    if decoder != nil {
      decoder?.decode(chunk, isLast: isAtEnd, into: &buffer)
    } else {
      buffer += chunk
    }
    return true
  }

  private func readChunk(_ count: Int) throws(InputError) -> [UInt8] {
    var failure: Int32 = 0
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { memory, used in
      let result = unsafe Self.readBytes(descriptor, memory.baseAddress, count)
      failure = result < 0 ? errno : 0
      used = max(0, result)
    }
    if failure != 0 { throw InputError(name: name, code: failure) }
    isAtEnd = chunk.isEmpty
    offset += chunk.count
    return chunk
  }

  private static func readBytes(
    _ descriptor: Int32, _ memory: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, memory, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, memory, count)
    #else
      unsafe Darwin.read(descriptor, memory, count)
    #endif
  }

  /// The first chunk without its byte order mark; sets the decoder when it is UTF-16.
  private func recognised(_ chunk: [UInt8]) -> [UInt8] {
    if chunk.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(chunk.dropFirst(3)) }
    if chunk.starts(with: [0xFF, 0xFE]) {
      decoder = UTF16Decoder(isBigEndian: false)
      return Array(chunk.dropFirst(2))
    }
    if chunk.starts(with: [0xFE, 0xFF]) {
      decoder = UTF16Decoder(isBigEndian: true)
      return Array(chunk.dropFirst(2))
    }
    let pairs = min(chunk.count, 512) / 2
    let zeros = (0..<pairs).reduce(into: (even: 0, odd: 0)) { zeros, pair in
      zeros.even += chunk[2 * pair] == 0 ? 1 : 0
      zeros.odd += chunk[2 * pair + 1] == 0 ? 1 : 0
    }
    // Latin letters in UTF-16 have a zero in every other byte; UTF-8 text has none at all.
    if zeros.even == 0, zeros.odd * 3 > pairs {
      decoder = UTF16Decoder(isBigEndian: false)
    } else if zeros.odd == 0, zeros.even * 3 > pairs {
      decoder = UTF16Decoder(isBigEndian: true)
    }
    return chunk
  }
}

/// Converts UTF-16 that comes in chunks of any size; a lone surrogate becomes U+FFFD.
private struct UTF16Decoder {
  let isBigEndian: Bool
  private var pendingByte: UInt8?
  private var pendingHigh: UInt16?

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  mutating func decode(_ chunk: [UInt8], isLast: Bool, into buffer: inout [UInt8]) {
    for byte in chunk {
      guard let first = pendingByte else {
        pendingByte = byte
        continue
      }
      pendingByte = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      append(UInt16(high) << 8 | UInt16(low), to: &buffer)
    }
    if isLast, pendingByte != nil || pendingHigh != nil {
      buffer += Array("\u{FFFD}".utf8)
    }
  }

  private mutating func append(_ unit: UInt16, to buffer: inout [UInt8]) {
    if let high = pendingHigh {
      pendingHigh = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        buffer += Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
        return
      }
      buffer += Array("\u{FFFD}".utf8)
    }
    if UTF16.isLeadSurrogate(unit) {
      pendingHigh = unit
    } else {
      buffer += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
    }
  }
}
