import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Synchronization
import Testing
import ToolTesting

/// The program itself: its input and output, and what others can see of it.
@Suite struct ProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The running program with its ends.
  private func start(_ arguments: [String] = []) throws -> (Process, Pipe, Pipe, Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: Tool.program)
    process.arguments = arguments
    let pipes = (Pipe(), Pipe(), Pipe())
    process.standardInput = pipes.0
    process.standardOutput = pipes.1
    process.standardError = pipes.2
    try process.run()
    return (process, pipes.0, pipes.1, pipes.2)
  }

  private func lines(_ questions: [JSON]) -> Data {
    Data(questions.flatMap { $0.bytes + [UInt8(ascii: "\n")] })
  }

  private func open(_ url: String, _ secrets: String, timeout: Int = 30) -> JSON {
    let settings: JSON = [
      "url": .string(url), "secrets": .string(secrets), "timeout": .int(timeout),
    ]
    return [
      "do": "open", "protocol": .int(1), "pipeline": "web", "device": "d", "settings": settings,
    ]
  }

  @Test func `each question gets a line, and the end of the questions ends the program`() throws {
    let (process, input, output, talk) = try start()
    let questions: [JSON] = [
      ["do": "push", "records": []], ["do": "dance"],
      ["do": "open", "protocol": .int(2)],
      ["do": "open", "protocol": .int(1), "settings": ["url": "https://localhost/"]],
    ]
    try input.fileHandleForWriting.write(contentsOf: Data("no JSON\n\n".utf8) + lines(questions))
    try input.fileHandleForWriting.close()
    let answers = try String(
      decoding: output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self
    ).split(separator: "\n").map { try JSON(Array($0.utf8)) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(
      answers.map(\.error) == ["failed", "failed", "failed", "failed", "configuration", nil])
    #expect(answers.last?["can"] == ["push"])
    #expect(try talk.fileHandleForReading.readToEnd() ?? Data() == Data())
  }

  @Test func `a question that is cut off by the end is not answered`() throws {
    let (process, input, output, _) = try start()
    try input.fileHandleForWriting.write(contentsOf: Data(#"{"do":"open""#.utf8))
    try input.fileHandleForWriting.close()
    #expect(try output.fileHandleForReading.readToEnd() ?? Data() == Data())
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a signal ends the program while it waits for a receiver`() async throws {
    let server = try await FaultServer { _ in .silence }
    let secrets = try folder.write("bearer: b", to: "secrets")
    // The threads of this test block signals.
    let (process, input, _, _) = try start()
    let push: JSON = ["do": "push", "atomic": false, "records": [Asking.record(1)]]
    try input.fileHandleForWriting.write(
      contentsOf: lines([open(server.url, secrets), push]))
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    process.interrupt()
    let start = ContinuousClock.now
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
    try await server.stop()
  }

  @Test func `it says what it is`() throws {
    let (process, _, output, _) = try start(["--help"])
    let text = try String(
      decoding: output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && text.contains("Documentation/http.md"))
  }

  @Test func `secrets are in no argument, environment, message or file`() async throws {
    let canary = "canary-0123456789abcdef"
    let secrets = try folder.write("bearer: \(canary)-b\nhmac: \(canary)-h", to: "secrets")
    // A receiver that gives away what it got, in every way.
    let echo = """
      {"results":[{"zone":"results","recordName":"n1","status":"rejected","reason":"\(canary)-b"}]}
      """
    let isReleased = Mutex(false)
    let server = try await FaultServer { request in
      #expect(request.headers["authorization"] == "Bearer \(canary)-b")
      #expect(!String(describing: request).contains("\(canary)-h"))
      switch request.names.first {
      case "n1": return .answer(200, [:], echo)
      case "n2": return .answer(401, ["WWW-Authenticate": canary], canary)
      case "n3": return .answer(302, ["Location": "http://127.0.0.1/\(canary)"], canary)
      case "n4": return .raw("HTTP/1.1 \(canary)\r\n\r\n")
      case "n5": return .answer(503, ["Retry-After": canary], canary)
      default:
        while !isReleased.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(10)) }
        return .raw("")
      }
    }
    let (process, input, output, talk) = try start()
    let pushes = (1...6).map { number -> JSON in
      ["do": "push", "atomic": false, "records": [Asking.record(number)]]
    }
    try input.fileHandleForWriting.write(
      contentsOf: lines([open(server.url, secrets)] + pushes))
    // While it waits for the answer to the last batch.
    while server.requests.count < 6 { try await Task.sleep(for: .milliseconds(10)) }
    for name in ["cmdline", "environ"] {
      let path = "/proc/\(process.processIdentifier)/\(name)"
      if let data = FileManager.default.contents(atPath: path) {
        #expect(!String(decoding: data, as: UTF8.self).contains(canary), "\(name)")
      }
    }
    isReleased.withLock { $0 = true }
    try input.fileHandleForWriting.close()
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    let said = [output, talk].map {
      String(decoding: (try? $0.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
    }
    #expect(said[0].split(separator: "\n").count == 7)
    #expect(!said.joined().contains(canary), "\(said)")
    #expect(said[0].contains("***"))
    try await server.stop()
  }

  @Test func `secrets that others can read are refused before anything is sent`() async throws {
    let server = try await FaultServer { _ in .answer(204) }
    let tool = try Tool(results: 2)
    let secrets = try tool.folder.write("bearer: canary", to: "secrets", permissions: 0o644)
    try tool.pipeline(server.url, "secrets: '\(secrets)'")
    let run = try await tool.sync()
    #expect(run.status == 78)
    #expect(run.talk.contains("chmod 600") && !run.talk.contains("canary"))
    #expect(server.requests.isEmpty)
    try await server.stop()
  }
}
