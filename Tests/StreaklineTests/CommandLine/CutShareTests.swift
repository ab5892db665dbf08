import Foundation
import Testing

/// A share that was cut off when it was copied, and the whole one that comes later.
@Suite struct CutShareTests {
  private static let whole = """
    Connections
    Puzzle #1206
    🟩🟩🟩🟩
    🟨🟦🟨🟨
    🟦🟦🟦🟦
    🟨🟨🟨🟨
    🟪🟪🟪🟪
    """

  private func results(_ tool: Tool) throws -> [[String: Any]] {
    try tool.run(["results", "--output", "json"]).objects
  }

  @Test func `a cut-off share is suspect, counts for nothing, and makes room for the whole one`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let cut = Self.whole.split(separator: "\n").prefix(4).joined(separator: "\n")
    try tool.run([], input: cut)
    let before = try results(tool)
    #expect(before.count == 1)
    #expect(before.first?["suspect"] is String)
    #expect(try tool.run(["streaks", "--output", "json"]).objects.isEmpty)
    try tool.run([], input: Self.whole + " phew")
    let after = try results(tool)
    #expect(after.count == 1)
    #expect(after.first?["suspect"] is NSNull)
    #expect(after.first?["completed"] as? Bool == true)
    #expect(after.first?["score"] as? Int == 4)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `the whole share stays when a cut-off one comes after it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: Self.whole)
    try tool.run([], input: String(Self.whole.prefix(40)))
    #expect(try results(tool).first?["completed"] as? Bool == true)
  }

  @Test func `the same share flat and double-spaced is a repeat`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: Self.whole)
    for separator in [" ", "\n\n", "<br/>\n"] {
      let again = try tool.run([], input: Self.whole.replacing("\n", with: separator))
      #expect(again.output.contains("already there"), "\(separator): \(again.output) \(again.talk)")
    }
    #expect(try tool.run(["disputes", "--output", "json"]).objects.isEmpty)
  }
}
