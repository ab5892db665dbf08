import CloudKitCore
import CloudKitHTTP
import CloudKitStorage
import Foundation
import ServerJSON
import Testing
import ToolTesting

/// Schemas in files, and those of the four apps.
@Suite struct SchemaFileTests {
  private func read(_ text: String) throws -> Schema { try Schema(file: Array(text.utf8)) }

  private func schema(_ app: String) throws -> Schema {
    try read(try Tool.documentation("schemas/\(app).json"))
  }

  @Test(arguments: Account.apps)
  func `a schema that is printed is the one that was read`(app: String) throws {
    let text = try Tool.documentation("schemas/\(app).json")
    #expect(try read(text).fileText + "\n" == text)
  }

  @Test(arguments: [
    ("", "not JSON"), ("[]", "'recordTypes'"), (#"{"recordTypes": {}, "x": 1}"#, "nothing else"),
    (#"{"recordTypes": {"a b": {}}}"#, "'a b'"),
    (#"{"recordTypes": {"A": {"created": {"type": "INT64"}}}}"#, "'created' of 'A'"),
    (#"{"recordTypes": {"A": {"f": {}}}}"#, "kind"),
    (#"{"recordTypes": {"A": {"f": {"type": "TEXT"}}}}"#, "kind"),
    (#"{"recordTypes": {"A": {"f": {"type": "INT64", "indexes": ["fast"]}}}}"#, "'indexes'"),
    (#"{"recordTypes": {"A": {"f": {"type": "INT64", "indexes": "queryable"}}}}"#, "'indexes'"),
    (#"{"recordTypes": {"A": {"f": {"type": "INT64", "index": []}}}}"#, "'type' and 'indexes'"),
    (#"{"recordTypes": {"A": {}, "A": {}}}"#, "not JSON"),
  ])
  func `a mistake in a file is named`(text: String, word: String) {
    do {
      _ = try read(text)
      Issue.record("it was read")
    } catch {
      #expect((error as? ServiceError)?.reason.contains(word) == true, "\(error)")
    }
  }

  @Test func `indexes decide what production can be asked`() async throws {
    try await RunningServer.run({ $0.isStrict = true }) { server in
      let store = try server.folder.store(RunningServer.container, .production)
      try await store.deploy(try schema("tandem"))
      try await store.deploy(try schema("streaksync"))
      let anna = try server.addUser("anna").with { $0.environment = "production" }
      func reason(_ query: JSON) async throws -> String? {
        let reply = try await anna.ask("records/query", ["query": query])
        #expect((reply.status == 200) == (reply.body["reason"] == nil))
        return reply.body["reason"]?.string
      }
      func filter(_ type: JSON, _ field: JSON) -> JSON {
        [
          "recordType": type,
          "filterBy": [
            [
              "fieldName": field, "comparator": "EQUALS",
              "fieldValue": ["value": "x", "type": "STRING"],
            ]
          ],
        ]
      }
      func sort(_ field: JSON) -> JSON {
        ["recordType": "PuzzleResult", "sortBy": [["fieldName": field, "ascending": false]]]
      }
      #expect(try await reason(filter("PuzzleResult", "deviceId")) == nil)
      #expect(
        try await reason(filter("PuzzleResult", "theme")) == "Field 'theme' is not marked queryable"
      )
      #expect(try await reason(sort("timestamp")) == nil)
      #expect(try await reason(sort("deviceId")) == "Field 'deviceId' is not marked sortable")
      #expect(
        try await reason(["recordType": "GameResult"])
          == "Field 'recordName' is not marked queryable")
    }
  }

  @Test func `a field in a file with another kind than what is stored is refused`() async throws {
    try await RunningServer.run { server in
      let store = try server.folder.store(RunningServer.container, .production)
      try await store.deploy(try schema("tandem"))
      let other = try read(#"{"recordTypes": {"UserStats": {"played": {"type": "STRING"}}}}"#)
      await #expect(throws: ServiceError.self) { try await store.deploy(other) }
      #expect(store.schema.field("played", of: "UserStats")?.kind == FieldKind(.int64))
    }
  }

  /// The strict server also refuses lists of a type without an index of `recordName`.
  @Test func `the apps sync with production when their schemas are deployed, and not before`()
    async throws
  {
    try await RunningServer.run({ $0.isStrict = true }) { server in
      let anna = try server.account("anna")
      func device() async throws -> Home {
        let home = try Home(anna, settings: ["environment: production"])
        try await home.run("ingest", input: Shares.wordles(1_000..<1_003) + Shares.tandem(100))
        try await home.run("timer", "start")
        try await home.run("timer", "stop")
        try await home.run("habit", "done", "Read", "--on", "2026-10-03")
        return home
      }
      let early = try await device()
      let refused = try await early.tool.runInBackground(["sync", "--output", "json"])
      for app in Account.apps {
        #expect(try early.report(refused, app)["saved"]?.int == 0, "\(app)")
        let container = try #require(anna.tokens[app]).container
        try await server.folder.store(container, .production).deploy(try schema(app))
      }
      let home = try await device()
      let done = try await home.sync()
      for app in Account.apps {
        #expect(try home.report(done, app)["saved"]?.int ?? 0 > 0, "\(done.output)\(done.talk)")
      }
      let other = try Home(anna, settings: ["environment: production"])
      try await other.sync()
      #expect(try await other.content() == home.content())
    }
  }
}
