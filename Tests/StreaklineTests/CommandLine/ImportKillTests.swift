import Foundation
import StreaklineCore
import StreaklineStore
import Testing

/// An import that is killed and started again ends with the rows of one that was not.
/// `STREAKLINE_IMPORT_KILLS` sets how often, `STREAKLINE_SEED` repeats a run.
@Suite struct ImportKillTests {
  private func number(_ name: String, _ standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }

  /// Everything that a store holds, except the times at which it was written.
  private func rows(_ tool: Tool, _ store: String) throws -> [String] {
    try ["results", "misses", "disputes", "streaks"].flatMap { command in
      let day = command == "streaks" ? ["--as-of", "2026-10-04"] : []
      return try tool.run([command, "--output", "json", "--store", store] + day).lines.map {
        $0.replacing(/"seenAt":"[^"]*"/, with: "")
      }
    }
  }

  @Test func `kill -9 at any moment of a long import, then the same command again`() throws {
    let seed = UInt64(number("STREAKLINE_SEED", 11))
    var random = SeededRandom(seed: seed)
    let tool = try Tool()
    defer { tool.remove() }
    let memory = try MemoryFolder()
    defer { memory.remove() }
    let text = (0..<25).map { part in
      ImportTests.chat(400 + 40 * part...439 + 40 * part, chatter: 9)
    }
    let file = try tool.write(text.joined(), to: "chat.txt")
    try tool.run(["ingest", "--quiet", "--store", memory.path + "/whole.db", file])
    let size = storedBytes(memory.path + "/whole.db")
    let expected = try rows(tool, memory.path + "/whole.db")
    #expect(expected.count == 2_002)
    var interrupted = 0
    for round in 1...number("STREAKLINE_IMPORT_KILLS", LongRun.rounds(1, long: 20)) {
      let store = memory.path + "/\(round).db"
      // Up to three kills of one import, the first as soon as there is a store.
      let first = try tool.start(["ingest", "--store", store, file])
      first.waitUntil { _ in FileManager.default.fileExists(atPath: store) }
      kill(first.process.processIdentifier, SIGKILL)
      first.process.waitUntilExit()
      interrupted += first.process.terminationReason == .uncaughtSignal ? 1 : 0
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        interrupted +=
          try isKilled(tool, store, file, atBytes: Int.random(in: 0...size, using: &random))
          ? 1 : 0
      }
      try tool.run(["ingest", "--quiet", "--store", store, file])
      #expect(try rows(tool, store) == expected, "seed \(seed), round \(round)")
      #expect(
        try tool.run(["verify", "--store", store]).status == 0, "seed \(seed), round \(round)")
    }
    #expect(interrupted > 0, "no run was killed in the middle")
  }

  /// Bytes of a store and of the log beside it.
  private func storedBytes(_ store: String) -> Int {
    [store, store + "-wal"].reduce(0) { sum, path in
      let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return sum + (size ?? 0)
    }
  }

  /// Imports until the store has that many bytes.
  ///
  /// - Returns: Whether it had them before the import ended, which was killed then.
  private func isKilled(_ tool: Tool, _ store: String, _ file: String, atBytes size: Int) throws
    -> Bool
  {
    let running = try tool.start(["ingest", "--store", store, file])
    running.waitUntil { _ in storedBytes(store) >= size }
    kill(running.process.processIdentifier, SIGKILL)
    running.process.waitUntilExit()
    return running.process.terminationReason == .uncaughtSignal
  }

  private static let strace = "/usr/bin/strace"

  /// Every system call that changes a file, one after the other (RELIABILITY §3.3); in CI every fifth.
  @Test(.long, .enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
  func `a kill at every write, sync and rename of an import loses and doubles nothing`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let memory = try MemoryFolder()
    defer { memory.remove() }
    let file = try tool.write(ImportTests.chat(1_000...1_012, chatter: 1), to: "chat.txt")
    let whole = memory.path + "/whole.db"
    try tool.run(["ingest", "--quiet", "--store", whole, file])
    let expected = try rows(tool, whole)
    #expect(expected.count == 28)
    let calls = "pwrite64,write,fdatasync,fsync,ftruncate,unlink,rename,renameat,renameat2"
    var count = 1
    while true {
      defer { count += LongRun.step(5) }
      let store = memory.path + "/\(count).db"
      let process = Process()
      process.executableURL = URL(filePath: Self.strace)
      process.arguments =
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)", "-e",
          "inject=\(calls):signal=SIGKILL:when=\(count)", Tool.binary.path, "ingest", "--quiet",
          "--store", store, file,
        ]
      process.environment = tool.environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      let isWhole = process.terminationStatus == 0 && process.terminationReason == .exit
      try tool.run(["ingest", "--quiet", "--store", store, file])
      #expect(try rows(tool, store) == expected, "killed at call \(count)")
      #expect(try tool.run(["verify", "--store", store]).status == 0, "killed at call \(count)")
      if isWhole { break }
    }
    // A store is made, written and closed with far more calls than these.
    #expect(count > 20)
  }
}
