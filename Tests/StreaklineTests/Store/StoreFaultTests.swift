import Foundation
import GRDB
import StreaklineCore
import StreaklineFiles
import StreaklineStore
import Testing

/// Files that are removed, replaced or incomplete, and disks that are full.
@Suite struct StoreFaultTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var path: String { folder.file("s.db") }

  /// Makes the files that a kill in the middle of the first write leaves: pages that are not committed,
  /// and the journal that restores them.
  private func cutCreation() throws {
    let queue = try DatabaseQueue(path: folder.file("whole.db"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; BEGIN IMMEDIATE; CREATE TABLE t (a)")
      for _ in 0..<200 { try db.execute(sql: "INSERT INTO t VALUES (zeroblob(4000))") }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(
          atPath: folder.file("whole.db\(suffix)"), toPath: "\(path)\(suffix)")
      }
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
  }

  private enum Remains: CaseIterable { case nothing, zeros, journal }

  @Test(arguments: [Remains.nothing, .zeros, .journal])
  private func `a creation that was cut off is no store yet, and the next writer finishes it`(
    remains: Remains
  ) throws {
    switch remains {
    case .nothing: try folder.write("s.db", [])
    case .zeros: try folder.write("s.db", repeatElement(0, count: 32_768))
    case .journal: try cutCreation()
    }
    #expect(throws: StoreError.missing(path: path)) { _ = try Store.openReading(path: path) }
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    #expect(try store.verify() == [])
    #expect(try Store.openReading(path: path).results().count == 1)
  }

  @Test(arguments: ["s.db", "s.db-wal"])
  func `nothing is reported as stored in a file that was removed`(name: String) throws {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    try FileManager.default.removeItem(atPath: folder.file(name))
    for _ in 0..<2 {
      #expect(throws: StoreError.removed(path: path)) {
        try store.ingest(StoreSample.batch([StoreSample.result(day: 1)]))
      }
    }
    #expect(throws: StoreError.removed(path: path)) { try store.close() }
  }

  @Test func `changes that are not in order are damage, and are not sent for ever`() throws {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch((0..<7).map { StoreSample.result(day: $0) }))
    let version = try StoreSample.changes(store)[4].version
    try store.close()
    // SQLite writes the number of a row in groups of seven bits, all but the last with the top bit set.
    let groups = stride(from: 49, through: 0, by: -7).map { shift in
      UInt8(truncatingIfNeeded: version >> shift) & 0x7F | (shift == 0 ? 0 : 0x80)
    }
    var bytes = try folder.bytes("s.db")
    let place = try #require(bytes.firstRange(of: groups))
    bytes.replaceSubrange(place, with: [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00])
    try folder.write("s.db", bytes)
    let damaged = try StoreSample.store(folder)
    #expect(throws: StoreError.self) { try StoreSample.changes(damaged) }
    #expect(try !damaged.verify().isEmpty)
  }

  @Test func `a store that another one has replaced is neither read nor written`() throws {
    let store = try StoreSample.store(folder)
    let reader = try Store.openReading(path: path)
    try StoreSample.store(folder, "other.db").close()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: folder.file("other.db"), toPath: path)
    #expect(throws: StoreError.removed(path: path)) {
      try store.ingest(StoreSample.batch([StoreSample.result()]))
    }
    #expect(throws: StoreError.removed(path: path)) { try reader.results() }
  }

  @Test func `a store that is reached through a link has one lock file`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.db"), withDestinationPath: "s.db")
    try StoreSample.store(folder).close()
    let store = try StoreSample.store(folder, "link.db")
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    #expect(store.path == folder.file("link.db"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.filter { $0.hasSuffix(".lock") } == ["s.db.lock"])
    #expect(try StoreSample.store(folder).results().count == 1)
  }

  @Test func `a store that a newer program has changed meanwhile is not touched`() throws {
    let store = try StoreSample.store(folder)
    let reader = try Store.openReading(path: path)
    try RawDatabase.execute(path, "PRAGMA user_version = 7")
    #expect(throws: StoreError.newer(path: path)) {
      try store.ingest(StoreSample.batch([StoreSample.result()]))
    }
    #expect(throws: StoreError.newer(path: path)) { try reader.results() }
  }

  @Test func `a file with our mark and other tables is refused, not taken for a new store`() throws
  {
    try RawDatabase.execute(path, "PRAGMA application_id = 0x53746B6C; CREATE TABLE t (a)")
    for open in [Store.openReading, { try Store.open(path: $0, deviceID: "d") }] {
      let error = #expect(throws: StoreError.self) { _ = try open(path) }
      #expect(error?.exitCode == 65, "\(String(describing: error))")
    }
    #expect(try RawDatabase.rows(path, "SELECT name FROM sqlite_master") == ["t"])
  }

  @Test(.enabled(if: SmallDisk.isAvailable), arguments: [20, 4_000])
  func `a disk that is full stores nothing of the batch and works on when there is room`(
    batchSize: Int
  ) throws {
    let disk = try SmallDisk(sizeKiB: 5_000)
    let store = try Store.open(path: disk.file("s.db"), deviceID: "d1")
    var stored = 0
    let error = #expect(throws: StoreError.self) {
      for batch in 0..<1_000 {
        let records = (0..<batchSize).map { StoreSample.result(user: "u\(batch)", day: $0) }
        _ = try store.ingest(StoreSample.batch(records))
        stored += records.count
      }
    }
    #expect(error == .full(path: disk.file("s.db")))
    #expect(try store.counts().records == stored)
    #expect(try store.verify().isEmpty)
    try disk.resize(sizeKiB: 16_384)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(user: "later")]))
    #expect(try store.counts().records == stored + 1)
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `nothing is written on a disk with less than a megabyte free`() throws {
    let disk = try SmallDisk(sizeKiB: 4_096)
    let path = disk.file("s.db")
    let store = try Store.open(path: path, deviceID: "d1")
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    try Data(count: 2_500_000).write(to: URL(fileURLWithPath: disk.file("other")))
    #expect(throws: StoreError.full(path: path)) {
      try store.ingest(StoreSample.batch([StoreSample.result(day: 1)]))
    }
    #expect(throws: StoreError.full(path: path)) { _ = try Store.open(path: path, deviceID: "d") }
    #expect(try Store.openReading(path: path).results().count == 1)
  }

  @Test(.enabled(if: SmallDisk.isAvailable), arguments: [false, true])
  func `a store on a full disk of usual blocks is read`(isOpen: Bool) throws {
    let disk = try SmallDisk(sizeKiB: 4_096)
    let path = disk.file("s.db")
    let store = try Store.open(path: path, deviceID: "d1")
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    if !isOpen { try store.close() }
    let free = try #require(freeBytes(at: path))
    try Data(count: free - 100_000).write(to: URL(fileURLWithPath: disk.file("other")))
    let reader = try Store.openReading(path: path)
    #expect(try reader.results().count == 1)
    #expect(isOpen || !FileManager.default.fileExists(atPath: path + "-shm"))
  }

  @Test func `a log that two programs recover at once is busy, not damaged`() {
    let error = StoreError(DatabaseError(resultCode: .SQLITE_PROTOCOL), path: path)
    #expect(error == .busy(path: path))
  }
}
