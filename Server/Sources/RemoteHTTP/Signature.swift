internal import Crypto
internal import Foundation

/// What lets a receiver know a repeated batch, and who has sent it.
package enum Signature {
  /// A hash of a batch, the same for every repetition: of its body, which has the device, and zone, name,
  /// version, tag, stamp and content of each record in their order.
  package static func batchKey(_ body: [UInt8]) -> String {
    hexadecimal(SHA256.hash(data: body))
  }

  /// - Parameters:
  ///   - content: The body; of a request without one, the path with the query.
  ///   - time: When it is sent, in seconds since 1970, so that a receiver can refuse an old request.
  package static func header(_ content: [UInt8], time: Int, key: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(time).".utf8) + content, using: SymmetricKey(data: Data(key.utf8)))
    return "v1=" + hexadecimal(code)
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
