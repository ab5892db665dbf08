import StreaklineCore
import StreaklineStore
import Testing

@Suite struct DocumentTests {
  let folder: TemporaryFolder
  let store: Store
  private let filter = PipelineFilter(pipeline: "p", types: ["Group"], users: ["me"])

  init() throws {
    folder = try TemporaryFolder()
    store = try StoreSample.store(folder)
  }

  private func group(_ name: String, _ title: String) -> Document {
    Document(type: "Group", name: name, fields: ["title": .string(title)])
  }

  @Test func `a document is stored under its type and name`() throws {
    #expect(try store.put(group("b", "us"), now: StoreSample.now))
    #expect(try store.put(group("a", "them"), now: StoreSample.now))
    #expect(try store.put(Document(type: "Other", name: "a", fields: [:]), now: StoreSample.now))
    #expect(try store.document(type: "Group", name: "b") == group("b", "us"))
    #expect(try store.document(type: "Group", name: "c") == nil)
    #expect(try store.documents(type: "Group") == [group("a", "them"), group("b", "us")])
    #expect(try store.counts().records == 0)
    #expect(try store.verify() == [])
  }

  @Test func `the same document again changes nothing, another content replaces it`() throws {
    try store.put(group("a", "us"), now: StoreSample.now)
    let before = try RawDatabase.dump(folder.file("s.db"))
    #expect(try !store.put(group("a", "us"), now: StoreSample.now))
    #expect(try RawDatabase.dump(folder.file("s.db")) == before)
    #expect(try store.put(group("a", "all of us"), now: StoreSample.now))
    #expect(try store.documents(type: "Group") == [group("a", "all of us")])
    #expect(try store.verify() == [])
  }

  @Test func `documents are in the change feed like results, whatever users a filter has`() throws {
    _ = try store.ingest(StoreSample.batch([StoreSample.result()]))
    try store.put(group("a", "us"), now: StoreSample.now)
    try store.put(group("b", "them"), now: StoreSample.now)
    #expect(try store.pendingCount(filter).pending == 2)
    #expect(
      try StoreSample.changes(store, filter).map(\.content)
        == [.document(group("a", "us")), .document(group("b", "them"))])
    #expect(try StoreSample.deliver(store, filter) == 2)
    try store.put(group("a", "all"), now: StoreSample.now)
    #expect(try store.deleteDocument(type: "Group", name: "b", now: StoreSample.now))
    #expect(try !store.deleteDocument(type: "Group", name: "b", now: StoreSample.now))
    let changes = try StoreSample.changes(store, filter)
    #expect(changes.map(\.isDeleted) == [false, true])
    #expect(changes.last?.content == .document(Document(type: "Group", name: "b", fields: [:])))
    #expect(try store.documents(type: "Group") == [group("a", "all")])
    #expect(try store.verify() == [])
    #expect(try store.put(group("b", "back"), now: StoreSample.now))
    #expect(try StoreSample.changes(store, filter).map(\.isDeleted) == [false, false])
  }

  @Test(arguments: [
    ("DELETE FROM document", "does not refer to"), ("DELETE FROM record", "missing"),
    ("UPDATE document SET state = 3", "differs"), ("UPDATE document SET digest = 3", "differs"),
    ("UPDATE record SET fields = '{}'", "differs"), ("UPDATE record SET fields = '{'", "not JSON"),
  ])
  func `verify finds a document that was changed by hand`(sql: String, finding: String) throws {
    try store.put(group("a", "us"), now: StoreSample.now)
    try RawDatabase.execute(folder.file("s.db"), sql)
    let findings = try store.verify()
    #expect(findings.contains { $0.contains(finding) }, "\(findings)")
  }
}
