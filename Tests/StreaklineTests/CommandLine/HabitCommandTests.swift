import Foundation
import Testing

/// Habits with commands alone.
@Suite struct HabitCommandTests {
  private static let reading = "7c9e6679-7425-40de-944b-e07fc1f90ae7"

  @discardableResult
  private func done(_ tool: Tool, _ arguments: String...) throws -> Tool.Run {
    try tool.run(["habit", "done"] + arguments)
  }

  private func days(_ tool: Tool) throws -> [[String: Any]] {
    try tool.run(["results", "--output", "json"]).objects
  }

  @Test func `a habit is done on days, listed with its streaks, and undone`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let first = try done(tool, "Read", "--on", "2026-10-01")
    #expect(
      first.output == "me: Read · done · 2026-10-01 · streak 0 (best 1) · new habit\n",
      "\(first.talk)")
    for day in ["02", "03"] { try done(tool, "read", "--on", "2026-10-\(day)") }
    let again = try done(tool, "Read", "--on", "2026-10-03")
    #expect(again.output.hasSuffix("streak 0 (best 3) · already there\n"))
    #expect(try days(tool).count == 3)
    #expect(try done(tool, "Read", "--on", "2026-10-03", "--count", "4").output.contains("4 times"))
    let listed = try tool.run(["habit"]).lines
    #expect(
      listed.count == 2 && listed[1].hasPrefix("Read   me    0        3     3     2026-10-03"))
    let undo = ["habit", "undo", "Read", "--on", "2026-10-02"]
    #expect(try tool.run(undo).output.hasPrefix("me: Read · not done · 2026-10-02"))
    #expect(try tool.run(undo).status == 1)
    let json = try #require(try tool.run(["habit", "list", "--output", "json"]).objects.first)
    #expect(json["max"] as? Int == 1 && json["habit"] as? String == "Read")
    #expect(try done(tool, "Read", "--on", "2026-10-02").output.contains("best 3"))
    #expect(try tool.run(["corrections", "undo"]).status == 0)
    #expect(try tool.run(["corrections", "undo"]).status == 0)
    #expect(try tool.run(["habit", "list", "--output", "json"]).objects.first?["max"] as? Int == 3)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `an export and an entry of the same day are one result, in either order`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["put", "Habit", Self.reading.uppercased(), "name=Read"])
    #expect(try done(tool, "Read", "--on", "2026-03-01", "--count", "2").status == 0)
    let text = """
      {"metadata":{"version":"1"},"habits":[{"id":"\(Self.reading.uppercased())","name":"Read"}],
      "completions":[
      {"id":"a","habitId":"\(Self.reading.uppercased())","date":"2026-03-01T00:00:00Z","isCompleted":true},
      {"id":"b","habitId":"\(Self.reading.uppercased())","date":"2026-03-02T00:00:00Z","isCompleted":true}]}
      """
    let export = try tool.write(text, to: "habitto.json")
    let imported = try tool.run(["ingest", export, "--output", "json"]).objects.first
    #expect(imported?["added"] as? Int == 1 && imported?["duplicates"] as? Int == 1)
    #expect(try done(tool, "Read", "--on", "2026-03-02").output.hasSuffix("already there\n"))
    #expect(try days(tool).map { $0["gameId"] as? String } == [Self.reading, Self.reading])
    #expect(try tool.run(["disputes"]).output == "")
    // What was undone does not come back with the export, and can be done again.
    try tool.run(["habit", "undo", "Read", "--on", "2026-03-02"])
    try tool.run(["ingest", try tool.write(text + "\n", to: "later.json")])
    #expect(try days(tool).compactMap { $0["isCompleted"] as? Bool } == [true, false])
    #expect(try done(tool, Self.reading, "--on", "2026-03-02").output.contains("· done ·"))
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a deleted day can be done again`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try done(tool, "Read", "--on", "2026-10-01")
    let id = try #require(try days(tool).first?["id"] as? String)
    try tool.run(["results", "delete", id])
    #expect(try done(tool, "Read", "--on", "2026-10-01").output.contains("best 1"))
    #expect(try days(tool).count == 1)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `a name that is similar to a known one is refused, unless it is said to be new`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try done(tool, "Meditate")
    let similar = try done(tool, "MEDITAT")
    #expect(similar.status == 1 && similar.talk.contains("did you mean 'Meditate'?"))
    #expect(try done(tool, "Meditates", "--new").status == 0)
    #expect(try done(tool, "Walk", "--user", "ann").output.hasPrefix("ann: Walk · done"))
    #expect(try tool.run(["habit", "undo", "Run"]).status == 1)
    #expect(try tool.run(["habit", "undo", "Walk"]).talk.contains("me: Walk is not done"))
    #expect(try tool.run(["habit", "--user", "an"]).talk.contains("did you mean 'ann'?"))
    #expect(try done(tool, Self.reading).talk.contains("there is no habit"))
    #expect(try done(tool, "Walk", "--count", "0").status == 64)
    try tool.run(["put", "Habit", Self.reading, "name=Walk"])
    #expect(try tool.run(["habit", "--ids"]).output.contains(Self.reading))
    let several = try done(tool, "Walk")
    #expect(several.status == 1 && several.talk.contains(Self.reading))
  }

  @Test func `a day that is still to come is said not to count`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try done(tool, "Read", "--on", "2126-10-01").output.contains("not counted"))
  }
}
