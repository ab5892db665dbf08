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
    _ = try store.ingest(
      StoreSample.batch([StoreSample.result(user: "Ann"), StoreSample.result(day: 1)]), as: &action)
    _ = try store.rename("Ann", to: "Anna", now: StoreSample.now)
    try store.close()
    try RawDatabase.execute(file, change)
    return try Store.openReading(path: file)
  }

  @Test(arguments: [
    "UPDATE span SET last = last + 1 WHERE action = 1",
    "UPDATE record SET deletedAt = 1 WHERE version = (SELECT max(last) FROM span WHERE action = 1)",
  ])
  func `what an import has brought is not counted from a damaged row`(change: String) throws {
    let store = try damaged(change)
    let action = try #require(try store.actions().first)
    #expect(throws: StoreError.self) { try store.counts(of: action) }
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
}
