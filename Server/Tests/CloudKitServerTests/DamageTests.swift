import CloudKitCore
import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// Bits that change in the server's files, as a disk that grows old changes them.
@Suite(.serialized) struct DamageTests {
  private let files: TemporaryFolder
  private static let context = WriteContext(user: "_u", now: 2)
  private static let zone = ZoneID(name: "Z")

  init() throws {
    files = try TemporaryFolder()
  }

  private func modify(
    _ store: ContainerStore, _ operations: JSON...
  ) async throws -> [RecordOutcome] {
    let json: JSON = [
      "zoneID": ["zoneName": "Z"], "atomic": false, "operations": .list(operations),
    ]
    let request = try ModifyRequest(json) { "" }
    return try await store.modify(request, of: "_u", in: Self.context).outcomes
  }

  /// A server's folder with three records, of which the second one's text has changed in the file.
  private func damaged() async throws -> ContainerStore {
    let path = files.file("data")
    let text: JSON = ["text": ["value": "the text that is damaged"]]
    try await {
      let folder = try DataFolder(path)
      try folder.accounts.createContainer("iCloud.a", now: 0)
      let store = try folder.store("iCloud.a", .development)
      _ = try await store.modify([ZoneOperation(name: "Z", isDeletion: false)], of: "_u")
      _ = try await modify(
        store, User.operation("create", "a", ["text": ["value": "a"]]),
        User.operation("create", "b", text), User.operation("create", "c"))
    }()
    let file = path + "/containers/iCloud.a/development.db"
    try await ServerFiles.waitForClosing(file)
    var bytes = try Data(contentsOf: URL(filePath: file))
    let place = try #require(bytes.range(of: Data("that is damaged".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(filePath: file))
    return try DataFolder(path).store("iCloud.a", .development)
  }

  @Test func `a damaged record fails alone, by lookup, feed and query`() async throws {
    let store = try await damaged()
    let found = try await store.lookup(["a", "b", "c"], in: Self.zone, of: "_u")
    #expect(Set(found.records.keys) == ["a", "c"] && Set(found.damaged.keys) == ["b"])
    let page = try await store.changes(
      in: Self.zone, of: "_u", ChangeRequest(token: nil, limit: 100))
    let seen = page.changes.map { change in
      switch change {
      case .saved(let record): record.name
      case .deleted(let name): "-" + name
      case .damaged(let name, _): "!" + name
      }
    }
    #expect(seen == ["a", "!b", "c"])
    let query = try Query(["query": ["recordType": "Note"], "zoneID": ["zoneName": "Z"]])
    let answer = try await store.answer(query, of: "_u", isStrict: false)
    #expect(answer.records.map(\.name) == ["a", "c"] && Set(answer.damaged.keys) == ["b"])
    let damage = try #require(found.damaged["b"])
    #expect(ServiceError(damage).code == .internalError)
    let problem = try #require(store.problem(damage))
    #expect(problem.contains("development.db: row 2 of the table record is damaged"), "\(problem)")
  }

  @Test func `a damaged record is changed by nobody, until it is replaced or deleted as a whole`()
    async throws
  {
    let store = try await damaged()
    let fields: JSON = ["other": ["value": 1]]
    let refused = try await modify(
      store, User.operation("forceUpdate", "b", fields), User.operation("create", "d"))
    #expect(refused.map { $0.error?.code } == [.internalError, nil])
    #expect(try await modify(store, User.operation("create", "b"))[0].error != nil)
    let replaced = try await modify(store, User.operation("forceReplace", "b", fields))
    #expect(replaced[0].error == nil, "\(replaced)")
    let found = try await store.lookup(["a", "b", "c", "d"], in: Self.zone, of: "_u")
    #expect(found.records.count == 4 && found.damaged.isEmpty)
    #expect(try await ServerRequests.verify(files.file("data")).damages.isEmpty)
  }

  @Test func `a damaged record can be deleted, and the feed says so`() async throws {
    let store = try await damaged()
    let token = try await store.changes(
      in: Self.zone, of: "_u", ChangeRequest(token: nil, limit: 100)
    ).token
    let deleted = try await modify(store, User.operation("forceDelete", "b", type: nil))
    #expect(deleted[0].error == nil)
    let page = try await store.changes(
      in: Self.zone, of: "_u", ChangeRequest(token: token, limit: 100))
    #expect(page.changes == [.deleted(name: "b")])
    #expect(try await ServerRequests.verify(files.file("data")).damages.isEmpty)
  }

  @Test func `verify says the file, the table and the row`() async throws {
    _ = try await damaged()
    let found = try await ServerRequests.verify(files.file("data"))
    #expect(found.files == 2 && found.rows > 5 && found.unchecked.isEmpty)
    let damage = try #require(found.damages.first)
    #expect(found.damages.count == 1)
    #expect(damage.file == "containers/iCloud.a/development.db")
    #expect(damage.table == "record" && damage.row == "2 1 'b'")
  }

  /// Rounds of the test with random bits: a few in `make test-server`, 1,000 in `make test-long`.
  private static let rounds =
    ProcessInfo.processInfo.environment["STREAKLINE_LONG"] == "1" ? 1_000 : 60

  @Test func `no row of which a bit has changed is served as if it were right`() async throws {
    let seed = UInt64(ProcessInfo.processInfo.environment["SEED"] ?? "") ?? 1
    var random = SeededRandom(seed: seed)
    let original = try await ServerFiles(files.file("original"))
    try await ServerFiles.waitForClosing(original.container(in: files.file("original")))
    let truth = await original.observe(files.file("original"))
    #expect(truth.said.isEmpty && truth.values.count > 100, "\(truth)")
    var (harmless, said, missing, unverified) = (0, 0, 0, 0)
    for round in 0..<Self.rounds {
      let copy = files.file("copy")
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: files.file("original"), toPath: copy)
      let place = try original.flip(copy, &random)
      let found = try await ServerRequests.verify(copy)
      let seen = await original.observe(copy)
      let wrong = seen.values.filter { truth.values[$0.key] != $0.value }
      #expect(wrong.isEmpty, "seed \(seed), round \(round), \(place): \(wrong)")
      let lost = truth.values.keys.filter { seen.values[$0] == nil && !seen.isSaid($0) }
      if !lost.isEmpty {
        missing += 1
        if found.damages.isEmpty { unverified += 1 }
      } else if seen.said.isEmpty {
        harmless += 1
      } else {
        said += 1
      }
    }
    print(
      "\(Self.rounds) flipped bits, seed \(seed): \(harmless) changed no answer, \(said) were said, "
        + "\(missing) left something out in silence (indexes), \(unverified) of them unknown to verify"
    )
    #expect(unverified == 0)
  }
}

/// Files that an older server has written.
@Suite struct OlderFilesTests {
  @Test func `a server's folder from before the checksums is opened, and its rows get them`()
    async throws
  {
    let files = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let fixture = Tool.root.appending(path: "Fixtures/server-7c93e12.tar.gz").path
    process.arguments = ["tar", "-xzf", fixture, "-C", files.path]
    try process.run()
    process.waitUntilExit()
    let path = files.file("server")
    let before = try await ServerRequests.verify(path)
    #expect(before.damages.isEmpty && before.unchecked.count == 3, "\(before)")
    let folder = try DataFolder(path)
    #expect(try folder.accounts.userEntries().map(\.name) == ["anna", "bert"])
    let tokens = try String(contentsOfFile: files.file("server/tokens.txt"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    let holder = try folder.accounts.pageHolder(of: tokens[0], now: 1_800_000_000_000)
    #expect(holder?.user == "bert" && holder?.role == "reads")
    let store = try folder.store("iCloud.com.example.app", .development)
    let owner = try #require(tokens.last)
    let names = (0..<5).map { "r\($0)" } + ["share"]
    let found = try await store.lookup(names, in: ZoneID(name: "Z"), of: owner)
    #expect(Set(found.records.keys) == Set(names).subtracting(["r4"]) && found.damaged.isEmpty)
    #expect(found.records["r2"]?.value(of: "text")?.value.string == "text 2")
    let used = try await store.usedBytes(of: owner)
    // Names and types count, too.
    let sizes = found.records.values.map { $0.fields.count + $0.name.count + $0.type.count }
    #expect(used == sizes.reduce(0, +))
    let after = try await ServerRequests.verify(path)
    #expect(after.damages.isEmpty && after.rows > 20, "\(after)")
    #expect(after.unchecked == ["containers/iCloud.com.example.app/production.db"])
    // It is changed as any other.
    let json: JSON = [
      "zoneID": ["zoneName": "Z"],
      "operations": [User.operation("forceUpdate", "r2", ["text": ["value": "new"]])],
    ]
    let modified = try await store.modify(
      try ModifyRequest(json) { "" }, of: owner, in: WriteContext(user: owner, now: 1))
    #expect(modified.outcomes.first?.error == nil)
  }
}
