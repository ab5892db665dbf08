import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// `streakline backup FILE --server DIR`: one file with the page's store and the server's files.
@Suite(.serialized) struct HostBackupTests {
  private let host: Tool

  init() throws {
    host = try Tool()
  }

  private var data: String { host.folder.file("host/server") }
  private var store: String { host.folder.file("host/page.db") }
  private var file: String { host.folder.file("host.tar") }

  private func run(_ command: String, _ more: String...) async throws -> Tool.Run {
    try await host.runInBackground(
      [command, file, "--server", data, "--store", store] + more)
  }

  private func results(_ tool: Tool, _ more: String...) throws -> Int {
    try tool.run(["results", "--output", "json"] + more).objects.count
  }

  /// What is in the folder of the host.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: host.folder.file("host")).sorted()
  }

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `one file restores page and server, and nothing that was deleted since comes back`()
    async throws
  {
    let server = try await ServerProgram(host, data: data, page: store)
    defer { server.stop() }
    let accounts = try DataFolder(data).accounts
    let account = try accounts.account("anna", apps: ["streaksync"], port: server.port)
    let (phone, tablet) = (try Home(account), try Home(account))
    try host.ingest(0..<5, store: store)
    try await phone.run("ingest", input: Shares.wordles(1_000..<1_004))
    for home in [phone, tablet] { try await home.sync() }
    // Imports and syncs go on while the backup is written.
    async let backup = run("backup")
    try host.ingest(5..<8, store: store)
    try await phone.run("ingest", input: Shares.wordles(1_004..<1_006))
    try await phone.sync()
    let written = try await backup
    #expect(written.status == 0, "\(written)")
    #expect(written.output.contains("a server with 1 container"), "\(written)")
    #expect(try permissions(file) == 0o600)
    #expect(try names() == ["page.db", "page.db-shm", "page.db-wal", "page.db.lock", "server"])

    // What the backup does not know.
    let gone = try #require(try await phone.shown("results").first?["id"]?.string)
    try await phone.run("results", "delete", gone)
    try await phone.run("ingest", input: Shares.wordles(1_006..<1_008))
    for home in [phone, tablet] { try await home.sync() }
    try accounts.addUser("bert", now: 0)
    let refused = try await run("restore", "--replace")
    #expect(refused.status == 73 && refused.talk.contains("stop it first"), "\(refused)")
    server.stop()
    let present = try await run("restore")
    #expect(present.status == 73 && present.talk.contains("--replace"), "\(present)")
    let before = try results(host, "--store", store)
    #expect(before == 8)

    let restored = try await run("restore", "--replace", "--output", "json")
    #expect(restored.status == 0, "\(restored)")
    let kept = (restored.objects.first?["kept"]?.list ?? []).compactMap(\.string)
    #expect(kept.count == 2 && kept.contains { $0.hasSuffix("server.before-restore-1") }, "\(kept)")
    #expect(try (5...8).contains(results(host, "--store", store)))
    #expect(try host.run(["verify", "--store", store]).status == 0)
    #expect(try permissions(data + "/accounts.db") == 0o600 && permissions(data) == 0o700)
    try await server.startAgain()
    let users = try host.run(["serve", "user", "list", "--data", data])
    #expect(users.output.contains("anna") && !users.output.contains("bert"), "\(users)")

    for home in [phone, tablet] {
      let stopped = try await home.sync("--retry", status: 78)
      #expect(stopped.talk.contains("was restored from a backup"), "\(stopped.talk)")
    }
    for _ in 1...2 {
      for home in [phone, tablet] { try await home.sync("--from-start") }
    }
    let laptop = try Home(account)
    try await laptop.sync()
    for home in [phone, tablet, laptop] {
      let ids = try await home.shown("results").compactMap { $0["id"]?.string }
      #expect(ids.count == 7 && !ids.contains(gone), "\(ids)")
    }
    #expect(try await phone.content() == tablet.content())
  }

  @Test func `a host moves to an empty machine`() async throws {
    let account = try DataFolder(data).accounts.account("anna", apps: ["streaksync"], port: 1)
    #expect(account.tokens.count == 1)
    try host.ingest(0..<3, store: store)
    #expect(try await run("backup").status == 0)
    let machine = try Tool()
    // A server's files are not left out by mistake.
    let partly = try machine.run(["restore", file])
    #expect(partly.status == 73 && partly.talk.contains("--server"), "\(partly)")
    #expect(try results(machine) == 0)
    let place = machine.folder.file("srv/streakline/server")
    let run = try machine.run(["restore", file, "--server", place])
    #expect(run.status == 0, "\(run)")
    #expect(try results(machine) == 3)
    #expect(try DataFolder(place).accounts.containers() == ["iCloud.app.streaksync"])
    let found = try FileManager.default.contentsOfDirectory(
      atPath: machine.folder.file("srv/streakline"))
    #expect(found == ["server"])
    #expect(try machine.run(["restore", file, "--only-store", "--replace"]).status == 0)
  }

  @Test func `damage is neither kept nor put in place`() async throws {
    try {
      _ = try DataFolder(data).accounts.account("anna-of-the-house", apps: ["streaksync"], port: 1)
    }()
    try host.ingest(0..<1, store: store)
    #expect(try await run("backup").status == 0)
    let accounts = data + "/accounts.db"
    try await ServerFiles.waitForClosing(accounts)
    let sound = try Data(contentsOf: URL(filePath: accounts))
    var bytes = sound
    let place = try #require(bytes.range(of: Data("anna-of-the-house".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(filePath: accounts))
    let run = try await self.run("backup", "--force")
    #expect(run.status == 65 && run.talk.contains("problem"), "\(run)")
    // The backup from before is still there and whole, but for what is changed in it now.
    var backup = try Data(contentsOf: URL(filePath: file))
    let name = try #require(backup.range(of: Data("anna-of-the-house".utf8)))
    backup[name.lowerBound] ^= 1
    try backup.write(to: URL(filePath: file))
    let refused = try await self.run("restore", "--replace")
    #expect(refused.status == 65 && refused.talk.contains("is not what was written"), "\(refused)")
    #expect(try names().contains { $0.contains("before") || $0.contains(".tmp") } == false)
  }

  @Test func `a link where the copies are made does not lead to what is removed`() async throws {
    _ = try DataFolder(data)
    try host.ingest(0..<1, store: store)
    let diary = try host.folder.write("dear diary", to: "diary/today")
    for name in ["server.backup.tmp", "server.restore.tmp"] {
      try FileManager.default.createSymbolicLink(
        atPath: host.folder.file("host/\(name)"), withDestinationPath: host.folder.file("diary"))
    }
    let refused = try await run("backup")
    #expect(refused.status == 73 && refused.talk.contains("in the way"), "\(refused)")
    try FileManager.default.removeItem(atPath: host.folder.file("host/server.backup.tmp"))
    #expect(try await run("backup").status == 0)
    let restore = try await run("restore", "--replace")
    #expect(restore.status == 73 && restore.talk.contains("in the way"), "\(restore)")
    #expect(FileManager.default.fileExists(atPath: diary))
  }

  @Test func `what is no server's folder has no backup`() async throws {
    try host.ingest(0..<1, store: store)
    let run = try await run("backup")
    #expect(run.status == 73 && run.talk.contains("no folder of a server"), "\(run)")
    let alone = try host.run(["backup", file, "--store", store])
    #expect(alone.status == 0, "\(alone)")
    let refused = try await self.run("restore", "--replace")
    #expect(refused.status == 65 && refused.talk.contains("no files of a server"), "\(refused)")
  }
}
