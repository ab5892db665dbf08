import Foundation
import StreaklineFiles
import Testing

@Suite struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a lock that somebody keeps is given up after the limit, and the holder is named`()
    throws
  {
    let holder = try OpenFile(folder.file("lock"), .creating)
    try holder.lock()
    let waiting = try OpenFile(folder.file("lock"), .updating)
    do {
      try waiting.lock(waiting: .milliseconds(3))
      Issue.record("the lock was taken twice")
    } catch {
      #expect(error.isBusy)
      #if os(Linux)
        #expect(error.description.contains("process \(getpid()) ("))
      #endif
    }
    holder.unlock()
    try waiting.lock(waiting: .milliseconds(3))
  }

  @Test func `a lock is taken as soon as the one before is given up`() async throws {
    let path = folder.file("lock")
    let holder = try OpenFile(path, .creating)
    try holder.lock()
    let waiting = Task.detached {
      let file = try OpenFile(path, .updating)
      try file.lock(waiting: .seconds(600))
    }
    await Task.yield()
    holder.unlock()
    try await waiting.value
  }

  @Test func `programs that wait for a stopped one end with 75 and name it`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let holder = try OpenFile(tool.store.path + ".lock", .updating)
    try holder.lock()
    let waiting = try tool.start(["ingest"], input: wordle(1_001))
    waiting.waitUntil { $0.hasOpen(tool.store.path + ".lock") }
    waiting.process.interrupt()
    let run = waiting.end()
    #expect(run.status == 130)
    #expect(run.output.isEmpty)
    holder.unlock()
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
  }

  private static let strace = "/usr/bin/strace"

  /// On some network drives every attempt to lock can be interrupted.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: strace)),
    arguments: [SIGTERM, SIGINT])
  func `a lock that is interrupted for ever ends with the program's usual words`(signal: Int32)
    throws
  {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let (words, input) = (tool.folder.path + "/words", try tool.write(wordle(1_001), to: "in"))
    let process = tool.process([])
    process.arguments = [
      "-f", "-qq", "-o", "/dev/null", "-e", "inject=flock:error=EINTR", Tool.binary.path,
    ]
    process.executableURL = URL(filePath: Self.strace)
    try Data().write(to: URL(filePath: words))
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardError = try FileHandle(forWritingTo: URL(filePath: words))
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 8)
    while child(of: process).map({ hasOpen(tool.store.path + ".lock", $0) }) != true,
      Date() < deadline
    { usleep(1_000) }
    try kill(#require(child(of: process)), signal)
    while process.isRunning, Date() < deadline { usleep(1_000) }
    #expect(!process.isRunning)
    if process.isRunning, let child = child(of: process) { kill(child, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
    let talk = try String(contentsOfFile: words, encoding: .utf8)
    #expect(talk.contains("interrupted while waiting"), "\(talk)")
  }

  private func child(of process: Process) -> pid_t? {
    let id = process.processIdentifier
    let path = "/proc/\(id)/task/\(id)/children"
    return (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ").first.flatMap
    {
      pid_t($0)
    }
  }

  private func hasOpen(_ path: String, _ process: pid_t) -> Bool {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
  }

  @Test(.long)
  func `a store that another program keeps locked is given up after ten seconds`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    try tool.run([], input: wordle(1_000))
    let holder = try OpenFile(tool.store.path + ".lock", .updating)
    try holder.lock()
    let run = try tool.run([], input: wordle(1_001))
    #expect(run.status == 75)
    #expect(run.talk.contains("process \(getpid())"))
    #expect(try tool.run(["results", "--output", "json"]).objects.count == 1)
  }
}
