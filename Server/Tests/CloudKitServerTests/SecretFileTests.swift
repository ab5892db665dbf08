import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ServerJSON
import Testing
import ToolTesting

/// The files and messages of server, tool and remote program, where nobody has set a mask for new files
/// (RELIABILITY.md §4.4, F14 and F15).
@Suite struct SecretFileTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// The tool, started with no mask: a file that does not ask for less is open to everybody.
  private func prepared(
    _ arguments: [String], input: String = ""
  ) throws -> (Process, [String]) {
    let (process, files) = try tool.prepared(arguments, input: input)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", #"umask 000; exec "$@""#, "sh", Tool.streakline] + arguments
    return (process, files)
  }

  @discardableResult
  private func run(_ arguments: String..., input: String = "") async throws -> Tool.Run {
    let (process, files) = try prepared(arguments, input: input)
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    let run = try tool.ended(process, files)
    #expect(run.status == 0, "\(arguments): \(run)")
    return run
  }

  /// All files below the tool's home, but not those through which the test talks to programs.
  private func files() throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: tool.folder.path)
    return all.filter { path in
      path.contains("/") || !["0", "1", "2"].contains(URL(filePath: path).pathExtension)
    }
  }

  private func tokens(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.split(separator: ":", maxSplits: 1).last.map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
  }

  @Test func `what is kept is for its owner only, and tokens are in no file, message or argument`()
    async throws
  {
    let data = tool.folder.file("server")
    let invited = try await run(
      "serve", "invite", "anna", "--container", "iCloud.app.streaksync", "--data", data)
    let tokens = tokens(invited.output)
    #expect(tokens.count == 2 && tokens.allSatisfy { $0.count > 40 }, "\(invited)")
    let (server, said) = try prepared([
      "serve", "--sync", "--listen", "127.0.0.1:0", "--data", data,
    ])
    try server.run()
    var port: Substring?
    for _ in 0..<2_000 where port == nil && server.isRunning {
      try await Task.sleep(for: .milliseconds(10))
      port = try String(contentsOfFile: said[1], encoding: .utf8)
        .split(separator: "\n").first?.split(separator: ":").last
    }
    let url = "http://127.0.0.1:\(try #require(port))"
    try await run(
      "pipelines", "enable", "streaksync", "--url", url, "--container", "iCloud.app.streaksync")
    var talk = ""
    talk += try await run("account", "login", "--pipeline", "streaksync", input: invited.output).all
    talk += try await run("ingest", input: Shares.wordles(1_000..<1_003)).all
    talk += try await run("sync").all
    talk += try await run("status", "--output", "json").all
    talk += try await run("export").all
    talk += try await run("doctor").all
    talk += try await run("serve", "backup", tool.folder.file("backup"), "--data", data).all
    talk += try await run("serve", "token", "list", "--data", data).all
    // A refused request, whose answer and line in the log have no token either.
    let items = "ckAPIToken=\(tokens[0])&ckWebAuthToken=x"
    let refused = try await HTTPClient.shared.execute(
      HTTPClientRequest(
        url: "\(url)/database/1/iCloud.app.streaksync/development/private/zones/list?\(items)"),
      timeout: .seconds(300))
    #expect(refused.status.code == 401)
    talk += String(buffer: try await refused.body.collect(upTo: 1 << 20))
    for process in [server.processIdentifier] {
      for name in ["cmdline", "environ"] {
        let found = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data()
        talk += String(decoding: found, as: UTF8.self)
      }
    }
    let kept = try files()
    #expect(kept.contains { $0.hasSuffix("-wal") } && kept.contains { $0.hasSuffix(".db") })
    for path in kept {
      let whole = tool.folder.file(path)
      let attributes = try FileManager.default.attributesOfItem(atPath: whole)
      let mode = attributes[.posixPermissions] as? Int ?? 0o777
      #expect(mode & 0o077 == 0, "\(path) has the mode \(String(mode, radix: 8))")
      guard attributes[.type] as? FileAttributeType == .typeRegular,
        !path.hasPrefix("config/streakline/secrets/")
      else { continue }
      let content = try Data(contentsOf: URL(filePath: whole))
      for token in tokens { #expect(content.firstRange(of: Data(token.utf8)) == nil, "\(path)") }
    }
    server.terminate()
    while server.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    talk += try tool.ended(server, said).all
    #expect(talk.contains("streaksync") && !tokens.contains { talk.contains($0) })
  }
}

extension Tool.Run {
  fileprivate var all: String { output + talk }
}
