import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing
import ToolTesting

/// The receiver of `Documentation/http.md`, as it is printed there.
@Suite struct ReceiverExampleTests {
  private static let key = "0123456789abcdef0123456789abcdef"

  /// A block of the page in a language.
  private func block(_ language: String) throws -> String {
    let page = try Tool.documentation("http.md")
    let start = try #require(page.range(of: "```\(language)\n")).upperBound
    let end = try #require(page.range(of: "\n```", range: start..<page.endIndex)).lowerBound
    return String(page[start..<end])
  }

  /// Starts the receiver and waits until it listens.
  private func receiver(_ tool: Tool) async throws -> (process: Process, url: String) {
    let free = try await FaultServer { _ in .silence }
    let port = free.port
    try await free.stop()
    try tool.folder.write(try block("python"), to: "receiver.py")
    try tool.folder.write(Self.key, to: "key")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "receiver.py", String(port), "key"]
    process.currentDirectoryURL = URL(filePath: tool.folder.path)
    // Not the output of the test run, which would wait for the receiver's end.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let url = "http://127.0.0.1:\(port)/"
    for _ in 1...500 {
      var asking = try await Asking(url, ["pull": true])
      if try await asking.pull().error == "signIn" { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    return (process, url)
  }

  /// The threads of a test block other signals, and their processes inherit that.
  private func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  @Test func `two devices are in step over the receiver of the documentation`() async throws {
    let tool = try Tool(results: 12)
    let (process, url) = try await receiver(tool)
    defer { end(process) }
    // The pipeline file of the page, with this receiver's address and secrets.
    let secrets = try tool.folder.write("bearer: unused\nhmac: \(Self.key)", to: "secrets")
    let file = try block("yaml")
      .replacing("https://example.org/streakline", with: url)
      .replacing("/home/me/.config/streakline/web.secrets", with: secrets)
    try tool.folder.write(file, to: "config/streakline/Pipelines/web.yaml")
    // The short form `http:` finds the program in PATH, too.
    let first = try await tool.sync()
    #expect(first.status == 0, "\(first.talk)")
    #expect(first.objects.last?["saved"]?.int == 12)
    let second = tool.folder.file("data/streakline/second.db")
    try tool.ingest(50..<51, store: second)
    let exchange = try await tool.sync("--store", second)
    #expect(exchange.objects.last?["pulled"]?.int == 12, "\(exchange)")
    #expect(exchange.objects.last?["saved"]?.int == 1)
    let id = try #require(
      tool.run(["results", "--output", "json", "--store", second]).objects.first?["id"]?.string)
    try tool.run(["results", "delete", id, "--store", second])
    #expect(try await tool.sync("--store", second).objects.last?["deleted"]?.int == 1)
    #expect(try await tool.sync().objects.last?["pulled"]?.int == 2)
    for store in [[], ["--store", second]] {
      #expect(try tool.run(["results", "--output", "json"] + store).objects.count == 12)
    }
    let quiet = try await tool.sync()
    #expect(quiet.objects.last?["batches"]?.int == 0 && quiet.objects.last?["pulled"]?.int == 0)
  }

  @Test func `the receiver of the documentation refuses what is not signed with its key`()
    async throws
  {
    let tool = try Tool()
    let (process, url) = try await receiver(tool)
    defer { end(process) }
    let right = try tool.folder.write("hmac: \(Self.key)", to: "right")
    let wrong = try tool.folder.write("hmac: \(Self.key)x", to: "wrong")
    func push(_ secrets: String, at time: Int) async throws -> JSON {
      var asking = try await Asking(url, ["secrets": .string(secrets)]) { time }
      return try await asking.push(Asking.records(2))
    }
    let now = Int(Date.now.timeIntervalSince1970)
    #expect(try await push(wrong, at: now).error == "signIn")
    #expect(try await push(right, at: now - 1_000).error == "signIn")
    #expect(try await push(right, at: now).statuses.count == 2)
  }
}
