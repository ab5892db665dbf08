internal import StreaklineStore

extension CommandFailure {
  /// The error of a store, with the option that helps.
  init(_ error: StoreError) {
    let help: String? =
      switch error {
      case .cannotWrite: "change its permissions, or choose another place with --store"
      case .foreign: "choose another file with --store"
      case .missing: "name the store with --store, or import something first: streakline chat.txt"
      default: nil
      }
    self.init(error.exitCode, error.description, help: help)
  }
}
