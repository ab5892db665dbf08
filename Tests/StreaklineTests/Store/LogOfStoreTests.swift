import Foundation
import StreaklineCore
import StreaklineStore
import Testing

/// SQLite's log beside a store.
@Suite struct LogOfStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func copy(_ suffixes: [String], to name: String) throws {
    for suffix in suffixes {
      try folder.write(name + suffix, try folder.bytes("s.db" + suffix))
    }
  }

  @Test func `what a program has stored is in the main file when it ends, though another is open`()
    throws
  {
    let other = try StoreSample.store(folder)
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch((0..<9).map { StoreSample.result(day: $0) }))
    try store.close()
    try copy([""], to: "main.db")
    #expect(try Store.openReading(path: folder.file("main.db")).results().count == 9)
    try other.close()
  }

  /// A program that was killed leaves its log behind. SQLite passes over the rest of a log from the first
  /// damaged page on, without a word.
  @Test func `a store that has lost its last changes with a damaged log is told of`() throws {
    let store = try StoreSample.store(folder)
    for day in 0..<9 {
      _ = try store.ingest(StoreSample.batch([StoreSample.result(day: day)]))
    }
    try copy(["", "-wal", ".lock"], to: "killed.db")
    let whole = try Store.openReading(path: folder.file("killed.db"))
    #expect(try whole.results().count == 9 && !whole.isOlderThanNoted)
    try whole.close()
    var log = try folder.bytes("s.db-wal")
    log[log.count / 2] ^= 1
    try folder.write("killed.db-wal", log)
    try? FileManager.default.removeItem(atPath: folder.file("killed.db-shm"))
    let damaged = try Store.openReading(path: folder.file("killed.db"))
    #expect(try damaged.results().count < 9)
    #expect(damaged.isOlderThanNoted)
  }
}
