/// A file, standard input or an entry of an archive, read in chunks as UTF-8.
///
/// Files are read, not mapped: a mapped file that somebody shortens kills the process, and its
/// pages count as memory. A UTF-8 byte order mark is dropped; UTF-16, with a mark or recognised
/// by its zeros, is converted.
package final class ByteSource {
  /// Returns at most `count` bytes; none at the end.
  package typealias Chunks = (_ count: Int) throws(InputError) -> [UInt8]

  /// The name in messages and records: the path, or `-`.
  package let name: String
  /// The size in bytes, as far as it is known beforehand.
  package let size: Int?
  /// Bytes read so far, before conversion.
  package private(set) var offset = 0
  /// Bytes returned so far, after conversion.
  package private(set) var position = 0
  /// Bytes of the first read; enough to recognise UTF-16 by its zeros.
  private static let headChunk = 65_536
  private let chunks: Chunks
  private var decoder: UTF16Decoder?
  private var isAtEnd = false
  /// Bytes that were read but not returned yet.
  private var ahead: [UInt8] = []

  /// - Parameters:
  ///   - chunks: Returns the bytes, from the start on.
  package init(name: String, size: Int?, _ chunks: @escaping Chunks) {
    self.name = name
    self.size = size
    self.chunks = chunks
  }

  /// - Parameter path: A file's path, or `-` for standard input.
  package convenience init(path: String) throws(InputError) {
    let file = try FileDescriptor(path: path)
    self.init(name: path, size: file.size, file.read)
  }

  /// Bytes that are in memory.
  package convenience init(name: String, bytes: [UInt8]) {
    var start = 0
    self.init(name: name, size: bytes.count) { count in
      let end = min(bytes.count, start + count)
      defer { start = end }
      return Array(bytes[start..<end])
    }
  }

  /// Appends at least one byte of the input and at most `count` to `buffer`.
  ///
  /// - Returns: `false` at the end.
  package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    if !ahead.isEmpty {
      let taken = ahead.prefix(count)
      position += taken.count
      buffer += taken
      ahead.removeFirst(taken.count)
      return true
    }
    let before = buffer.count
    while buffer.count == before {
      guard try fill(count, into: &buffer) else { return false }
    }
    position += buffer.count - before
    return true
  }

  /// The next bytes without reading them: at least `count`, unless the input ends before. The next
  /// `read` returns them again.
  package func head(_ count: Int) throws(InputError) -> [UInt8] {
    while ahead.count < count, try fill(max(count, Self.headChunk), into: &ahead) {}
    return ahead
  }

  /// Reads bytes that nobody needs.
  func skip(_ count: Int) throws(InputError) {
    var skipped: [UInt8] = []
    while skipped.count < count, try read(count - skipped.count, into: &skipped) {}
  }

  private func fill(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
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
    } else if buffer.isEmpty {
      buffer = chunk
    } else {
      buffer += chunk
    }
    return true
  }

  private func readChunk(_ count: Int) throws(InputError) -> [UInt8] {
    let chunk = try chunks(count)
    isAtEnd = chunk.isEmpty
    offset += chunk.count
    return chunk
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
  /// The first byte of a code unit whose second one is in the next chunk.
  private var firstByte: UInt8?
  /// The first half of a pair whose second half is in the next chunk.
  private var leadSurrogate: UInt16?

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  mutating func decode(_ chunk: [UInt8], isLast: Bool, into buffer: inout [UInt8]) {
    var units: [UInt16] = []
    units.reserveCapacity(chunk.count / 2 + 2)
    if let leadSurrogate { units.append(leadSurrogate) }
    leadSurrogate = nil
    for byte in chunk {
      guard let first = firstByte else {
        firstByte = byte
        continue
      }
      firstByte = nil
      units.append(
        isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
    }
    if isLast, firstByte != nil {
      units.append(0xFFFD)
      firstByte = nil
    } else if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
      leadSurrogate = units.removeLast()
    }
    buffer += String(decoding: units, as: UTF16.self).utf8
  }
}
