import Foundation
import Testing

/// The program on the library's page, built by a package outside this one.
@Suite struct OutsidePackageTests {
  private struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// The code blocks of a page, in order.
  private func blocks(of page: String) throws -> [String] {
    let url = Tool.root.appending(path: page)
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```")
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      parts[index].drop { $0 != "\n" }.dropFirst().description
    }
  }

  private func run(_ arguments: [String], in folder: URL, more: [String: String] = [:]) throws
    -> String
  {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(more) { _, new in new }
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let output = try String(contentsOf: log, encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw Failed(description: "\(arguments.joined(separator: " ")): \(output.suffix(4_000))")
    }
    return output
  }

  @Test(.long)
  func `a package outside builds the library's example by path, and it prints what the page says`()
    throws
  {
    let blocks = try blocks(of: "Documentation/library.md")
    try #require(blocks.count == 3)
    let folder = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let sources = folder.appending(path: "Sources/Demo")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    let manifest = blocks[0].replacing("../streakline", with: Tool.root.path)
    try manifest.write(
      to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try blocks[1].write(
      to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
    let scratch = Tool.root.appending(path: ".build-outside").path
    let build = ["swift", "build", "--scratch-path", scratch]
    _ = try run(build, in: folder)
    let binaries = try run(build + ["--show-bin-path"], in: folder)
    let demo = "\(binaries.trimmingCharacters(in: .whitespacesAndNewlines))/Demo"
    #expect(try run([demo], in: folder) == blocks[2])
  }
}
