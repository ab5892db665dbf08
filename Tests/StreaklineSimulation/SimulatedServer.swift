package import StreaklineCore
package import StreaklineSync

/// A server of a simulation, for one account.
package protocol SimulatedServer: Sendable {
  /// Sets the server's clock, and how many changes a page has.
  func set(now: Instant, pageSize: Int)

  /// The records that the server holds, by zone and name.
  var records: [RemoteRecord] { get }

  /// Saves a record as another client would.
  ///
  /// - Returns: The record with its new tag.
  @discardableResult
  func save(_ record: RemoteRecord) -> RemoteRecord

  /// Lets the tokens expire that have not seen the last deletion, and forgets what was deleted.
  func expireTokens()

  /// The connection of a device.
  func remote(of device: String) -> any Remote
}

extension HeldServer {
  package func remote(of device: String) -> any Remote { HeldRemote(self, account: account) }
}
