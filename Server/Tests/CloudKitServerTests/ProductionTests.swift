import CloudKitCore
import CloudKitStorage
import ServerJSON
import Testing

/// In production the server refuses types and fields until a schema that has them is deployed.
@Suite struct ProductionTests {
  @Test func `production takes only what was deployed`() async throws {
    try await RunningServer.run { server in
      let development = try server.addUser("anna")
      let production = development.with { $0.environment = "production" }
      for anna in [development, production] { try await anna.createZone() }
      let fields: JSON = ["text": ["value": "x"]]
      let note = User.operation("forceUpdate", "n1", fields)
      #expect(try await production.modify([note]).codes == ["BAD_REQUEST"])
      #expect(try await development.modify([note]).codes == [nil])
      // Each environment has records of its own.
      #expect(try await production.lookup(["n1"]).codes == ["NOT_FOUND"])
      try await deploy(server)
      #expect(try await production.modify([note]).codes == [nil])
      let more = User.operation("forceUpdate", "n1", ["new": ["value": 1]])
      let refused = try await production.modify([more])
      #expect(refused.codes == ["BAD_REQUEST"])
      #expect(
        refused.records.first?["reason"]
          == "Cannot create or modify field 'new' in record 'Note' in production schema")
      _ = try await development.modify([more])
      try await deploy(server)
      #expect(try await production.modify([more]).codes == [nil])
    }
  }

  private func deploy(_ server: RunningServer) async throws {
    let developed = try server.folder.store(RunningServer.container, .development).schema
    try await server.folder.store(RunningServer.container, .production).deploy(developed)
  }

  @Test func `what a refused record would have added is not in the schema`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let good = User.operation("create", "n1", ["a": ["value": 1]])
      let bad = User.operation("update", "n2", ["b": ["value": 1]])
      #expect(try await anna.modify([good, bad], atomic: true).status == 400)
      let store = try server.folder.store(RunningServer.container, .development)
      #expect(store.schema.types.isEmpty)
      #expect(try await anna.modify([good, bad]).status == 200)
      #expect(store.schema.types["Note"]?.keys.sorted() == ["a"])
    }
  }
}
