internal import Foundation
internal import Synchronization

/// An environment of a container, with its own schema and records.
package enum Environment: String, Sendable, CaseIterable {
  case development, production
}

/// The folder in which a server keeps everything: `accounts.db`, and a file for each environment of each
/// container in `containers/`.
package final class DataFolder: Sendable {
  package let path: String
  package let accounts: AccountStore
  private let open = Mutex<[String: ContainerStore]>([:])

  package init(_ path: String) throws {
    self.path = path
    accounts = try AccountStore(folder: path)
  }

  /// The records of a container that ``AccountStore`` knows. The file is created when it is missing.
  package func store(_ container: String, _ environment: Environment) throws -> ContainerStore {
    guard AccountStore.isContainerName(container) else {
      throw StorageError("'\(container)' is no container")
    }
    let folder = "\(path)/containers/\(container)"
    let file = "\(folder)/\(environment.rawValue).db"
    return try open.withLock { open in
      if let store = open[file] { return store }
      try createPrivateFolder("\(path)/containers")
      try createPrivateFolder(folder)
      let store = try Connection.using(file) {
        try ContainerStore(path: file, isProduction: environment == .production)
      }
      open[file] = store
      return store
    }
  }

  /// Forgets old deletions in all containers, as ``ContainerStore/forgetDeletions(before:)`` does in one.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970.
  ///   - failed: Called for each file that cannot be used. The others are served all the same.
  package func forgetDeletions(before time: Int, failed: (any Error) -> Void) async throws {
    for container in try accounts.containers() {
      for environment in Environment.allCases {
        do {
          let store = try store(container, environment)
          do {
            try await store.forgetDeletions(before: time)
          } catch {
            failed(store.problem(error).map(StorageError.init) ?? error)
          }
        } catch {
          failed(error)
        }
      }
    }
  }
}
