package import Crypto
internal import Foundation

/// Names a device that gets notifications (CloudKit Web Services). It is signed and says for whom it is, so that
/// the server keeps none of them and they are good after a restart as well.
package struct PushToken: Hashable, Sendable {
  /// A user of a container.
  package struct Address: Hashable, Sendable {
    package let container: String
    package let environment: String
    /// The user's number at this server.
    package let user: Int64

    package init(container: String, environment: String, user: Int64) {
      self.container = container
      self.environment = environment
      self.user = user
    }
  }

  package let address: Address
  private let random: String

  /// - Parameter random: Tells the devices of a user apart.
  package init(_ address: Address, random: String) {
    self.address = address
    self.random = random
  }

  /// - Returns: `nil` for a text that this server has not made.
  package init?(_ text: String, signedWith key: SymmetricKey) {
    guard text.utf8.count < 1_000, let dot = text.firstIndex(of: "."),
      let said = bytes(hexadecimal: String(text[..<dot]))
    else { return nil }
    let parts = String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    guard parts.count == 4, let user = Int64(parts[2]) else { return nil }
    self.init(
      Address(container: parts[0], environment: parts[1], user: user), random: parts[3])
    guard isEqual(Array(self.text(signedWith: key).utf8), Array(text.utf8)) else { return nil }
  }

  package func text(signedWith key: SymmetricKey) -> String {
    let said = [address.container, address.environment, String(address.user), random]
      .joined(separator: "\n")
    let code = HMAC<SHA256>.authenticationCode(for: Data(("push\n" + said).utf8), using: key)
    return hexadecimal(Array(said.utf8)) + "." + hexadecimal(Array(Array(code).prefix(16)))
  }
}
