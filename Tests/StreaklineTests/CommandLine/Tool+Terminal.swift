import Foundation

extension Tool {
  /// Runs the program to its end with a terminal as its standard output and standard error.
  ///
  /// - Returns: Everything that the terminal was sent.
  func screen(_ arguments: [String], input: String = "") throws -> String {
    let path = try write(input, to: "\(UUID().uuidString).in")
    let words = ([Self.binary.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let process = process([], more: ["NO_COLOR": "1", "SHELL": "/bin/sh"])
    process.executableURL = URL(filePath: "/usr/bin/env")
    // script(1) makes the terminal; raw, it passes on what it is sent as it is.
    process.arguments = [
      "script", "-qec", "stty raw -echo; exec \(words) < '\(path)'", "/dev/null",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
