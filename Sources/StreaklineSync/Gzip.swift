internal import CZlib

/// Bytes as gzip writes them (RFC 1952).
package enum Gzip {
  /// Why compressed bytes are not read.
  package enum Mistake: Error, Hashable {
    /// More would come out than a document can hold, from whatever few bytes.
    case tooLarge
    case damaged
  }

  /// How many bytes may come out. In base 64 they fit into a document.
  package static let mostBytes = 700_000

  // 15: a window of 2^15 bytes; with 16 more, the header and trailer of gzip; with 32 more, those of gzip
  // or zlib, whichever is there.
  private static let gzipFormat: Int32 = 15 + 16
  private static let eitherFormat: Int32 = 15 + 32

  /// Compresses bytes. The same bytes always give the same result: the header has neither time nor name.
  static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = unsafe z_stream()
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      // The largest level, and the memory that zlib takes by default.
      let result = unsafe deflateInit2_(
        stream, 9, Z_DEFLATED, gzipFormat, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      precondition(result == Z_OK, "there is no memory to compress with")
      defer { unsafe deflateEnd(stream) }
      let most = unsafe Int(deflateBound(stream, uLong(bytes.count)))
      return unsafe [UInt8](unsafeUninitializedCapacity: most) { memory, count in
        unsafe bytes.withUnsafeBufferPointer { input in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = uInt(input.count)
          unsafe stream.pointee.next_out = memory.baseAddress
          unsafe stream.pointee.avail_out = uInt(most)
          let result = unsafe deflate(stream, Z_FINISH)
          precondition(result == Z_STREAM_END, "deflateBound gave too little room")
        }
        count = unsafe most - Int(stream.pointee.avail_out)
      }
    }
  }

  /// Whether bytes start as gzip or zlib writes them. JSON never does.
  static func isPacked(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 2 else { return false }
    if bytes[0] == 0x1F, bytes[1] == 0x8B { return true }
    return bytes[0] & 0x0F == 8 && bytes[0] >> 4 <= 7
      && (Int(bytes[0]) << 8 | Int(bytes[1])).isMultiple(of: 31)
  }

  /// Reads what gzip or zlib has written.
  ///
  /// - Parameter mostBytes: How many bytes may come out.
  package static func unpacked(
    _ bytes: [UInt8], mostBytes: Int = mostBytes
  ) throws(Mistake) -> [UInt8] {
    var stream = unsafe z_stream()
    let outcome: Result<[UInt8], Mistake> = unsafe withUnsafeMutablePointer(to: &stream) { stream in
      guard
        unsafe inflateInit2_(
          stream, eitherFormat, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
      else { return .failure(.damaged) }
      defer { unsafe inflateEnd(stream) }
      var result = Z_OK
      var left = 0
      // One byte more than may come out, so that too much is seen.
      let room = mostBytes + 1
      let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { memory, count in
        unsafe bytes.withUnsafeBufferPointer { input in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = uInt(input.count)
          unsafe stream.pointee.next_out = memory.baseAddress
          unsafe stream.pointee.avail_out = uInt(room)
          result = unsafe inflate(stream, Z_FINISH)
          left = unsafe Int(stream.pointee.avail_in)
        }
        count = unsafe room - Int(stream.pointee.avail_out)
      }
      guard output.count <= mostBytes else { return .failure(.tooLarge) }
      return result == Z_STREAM_END && left == 0 ? .success(output) : .failure(.damaged)
    }
    return try outcome.get()
  }
}
