import Foundation
import StreaklineFiles
import Testing

@Suite struct FolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a listing is sorted by bytes and has neither itself nor the folder above`() throws {
    for name in ["b", "a", "Z", "é"] { try folder.write(name, []) }
    #expect(try names(inFolder: folder.path) == ["Z", "a", "b", "é"])
    #expect(try names(inFolder: folder.path, limit: 2).count == 2)
  }

  @Test func `a folder that cannot be listed is an error with its name, not an empty folder`()
    throws
  {
    try folder.write("file", [])
    for path in [folder.file("none"), folder.file("file")] {
      do {
        _ = try names(inFolder: path)
        Issue.record("\(path) was listed")
      } catch {
        #expect(error.description.hasPrefix("\(path): cannot list the folder: "))
        #expect(error.isMissing)
      }
    }
  }

  @Test func `a name that is not UTF-8 is listed with its bytes`() throws {
    let bytes: [UInt8] = [0x63, 0xE9]
    let path = (Array((folder.path + "/").utf8) + bytes + [0]).map { CChar(bitPattern: $0) }
    let made = unsafe mkdir(path, 0o700)
    #expect(made == 0)
    let entry = try #require(try entries(inFolder: folder.path).first)
    #expect(entry.bytes == bytes)
    #expect(entry.name == "c\u{FFFD}")
    #expect(!entry.isUTF8)
    #expect(try FileStatus(entry, in: folder.path).kind == .folder)
    #expect(FolderEntry(bytes: Array("c\u{FFFD}".utf8)).isUTF8)
  }

  @Test func `a path with a NUL never means the shorter one before it`() throws {
    try folder.write("a", [1])
    let path = folder.file("a\0b")
    let attempts: [() throws -> Void] = [
      { _ = try OpenFile(path, .reading) },
      { _ = try FileStatus(path) },
      { _ = try names(inFolder: path) },
      { try createFolder(path) },
      { try renameFile(folder.file("a"), to: path) },
      { _ = try readSmallFile(path, limit: 9, followsLinks: true) },
      { _ = try ReplacementFile(path) },
    ]
    for attempt in attempts {
      let error = #expect(throws: FileError.self) { try attempt() }
      #expect(error?.description.contains("NUL") == true)
    }
    #expect(!isFile(path))
    #expect(try folder.bytes("a") == [1])
  }

  @Test func `a folder is created with those above it, for its owner alone`() throws {
    try createFolder(folder.file("a/b/c"))
    for name in ["a", "a/b", "a/b/c"] {
      #expect(try FileStatus(folder.file(name)).permissions == 0o700)
    }
    try createFolder(folder.file("a/b/c"))
    try createFolder("/")
    try folder.write("file", [])
    #expect(throws: FileError.self) { try createFolder(folder.file("file/a")) }
  }

  private static let strace = "/usr/bin/strace"

  /// Without it, a power cut can take the folder away again, and the store in it.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
  func `each folder that a new store creates is written to the disk`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let trace = folder.file("trace")
    let process = tool.process([])
    process.executableURL = URL(filePath: Self.strace)
    process.arguments =
      ["-f", "-qq", "-y", "-o", trace, "-e", "trace=mkdir,fsync", Tool.binary.path, "--store"]
      + [folder.file("x/y/s.db")]
    let input = try tool.write(wordle(1_000), to: "input")
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    for (made, parent) in [("x", folder.path), ("x/y", folder.file("x"))] {
      let after = try #require(
        calls.ranges(of: "mkdir(\"\(folder.file(made))\", 0700) = 0").last?.upperBound)
      #expect(calls[after...].contains("<\(parent)>) = 0"), "\(made)")
    }
  }
}
