import Foundation
import StreaklineSync
import Testing

/// Kills `sync` when it has written some of its lines. `STREAKLINE_SEED` repeats a run.
@Suite struct SyncKillTests {
  private static let count = 60

  @Test func `kill -9 at any moment of a sync delivers each record once, and no half line`() throws
  {
    let seed = ProcessInfo.processInfo.environment["STREAKLINE_SEED"].flatMap(UInt64.init) ?? 9
    var random = SeededRandom(seed: seed)
    let tool = try Tool()
    defer { tool.remove() }
    let shares = (1...Self.count).map { wordle($0) }.joined(separator: "\n")
    for round in 1...LongRun.rounds(2, long: 60) {
      let memory = try MemoryFolder()
      defer { memory.remove() }
      let store = ["--store", memory.path + "/s.db"]
      try tool.run(["ingest", "--quiet"] + store, input: shares)
      for _ in 1...4 {
        let lines = Int.random(in: 0...Self.count, using: &random)
        let running = try tool.start(["sync", "--quiet"] + store)
        running.waitUntil { _ in lineCount(memory.path + "/s.jsonl") >= lines }
        kill(running.process.processIdentifier, SIGKILL)
        running.process.waitUntilExit()
      }
      #expect(try tool.run(["sync"] + store).status == 0)
      let text = try String(contentsOfFile: memory.path + "/s.jsonl", encoding: .utf8)
      let ids = text.split(separator: "\n").map { line in
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?["id"] as? String
      }
      #expect(text.hasSuffix("\n"), "seed \(seed), round \(round)")
      #expect(ids.count == Self.count, "seed \(seed), round \(round)")
      #expect(Set(ids).count == Self.count && !ids.contains(nil), "seed \(seed), round \(round)")
    }
  }

  @Test func `kill -9 at any moment of a sync to a shared folder loses no record`() async throws {
    var random = SeededRandom(seed: 11)
    let tool = try Tool()
    defer { tool.remove() }
    let shares = (1...Self.count).map { wordle($0) }.joined(separator: "\n")
    for round in 1...LongRun.rounds(2, long: 60) {
      let memory = try MemoryFolder()
      defer { memory.remove() }
      let shared = memory.path + "/shared"
      try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
      let file = try tool.write(
        """
        format: 1
        pipeline: shared
        records: {GameResult: {zone: results}}
        remote: {folder: {path: \(shared)}}
        """, to: "shared.yaml")
      let store = ["--store", memory.path + "/s.db", "--quiet"]
      try tool.run(["ingest"] + store, input: shares)
      for _ in 1...4 {
        let lines = Int.random(in: 0...Self.count, using: &random)
        let running = try tool.start(["sync", "--pipeline", file] + store)
        running.waitUntil { _ in logLineCount(shared) >= lines }
        kill(running.process.processIdentifier, SIGKILL)
        running.process.waitUntilExit()
      }
      #expect(try tool.run(["sync", "--pipeline", file] + store).status == 0)
      let reader = FolderSample.remote(shared, "reader")
      let (changes, _) = try await FolderSample.pull(reader)
      #expect(Set(changes.records.map(\.recordName)).count == Self.count, "round \(round)")
    }
  }

  private func logLineCount(_ shared: String) -> Int {
    let devices = (try? FileManager.default.contentsOfDirectory(atPath: shared)) ?? []
    return devices.map { lineCount("\(shared)/\($0)/results/00000001.jsonl") }.max() ?? 0
  }

  private func lineCount(_ path: String) -> Int {
    (try? Data(contentsOf: URL(filePath: path)))?.count { $0 == UInt8(ascii: "\n") } ?? 0
  }
}
