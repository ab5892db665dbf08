import Foundation
import StreaklineCore
import StreaklineSync
import Testing

/// What a program that copies folders may show of another device's log.
@Suite struct FolderRemoteArrivalTests {
  let folder: TemporaryFolder
  /// The folder as the writer sees it.
  let theirs: String
  /// The folder as the reader sees it.
  let ours: String
  private let records = FolderSample.records(0..<25)

  init() throws {
    folder = try TemporaryFolder()
    theirs = try folder.folder("theirs")
    ours = try folder.folder("ours")
    _ = try folder.folder("ours/a/results")
  }

  private func write() async throws -> [String] {
    let remote = FolderSample.remote(theirs, "a", FolderSample.smallSegments)
    for start in stride(from: 0, to: records.count, by: 5) {
      try await FolderSample.push(Array(records[start..<start + 5]), to: remote)
    }
    let segments = try FolderSample.segments(theirs)
    #expect(segments.count >= 3)
    return segments
  }

  private func bytes(_ segment: String) throws -> [UInt8] {
    try folder.bytes("theirs/a/results/\(segment)")
  }

  private func arrive(_ segment: String, _ bytes: some Sequence<UInt8>) throws {
    try folder.write("ours/a/results/\(segment)", bytes)
  }

  private var reader: FolderRemote { FolderSample.remote(ours, "b") }

  @Test func `a segment that is cut anywhere is read to its last whole line, then to its end`()
    async throws
  {
    let segments = try await write()
    let last = try #require(segments.last)
    for segment in segments.dropLast() { try arrive(segment, try bytes(segment)) }
    for (segment, all) in try [segments[0], last].map({ ($0, try bytes($0)) }) {
      for length in LongRun.some(of: 0..<all.count, oneIn: 7) {
        try arrive(segment, all.prefix(length))
        let (half, _) = try await FolderSample.pull(reader)
        #expect(FolderSample.areTrue(half, records))
        try arrive(segment, all)
        let (rest, _) = try await FolderSample.pull(reader, after: half.token)
        #expect(FolderSample.areTrue(rest, records))
        let names = (half.records + rest.records).map(\.recordName)
        let count = segment == last ? records.count : names.count
        #expect(names.count == count, "\(segment) cut to \(length)")
        #expect(Set(names).count == names.count, "\(segment) cut to \(length)")
      }
      for segment in segments { try arrive(segment, try bytes(segment)) }
      let (all, _) = try await FolderSample.pull(reader)
      #expect(all.records.map(\.recordName) == records.map(\.recordName))
    }
  }

  @Test(arguments: 0..<UInt64(LongRun.rounds(10, long: 200)))
  func `segments may arrive in any order and in pieces`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let segments = try await write()
    var lengths = Dictionary(uniqueKeysWithValues: segments.map { ($0, 0) })
    var token: [UInt8]?
    var names: [String] = []
    while let segment = try lengths.filter({ try $0.value < bytes($0.key).count }).keys.sorted()
      .randomElement(using: &random)
    {
      let all = try bytes(segment)
      let from = lengths[segment] ?? 0
      let length =
        Bool.random(using: &random) ? all.count : Int.random(in: from...all.count, using: &random)
      lengths[segment] = length
      // What has not arrived yet may be zeros.
      let zeros = Bool.random(using: &random) ? all.count - length : 0
      try arrive(segment, all.prefix(length) + Array(repeating: 0, count: zeros))
      let (changes, _) = try await FolderSample.pull(reader, after: token)
      #expect(FolderSample.areTrue(changes, records), "seed \(seed)")
      names += changes.records.map(\.recordName)
      token = changes.token
    }
    for segment in segments { try arrive(segment, try bytes(segment)) }
    names += try await FolderSample.pull(reader, after: token).changes.records.map(\.recordName)
    #expect(names == records.map(\.recordName), "seed \(seed)")
  }

  @Test func `a missing segment holds up no other device`() async throws {
    let segments = try await write()
    for segment in [segments[0]] + segments[2...] { try arrive(segment, try bytes(segment)) }
    try await FolderSample.push(
      FolderSample.records(50..<60), to: FolderSample.remote(ours, "c"))
    let (before, _) = try await FolderSample.pull(reader)
    #expect(before.records.contains { $0.recordName == "r59" })
    #expect(!before.records.contains { $0.recordName == "r24" })
    try arrive(segments[1], try bytes(segments[1]))
    let (after, _) = try await FolderSample.pull(reader, after: before.token)
    #expect((before.records + after.records).count == records.count + 10)
  }

  @Test func `a bit that is flipped anywhere is never read as a record`() async throws {
    let segments = try await write()
    for segment in segments { try arrive(segment, try bytes(segment)) }
    let (before, _) = try await FolderSample.pull(reader)
    let whole = try bytes(segments[1])
    var random = SeededRandom(seed: 7)
    for index in LongRun.some(of: whole.indices, oneIn: 7) {
      var damaged = whole
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try arrive(segments[1], damaged)
      let (changes, _) = try await FolderSample.pull(reader)
      #expect(FolderSample.areTrue(changes, records), "byte \(index)")
      #expect(
        changes.records.map(\.recordName) == records.prefix(changes.records.count).map(\.recordName)
      )
      try arrive(segments[1], whole)
      let (rest, _) = try await FolderSample.pull(reader, after: changes.token)
      #expect(changes.records.count + rest.records.count == records.count, "byte \(index)")
      // A reader that is past the segment stays there.
      let (later, _) = try await FolderSample.pull(reader, after: before.token)
      #expect(later.records.isEmpty)
    }
  }

  @Test(arguments: [
    "00000001.sync-conflict-20261004-101010-ABCDEFG.jsonl", ".syncthing.00000001.jsonl.tmp",
    "00000001.jsonl.tmp", "00000001.jsonl~", "~00000001.jsonl",
    "00000001 (Ann's conflicted copy 2026-10-04).jsonl", ".00000004.jsonl.icloud",
    "00000000.jsonl", "1.jsonl", "000000001.jsonl", "00000099.JSONL", "٠٠٠٠٠٠٠٩.jsonl",
    "-0000001.jsonl", "+0000001.jsonl",
  ])
  func `other files beside the segments are ignored`(name: String) async throws {
    let segments = try await write()
    for segment in segments { try arrive(segment, try bytes(segment)) }
    let foreign = FolderSample.remote(try folder.folder("foreign"), "a")
    try await FolderSample.push(FolderSample.records(900..<902), to: foreign)
    try arrive(name, try folder.bytes("foreign/a/results/00000001.jsonl"))
    let (changes, _) = try await FolderSample.pull(reader)
    #expect(changes.records.map(\.recordName) == records.map(\.recordName))
  }

  @Test(arguments: [
    "b ad", ".hidden", "a.sync-conflict-1", "ä", "a'", "a;b", String(repeating: "x", count: 65),
    "a (conflicted copy)", "a~",
  ])
  func `a folder with a strange name is no device`(name: String) async throws {
    _ = try await write()
    try FileManager.default.copyItem(atPath: "\(theirs)/a", toPath: "\(ours)/\(name)")
    #expect(try await FolderSample.page(reader).records.isEmpty)
  }

  @Test func `a log under the name of another device, or of another segment, is not read`()
    async throws
  {
    let segments = try await write()
    try FileManager.default.copyItem(atPath: "\(theirs)/a", toPath: "\(ours)/other")
    try arrive(segments[1], try bytes(segments[0]))
    #expect(try await FolderSample.page(reader).records.isEmpty)
  }

  @Test func `links, folders and pipes in place of segments are not followed`() async throws {
    let segments = try await write()
    try FileManager.default.createSymbolicLink(
      atPath: "\(ours)/linked", withDestinationPath: "\(theirs)/a")
    try FileManager.default.createSymbolicLink(
      atPath: "\(ours)/a/results/\(segments[0])",
      withDestinationPath: "\(theirs)/a/results/\(segments[0])")
    _ = try folder.folder("ours/c/results/00000001.jsonl")
    _ = try folder.folder("ours/d")
    try FileManager.default.createSymbolicLink(
      atPath: "\(ours)/d/results", withDestinationPath: "\(theirs)/a/results")
    _ = try folder.folder("ours/e/results")
    #expect(unsafe mkfifo("\(ours)/e/results/00000001.jsonl", 0o600) == 0)
    try folder.write("ours/f", [])
    let changes = try await FolderSample.page(reader)
    #expect(changes.records.isEmpty && !changes.hasMore)
  }

  @Test func `a line that never ends is left alone, and so are random bytes`() async throws {
    try arrive("00000001.jsonl", Array(repeating: UInt8(ascii: "x"), count: 9 * 1_024 * 1_024))
    #expect(try await FolderSample.page(reader).records.isEmpty)
    var random = SeededRandom(seed: 3)
    for round in 0..<200 {
      var bytes = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      if round % 2 == 0 { bytes = Array(#"{"sum":""#.utf8) + bytes + [0x0A] }
      try arrive("00000001.jsonl", bytes)
      #expect(try await FolderSample.page(reader).records.isEmpty, "round \(round)")
    }
  }

  private static let start = #""segment":{"format":1,"device":"a","number":1,"base":1}}"#
  private static let good =
    #""record":{"zone":"results","recordName":"r","type":"T","deleted":false,"fields":{}}}"#

  @Test(
    arguments: [
      ([start, good], 1), ([good], 0), ([start, start, good], 1),
      ([start, #""habit":{}}"#, good], 1),
      ([start, #""sealed":true}"#, good], 0), ([start, #""sealed":false}"#, good], 1),
      ([#""segment":{"format":2,"device":"a","number":1,"base":1}}"#, good], 0),
      ([#""segment":{"format":1,"device":"b","number":1,"base":1}}"#, good], 0),
      ([#""segment":{"format":1,"device":"a","number":2,"base":1}}"#, good], 0),
      ([#""segment":{"format":1,"device":"a","number":1,"base":9}}"#, good], 0),
      ([#""segment":{"format":1,"device":"a","number":1,"base":-9223372036854775808}}"#, good], 0),
      ([start, #""record":{"zone":"results","recordName":"r","type":"T"}}"#, good], 1),
      ([start, #""record":{"zone":"other","recordName":"r","type":"T","fields":{}}}"#], 0),
      (
        [
          start,
          #""record":{"zone":"results","recordName":"r","type":"T","stamp":{"life":-1},"fields":{}}}"#,
        ], 1
      ),
      ([start, String(repeating: "[", count: 100_000), good], 1), ([start, "}", good], 1),
    ] as [([String], Int)])
  func `a log of false lines with right checksums does no harm`(
    bodies: [String], records: Int
  ) async throws {
    var (bytes, sum) = ([UInt8](), UInt64(0))
    for body in bodies {
      let line = FolderSample.line(body, after: sum)
      (bytes, sum) = (bytes + line.bytes, line.sum)
    }
    try arrive("00000001.jsonl", bytes)
    let (changes, _) = try await FolderSample.pull(reader)
    #expect(changes.records.count == records)
    // This device is the one that writes there: what it finds does not stop it either.
    try await FolderSample.push(FolderSample.records(50..<51), to: FolderSample.remote(ours, "a"))
    let (after, _) = try await FolderSample.pull(reader)
    #expect(after.records.contains { $0.recordName == "r50" })
  }

  @Test func `a token of random bytes counts as none`() async throws {
    let segments = try await write()
    for segment in segments { try arrive(segment, try bytes(segment)) }
    let tokens = [
      "", "{", "[]", #"{"devices":[]}"#, #"{"devices":{"a":3}}"#,
      #"{"devices":{"a":{"segment":-1,"offset":0,"sum":"0000000000000000","sealed":false}}}"#,
      #"{"devices":{"a":{"segment":1,"offset":9223372036854775807,"sum":"0000000000000000","#
        + #""sealed":false}}}"#,
      #"{"devices":{"a":{"segment":1,"offset":5,"sum":"0000000000000000","sealed":true}}}"#,
      #"{"devices":{"a":{"segment":99999999,"offset":5,"sum":"0000000000000000","sealed":true}}}"#,
    ]
    for token in tokens {
      let (changes, _) = try await FolderSample.pull(reader, after: Array(token.utf8))
      #expect(changes.records.count == records.count, "\(token)")
    }
  }

  @Test func `a log that cannot be read is reported after the others were read`() async throws {
    guard geteuid() != 0 else { return }
    try await FolderSample.push(
      FolderSample.records(0..<3), to: FolderSample.remote(ours, "c"))
    try arrive("00000001.jsonl", [])
    #expect(unsafe chmod("\(ours)/a/results/00000001.jsonl", 0) == 0)
    let page = try await FolderSample.page(reader)
    #expect(page.records.count == 3 && page.hasMore)
    let error = await #expect(throws: RemoteError.self) {
      try await FolderSample.page(reader, after: page.token)
    }
    #expect(error?.kind == .permission)
  }
}
