import Foundation
import ServerJSON
import Testing
import ToolTesting

/// `streakline account login`, and the recipes of Documentation/cloudkit.md.
@Suite struct SignInTests {
  private static let secrets = "config/streakline/secrets/streaksync"

  /// A home whose pipeline leads to the server, and which has not signed in.
  private func home(_ server: RunningServer) async throws -> (Home, Account) {
    let account = try server.account("anna", apps: ["streaksync"])
    let home = try Home(signedOutFrom: server.port)
    try await home.run(
      "pipelines", "enable", "streaksync", "--url", "http://127.0.0.1:\(server.port)",
      "--container", "iCloud.app.streaksync")
    return (home, account)
  }

  private func login(_ home: Home, _ input: String) async throws -> Tool.Run {
    try await home.tool.runInBackground(
      ["account", "login", "--pipeline", "streaksync"], input: input)
  }

  @Test func `who has both tokens is signed in, and syncs`() async throws {
    try await RunningServer.run { server in
      let (home, account) = try await home(server)
      let tokens = try #require(account.tokens["streaksync"])
      let run = try await login(
        home, "apiToken: \(tokens.api)\nwebAuthToken: \(tokens.web)\n")
      #expect(run.status == 0 && run.output.contains("signed in as _"), "\(run)")
      let file = home.tool.folder.file(Self.secrets)
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try await home.run("ingest", input: Shares.wordle(1_500))
      let report = try home.report(try await home.sync())
      #expect(report["saved"]?.int ?? 0 > 0, "\(report)")
    }
  }

  @Test func `a token that the service does not know is not kept`() async throws {
    try await RunningServer.run { server in
      let (home, account) = try await home(server)
      let tokens = try #require(account.tokens["streaksync"])
      let run = try await login(home, "apiToken: \(tokens.api)\nwebAuthToken: \(tokens.api)\n")
      #expect(run.status == 78 && run.talk.contains("ckWebAuthToken"), "\(run)")
      #expect(!run.talk.contains(tokens.api))
      #expect(
        !FileManager.default.fileExists(atPath: home.tool.folder.file(Self.secrets)))
      #expect(try await login(home, "").status == 78)
      #expect(try await login(home, "no colon").status == 65)
      #expect(try await login(home, "password: x").talk.contains("none of apiToken"))
    }
  }

  @Test func `without a user's token the user learns where to get one`() async throws {
    try await RunningServer.run { server in
      let (home, account) = try await home(server)
      let tokens = try #require(account.tokens["streaksync"])
      let run = try await login(home, "apiToken: \(tokens.api)")
      #expect(run.status == 78)
      #expect(run.talk.contains("the user gets it at http://") && run.talk.contains("/sign-in"))
    }
  }

  @Test func `a new user's token takes the place of the former, and the app's stays`() async throws
  {
    try await RunningServer.run { server in
      let (home, account) = try await home(server)
      let tokens = try #require(account.tokens["streaksync"])
      _ = try await login(home, "apiToken: \(tokens.api)\nwebAuthToken: \(tokens.web)\n")
      let encoded = try #require(
        tokens.web.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let address = "https://example.org/callback?ckWebAuthToken=\(encoded)&ckSession=1"
      let run = try await login(home, "webAuthToken: \(address)")
      #expect(run.status == 0, "\(run)")
      let text = try String(
        contentsOfFile: home.tool.folder.file(Self.secrets), encoding: .utf8)
      #expect(text.contains("apiToken: \(tokens.api)\n"))
      #expect(text.split(separator: "\n").count == 2)
    }
  }

  @Test func `a port that is taken is named, with what to do`() async throws {
    try await RunningServer.run { server in
      let tool = try Tool()
      let run = try await tool.runInBackground([
        "serve", "--listen", "127.0.0.1:\(server.port)", "--data", tool.folder.file("other"),
      ])
      #expect(run.status == 65 && run.talk.contains("choose another port"), "\(run)")
    }
  }

  /// The commands of a section of the page, by block.
  private static func recipes(_ heading: String) throws -> [[String]] {
    let page = try Tool.documentation("cloudkit.md")
    let section = try #require(
      page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
    let blocks = section.components(separatedBy: "```sh\n").dropFirst()
    return try blocks.map { block in
      let commands = try #require(block.components(separatedBy: "```").first)
      return commands.split(separator: "\n").map(String.init)
    }
  }

  /// Runs the commands as they stand, but for the port and for where the server keeps its data.
  private func run(_ recipe: [String], _ tool: Tool) async throws {
    var server: ServerProgram?
    defer { server?.stop() }
    try tool.run(["ingest"], input: Shares.wordle(1_500) + Shares.tandem(100))
    for command in recipe {
      if command.hasSuffix("&") {
        server = try await ServerProgram(tool, data: tool.folder.file("data/streaklined"))
        continue
      }
      let line = command.replacing("8787", with: "\(server?.port ?? 0)")
      let run = try await tool.shell(line)
      #expect(run.status == 0, "\(line): \(run)")
      #expect(!line.contains(" sync ") || run.output.contains("delivered"), "\(run)")
    }
    #expect(server != nil, "\(recipe)")
  }

  @Test func `the five commands of each app's recipe work`() async throws {
    let recipes = try Self.recipes("With a server of your own")
    #expect(recipes.count == 4)
    for recipe in recipes {
      #expect(recipe.count == 5)
      try await run(recipe, try Tool())
    }
  }

  @Test func `the commands with a schema that is deployed first work`() async throws {
    let recipes = try Self.recipes("With people whom you do not trust")
    let tool = try Tool()
    // The recipe is for a shell in the project's folder.
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.file("Documentation"),
      withDestinationPath: Tool.root.appending(path: "Documentation").path)
    try await run(try #require(recipes.first), tool)
  }
}

extension Home {
  /// A device that has not signed in.
  fileprivate init(signedOutFrom port: Int) throws {
    try self.init(Account(port: port, tokens: [:]))
  }
}

extension Tool {
  /// Runs a line in a shell that finds the tool.
  fileprivate func shell(_ line: String) async throws -> Run {
    let (process, files) = try prepared([])
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    let folder = URL(filePath: Self.streakline).deletingLastPathComponent().path
    process.environment?["PATH"] = "\(folder):/usr/bin:/bin"
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    return try ended(process, files)
  }
}
