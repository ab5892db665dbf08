import Foundation
import StreaklineCore
import StreaklineSync
import Testing

@Suite struct FolderRemoteOwnLogTests {
  let folder: TemporaryFolder
  let shared: String
  private let segment = "shared/a/results/00000001.jsonl"

  init() throws {
    folder = try TemporaryFolder()
    shared = try folder.folder("shared")
  }

  private func remote(_ device: String = "a") -> FolderRemote {
    FolderSample.remote(shared, device, FolderSample.smallSegments)
  }

  @Test func `what this device has just pushed does not come back`() async throws {
    let remote = remote()
    let first = try await FolderSample.page(remote)
    try await FolderSample.push(FolderSample.records(0..<3), to: remote)
    let second = try await FolderSample.page(remote, after: first.token)
    #expect(second.records.isEmpty)
    try await FolderSample.push(FolderSample.records(3..<40), to: remote)
    let third = try await FolderSample.page(remote, after: second.token)
    #expect(third.records.isEmpty)
    // The token has moved with it.
    let later = try await FolderSample.page(self.remote(), after: third.token)
    #expect(later.records.isEmpty)
  }

  @Test func `a store from a backup gets its own records back`() async throws {
    let remote = remote()
    try await FolderSample.push(FolderSample.records(0..<20), to: remote)
    let old = try await FolderSample.pull(self.remote()).changes.token
    try await FolderSample.push(FolderSample.records(20..<40), to: remote)
    let (changes, _) = try await FolderSample.pull(self.remote(), after: old)
    #expect(Set(changes.records.map(\.recordName)) == Set((20..<40).map { "r\($0)" }))
    let (all, _) = try await FolderSample.pull(self.remote())
    #expect(all.records.count == 40)
  }

  @Test func `what another process of this device has pushed is read`() async throws {
    let (first, second) = (remote(), remote())
    let token = try await FolderSample.page(first).token
    try await FolderSample.push(FolderSample.records(0..<5), to: first)
    try await FolderSample.push(FolderSample.records(5..<10), to: second)
    try await FolderSample.push(FolderSample.records(10..<15), to: first)
    let (changes, _) = try await FolderSample.pull(first, after: token)
    #expect(Set(changes.records.map(\.recordName)).isSuperset(of: (5..<10).map { "r\($0)" }))
    let (all, _) = try await FolderSample.pull(remote("b"))
    #expect(all.records.count == 15)
  }

  @Test func `a push that was torn anywhere loses no other record`() async throws {
    var limits = FolderRemote.Limits()
    limits.segmentBytes = 2_000
    func remote(_ device: String = "a") -> FolderRemote {
      FolderSample.remote(shared, device, limits)
    }
    let records = FolderSample.records(0..<4)
    try await FolderSample.push(Array(records[..<2]), to: remote())
    let before = try folder.bytes(segment).count
    try await FolderSample.push(Array(records[2...]), to: remote())
    let whole = try folder.bytes(segment)
    for length in before..<whole.count {
      try folder.write(segment, whole.prefix(length))
      // It was not acknowledged, so it comes again.
      try await FolderSample.push(Array(records[2...]), to: remote())
      let (changes, _) = try await FolderSample.pull(remote("b"))
      #expect(FolderSample.areTrue(changes, records))
      #expect(Set(changes.records.map(\.recordName)).count == 4, "cut to \(length)")
      #expect(try FolderSample.segments(shared).allSatisfy { $0.hasSuffix(".jsonl") })
    }
  }

  @Test func `a first push that was torn anywhere is completed`() async throws {
    let records = FolderSample.records(0..<2)
    try await FolderSample.push(records, to: remote())
    let whole = try folder.bytes(segment)
    for length in 0..<whole.count {
      try folder.write(segment, whole.prefix(length))
      try await FolderSample.push(records, to: remote())
      let (changes, _) = try await FolderSample.pull(remote("b"))
      #expect(Set(changes.records.map(\.recordName)) == ["r0", "r1"], "cut to \(length)")
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func `a damaged line in the last segment costs no other line`(damaged: Int) async throws {
    try await FolderSample.push(FolderSample.records(0..<4), to: remote())
    var lines = try folder.lines(segment)
    #expect(lines.count == 5)
    lines[damaged].replace(damaged == 0 ? "format" : "score", with: "dam\0ge")
    try folder.write(segment, Array((lines.joined(separator: "\n") + "\n").utf8))
    try await FolderSample.push(FolderSample.records(9..<10), to: remote())
    let (changes, _) = try await FolderSample.pull(remote("b"))
    let expected = Set([0, 1, 2, 3, 9].filter { $0 != damaged - 1 }.map { "r\($0)" })
    #expect(Set(changes.records.map(\.recordName)) == expected)
  }

  @Test func `a reader goes on after a damaged line was removed`() async throws {
    let records = FolderSample.records(0..<4)
    try await FolderSample.push(records, to: remote())
    let (before, _) = try await FolderSample.pull(remote("b"))
    try folder.write(segment, try folder.bytes(segment) + Array("{\"sum\":\"00\n".utf8))
    let (same, _) = try await FolderSample.pull(remote("b"), after: before.token)
    #expect(same.records.isEmpty)
    try await FolderSample.push(FolderSample.records(4..<6), to: remote())
    let (after, _) = try await FolderSample.pull(remote("b"), after: same.token)
    #expect(after.records.map(\.recordName) == ["r4", "r5"])
  }

  @Test func `a log that was deleted and begun again is read again`() async throws {
    try await FolderSample.push(FolderSample.records(0..<30), to: remote())
    let (before, _) = try await FolderSample.pull(remote("b"))
    for count in [1, 9, 29, 30, 60] {
      try FileManager.default.removeItem(atPath: "\(shared)/a")
      let records = FolderSample.records(100..<100 + count)
      try await FolderSample.push(records, to: remote())
      let (changes, _) = try await FolderSample.pull(remote("b"), after: before.token)
      #expect(changes.records.map(\.recordName) == records.map(\.recordName), "\(count)")
      let (nothing, _) = try await FolderSample.pull(remote("b"), after: changes.token)
      #expect(nothing.records.isEmpty)
    }
  }

  @Test func `two processes of one device append in turn`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let remote = self.remote()
          for number in 0..<10 {
            try await FolderSample.push(
              FolderSample.records([writer * 10 + number]), to: remote)
          }
        }
      }
      try await group.waitForAll()
    }
    let (changes, _) = try await FolderSample.pull(remote("b"))
    #expect(Set(changes.records.map(\.recordName)) == Set((0..<40).map { "r\($0)" }))
    #expect(changes.records.count == 40)
  }
}
