import StreaklineCore
import StreaklineStore
import Testing

@Suite struct DocumentChangeTests {
  private struct Refusal: Error {}

  let folder: TemporaryFolder
  let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func document(_ name: String, _ title: String) -> Document {
    Document(type: "Group", name: name, fields: ["title": .string(title)])
  }

  @Test func `several documents are read and stored in one transaction`() throws {
    try store.put(document("a", "one"), now: StoreSample.now)
    let keys = ["a", "b"].map { DocumentKey(type: "Group", name: $0) }
    let count = try store.changeDocuments(keys, now: StoreSample.now) { found in
      #expect(found == [keys[0]: document("a", "one")])
      return [document("a", "two"), document("b", "new")]
    }
    #expect(count == 2)
    #expect(try store.documents(type: "Group") == [document("a", "two"), document("b", "new")])
    let filter = PipelineFilter(pipeline: "p", types: ["Group"])
    #expect(
      try StoreSample.changes(store, filter).map(\.content)
        == [.document(document("a", "two")), .document(document("b", "new"))])
    #expect(try store.verify() == [])
  }

  @Test func `what does not change is not written, and a deleted document comes back`() throws {
    try store.put(document("a", "one"), now: StoreSample.now)
    _ = try store.deleteDocument(type: "Group", name: "a", now: StoreSample.now)
    let key = DocumentKey(type: "Group", name: "a")
    let counts = try (0..<2).map { _ in
      try store.changeDocuments([key], now: StoreSample.now) { _ in [document("a", "one")] }
    }
    #expect(counts == [1, 0])
    #expect(try store.documentCounts().map(\.documents) == [1])
    #expect(try store.verify() == [])
  }

  @Test func `a refusal is passed on and nothing is stored`() throws {
    let before = try RawDatabase.dump(folder.file("s.db"))
    #expect(throws: Refusal.self) {
      try store.changeDocuments([], now: StoreSample.now) { _ in throw Refusal() }
    }
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
  }

  @Test func `when one document cannot be stored, none is`() throws {
    try RawDatabase.execute(
      folder.file("s.db"),
      """
      CREATE TRIGGER refusal BEFORE INSERT ON document WHEN NEW.name = 'b'
      BEGIN SELECT RAISE(ABORT, 'refused'); END
      """)
    #expect(throws: StoreError.self) {
      try store.changeDocuments([], now: StoreSample.now) { _ in
        [document("a", "one"), document("b", "two")]
      }
    }
    #expect(try store.documents(type: "Group") == [])
    try RawDatabase.execute(folder.file("s.db"), "DROP TRIGGER refusal")
    #expect(try store.verify() == [])
  }
}
