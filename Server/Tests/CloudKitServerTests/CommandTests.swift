import AsyncHTTPClient
import Crypto
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import NIOCore
import NIOHTTP1
import ServerJSON
import Testing

/// The program `streaklined`.
@Suite struct CommandTests {
  private struct Run {
    let status: Int32
    let output: String
    let talk: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "ck-\(UUID().uuidString)").path
  private let container = "iCloud.com.example.app"

  /// The program beside the test bundle.
  private static let program: String = {
    let places = [
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
      Bundle.main.bundleURL.deletingLastPathComponent(), Bundle.main.bundleURL,
    ]
    let found = places.map { $0.appending(path: "streaklined").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return found ?? package.appending(path: ".build/debug/streaklined").path
  }()

  private func process(_ arguments: [String]) -> (Process, Pipe, Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = arguments + ["--data", folder]
    let (output, talk) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = talk
    return (process, output, talk)
  }

  private func run(_ arguments: String...) throws -> Run {
    let (process, output, talk) = process(arguments)
    try process.run()
    let texts = try [output, talk].map {
      String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: texts[0], talk: texts[1])
  }

  @Test func `commands and a server may create the data folder at the same time`() throws {
    for _ in 0..<5 {
      defer { removeFolder() }
      let all = (0..<4).map { process(["user", "add", "user\($0)"]) }
      for (process, _, _) in all { try process.run() }
      for (process, _, talk) in all {
        let words = String(
          decoding: try talk.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(words)")
      }
      #expect(try run("user", "list").lines.count == 4)
    }
  }

  private func removeFolder() {
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func `users, containers and tokens are managed`() throws {
    defer { removeFolder() }
    #expect(try run("container", "create", container).status == 0)
    #expect(try run("container", "create", container).status == 0)
    #expect(try run("container", "list").lines == [container])
    #expect(try run("user", "add", "anna").status == 0)
    #expect(try run("user", "add", "bert").status == 0)
    #expect(try run("user", "list").lines == ["anna\tanna", "bert\tbert"])
    let program = try run("token", "create", "--container", container).lines
    let user = try run("token", "create", "--container", container, "--user", "anna").lines
    #expect(program.count == 1 && user.count == 1)
    let list = try run("token", "list")
    #expect(list.lines.count == 2)
    for secret in program + user { #expect(!list.output.contains(secret)) }
    let id = try #require(list.lines.first?.split(separator: "\t").first.map(String.init))
    #expect(try run("token", "revoke", id).status == 0)
    #expect(try run("token", "list").lines.count == 1)
    #expect(try run("user", "remove", "anna").status == 0)
    #expect(try run("token", "list").lines.isEmpty)
    #expect(try run("user", "list").lines == ["bert\tbert"])
  }

  @Test(arguments: [
    ["user", "list"], ["container", "list"], ["token", "list"], ["user", "remove", "anna"],
    ["backup", "copy"], ["verify"],
  ])
  func `a mistyped folder is not made by a command that finds nothing there`(
    arguments: [String]
  ) throws {
    defer { removeFolder() }
    let (process, _, talk) = process(arguments)
    try process.run()
    process.waitUntilExit()
    let text = String(
      decoding: try talk.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 65 && text.contains("is no folder of a server"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `the log names a container's file that is damaged, and says what to do`()
    async throws
  {
    defer { removeFolder() }
    let tokens = try run("invite", "anna", "--container", container).lines
      .map { String($0.split(separator: " ")[1]) }
    let web = try #require(
      tokens[1].addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let modify = (0..<200).map { User.operation("create", "r\($0)", ["f": ["value": "text"]]) }
    _ = try await answer("records/modify", ["operations": .list(modify)], tokens[0], web)
    let file = "\(folder)/containers/\(container)/development.db"
    try await emptyLog(of: file, tokens[0], web)
    let handle = try #require(FileHandle(forUpdatingAtPath: file))
    let size = try handle.seekToEnd()
    #expect(size > 40_000)
    // All but the first page and those of the tables' definitions.
    try handle.seek(toOffset: 8 * 4_096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 8 * 4_096))
    try handle.close()
    let query: JSON = ["query": ["recordType": "Note"], "resultsLimit": 200]
    let (body, log) = try await answer("records/query", query, tokens[0], web)
    #expect(body["serverErrorCode"]?.string == "INTERNAL_ERROR", "\(body)")
    #expect(log.contains("\(file) is damaged; end the server"), "\(log)")
  }

  @Test func `verify lists a damaged row, also while the server runs, which says so and goes on`()
    async throws
  {
    defer { removeFolder() }
    let tokens = try run("invite", "anna", "--container", container).lines
      .map { String($0.split(separator: " ")[1]) }
    let web = try #require(
      tokens[1].addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let modify = ["a", "b"].map { (name: String) in
      User.operation("create", name, ["f": ["value": .string("text of \(name)")]])
    }
    _ = try await answer("records/modify", ["operations": .list(modify)], tokens[0], web)
    let whole = try run("verify")
    #expect(whole.status == 0 && whole.output.isEmpty, "\(whole)")
    #expect(whole.talk.contains("in 3 files: no damage"), "\(whole)")
    let file = URL(filePath: "\(folder)/containers/\(container)/development.db")
    try await emptyLog(of: file.path, tokens[0], web)
    var bytes = try Data(contentsOf: file)
    let place = try #require(bytes.range(of: Data("text of b".utf8)))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: file)
    let lookup: JSON = ["records": [["recordName": "a"], ["recordName": "b"]]]
    let (body, log) = try await answer("records/lookup", lookup, tokens[0], web) {
      for _ in 0..<2 {
        let found = try run("verify")
        #expect(found.status == 1)
        #expect(
          found.output.hasPrefix("containers/\(container)/development.db\trecord\t2 1 'b'\t"),
          "\(found)")
      }
    }
    let records = body["records"]?.list ?? []
    #expect(records.map { $0["serverErrorCode"]?.string } == [nil, "INTERNAL_ERROR"], "\(body)")
    #expect(records.last?["recordName"]?.string == "b")
    #expect(records.last?["reason"]?.string?.contains("streaklined verify") == true)
    #expect(log.contains("development.db: row 2 of the table record is damaged"), "\(log)")
    let alone = try run("verify", "--output", "json")
    #expect(alone.status == 1)
    let line = try JSON(Array(try #require(alone.lines.first).utf8))
    #expect(line["table"] == "record" && line["row"] == "2 1 'b'", "\(alone)")
  }

  /// Starts and ends servers until the log beside a database is empty. A server that was ended on a busy machine has
  /// once left rows in the log, and these tests damage the database itself.
  private func emptyLog(of file: String, _ api: String, _ web: String) async throws {
    let lookup: JSON = ["records": [["recordName": "a"]]]
    for _ in 0..<5 where FileManager.default.fileExists(atPath: file + "-wal") {
      _ = try await answer("records/lookup", lookup, api, web)
    }
  }

  /// What a server that is started for it answers to one request, and its log.
  private func answer(
    _ endpoint: String, _ question: JSON, _ api: String, _ web: String,
    meanwhile: () throws -> Void = {}
  ) async throws -> (body: JSON, log: String) {
    let (server, output, talk) = process(["serve", "--sync", "--listen", "127.0.0.1:0"])
    try server.run()
    defer { server.terminate() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(line.split(separator: " ").last?.trimmingCharacters(in: .newlines))
    let path = "\(address)/database/1/\(container)/development/private/\(endpoint)"
    let url = try #require(URL(string: "\(path)?ckAPIToken=\(api)&ckWebAuthToken=\(web)"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data(question.bytes)
    let (data, _) = try await URLSession.shared.data(for: request)
    try meanwhile()
    server.terminate()
    server.waitUntilExit()
    let log = try talk.fileHandleForReading.readToEnd() ?? Data()
    return (try JSON(Array(data)), String(decoding: log, as: UTF8.self))
  }

  @Test func `what is listed and made can be read as JSON`() throws {
    defer { removeFolder() }
    _ = try run("container", "create", container)
    _ = try run("user", "add", "anna")
    func objects(_ arguments: String...) throws -> [JSON] {
      let (process, output, _) = process(arguments + ["--output", "json"])
      try process.run()
      let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return try bytes.split(separator: 0x0A).map { try JSON(Array($0)) }
    }
    let token = try objects("token", "create", "--container", container, "--user", "anna")
    #expect(token.count == 1 && token[0].members?.map(\.name) == ["token"])
    let listed = try objects("token", "list")
    #expect(listed.count == 1 && listed[0]["user"] == "anna", "\(listed)")
    #expect(listed[0]["container"] == .string(container))
    #expect(try objects("user", "list") == [["user": "anna", "player": "anna"]])
    #expect(try objects("container", "list") == [["container": .string(container)]])
    let invited = try objects("invite", "bert", "--container", container)
    #expect(invited.first?.members?.map(\.name) == ["apiToken", "webAuthToken"])
  }

  @Test func `keys are managed, and a private key is refused`() throws {
    defer { removeFolder() }
    _ = try run("container", "create", container)
    let key = P256.Signing.PrivateKey()
    let (own, shown) = (folder + "/private.pem", folder + "/public.pem")
    try key.pemRepresentation.write(toFile: own, atomically: true, encoding: .utf8)
    try key.publicKey.pemRepresentation.write(toFile: shown, atomically: true, encoding: .utf8)
    let refused = try run("key", "add", "--container", container, "--public-key", own)
    #expect(refused.status == 65 && refused.talk.contains("private key"))
    let added = try run("key", "add", "--container", container, "--public-key", shown)
    let id = try #require(added.lines.first)
    #expect(id.count == 64)
    #expect(try run("key", "list").output.hasPrefix("\(id)\t\(container)\t"))
    #expect(try run("key", "remove", id).status == 0)
    #expect(try run("key", "list").output.isEmpty)
  }

  @Test(arguments: [
    ["key", "remove", "00"],
    ["key", "add", "--container", "iCloud.x", "--public-key", "/dev/null"],
    ["container", "create", "app"], ["user", "add", "a\tb"], ["user", "remove", "nobody"],
    ["token", "revoke", "00"], ["token", "create", "--container", "iCloud.none"],
    ["schema", "show", "iCloud.none"],
  ])
  func `a mistake is said in a sentence`(arguments: [String]) throws {
    defer { removeFolder() }
    let (process, _, talk) = process(arguments)
    try process.run()
    process.waitUntilExit()
    let text = String(
      decoding: try talk.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.terminationStatus == 65)
    #expect(text.hasPrefix("streaklined: "))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ["--listen", "0.0.0.0:0"], ["--listen", "127.0.0.1"], ["--listen", "127.0.0.1:99999"],
    ["--certificate", "x"], ["--private-key", "x"], ["--requests-per-second", "0"],
    ["--quota-megabytes", "0"],
    ["--deletion-days", "0"], ["--page-quota", "0"],
  ])
  func `it does not serve with a wrong setting`(arguments: [String]) throws {
    defer { removeFolder() }
    let (process, _, _) = process(["serve"] + arguments)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
  }

  @Test func `a browser that listens for changes does not keep the server from stopping`()
    async throws
  {
    defer { removeFolder() }
    let (server, output, _) = process([
      "serve", "--page", "--store", folder + "/page.db", "--listen", "127.0.0.1:0",
    ])
    try server.run()
    defer { server.terminate() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(line.split(separator: " ").last?.trimmingCharacters(in: .newlines))
    let request = HTTPClientRequest(url: address + "/v1/events")
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
    #expect(response.status == .ok)
    let start = ContinuousClock.now
    server.terminate()
    // It ends what it says, and does not wait for the browser.
    for try await _ in response.body {}
    server.waitUntilExit()
    #expect(server.terminationStatus == 0)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test func `a server runs until it is told to stop, and its log tells no secret`() async throws {
    defer { removeFolder() }
    _ = try run("container", "create", container)
    _ = try run("user", "add", "anna")
    let api = try #require(try run("token", "create", "--container", container).lines.first)
    let web = try #require(
      try run("token", "create", "--container", container, "--user", "anna").lines.first)
    let (server, output, talk) = process(["serve", "--listen", "127.0.0.1:0"])
    try server.run()
    defer { server.terminate() }
    let line = String(
      decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let address = try #require(line.split(separator: " ").last?.trimmingCharacters(in: .newlines))
    let second = process(["serve", "--listen", "127.0.0.1:0"])
    try second.0.run()
    second.0.waitUntilExit()
    #expect(second.0.terminationStatus == 65)
    let encoded = try #require(
      web.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let path = "\(address)/database/1/\(container)/development/private/records/modify"
    let url = try #require(URL(string: "\(path)?ckAPIToken=\(api)&ckWebAuthToken=\(encoded)"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    let operation = User.operation("create", "recordcanary", ["f": ["value": "textcanary"]])
    request.httpBody = Data((["operations": [operation]] as JSON).bytes)
    let (data, _) = try await URLSession.shared.data(for: request)
    #expect(try JSON(Array(data))["records"]?.list?.first?["recordName"] == "recordcanary")
    server.terminate()
    server.waitUntilExit()
    #expect(server.terminationStatus == 0)
    let log = String(
      decoding: try talk.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(log.contains("route=development/private/records/modify status=200"))
    for secret in [api, web, encoded, "canary", "anna"] { #expect(!log.contains(secret)) }
    let schema = try run("schema", "show", container)
    #expect(schema.output == "Note\tf\tSTRING\tqueryable sortable\n")
    #expect(try run("schema", "show", container, "--production").output.isEmpty)
    #expect(try run("schema", "deploy", container).status == 0)
    #expect(try run("schema", "show", container, "--production").output == schema.output)
  }
}
