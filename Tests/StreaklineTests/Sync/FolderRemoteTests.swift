import Foundation
import StreaklineCore
import StreaklineSync
import Testing

@Suite struct FolderRemoteTests {
  let folder: TemporaryFolder
  let shared: String

  init() throws {
    folder = try TemporaryFolder()
    shared = try folder.folder("shared")
  }

  private func remote(_ device: String = "a") -> FolderRemote {
    FolderSample.remote(shared, device)
  }

  @Test func `another device gets what was pushed, with its stamp`() async throws {
    let (live, gone) = (
      FolderSample.records(0..<7), FolderSample.records(7..<9, isDeleted: true)
    )
    try await FolderSample.push(live + gone, to: remote())
    let (changes, _) = try await FolderSample.pull(remote("b"))
    #expect(changes.records.map(\.recordName) == live.map(\.recordName))
    #expect(changes.records.map(\.fields) == live.map(\.fields))
    #expect(changes.records.map(\.stamp) == live.map(\.stamp))
    #expect(changes.deleted.map(\.recordName) == ["r7", "r8"])
    #expect(changes.deleted.map(\.stamp) == gone.map(\.stamp))
    let again = try await FolderSample.page(remote("b"), after: changes.token)
    #expect(again.records.isEmpty && again.deleted.isEmpty && !again.hasMore)
    #expect(again.token == changes.token)
  }

  @Test func `a log is a file of lines that a person can read`() async throws {
    try await FolderSample.push(FolderSample.records(1..<2), to: remote())
    let lines = try folder.lines("shared/a/results/00000001.jsonl")
    #expect(lines.count == 2)
    let first = try #require(lines.first)
    #expect(first.hasPrefix(#"{"sum":""#))
    #expect(
      first.hasSuffix(
        #","segment":{"format":1,"device":"a","number":1,"base":1,"previous":null}}"#))
    let record = String(try #require(lines.last).dropFirst(26))
    let expected = """
      "record":{"zone":"results","recordName":"r1","type":"GameResult","deleted":false,\
      "stamp":{"time":1003,"device":"a","life":0,"revision":0},\
      "fields":{"userId":"me","score":3}}}
      """
    #expect(record == expected)
    for line in lines { #expect((try? readJSON(Array(line.utf8))) != nil) }
  }

  @Test func `files are their owner's alone`() async throws {
    try await FolderSample.push(FolderSample.records(0..<1), to: remote())
    for (path, permissions) in [("a/results/00000001.jsonl", 0o600), ("a/results", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(shared)/\(path)")
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test func `two devices with 10,000 records each exchange them in bounded pages`() async throws {
    for device in ["a", "b"] {
      let remote = remote(device)
      let numbers = device == "a" ? 0..<10_000 : 10_000..<20_000
      for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1_000) {
        try await FolderSample.push(
          FolderSample.records(start..<start + 1_000, device: device), to: remote)
      }
    }
    #expect(try FolderSample.segments(shared).count == 2)
    for device in ["a", "b"] {
      let (changes, pages) = try await FolderSample.pull(remote(device))
      #expect(Set(changes.records.map(\.recordName)).count == 20_000)
      #expect(changes.records.count == 20_000)
      #expect(pages.allSatisfy { $0 <= 2_000 })
    }
  }

  @Test func `a page ends at its bytes, too`() async throws {
    var limits = FolderRemote.Limits()
    limits.pageBytes = 1_000
    try await FolderSample.push(FolderSample.records(0..<100), to: remote())
    let (changes, pages) = try await FolderSample.pull(FolderSample.remote(shared, "b", limits))
    #expect(changes.records.count == 100)
    #expect(pages.allSatisfy { $0 <= 6 })
  }

  @Test(arguments: [
    "results", "", ".", "..", "a/b", "a\0b", "Ergebnisse für Zoë", "%41", "=",
    String(repeating: "ä", count: 500), String(repeating: "z", count: 500),
  ])
  func `every zone has a folder of its own`(name: String) async throws {
    let zone = ZoneName(name)
    try await FolderSample.push(FolderSample.records(0..<2, zone: "results"), to: remote())
    try await FolderSample.push(FolderSample.records(2..<3, zone: zone), to: remote())
    let (changes, _) = try await FolderSample.pull(remote("b"), zone)
    #expect(changes.records.allSatisfy { $0.zone == zone })
    #expect(changes.records.map(\.recordName).contains("r2"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["a"])
  }

  @Test func `zones in one batch are kept apart`() async throws {
    let batch =
      FolderSample.records(0..<3, zone: "one") + FolderSample.records(3..<5, zone: "two")
    try await FolderSample.push(batch, to: remote())
    #expect(try await FolderSample.page(remote("b"), "one").records.count == 3)
    #expect(try await FolderSample.page(remote("b"), "two").records.count == 2)
  }

  // MARK: - What cannot be

  @Test func `a folder that is not there is offline, and is not created`() async throws {
    let absent = FolderSample.remote(folder.file("stick"))
    for call in 0..<3 {
      let error = await #expect(throws: RemoteError.self) {
        switch call {
        case 0: _ = try await absent.open()
        case 1: _ = try await absent.push(FolderSample.records(0..<1), atomic: false)
        default: _ = try await absent.pull(FolderSample.zone, after: nil)
        }
      }
      #expect(error?.kind == .offline)
      #expect(error?.message.contains("connect its drive") == true)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("stick")))
  }

  @Test func `a file in place of the folder is a mistake in the pipeline`() async throws {
    try folder.write("file", [])
    let error = await #expect(throws: RemoteError.self) {
      try await FolderSample.remote(folder.file("file")).open()
    }
    #expect(error?.kind == .configuration)
  }

  @Test(arguments: ["", "..", "a/b", "a b", ".a", "ä", String(repeating: "a", count: 65)])
  func `a device whose id is no name is refused`(device: String) async throws {
    let error = await #expect(throws: RemoteError.self) { try await remote(device).open() }
    #expect(error?.kind == .configuration)
    #expect(try FileManager.default.contentsOfDirectory(atPath: shared).isEmpty)
  }

  @Test func `a folder in place of a segment is named, and the log stays as it was`() async throws {
    try await FolderSample.push(FolderSample.records(0..<2), to: remote())
    let before = try folder.bytes("shared/a/results/00000001.jsonl")
    _ = try folder.folder("shared/a/results/00000003.jsonl")
    let error = await #expect(throws: RemoteError.self) {
      try await remote().push(FolderSample.records(2..<3), atomic: false)
    }
    #expect(error?.message.contains("00000003.jsonl: cannot append: it is no regular file") == true)
    #expect(try folder.bytes("shared/a/results/00000001.jsonl") == before)
  }

  @Test func `a record that no reader could read is rejected, the others are saved`() async throws {
    var batch = FolderSample.records(0..<3)
    batch[0].fields["text"] = .string(String(repeating: "x", count: 9 * 1_024 * 1_024))
    var deep = Value.int(1)
    for _ in 0..<100 { deep = .list([deep]) }
    batch[1].fields["deep"] = deep
    let results = try await remote().push(batch, atomic: false)
    #expect(results.map(\.recordName) == ["r0", "r1", "r2"])
    let outcomes = results.map { if case .rejected = $0.outcome { false } else { true } }
    #expect(outcomes == [false, false, true])
    #expect(try await FolderSample.page(self.remote("b")).records.map(\.recordName) == ["r2"])
  }

  @Test func `a record without a stamp travels without one`() async throws {
    var batch = FolderSample.records(0..<1)
    batch[0].stamp = nil
    try await FolderSample.push(batch, to: remote())
    #expect(try await FolderSample.page(remote("b")).records.map(\.stamp) == [nil])
  }
}
