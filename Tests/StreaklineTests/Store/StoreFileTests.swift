import Foundation
import StreaklineCore
import StreaklineStore
import Testing

@Suite struct StoreFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `a new store is its owner's alone under any umask`() throws {
    let before = umask(0)
    defer { umask(before) }
    let path = folder.file("a/b/s.db")
    let store = try Store.open(path: path, deviceID: "d1")
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    #expect(try mode(folder.file("a")) == 0o700)
    #expect(try mode(folder.file("a/b")) == 0o700)
    for suffix in ["", "-wal", "-shm", ".lock"] {
      #expect(try mode(path + suffix) == 0o600, "\(suffix)")
    }
  }

  @Test func `a link to nothing is named, for reading and for writing`() throws {
    let path = folder.file("s.db")
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: folder.file("nowhere"))
    for open in [
      { try Store.open(path: path, deviceID: "d1") }, { try Store.openReading(path: path) },
    ] {
      let error = #expect(throws: StoreError.self) { _ = try open() }
      #expect(error?.exitCode == 73)
      #expect(error?.description.contains("a link to a file that does not exist") == true)
    }
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `where no lock file can be made, the reason is named`() throws {
    let disk = try SmallDisk(sizeKiB: 4_096)
    try Store.open(path: disk.file("s.db"), deviceID: "d1").close()
    try FileManager.default.removeItem(atPath: disk.file("s.db.lock"))
    try disk.makeReadOnly()
    let error = #expect(throws: StoreError.self) {
      _ = try Store.open(path: disk.file("s.db"), deviceID: "d1")
    }
    #expect(error?.description.contains("Read-only file system") == true, "\(error as Any)")
  }

  @Test func `an empty file becomes a store and keeps its device when opened again`() throws {
    try folder.write("s.db", [])
    try StoreSample.store(folder).close()
    let again = try Store.open(path: folder.file("s.db"), deviceID: "d2")
    #expect(try again.deviceID() == "d1")
  }

  @Test func `a closed store refuses every call and may be closed again`() throws {
    let store = try StoreSample.store(folder)
    try store.close()
    try store.close()
    let closed = StoreError.closed(path: folder.file("s.db"))
    #expect(throws: closed) { try store.deviceID() }
    #expect(throws: closed) { try store.ingest(StoreSample.batch([StoreSample.result()])) }
  }

  @Test func `what was stored is there after closing and the log is gone`() throws {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    try store.close()
    #expect(!FileManager.default.fileExists(atPath: folder.file("s.db-wal")))
    #expect(try StoreSample.store(folder).results() == [StoreSample.result()])
  }

  @Test func `a file that is no store is refused and stays as it is`() throws {
    try RawDatabase.execute(folder.file("foreign"), "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    try folder.write("garbage", repeatElement(7, count: 5_000))
    try folder.write("short", Array("SQLite format 3\0".utf8))
    try StoreSample.store(folder, "truncated").close()
    try folder.write("truncated", try folder.bytes("truncated").prefix(99))
    for name in ["foreign", "garbage", "short", "truncated"] {
      let before = try folder.bytes(name)
      for way in Way.allCases {
        let error = #expect(throws: StoreError.self) { _ = try open(folder.file(name), way) }
        #expect(error?.exitCode == 65, "\(name): \(String(describing: error))")
      }
      #expect(try folder.bytes(name) == before)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("foreign.lock")))
  }

  private enum Way: CaseIterable {
    case writing, reading
  }

  private func open(_ path: String, _ way: Way = .writing) throws -> Store {
    switch way {
    case .writing: try Store.open(path: path, deviceID: "d1")
    case .reading: try Store.openReading(path: path)
    }
  }

  @Test func `a damaged store is refused with what to do`() throws {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch((0..<200).map { StoreSample.result(day: $0) }))
    try store.close()
    var bytes = try folder.bytes("s.db")
    for index in 100..<4_096 { bytes[index] = 0xFF }
    try folder.write("s.db", bytes)
    let error = #expect(throws: StoreError.self) { _ = try open(folder.file("s.db")) }
    #expect(error?.exitCode == 65)
    #expect(error?.description.contains("restore a backup") == true)
    #expect(try folder.bytes("s.db") == bytes)
  }

  @Test(arguments: [
    "PRAGMA user_version = 7", "INSERT INTO grdb_migrations VALUES ('7')",
  ])
  func `a newer store is refused and stays as it is`(change: String) throws {
    try StoreSample.store(folder).close()
    try RawDatabase.execute(folder.file("s.db"), change)
    let before = try folder.bytes("s.db")
    for way in Way.allCases {
      let error = #expect(throws: StoreError.self) { _ = try open(folder.file("s.db"), way) }
      #expect(error == .newer(path: folder.file("s.db")))
    }
    #expect(try folder.bytes("s.db") == before)
  }

  @Test func `a folder and a pipe are refused at once`() throws {
    #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
    for path in [folder.path, folder.file("pipe")] {
      for way in Way.allCases {
        let error = #expect(throws: StoreError.self) { _ = try open(path, way) }
        #expect(error?.exitCode == 65)
      }
    }
  }

  @Test func `a store that is not there is missing for reading and nothing is created`() throws {
    let path = folder.file("none/s.db")
    #expect(throws: StoreError.missing(path: path)) { _ = try Store.openReading(path: path) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("none")))
    try folder.write("empty", [])
    #expect(throws: StoreError.missing(path: folder.file("empty"))) {
      _ = try Store.openReading(path: folder.file("empty"))
    }
  }

  @Test func `a store below a file cannot be created`() throws {
    try folder.write("file", [1])
    let error = #expect(throws: StoreError.self) { _ = try open(folder.file("file/s.db")) }
    #expect(error?.exitCode == 73)
  }

  @Test func `two connections that write from four tasks lose nothing`() async throws {
    let stores = try (0..<2).map { _ in try StoreSample.store(folder) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for day in 0..<40 {
            let record = StoreSample.result(user: "user\(task)", day: day)
            _ = try stores[(task + day) % 2].ingest(StoreSample.batch([record]))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try stores[0].counts().records == 160)
    #expect(try stores[1].streaks().map(\.streak.max) == [40, 40, 40, 40])
    #expect(try StoreSample.changes(stores[1]).count == 160)
    #expect(try stores[0].verify().isEmpty)
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `a store on a disk that cannot be written is still read`() throws {
    let disk = try SmallDisk(sizeKiB: 4_096)
    do {
      let store = try Store.open(path: disk.file("s ?#%é.db"), deviceID: "d1")
      _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
      try store.close()
    }
    try disk.makeReadOnly()
    let reader = try Store.openReading(path: disk.file("s ?#%é.db"))
    #expect(try reader.results().count == 1)
    let error = #expect(throws: StoreError.self) { _ = try open(disk.file("s ?#%é.db")) }
    #expect(error?.exitCode == 73)
  }
}
