import CloudKitStorage
import Foundation
import ServerJSON
import Testing

/// Whom users can find (CLOUDKIT.md §1.10).
@Suite struct UserTests {
  private static let endpoints = [
    "users/discover", "users/lookup/email", "users/lookup/id", "users/lookup/contacts",
  ]

  private func found(_ reply: Reply) -> [String?] {
    (reply.body["users"]?.list ?? []).map { $0["nameComponents"]?["givenName"]?.string }
  }

  @Test(arguments: endpoints)
  func `only users of the container who have agreed are found`(endpoint: String) async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna").with { $0.database = "public" }
      for name in ["bert", "carl"] { _ = try server.addUser(name) }
      try server.folder.accounts.addUser("dora", now: 0)
      for (name, shown) in [("bert", "Bert B."), ("dora", "Dora")] {
        try server.folder.accounts.setDisplayName(shown, of: name)
      }
      let infos = ["bert", "carl", "dora", "nobody"].map { name -> JSON in
        ["emailAddress": .string(name)]
      }
      let reply = try await anna.ask(endpoint, ["lookupInfos": .list(infos)])
      #expect(reply.status == 200 && found(reply) == ["Bert B."], "\(reply.body)")
      let id = reply.body["users"]?.list?.first?["userRecordName"] ?? .null
      let again = try await anna.ask(endpoint, ["lookupInfos": [["userRecordName": id]]])
      #expect(found(again) == ["Bert B."])
      #expect(try await anna.ask(endpoint, ["lookupInfos": "bert"]).code == "BAD_REQUEST")
      let privately = anna.with { $0.database = "private" }
      #expect(try await privately.ask(endpoint, ["lookupInfos": []]).code == "BAD_REQUEST")
      let nobody = server.program.with { $0.database = "public" }
      #expect(try await nobody.ask(endpoint, ["lookupInfos": []]).status == 421)
    }
  }

  @Test func `without a list all who have agreed are found, and one's own name is known`()
    async throws
  {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna").with { $0.database = "public" }
      #expect(try await anna.ask("users/caller").body["nameComponents"] == nil)
      try server.folder.accounts.setDisplayName("Anna", of: "anna")
      let reply = try await anna.ask("users/discover", method: "GET")
      #expect(found(reply) == ["Anna"], "\(reply.body)")
      let own = try await anna.ask("users/caller").body
      #expect(own["nameComponents"]?["givenName"]?.string == "Anna")
      #expect(try await anna.ask("users/lookup/id").code == "BAD_REQUEST")
      try server.folder.accounts.setDisplayName("", of: "anna")
      #expect(found(try await anna.ask("users/discover", method: "GET")).isEmpty)
    }
  }
}
