import Foundation
import Testing

@Suite struct PipelinesCommandTests {
  private func shared(_ tool: Tool) -> String { tool.folder.appending(path: "shared").path }
  private let file = "config/streakline/Pipelines/folder.yaml"

  @Test func `a shared folder is added once, and sync writes to it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let added = try tool.run(["pipelines", "add", "folder", shared(tool)])
    #expect(added.status == 0)
    #expect(added.talk.contains("streakline sync --pipeline folder"))
    try tool.run([], input: wordle(1_000))
    #expect(try tool.run(["sync", "--pipeline", "folder"]).status == 0)
    let devices = try FileManager.default.contentsOfDirectory(atPath: shared(tool))
    #expect(devices.count == 1)
    let log = "\(shared(tool))/\(devices.first ?? "")/results/00000001.jsonl"
    let text = try String(contentsOfFile: log, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 2)
    #expect(text.contains(#""recordName":""#))
    let before = try String(contentsOf: tool.folder.appending(path: file), encoding: .utf8)
    let again = try tool.run(["pipelines", "add", "folder", shared(tool) + "2"])
    #expect(again.status == 1)
    #expect(try String(contentsOf: tool.folder.appending(path: file), encoding: .utf8) == before)
    #expect(!FileManager.default.fileExists(atPath: shared(tool) + "2"))
  }

  @Test func `a new device without a result takes what the others have`() throws {
    let (old, new) = (try Tool(), try Tool())
    defer {
      old.remove()
      new.remove()
    }
    try old.run(["pipelines", "add", "folder", shared(old)])
    try old.run([], input: wordle(1_000))
    try old.run(["sync"])
    #expect(try new.run(["sync"]).status == 66)
    try new.run(["pipelines", "add", "folder", shared(old)])
    #expect(try new.run(["sync"]).status == 0)
    #expect(try new.run(["results", "--output", "json"]).objects.count == 1)
  }

  @Test func `the pipelines are listed with their remotes`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([
      "pipelines", "add", "folder", shared(tool), "--name", "stick", "--user", "me", "--user",
      "Zoë's",
    ])
    let list = try tool.run(["pipelines"])
    #expect(list.status == 0)
    #expect(list.output.contains("stick     folder  \(shared(tool))"))
    let objects = try tool.run(["pipelines", "list", "--output", "json"]).objects
    #expect(objects.map { $0["pipeline"] as? String } == ["default", "stick"])
    #expect(objects.last?["place"] as? String == shared(tool))
    #expect(objects.last?["enabled"] as? Bool == true)
  }

  @Test func `the folder above has to be there`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let missing = tool.folder.appending(path: "stick/streakline").path
    let result = try tool.run(["pipelines", "add", "folder", missing])
    #expect(result.status == 78)
    #expect(result.talk.contains("connect its drive"))
    #expect(!FileManager.default.fileExists(atPath: missing))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: file).path))
  }

  @Test(arguments: [
    ["ftp", "x"], ["folder"], ["folder", "a\nb"], ["folder", "x", "--name", "A b"],
    ["folder", "x", "--name", "../x"], ["folder", "x", "--user", "a\u{1B}"],
    ["folder", "x", "--user", "all", "--user", "me"],
  ])
  func `a mistake in the arguments writes nothing`(arguments: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run(["pipelines", "add"] + arguments).status == 64)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appending(path: file).path))
  }

  @Test func `a folder that has gone away is offline, and nothing is lost`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["pipelines", "add", "folder", shared(tool)])
    try tool.run([], input: wordle(1_000))
    try FileManager.default.removeItem(atPath: shared(tool))
    let result = try tool.run(["sync", "--pipeline", "folder"])
    #expect(result.status == 75)
    #expect(result.talk.contains("there is no folder"))
    #expect(!FileManager.default.fileExists(atPath: shared(tool)))
    try FileManager.default.createDirectory(
      atPath: shared(tool), withIntermediateDirectories: false)
    #expect(try tool.run(["sync", "--pipeline", "folder"]).status == 0)
  }
}
