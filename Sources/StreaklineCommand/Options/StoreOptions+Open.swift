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
    return try Store.open(path: location, deviceID: UniqueID(bytes: bytes)?.description ?? "")
  }

  /// Opens a store that must exist, for reading.
  func openReading() throws -> Store {
    try Store.openReading(path: location)
  }

  /// The store for reading, or `nil` when there is none yet.
  func openReadingIfPresent() throws -> Store? {
    do throws(StoreError) {
      return try Store.openReading(path: location)
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }
}
