import Foundation
import Testing

@Suite struct BadInputTests {
  @Test(arguments: [
    "", "Hello there", "Wordle is fun", "Connections are important in life", "Wordle 3/6",
  ])
  func `a text without a share stores nothing, and that is reported`(text: String) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([], input: text)
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.talk.contains("no share recognised"))
    #expect(try tool.run(["results", "--output", "json"]).objects.isEmpty)
  }

  @Test func `a look-alike is a near miss and not a record`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let run = try tool.run([], input: "Wordle 1,234 7/6")
    #expect(run.status == 1)
    #expect(run.talk.contains("looks like wordle"))
    #expect(try tool.run(["misses"]).output.contains("Wordle 1,234 7/6"))
  }

  private static let share = wordle(1_234)

  private static func utf16(_ text: String, bigEndian: Bool) -> Data {
    var data = Data()
    for unit in text.utf16 {
      let bytes = [UInt8(unit & 255), UInt8(unit >> 8)]
      data.append(contentsOf: bigEndian ? bytes.reversed() : bytes)
    }
    return data
  }

  private static func data(_ parts: [[UInt8]]) -> Data { Data(Array(parts.joined())) }

  private static let awkward: [(String, Data)] = {
    let bytes = Array(share.utf8)
    let megabyte = [UInt8](repeating: 0x78, count: 1 << 20)
    return [
      ("UTF-8 with a byte order mark", data([[0xEF, 0xBB, 0xBF], bytes])),
      ("UTF-16 LE", Data([0xFF, 0xFE]) + utf16(share, bigEndian: false)),
      ("UTF-16 BE", Data([0xFE, 0xFF]) + utf16(share, bigEndian: true)),
      ("invalid bytes around", data([[0xFF, 0xC0, 0x0A], bytes, [0xE2, 0x9F]])),
      ("NUL bytes around", data([[0x00, 0x0A], bytes, [0x00]])),
      ("lone carriage returns", Data(share.replacing("\n", with: "\r").utf8)),
      ("after a megabyte without line break", data([megabyte, [0x20], bytes])),
    ]
  }()

  @Test(arguments: awkward)
  func `shares are read from a text with unusual bytes`(name: String, data: Data) throws {
    let tool = try Tool()
    defer { tool.remove() }
    let records = try tool.run(["parse", "--output", "json"], input: data).objects
    #expect(records.count == 1)
    #expect(records.first?["puzzleNumber"] as? Int == 1_234)
  }

  @Test func `UTF-16 without a mark is recognised by its zeros`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let text = String(repeating: "Some chatter first. ", count: 30) + "\n" + Self.share
    let data = Self.utf16(text, bigEndian: false)
    #expect(try tool.run(["parse", "--output", "json"], input: data).objects.count == 1)
  }

  @Test
  func `shares that lie across the windows of a long text are each found once, with their lines`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let numbers = Array(1..<6_001)
    let text = numbers.map { wordle($0 % 1_900, rows: 1 + $0 % 6) }.joined(separator: "filler\n")
    let records = try tool.run(["parse", "--output", "json"], input: text).objects
    #expect(records.map { $0["puzzleNumber"] as? Int } == numbers.map { $0 % 1_900 })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for record in records {
      let source = record["source"] as? [String: Any]
      let line = lines[(source?["line"] as? Int ?? 1) - 1]
      #expect(line.contains("Wordle \(record["puzzleNumber"] as? Int ?? -1) "))
    }
  }

  @Test func `inputs that cannot be read are reported and the others are read`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let good = try tool.write(Self.share, to: "good.txt")
    let empty = tool.folder.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let run = try tool.run(["ingest", "/nonexistent.txt", empty.path, good])
    #expect(run.status == 66)
    #expect(run.talk.contains("/nonexistent.txt: no such file"))
    #expect(run.talk.contains("holds no chat and no other text that can be imported"))
    #expect(run.output.contains("Wordle 1,234"))
  }

  @Test(arguments: [
    ["--nonsense"], ["--on", "yesterday"], ["streaks", "--as-of", "x"], ["completions", "tcsh"],
    ["--output", "yaml"],
  ])
  func `wrong usage is 64`(arguments: [String]) throws {
    let tool = try Tool()
    defer { tool.remove() }
    #expect(try tool.run(arguments).status == 64)
  }

  @Test func `commands that read report a missing store and create none`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for command in ["results", "streaks", "misses", "disputes", "status", "verify", "sync"] {
      #expect(try tool.run([command]).status == 66, "\(command)")
    }
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func `a file that is no store is refused and left alone`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write("precious notes", to: "notes.db")
    let run = try tool.run(["--store", path], input: Self.share)
    #expect(run.status == 65)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious notes")
  }

  @Test func `a reader that goes away ends the program quietly, and what it read is stored`() throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let text = try tool.write(
      (1..<1_500).map { wordle($0) }.joined(separator: "\n"), to: "many.txt")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.environment = tool.environment
    shell.arguments = [
      "-c", "\"$0\" ingest \"$1\" 2>\"$2\" | true", Tool.binary.path,
      text, tool.folder.path + "/talk",
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(try String(contentsOfFile: tool.folder.path + "/talk", encoding: .utf8).isEmpty)
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1_499)
    #expect(try tool.run(["verify"]).status == 0)
  }

  @Test func `Ctrl-C ends a program that waits for input`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let pipe = Pipe()
    let waiting = try tool.start(["ingest"], pipe: pipe)
    // The store is opened just before the input is read.
    waiting.waitUntil { $0.hasOpen(tool.store.path) && $0.isSleeping }
    waiting.process.interrupt()
    #expect(waiting.end().status == 130)
    withExtendedLifetime(pipe) {}
  }

  @Test(arguments: [
    ("NUL", UInt8(0)), ("x", UInt8(0x78)), ("newline", UInt8(0x0A)), ("CR", UInt8(0x0D)),
  ])
  func `a long input of one byte needs no more memory than a short one`(name: String, byte: UInt8)
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let peaks = try [2, LongRun.rounds(8, long: 64)].map { mebibytes in
      let path = tool.folder.appending(path: "\(mebibytes)").path
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      for _ in 0..<mebibytes { try file.write(contentsOf: Data(repeating: byte, count: 1 << 20)) }
      try file.close()
      return try peakMemory(tool, "parse", path)
    }
    #expect(peaks[1] - peaks[0] < 2 * 1_024, "\(peaks) KiB")
  }

  @Test func `thousands of near misses need little memory and little room, and are each kept once`()
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    let count = LongRun.rounds(2_000, long: 5_000)
    let many = (1...count).map { "Wordle \($0) 7/6\n" }.joined()
    let path = try tool.write(many, to: "many.txt")
    #expect(try peakMemory(tool, "ingest", path) < 128 * 1_024)
    #expect(try tool.run(["misses", "--output", "json"]).objects.count == count)
    let size =
      try FileManager.default.attributesOfItem(atPath: tool.store.path)[.size] as? Int ?? .max
    #expect(size < 8 << 20, "\(size) bytes")
    try tool.run(["ingest", try tool.write(many + "and more chatter\n", to: "more.txt")])
    #expect(try tool.run(["misses", "--output", "json"]).objects.count == count)
  }

  /// The peak memory of the program in KiB, as the kernel counts it.
  private func peakMemory(_ tool: Tool, _ command: String, _ path: String) throws -> Int {
    let script = tool.folder.appending(path: "peak.py").path
    let code = """
      import resource, subprocess, sys
      subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    _ = try tool.write(code, to: "peak.py")
    let process = tool.process([])
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.environment?["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    process.arguments = ["python3", script, Tool.binary.path, command, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
