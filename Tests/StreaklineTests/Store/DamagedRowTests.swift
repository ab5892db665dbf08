import StreaklineCore
import StreaklineStore
import Testing

/// Rows that a disk has changed: what would be answered from them is refused.
@Suite struct DamagedRowTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("s.db")
  }

  /// A store with one import of a user who has another name since, after a change of its file.
  private func damaged(_ change: String) throws -> Store {
    let store = try StoreSample.store(folder)
    var action: NewAction? = NewAction(.imported)
    var batch = StoreSample.batch([
      StoreSample.result(user: "Ann"), StoreSample.result(day: 1),
      StoreSample.result(day: 1, score: 6),
    ])
    batch.chunk.nearMisses = [
      NearMiss(
        game: "wordle", userId: "me", sentAt: StoreSample.now, text: "Wordle",
        source: .init(name: "a", line: 3))
    ]
    _ = try store.ingest(batch, as: &action)
    _ = try store.rename("Ann", to: "Anna", now: StoreSample.now)
    try store.close()
    try RawDatabase.execute(file, change)
    return try Store.openReading(path: file)
  }

  @Test(arguments: [
    "UPDATE span SET last = last + 1 WHERE action = 1",
    "UPDATE record SET deletedAt = 1 WHERE version = (SELECT max(last) FROM span WHERE action = 1)",
    "UPDATE record SET version = version << 1 WHERE version = (SELECT max(last) FROM span WHERE action = 1)",
    "DELETE FROM record WHERE version = (SELECT max(last) FROM span WHERE action = 1)",
    "UPDATE dispute SET action = 2", "UPDATE dispute SET action = NULL",
    "UPDATE miss SET action = 3", "UPDATE miss SET droppedAt = 5",
    "UPDATE result SET state = 4 WHERE number = (SELECT item FROM dispute)",
  ])
  func `what an import has brought is not counted from a damaged row`(change: String) throws {
    let store = try damaged(change)
    let action = try #require(try store.actions().first)
    #expect(throws: StoreError.self) { try store.counts(of: [action]) }
  }

  @Test func `a result is not given a damaged type`() throws {
    #expect(throws: StoreError.self) {
      try damaged("UPDATE type SET declaration = replace(declaration, 'GameResult', 'WameResult')")
        .results()
    }
  }

  @Test(arguments: [
    "UPDATE decision SET name = 'x' || name", "UPDATE document SET name = 'x' || name",
    "UPDATE record SET fields = replace(fields, 'Anna', 'Bnna') WHERE item < 0",
  ])
  func `a decision that cannot be read is not passed over`(change: String) throws {
    let store = try damaged(change)
    #expect(throws: StoreError.self) { try store.knownNames() }
  }

  @Test
  func
    `a record that only looks deleted is told where its name is asked for, and waits to be sent`()
    throws
  {
    let store = try damaged("UPDATE record SET deletedAt = 0 WHERE item > 0 AND deletedAt IS NULL")
    #expect(throws: StoreError.self) {
      try store.gameName(userID: "me", gameID: StoreSample.wordle)
    }
    #expect(try store.pendingCount(StoreSample.filter).pending == 2)
  }
}
