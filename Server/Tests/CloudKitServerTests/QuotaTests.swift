import CloudKitCore
import CloudKitHTTP
import CloudKitStorage
import Foundation
import ServerJSON
import Testing

/// How many bytes a database may hold.
@Suite struct QuotaTests {
  private static let limit = 10_000

  private func fields(_ bytes: Int) -> JSON {
    ["text": ["value": .string(String(repeating: "x", count: bytes))]]
  }

  private func save(_ name: String, _ bytes: Int) -> JSON {
    User.operation("forceReplace", name, fields(bytes))
  }

  private func delete(_ name: String) -> JSON { User.operation("forceDelete", name, type: nil) }

  /// What the database holds, added up.
  private func sum(_ server: RunningServer, _ user: User) async throws -> Int {
    let caller = try await user.ask("users/caller", method: "GET")
    let owner = caller.body["userRecordName"]?.string ?? ""
    return try await server.folder.store(RunningServer.container, .development)
      .usedBytes(of: owner)
  }

  @Test func `what does not fit is refused alone, and deletions and what shrinks are allowed`()
    async throws
  {
    try await RunningServer.run({ $0.quotaBytes = Self.limit }) { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      #expect(try await anna.modify([save("a", 6_000)]).codes == [nil])
      let mixed = try await anna.modify([save("b", 6_000), save("c", 2_000)])
      #expect(mixed.status == 200 && mixed.codes == ["QUOTA_EXCEEDED", nil])
      #expect(try await anna.modify([save("a", 8_000)]).codes == ["QUOTA_EXCEEDED"])
      #expect(try await anna.lookup(["a", "b", "c"]).codes == [nil, "NOT_FOUND", nil])
      #expect(try await anna.modify([save("a", 5_000)]).codes == [nil])
      // What the same request deletes makes room.
      let moved = try await anna.modify([save("b", 6_000), delete("a")])
      #expect(moved.codes == [nil, nil], "\(moved.body)")
      #expect(try await anna.modify([save("d", 3_000)]).codes == ["QUOTA_EXCEEDED"])
      #expect(try await anna.modify([delete("b"), delete("c")]).codes == [nil, nil])
      #expect(try await sum(server, anna) == 0)
      #expect(try await anna.modify([save("d", 9_000)]).codes == [nil])
    }
  }

  @Test func `an atomic batch that does not fit is refused as a whole`() async throws {
    try await RunningServer.run({ $0.quotaBytes = Self.limit }) { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      let reply = try await anna.modify([save("a", 6_000), save("b", 6_000)], atomic: true)
      #expect(reply.status == 400 && reply.codes == ["ATOMIC_ERROR", "QUOTA_EXCEEDED"])
      #expect(try await sum(server, anna) == 0)
    }
  }

  @Test func `each user and the public database have a quota of their own`() async throws {
    try await RunningServer.run({ $0.quotaBytes = Self.limit }) { server in
      let users = try ["anna", "bert"].map { try server.addUser($0) }
      for user in users {
        try await user.createZone()
        #expect(try await user.modify([save("a", 9_000)]).codes == [nil])
      }
      let everybody = users.map { user in user.with { $0.database = "public" } }
      let zone: JSON = ["zoneName": "_defaultZone"]
      #expect(try await everybody[0].modify([save("a", 6_000)], zone: zone).codes == [nil])
      #expect(
        try await everybody[1].modify([save("b", 6_000)], zone: zone).codes == ["QUOTA_EXCEEDED"])
    }
  }

  @Test func `the bytes are those of the records after many changes, also of deleted zones`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.createZone("Other")
      var sizes: [String: Int] = [:]
      for number in 0..<60 {
        let name = "n\(number % 7)"
        if number % 5 == 4 {
          _ = try await anna.modify([delete(name)])
          sizes[name] = nil
        } else {
          let reply = try await anna.modify([save(name, number * 10)])
          let stored = try #require(reply.records.first?["fields"])
          sizes[name] = stored.bytes.count + name.utf8.count + "Note".utf8.count
        }
      }
      try await anna.create("x", fields(5_000), zone: ["zoneName": "Other"])
      _ = try await anna.ask("zones/modify", User.zones("delete", "Other"))
      #expect(try await sum(server, anna) == sizes.values.reduce(0, +))
      #expect(!sizes.isEmpty)
    }
  }
}
