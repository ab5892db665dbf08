internal import Foundation

/// How a command asks the server that runs for a backup, or to check its files: by a file in the server's
/// folder, which the server answers with another file. Only the server may open the containers, and only its
/// user can write there.
///
/// A request is `NAME.request` until the server takes it, and `NAME.taken` until `NAME.answer` is there.
package struct ServerRequests: Sendable {
  private let folder: DataFolder
  private let place: String

  package init(_ folder: DataFolder) {
    self.folder = folder
    place = Self.place(folder.path)
  }

  private static func place(_ path: String) -> String { path + "/requests" }

  /// Seconds after which a server that has not taken a request is said not to answer.
  private static let waitSeconds = 60
  /// The start of an answer to what was done.
  private static let done = "done\n"
  /// What is asked for; anything else is where a backup is to be.
  private static let verify = "verify"

  /// Answers requests until the task is cancelled.
  package func serve() async throws {
    removeLeftOver()
    while !Task.isCancelled {
      for name in names(".request") {
        let (file, taken) = ("\(place)/\(name).request", "\(place)/\(name).taken")
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
        // The one who asks may have given up: then nobody waits for an answer.
        guard unsafe rename(file, taken) == 0 else { continue }
        var answer = Self.done
        do {
          if text == Self.verify {
            answer += String(
              decoding: try JSONEncoder().encode(Verification(folder: folder.path)), as: UTF8.self)
          } else {
            try await folder.backUp(to: text)
          }
        } catch let error as StorageError {
          answer = error.description
        } catch {
          answer = "the server could not do it: \(error)"
        }
        try? Self.write(answer, to: "\(place)/\(name).answer")
        _ = unsafe unlink(taken)
      }
      try await Task.sleep(for: .milliseconds(500))
    }
  }

  /// Removes what servers that have ended had taken, and files for which nobody waits any longer. A request that was
  /// made while this server starts stays.
  private func removeLeftOver() {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: place)) ?? [] {
      let file = "\(place)/\(name)"
      let written = (try? manager.attributesOfItem(atPath: file))?[.modificationDate] as? Date
      let isOld = written.map { -$0.timeIntervalSinceNow > Double(Self.waitSeconds) } ?? false
      if isOld || name.hasSuffix(".taken") { _ = unsafe unlink(file) }
    }
  }

  private func names(_ suffix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
  }

  /// Backs up a server's folder, by the server that uses it or else alone.
  ///
  /// - Parameters:
  ///   - path: The server's folder.
  ///   - target: An absolute path where nothing is yet.
  package static func backUp(_ path: String, to target: String) async throws {
    if let lock = try? FolderLock(folder: path) {
      try await DataFolder(path).backUp(to: target)
      return withExtendedLifetime(lock) {}
    }
    _ = try await ask(path, target)
  }

  /// Checks the files of a server's folder, by the server that uses it or else alone.
  ///
  /// - Parameter path: The server's folder.
  package static func verify(_ path: String) async throws -> Verification {
    if let lock = try? FolderLock(folder: path) {
      return withExtendedLifetime(lock) { Verification(folder: path) }
    }
    let answer = try await ask(path, verify)
    return try JSONDecoder().decode(Verification.self, from: Data(answer.utf8))
  }

  /// - Returns: The server's answer, after the word that it was done.
  private static func ask(_ path: String, _ text: String) async throws -> String {
    let place = place(path)
    try createPrivateFolder(place)
    let name = UUID().uuidString
    let (request, answer) = ("\(place)/\(name).request", "\(place)/\(name).answer")
    try write(text, to: request)
    var ticks = 0
    while true {
      try await Task.sleep(for: .milliseconds(100))
      // In the order in which they appear, so that one of them is seen unless the server has ended.
      let isWaiting = unsafe access(request, F_OK) == 0
      let isTaken = unsafe access("\(place)/\(name).taken", F_OK) == 0
      if let text = try? String(contentsOfFile: answer, encoding: .utf8) {
        _ = unsafe unlink(answer)
        guard text.hasPrefix(done) else { throw StorageError(text) }
        return String(text.dropFirst(done.count))
      }
      guard isWaiting || isTaken else { throw hasStopped }
      ticks += 1
      if isWaiting, ticks > waitSeconds * 10, unsafe unlink(request) == 0 {
        throw StorageError("the server that uses \(path) does not answer; stop it, and try again")
      }
      // Looking for the lock every time could keep a server from starting.
      if ticks.isMultiple(of: 50), (try? FolderLock(folder: path)) != nil {
        _ = unsafe unlink(request)
        throw hasStopped
      }
    }
  }

  private static let hasStopped =
    StorageError("the server has stopped before it was done; try again")

  /// Writes a file that appears when it is complete.
  private static func write(_ text: String, to path: String) throws(StorageError) {
    let partial = path + ".partial"
    guard
      FileManager.default.createFile(
        atPath: partial, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]),
      unsafe rename(partial, path) == 0
    else { throw StorageError("\(path) cannot be written") }
  }
}
