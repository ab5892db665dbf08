import Crypto
import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing
import ToolTesting

@Suite struct SignatureTests {
  private let key = "0123456789abcdef0123456789abcdef"

  @Test func `the signature is the one of RFC 4231 over time, point and content`() {
    // Computed with Python: hmac.new(key, b"1.{}", "sha256").hexdigest()
    let header = Signature.header(Array("{}".utf8), time: 1, key: key)
    #expect(header == "v1=1642a706b2e4d9fa8663449a8826d942c133b097231992683d5a44c2afc57499")
  }

  @Test func `OB14 key and body are the same on every retry, and each signature holds`()
    async throws
  {
    let folder = try TemporaryFolder()
    let secrets = try folder.write("bearer: b\nhmac: \(key)", to: "secrets")
    let server = try await FaultServer { _ in .answer(503) }
    for round in 0..<3 {
      // Another process each time, and time goes on.
      var asking = try await Asking(server.url, ["secrets": .string(secrets)]) { 1_000 + round }
      _ = try await asking.push(Asking.records(5))
    }
    let requests = server.requests
    #expect(requests.count == 3)
    #expect(Set(requests.map(\.body)).count == 1)
    let keys = Set(requests.compactMap { $0.headers["idempotency-key"] })
    #expect(keys.count == 1 && keys.first?.utf8.count == 64)
    for (round, request) in requests.enumerated() {
      let time = try #require(request.headers["streakline-timestamp"])
      #expect(time == String(1_000 + round))
      let signed = Array("\(time).".utf8) + request.body
      let code = HMAC<SHA256>.authenticationCode(
        for: signed, using: SymmetricKey(data: Data(key.utf8)))
      let text = code.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
      #expect(request.headers["streakline-signature"] == "v1=\(text)")
      #expect(request.headers["authorization"] == "Bearer b")
    }
    try await server.stop()
  }

  @Test func `OB14 another version, tag, device or set of records has another key`() async throws {
    let server = try await FaultServer { _ in .answer(204) }
    var asking = try await Asking(server.url)
    let batches: [[JSON]] = [
      Asking.records(5), Asking.records(4), [Asking.record(1)], [Asking.record(1, version: 2)],
      [Asking.record(1, tag: "t")], [Asking.record(2)],
    ]
    for batch in batches { _ = try await asking.push(batch) }
    _ = try await asking.ask([
      "do": "open", "protocol": .int(1), "pipeline": "web", "device": "d2",
      "settings": ["url": .string(server.url)],
    ])
    _ = try await asking.push(Asking.records(5))
    #expect(Set(server.requests.compactMap { $0.headers["idempotency-key"] }).count == 7)
    try await server.stop()
  }
}
