import Foundation

/// A program that runs while the test goes on.
struct RunningTool {
  let process: Process
  private let output: URL
  private let errors: URL

  fileprivate init(_ tool: Tool, _ arguments: [String], input: Any) throws {
    let name = UUID().uuidString
    output = tool.folder.appending(path: "\(name).out")
    errors = tool.folder.appending(path: "\(name).err")
    for file in [output, errors] { try Data().write(to: file) }
    process = tool.process(arguments)
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
  }

  /// What it has written to standard output so far.
  var outputSoFar: String {
    (try? Data(contentsOf: output)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// What it has written to standard error so far.
  var errorsSoFar: String {
    (try? Data(contentsOf: errors)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether the program has the file open.
  func hasOpen(_ path: String) -> Bool {
    let folder = "/proc/\(process.processIdentifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
  }

  /// Whether the program sleeps in a system call, such as a read from a pipe.
  var isSleeping: Bool {
    let path = "/proc/\(process.processIdentifier)/stat"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    return text.split(separator: ")").last?.hasPrefix(" S") == true
  }

  /// Waits for an event of the program, or its end.
  func waitUntil(_ isReached: (RunningTool) -> Bool) {
    while process.isRunning, !isReached(self) {
      usleep(1_000)
    }
  }

  /// Waits for the end.
  func end() -> Tool.Run {
    process.waitUntilExit()
    return Tool.Run(
      status: process.terminationStatus, output: outputSoFar, talk: errorsSoFar)
  }
}

extension Tool {
  /// Starts the program with a text on its standard input.
  func start(_ arguments: [String], input: String = "") throws -> RunningTool {
    let path = try write(input, to: "\(UUID().uuidString).in")
    return try RunningTool(
      self, arguments, input: FileHandle(forReadingFrom: URL(filePath: path)))
  }

  /// Starts the program with a pipe that stays open as its standard input.
  func start(_ arguments: [String], pipe: Pipe) throws -> RunningTool {
    try RunningTool(self, arguments, input: pipe)
  }
}
