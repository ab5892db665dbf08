import Foundation

extension Tool {
  /// Runs the program to its end with a terminal as its standard output and standard error.
  ///
  /// - Returns: Everything that the terminal was sent.
  func screen(_ arguments: [String], input: String = "") throws -> String {
    try terminal(arguments, input: input).output
  }

  /// Runs the program to its end with a terminal as its standard output and standard error.
  ///
  /// - Parameters:
  ///   - input: What a file has that is standard input; `nil` for the terminal.
  ///   - typed: What is typed at the terminal.
  ///   - columns: The terminal's width.
  ///   - more: Environment variables. Output is coloured, and paged, only with these.
  /// - Returns: Everything that the terminal was sent, as the output.
  func terminal(
    _ arguments: [String], input: String? = "", typed: String? = nil, columns: Int = 80,
    more: [String: String] = [:]
  ) throws -> Run {
    let file = try input.map { try write($0, to: "\(UUID().uuidString).in") }
    let source = file.map { " < '\($0)'" } ?? ""
    let words = ([Self.binary.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let process = process([], more: ["NO_COLOR": "1", "SHELL": "/bin/sh"].merging(more) { $1 })
    process.executableURL = URL(filePath: "/usr/bin/env")
    // script(1) makes the terminal; raw, it passes on what it is sent as it is.
    process.arguments = [
      "script", "-qec", "stty raw -echo cols \(columns); exec \(words)\(source)", "/dev/null",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    if let typed {
      let keys = Pipe()
      process.standardInput = keys
      try keys.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
    }
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self), talk: "")
  }
}
