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
