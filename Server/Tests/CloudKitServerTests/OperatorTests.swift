import AsyncHTTPClient
import CloudKitHTTP
import CloudKitStorage
import Foundation
import NIOCore
import NIOHTTP1
import ServerJSON
import Testing
import ToolTesting

/// TLS with certificate files, and `/metrics`.
@Suite struct OperatorTests {
  private let files: TemporaryFolder

  init() throws {
    files = try TemporaryFolder()
  }

  private func certificate(_ name: String) throws -> CertificateFiles {
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    let (certificate, key) = (files.file("\(name).pem"), files.file("\(name).key"))
    openssl.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
      certificate,
    ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    return CertificateFiles(certificate: certificate, privateKey: key)
  }

  @Test func `streakline syncs over TLS with a server that has a certificate of its own`()
    async throws
  {
    let own = try certificate("own")
    try await RunningServer.run({ $0.certificate = own }) { server in
      let anna = try server.account("anna", apps: ["streaksync"])
      let home = try Home(anna)
      var pipeline = try String(
        contentsOfFile: home.tool.folder.file("config/streakline/Pipelines/streaksync.yaml"),
        encoding: .utf8)
      pipeline.replace(
        "url: 'http://127.0.0.1:\(server.port)'",
        with: "url: 'https://localhost:\(server.port)'\n      caFile: '\(own.certificate)'")
      try home.tool.folder.write(pipeline, to: "config/streakline/Pipelines/streaksync.yaml")
      try await home.run("ingest", input: Shares.wordle(1_234))
      let run = try await home.sync()
      #expect(try home.report(run)["saved"]?.int == 2, "\(run.output)")
      // Who speaks no TLS gets no answer.
      await #expect(throws: (any Error).self) { try await server.send("/health") }
    }
  }

  @Test func `files that cannot be used are named before the server starts`() throws {
    let (own, other) = (try certificate("own"), try certificate("other"))
    _ = try own.configuration()
    func reason(_ certificate: String, _ key: String) -> String {
      do {
        _ = try CertificateFiles(certificate: certificate, privateKey: key).configuration()
        return ""
      } catch { return "\(error)" }
    }
    #expect(reason(own.certificate, other.privateKey).contains("is not the key of"))
    #expect(reason(own.privateKey, own.privateKey).contains("no certificate"))
    #expect(reason(own.certificate, own.certificate).contains("others can read"))
    #expect(reason(own.certificate, files.path).contains("plain file"))
    #expect(reason(own.certificate, "/none").contains("cannot be read"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: own.privateKey)
    #expect(reason(own.certificate, own.privateKey).contains("chmod 600"))
  }

  private func metrics(
    _ server: RunningServer, headers: [(String, String)] = []
  ) async throws -> (status: Int, lines: [String]) {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/metrics")
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(300))
    let body = try await response.body.collect(upTo: 1 << 20)
    let text = String(buffer: body)
    return (Int(response.status.code), text.split(separator: "\n").map(String.init))
  }

  @Test func `metrics count requests, durations and bytes, and name no user`() async throws {
    try await RunningServer.run { server in
      let anna = try server.addUser("anna")
      try await anna.createZone()
      try await anna.create("n1")
      try await anna.create("n2")
      _ = try await anna.ask("records/nothing")
      let (status, lines) = try await metrics(server)
      #expect(status == 200)
      let name = "streaklined_requests_total"
      #expect(lines.contains("\(name){endpoint=\"records/modify\",status=\"200\"} 2"))
      #expect(lines.contains("\(name){endpoint=\"zones/modify\",status=\"200\"} 1"))
      #expect(lines.contains("\(name){endpoint=\"none\",status=\"404\"} 1"))
      #expect(lines.contains("streaklined_request_duration_seconds_bucket{le=\"+Inf\"} 4"))
      #expect(lines.contains("streaklined_request_duration_seconds_count 4"))
      #expect(lines.contains("streaklined_throttled_total 0"))
      func number(_ start: String) throws -> Int {
        let line = try #require(lines.first { $0.hasPrefix(start) })
        return try #require(Int(line.split(separator: " ").last ?? ""))
      }
      let (open, stored) = (
        try number("streaklined_open_connections "),
        try number(
          "streaklined_stored_bytes{container=\"\(RunningServer.container)\",environment=\"dev")
      )
      #expect(open >= 1)
      #expect(stored > 4_096)
      #expect(!lines.contains { $0.contains("anna") || $0.contains("n1") })
      // Each line is a comment, or a name with a number.
      let form = /[a-z_]+(\{[^}]*\})? [0-9.e+-]+/
      let odd = lines.filter { !$0.hasPrefix("#") && $0.wholeMatch(of: form) == nil }
      #expect(odd.isEmpty)
    }
  }

  @Test func `metrics are hidden from what was forwarded, and behind a proxy`() async throws {
    try await RunningServer.run { server in
      let forwarded = try await metrics(server, headers: [("X-Forwarded-For", "203.0.113.7")])
      #expect(forwarded.status == 404)
    }
    try await RunningServer.run({ $0.hasMetrics = false }) { server in
      let (status, _) = try await metrics(server)
      #expect(status == 404)
    }
  }
}
