import CloudKitCore
import CloudKitStorage
import Foundation
import ServerJSON
import Testing

/// Requests that are written in one transaction of SQLite, because they wait at the same time.
@Suite struct GroupCommitTests {
  @Test func `of many that create the same record one succeeds`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      for round in 0..<5 {
        let replies = try await atOnce(40) { number in
          try await anna.modify(
            [
              User.operation("create", "n\(round)"),
              User.operation("create", "own\(round)-\(number)"),
            ],
            atomic: true)
        }
        #expect(replies.filter { $0.status == 200 }.count == 1)
        #expect(replies.filter { $0.status == 400 }.count == 39)
      }
      let feed = try await anna.changes()
      #expect(feed.names.count == 10)
      #expect(Set(feed.names).count == 10)
    }
  }

  @Test func `of two kinds for a new field one counts, also within a transaction`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      for round in 0..<5 {
        let replies = try await atOnce(40) { number in
          let value: JSON = number % 2 == 0 ? ["value": 1] : ["value": "text"]
          let field = JSON.object([.init(name: "f\(round)", value: value)])
          return try await anna.modify([User.operation("create", "n\(round)-\(number)", field)])
        }
        let isSaved = replies.map { $0.codes == [nil] }
        let kinds = Set(isSaved.enumerated().filter(\.element).map { $0.offset % 2 })
        #expect(kinds.count == 1)
        #expect(isSaved.filter(\.self).count == 20)
      }
    }
  }

  @Test func `what is refused leaves nothing behind and holds nobody up`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      // A whole request is refused in a zone that is missing; an atomic one for one of its operations.
      let replies = try await atOnce(90) { number in
        let good = User.operation(
          "create", "n\(number)", .object([.init(name: "f\(number)", value: ["value": 1])]))
        switch number % 3 {
        case 0: return try await anna.modify([good])
        case 1: return try await anna.modify([good], zone: ["zoneName": "missing"])
        default:
          return try await anna.modify(
            [good, User.operation("update", "no", tag: "x")], atomic: true)
        }
      }
      for (number, reply) in replies.enumerated() {
        #expect(reply.status == [200, 404, 400][number % 3])
      }
      let expected = Set((0..<90).filter { $0 % 3 == 0 }.map { "n\($0)" })
      #expect(Set(try await anna.changes().names) == expected)
      let fields = try server.folder.store(RunningServer.container, .development).schema
        .types["Note"]?.count
      #expect(fields == 30)
    }
  }

  @Test func `a client gets a token that has all that it was told`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      _ = try await atOnce(60) { number in
        try await anna.create("n\(number)")
        let feed = try await anna.changes()
        #expect(feed.names.contains("n\(number)"))
        return feed
      }
    }
  }
}

/// The answers to requests that are sent at the same time, in the order of their numbers.
private func atOnce(
  _ count: Int, _ send: @escaping @Sendable (Int) async throws -> Reply
) async throws -> [Reply] {
  try await withThrowingTaskGroup(of: (Int, Reply).self) { group in
    for number in 0..<count { group.addTask { (number, try await send(number)) } }
    var replies: [Int: Reply] = [:]
    while let (number, reply) = try await group.next() { replies[number] = reply }
    return (0..<count).compactMap { replies[$0] }
  }
}
