import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing
import ToolTesting

/// What is taken from a receiver that offers its changes.
@Suite struct PullTests {
  private let page = #"""
    {"records":[{"zone":"results","recordName":"n1","type":"GameResult","tag":"1",
    "modifiedAt":1795382591371,"fields":{"score":3,"rate":1.50,"new":{"a":[null]}}}],
    "deleted":[{"zone":"results","recordName":"n2","type":"GameResult"}],"token":"7","more":true}
    """#

  private func pull(_ reply: FaultServer.Reply, token: JSON = "6") async throws -> JSON {
    let server = try await FaultServer { _ in reply }
    var asking = try await Asking(server.url, ["pull": true])
    #expect(asking.opened["can"] == ["push", "pull"])
    let answer = try await asking.pull(token: token)
    try await server.stop()
    return answer
  }

  @Test func `a page is passed on as it is`() async throws {
    let answer = try await pull(.answer(200, [:], page))
    #expect(answer == (try JSON(Array(page.utf8))))
  }

  @Test func `zone and token are in the query, whatever they consist of`() async throws {
    let server = try await FaultServer { _ in .answer(503) }
    var asking = try await Asking(server.url, ["pull": true])
    _ = try await asking.pull("a b", token: "1+2&x=3%/é#")
    _ = try await asking.pull("results")
    #expect(server.requests.map(\.method) == ["GET", "GET"])
    #expect(
      server.requests.map(\.target) == [
        "/hook?zone=a%20b&token=1%2B2%26x%3D3%25%2F%C3%A9%23", "/hook?zone=results",
      ])
    #expect(server.requests[0].headers["idempotency-key"] == nil)
    try await server.stop()
  }

  @Test func `the query is signed`() async throws {
    let folder = try TemporaryFolder()
    let key = "0123456789abcdef0123456789abcdef"
    let secrets = try folder.write("hmac: \(key)", to: "secrets")
    let server = try await FaultServer { _ in .answer(503) }
    var asking = try await Asking(server.url, ["pull": true, "secrets": .string(secrets)]) { 5 }
    _ = try await asking.pull(token: "1")
    let target = Array("/hook?zone=results&token=1".utf8)
    #expect(
      server.requests.first?.headers["streakline-signature"]
        == Signature.header(target, time: 5, key: key))
    try await server.stop()
  }

  @Test func `OB8 a token that is too old is told`() async throws {
    #expect(try await pull(.answer(410)) == ["expired": true])
    #expect(try await pull(.answer(200, [:], #"{"expired":true}"#)) == ["expired": true])
    #expect(try await pull(.answer(410), token: .null).error == "configuration")
  }

  @Test(arguments: [
    "", "{", "[]", #"{"records":[],"token":"7"}"#, #"{"records":[],"token":7,"more":false}"#,
    #"{"records":{},"token":"7","more":false}"#, #"{"token":"7","more":false}"#,
    #"{"records":[],"deleted":{},"token":"7","more":false}"#,
    #"{"token":"7","more":false,"#
      + #""records":[{"zone":"other","recordName":"n","type":"T","fields":{}}]}"#,
    #"{"token":"7","more":false,"records":[{"zone":"results","recordName":"n","type":"T"}]}"#,
    #"{"records":[],"deleted":[{"zone":"results"}],"token":"7","more":false}"#,
  ])
  func `a page of which something is not understood is not taken`(page: String) async throws {
    let answer = try await pull(.answer(200, [:], page))
    #expect(answer.error == "failed" && answer["token"] == nil)
  }

  @Test(arguments: [
    (204, "failed"), (400, "failed"), (401, "signIn"), (403, "permission"),
    (404, "configuration"), (429, "throttled"), (500, "failed"), (503, "throttled"),
    (302, "configuration"),
  ])
  func `a status has the same class as for a batch`(status: Int, error: String) async throws {
    #expect(try await pull(.answer(status)).error == error)
  }

  @Test
  func `a receiver that keeps stamps is told so, and one that offers no changes is not asked`()
    async throws
  {
    let server = try await FaultServer { _ in .answer(204) }
    let stamps = try await Asking(server.url, ["pull": true, "stamps": true])
    #expect(stamps.opened["can"] == ["push", "pull", "stamps"])
    var plain = try await Asking(server.url)
    #expect(plain.opened["can"] == ["push"])
    #expect(try await plain.pull().error == "failed")
    #expect(server.requests.isEmpty)
    try await server.stop()
  }
}
