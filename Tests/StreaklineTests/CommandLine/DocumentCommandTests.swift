import Foundation
import Testing

/// Documents with commands alone.
@Suite struct DocumentCommandTests {
  private func fields(_ run: Tool.Run) throws -> [String: Any] {
    try #require(run.objects.first?["fields"] as? [String: Any], "\(run.talk)")
  }

  @Test func `a document is stored, changed field by field, shown, listed and deleted`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let group = ["LeaderboardGroup", "group_a"]
    let put = try tool.run(
      ["put"] + group + ["title=The family", "createdAt=2026-10-03T21:30:00Z"])
    #expect(put.output == "LeaderboardGroup group_a: stored\n", "\(put.talk)")
    #expect(try tool.run(["put"] + group + ["description=us"]).status == 0)
    let again = try tool.run(["put"] + group + ["description=us"])
    #expect(again.output == "LeaderboardGroup group_a: nothing has changed\n")
    let shown = try fields(try tool.run(["get"] + group + ["--output", "json"]))
    #expect(shown["title"] as? String == "The family")
    #expect(shown["description"] as? String == "us")
    #expect(shown["createdBy"] is NSNull)
    #expect(try tool.run(["put"] + group + ["description="]).status == 0)
    #expect(
      try fields(try tool.run(["get"] + group + ["--output", "json"]))["description"] is NSNull)
    #expect(try tool.run(["get"] + group).output.contains("title        The family\n"))
    let listed = try tool.run(["list", "LeaderboardGroup"]).output
    #expect(listed.contains("group_a  title=The family createdAt=2026-10-03T21:30:00Z"))
    try tool.run(["put", "Habit", "h", "goal=\(String(repeating: "long ", count: 99))"])
    #expect(try tool.run(["list", "Habit"]).lines.allSatisfy { $0.count <= 80 })
    #expect(try tool.run(["delete"] + group).output == "deleted LeaderboardGroup group_a\n")
    #expect(try tool.run(["delete"] + group).status == 1)
    #expect(try tool.run(["get"] + group).status == 1)
    #expect(try tool.run(["list", "LeaderboardGroup", "--output", "json"]).output == "")
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a JSON object on standard input sets fields, and null empties one`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let put = ["put", "TimerSession", "s1", "-", "--output", "json"]
    let first = try tool.run(put, input: "{\"duration\": 1500, \"tags\": [\"a\", \"b\"]}")
    #expect(try fields(first)["tags"] as? [String] == ["a", "b"])
    let second = try fields(try tool.run(put, input: "{\"tags\": null}"))
    #expect(second["tags"] is NSNull && second["duration"] as? Int == 1_500)
    #expect(try tool.run(put, input: "[1]").status == 65)
    #expect(try tool.run(put, input: "{").status == 65)
    #expect(try tool.run(put, input: "{\"duration\": \"long\"}").status == 64)
  }

  @Test(arguments: [
    (["put", "Habbit", "a", "name=x"], 1, "did you mean 'Habit'?"),
    (
      ["put", "UserPreferences", "a", "sound=true"], 1,
      "say whose: quiettimer.UserPreferences or tandem.UserPreferences"
    ),
    (["put", "GameResult", "a", "score=3"], 64, "streakline results"),
    (["put", "Habit", "a", "nme=x"], 64, "did you mean 'name'?"),
    (["put", "Habit", "a", "weather=x"], 64, "its fields are name, description"),
    (["put", "Habit", "a", "startDate=soon"], 64, "a moment with its zone"),
    (["put", "Habit", "a", "name=x", "name=y"], 64, "named twice"),
    (["put", "Habit", "a", "name"], 64, "field=value"),
    (["put", "Habit", "a", "=x"], 64, "field=value"), (["put", "Habit", "a"], 64, "field=value"),
    (["put", "Habit", String(repeating: "a", count: 256), "name=x"], 64, "at most 255 bytes"),
  ])
  func `what cannot be stored is refused with what to do`(
    arguments: [String], status: Int32, help: String
  ) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run(arguments)
    #expect(run.status == status && run.output == "", "\(run.talk)")
    #expect(run.talk.contains(help), "\(run.talk)")
  }

  @Test func `a document has at most a megabyte`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let put = ["put", "Habit", "a", "-"]
    let fits = try tool.run(put, input: "{\"goal\":\"\(String(repeating: "x", count: 900_000))\"}")
    #expect(fits.status == 0)
    let large = try tool.run(
      put, input: "{\"description\":\"\(String(repeating: "x", count: 200_000))\"}")
    #expect(large.status == 65 && large.talk.contains("at most 1,000,000 bytes"))
    #expect(try tool.run(["get", "Habit", "a"]).output.contains("description        –\n"))
  }

  @Test func `a type that a pipeline file declares can be stored, and read when the file is gone`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let text = """
      format: 1
      pipeline: mine
      types: {Settings: {fields: {theme: string, volume: double}}}
      records: {Settings: {}}
      remote: {jsonl: {path: out.jsonl}}
      """
    let file = try tool.write(text, to: "config/streakline/Pipelines/mine.yaml")
    let put = try tool.run(["put", "mine.Settings", "s", "theme=dark", "volume=0.5"])
    #expect(put.status == 0, "\(put.talk)")
    #expect(try tool.run(["list"]).output.contains("mine.Settings"))
    #expect(try tool.run(["put", "Settings", "s", "theme=dark"]).talk.contains("mine.Settings"))
    _ = try tool.write("pipeline: mine\ntypes: 3\n", to: "config/streakline/Pipelines/mine.yaml")
    let broken = try tool.run(["put", "mine.Settings", "s", "theme=light"])
    #expect(broken.status == 78 && broken.talk.contains("mine.yaml"), "\(broken.talk)")
    try FileManager.default.removeItem(atPath: file)
    #expect(try tool.run(["get", "mine.Settings", "s"]).output.contains("dark"))
    #expect(try tool.run(["put", "mine.Settings", "s", "theme=light"]).status == 1)
    #expect(try tool.run(["delete", "mine.Settings", "s"]).status == 0)
  }

  @Test func `the types are listed without a store, and a missing document is named`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let types = try tool.run(["list", "--output", "json"]).objects
    #expect(types.contains { $0["type"] as? String == "Habit" && $0["documents"] as? Int == 0 })
    #expect(try tool.run(["list"]).lines.allSatisfy { $0.count <= 80 })
    #expect(try tool.run(["get", "Habit", "x"]).status == 66)
    try tool.run(["put", "Habit", "reading", "name=Read"])
    #expect(try tool.run(["get", "Habit", "readin"]).talk.contains("did you mean 'reading'?"))
    #expect(try tool.run(["list", "Habbit"]).talk.contains("did you mean 'Habit'?"))
    #expect(try tool.run(["list", "TimerSession"]).talk.contains("no documents"))
  }
}
