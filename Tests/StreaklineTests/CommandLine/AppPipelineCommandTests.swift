import Foundation
import Testing

/// The pipeline files of the apps that lie beside the program, switched off.
@Suite struct AppPipelineCommandTests {
  @Test(arguments: [["sync"], ["status"], ["pipelines"], ["sync", "--output", "json"]])
  func `a pipeline of an app that was not copied is not spoken of`(arguments: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let run = try tool.run(arguments)
    #expect(run.status == 0, "\(run)")
    for app in AppPipelineTests.apps {
      #expect(!run.output.contains(app) && !run.talk.contains(app), "\(run)")
    }
  }

  @Test func `it waits for nothing, and can be asked for by its name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let ingest = try tool.run(["--output", "json"], input: wordle(1_000))
    #expect(ingest.objects.last?["queued"] as? Int == 1, "\(ingest)")
    let status = try tool.run(["status", "--pipeline", "streaksync"])
    #expect(status.output.contains("streaksync: Switched off, 1 pending"), "\(status)")
    #expect(try tool.run(["doctor"]).output.contains("1 pipeline\n"))
  }

  /// Switches on a copy of StreakSync's file with another remote.
  private func copyStreakSync(_ tool: Tool, remote: String) throws {
    let source = try String(
      contentsOf: Tool.root.appending(path: "Pipelines/streaksync.yaml"), encoding: .utf8)
    let end = try #require(source.range(of: "\nremote:"))
    let copy =
      String(source[..<end.lowerBound]).replacing("enabled: false", with: "enabled: true")
      + "\nremote: \(remote)\n"
    _ = try tool.write(copy, to: "config/streakline/Pipelines/streaksync.yaml")
  }

  @Test func `achievements are computed with the program's file, and one of mine changes them`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let folder = try TemporaryFolder()
    try copyStreakSync(tool, remote: "{folder: {path: \(folder.path)}}")
    for number in 1_000..<1_003 { try tool.run([], input: wordle(number)) }
    #expect(try tool.run(["sync"]).status == 0)
    func streaks() throws -> String {
      let run = try tool.run(["get", "UserAchievements", "user_achievements", "--output", "json"])
      let fields = try #require(run.objects.first?["fields"] as? [String: Any], "\(run)")
      let payload = try #require(
        (fields["payload"] as? String).flatMap { Data(base64Encoded: $0) })
      return String(decoding: payload, as: UTF8.self)
    }
    #expect(try streaks().contains(#""category":"streak_master""#))
    #expect(try !streaks().contains("mine"))
    _ = try tool.write(
      """
      format: 1
      categories:
        mine:
          name: Mine
          id: 00000000-0000-4000-8000-000000000001
          counts: results
          tiers: {bronze: 2}
      """, to: "config/streakline/Achievements/mine.yaml")
    #expect(try tool.run(["sync"]).status == 0)
    #expect(try streaks().contains(#""category":"mine""#))
    _ = try tool.write(
      "format: 1\ncategories: {x: {name: X}}\n", to: "config/streakline/Achievements/mine.yaml")
    let broken = try tool.run(["sync"])
    #expect(broken.talk.contains("name, id, counts and tiers are needed"), "\(broken)")
  }

  @Test func `a copy that is switched on delivers to a program under the app's names`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try copyStreakSync(tool, remote: "{jsonl: {path: app.jsonl}}")
    try tool.run([], input: wordle(1_000))
    #expect(try tool.run(["sync"]).status == 0)
    let file = tool.store.deletingLastPathComponent().appending(path: "app.jsonl")
    let line = try String(contentsOf: file, encoding: .utf8)
    #expect(line.contains(#""zone":"UserDataZone""#) && line.contains(#""gameType":"wordle""#))
    #expect(!line.contains("userId") && !line.contains("source"))
  }
}
