import Foundation
import StreaklineCore
import StreaklineStore
import Testing

/// Kills at random moments. `STREAKLINE_KILLS` sets how often; `STREAKLINE_SEED` repeats a run.
@Suite(.serialized) struct KillTests {
  private static let shares = 500

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
    let whole = ContinuousClock.now
    let memory = try MemoryFolder()
    defer { memory.remove() }
    let arguments = ["ingest", "--store", memory.path + "/all.db"] + files
    #expect(try tool.run(arguments).lines.count == Self.shares + 1)
    let duration = ContinuousClock.now - whole
    var interrupted = 0
    for round in 1...number("STREAKLINE_KILLS", LongRun.rounds(5, long: 50)) {
      let store = memory.path + "/\(round).db"
      let reported = try killed(
        tool, ["ingest", "--store", store] + files, within: duration, &random)
      interrupted += reported.count < Self.shares ? 1 : 0
      try check(store, reported, "seed \(seed), round \(round)")
      try tool.run(["ingest", "--quiet", "--store", store] + files)
      try check(store, Set(1...Self.shares), "seed \(seed), round \(round), rerun")
    }
    #expect(interrupted > 0, "no run was killed in the middle")
  }

  /// Starts the program, kills it after a random part of the duration, and reads which puzzles it
  /// had reported as stored.
  private func killed(
    _ tool: Tool, _ arguments: [String], within duration: Duration, _ random: inout SeededRandom
  ) throws -> Set<Int> {
    let output = tool.folder.appending(path: "output")
    try Data().write(to: output)
    let process = tool.process(arguments)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let (seconds, attoseconds) = duration.components
    let length = Double(seconds) + Double(attoseconds) / 1e18
    Thread.sleep(forTimeInterval: Double.random(in: 0...length, using: &random))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let text = try String(contentsOf: output, encoding: .utf8)
    return Set(
      text.matches(of: /✓ Wordle ([0-9,]+)/).compactMap {
        Int($0.output.1.replacing(",", with: ""))
      })
  }

  private func check(_ path: String, _ reported: Set<Int>, _ comment: Comment) throws {
    let store: Store
    do throws(StoreError) {
      store = try Store.openReading(path: path)
    } catch {
      // Killed before there was a store: then nothing may have been reported.
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

/// A folder in memory where there is one: a killed process needs no disk to survive.
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
