package import Foundation
package import ServerJSON

/// The program `streakline` with a home folder and a store of its own.
package struct Tool {
  package struct Run: Sendable {
    package let status: Int32
    package let output: String
    package let talk: String

    /// The lines of the output as JSON.
    package var objects: [JSON] {
      output.split(separator: "\n").compactMap { try? JSON(Array($0.utf8)) }
    }
  }

  package let folder: TemporaryFolder

  /// The folder of the checkout from which the tests were built.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `make test-server` names it; it is built by the package above this one.
  package static let streakline =
    ProcessInfo.processInfo.environment["STREAKLINE"]
    ?? root.appending(path: ".build/debug/streakline").path

  /// A program beside the test bundle.
  package static func program(_ name: String) -> String {
    let places = [
      URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
      Bundle.main.bundleURL.deletingLastPathComponent(), Bundle.main.bundleURL,
    ]
    let found = places.map { $0.appending(path: name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return found ?? root.appending(path: "Server/.build/debug/\(name)").path
  }

  package static func documentation(_ name: String) throws -> String {
    try file("Documentation/\(name)")
  }

  /// The text of a file of the project.
  package static func file(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  package init() throws {
    folder = try TemporaryFolder()
  }

  /// - Parameter results: How many results of one user are in the store.
  package init(results: Int) throws {
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
  package func ingest(_ numbers: Range<Int>, rows: Int = 3, store: String? = nil) throws {
    let shares = numbers.map { number in
      let wrong = String(repeating: "⬛🟨⬛⬛⬛\n", count: rows - 1)
      return "Wordle \(1_000 + number) \(rows)/6\n\n\(wrong)🟩🟩🟩🟩🟩\n"
    }
    try run(
      ["ingest"] + (store.map { ["--store", $0] } ?? []), input: shares.joined(separator: "\n"))
  }

  @discardableResult
  package func run(_ arguments: [String], input: String = "") throws -> Run {
    let (process, files) = try prepared(arguments, input: input)
    try process.run()
    process.waitUntilExit()
    return try ended(process, files)
  }

  /// Runs without keeping a thread that the servers of the test may need.
  package func runInBackground(_ arguments: [String], input: String = "") async throws -> Run {
    let (process, files) = try prepared(arguments, input: input)
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
    return try ended(process, files)
  }

  /// A process that is not started yet, with files for its input, output and errors.
  package func prepared(_ arguments: [String], input: String = "") throws -> (Process, [String]) {
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

  package func ended(_ process: Process, _ files: [String]) throws -> Run {
    process.waitUntilExit()
    let texts = try files.map {
      String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self)
    }
    return Run(status: process.terminationStatus, output: texts[1], talk: texts[2])
  }
}
