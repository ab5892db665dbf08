internal import ArgumentParser
internal import Streakline

extension StoreOptions {
  var location: String { path ?? currentLocations().store }

  /// Opens the store, creating it when there is none.
  ///
  /// - Parameter rules: The games, for who stores results.
  func open(_ rules: GameRules? = nil) throws -> RecordStore {
    warned(try RecordStore.open(path: location, in: UserSettings.zone, rules))
  }

  /// Opens a store that must exist, for reading.
  func openReading() throws -> RecordStore {
    warned(try RecordStore.openReading(path: location, in: UserSettings.zone))
  }

  /// The store for reading, or `nil` when there is none yet.
  func openReadingIfPresent() throws -> RecordStore? {
    try RecordStore.openReadingIfPresent(path: location, in: UserSettings.zone).map(warned)
  }

  private func warned(_ store: RecordStore) -> RecordStore {
    if store.isOlderThanNoted {
      Output.note(
        "\(location): the store is older than it has been: a backup was put in its place, or its last "
          + "changes were damaged; `streakline sync` gets back what other devices and remotes have, and an "
          + "import what its input has")
    }
    return store
  }
}
