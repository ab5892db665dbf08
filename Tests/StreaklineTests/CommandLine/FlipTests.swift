import Foundation
import StreaklineStore
import StreaklineSync
import Testing

/// Single bits that a disk has changed: what is read of a damaged row is never shown as if it were right.
@Suite struct FlipTests {
  /// Commands that read a store, and what they show.
  private static let commands = [
    ["results", "--output", "json"], ["streaks", "--output", "json"],
    ["today", "--output", "json"],
    ["stats", "wordle", "--output", "json"],
    ["leaderboard", "--period", "all", "--output", "json"],
    ["disputes", "--output", "json"], ["misses", "--output", "json"],
    ["users", "--output", "json"],
    ["imports", "--output", "json"], ["corrections", "--output", "json"],
    ["list", "Habit", "--output", "json"], ["habit", "list", "--output", "json"],
    ["calendar", "--user", "me", "--year", "2024", "--output", "json"],
    ["versus", "me", "Ana", "--output", "json"], ["achievements", "--output", "json"],
    ["export"], ["status", "--output", "json"],
  ]

  private func filled() throws -> Tool {
    let tool = try Tool()
    for (name, days) in [("me", 1_200..<1_240), ("Ana", 1_210..<1_230)] {
      let text = days.map { wordle($0, rows: $0 % 6 + 1) }.joined(separator: "\n")
      try tool.run(["ingest", "--user", name], input: text)
    }
    try tool.run(["ingest"], input: wordle(1_205, rows: 6))
    try tool.run(["ingest"], input: "Wordle 1,201 9/6\n\n⬛⬛⬛⬛⬛\n")
    try tool.run(["habit", "done", "Read", "--new"])
    try tool.run(["users", "rename", "Ana", "Anna"])
    try tool.run(["users", "rename", "Anna", "Ana"])
    return tool
  }

  /// What the command shows, and the code with which it ends.
  private func answers(_ tool: Tool, _ store: String) throws -> [Tool.Run] {
    try Self.commands.map { try tool.run($0 + ["--store", store]) }
  }

  /// Changes a bit of what the file holds; the rest of a page is zeros.
  private func flip(_ bytes: inout Data, _ random: inout SeededRandom) -> Int {
    while true {
      let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
      let around = max(0, bit / 8 - 4)..<min(bytes.count, bit / 8 + 5)
      guard bytes[around].contains(where: { $0 != 0 }) else { continue }
      bytes[bit / 8] ^= 1 << (bit % 8)
      return bit
    }
  }

  @Test(arguments: [1] as [UInt64])
  func `no command answers from a row in which a bit has changed as if it were right`(
    seed: UInt64
  ) throws {
    let tool = try filled()
    defer { tool.remove() }
    let whole = try Data(contentsOf: tool.store)
    let rows = try RawDatabase.dump(tool.store.path)
    let right = try answers(tool, tool.store.path)
    var random = SeededRandom(seed: seed)
    var (told, harmless, silent) = (0, 0, 0)
    var silentCommands: [String: Int] = [:]
    let rounds = LongRun.flips(8)
    for round in 0..<rounds {
      var bytes = whole
      let bit = flip(&bytes, &random)
      let path = tool.folder.path + "/flipped.db"
      for name in ["", "-wal", "-shm", ".lock"] {
        try? FileManager.default.removeItem(atPath: path + name)
      }
      try bytes.write(to: URL(filePath: path))
      let seen = try answers(tool, path)
      var isTold = false
      var wrong: [String] = []
      var wrongCommands: [String] = []
      for (index, run) in seen.enumerated() {
        let isRefused = run.status >= 64 && !run.talk.isEmpty
        isTold = isTold || isRefused
        let output = run.output.replacing(path, with: tool.store.path)
        if !isRefused, output != right[index].output || run.status != right[index].status {
          wrong.append("\(Self.commands[index]): \(run)")
          let words = Self.commands[index].prefix { !$0.hasPrefix("-") }
          wrongCommands.append(words.joined(separator: " "))
        }
      }
      if wrong.isEmpty {
        told += isTold ? 1 : 0
        harmless += isTold ? 0 : 1
      } else if try isOnlyInIndex(bytes, tool.folder.path + "/untouched.db", rows) {
        silent += 1
        for command in wrongCommands { silentCommands[command, default: 0] += 1 }
      } else {
        Issue.record("seed \(seed), round \(round), bit \(bit): \(wrong.joined(separator: "\n"))")
      }
    }
    print(
      "\(rounds) flips in a store: \(told) told, \(harmless) without effect, "
        + "\(silent) silent in indexes and in what SQLite keeps of its pages")
    for (command, count) in silentCommands.sorted(by: { $0.key < $1.key }) {
      print("  silent in \(command): \(count)")
    }
  }

  /// Whether all rows are what they were, so that the bit is one of an index or of the order of pages, for which
  /// SQLite has no checksums.
  ///
  /// - Parameter path: Where the bytes are written, as no command has touched them.
  private func isOnlyInIndex(_ bytes: Data, _ path: String, _ whole: [String]) throws -> Bool {
    for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
    try bytes.write(to: URL(filePath: path))
    // SQLite stops at pages that it cannot read at all.
    guard let findings = try? RawDatabase.rows(path, "PRAGMA integrity_check"),
      let rows = try? RawDatabase.dump(path)
    else { return true }
    return findings != ["ok"] || rows == whole
  }

  @Test(arguments: [1] as [UInt64])
  func `no device takes something wrong from a log in which a bit has changed`(seed: UInt64)
    async throws
  {
    let folder = try TemporaryFolder()
    let shared = try folder.folder("shared")
    let limits = FolderSample.smallSegments
    for score in 3..<6 {
      try await FolderSample.push(
        FolderSample.records(0..<20, score: score), to: FolderSample.remote(shared, "a", limits))
    }
    let right = try await FolderSample.page(FolderSample.remote(shared, "b", limits))
    let names = try FolderSample.segments(shared)
    var random = SeededRandom(seed: seed)
    var (told, late) = (0, 0)
    let rounds = LongRun.flips(100)
    for round in 0..<rounds {
      let name = try #require(names.randomElement(using: &random))
      let path = "\(shared)/a/results/\(name)"
      let whole = try Data(contentsOf: URL(filePath: path))
      var bytes = whole
      let bit = flip(&bytes, &random)
      try bytes.write(to: URL(filePath: path))
      let seen = try await FolderSample.page(FolderSample.remote(shared, "b", limits))
      #expect(
        seen.records == Array(right.records.prefix(seen.records.count)),
        "seed \(seed), round \(round), \(name), bit \(bit)")
      // Without a word only where what follows may still be on its way.
      if !seen.problems.isEmpty {
        told += 1
      } else if seen.records.count < right.records.count {
        late += 1
      }
      try whole.write(to: URL(filePath: path))
    }
    print("\(rounds) flips in a log: \(told) told, \(late) as if something were still on its way")
  }
}
