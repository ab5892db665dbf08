internal import CLiteralScan

extension ArraySlice<UInt8> {
  /// How many line feeds there are.
  package var lineFeedCount: Int { count(of: UInt8(ascii: "\n")) }

  /// How often a byte is there.
  package func count(of byte: UInt8) -> Int {
    unsafe withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe byte_count($0, bytes.count, byte) } ?? 0
    }
  }
}
