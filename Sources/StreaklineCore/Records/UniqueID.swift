/// A UUID, kept as two words. It is read in either case and written in lower case.
public struct UniqueID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// Sixteen bytes in network order.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func word(_ part: some Sequence<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    high = word(bytes.prefix(8))
    low = word(bytes.dropFirst(8))
  }

  /// Reads `550e8400-e29b-41d4-a716-446655440000`, upper or lower case.
  public init?(_ text: some StringProtocol) {
    var (high, low): (UInt64, UInt64) = (0, 0)
    var position = 0
    for digit in text.utf8 {
      defer { position += 1 }
      if Self.isHyphen(position) {
        guard digit == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard position < 36, let value = hexValue(digit) else { return nil }
      // The upper 64 bits are the digits before the third hyphen, at position 18.
      if position < 18 {
        high = high << 4 | UInt64(value)
      } else {
        low = low << 4 | UInt64(value)
      }
    }
    guard position == 36 else { return nil }
    self.init(high: high, low: low)
  }

  /// The name-based UUID of RFC 9562 section 5.5 (version 5, SHA-1): the same name in the same
  /// namespace gives the same UUID on every machine.
  public init(namespace: UniqueID, name: String) {
    let digest = unsafe withUTF8(of: name) { name in
      unsafe sha1(count: 16 + name.count) { message in
        unsafe message.storeBytes(of: namespace.high.bigEndian, as: UInt64.self)
        unsafe message.storeBytes(of: namespace.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        unsafe UnsafeMutableRawBufferPointer(rebasing: message[16...]).copyBytes(from: name)
      }
    }
    // The version is 5, and the two highest bits of the lower word are 10.
    high = (UInt64(digest.0) << 32 | UInt64(digest.1)) & ~0xF000 | 0x5000
    low = (UInt64(digest.2) << 32 | UInt64(digest.3)) & ~(3 << 62) | 2 << 62
  }

  /// The namespace of the UUIDs that name records. It must never change: it gives a result the same
  /// name on every machine.
  public static let streakline = UniqueID(
    high: 0x6B_F2_0C_5E_3A_41_4D_8E, low: 0x9D_17_52_0A_C3_77_E6_01)

  /// The 16 bytes in network order.
  public var bytes: [UInt8] {
    [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// The 36 characters of RFC 9562 section 4, in lower case: `550e8400-e29b-41d4-a716-446655440000`.
  public var description: String {
    unsafe String(unsafeUninitializedCapacity: 36) { text in
      var rest = high
      for position in 0..<36 {
        if Self.isHyphen(position) {
          unsafe text[position] = UInt8(ascii: "-")
          if position == 18 { rest = low }
          continue
        }
        let nibble = UInt8(truncatingIfNeeded: rest >> 60)
        rest <<= 4
        unsafe text[position] =
          nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
      }
      return 36
    }
  }

  /// Whether a hyphen is at that position of the text.
  private static func isHyphen(_ position: Int) -> Bool {
    position == 8 || position == 13 || position == 18 || position == 23
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

func hexValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
  default: nil
  }
}
