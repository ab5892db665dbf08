import Foundation
import StreaklineSync
import Testing

@testable import Streakline

/// Where `sync` looks for the program of a remote on a network.
@Suite struct RemoteProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ path: String) throws -> String {
    let url = URL(filePath: folder.file(path))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: url)
    return url.path
  }

  private func program(_ executable: String, path: String) -> String? {
    Locations(environment: { $0 == "PATH" ? path : nil }, executable: folder.file(executable))
      .remoteProgram(.http)
  }

  @Test func `the program is beside the tool, in the checkout, or in PATH`() throws {
    let tool = "checkout/.build/triple/debug/streakline"
    #expect(program(tool, path: folder.file("bin")) == nil)
    let inPath = try write("bin/streakline-remote-http")
    #expect(program(tool, path: "/nowhere:" + folder.file("bin")) == inPath)
    _ = try write("checkout/Server/Package.swift")
    let built = try write("checkout/Server/.build/debug/streakline-remote-http")
    #expect(program(tool, path: folder.file("bin")) == built)
    let beside = try write("checkout/.build/triple/debug/streakline-remote-http")
    #expect(program(tool, path: folder.file("bin")) == beside)
  }

  @Test func `a relative folder of PATH is passed over`() throws {
    _ = try write("bin/streakline-remote-http")
    let before = FileManager.default.currentDirectoryPath
    #expect(program("streakline", path: "bin:\(before)/no-such-folder") == nil)
  }
}
