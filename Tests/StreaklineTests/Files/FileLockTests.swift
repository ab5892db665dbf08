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
