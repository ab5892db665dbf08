import CloudKitCore
import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// What a user's devices need to reach the containers of apps.
struct Account: Sendable {
  let port: Int
  /// By pipeline.
  let tokens: [String: (container: String, api: String, web: String)]

  static let apps = ["habitto", "quiettimer", "streaksync", "tandem"]
}

extension RunningServer {
  /// Adds a user with a token for the container of each app.
  func account(_ user: String, apps: [String] = Account.apps) throws -> Account {
    try folder.accounts.account(user, apps: apps, port: port)
  }
}

extension AccountStore {
  /// Adds a user with a token for the container of each app.
  ///
  /// - Parameter port: Where the server listens.
  func account(_ user: String, apps: [String] = Account.apps, port: Int) throws -> Account {
    try addUser(user, now: 0)
    var tokens: [String: (container: String, api: String, web: String)] = [:]
    for app in apps {
      let container = "iCloud.app.\(app)"
      try createContainer(container, now: 0)
      let api = try createToken(
        container: container, user: nil, now: 0, expiresAt: .max)
      let web = try createToken(
        container: container, user: user, now: 0, expiresAt: .max)
      tokens[app] = (
        container, api.apiText, WebAuthToken.original(web).text(signedWith: key)
      )
    }
    return Account(port: port, tokens: tokens)
  }
}

/// A device: the tool with a store of its own, and the pipelines of an account.
struct Home {
  let tool: Tool

  /// - Parameter port: Where the server can be reached, if not at the account's port.
  init(_ account: Account, port: Int? = nil, settings: [String] = []) throws {
    tool = try Tool()
    try signIn(account)
    for app in account.tokens.keys {
      try setPipeline(app, account, port: port ?? account.port, settings)
    }
  }

  func signIn(_ account: Account) throws {
    for (app, tokens) in account.tokens {
      try tool.folder.write(
        "apiToken: \(tokens.api)\nwebAuthToken: \(tokens.web)\n", to: Self.secrets(app))
    }
  }

  static func secrets(_ app: String) -> String { "config/streakline/secrets/\(app)" }

  /// Writes an app's pipeline file as it comes with Streakline, for the server of the tests.
  func setPipeline(
    _ app: String, _ account: Account, port: Int, _ settings: [String] = []
  ) throws {
    var text = try Tool.file("Pipelines/\(app).yaml")
    text.replace("enabled: false\n", with: "")
    let remote = try #require(text.range(of: "remote:\n"))
    text.replaceSubrange(
      remote.lowerBound...,
      with: """
        remote:
          program:
            command: ['\(Tool.program("streakline-remote-cloudkit"))']
            settings:
              url: 'http://127.0.0.1:\(port)'
              container: \(account.tokens[app]?.container ?? "")

        """ + settings.map { "      \($0)\n" }.joined())
    try tool.folder.write(text, to: "config/streakline/Pipelines/\(app).yaml")
  }

  /// Runs the tool, and expects it to do what it is told.
  @discardableResult
  func run(
    _ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Tool.Run {
    let run = try await tool.runInBackground(arguments, input: input)
    #expect(run.status == 0, "\(arguments): \(run.talk)", sourceLocation: sourceLocation)
    return run
  }

  /// Runs all pipelines once.
  @discardableResult
  func sync(
    _ more: String..., status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Tool.Run {
    let run = try await tool.runInBackground(["sync", "--output", "json"] + more)
    #expect(run.status == status, "\(run.talk)\(run.output)", sourceLocation: sourceLocation)
    return run
  }

  /// What the run says about a pipeline.
  func report(_ run: Tool.Run, _ pipeline: String = "streaksync") throws -> JSON {
    try #require(
      run.objects.last { $0["pipeline"]?.string == pipeline }, "\(run.output)\(run.talk)")
  }

  /// What the tool prints as JSON.
  func shown(_ arguments: String...) async throws -> [JSON] {
    try await tool.runInBackground(arguments + ["--output", "json"]).objects
  }

  /// A document without the fields that are empty, and those that QuietTimer's records do not have.
  private static func carried(_ document: JSON) -> JSON {
    let fields = (document["fields"]?.members ?? []).filter {
      $0.value != .null && !["plannedDuration", "version"].contains($0.name)
    }
    return .members([
      ("type", document["type"]), ("name", document["name"]), ("fields", .object(fields)),
    ])
  }

  /// The results, documents and streaks that all devices of an account have, as far as its apps carry them.
  /// Decisions are not among them: no app's container has records for them.
  func content() async throws -> Set<String> {
    let carried: Set<String> = [
      "type", "id", "userId", "gameId", "dateInt", "score", "maxAttempts", "completed", "won",
      "mistakes",
      "solved", "completionCount",
    ]
    var all = try await shown("results").map { result in
      JSON.object((result.members ?? []).filter { carried.contains($0.name) })
    }
    for type in try await shown("list").compactMap(\.["type"]?.string) where type != "Decision" {
      all += try await shown("list", type).map(Self.carried)
    }
    all += try await shown("streaks", "--as-of", "2026-11-01")
    return Set(all.map { String(decoding: $0.bytes, as: UTF8.self) })
  }
}

/// Shares as players paste them.
enum Shares {
  /// - Parameter rows: In how many guesses the puzzle was solved.
  static func wordle(_ number: Int, rows: Int = 3) -> String {
    let wrong = String(repeating: "⬛🟨⬛⬛⬛\n", count: rows - 1)
    return
      "Wordle \(number / 1_000),\(String(number + 10_000).suffix(3)) \(rows)/6\n\n\(wrong)🟩🟩🟩🟩🟩\n\n"
  }

  static func wordles(_ numbers: Range<Int>, rows: Int = 3) -> String {
    numbers.map { wordle($0, rows: rows) }.joined()
  }

  static func tandem(_ number: Int) -> String {
    """
    Daily Tandem #\(number)
    🔍 Theme Discovered!
    ⭐ Difficulty: Medium-Hard
    ⏱️ 1:42 | ❌ 0/4

    🔷💡🔷🔷

    tandemdaily.com

    """
  }
}
