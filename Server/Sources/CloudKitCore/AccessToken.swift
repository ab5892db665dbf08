package import Crypto

/// A token with which a program or a user shows who it is. Only a hash of its secret is stored.
package struct AccessToken: Hashable, Sendable {
  /// Names the token in lists. It is no secret.
  package let id: [UInt8]
  package let secret: [UInt8]

  package static let idBytes = 8
  private static let secretBytes = 24

  /// - Parameter random: As many random bytes as asked for.
  package init(random: (Int) -> [UInt8]) {
    id = random(Self.idBytes)
    secret = random(Self.secretBytes)
  }

  /// The token of a program: 64 hexadecimal digits, as Apple's API tokens are.
  package var apiText: String { hexadecimal(id + secret) }

  package init?(apiText: String) {
    guard apiText.utf8.count == 2 * (Self.idBytes + Self.secretBytes),
      let bytes = bytes(hexadecimal: apiText)
    else { return nil }
    id = Array(bytes.prefix(Self.idBytes))
    secret = Array(bytes.dropFirst(Self.idBytes))
  }

  /// What is stored of the secret.
  package var hash: [UInt8] { Array(SHA256.hash(data: secret)) }
}

/// What a user's client sends as `ckWebAuthToken`: the token that the server's owner has handed out, or one
/// that the server has sent with an answer in its place.
package enum WebAuthToken: Hashable, Sendable {
  case original(AccessToken)
  /// - Parameter issuedAt: Milliseconds since 1970.
  case rotated(id: [UInt8], issuedAt: Int)

  private static let originalMark: UInt8 = 1
  private static let rotatedMark: UInt8 = 2
  private static let timeBytes = 8

  /// The text, in base64 as Apple's tokens are: clients have to encode its `+`, `/` and `=` in an address.
  package func text(signedWith key: SymmetricKey) -> String {
    switch self {
    case .original(let token): base64([Self.originalMark] + token.id + token.secret)
    case .rotated(let id, let issuedAt):
      base64(Self.content(id, issuedAt) + Self.signature(Self.content(id, issuedAt), key))
    }
  }

  /// - Returns: `nil` when no server with this key has made it.
  package init?(_ text: String, signedWith key: SymmetricKey) {
    guard text.utf8.count <= 128, let bytes = bytes(base64: text), let mark = bytes.first else {
      return nil
    }
    let id = Array(bytes.dropFirst().prefix(AccessToken.idBytes))
    let rest = Array(bytes.dropFirst(1 + AccessToken.idBytes))
    switch mark {
    case Self.originalMark:
      guard let token = AccessToken(apiText: hexadecimal(id + rest)) else { return nil }
      self = .original(token)
    case Self.rotatedMark:
      guard rest.count == Self.timeBytes + SHA256.byteCount else { return nil }
      let time = rest.prefix(Self.timeBytes).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let issuedAt = Int(truncatingIfNeeded: time)
      let signature = Self.signature(Self.content(id, issuedAt), key)
      guard isEqual(Array(rest.dropFirst(Self.timeBytes)), signature) else { return nil }
      self = .rotated(id: id, issuedAt: issuedAt)
    default: return nil
    }
  }

  package var id: [UInt8] {
    switch self {
    case .original(let token): token.id
    case .rotated(let id, _): id
    }
  }

  /// When the server has made it, in milliseconds since 1970; 0 for the original.
  package var issuedAt: Int {
    switch self {
    case .original: 0
    case .rotated(_, let issuedAt): issuedAt
    }
  }

  private static func content(_ id: [UInt8], _ issuedAt: Int) -> [UInt8] {
    let time = (0..<timeBytes).reversed().map { UInt8(truncatingIfNeeded: issuedAt >> ($0 * 8)) }
    return [rotatedMark] + id + time
  }

  private static func signature(_ content: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Array("web ".utf8) + content, using: key))
  }
}

/// The name by which a container knows a user. It says nothing about the user, and another container
/// knows another one.
package func userRecordName(of user: Int64, in container: String, key: SymmetricKey) -> String {
  let subject = Array("user \(user) \(container)".utf8)
  let code = Array(HMAC<SHA256>.authenticationCode(for: subject, using: key))
  return "_" + hexadecimal(Array(code.prefix(16)))
}

package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(
    decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

package func bytes(hexadecimal text: String) -> [UInt8]? {
  let digits = text.utf8.compactMap { byte -> UInt8? in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
  guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
