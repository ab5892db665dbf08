internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineStore

extension StoreOptions {
  var location: String { path ?? currentLocations().store }

  /// Opens the store, creating it when there is none.
  func open() throws -> Store {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    return warned(
      try Store.open(path: location, deviceID: UniqueID(bytes: bytes)?.description ?? ""))
  }

  /// Opens a store that must exist, for reading.
  func openReading() throws -> Store {
    warned(try Store.openReading(path: location))
  }

  /// The store for reading, or `nil` when there is none yet.
  func openReadingIfPresent() throws -> Store? {
    do throws(StoreError) {
      return warned(try Store.openReading(path: location))
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }

  private func warned(_ store: Store) -> Store {
    if store.isOlderThanNoted {
      Output.note(
        "\(location): the store is older than it has been: a backup was put in its place, or its last "
          + "changes were damaged; `streakline sync` gets back what other devices and remotes have, and an "
          + "import what its input has")
    }
    return store
  }
}
