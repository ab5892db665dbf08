import Foundation
import StreaklineCore
import StreaklineStore
import Testing

/// Kills at random moments. `STREAKLINE_KILLS` sets how often; `STREAKLINE_SEED` repeats a run.
@Suite(.serialized) struct KillTests {
  private static let shares = LongRun.rounds(60, long: 500)

  private func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  @Test func `kill -9 at any moment loses nothing that was reported, and a rerun completes it`()
    throws
  {
    let seed = UInt64(number("STREAKLINE_SEED", 9))
    var random = SeededRandom(seed: seed)
    let tool = try Tool()
    defer { tool.remove() }
    let files = try (1...Self.shares).map { try tool.write(wordle($0), to: "shares/\($0).txt") }
    let memory = try MemoryFolder()
    defer { memory.remove() }
    for round in 1...number("STREAKLINE_KILLS", LongRun.rounds(3, long: 50)) {
      let store = memory.path + "/\(round).db"
      let count = Int.random(in: 0..<Self.shares / 2, using: &random)
      let reported = try killed(tool, ["ingest", "--store", store] + files, after: count)
      #expect(reported.count < Self.shares, "no run was killed in the middle")
      try check(store, reported, "seed \(seed), round \(round)")
      try tool.run(["ingest", "--quiet", "--store", store] + files)
      try check(store, Set(1...Self.shares), "seed \(seed), round \(round), rerun")
    }
  }

  /// Starts the program and kills it as soon as it has reported a number of shares.
  ///
  /// - Returns: The puzzles that it had reported as stored.
  private func killed(_ tool: Tool, _ arguments: [String], after count: Int) throws -> Set<Int> {
    let running = try tool.start(arguments)
    running.waitUntil { $0.outputSoFar.split(separator: "\n").count >= count }
    kill(running.process.processIdentifier, SIGKILL)
    return Set(
      running.end().output.matches(of: /✓ Wordle ([0-9,]+)/).compactMap {
        Int($0.output.1.replacing(",", with: ""))
      })
  }

  private func check(_ path: String, _ reported: Set<Int>, _ comment: Comment) throws {
    let store: Store
    do throws(StoreError) {
      store = try Store.openReading(path: path)
    } catch {
      // It was killed before there was a store, so nothing may have been reported.
      #expect(reported.isEmpty, "\(comment): \(error)")
      return
    }
    #expect(try store.verify() == [], comment)
    let stored = try store.results().compactMap { $0.fields["puzzleNumber"]?.int }
    #expect(stored.count == Set(stored).count, comment)
    #expect(reported.isSubset(of: stored), comment)
    let pending = try store.pendingCount(StoreSample.filter).pending
    #expect(pending == stored.count, comment)
    try store.close()
  }
}

/// A folder in memory, where the system has one: what a killed process wrote survives there too.
struct MemoryFolder {
  let path: String

  init() throws {
    let base =
      FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    path = base + "/streakline-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
