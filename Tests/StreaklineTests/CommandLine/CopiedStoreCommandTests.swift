import Foundation
import Testing

@Suite struct CopiedStoreCommandTests {
  /// A program with a pipeline over a folder that devices share.
  private func toolWithFolder() throws -> (tool: Tool, folder: TemporaryFolder) {
    let (tool, folder) = (try Tool(), try TemporaryFolder())
    let text = """
      format: 1
      pipeline: shared
      records:
        GameResult: {zone: results, name: '{uuid}'}
      remote: {folder: {path: \(folder.path)}}
      """
    _ = try tool.write(text, to: "config/streakline/Pipelines/shared.yaml")
    return (tool, folder)
  }

  private func devices(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      FileManager.default.fileExists(atPath: folder.file("\($0)/results"))
    }
  }

  private func sync(_ tool: Tool, _ store: String) throws {
    let run = try tool.run(["sync", "--pipeline", "shared", "--store", store])
    #expect(run.status == 0, "\(run)")
  }

  private func puzzles(_ tool: Tool, _ store: String) throws -> [Int] {
    let list = try tool.run(["results", "--store", store, "--output", "json"])
    return list.objects.compactMap { $0["puzzleNumber"] as? Int }.sorted()
  }

  private func copy(_ store: String, to copy: String, withItsFiles: Bool) throws {
    try FileManager.default.copyItem(atPath: store, toPath: copy)
    guard withItsFiles else { return }
    try FileManager.default.copyItem(atPath: store + ".lock", toPath: copy + ".lock")
  }

  /// Writes the content over that of the file, which stays the same file.
  private func overwrite(_ path: String, with content: Data) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: content)
    try file.close()
  }

  @Test(arguments: [false, true])
  func `a copy of a store writes a log of its own, and nothing is lost or doubled`(
    withItsFiles: Bool
  ) throws {
    let (tool, folder) = try toolWithFolder()
    defer { tool.remove() }
    let (store, other) = (tool.folder.path + "/a.db", tool.folder.path + "/b.db")
    try tool.run(["--store", store], input: wordle(1_200))
    try sync(tool, store)
    try copy(store, to: other, withItsFiles: withItsFiles)
    try tool.run(["--store", store], input: wordle(1_201))
    try tool.run(["--store", other], input: wordle(1_202))
    for path in [store, other, store] { try sync(tool, path) }
    #expect(try devices(folder).count == 2)
    for path in [store, other] {
      #expect(try puzzles(tool, path) == [1_200, 1_201, 1_202])
      #expect(try tool.run(["verify", "--store", path]).status == 0)
    }
    let third = tool.folder.path + "/c.db"
    try tool.run(["--store", third], input: "Dear diary")
    try sync(tool, third)
    #expect(try puzzles(tool, third) == [1_200, 1_201, 1_202])
  }

  @Test func `an older backup over the store writes a log of its own and gets back what is newer`()
    throws
  {
    let (tool, folder) = try toolWithFolder()
    defer { tool.remove() }
    let store = tool.folder.path + "/a.db"
    try tool.run(["--store", store], input: wordle(1_200))
    try sync(tool, store)
    let backup = try Data(contentsOf: URL(filePath: store))
    try tool.run(["--store", store], input: wordle(1_201))
    try sync(tool, store)
    try overwrite(store, with: backup)
    let run = try tool.run(["--store", store], input: wordle(1_202))
    #expect(run.status == 0 && run.talk.contains("older than"), "\(run)")
    try sync(tool, store)
    #expect(try devices(folder).count == 2)
    #expect(try puzzles(tool, store) == [1_200, 1_201, 1_202])
    #expect(try !tool.run(["--store", store], input: wordle(1_203)).talk.contains("older than"))
  }

  @Test func `a store that was moved, or written anew after an erasure, goes on with its log`()
    throws
  {
    let (tool, folder) = try toolWithFolder()
    defer { tool.remove() }
    let (store, moved) = (tool.folder.path + "/a.db", tool.folder.path + "/b.db")
    try tool.run(["--store", store, "--user", "Ana"], input: wordle(1_200))
    try tool.run(["--store", store], input: wordle(1_200))
    try sync(tool, store)
    try FileManager.default.moveItem(atPath: store, toPath: moved)
    try tool.run(["erase", "--user", "Ana", "--yes", "--store", moved])
    try tool.run(["--store", moved], input: wordle(1_201))
    try sync(tool, moved)
    #expect(try devices(folder).count == 1)
  }
}
