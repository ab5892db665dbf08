extension ArraySlice<UInt8> {
  /// How many line feeds there are.
  var lineFeedCount: Int {
    unsafe withUnsafeBytes { bytes in
      var total = 0
      var index = 0
      while index + 32 <= bytes.count {
        // A lane of eight bits can count 255 blocks before it must be added to the sum.
        let end = Swift.min(index + 255 * 32, bytes.count - 31)
        var sums = SIMD32<UInt8>.zero
        while index < end {
          let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self)
          sums.replace(with: sums &+ 1, where: block .== 0x0A)
          index += 32
        }
        let pairs = SIMD32<UInt16>(truncatingIfNeeded: sums)
        total += Int(pairs.wrappedSum())
      }
      while index < bytes.count {
        total += unsafe bytes[index] == 0x0A ? 1 : 0
        index += 1
      }
      return total
    }
  }
}
