import Foundation
import StreaklineCore
import StreaklineStore
import StreaklineSync
import Testing

@Suite struct JSONLinesRemoteTests {
  let folder: TemporaryFolder
  let remote: JSONLinesRemote

  init() throws {
    folder = try TemporaryFolder()
    remote = JSONLinesRemote(path: folder.file("out.jsonl"))
  }

  @Test func `each record is a line and the file is its owner's alone`() async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    let report = try await SyncSample.push(store, to: remote)
    #expect(report.saved == 7)
    let lines = try folder.lines("out.jsonl")
    #expect(lines.count == 7)
    let record = StoreSample.result()
    var fields = try #require(record.json.object)
    fields["type"] = nil
    fields["id"] = nil
    fields["source"] = nil
    fields["suspect"] = nil
    let expected: Value = .object([
      "id": .string(record.id), "recordName": .string(record.uuid.description),
      "type": .string("GameResult"), "zone": .string("UserDataZone"),
      "version": .int(Int(StoreSample.now.milliseconds) << 10), "deleted": .bool(false),
      "fields": .object(fields),
    ])
    #expect(lines.first == String(json: expected))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out.jsonl"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  private func records(_ store: Store) throws -> [OutgoingRecord] {
    try store.changes(StoreSample.filter, limit: 5, now: StoreSample.now).changes.map { change in
      let record = try #require(change.record)
      return OutgoingRecord(
        zone: "UserDataZone", recordName: record.uuid.description,
        type: record.type, id: record.id, version: change.version, fields: record.fields)
    }
  }

  /// Records as lines, without a store.
  private func samples(_ count: Int, zone: ZoneName = "z") -> [OutgoingRecord] {
    (0..<count).map { number in
      OutgoingRecord(
        zone: zone, recordName: "r\(number)", type: "GameResult", id: "me|\(number)",
        version: Int64(number), fields: ["score": .int(3)])
    }
  }

  private func push(_ batch: [OutgoingRecord], to remote: JSONLinesRemote) async throws {
    let results = try await remote.push(batch, atomic: false)
    #expect(results == batch.map { PushResult($0, .saved()) })
  }

  @Test func `the second name of a file whose creation was cut off is removed`() async throws {
    try await push(samples(1), to: remote)
    try FileManager.default.linkItem(
      atPath: folder.file("out.jsonl"), toPath: folder.file("out.jsonl.streakline.tmp"))
    try await push(samples(2), to: JSONLinesRemote(path: folder.file("out.jsonl")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.jsonl"])
    #expect(try folder.lines("out.jsonl").count == 2)
  }

  @Test func `a crash between the disk and the answer writes no line twice`() async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    // The lines are on the disk; nobody lives to acknowledge them.
    _ = try await remote.push(try records(store), atomic: false)
    let again = JSONLinesRemote(path: folder.file("out.jsonl"))
    let report = try await SyncSample.push(store, to: again)
    #expect(report.saved == 7)
    #expect(try folder.lines("out.jsonl").count == 7)
  }

  @Test func `a newer version of a record is a line of its own`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    _ = try await SyncSample.push(store, to: remote)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(score: 5)], replaces: true))
    _ = try await SyncSample.push(store, to: remote)
    #expect(try folder.lines("out.jsonl").count == 2)
  }

  @Test(arguments: [#"{"id":"me|2024"#, "\0\0\0\0", #"{"id":"x","#, "{\"id\":1\0\0}\n{\"id\":\"y"])
  func `a torn end is moved to another file`(torn: String) async throws {
    try await push(samples(7), to: remote)
    let whole = try folder.bytes("out.jsonl")
    // The same remote notices too, because the file is not as it left it.
    for remote in [JSONLinesRemote(path: folder.file("out.jsonl")), remote] {
      try? FileManager.default.removeItem(atPath: folder.file("out.jsonl.damaged"))
      try folder.write("out.jsonl", whole + Array(torn.utf8))
      try await push([], to: remote)
      #expect(remote.damagedLines == torn.split(separator: "\n").count)
      #expect(try folder.bytes("out.jsonl") == whole)
      #expect(try folder.bytes("out.jsonl.damaged") == Array((torn + "\n").utf8))
    }
    try await push(samples(7), to: remote)
    #expect(try folder.bytes("out.jsonl") == whole)
  }

  @Test func `a batch that was torn anywhere is completed`() async throws {
    let batch = samples(3)
    try await push(batch, to: remote)
    let whole = try folder.bytes("out.jsonl")
    for length in stride(from: 7, to: whole.count, by: 5) {
      try folder.write("out.jsonl", whole.prefix(length))
      try await push(batch, to: JSONLinesRemote(path: folder.file("out.jsonl")))
      #expect(try folder.bytes("out.jsonl") == whole, "cut to \(length)")
    }
  }

  @Test func `one damaged line deletes no other`() async throws {
    try await push(samples(40), to: remote)
    var lines = try folder.lines("out.jsonl")
    let damaged = String(lines[2].dropLast())
    lines[2] = damaged
    try folder.write("out.jsonl", Array((lines.joined(separator: "\n") + "\n").utf8))
    let other = samples(41).suffix(1)
    let remote = JSONLinesRemote(path: folder.file("out.jsonl"))
    try await push(Array(other), to: remote)
    lines.remove(at: 2)
    #expect(try folder.lines("out.jsonl").dropLast() == lines)
    #expect(try folder.lines("out.jsonl.damaged") == [damaged])
    #expect(remote.damagedLines == 1)
  }

  @Test func `zeros inside a text are damage, too`() async throws {
    try await push(samples(3), to: remote)
    let whole = try folder.bytes("out.jsonl")
    let text = String(decoding: whole, as: UTF8.self)
    // A power cut can leave zeros where a part of a batch was not written.
    let damaged = text.replacing("\"id\":\"me|1\"", with: "\"id\":\"\0\0\0\0\"")
    try folder.write("out.jsonl", Array(damaged.utf8))
    let again = JSONLinesRemote(path: folder.file("out.jsonl"))
    try await push(samples(3), to: again)
    #expect(again.damagedLines == 1)
    #expect(Set(try folder.lines("out.jsonl")) == Set(text.split(separator: "\n").map(String.init)))
    #expect(!(try folder.bytes("out.jsonl").contains(0)))
  }

  @Test func `a repair that was killed loses no line`() async throws {
    try await push(samples(6), to: remote)
    let lines = try folder.lines("out.jsonl")
    let repaired = (lines[..<2] + lines[3...]).map { $0 + "\n" }.joined()
    let kept = lines[..<2].map { $0 + "\n" }.joined().utf8.count
    for length in stride(from: kept, through: repaired.utf8.count, by: 13) {
      try folder.write("out.jsonl", Array(repaired.utf8.prefix(length)))
      try folder.write("out.jsonl.repair", Array(lines[3...].map { $0 + "\n" }.joined().utf8))
      try await push([], to: JSONLinesRemote(path: folder.file("out.jsonl")))
      #expect(
        Set(try folder.lines("out.jsonl")) == Set(lines[..<2] + lines[3...]), "killed at \(length)")
      #expect(!FileManager.default.fileExists(atPath: folder.file("out.jsonl.repair")))
    }
  }

  @Test func `a whole line without a newline is kept`() async throws {
    try await push(samples(3), to: remote)
    let whole = try folder.bytes("out.jsonl")
    try folder.write("out.jsonl", whole.dropLast())
    let again = JSONLinesRemote(path: folder.file("out.jsonl"))
    _ = try await again.open()
    #expect(try folder.bytes("out.jsonl") == whole)
    for count in 4...5 { try await push(samples(count), to: again) }
    #expect(try folder.bytes("out.jsonl").starts(with: whole))
    let text = try String(contentsOfFile: folder.file("out.jsonl"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 6)
    #expect(again.damagedLines == 0)
  }

  @Test func `two pipelines with different zones on one file lose no record`() async throws {
    let other = JSONLinesRemote(path: folder.file("out.jsonl"))
    for number in 0..<40 {
      try await push([samples(40)[number]], to: remote)
      try await push([samples(40, zone: "archive")[number]], to: other)
    }
    #expect(try folder.lines("out.jsonl").count == 80)
  }

  private static let foreign: KeyValuePairs = [
    "a text": "Dear diary", "lines of text": "Dear diary\nnothing today\n",
    "JSON and text": "{\"a\":1}\nDear diary\n",
    "one long line": String(repeating: "x", count: 9_999),
    "settings on one line": #"{"a":1}"#, "settings with a newline": "{\"a\":1}\n",
    "settings on several lines": "{\n  \"a\": 1,\n  \"b\": [2]\n}\n",
    "zeros": String(repeating: "\0", count: 700),
    "zeros and a newline": String(repeating: "\0", count: 300) + "\n",
    "a program": "\u{7F}ELF\u{2}\u{1}\u{1}\0\0\0\0\n\0\0{\0\n",
    "a database": "SQLite format 3\0\u{10}\0\0\n",
  ]

  @Test(arguments: foreign.map(\.key))
  func `a file of something else is refused and stays as it is`(name: String) async throws {
    let content = try #require(Self.foreign.first { $0.key == name }).value
    try folder.write("out.jsonl", Array(content.utf8))
    let error = await #expect(throws: RemoteError.self) {
      try await remote.push(samples(1), atomic: false)
    }
    #expect(error?.message.contains("out.jsonl does not hold records") == true)
    #expect(error?.message.contains("name another file") == true)
    #expect(try folder.bytes("out.jsonl") == Array(content.utf8))
  }

  @Test(arguments: ["Dear diary", "Dear diary\n", #"{"a":1}"#])
  func `records followed by something else are left as they are`(tail: String) async throws {
    try await push(samples(3), to: remote)
    let content = try folder.bytes("out.jsonl") + Array(tail.utf8)
    try folder.write("out.jsonl", content)
    await #expect(throws: RemoteError.self) { try await remote.push(samples(4), atomic: false) }
    #expect(try folder.bytes("out.jsonl") == content)
  }

  @Test(arguments: ["", "-wal", "-shm", ".lock"])
  func `the store's own files are refused, also through a link`(suffix: String) async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: store.path + suffix)
    for path in [store.path + suffix, folder.file("link")] {
      let remote = JSONLinesRemote(path: path, storePath: store.path)
      let error = await #expect(throws: RemoteError.self) {
        try await remote.push(samples(1), atomic: false)
      }
      #expect(error?.message.contains("belongs to the store") == true)
    }
    #expect(try store.counts().records == 1)
  }

  @Test func `a link to nothing is named`() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("out.jsonl"), withDestinationPath: folder.file("nowhere"))
    let error = await #expect(throws: RemoteError.self) {
      try await remote.push(samples(1), atomic: false)
    }
    #expect(error?.message.contains("is a link to nothing") == true)
  }

  @Test func `a file that is moved away between batches is created again`() async throws {
    for number in 0..<3 {
      try await push([samples(3)[number]], to: remote)
      try FileManager.default.moveItem(
        atPath: folder.file("out.jsonl"), toPath: folder.file("out.\(number)"))
    }
    #expect(try (0..<3).map { try folder.lines("out.\($0)").count } == [1, 1, 1])
  }

  @Test(arguments: [("missing/out.jsonl", "create it"), ("", "name a file")])
  func `a path that cannot be written is named and nothing is lost`(
    path: String, advice: String
  ) async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    let report = try await SyncSample.push(store, to: JSONLinesRemote(path: folder.file(path)))
    guard case .paused(let message) = report.state else {
      Issue.record("\(report)")
      return
    }
    #expect(report.failure == .configuration)
    #expect(message.contains(folder.path), "\(message)")
    #expect(report.pending == 7 && report.saved == 0)
    #expect(path.isEmpty || message.contains(advice), "\(message)")
  }

  @Test func `lines before the end that is read do not matter`() async throws {
    let line = #"{"id":"me|x","recordName":"r","type":"GameResult","zone":"old","version":1,"#
    let old = line + "\"deleted\":false,\"fields\":{}}\n"
    try folder.write("out.jsonl", Array(String(repeating: old, count: 8_000).utf8))
    try await push(samples(1), to: remote)
    #expect(try folder.lines("out.jsonl").count == 8_001)
    #expect(remote.damagedLines == 0)
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a full disk leaves whole batches only and the rest waits`() async throws {
    let disk = try SmallDisk(sizeKiB: 32)
    let store = try SyncSample.store(folder, waiting: 150)
    let remote = JSONLinesRemote(path: disk.file("out.jsonl"))
    let report = try await SyncSample.push(store, to: remote)
    guard case .paused(let message) = report.state else {
      Issue.record("\(report)")
      return
    }
    #expect(message.contains("make room"), "\(message)")
    #expect(report.saved > 0 && report.saved % 5 == 0 && report.saved + report.pending == 150)
    try disk.resize(sizeKiB: 4_096)
    #expect(try await SyncSample.push(store, to: remote).pending == 0)
    let text = try String(contentsOfFile: disk.file("out.jsonl"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 150 && Set(lines).count == 150)
  }
}
