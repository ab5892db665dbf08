import Foundation
import Testing
import ToolTesting

/// The program that is `streaklined` and the remotes.
@Suite struct ServerProgramTests {
  private static let remotes = ["streakline-remote-http", "streakline-remote-cloudkit"]

  /// What a program prints.
  private func output(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  @Test(arguments: remotes)
  func `a link to streaklined is the remote whose name it has`(remote: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: remote)
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(filePath: Tool.program("streaklined")))
    #expect(try output(link.path, "--help").contains("USAGE: \(remote)\n"))
  }

  @Test(arguments: remotes)
  func `where there are no links, streaklined is the remote that its first argument names`(
    remote: String
  ) throws {
    let told = try output(Tool.program("streaklined"), remote, "--help")
    #expect(told.contains("USAGE: \(remote)\n"))
  }

  @Test func `under any other name it is streaklined`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = folder.appending(path: "server")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(filePath: Tool.program("streaklined")))
    #expect(try output(link.path, "--help").contains("USAGE: streaklined <subcommand>"))
  }
}
