import Foundation
import StreaklineCore
import StreaklineFiles
import StreaklineStore
import Testing

@Suite struct RestoredStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A store with a result, and a copy of it as a backup has.
  private func sample() throws -> Store {
    let store = try StoreSample.store(folder)
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    try copy(store)
    return store
  }

  private func copy(_ store: Store) throws {
    try folder.write("copy", [UInt8]())
    try store.writeCopy(to: folder.file("copy"))
  }

  private func restored(_ name: String = "s.db") throws -> RestoredStore {
    let file = try ReplacementFile(folder.file(name))
    try file.write(folder.bytes("copy"))
    return try RestoredStore(file)
  }

  @Test func `a copy has what the store had when it was made, and is sound`() throws {
    let store = try sample()
    let text = StoreSample.result(day: 1, score: 6)
    _ = try store.ingest(StoreSample.batch([text]))
    _ = try store.delete(id: text.id, now: StoreSample.now)
    try copy(store)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 2)]))
    let copied = try Store.openReading(path: folder.file("copy"))
    #expect(try copied.results().map(\.id) == [StoreSample.result().id])
    #expect(try copied.verify() == [])
  }

  @Test func `a restored store has a new id at once, and its former changes keep theirs`() throws {
    try sample().close()
    let kept = try restored().putInPlace(deviceID: "d2", replaces: true)
    #expect(kept == folder.file("s.db.before-restore-1"))
    let store = try Store.open(path: folder.file("s.db"), deviceID: "d3")
    #expect(try store.deviceID() == "d2")
    #expect(try store.ownDeviceIDs() == ["d1", "d2"])
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 1)]))
    #expect(try StoreSample.changes(store).map(\.stamp.device) == ["d1", "d2"])
    #expect(try store.verify() == [] && !store.isOlderThanNoted)
  }

  @Test func `no version is given twice, also when the store before was ahead of the clock`() throws
  {
    let store = try sample()
    let later = Instant(milliseconds: StoreSample.now.milliseconds + 3_600_000)
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 1)], now: later))
    let newest = try #require(try StoreSample.changes(store).map(\.version).max())
    try store.close()
    _ = try restored().putInPlace(deviceID: "d2", replaces: true)
    let other = try Store.open(path: folder.file("s.db"), deviceID: "d3")
    _ = try other.ingest(StoreSample.batch([StoreSample.result(day: 2)]))
    #expect(try #require(try StoreSample.changes(other).map(\.version).max()) > newest)
  }

  @Test func `a restored store that is copied over its original does not take the former id again`()
    throws
  {
    try sample().close()
    _ = try restored("other.db").putInPlace(deviceID: "d2", replaces: false)
    // In place, so that the file is the one that had the id.
    let file = try FileHandle(forWritingTo: URL(filePath: folder.file("s.db")))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(folder.bytes("other.db")))
    try file.close()
    #expect(try Store.open(path: folder.file("s.db"), deviceID: "d3").deviceID() == "d3")
  }

  @Test func `a store that is there is not touched without being asked`() throws {
    let store = try sample()
    #expect(throws: StoreError.present(path: folder.file("s.db"))) {
      try restored().putInPlace(deviceID: "d2", replaces: false)
    }
    _ = try store.ingest(StoreSample.batch([StoreSample.result(day: 1)]))
    #expect(try store.results().count == 2)
  }

  @Test func `a program that has the replaced store open cannot write any more`() throws {
    let store = try sample()
    _ = try restored().putInPlace(deviceID: "d2", replaces: true)
    #expect(throws: StoreError.removed(path: folder.file("s.db"))) {
      try store.ingest(StoreSample.batch([StoreSample.result(day: 1)]))
    }
    let kept = try Store.openReading(path: folder.file("s.db.before-restore-1"))
    #expect(try kept.results().count == 1)
  }

  @Test func `a damaged store is kept as it is`() throws {
    try sample().close()
    let damaged = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 7, count: 9_000)
    try folder.write("s.db", damaged)
    let kept = try restored().putInPlace(deviceID: "d2", replaces: true)
    #expect(kept == folder.file("s.db.before-restore-1"))
    #expect(try folder.bytes("s.db.before-restore-1") == damaged)
    #expect(try Store.open(path: folder.file("s.db"), deviceID: "d3").results().count == 1)
  }

  @Test func `a store with triggers is refused`() throws {
    try sample().close()
    try RawDatabase.execute(
      folder.file("copy"),
      "CREATE TRIGGER t AFTER UPDATE ON device BEGIN DELETE FROM record; END")
    #expect(throws: StoreError.self) { try restored() }
  }
}
