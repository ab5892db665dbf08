import Foundation
import Testing

/// What ARCHITECTURE.md says of the code.
@Suite struct ArchitectureTests {
  private func page() throws -> String {
    try String(contentsOf: Tool.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
  }

  @Test func `the road of a share has ten steps, each a type that its file declares`() throws {
    let step = /^\d+\. `(?<type>\w+)` \((?<path>[\w\/+]+\.swift)\)/.anchorsMatchLineEndings()
    let steps = try page().matches(of: step)
    #expect(steps.count == 10)
    for step in steps {
      let url = Tool.root.appending(path: "Sources/\(step.path)")
      let text = try String(contentsOf: url, encoding: .utf8)
      let declaration = try Regex("(struct|class|enum|protocol) \(step.type)\\b")
      #expect(text.contains(declaration), "\(step.type) in \(step.path)")
    }
  }

  @Test func `every file and folder that the page names is there`() throws {
    for match in try page().matches(of: /\bStreakline\w*\/[\w\/+]+(\.swift)?/) {
      let path = String(match.output.0)
      #expect(
        FileManager.default.fileExists(atPath: Tool.root.appending(path: "Sources/\(path)").path),
        "\(path)")
    }
  }

  @Test func `every module is on the page`() throws {
    let page = try page()
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Tool.root.appending(path: "Sources").path)
    for folder in folders where !folder.hasPrefix(".") {
      #expect(page.contains("`\(folder)`"), "\(folder)")
    }
  }
}
