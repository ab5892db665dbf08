import Foundation
import StreaklineCore
import StreaklineReaders
import StreaklineStore
import Testing

@Suite struct ExportCommandTests {
  /// A tool whose store holds ordinary results, odd ones and one that was deleted.
  private func tool() throws -> Tool {
    let tool = try Tool()
    let chat = (1_000..<1_040).map { wordle($0) }.joined(separator: "\n")
    try tool.run(["--user", "=Ann"], input: chat + "\nWordle 99,999 3/6")
    let id = "=Ann|20240315|550e8400-e29b-41d4-a716-446655440000"
    #expect(try tool.run(["results", "delete", id]).status == 0)
    var odd = OddRecords(random: SeededRandom(seed: 12))
    let store = try Store.open(path: tool.store.path, deviceID: "d")
    _ = try store.ingest(
      Batch(ParsedChunk(records: (0..<60).map { _ in odd.record() }), now: Instant(milliseconds: 0))
    )
    try store.close()
    return tool
  }

  @Test func `what is exported is what is stored, in both formats, byte for byte the same again`()
    throws
  {
    let tool = try tool()
    defer { tool.remove() }
    let stored = try Store.openReading(path: tool.store.path).results()
    #expect(stored.count == 100)
    for format in ["jsonl", "csv"] {
      let path = tool.folder.appending(path: "out.\(format)").path
      let run = try tool.run(["export", "--format", format, "--output-file", path])
      #expect(run.status == 0)
      #expect(run.output.isEmpty)
      #expect(run.talk.contains("100 results written to"))
      let bytes = try Data(contentsOf: URL(filePath: path))
      let again = try tool.run(["export", "--format", format])
      #expect(again.output.utf8.elementsEqual(bytes))
      let source = try ByteSource(path: path)
      let read =
        try format == "csv"
        ? ReaderOutput(RecordTableReader(source, options: ReaderOptions()))
        : ReaderOutput(RecordLinesReader(source, options: ReaderOptions()))
      #expect(read.issueLines == [])
      #expect(
        read.records.map { Array($0.utf8) } == stored.map { Array(String(json: $0.json).utf8) })
    }
    let shown = try tool.run(["results", "--output", "json"]).lines
    let exported = try tool.run(["export"]).lines
    #expect(exported.count == shown.count)
    // `results` also shows what follows from days and times.
    for (one, other) in zip(exported, shown) where !other.contains("\"suspect\":\"") {
      #expect(one == other)
    }
  }

  @Test func `a store filled from an export gives the same export`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let path = try tool.write(
      Data(tool.run(["export", "--format", "csv"]).output.utf8), to: "a.csv")
    let read = try ReaderOutput(RecordTableReader(ByteSource(path: path), options: ReaderOptions()))
    let other = tool.folder.appending(path: "other.db").path
    let store = try Store.open(path: other, deviceID: "e")
    let outcomes = try store.ingest(
      Batch(ParsedChunk(records: read.results.map(\.record)), now: Instant(milliseconds: 0)))
    try store.close()
    #expect(outcomes.allSatisfy { if case .added = $0 { true } else { false } })
    #expect(try tool.run(["verify", "--store", other]).status == 0)
    #expect(
      try tool.run(["export", "--store", other]).output == tool.run(["export"]).output)
  }

  @Test func `filters narrow as in results`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run(["--user", "ann"], input: (1_000..<1_005).map { wordle($0) }.joined())
    try tool.run(["--user", "bob"], input: wordle(1_000))
    func ids(_ options: [String]) throws -> [String] {
      try tool.run(["export"] + options).objects.compactMap { $0["id"] as? String }
        .map { String($0.prefix(12)) }
    }
    #expect(try ids(["--user", "bob"]) == ["bob|20240315"])
    #expect(
      try ids(["--user", "ann", "--from", "2024-03-16", "--to", "2024-03-17"])
        == ["ann|20240316", "ann|20240317"])
    #expect(try ids(["--game", "tandem"]).isEmpty)
    let empty = try tool.run(["export", "--format", "csv", "--game", "tandem"])
    #expect(empty.status == 0)
    #expect(empty.output.hasPrefix("\"id\",\"type\","))
    #expect(empty.output.hasSuffix("\"source\"\r\n"))
  }

  @Test func `an exported file is its owner's alone, complete, and replaces another one`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let path = try tool.write("old", to: "out.jsonl")
    let link = tool.folder.appending(path: "link").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try tool.run(["export", "--output-file", link, "--quiet"]).talk.isEmpty)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == tool.run(["export"]).output)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }

  @Test func `nothing but a file is written over, and nothing of the store`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let before = try tool.run(["export"]).output
    for path in [
      "/dev/null", tool.folder.path, tool.folder.appending(path: "no/such/folder").path,
      tool.store.path, tool.store.path + "-wal", tool.store.path + ".lock",
      tool.folder.appending(path: "data/../data/streakline/streakline.db").path,
    ] {
      let run = try tool.run(["export", "--output-file", path])
      #expect(run.status == 73, "\(path)")
      #expect(run.talk.hasPrefix("streakline: "), "\(path)")
    }
    #expect(try tool.run(["export"]).output == before)
    #expect(try tool.run(["verify"]).status == 0)
    #expect(
      try tool.run(["export", "--store", tool.folder.appending(path: "x.db").path]).status == 66)
  }

  @Test func `an export says what is not in it, and the store that reads it has no more`() throws {
    let (tool, other) = (try Tool(), try Tool())
    defer {
      tool.remove()
      other.remove()
    }
    try tool.run([], input: wordle(1_200) + "\nWordle 1,201 7/6\n\n🟩🟩🟩🟩🟩")
    try tool.run([], input: wordle(1_200, rows: 4))
    try tool.run(["--user", "Bob"], input: wordle(1_202))
    #expect(try tool.run(["users", "rename", "Bob", "Robert"]).status == 0)
    #expect(try tool.run(["habit", "done", "Read"]).status == 0)
    let misses = try tool.run(["misses", "--output", "json"]).objects.count
    let run = try tool.run(["export"])
    #expect(run.talk.contains("1 dispute, 1 changed name"), "\(run.talk)")
    #expect(misses == 0 || run.talk.contains("near miss"), "\(run.talk)")
    #expect(run.talk.contains("`streakline backup` keeps all"), "\(run.talk)")
    #expect(try tool.run(["export", "--quiet"]).talk.isEmpty)
    try other.run([try other.write(run.output, to: "results.jsonl")])
    let again = try other.run(["export"])
    #expect(again.output == run.output && again.talk.isEmpty, "\(again)")
  }

  @Test func `a reader that goes away ends the export quietly`() throws {
    let tool = try tool()
    defer { tool.remove() }
    let process = tool.process(["export"])
    let pipe = Pipe()
    let talk = Pipe()
    process.standardOutput = pipe
    process.standardError = talk
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try talk.fileHandleForReading.readToEnd() == nil)
  }
}
