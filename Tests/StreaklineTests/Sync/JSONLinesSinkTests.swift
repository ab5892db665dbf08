import Foundation
import StreaklineCore
import StreaklineStore
import StreaklineSync
import Testing

@Suite struct JSONLinesSinkTests {
  let folder: TemporaryFolder
  let sink: JSONLinesSink

  init() throws {
    folder = try TemporaryFolder()
    sink = JSONLinesSink(path: folder.file("out.jsonl"))
  }

  @Test func `each record is a line and the file is its owner's alone`() async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    let report = try await SyncSample.drain(store, into: sink)
    #expect(report.saved == 7)
    let lines = try folder.lines("out.jsonl")
    #expect(lines.count == 7)
    let record = StoreSample.result()
    var fields = try #require(record.json.object)
    fields["type"] = nil
    fields["id"] = nil
    let expected: Value = .object([
      "id": .string(record.id), "recordName": .string(record.uuid.description),
      "type": .string("GameResult"), "zone": .string("UserDataZone"),
      "version": .int(Int(StoreSample.now.milliseconds)), "deleted": .bool(false),
      "fields": .object(fields),
    ])
    #expect(lines.first == String(json: expected))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out.jsonl"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  private func deliveries(_ store: Store) throws -> [OutgoingRecord] {
    try store.pending("default", limit: 5).map { row in
      OutgoingRecord(
        type: row.type, id: row.id, recordName: row.id, zone: "z", version: row.version,
        deleted: row.deleted, fields: row.record?.fields ?? [:])
    }
  }

  @Test func `a crash between the disk and the answer writes no line twice`() async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    // The lines are on the disk; nobody lives to acknowledge them.
    _ = try await sink.send(try deliveries(store))
    let again = JSONLinesSink(path: folder.file("out.jsonl"))
    let report = try await SyncSample.drain(store, into: again)
    #expect(report.saved == 7)
    #expect(try folder.lines("out.jsonl").count == 7)
  }

  @Test func `a newer version of a record is a line of its own`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    _ = try await SyncSample.drain(store, into: sink)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(score: 5)], replaces: true))
    _ = try await SyncSample.drain(store, into: sink)
    #expect(try folder.lines("out.jsonl").count == 2)
  }

  @Test(arguments: ["{\"id\":\"me|2024", "\0\0\0\0", "{\"a\"\n{\"b\":1}\n{", "{\"whole\":1}"])
  func `a torn end is cut off and counted`(torn: String) async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    _ = try await sink.send(try deliveries(store))
    let whole = try folder.bytes("out.jsonl")
    try folder.write("out.jsonl", whole + Array(torn.utf8))
    // The same sink notices too, because the file is not as it left it.
    for sink in [JSONLinesSink(path: folder.file("out.jsonl")), sink] {
      try folder.write("out.jsonl", whole + Array(torn.utf8))
      _ = try await sink.send([])
      #expect(sink.tornLines == torn.split(separator: "\n").count)
      #expect(try folder.bytes("out.jsonl") == whole)
    }
    #expect(try await SyncSample.drain(store, into: sink).saved == 7)
    #expect(try folder.lines("out.jsonl").count == 7)
  }

  @Test func `every length of a torn batch is mended`() async throws {
    let store = try SyncSample.store(folder, waiting: 3)
    let batch = try deliveries(store)
    _ = try await sink.send(Array(batch.prefix(1)))
    let one = try folder.bytes("out.jsonl").count
    _ = try await sink.send(batch)
    let whole = try folder.bytes("out.jsonl")
    for length in one..<whole.count {
      try folder.write("out.jsonl", whole.prefix(length))
      _ = try await JSONLinesSink(path: folder.file("out.jsonl")).send(batch)
      #expect(try folder.bytes("out.jsonl") == whole, "cut to \(length)")
    }
  }

  @Test func `a file of something else is refused and stays as it is`() async throws {
    let store = try SyncSample.store(folder, waiting: 1)
    let contents = [
      "Dear diary", "Dear diary\nnothing today\n", "{\"a\":1}\nDear diary\n",
      String(repeating: "x", count: 99_999),
    ]
    for content in contents {
      try folder.write("out.jsonl", Array(content.utf8))
      let report = try await SyncSample.drain(store, into: sink)
      guard case .error(let message) = report.state else {
        Issue.record("\(report)")
        continue
      }
      #expect(message.contains("out.jsonl") && message.contains("another file"))
      #expect(try folder.bytes("out.jsonl") == Array(content.utf8))
    }
    #expect(try store.counts().outbox["default"]?.pending == 1)
  }

  @Test(arguments: [("missing/out.jsonl", "create the folder"), ("", "name a file")])
  func `a place that cannot be written is named and the queue stays`(
    path: String, advice: String
  ) async throws {
    let store = try SyncSample.store(folder, waiting: 7)
    let report = try await SyncSample.drain(store, into: JSONLinesSink(path: folder.file(path)))
    guard case .error(let message) = report.state else {
      Issue.record("\(report)")
      return
    }
    #expect(message.contains(folder.path), "\(message)")
    #expect(report.pending == 7 && report.saved == 0)
    #expect(path.isEmpty || message.contains(advice), "\(message)")
  }

  @Test func `lines older than what is looked at do not matter`() async throws {
    let store = try SyncSample.store(folder, waiting: 400)
    #expect(try await SyncSample.drain(store, into: sink).saved == 400)
    #expect(try folder.bytes("out.jsonl").count > 128 * 1_024)
    let again = JSONLinesSink(path: folder.file("out.jsonl"))
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "later")]))
    #expect(try await SyncSample.drain(store, into: again).saved == 1)
    #expect(try folder.lines("out.jsonl").count == 401)
    #expect(again.tornLines == 0)
  }

  @Test func `a full disk leaves whole batches only and the rest waits`() async throws {
    guard let disk = SmallDisk(sizeKiB: 64) else { return }
    let store = try SyncSample.store(folder, waiting: 400)
    let sink = JSONLinesSink(path: disk.file("out.jsonl"))
    let report = try await SyncSample.drain(store, into: sink)
    guard case .error(let message) = report.state else {
      Issue.record("\(report)")
      return
    }
    #expect(message.contains("make room"), "\(message)")
    #expect(report.saved > 0 && report.saved % 5 == 0 && report.saved + report.pending == 400)
    try disk.resize(sizeKiB: 4_096)
    #expect(try await SyncSample.drain(store, into: sink).pending == 0)
    let text = try String(contentsOfFile: disk.file("out.jsonl"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 400 && Set(lines).count == 400)
  }
}
