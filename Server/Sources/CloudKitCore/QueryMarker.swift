package import Crypto
internal import ServerJSON

extension Query {
  private static let signatureBytes = 16

  /// What the client sends to get the answers after a position.
  package func marker(after position: QueryPosition, signedWith key: SymmetricKey) -> String {
    let content = position.json.bytes
    return base64(signature(content, key) + content)
  }

  /// The position that the request's marker names; `nil` when it has no marker.
  ///
  /// - Throws: When this server has not made the marker for this query.
  package func position(signedWith key: SymmetricKey) throws(ServiceError) -> QueryPosition? {
    guard let marker else { return nil }
    guard let bytes = bytes(base64: marker), bytes.count > Self.signatureBytes else {
      throw .badRequest("invalid continuationMarker")
    }
    let content = Array(bytes.dropFirst(Self.signatureBytes))
    guard isEqual(Array(bytes.prefix(Self.signatureBytes)), signature(content, key)),
      let json = try? JSON(content), let position = QueryPosition(json)
    else { throw .badRequest("invalid continuationMarker") }
    return position
  }

  private func signature(_ content: [UInt8], _ key: SymmetricKey) -> [UInt8] {
    let subject = Array("query \(zone.name) ".utf8) + question + [0] + content
    let code = HMAC<SHA256>.authenticationCode(for: subject, using: key)
    return Array(Array(code).prefix(Self.signatureBytes))
  }
}
