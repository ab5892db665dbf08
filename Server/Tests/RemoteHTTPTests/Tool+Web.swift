import Foundation
import RemoteProgram
import ServerJSON
import ToolTesting

/// The pipeline `web`, whose remote is the program `streakline-remote-http`.
extension Tool {
  static let program = program("streakline-remote-http")

  /// Writes the pipeline `web`.
  ///
  /// - Parameter settings: In the form of YAML, besides the address.
  func pipeline(_ url: String, _ settings: String = "timeout: 30", more: String = "") throws {
    let text = """
      format: 1
      pipeline: web
      users: [all]
      records:
        GameResult: {zone: results, name: '{uuid}'}
      \(more)
      remote:
        program:
          command: ['\(Self.program)']
          settings: {url: '\(url)', \(settings)}
      """
    try folder.write(text, to: "config/streakline/Pipelines/web.yaml")
  }

  /// Delivers through the pipeline `web`.
  func sync(_ more: String...) async throws -> Run { try await sync(more) }

  func sync(_ more: [String]) async throws -> Run {
    try await runInBackground(["sync", "--pipeline", "web", "--output", "json"] + more)
  }

  /// What `status` says about the pipeline `web`.
  func status() throws -> JSON {
    let all = try run(["status", "--pipeline", "web", "--output", "json"]).objects.first
    return all?["pipelines"]?.list?.first ?? .null
  }
}
