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
    #expect(status.output.contains("streaksync: 1 pending, switched off"), "\(status)")
    #expect(try tool.run(["doctor"]).output.contains("1 pipeline\n"))
  }

  @Test func `a copy that is switched on delivers to a program under the app's names`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let source = try String(
      contentsOf: Tool.root.appending(path: "Pipelines/streaksync.yaml"), encoding: .utf8)
    let end = try #require(source.range(of: "\nremote:"))
    let copy =
      String(source[..<end.lowerBound]).replacing("enabled: false", with: "enabled: true")
      + "\nremote: {jsonl: {path: app.jsonl}}\n"
    _ = try tool.write(copy, to: "config/streakline/Pipelines/streaksync.yaml")
    try tool.run([], input: wordle(1_000))
    #expect(try tool.run(["sync"]).status == 0)
    let file = tool.store.deletingLastPathComponent().appending(path: "app.jsonl")
    let line = try String(contentsOf: file, encoding: .utf8)
    #expect(line.contains(#""zone":"UserDataZone""#) && line.contains(#""gameType":"wordle""#))
    #expect(!line.contains("userId") && !line.contains("source"))
  }
}
