import Foundation
import StreaklineCore
import StreaklineSync
import Testing

@Suite struct FolderRemoteCompactionTests {
  let folder: TemporaryFolder
  let shared: String
  private let zoneFolder: String

  init() throws {
    folder = try TemporaryFolder()
    shared = try folder.folder("shared")
    zoneFolder = "\(shared)/a/results"
  }

  private var limits: FolderRemote.Limits {
    var limits = FolderSample.smallSegments
    limits.segmentsToCompact = 8
    return limits
  }

  private func remote(_ device: String = "a") -> FolderRemote {
    FolderSample.remote(shared, device, limits)
  }

  /// What a compaction has done.
  private struct Outcome {
    /// The scores that all devices must have in the end.
    let scores: [String: Int]
    /// Tokens of a reader, one before each push.
    let tokens: [[UInt8]]
    /// The log just before the compaction, as a device has it that never compacts.
    let before: [String: [UInt8]]
  }

  /// Pushes ever new versions of 12 records until the log is compacted.
  private func compacted(_ remote: FolderRemote) async throws -> Outcome {
    let twin = FolderSample.remote(try folder.folder("twin"), "a", FolderSample.smallSegments)
    func push(_ records: [OutgoingRecord]) async throws {
      try await FolderSample.push(records, to: twin)
      try await FolderSample.push(records, to: remote)
    }
    try await push(FolderSample.records(90..<93))
    try await push(FolderSample.records(92..<93, isDeleted: true))
    var tokens: [[UInt8]] = []
    for score in 1..<100 {
      tokens.append(try await FolderSample.pull(self.remote("b")).changes.token)
      try await push(FolderSample.records(0..<12, score: score))
      if try FolderSample.segments(shared).first != "00000001.jsonl" {
        var scores = Dictionary(uniqueKeysWithValues: (0..<12).map { ("r\($0)", score) })
        (scores["r90"], scores["r91"]) = (3, 3)
        return Outcome(scores: scores, tokens: tokens, before: try log("twin"))
      }
    }
    Issue.record("the log was never compacted")
    return Outcome(scores: [:], tokens: tokens, before: [:])
  }

  private func log(_ root: String = "shared") throws -> [String: [UInt8]] {
    let names = try FolderSample.segments(folder.file(root))
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try folder.bytes("\(root)/a/results/\($0)")) })
  }

  /// The line that seals a segment.
  private func seal(after segment: [UInt8]) throws -> [UInt8] {
    let last = try #require(segment.dropLast().split(separator: 0x0A).last)
    let text = String(decoding: last, as: UTF8.self)
    let sum = try #require(UInt64(text.dropFirst(8).prefix(16), radix: 16))
    return FolderSample.line(#""sealed":true}"#, after: sum).bytes
  }

  private func setLog(_ log: [String: [UInt8]]) throws {
    try FileManager.default.removeItem(atPath: zoneFolder)
    _ = try folder.folder("shared/a/results")
    for (name, bytes) in log { try folder.write("shared/a/results/\(name)", bytes) }
  }

  @Test func `a long log becomes its newest lines, deletions too`() async throws {
    let outcome = try await compacted(remote())
    let (changes, _) = try await FolderSample.pull(remote("b"))
    #expect(FolderSample.scores(changes) == outcome.scores)
    #expect(changes.records.count == 14)
    #expect(changes.deleted.map(\.recordName) == ["r92"])
    #expect(try log().count < outcome.before.count)
  }

  @Test func `a reader that was anywhere in the log reads on`() async throws {
    let outcome = try await compacted(remote())
    for (index, token) in outcome.tokens.enumerated() {
      let (changes, _) = try await FolderSample.pull(remote("b"), after: token)
      let scores = FolderSample.scores(changes)
      #expect(scores.allSatisfy { outcome.scores[$0.key] == $0.value }, "token \(index)")
      #expect((0..<12).allSatisfy { scores["r\($0)"] != nil }, "token \(index)")
    }
  }

  @Test func `the device that compacts goes on writing, and does not read its base`() async throws {
    let remote = remote()
    let token = try await FolderSample.page(remote).token
    let scores = try await compacted(remote).scores
    let (own, _) = try await FolderSample.pull(remote, after: token)
    #expect(own.records.isEmpty)
    let (before, _) = try await FolderSample.pull(self.remote("b"))
    for device in [remote, self.remote()] {
      try await FolderSample.push(FolderSample.records(200..<240), to: device)
    }
    let (after, _) = try await FolderSample.pull(self.remote("b"), after: before.token)
    #expect(Set(after.records.map(\.recordName)) == Set((200..<240).map { "r\($0)" }))
    let all = try await FolderSample.pull(self.remote("c")).changes
    #expect(FolderSample.scores(all).count == scores.count + 40)
  }

  @Test func `a log of different records is not compacted`() async throws {
    let remote = remote()
    for start in stride(from: 0, to: 300, by: 10) {
      try await FolderSample.push(FolderSample.records(start..<start + 10), to: remote)
    }
    #expect(try FolderSample.segments(shared).first == "00000001.jsonl")
    #expect(try await FolderSample.pull(self.remote("b")).changes.records.count == 300)
  }

  /// The files at each point of a compaction at which the power may have been cut: with ever more of
  /// the new lines and segments, and with ever fewer of the old segments.
  private func crashStates(
    from before: [String: [UInt8]], to after: [String: [UInt8]], _ random: inout SeededRandom
  ) throws -> [[String: [UInt8]]] {
    var states = [before]
    var log = before
    func add(_ name: String, _ bytes: [UInt8]) {
      for _ in 0..<3 {
        var torn = log
        let from = log[name]?.count ?? 0
        torn[name] = Array(bytes.prefix(Int.random(in: from...bytes.count, using: &random)))
        states.append(torn)
      }
      log[name] = bytes
      states.append(log)
    }
    let last = try #require(before.keys.max())
    let open = try #require(before[last])
    add(last, open + (try seal(after: open)))
    for (name, bytes) in after.sorted(by: { $0.key < $1.key }) { add(name, bytes) }
    for name in before.keys.sorted() {
      log[name] = nil
      states.append(log)
    }
    return states
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a crash at any point of a compaction leaves a log that can be read and written`(
    seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let outcome = try await compacted(remote())
    let scores = outcome.scores
    let last = try #require(scores["r0"])
    let states = try crashStates(from: outcome.before, to: try log(), &random)
    #expect(states.last == (try log()))
    for (index, state) in states.enumerated() {
      try setLog(state)
      let token = outcome.tokens[index % outcome.tokens.count]
      let (seen, _) = try await FolderSample.pull(remote("b"), after: token)
      #expect(FolderSample.scores(seen).allSatisfy { scores[$0.key] == $0.value })
      try await FolderSample.push(FolderSample.records(0..<12, score: last), to: remote())
      let (rest, _) = try await FolderSample.pull(remote("b"), after: seen.token)
      let (fresh, _) = try await FolderSample.pull(remote("c"))
      #expect(FolderSample.scores(fresh) == scores, "seed \(seed), state \(index)")
      #expect(FolderSample.scores(rest).allSatisfy { scores[$0.key] == $0.value })
      #expect(Set(rest.records.map(\.recordName)).count >= 12, "seed \(seed), state \(index)")
    }
  }

  @Test(arguments: 0..<UInt64(LongRun.rounds(5, long: 50)))
  func `the files of a compaction may arrive and vanish in any order`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let outcome = try await compacted(remote())
    let (before, after) = (outcome.before, try log())
    var (log, token) = (before, outcome.tokens.randomElement(using: &random))
    try setLog(log)
    var all = try await FolderSample.pull(remote("b"), after: token).changes
    token = all.token
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    for name in changed.sorted().shuffled(using: &random) {
      log[name] = after[name]
      try setLog(log)
      let (changes, _) = try await FolderSample.pull(remote("b"), after: token)
      all.records += changes.records
      all.deleted += changes.deleted
      token = changes.token
    }
    let seen = FolderSample.scores(all)
    #expect(seen.allSatisfy { outcome.scores[$0.key] == $0.value }, "seed \(seed)")
    #expect(seen.count >= 12, "seed \(seed)")
    let (fresh, _) = try await FolderSample.pull(remote("c"))
    #expect(FolderSample.scores(fresh) == outcome.scores, "seed \(seed)")
  }

  @Test func `a damaged log is not compacted`() async throws {
    let remote = remote()
    try await FolderSample.push(FolderSample.records(0..<12), to: remote)
    var bytes = try folder.bytes("shared/a/results/00000001.jsonl")
    bytes[bytes.count / 2] ^= 4
    try folder.write("shared/a/results/00000001.jsonl", bytes)
    for score in 4..<30 {
      try await FolderSample.push(FolderSample.records(0..<12, score: score), to: remote)
    }
    #expect(try FolderSample.segments(shared).first == "00000001.jsonl")
  }

  /// Until now a log was looked at only when its segments had doubled.
  @Test func `a log is compacted as soon as half of its lines are superseded`() async throws {
    let remote = remote()
    for start in stride(from: 0, to: 150, by: 10) {
      try await FolderSample.push(FolderSample.records(start..<start + 10), to: remote)
    }
    let full = try FolderSample.segments(shared).count
    #expect(full >= 10)
    var (score, most) = (3, full)
    while try FolderSample.segments(shared).first == "00000001.jsonl", score < 200 {
      score += 1
      try await FolderSample.push(FolderSample.records(0..<10, score: score), to: self.remote())
      most = try max(most, FolderSample.segments(shared).count)
    }
    #expect(most <= full * 9 / 4 + 2, "\(most) of \(full)")
    let (changes, _) = try await FolderSample.pull(self.remote("b"))
    #expect(changes.records.count == 150)
  }

  @Test(arguments: [false, true])
  func `a short log is compacted when it was not looked at for a month`(isOld: Bool) async throws {
    let remote = FolderSample.remote(shared, "a", FolderSample.smallSegments)
    for score in 3..<9 {
      try await FolderSample.push(FolderSample.records(0..<5, score: score), to: remote)
    }
    #expect(try FolderSample.segments(shared).count > 2)
    if isOld {
      let (month, path) = (Date(timeIntervalSinceNow: -31 * 86_400), "\(zoneFolder)/00000001.jsonl")
      try FileManager.default.setAttributes([.modificationDate: month], ofItemAtPath: path)
    }
    try await FolderSample.push(FolderSample.records(0..<5, score: 9), to: remote)
    #expect(try FolderSample.segments(shared).first == "00000001.jsonl" ? !isOld : isOld)
    let (changes, _) = try await FolderSample.pull(self.remote("b"))
    #expect(Set(FolderSample.scores(changes).values) == [9])
  }

  @Test(.long) func `a log of the usual size is compacted when it has 64 segments`() async throws {
    let remote = FolderSample.remote(shared)
    let text = Value.string(String(repeating: "x", count: 10_000))
    var last = 0
    while try last == 0 || FolderSample.segments(shared).first == "00000001.jsonl", last < 200 {
      last += 1
      var batch = FolderSample.records(0..<100, score: last)
      for index in batch.indices { batch[index].fields["text"] = text }
      try await FolderSample.push(batch, to: remote)
    }
    // 1 MB a round, so the first look was after some 66 rounds.
    #expect((60..<75).contains(last), "\(last)")
    #expect(try FolderSample.segments(shared).count == 2)
    let (changes, _) = try await FolderSample.pull(self.remote("b"))
    let expected = Dictionary(uniqueKeysWithValues: (0..<100).map { ("r\($0)", last) })
    #expect(FolderSample.scores(changes) == expected)
  }
}
