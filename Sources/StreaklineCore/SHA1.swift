/// SHA-1 (FIPS 180-4), because version 5 UUIDs are defined by it; it guards nothing secret.
/// A package for these forty lines would cost the tool's first build a minute and a half.
///
/// - Returns: 20 bytes.
package func sha1(_ message: [UInt8]) -> [UInt8] {
  var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
  var words = [UInt32](repeating: 0, count: 80)
  let data = paddedToBlocks(message)
  for start in stride(from: 0, to: data.count, by: 64) {
    for index in 0..<16 {
      let at = start + 4 * index
      words[index] =
        UInt32(data[at]) << 24 | UInt32(data[at + 1]) << 16 | UInt32(data[at + 2]) << 8
        | UInt32(data[at + 3])
    }
    mix(&words, into: &state)
  }
  var digest: [UInt8] = []
  digest.reserveCapacity(20)
  for word in state {
    for byte in 0..<4 { digest.append(UInt8(truncatingIfNeeded: word >> (24 - 8 * byte))) }
  }
  return digest
}

private func paddedToBlocks(_ message: [UInt8]) -> [UInt8] {
  var data = message + [0x80]
  data.append(contentsOf: repeatElement(0, count: (120 - data.count % 64) % 64))
  let bits = UInt64(message.count) * 8
  return data + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
}

/// - Parameter words: The block in the first sixteen; the others are overwritten.
private func mix(_ words: inout [UInt32], into state: inout [UInt32]) {
  for index in 16..<80 {
    words[index] = rotated(
      words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
  }
  var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
  for index in 0..<80 {
    let (choice, constant): (UInt32, UInt32) =
      switch index {
      case 0..<20: (b & c | ~b & d, 0x5A82_7999)
      case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
      case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
      default: (b ^ c ^ d, 0xCA62_C1D6)
      }
    let next = rotated(a, 5) &+ choice &+ e &+ constant &+ words[index]
    (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
  }
  for (index, word) in [a, b, c, d, e].enumerated() {
    state[index] &+= word
  }
}

private func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
  word << bits | word >> (32 - bits)
}
