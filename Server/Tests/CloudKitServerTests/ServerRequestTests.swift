import CloudKitStorage
import Foundation
import Testing
import ToolTesting

/// What commands ask of a server that starts or ends meanwhile.
@Suite struct ServerRequestTests {
  private let files: TemporaryFolder
  private let folder: DataFolder

  init() throws {
    files = try TemporaryFolder()
    folder = try DataFolder(files.file("data"))
  }

  /// Waits for the request of a command.
  ///
  /// - Returns: Its file.
  private func request() async throws -> String {
    let place = files.file("data/requests")
    while true {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      if let name = names.first(where: { $0.hasSuffix(".request") }) { return "\(place)/\(name)" }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `verify does not hang when the server has just started`() async throws {
    let lock = try FolderLock(folder: folder.path)
    async let found = ServerRequests.verify(folder.path)
    _ = try await request()
    // The server has its lock, and comes to its requests only now.
    let serving = Task { try await ServerRequests(folder).serve() }
    #expect(try await found.damages.isEmpty)
    serving.cancel()
    withExtendedLifetime(lock) {}
  }

  @Test(.timeLimit(.minutes(1)))
  func `verify does not hang when the server that has taken the request starts again`()
    async throws
  {
    let lock = try FolderLock(folder: folder.path)
    async let found = ServerRequests.verify(folder.path)
    let request = try await request()
    try FileManager.default.moveItem(
      atPath: request, toPath: request.replacing(".request", with: ".taken"))
    let serving = Task { try await ServerRequests(folder).serve() }
    do {
      _ = try await found
      Issue.record("nothing has answered, and verify has an answer")
    } catch let error as StorageError {
      #expect(error.description.contains("has stopped"))
    }
    serving.cancel()
    withExtendedLifetime(lock) {}
  }

  @Test(.timeLimit(.minutes(1)))
  func `what a command has asked long ago is not done`() async throws {
    let lock = try FolderLock(folder: folder.path)
    let request = try files.write(files.file("copy"), to: "data/requests/old.request")
    let hourAgo = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes([.modificationDate: hourAgo], ofItemAtPath: request)
    let serving = Task { try await ServerRequests(folder).serve() }
    _ = try await ServerRequests.verify(folder.path)
    #expect(!FileManager.default.fileExists(atPath: request))
    #expect(!FileManager.default.fileExists(atPath: files.file("copy")))
    serving.cancel()
    withExtendedLifetime(lock) {}
  }
}
