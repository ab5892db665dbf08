internal import CloudKitCore
internal import CloudKitStorage
internal import Foundation

/// A request of which the key is known, and whose signature can be checked when its body is there.
struct SignedRequest: Hashable, Sendable {
  let signature: RequestSignature
  let key: ServerKeyEntry
  /// The forms of the path that clients sign: as it came, with the query, and decoded.
  let paths: [String]
  /// Whether a refusal says what is wrong. In production that would help only those who guess.
  let isHelpful: Bool

  /// - Throws: ``ServiceError/Code/authenticationFailed``.
  func check(body: [UInt8]) throws(ServiceError) {
    do throws(ServiceError) {
      try signature.check(paths: paths, body: body, key: key.publicKey)
    } catch {
      throw isHelpful ? error : Self.refusal
    }
  }

  static let refusal = ServiceError(.authenticationFailed, "Authentication failed")
}

extension Authentication {
  /// Finds the key with which a request is signed, and checks what is known before the body comes.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: ``ServiceError/Code/authenticationFailed``.
  func signed(
    _ signature: RequestSignature, path: String, query: String, of target: RequestTarget, now: Int
  ) async throws -> SignedRequest {
    let isHelpful = target.environment == .development
    do {
      let items = QueryItems(query)
      guard items["ckAPIToken"] == nil, items["ckWebAuthToken"] == nil else {
        throw ServiceError(
          .authenticationFailed, "tokens and a server-to-server key must not be mixed")
      }
      guard let key = try await accounts.serverKey(signature.keyID),
        key.container == target.container
      else { throw ServiceError(.authenticationFailed, "unknown key id for this container") }
      try signature.checkDate(now: now)
      guard target.database == .public, !target.endpoint.needsPerson else {
        throw ServiceError(
          .authenticationFailed,
          "a server-to-server key is for the public database only, and not for users")
      }
      let decoded = path.removingPercentEncoding ?? path
      return SignedRequest(
        signature: signature, key: key,
        paths: [path] + (query.isEmpty ? [] : [path + "?" + query])
          + (decoded == path ? [] : [decoded]),
        isHelpful: isHelpful)
    } catch let error as ServiceError {
      throw isHelpful ? error : SignedRequest.refusal
    }
  }

  /// Whom a key stands for.
  func caller(of signed: SignedRequest) -> Caller {
    let name = userRecordName(
      ofKey: bytes(hexadecimal: signed.key.id) ?? [], in: signed.key.container, key: accounts.key)
    return Caller(user: name, number: nil, token: signed.key.id, nextToken: nil)
  }
}

extension Endpoint {
  /// Whether only a person can use it, and no key.
  var needsPerson: Bool { rawValue.hasPrefix("users/") || rawValue == "records/accept" }
}
