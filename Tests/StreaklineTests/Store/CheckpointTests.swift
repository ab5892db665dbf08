import StreaklineCore
import StreaklineStore
import Testing

@Suite struct CheckpointTests {
  let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func ingest(
    _ checkpoint: ImportCheckpoint, replacing previous: UInt64? = nil,
    _ records: [StreaklineCore.Record] = []
  ) throws {
    var batch = StoreSample.batch(records)
    batch.checkpoint = checkpoint
    batch.replacedCheckpoint = previous
    _ = try store.ingest(batch)
  }

  @Test func `a checkpoint is read as it was written, also without other content`() throws {
    var checkpoint = StoreSample.checkpoint(offset: 70_000, digest: .max - 4)
    checkpoint.isComplete = true
    checkpoint.counts = .object(["shares": .int(3), "games": .list([.string("wordle")])])
    try ingest(checkpoint)
    #expect(try store.checkpoints(key: "k") == [checkpoint])
    #expect(try store.checkpoints(key: "other").isEmpty)
    try store.close()
    let reader = try Store.openReading(path: folder.file("s.db"))
    #expect(try reader.checkpoints(key: "k") == [checkpoint])
  }

  @Test func `a run has one checkpoint, and different runs are sorted by offset`() throws {
    try ingest(StoreSample.checkpoint(offset: 10, digest: 1))
    try ingest(StoreSample.checkpoint(offset: 30, digest: 2), replacing: 1)
    try ingest(StoreSample.checkpoint(offset: 20, digest: 3))
    try ingest(StoreSample.checkpoint(key: "other", offset: 5, digest: 2))
    #expect(try store.checkpoints(key: "k").map(\.offset) == [20, 30])
    // The digest of another input's checkpoint is none of this one's.
    try ingest(StoreSample.checkpoint(offset: 40, digest: 4), replacing: 2)
    #expect(try store.checkpoints(key: "k").map(\.offset) == [20, 40])
    #expect(try store.checkpoints(key: "other").map(\.offset) == [5])
  }

  @Test func `the same offset reached twice is one checkpoint`() throws {
    try ingest(StoreSample.checkpoint(offset: 10, digest: 7))
    var again = StoreSample.checkpoint(offset: 10, digest: 7)
    again.name = "copy.txt"
    try ingest(again)
    try ingest(again, replacing: 7)
    #expect(try store.checkpoints(key: "k") == [again])
  }

  @Test func `a hundred thousand files are known, and of more the first are forgotten`() throws {
    try ingest(StoreSample.checkpoint(key: "k1", offset: 1))
    try RawDatabase.execute(
      folder.file("s.db"),
      """
      WITH RECURSIVE number(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM number WHERE i < 99999)
      INSERT INTO import SELECT 'k' || i, i, i, 1, 'a.txt', 0, '{}', 0 FROM number
      """)
    // One file that is imported in several transactions is one.
    for index in 1...3 {
      try ingest(
        StoreSample.checkpoint(key: "new", offset: index, digest: UInt64(index)),
        replacing: UInt64(index - 1))
    }
    #expect(try store.checkpoints(key: "k1").count == 1)
    try ingest(StoreSample.checkpoint(key: "newer", offset: 1))
    for (key, count) in [("k1", 0), ("k2", 1), ("k99999", 1), ("new", 1), ("newer", 1)] {
      // The rows above have no checksums, so the program would pass over them.
      let rows = try RawDatabase.rows(
        folder.file("s.db"), "SELECT offset FROM import WHERE key = '\(key)'")
      #expect(rows.count == count, "\(key)")
    }
  }

  @Test func `after a batch that fails the previous checkpoint stays`() throws {
    let first = StoreSample.checkpoint(offset: 10, digest: 1)
    try ingest(first, [StoreSample.result()])
    let before = try RawDatabase.dump(folder.file("s.db"))
    try RawDatabase.execute(
      folder.file("s.db"),
      "CREATE TRIGGER fault BEFORE INSERT ON import BEGIN SELECT raise(ABORT, 'fault'); END")
    let second = StoreSample.checkpoint(offset: 20, digest: 2)
    #expect(throws: StoreError.self) {
      try ingest(second, replacing: 1, [StoreSample.result(day: 1)])
    }
    #expect(try store.checkpoints(key: "k") == [first])
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
    try RawDatabase.execute(folder.file("s.db"), "DROP TRIGGER fault")
    try ingest(second, replacing: 1, [StoreSample.result(day: 1)])
    #expect(try store.checkpoints(key: "k") == [second])
    #expect(try store.streaks().map(\.streak.max) == [2])
    #expect(try store.verify().isEmpty)
  }

  @Test(.enabled(if: SmallDisk.isAvailable))
  func `on a disk that fills up, results and checkpoint stop at the same batch`() throws {
    let disk = try SmallDisk(sizeKiB: 4_096)
    let store = try Store.open(path: disk.file("s.db"), deviceID: "d1")
    var stored = 0
    let error = #expect(throws: StoreError.self) {
      for index in 1...1_000 {
        var batch = StoreSample.batch(
          (0..<50).map { StoreSample.result(user: "u\(index)", day: $0) })
        batch.checkpoint = StoreSample.checkpoint(offset: index, digest: UInt64(index))
        batch.replacedCheckpoint = UInt64(index - 1)
        _ = try store.ingest(batch)
        stored = index
      }
    }
    #expect(error?.exitCode == 74)
    #expect(stored > 0)
    #expect(try store.checkpoints(key: "k").map(\.offset) == [stored])
    #expect(try store.counts().records == stored * 50)
    #expect(try store.verify().isEmpty)
  }
}
