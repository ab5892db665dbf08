import Foundation
import RemoteHTTP
import ServerJSON

/// The programs `streakline` and `streakline-remote-http`, with a home folder and a store of their own.
struct Tool {
  struct Run: Sendable {
    let status: Int32
    let output: String
    let talk: String

    /// The lines of the output as JSON.
    var objects: [JSON] {
      output.split(separator: "\n").compactMap { try? JSON(Array($0.utf8)) }
    }
  }

  let folder: TemporaryFolder

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `make test-server` names it; it is built by the package above this one.
  static let streakline =
    ProcessInfo.processInfo.environment["STREAKLINE"]
    ?? root.appending(path: ".build/debug/streakline").path

  /// The program beside the test bundle.
  static let program: String = {
    let places = [
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
      Bundle.main.bundleURL.deletingLastPathComponent(), Bundle.main.bundleURL,
    ]
    let found = places.map { $0.appending(path: "streakline-remote-http").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return found ?? root.appending(path: "Server/.build/debug/streakline-remote-http").path
  }()

  static func documentation(_ name: String) throws -> String {
    try String(
      contentsOf: root.appending(path: "Documentation/\(name)"), encoding: .utf8)
  }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// - Parameter results: How many results of one user are in the store.
  init(results: Int) throws {
    try self.init()
    try ingest(0..<results)
  }

  /// The rule cache is one for all tests: reading the rule files again takes longer than most tests.
  private static let cache = URL(filePath: streakline).deletingLastPathComponent()
    .appending(path: "test-cache").path

  private var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_CACHE_HOME": Self.cache, "XDG_DATA_HOME": folder.file("data"),
      "XDG_CONFIG_HOME": folder.file("config"), "STREAKLINE_HOME": Self.root.path,
      "PATH": "/usr/bin:/bin", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Puts results of Wordle into a store.
  func ingest(_ numbers: Range<Int>, rows: Int = 3, store: String? = nil) throws {
    let shares = numbers.map { number in
      let wrong = String(repeating: "⬛🟨⬛⬛⬛\n", count: rows - 1)
      return "Wordle \(1_000 + number) \(rows)/6\n\n\(wrong)🟩🟩🟩🟩🟩\n"
    }
    try run(
      ["ingest"] + (store.map { ["--store", $0] } ?? []), input: shares.joined(separator: "\n"))
  }

  /// Writes the pipeline `web`.
  ///
  /// - Parameter settings: In the form of YAML, besides the address.
  func pipeline(_ url: String, _ settings: String = "timeout: 5", more: String = "") throws {
    let text = """
      format: 1
      pipeline: web
      users: [all]
      records:
        GameResult: {zone: results, name: '{uuid}'}
      \(more)
      remote:
        program:
          command: ['\(Self.program)']
          settings: {url: '\(url)', \(settings)}
      """
    try folder.write(text, to: "config/streakline/Pipelines/web.yaml")
  }

  /// Delivers through the pipeline `web`.
  func sync(_ more: String...) async throws -> Run { try await sync(more) }

  func sync(_ more: [String]) async throws -> Run {
    try await runInBackground(["sync", "--pipeline", "web", "--output", "json"] + more)
  }

  /// What `status` says about the pipeline `web`.
  func status() throws -> JSON {
    let all = try run(["status", "--pipeline", "web", "--output", "json"]).objects.first
    return all?["pipelines"]?.list?.first ?? .null
  }

  @discardableResult
  func run(_ arguments: [String], input: String = "") throws -> Run {
    let (process, files) = try prepared(arguments, input: input)
    try process.run()
    process.waitUntilExit()
    return try ended(process, files)
  }

  /// Runs without keeping a thread that the servers of the test may need.
  func runInBackground(_ arguments: [String], input: String = "") async throws -> Run {
    let (process, files) = try prepared(arguments, input: input)
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    return try ended(process, files)
  }

  /// A process that is not started yet, with files for its input, output and errors.
  func prepared(_ arguments: [String], input: String = "") throws -> (Process, [String]) {
    let process = Process()
    process.executableURL = URL(filePath: Self.streakline)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = URL(filePath: folder.path)
    // Files, not pipes: neither side can block the other.
    let name = UUID().uuidString
    let files = try [input, "", ""].enumerated().map {
      try folder.write($0.element, to: "\(name).\($0.offset)")
    }
    process.standardInput = FileHandle(forReadingAtPath: files[0])
    process.standardOutput = FileHandle(forWritingAtPath: files[1])
    process.standardError = FileHandle(forWritingAtPath: files[2])
    return (process, files)
  }

  func ended(_ process: Process, _ files: [String]) throws -> Run {
    process.waitUntilExit()
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self)
    }
    return Run(status: process.terminationStatus, output: texts[1], talk: texts[2])
  }
}
