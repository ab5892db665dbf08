internal import CZlib

/// Inflates raw deflate data (RFC 1951) that comes in pieces.
///
/// Why this is safe: the object owns the stream, frees it at its end, and leaves no pointer to a
/// buffer in it.
@safe
final class Inflater {
  /// The result of one step.
  struct Step {
    var output: [UInt8]
    /// Bytes of the input that were used.
    var used: Int
    var outcome: Outcome
  }

  enum Outcome {
    case more
    case end
    /// There is no more output without more input.
    case starved
    case damaged
  }

  // zlib keeps a pointer to the stream in its state, so the stream may not move.
  private let stream: UnsafeMutablePointer<z_stream>

  /// - Returns: `nil` when there is no memory.
  init?() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // -15: no header around the data, and a window of 2^15 bytes.
    let result = unsafe inflateInit2_(
      stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard result == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Inflates until the input is used up or `room` bytes have come out.
  func step(_ input: ArraySlice<UInt8>, room: Int) -> Step {
    var result = Z_OK
    var left = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: room) { memory, count in
      unsafe input.withUnsafeBufferPointer { bytes in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        unsafe stream.pointee.avail_in = uInt(bytes.count)
        unsafe stream.pointee.next_out = memory.baseAddress
        unsafe stream.pointee.avail_out = uInt(room)
        result = unsafe inflate(stream, Z_NO_FLUSH)
        left = unsafe Int(stream.pointee.avail_in)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.avail_in = 0
      }
      count = unsafe room - Int(stream.pointee.avail_out)
    }
    let outcome: Outcome =
      switch result {
      case Z_OK: .more
      case Z_STREAM_END: .end
      case Z_BUF_ERROR: .starved
      default: .damaged
      }
    return Step(output: output, used: input.count - left, outcome: outcome)
  }
}

/// Continues a CRC-32 with further bytes.
func checksum(_ crc: UInt32, _ bytes: [UInt8]) -> UInt32 {
  unsafe UInt32(truncatingIfNeeded: crc32(uLong(crc), bytes, uInt(bytes.count)))
}
