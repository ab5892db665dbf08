import CloudKitStorage
import Foundation
import ServerJSON
import Testing

@testable import CloudKitHTTP

/// Who may ask for what, with every endpoint.
@Suite struct AuthenticationTests {
  private static let all = Endpoint.allCases.map(\.rawValue)

  @Test(arguments: all)
  func `without a program's token nothing is answered`(endpoint: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      for wrong in [nil, "", "abc", String(repeating: "0", count: 64)] {
        let reply = try await anna.with { $0.apiToken = wrong }.ask(endpoint)
        #expect(reply.status == 401)
        #expect(reply.code == "AUTHENTICATION_FAILED")
      }
      let elsewhere = try await anna.with { $0.container = "iCloud.com.example.other" }.ask(
        endpoint)
      #expect(elsewhere.status == 401)
    }
  }

  @Test(arguments: all)
  func `a wrong token of a user is refused`(endpoint: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let token = try #require(anna.webToken)
      let wrong = [
        "abc", String(token.dropLast(4)), token + "AAAA",
        String(token.reversed()), String(repeating: "A", count: token.count),
      ]
      for wrong in wrong {
        let reply = try await anna.with { $0.webToken = wrong }.ask(endpoint)
        #expect(reply.status == 401)
        #expect(reply.code == "AUTHENTICATION_FAILED")
        #expect(reply.headers["x-apple-cloudkit-web-auth-token"] == nil)
      }
    }
  }

  @Test(arguments: Endpoint.allCases.filter { $0.databases.contains(.private) }.map(\.rawValue))
  func `a private database needs a user`(endpoint: String) async throws {
    try await RunningServer.run { server in
      let reply = try await server.program.ask(endpoint)
      #expect(reply.status == 421)
      #expect(reply.code == "AUTHENTICATION_REQUIRED")
      #expect(reply.body["redirectURL"]?.string?.hasSuffix("/sign-in") == true)
    }
  }

  @Test(arguments: ["records/modify", "users/current", "users/caller"])
  func `writing to the public database needs a user`(endpoint: String) async throws {
    try await RunningServer.run { server in
      let reply = try await server.program.with { $0.database = "public" }.ask(endpoint)
      #expect(reply.status == 421)
    }
  }

  @Test func `a program reads the public database without a user`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna").with { $0.database = "public" }
      let program = server.program.with { $0.database = "public" }
      let zone: JSON = ["zoneName": "_defaultZone"]
      try await anna.create("n1", ["text": ["value": "x"]], zone: zone)
      #expect(try await program.lookup(["n1"], zone: zone).names == ["n1"])
      #expect(try await program.ask("zones/list", method: "GET").zones.count == 1)
    }
  }

  @Test func `each answer has a token that is good and that replaces the last one`() async throws {
    try await RunningServer.run { server in
      var anna = try server.addUser("anna")
      for _ in 0..<3 {
        let reply = try await anna.ask("users/current", method: "GET")
        #expect(reply.status == 200)
        let next = try #require(reply.headers["x-apple-cloudkit-web-auth-token"])
        #expect(next != anna.webToken)
        anna.webToken = next
        server.clock.advance(seconds: 1)
      }
    }
  }

  @Test func `a rotated token ends after two weeks, and the first one with its own date`()
    async throws
  {
    try await RunningServer.run { server in
      let end = server.clock.now() + 86_400_000
      let anna = try server.addUser("anna", expiresAt: end)
      let bert = try server.addUser("bert")
      let next = try await bert.ask("users/current").headers["x-apple-cloudkit-web-auth-token"]
      let rotated = bert.with { $0.webToken = next }
      server.clock.advance(seconds: 86_400)
      #expect(try await anna.ask("users/current").status == 401)
      #expect(try await rotated.ask("users/current").status == 200)
      server.clock.advance(seconds: 13 * 86_400)
      #expect(try await rotated.ask("users/current").status == 401)
    }
  }

  @Test func `a strict server refuses a token that was replaced, after a time of grace`()
    async throws
  {
    try await RunningServer.run {
      $0.isStrict = true
    } _: { server in
      let old = try server.addUser("anna")
      let next = try await old.ask("users/current").headers["x-apple-cloudkit-web-auth-token"]
      let new = old.with { $0.webToken = next }
      #expect(try await new.ask("users/current").status == 200)
      #expect(try await old.ask("users/current").status == 200)
      server.clock.advance(seconds: 61)
      #expect(try await old.ask("users/current").status == 401)
      #expect(try await new.ask("users/current").status == 200)
    }
  }

  @Test func `a revoked token and a removed user are refused at once`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      let next = try await bert.ask("users/current").headers["x-apple-cloudkit-web-auth-token"]
      let accounts = server.folder.accounts
      let id = try #require(try accounts.tokens().first { $0.user == "anna" }?.id)
      try accounts.revokeToken(id)
      try accounts.removeUser("bert")
      #expect(try await anna.ask("users/current").status == 401)
      #expect(try await bert.ask("users/current").status == 401)
      #expect(try await bert.with { $0.webToken = next }.ask("users/current").status == 401)
    }
  }

  @Test func `a user's token is not taken for a program's, and the reverse`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      #expect(try await anna.with { $0.apiToken = $0.webToken }.ask("users/current").status == 401)
      #expect(try await anna.with { $0.webToken = $0.apiToken }.ask("users/current").status == 401)
    }
  }

  @Test func `a plus that a client has not encoded is understood`() async throws {
    try await RunningServer.run { server in
      for number in 0..<20 {
        let user = try server.addUser("user\(number)")
        let token = try #require(user.webToken)
        let raw = "/database/1/\(user.container)/development/private/users/current"
        for sent in [token, token.replacing("+", with: "%20")] {
          let query = "?ckAPIToken=\(server.apiToken)&ckWebAuthToken=\(sent)&ckWebAuthToken=x"
          #expect(try await server.send(raw + query).status == 200)
        }
      }
    }
  }

  @Test func `each user has another name, and another one in another container`() async throws {
    try await RunningServer.run { server in
      let anna = try await server.addUser("anna").ask("users/current")
      let bert = try await server.addUser("bert").ask("users/caller", method: "GET")
      let names = [anna, bert].compactMap { $0.body["userRecordName"]?.string }
      #expect(names.count == 2)
      #expect(names.allSatisfy { $0.hasPrefix("_") && $0.count == 33 })
      #expect(names[0] != names[1])
    }
  }

  @Test func `nobody sees the records of another user`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      let bert = try server.addUser("bert")
      try await anna.createZone()
      try await anna.create("n1")
      let annasName = try await anna.ask("users/current").body["userRecordName"] ?? .null
      let token = try await anna.changes().body["syncToken"] ?? .null
      let annasZone: JSON = ["zoneName": "Z", "ownerRecordName": annasName]
      #expect(try await bert.lookup(["n1"]).code == "ZONE_NOT_FOUND")
      #expect(try await bert.lookup(["n1"], zone: annasZone).code == "ZONE_NOT_FOUND")
      let write = User.operation("forceReplace", "n1")
      #expect(try await bert.modify([write], zone: annasZone).code == "ZONE_NOT_FOUND")
      try await bert.createZone()
      #expect(try await bert.lookup(["n1"]).codes == ["NOT_FOUND"])
      #expect(try await bert.changes(token.string).code == "CHANGE_TOKEN_EXPIRED")
      #expect(try await bert.ask("changes/database", ["syncToken": token]).status == 400)
      let shared = bert.with { $0.database = "shared" }
      #expect(try await shared.lookup(["n1"], zone: annasZone).code == "ZONE_NOT_FOUND")
    }
  }
}
