import Foundation
import Testing

@Suite struct PipelineTests {
  private func pipeline(_ name: String, more: String = "", path: String) -> String {
    """
    format: 1
    pipeline: \(name)
    \(more)
    records:
      GameResult: {zone: results, name: '{uuid}'}
    remote:
      jsonl: {path: \(path)}
    """
  }

  private func delivered(_ tool: Tool, _ file: String) -> Int {
    let path = tool.folder.appending(path: "data/streakline/\(file)")
    return (try? String(contentsOf: path, encoding: .utf8))?.split(separator: "\n").count ?? 0
  }

  @Test func `what comes while a pipeline is switched off is delivered when it is on again`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let file = "config/streakline/Pipelines/mine.yaml"
    _ = try tool.write(pipeline("mine", more: "enabled: false", path: "mine.jsonl"), to: file)
    try tool.run([], input: wordle(1_000))
    try tool.run(["sync"])
    #expect(delivered(tool, "mine.jsonl") == 0)
    _ = try tool.write(pipeline("mine", path: "mine.jsonl"), to: file)
    try tool.run(["sync"])
    #expect(delivered(tool, "mine.jsonl") == 1)
  }

  @Test func `a pipeline that was broken, or is new, catches up`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let file = "config/streakline/Pipelines/mine.yaml"
    _ = try tool.write(pipeline("mine", more: "bach: 5", path: "mine.jsonl"), to: file)
    try tool.run([], input: wordle(1_000))
    #expect(try tool.run(["sync"]).status == 78)
    _ = try tool.write(pipeline("mine", path: "mine.jsonl"), to: file)
    try tool.run([], input: wordle(1_001))
    try tool.run(["sync"])
    try tool.run([], input: wordle(1_002))
    try tool.run(["sync"])
    try tool.run(["sync"])
    #expect(delivered(tool, "mine.jsonl") == 3)
    #expect(delivered(tool, "streakline.jsonl") == 3)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `two stores in one folder deliver to a file each`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for (name, number) in [("ann", 1_000), ("bob", 1_001)] {
      let store = tool.folder.path + "/data/streakline/\(name).db"
      try tool.run(["ingest", "--store", store], input: wordle(number))
      #expect(try tool.run(["sync", "--store", store]).status == 0)
    }
    #expect(delivered(tool, "ann.jsonl") == 1)
    #expect(delivered(tool, "bob.jsonl") == 1)
  }

  @Test func `a broken file does not bring back the pipeline that it was to replace`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    _ = try tool.write(
      pipeline("default", more: "enabled: false\nbach: 5", path: "mine.jsonl"),
      to: "config/streakline/Pipelines/default.yaml")
    try tool.run([], input: wordle(1_000))
    #expect(try tool.run(["sync"]).status == 78)
    #expect(delivered(tool, "streakline.jsonl") == 0)
  }

  @Test func `a complete share replaces the cut one`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let cut = "Wordle 1000 3/6\n\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n"
    #expect(try tool.run([], input: cut).output.contains("not counted"))
    #expect(try tool.run([], input: wordle(1_000)).output.contains("replaced"))
    #expect(
      try tool.run(["streaks", "--output", "json"]).objects.first?["totalPlayed"] as? Int == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }
}
