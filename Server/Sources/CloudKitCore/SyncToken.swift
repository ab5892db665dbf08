package import Crypto

/// How far a client knows a sequence of changes. Clients see it as an opaque text that is bound to the
/// zone or database, so that one of elsewhere is recognised.
package struct SyncToken: Hashable, Sendable {
  /// What has a sequence of changes.
  package enum Feed: Hashable, Sendable {
    /// A zone, by its number. A zone that is created anew has another one.
    case zone(Int64)
    /// What a participant sees of somebody's zone, until the participants or what is shared changes: then
    /// the zone's access has another number.
    case sharedZone(Int64, user: String, access: Int64)
    /// The zones of a database, by its owner; the public one's is empty.
    case database(String)
  }

  package let feed: Feed
  package let sequence: Int64

  package init(_ feed: Feed, sequence: Int64) {
    self.feed = feed
    self.sequence = sequence
  }

  private static let sequenceBytes = 8
  private static let signatureBytes = 16

  package func text(signedWith key: SymmetricKey) -> String {
    let number = Self.number(sequence)
    return base64(number + Self.signature(feed, number, key))
  }

  /// Reads a token.
  ///
  /// - Returns: `nil` when this server has not made it for this feed.
  package init?(_ text: String, of feed: Feed, signedWith key: SymmetricKey) {
    guard text.utf8.count <= 64, let bytes = bytes(base64: text),
      bytes.count == Self.sequenceBytes + Self.signatureBytes
    else { return nil }
    let number = Array(bytes.prefix(Self.sequenceBytes))
    let signature = Array(bytes.suffix(Self.signatureBytes))
    guard isEqual(signature, Self.signature(feed, number, key)) else { return nil }
    let sequence = Int64(
      truncatingIfNeeded: number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    guard sequence >= 0 else { return nil }
    self.init(feed, sequence: sequence)
  }

  private static func signature(_ feed: Feed, _ number: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    let name =
      switch feed {
      case .zone(let number): "zone \(number)"
      case .sharedZone(let number, let user, let access): "shared \(number) \(access) \(user)"
      case .database(let owner): "database \(owner)"
      }
    let code = HMAC<SHA256>.authenticationCode(for: Array(name.utf8) + [0] + number, using: key)
    return Array(Array(code).prefix(signatureBytes))
  }

  private static func number(_ number: Int64) -> [UInt8] {
    (0..<sequenceBytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// Compares without telling by its time where the difference is.
package func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
}
