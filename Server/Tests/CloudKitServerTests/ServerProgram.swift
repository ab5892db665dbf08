import Foundation
import Testing
import ToolTesting

/// `streakline serve --sync` as a program of its own, which can be killed and started again.
final class ServerProgram: @unchecked Sendable {
  let port: Int
  private let tool: Tool
  private let data: String
  private let page: String?
  private var process: Process

  /// Starts the server on a port that the system chooses.
  ///
  /// - Parameter page: The store of the page, where it has one.
  init(_ tool: Tool, data: String, page: String? = nil) async throws {
    (self.tool, self.data, self.page) = (tool, data, page)
    (process, port) = try await Self.start(tool, data: data, page: page, port: 0)
  }

  private static func start(
    _ tool: Tool, data: String, page: String?, port: Int
  ) async throws -> (Process, Int) {
    let (process, files) = try tool.prepared(
      [
        "serve", "--sync", "--listen", "127.0.0.1:\(port)", "--data", data,
        "--requests-per-second", "100000",
      ] + (page.map { ["--page", "--store", $0] } ?? []))
    try process.run()
    var found: Int?
    for _ in 0..<2_000 where found == nil && process.isRunning {
      try await Task.sleep(for: .milliseconds(10))
      let said = try String(contentsOfFile: files[1], encoding: .utf8)
      found = said.split(separator: "\n").first?.split(separator: ":").last.flatMap { Int($0) }
    }
    let talk = try String(contentsOfFile: files[2], encoding: .utf8)
    return (process, try #require(found, "the server has not started: \(talk)"))
  }

  /// Ends the server without a chance to tidy up.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Starts the server again where it was.
  func startAgain() async throws {
    process = try await Self.start(tool, data: data, page: page, port: port).0
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
