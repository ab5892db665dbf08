import Foundation
import Testing

/// The built program with a home folder and a store of its own, apart from the user's.
struct Tool {
  /// What a run ended with and wrote.
  struct Run {
    let status: Int32
    let output: String
    let talk: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
    /// Every line of the output as JSON.
    var objects: [[String: Any]] {
      lines.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    }
  }

  let folder: URL
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "streakline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The program beside the test bundle, or the one that `STREAKLINE_PROGRAM` names.
  static let binary: URL = {
    if let path = ProcessInfo.processInfo.environment["STREAKLINE_PROGRAM"] {
      return URL(filePath: path)
    }
    let test = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let places = [test, Bundle.main.bundleURL.deletingLastPathComponent()]
    let found = places.map { $0.appending(path: "streakline") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return found ?? root.appending(path: ".build/debug/streakline")
  }()

  var store: URL { folder.appending(path: "data/streakline/streakline.db") }

  /// The cache of rule files, shared by all tests: reading the files again takes longer than most tests.
  private static let cache = binary.deletingLastPathComponent().appending(path: "test-cache").path

  var environment: [String: String] {
    [
      "XDG_CACHE_HOME": Self.cache,
      "HOME": folder.path, "XDG_DATA_HOME": folder.appending(path: "data").path,
      "XDG_CONFIG_HOME": folder.appending(path: "config").path, "STREAKLINE_HOME": Self.root.path,
      "PATH": "/usr/bin:/bin", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws -> String {
    let url = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
    return url.path
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: [String], input: String = "", more: [String: String] = [:]) throws -> Run {
    try run(arguments, input: Data(input.utf8), more: more)
  }

  @discardableResult
  func run(_ arguments: [String], input: Data, more: [String: String] = [:]) throws -> Run {
    let process = process(arguments, more: more)
    // Files, not pipes: neither side can block the other.
    let names = ["in", "out", "err"].map { folder.appending(path: "\(UUID().uuidString).\($0)") }
    try input.write(to: names[0])
    for name in names.dropFirst() { try Data().write(to: name) }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    let texts = try names.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    for name in names { try FileManager.default.removeItem(at: name) }
    return Run(status: process.terminationStatus, output: texts[1], talk: texts[2])
  }

  func process(_ arguments: [String], more: [String: String] = [:]) -> Process {
    let process = Process()
    process.executableURL = Self.binary
    process.arguments = arguments
    process.environment = environment.merging(more) { _, new in new }
    process.currentDirectoryURL = folder
    return process
  }
}

/// A share of the Wordle of a day in 2024 and 2025, solved in a number of rows.
func wordle(_ number: Int, rows: Int = 3) -> String {
  let wrong = String(repeating: "⬛🟨⬛⬛⬛\n", count: rows - 1)
  return "Wordle \(number) \(rows)/6\n\n\(wrong)🟩🟩🟩🟩🟩\n"
}
