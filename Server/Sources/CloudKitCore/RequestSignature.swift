package import Crypto

/// What a request says that is signed with a server-to-server key (CloudKit Web Services).
package struct RequestSignature: Hashable, Sendable {
  /// 64 hexadecimal digits.
  package let keyID: String
  /// The header as it came: it is part of what is signed.
  package let date: String
  /// The signature in base64.
  package let signature: String

  package static let keyIDBytes = 32
  /// Seconds between the date and the server's clock at most.
  package static let mostSkewSeconds = 600

  package init(keyID: String, date: String, signature: String) {
    self.keyID = keyID
    self.date = date
    self.signature = signature
  }

  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: ``ServiceError/Code/authenticationFailed`` for a date that is too far away, or none.
  package func checkDate(now: Int) throws(ServiceError) {
    guard let seconds = Self.seconds(iso8601: date) else {
      throw Self.failed("the date is not like 2026-01-25T22:15:43Z")
    }
    let skew = abs(now / 1_000 - seconds)
    guard skew <= Self.mostSkewSeconds else {
      throw Self.failed("date skew \(skew) s; at most \(Self.mostSkewSeconds) s are allowed")
    }
  }

  /// Checks that the owner of the key has signed this request.
  ///
  /// - Parameters:
  ///   - paths: The forms of the request's path that clients sign.
  ///   - key: The public key in its X9.63 form.
  /// - Throws: ``ServiceError/Code/authenticationFailed``, with what was compared.
  package func check(paths: [String], body: [UInt8], key: [UInt8]) throws(ServiceError) {
    guard let key = try? P256.Signing.PublicKey(x963Representation: key) else {
      throw Self.failed("the key is damaged")
    }
    guard signature.utf8.count <= 128, let bytes = bytes(base64: signature) else {
      throw Self.failed("the signature is not base64")
    }
    guard let given = try? P256.Signing.ECDSASignature(derRepresentation: bytes) else {
      throw Self.failed("the signature is not in DER form (X9.62)")
    }
    let hash = base64(Array(SHA256.hash(data: body)))
    // Clients disagree on the hash of an empty body.
    for hash in body.isEmpty ? [hash, ""] : [hash] {
      for path in paths where key.isValidSignature(given, for: message(hash, path)) { return }
    }
    guard !paths.contains(where: { key.isValidSignature(given, for: message("", $0)) }) else {
      throw Self.failed("body hash mismatch: an empty body is signed, \(body.count) bytes came")
    }
    throw Self.failed(
      "the signature is not that of '\(date):\(hash):\(paths.first ?? "")': body hash, date, path or key "
        + "differ")
  }

  private func message(_ hash: String, _ path: String) -> [UInt8] {
    Array("\(date):\(hash):\(path)".utf8)
  }

  private static func failed(_ reason: String) -> ServiceError {
    ServiceError(.authenticationFailed, reason)
  }

  /// Seconds since 1970 of a time such as `2026-01-25T22:15:43Z`, also with a fraction or an offset; `nil`
  /// for any other text.
  package static func seconds(iso8601 text: String) -> Int? {
    let form =
      /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|([+-])(\d\d):?(\d\d))/
      .asciiOnlyDigits()
    guard text.utf8.count <= 40, let found = try? form.wholeMatch(in: text)?.output else {
      return nil
    }
    let texts = [found.1, found.2, found.3, found.4, found.5, found.6]
    let parts = texts.compactMap { Int($0) }
    let (month, day) = (parts[1], parts[2])
    guard (1...12).contains(month), (1...31).contains(day), parts[3] < 24, parts[4] < 60,
      parts[5] <= 60
    else { return nil }
    // Years start in March here, so that a leap day is a year's last day.
    let year = month < 3 ? parts[0] - 1 : parts[0]
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    let offset = 3_600 * (Int(found.8 ?? "") ?? 0) + 60 * (Int(found.9 ?? "") ?? 0)
    return 86_400 * days + 3_600 * parts[3] + 60 * parts[4] + parts[5]
      - (found.7 == "-" ? -offset : offset)
  }
}

/// The name by which a container knows a server-to-server key: what it writes belongs to the key.
package func userRecordName(ofKey id: [UInt8], in container: String, key: SymmetricKey) -> String {
  let subject = Array("server key \(container) ".utf8) + id
  let code = Array(HMAC<SHA256>.authenticationCode(for: subject, using: key))
  return "_" + hexadecimal(Array(code.prefix(16)))
}
