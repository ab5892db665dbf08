package import StreaklineCore

extension UniqueID {
  /// A random UUID (RFC 9562 section 5.4: version 4, variant 10).
  package static func random() -> UniqueID {
    var random = SystemRandomNumberGenerator()
    var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    guard let id = UniqueID(bytes: bytes) else { preconditionFailure("an id has 16 bytes") }
    return id
  }
}
