import CloudKitHTTP
import Foundation
import RemoteCloudKit
import ServerJSON
import Testing
import ToolTesting

/// The remote program's answers, question by question, with a running server.
@Suite struct ConversationTests {
  private func opened(
    _ server: RunningServer, _ folder: TemporaryFolder
  ) async throws -> Conversation {
    let account = try server.account("anna", apps: ["streaksync"])
    let tokens = try #require(account.tokens["streaksync"])
    let secrets = try folder.write(
      "apiToken: \(tokens.api)\nwebAuthToken: \(tokens.web)\n", to: "secrets")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secrets)
    var conversation = Conversation(
      environment: [:], now: { Int(Date().timeIntervalSince1970) })
    let answer = try await ask(
      &conversation,
      [
        "do": "open", "protocol": 1, "pipeline": "mine",
        "settings": [
          "url": .string("http://127.0.0.1:\(server.port)"), "secrets": .string(secrets),
          "container": .string(tokens.container),
        ], "types": ["Note": ["text": "string", "count": "int"]],
      ])
    #expect(answer["error"] == nil, "\(answer)")
    return conversation
  }

  private func ask(_ conversation: inout Conversation, _ question: JSON) async throws -> JSON {
    try JSON(await conversation.answer(question.bytes))
  }

  /// What is in the secrets file of the conversation.
  private func tokens(
    _ folder: TemporaryFolder
  ) throws -> (container: String, api: String, web: String) {
    let text = try String(contentsOfFile: folder.file("secrets"), encoding: .utf8)
    let values = text.split(separator: "\n").map { String($0.split(separator: " ")[1]) }
    return ("iCloud.app.streaksync", values[0], values[1])
  }

  @Test func `it subscribes once, and tells when something has changed`() async throws {
    try await RunningServer.run {
      $0.pollSeconds = 1
    } _: { server in
      let folder = try TemporaryFolder()
      var conversation = try await opened(server, folder)
      let saved = try await push(&conversation, tag: nil, ["text": "one"])
      var places: [String] = []
      for _ in 0..<2 {
        let answer = try await ask(&conversation, ["do": "watch"])
        places.append(try #require(answer["watch"]?.string, "\(answer)"))
      }
      let anna = try Account(
        port: server.port, tokens: ["streaksync": tokens(folder)]
      ).user(server)
      for database in ["private", "shared"] {
        let listed = try await anna.with { $0.database = database }.ask("subscriptions/list").body
        #expect(listed["subscriptions"]?.list?.count == 1, "\(listed)")
      }
      let settings: JSON = [
        "url": .string("http://127.0.0.1:\(server.port)"), "container": "iCloud.app.streaksync",
      ]
      let question: JSON = [
        "do": "wait", "watch": .string(places[1]), "seconds": 5, "settings": settings,
      ]
      #expect(try await ask(&conversation, question) == ["changed": false])
      let tag = saved["tag"]?.string
      #expect(try await push(&conversation, tag: tag, ["text": "two"])["status"] == "saved")
      var other = Conversation(environment: [:], now: { 0 })
      #expect(try await ask(&other, question)["changed"]?.bool == true)
      for strange in ["http://127.0.0.1:1/push/x", "file:///etc/passwd", "", "http://example.org/"]
      {
        let asked: JSON = [
          "do": "wait", "watch": .string(strange), "seconds": 1, "settings": settings,
        ]
        #expect(try await ask(&other, asked)["error"] == "configuration", "\(strange)")
      }
    }
  }

  private func push(
    _ conversation: inout Conversation, tag: String?, _ fields: JSON
  ) async throws -> JSON {
    let record: JSON = [
      "zone": "notes", "recordName": "a", "type": "Note", "tag": tag.map(JSON.string) ?? .null,
      "version": 1, "deleted": false, "fields": fields,
    ]
    let answer = try await ask(
      &conversation, ["do": "push", "atomic": false, "records": [record]])
    return try #require(answer["results"]?.list?.first)
  }

  /// Found by the simulation: an update keeps what it does not name.
  @Test func `a field that a record no longer has is removed there, and an unknown one stays`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await RunningServer.run { server in
      var conversation = try await opened(server, folder)
      let fields: JSON = ["text": "one", "count": 1, "theirs": "stays"]
      let first = try await push(&conversation, tag: nil, fields)
      #expect(first["status"]?.string == "saved", "\(first)")
      let second = try await push(
        &conversation, tag: first["tag"]?.string, ["text": "two"])
      #expect(second["status"]?.string == "saved", "\(second)")
      let page = try await ask(&conversation, ["do": "pull", "zone": "notes", "token": .null])
      let held = page["records"]?.list?.first?["fields"]
      #expect(held?["text"]?.string == "two" && held?["theirs"]?.string == "stays", "\(page)")
      #expect(held?["count"] == nil, "\(page)")
    }
  }
}
