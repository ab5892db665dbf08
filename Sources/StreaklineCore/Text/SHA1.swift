/// SHA-1 (FIPS 180-4), because version 5 UUIDs are defined by it; it guards nothing secret.
/// A package for these forty lines would cost the tool's first build a minute and a half.
///
/// - Returns: 20 bytes.
package func sha1(_ message: [UInt8]) -> [UInt8] {
  let digest = unsafe sha1(count: message.count) { unsafe $0.copyBytes(from: message) }
  return [digest.0, digest.1, digest.2, digest.3, digest.4].flatMap { word in
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
  }
}

/// The five words of a digest.
typealias SHA1Digest = (UInt32, UInt32, UInt32, UInt32, UInt32)

/// The digest of a message, without an array: each record that is sent or pulled needs one.
///
/// - Parameters:
///   - count: The size of the message in bytes.
///   - fill: Writes the message to the start of the memory.
func sha1(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) -> SHA1Digest {
  // A one bit and the length in bits follow the message, and what is between them is zero.
  let padded = (count + 8) / 64 * 64 + 64
  return unsafe withUnsafeTemporaryAllocation(
    byteCount: padded + 80 * MemoryLayout<UInt32>.stride, alignment: 8
  ) { memory in
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe fill(memory)
    unsafe memory[count] = 0x80
    unsafe memory.storeBytes(
      of: (UInt64(count) * 8).bigEndian, toByteOffset: padded - 8, as: UInt64.self)
    let words = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[padded...])
      .bindMemory(to: UInt32.self)
    var digest: SHA1Digest = (
      0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
    )
    for start in stride(from: 0, to: padded, by: 64) {
      for index in 0..<16 {
        unsafe words[index] = UInt32(
          bigEndian: memory.load(fromByteOffset: start + 4 * index, as: UInt32.self))
      }
      unsafe mix(words, into: &digest)
    }
    return digest
  }
}

/// - Parameter words: The block in the first sixteen; the others are overwritten.
private func mix(_ words: UnsafeMutableBufferPointer<UInt32>, into digest: inout SHA1Digest) {
  for index in 16..<80 {
    unsafe words[index] = rotated(
      words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
  }
  var (a, b, c, d, e) = digest
  for index in 0..<80 {
    let (choice, constant): (UInt32, UInt32) =
      switch index {
      case 0..<20: (b & c | ~b & d, 0x5A82_7999)
      case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
      case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
      default: (b ^ c ^ d, 0xCA62_C1D6)
      }
    let next = unsafe rotated(a, 5) &+ choice &+ e &+ constant &+ words[index]
    (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
  }
  digest = (digest.0 &+ a, digest.1 &+ b, digest.2 &+ c, digest.3 &+ d, digest.4 &+ e)
}

private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
  word << bits | word >> (32 - bits)
}
