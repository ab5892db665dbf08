internal import CLiteralScan

extension ArraySlice<UInt8> {
  /// How many line feeds there are.
  package var lineFeedCount: Int {
    unsafe withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe byte_count($0, bytes.count, 0x0A) } ?? 0
    }
  }
}
