import Foundation
import Testing
import ToolTesting

/// A bot of `Recipes/` as a program of its own, in a folder of its own.
final class Bot {
  private let folder: TemporaryFolder
  private let name: String
  private let settings: [String: String]
  private var process = Process()

  /// - Parameters:
  ///   - name: Such as `telegram-bot.py`.
  ///   - settings: Environment variables.
  init(_ name: String, _ settings: [String: String]) throws {
    folder = try TemporaryFolder()
    (self.name, self.settings) = (name, settings)
    for file in ["bot.py", name] { try folder.write(try Tool.file("Recipes/" + file), to: file) }
    try folder.write("", to: "talk")
  }

  deinit { kill() }

  /// All that the bot has said so far.
  var talk: String {
    (try? String(contentsOfFile: folder.file("talk"), encoding: .utf8)) ?? "nothing"
  }

  func start() throws {
    process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", name]
    process.currentDirectoryURL = URL(filePath: folder.path)
    // Not over a proxy that this machine may have.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PYTHONDONTWRITEBYTECODE": "1", "no_proxy": "*"]) { $1 }
      .merging(settings) { $1 }
    let output = FileHandle(forWritingAtPath: folder.file("talk"))
    try output?.seekToEnd()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
  }

  /// Ends the bot without a chance to tidy up.
  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits until the bot ends by itself.
  ///
  /// - Returns: Its exit code.
  func ended() async throws -> Int32 {
    try await eventually { !self.process.isRunning }
    try #require(!process.isRunning, "\(talk)")
    return process.terminationStatus
  }

  /// Writes a file beside the bot.
  func write(_ text: String, to name: String, permissions: Int) throws -> String {
    try folder.write(text, to: name, permissions: permissions)
  }
}

/// Waits until something holds, or for half a minute.
func eventually(
  isolation: isolated (any Actor)? = #isolation, _ holds: () throws -> Bool
) async throws {
  for _ in 0..<1_500 {
    if try holds() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
}
