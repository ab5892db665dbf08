internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// From where a request comes, for counting wrong tokens. It is never written to the log.
struct ClientAddress: Hashable, Sendable {
  /// An IPv4 address, or the half of an IPv6 address that one household has.
  let text: String

  /// - Parameters:
  ///   - peer: The other end of the connection.
  ///   - forwarded: The header `X-Forwarded-For`, where the peer is a proxy that is to be believed. Its last address is
  ///     what the proxy itself has seen; those before it could be made up.
  init(peer: SocketAddress?, forwarded: String?) {
    let last = forwarded?.split(separator: ",").last.map { $0.filter { $0 != " " } }
    let client = last.flatMap { try? SocketAddress(ipAddress: $0, port: 0) }
    text = (client ?? peer).map(Self.household) ?? "unknown"
  }

  private static func household(of address: SocketAddress) -> String {
    guard case .v6(let six) = address else { return address.ipAddress ?? "unknown" }
    var parts = six.address.sin6_addr
    let bytes = unsafe withUnsafeBytes(of: &parts) { unsafe Array($0) }
    // An IPv4 address in the form of IPv6 (RFC 4291, section 2.5.5.2).
    let isFour = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
    return isFour
      ? bytes[12...].map(String.init).joined(separator: ".")
      : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }
}
