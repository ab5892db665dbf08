import RemoteHTTP
import RemoteProgram
import ServerJSON
import Synchronization
import Testing
import ToolTesting

/// What becomes of a batch, by the answer of the receiver.
@Suite struct PushTests {
  private func statuses(_ reply: FaultServer.Reply, of count: Int = 5) async throws -> JSON {
    let server = try await FaultServer { _ in reply }
    var asking = try await Asking(server.url)
    let answer = try await asking.push(Asking.records(count))
    try await server.stop()
    return answer
  }

  private let all = ["n1": "saved", "n2": "saved", "n3": "saved", "n4": "saved", "n5": "saved"]

  @Test func `204 says that all are saved`() async throws {
    #expect(try await statuses(.answer(204)).statuses == all)
  }

  @Test func `a batch is one POST of all its records with the device and the pipeline`()
    async throws
  {
    let server = try await FaultServer { _ in .answer(204) }
    var asking = try await Asking(server.url)
    _ = try await asking.push(Asking.records(5))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST" && request.target == "/hook")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["accept-encoding"] == nil)
    #expect(request.headers["authorization"] == nil)
    #expect(request.headers["streakline-signature"] == nil)
    let body = try JSON(request.body)
    #expect(body["pipeline"] == "web" && body["device"] == "d1")
    #expect(body["records"]?.list == Asking.records(5))
    try await server.stop()
  }

  // MARK: - OB5

  private static let table: [(Int, String, String)] = [
    (301, "configuration", "configuration"), (302, "configuration", "configuration"),
    (307, "configuration", "configuration"), (308, "configuration", "configuration"),
    (400, "failed", "rejected"), (401, "signIn", "signIn"), (402, "quota", "quota"),
    (403, "permission", "permission"), (404, "configuration", "configuration"),
    (405, "configuration", "configuration"), (408, "throttled", "throttled"),
    (409, "failed", "failed"), (410, "configuration", "configuration"),
    (413, "failed", "rejected"), (415, "configuration", "configuration"),
    (422, "failed", "rejected"), (429, "throttled", "throttled"), (500, "failed", "failed"),
    (502, "throttled", "throttled"), (503, "throttled", "throttled"),
    (504, "throttled", "throttled"), (507, "quota", "quota"), (599, "failed", "failed"),
    (418, "failed", "failed"),
  ]

  @Test(arguments: table)
  func `OB5 each status has its class, of a batch and of one record`(
    status: Int, several: String, one: String
  ) async throws {
    let batch = try await statuses(.answer(status, [:], #"{"results":[]}"#))
    #expect(batch.error == several && batch.message.contains("HTTP \(status)"))
    let single = try await statuses(.answer(status, [:], "no"), of: 1)
    #expect((single.error ?? single.statuses["n1"]) == one)
  }

  @Test func `OB5 a redirect is not followed, and the other server gets nothing`() async throws {
    let other = try await FaultServer { _ in .answer(204) }
    let folder = try TemporaryFolder()
    let secrets = try folder.write("bearer: canary\nhmac: 0123456789abcdef", to: "secrets")
    for status in [301, 302, 303, 307, 308] {
      let server = try await FaultServer { _ in .answer(status, ["Location": other.url]) }
      var asking = try await Asking(server.url, ["secrets": .string(secrets)])
      let answer = try await asking.push(Asking.records(2))
      #expect(answer.error == "configuration")
      #expect(answer.message.contains("another address") && !answer.message.contains("canary"))
      try await server.stop()
    }
    #expect(other.requests.isEmpty)
    try await other.stop()
  }

  @Test func `a receiver that refuses every record stops the run, and loses them no chance`()
    async throws
  {
    let server = try await FaultServer { _ in .answer(400) }
    var asking = try await Asking(server.url)
    for number in 1...4 {
      #expect(try await asking.push([Asking.record(number)]).statuses.values.first == "rejected")
    }
    #expect(try await asking.push([Asking.record(5)]).error == "configuration")
    server.answer { _ in .answer(204) }
    #expect(try await asking.push([Asking.record(5)]).statuses == ["n5": "saved"])
    server.answer { _ in .answer(400) }
    #expect(try await asking.push([Asking.record(6)]).statuses == ["n6": "rejected"])
    try await server.stop()
  }

  // MARK: - OB4

  @Test(arguments: [
    ("0", 1), ("5", 5), ("120", 120), ("86400", 3_600), ("Sun, 06 Nov 1994 08:50:37 GMT", 60),
    ("Sun, 06 Nov 1994 08:00:00 GMT", 1), ("abc", 1), ("-1", 1), ("1e99", 1),
  ])
  func `OB4 the receiver's pause holds for the whole remote`(value: String, seconds: Int)
    async throws
  {
    for status in [429, 503] {
      let answer = try await statuses(.answer(status, ["Retry-After": value]))
      #expect(answer.error == "throttled")
      #expect(answer["retryAfter"]?.int == seconds)
    }
  }

  // MARK: - OB6

  @Test(arguments: 0..<32)
  func `OB6 of five records exactly those leave that are said to be saved`(subset: Int)
    async throws
  {
    let saved = (0..<5).filter { subset & 1 << $0 != 0 }.map { "n\($0 + 1)" }
    let server = try await FaultServer { request in
      // Out of order, with a stranger.
      let known = request.records.filter { saved.contains($0["recordName"]?.string ?? "") }
      let results = known.reversed().map { HonestReceiver.result($0, "saved") }
      let stranger = HonestReceiver.result(Asking.record(99), "saved")
      return .answer(200, [:], HonestReceiver.body([stranger] + results))
    }
    var asking = try await Asking(server.url)
    let answer = try await asking.push(Asking.records(5))
    #expect(answer.error == nil)
    #expect(Set(answer.statuses.keys) == Set(saved))
    #expect(Set(answer.statuses.values).isSubset(of: ["saved"]))
    try await server.stop()
  }

  @Test(arguments: [
    "", " ", "{", #"{"results":"#,
    #"{"results":[{"zone":"results","recordName":"n1","status":"sav"#,
    "[]", "null", "true", #"{"results":null}"#, #"{"results":{}}"#, #"{"results":"saved"}"#,
    #"{"saved":["n1"]}"#, "<html>Welcome to the hotel</html>", "204",
    #"{"results":[],"results":[]}"#,
  ])
  func `OB6 an answer that says nothing about records saves none`(body: String) async throws {
    let answer = try await statuses(.answer(200, [:], body))
    #expect(answer.error == "failed")
    #expect(answer.message.contains("did not say which records it has saved"))
  }

  @Test(arguments: [
    "", "7,null,[],{}", #""n1""#, #"{"recordName":"n1","status":"saved"}"#,
    #"{"zone":"results","recordName":1,"status":"saved"}"#,
    #"{"zone":"results","recordName":"n1","status":true}"#,
    #"{"zone":"results","recordName":"n1","status":"SAVED"}"#,
    #"{"zone":"other","recordName":"n1","status":"saved"}"#,
    #"{"zone":"results","recordName":"n1"}"#,
    #"{"zone":"results","recordName":"n1","status":"conflict"}"#,
    #"{"zone":"results","recordName":"n1","status":"conflict","record":{"zone":"results"}}"#,
    // Two answers about one record that contradict each other.
    #"{"zone":"results","recordName":"n1","status":"saved"},"#
      + #"{"zone":"results","recordName":"n1","status":"rejected","reason":"x"}"#,
  ])
  func `OB6 an entry of the wrong type is as if it were missing`(entries: String) async throws {
    let good = #"{"zone":"results","recordName":"n2","status":"saved","tag":"t"}"#
    let body = #"{"results":[\#(entries.isEmpty ? good : "\(entries),\(good)")]}"#
    let answer = try await statuses(.answer(200, [:], body))
    #expect(answer.statuses == ["n2": "saved"], "\(answer)")
    #expect(answer["results"]?.list?.first?["tag"] == "t")
  }

  @Test func `OB6 what is said twice counts once`() async throws {
    let entry = #"{"zone":"results","recordName":"n3","status":"saved"}"#
    let answer = try await statuses(.answer(200, [:], #"{"results":[\#(entry),\#(entry)]}"#))
    #expect(answer["results"]?.list?.count == 1)
  }

  @Test func `the outcomes of single records are passed on, with pauses and reasons within limits`()
    async throws
  {
    let folder = try TemporaryFolder()
    let secrets = try folder.write("bearer: canary", to: "secrets")
    let long = String(repeating: "x", count: 5_000)
    let server = try await FaultServer { request in
      let records = request.records
      let held: JSON = [
        "zone": "results", "recordName": "n4", "type": "GameResult", "tag": "9",
        "fields": ["score": .number("1.50")],
      ]
      func result(_ index: Int, _ status: String, _ name: String, _ value: JSON) -> JSON {
        HonestReceiver.result(records[index], status, [.init(name: name, value: value)])
      }
      return .answer(
        200, [:],
        HonestReceiver.body([
          result(0, "retry", "retryAfter", .int(99_999)),
          result(1, "rejected", "reason", .string("canary \(long)")),
          result(2, "conflict", "record", .null), result(3, "conflict", "record", held),
        ]))
    }
    var asking = try await Asking(server.url, ["secrets": .string(secrets)])
    let results = try await asking.push(Asking.records(5))["results"]?.list ?? []
    #expect(results.count == 4)
    #expect(results[0]["retryAfter"]?.int == 3_600)
    let reason = try #require(results[1]["reason"]?.string)
    #expect(reason.hasPrefix("*** xxx") && reason.count <= 1_024)
    #expect(results[2]["record"] == JSON.null)
    #expect(results[3]["record"]?["fields"] == (["score": .number("1.50")] as JSON))
    try await server.stop()
  }

  @Test func `an answer that is too long is not read to its end`() async throws {
    let body = String(repeating: " ", count: 3_000_000)
    let server = try await FaultServer { _ in .answer(200, [:], body) }
    var asking = try await Asking(server.url, ["maxAnswerBytes": .int(100_000)])
    let answer = try await asking.push(Asking.records(2))
    #expect(answer.error == "failed" && answer.message.contains("more than 100000 bytes"))
    try await server.stop()
  }
}
