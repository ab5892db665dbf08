import Foundation
import Testing

@Suite struct StreakSyncExportTests {
  private func taken(_ text: String) throws -> [StreakSyncApp.Result] {
    var app = StreakSyncApp()
    try app.restore(Data(text.utf8), now: Date())
    #expect(app.skipped == [])
    return app.results.reversed()
  }

  private static let shares = """
    Wordle 1,000 X/6

    Wordle 1,001 3/6*

    Pips #46 Easy 🟢
    1:03

    Pips #46 Hard 🔴
    4:07

    Daily Quordle 1190
    6️⃣🟥
    5️⃣8️⃣

    Queens #647
    0:31 👑
    lnkd.in/queens.

    Daily Tandem #239
    🔍 Theme Discovered!
    ⏱️ 1:42 | ❌ 0/4

    🔷💡🔷🔷

    tandemdaily.com

    Wordle 99,999 3/6

    """

  @Test func `what the app takes is written, and what it would not take is named and counted`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "ann"], input: Self.shares)
    let path = tool.folder.appending(path: "b.json").path
    let run = try tool.run(["export", "--format", "streaksync", "--output-file", path])
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.talk.contains("left out: 1 result of days to come"))
    #expect(
      run.talk.contains("left out: 1 result of games that StreakSync does not know: tandem 1"))
    #expect(run.talk.contains("6 results written to \(path)"))
    let results = try taken(String(contentsOfFile: path, encoding: .utf8))
    #expect(
      results.map(\.gameName) == ["wordle", "wordle", "quordle", "pips", "pips", "linkedinqueens"])
    #expect(results.map(\.score) == [nil, 3, nil, 63, 247, 31])
    #expect(results.map(\.completed) == [false, true, false, true, true, true])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let quiet = try tool.run(["export", "--format", "streaksync", "--quiet"])
    #expect(quiet.talk.isEmpty)
    #expect(try taken(quiet.output) == results)
  }

  @Test func `an import of the backup adds and disputes nothing, and fills an empty store`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "ann"], input: Self.shares)
    // What a rule would read in the text is no longer the result.
    let wordle = "ann|20240316|550e8400-e29b-41d4-a716-446655440000"
    #expect(try tool.run(["results", "edit", wordle, "--score", "X"]).status == 0)
    try tool.run(["results", "add", "pips", "77", "1:30", "--mode", "easy", "--user", "ann"])
    let before = try tool.run(["export"]).output
    let backup = try tool.run(["export", "--format", "streaksync"]).output
    let path = try tool.write(backup, to: "renamed.json")
    for zone in ["UTC", "Pacific/Auckland", "America/Los_Angeles"] {
      let again = try tool.run(["ingest", path, "--user", "ann", "--timezone", zone])
      #expect(again.status == 0, "\(again.talk)")
      #expect(try tool.run(["export"]).output == before)
      #expect(try tool.run(["disputes", "--output", "json"]).output.isEmpty)
    }

    let other = tool.folder.appending(path: "other.db").path
    #expect(try tool.run(["ingest", path, "--user", "ann", "--store", other]).status == 0)
    func told(_ options: [String]) throws -> [String] {
      try tool.run(["export", "--user", "ann", "--to", "2026-12-31"] + options).objects.filter {
        $0["type"] as? String == "GameResult"
      }.map { record in
        let data = record["parsedData"] as? [String: String] ?? [:]
        return ["id", "mode", "score", "completed", "maxAttempts", "sharedText"]
          .map { "\(record[$0] ?? "")" }.joined(separator: " · ")
          + data.sorted { $0.key < $1.key }.map { " · \($0.key) \($0.value)" }.joined()
      }
    }
    let here = try told([])
    #expect(here.count == 7)
    #expect(try told(["--store", other]) == here)
    #expect(
      try taken(tool.run(["export", "--format", "streaksync", "--store", other]).output)
        == taken(backup))
  }

  @Test func `a backup that the app wrote keeps its ids on the way through the store`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = Fixture.url("streaksync/StreakSync_Backup_2026-03-04_210507.json").path
    try tool.run(["ingest", path])
    let results = try taken(tool.run(["export", "--format", "streaksync"]).output)
    #expect(
      results.map(\.id.uuidString) == (1...4).map { "5B1B9F1E-0C53-4C7E-8A55-6B1F5B2F0E0\($0)" })
    #expect(
      results.map(\.gameName) == ["wordle", "spellingbee", "linkedinqueens", "Crossing Words!"])
    #expect(results.map(\.score) == [3, nil, 95, nil])
    #expect(results[0].sharedText.hasPrefix("Wordle 1,234 3/6\n"))
  }

  @Test func `several users need a name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "ann"], input: wordle(1_000))
    #expect(
      try taken(tool.run(["export", "--format", "streaksync"]).output).map(\.gameName)
        == ["wordle"])
    try tool.run(["--user", "bob"], input: wordle(1_001))
    let run = try tool.run(["export", "--format", "streaksync"])
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.talk.contains("there are several users: ann, bob"))
    let named = try tool.run(["export", "--format", "streaksync", "--user", "bob"])
    #expect(try taken(named.output).map { $0.parsedData["puzzleNumber"] } == ["1001"])
    let unknown = try tool.run(["export", "--format", "streaksync", "--user", "eve"])
    #expect(unknown.status == 1)
    #expect(unknown.output.isEmpty)
    let none = try tool.run(
      ["export", "--format", "streaksync", "--user", "bob", "--game", "tandem"])
    #expect(none.status == 0)
    #expect(try taken(none.output) == [])
  }
}
