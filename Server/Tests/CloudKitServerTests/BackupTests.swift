import CloudKitCore
import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// `streaklined backup`, and what a restored server makes of what clients know from before.
@Suite(.serialized) struct BackupTests {
  private let files: TemporaryFolder

  init() throws {
    files = try TemporaryFolder()
  }

  private static let zone = ZoneID(name: "Z")
  private static let context = WriteContext(user: "_u", now: 1)

  private func save(_ name: String, _ store: ContainerStore, number: Int = 1) async throws -> String
  {
    let json: JSON = [
      "zoneID": ["zoneName": "Z"],
      "operations": [User.operation("forceUpdate", name, ["a": ["value": .int(number)]])],
    ]
    let modified = try await store.modify(
      try ModifyRequest(json) { "" }, of: "_u", in: Self.context)
    guard case .saved(let record) = modified.outcomes.first else {
      throw StorageError("the record was not saved")
    }
    return record.tag
  }

  private func open(_ name: String) throws -> ContainerStore {
    let folder = try DataFolder(files.file(name))
    try folder.accounts.createContainer("iCloud.a", now: 0)
    return try folder.store("iCloud.a", .development)
  }

  private func names(_ store: ContainerStore, since token: String? = nil) async throws -> [String] {
    let page = try await store.changes(
      in: Self.zone, of: "_u", ChangeRequest(token: token, limit: 100))
    return page.changes.map { change in
      switch change {
      case .saved(let record): record.name
      case .deleted(let name): "-" + name
      case .damaged(let name, _): "!" + name
      }
    }
  }

  @Test func `a backup has what was there, while requests go on`() async throws {
    let store = try open("data")
    _ = try await store.modify([ZoneOperation(name: "Z", isDeletion: false)], of: "_u")
    for number in 0..<50 { _ = try await save("n\(number)", store) }
    let folder = try DataFolder(files.file("data"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for number in 50..<150 { _ = try await save("n\(number)", store) } }
      for copy in 0..<3 { group.addTask { try await folder.backUp(to: files.file("b\(copy)")) } }
      try await group.waitForAll()
    }
    for copy in 0..<3 {
      let found = try await names(try open("b\(copy)"))
      #expect(found.count >= 50 && found == (0..<found.count).map { "n\($0)" })
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
    #expect(names == ["b0", "b1", "b2", "data"])
    let manager = FileManager.default
    for name in try #require(manager.enumerator(atPath: files.file("b0"))).compactMap({
      $0 as? String
    }) {
      let attributes = try manager.attributesOfItem(atPath: files.file("b0/\(name)"))
      #expect(try #require(attributes[.posixPermissions] as? Int) & 0o077 == 0, "\(name)")
    }
  }

  @Test func `what a server hands out after a restore differs from all that was handed out before`()
    async throws
  {
    let store = try open("data")
    _ = try await store.modify([ZoneOperation(name: "Z", isDeletion: false)], of: "_u")
    _ = try await save("a", store)
    try await DataFolder(files.file("data")).backUp(to: files.file("backup"))
    func go(on store: ContainerStore, _ number: Int) async throws -> [String?] {
      let tag = try await save("a", store, number: number)
      _ = try await store.modify([ZoneOperation(name: "New", isDeletion: false)], of: "_u")
      let zone = try await store.zone(Self.zone, of: "_u").token
      let list = try await store.zoneChanges(of: "_u", since: nil, limit: 10).token
      let json: JSON = [
        "zoneID": ["zoneName": "New"], "operations": [User.operation("forceUpdate", "a", [:])],
      ]
      let modified = try await store.modify(
        try ModifyRequest(json) { "" }, of: "_u", in: Self.context)
      guard case .saved(let record) = modified.outcomes.first else { return [nil] }
      return [tag, zone, list, record.tag]
    }
    var seen = try await go(on: store, 2)
    for copy in 0..<2 {
      try FileManager.default.copyItem(atPath: files.file("backup"), toPath: files.file("r\(copy)"))
      let restored = try open("r\(copy)")
      #expect(try await names(restored) == ["a"])
      let now = try await go(on: restored, 3 + copy)
      #expect(Set(now).isDisjoint(with: seen) && !now.contains(nil))
      for token in [seen[1], seen[2]] {
        await #expect(throws: ServiceError.self) { try await names(restored, since: token) }
        await #expect(throws: ServiceError.self) {
          try await restored.zoneChanges(of: "_u", since: token, limit: 10)
        }
      }
      seen += now
      // Only the first start after a restore renews.
      let again = try open("r\(copy)")
      #expect(try await names(again, since: now[1]).isEmpty)
    }
  }

  @Test(arguments: ["data/backup", "there", "none/backup", "relative"])
  func `a backup is written only to a new folder outside of the server's own`(name: String)
    async throws
  {
    _ = try open("data")
    try files.write("x", to: "there")
    let target = name == "relative" ? name : files.file(name)
    await #expect(throws: StorageError.self) {
      try await DataFolder(files.file("data")).backUp(to: target)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
    #expect(left == ["data", "there"])
    #expect(try String(contentsOfFile: files.file("there"), encoding: .utf8) == "x")
  }

  private func backup(_ data: String, _ target: String) async throws -> (
    status: Int32, talk: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: Tool.program("streaklined"))
    process.arguments = ["backup", target, "--data", data]
    let talk = Pipe()
    process.standardError = talk
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    let text = try talk.fileHandleForReading.readToEnd() ?? Data()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test func `nothing is lost or taken for deleted after an older backup was restored`()
    async throws
  {
    let base = try Tool()
    let data = base.folder.file("server")
    let server = try await ServerProgram(base, data: data)
    defer { server.stop() }
    let account = try DataFolder(data).accounts.account(
      "anna", apps: ["quiettimer", "streaksync"], port: server.port)
    let (phone, tablet) = (try Home(account), try Home(account))
    func timer(_ home: Home) async throws {
      try await home.run("timer", "start")
      try await home.run("timer", "stop")
    }
    try await phone.run("ingest", input: Shares.wordles(1_000..<1_003))
    try await timer(phone)
    for home in [phone, tablet] { try await home.sync() }
    let backup = base.folder.file("backup")
    let run = try await self.backup(data, backup)
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("the page's store is not in it"), "\(run.talk)")
    let second = try await self.backup(data, backup)
    #expect(second.status == 65 && second.talk.contains("is there already"), "\(second.talk)")
    // The phone knows what the backup does not have.
    try await phone.run("ingest", input: Shares.wordles(1_003..<1_006))
    try await timer(phone)
    try await phone.sync()
    server.stop()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.copyItem(atPath: backup, toPath: data)
    try await server.startAgain()
    // The restored server goes on and reaches the numbers that the phone knows.
    let laptop = try Home(account)
    try await laptop.run("ingest", input: Shares.wordles(1_010..<1_016))
    try await timer(laptop)
    try await laptop.sync()
    // What the two devices have is safe until the user says what to do.
    for home in [phone, tablet] {
      let stopped = try await home.sync("--retry", status: 78)
      #expect(stopped.talk.contains("was restored from a backup"), "\(stopped.talk)")
    }
    #expect(try await phone.shown("results").count == 6)
    #expect(try await phone.shown("list", "TimerSession").count == 2)
    for home in [phone, tablet] { try await home.sync("--from-start") }
    for home in [phone, tablet] { try await home.sync() }
    for home in [phone, tablet] {
      #expect(try await home.shown("results").count == 12)
      #expect(try await home.shown("list", "TimerSession").count == 3)
    }
    #expect(try await phone.content() == tablet.content())
    // A server that goes on is not taken for one that was restored again.
    try await phone.run("ingest", input: Shares.wordle(1_020))
    for home in [phone, tablet] { try await home.sync() }
    #expect(try await tablet.shown("results").count == 13)
    // Who joins a group later knows nothing that the backup could lack.
    let guest = try Home(
      try DataFolder(data).accounts.account("bert", apps: ["streaksync"], port: server.port))
    try await phone.run("group", "create", "The family")
    try await phone.sync()
    let invitation = try await phone.run("group", "invite", "The family", "--output", "json")
    let address = try #require(invitation.objects.first?["address"]?.string)
    try await guest.run("group", "accept", address)
    try await guest.sync()
    #expect(try await guest.shown("group").count == 1)
    // A group that is gone was not lost with the backup.
    try await guest.run("group", "leave", "The family")
    for _ in 1...3 { try await guest.sync() }
    try await phone.run("group", "remove", "The family")
    for _ in 1...3 { try await phone.sync() }
  }

  @Test func `who joins a group after the backup is not left alone in a copy of it`() async throws {
    let base = try Tool()
    let data = base.folder.file("server")
    let server = try await ServerProgram(base, data: data)
    defer { server.stop() }
    let accounts = try DataFolder(data).accounts
    let homes = try ["anna", "bert"].map {
      try Home(try accounts.account($0, apps: ["streaksync"], port: server.port))
    }
    let (anna, bert) = (homes[0], homes[1])
    try await anna.run("group", "create", "The family")
    for home in homes { try await home.sync() }
    let backup = base.folder.file("backup")
    let run = try await self.backup(data, backup)
    #expect(run.status == 0, "\(run.talk)")
    func join() async throws {
      let invitation = try await anna.run("group", "invite", "The family", "--output", "json")
      let address = try #require(invitation.objects.first?["address"]?.string)
      try await bert.run("group", "accept", address)
      try await bert.sync()
      #expect(try await bert.shown("group").count == 1)
    }
    try await join()
    server.stop()
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.copyItem(atPath: backup, toPath: data)
    try await server.startAgain()
    let told = try await bert.sync("--from-start")
    #expect(told.output.contains("The family") || told.talk.contains("The family"), "\(told)")
    #expect(try await bert.shown("group").isEmpty)
    try await anna.sync("--from-start")
    try await join()
    let day = Int((Date().timeIntervalSince1970 - 1_624_060_800) / 86_400)
    for home in homes {
      try await home.run("ingest", input: Shares.wordle(day))
    }
    for home in homes + homes {
      let report = try home.report(try await home.sync())
      #expect(report["rejected"]?.int == 0, "\(report)")
    }
    for home in homes {
      #expect(try await home.shown("leaderboard", "--group", "The family").count == 2)
    }
  }
}
