/// A 64-bit digest of bytes that are added piece by piece: xxHash64 with seed 0 (xxhash_spec.md
/// 0.1.1).
///
/// It shows whether an input starts with the bytes of one that was read before. It guards against
/// accidents, not against somebody who constructs two inputs with the same digest.
package struct XXHash64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5
  )
  private var lanes: SIMD4<UInt64>
  /// Bytes that do not fill a stripe of 32 yet.
  private var rest: [UInt8] = []
  /// How many bytes have been added.
  package private(set) var count = 0

  package init() {
    let (first, second, _, _, _) = Self.primes
    lanes = SIMD4(first &+ second, second, 0, 0 &- first)
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    let isTaken: Bool? = bytes.withContiguousStorageIfAvailable { bytes in
      unsafe add(UnsafeRawBufferPointer(bytes))
      return true
    }
    if isTaken == nil {
      add(Array(bytes))
    }
  }

  /// The digest of all bytes so far.
  package var digest: UInt64 {
    let (first, second, third, fourth, fifth) = Self.primes
    var hash =
      count >= 32
      ? rotated(lanes[0], 1) &+ rotated(lanes[1], 7) &+ rotated(lanes[2], 12)
        &+ rotated(lanes[3], 18) : fifth
    if count >= 32 {
      for lane in 0..<4 {
        hash = (hash ^ Self.round(0, lanes[lane])) &* first &+ fourth
      }
    }
    hash &+= UInt64(count)
    var rest = rest[...]
    while rest.count >= 8 {
      hash = rotated(hash ^ Self.round(0, word(rest.prefix(8))), 27) &* first &+ fourth
      rest = rest.dropFirst(8)
    }
    if rest.count >= 4 {
      hash = rotated(hash ^ word(rest.prefix(4)) &* first, 23) &* second &+ third
      rest = rest.dropFirst(4)
    }
    for byte in rest {
      hash = rotated(hash ^ UInt64(byte) &* fifth, 11) &* first
    }
    hash = (hash ^ hash >> 33) &* second
    hash = (hash ^ hash >> 29) &* third
    return hash ^ hash >> 32
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    var start = 0
    if !rest.isEmpty {
      start = min(32 - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<start])
      guard rest.count == 32 else { return }
      unsafe rest.withUnsafeBytes { unsafe mix($0, at: 0) }
      rest.removeAll(keepingCapacity: true)
    }
    while start + 32 <= bytes.count {
      unsafe mix(bytes, at: start)
      start += 32
    }
    unsafe rest.append(contentsOf: bytes[start...])
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    for lane in 0..<4 {
      let word = unsafe UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8 * lane, as: UInt64.self))
      lanes[lane] = Self.round(lanes[lane], word)
    }
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* primes.1, 31) &* primes.0
  }

  private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

private func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
  word << bits | word >> (64 - bits)
}
