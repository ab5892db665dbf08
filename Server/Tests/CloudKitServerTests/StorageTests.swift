import CloudKitCore
import CloudKitStorage
import Foundation
import ServerJSON
import Testing

/// What stays on the disk, and what is refused there.
@Suite struct StorageTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "ck-\(UUID().uuidString)").path

  private func request(_ kind: String, _ name: String) throws -> ModifyRequest {
    let json: JSON = [
      "zoneID": ["zoneName": "_defaultZone"],
      "operations": [User.operation(kind, name, ["a": ["value": 1]])],
    ]
    return try ModifyRequest(json) { "" }
  }

  @Test func `records, schema and keys are there when the server starts again`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let context = WriteContext(user: "_u", now: 1)
    var token: String?
    var tags: [String] = []
    for number in 0..<3 {
      let folder = try DataFolder(path)
      let store = try folder.store("iCloud.a", .development)
      let now = SyncToken(.zone(1), sequence: 1).text(signedWith: store.key)
      #expect(token == nil || token == now)
      token = now
      let modified = try await store.modify(
        try request("create", "n\(number)"), of: "_u", in: context)
      guard case .saved(let record) = modified.outcomes.first else {
        Issue.record("the record was not saved")
        return
      }
      tags.append(record.tag)
      let found = try await store.lookup(
        ["n0", "n1", "n2"], in: ZoneID(name: ZoneID.defaultName), of: "_u"
      ).records
      #expect(found.count == number + 1)
      #expect(store.schema.field("a", of: "Note")?.kind == FieldKind(.int64))
    }
    #expect(Set(tags).count == 3)
  }

  @Test func `nobody else can read the files`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try DataFolder(path)
    try folder.accounts.createContainer("iCloud.a", now: 0)
    _ = try folder.store("iCloud.a", .development)
    _ = try FolderLock(folder: path)
    let manager = FileManager.default
    let names = try #require(manager.enumerator(atPath: path)).compactMap { $0 as? String }
    #expect(names.contains("containers/iCloud.a/development.db"))
    for name in names {
      let attributes = try manager.attributesOfItem(atPath: path + "/" + name)
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(name)")
    }
  }

  @Test func `two servers cannot use one folder`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try FolderLock(folder: path)
    #expect(throws: StorageError.self) { try FolderLock(folder: path) }
    withExtendedLifetime(first) {}
  }

  @Test(arguments: [
    "", "a", "iCloud.", "iCloud./../../etc", "iCloud.a/b", "iCloud.\u{0}", "iCloud.é", "icloud.a",
  ])
  func `a container's name that could be another path is refused`(name: String) throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try DataFolder(path)
    #expect(throws: StorageError.self) { try folder.accounts.createContainer(name, now: 0) }
    #expect(throws: StorageError.self) { try folder.store(name, .development) }
  }

  @Test func `no secret of a token is stored`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let accounts = try DataFolder(path).accounts
    try accounts.createContainer("iCloud.a", now: 0)
    let token = try accounts.createToken(
      container: "iCloud.a", user: nil, now: 0, expiresAt: .max)
    let file = try Data(contentsOf: URL(filePath: path + "/accounts.db"))
    #expect(file.range(of: Data(token.hash)) != nil)
    #expect(file.range(of: Data(token.secret)) == nil)
  }

  @Test func `the file of another program is refused`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = path + "/containers/iCloud.a"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let accounts = try AccountStore(folder: path)
    withExtendedLifetime(accounts) {}
    try FileManager.default.copyItem(
      atPath: path + "/accounts.db", toPath: folder + "/development.db")
    #expect(throws: StorageError.self) {
      try DataFolder(path).store("iCloud.a", .development)
    }
  }

  @Test func `many requests at once each get changes of their own`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DataFolder(path).store("iCloud.a", .development)
    let context = WriteContext(user: "_u", now: 1)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        let request = try request("create", "n\(number)")
        group.addTask { _ = try await store.modify(request, of: "_u", in: context) }
      }
      try await group.waitForAll()
    }
    let names = (0..<100).map { "n\($0)" }
    let found = try await store.lookup(names, in: ZoneID(name: ZoneID.defaultName), of: "_u")
      .records
    #expect(Set(found.values.map(\.tag)).count == 100)
  }
}
