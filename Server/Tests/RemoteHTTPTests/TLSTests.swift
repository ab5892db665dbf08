import Foundation
import NIOSSL
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing
import ToolTesting

/// Who the receiver is, by its certificate.
@Suite struct TLSTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A server with a certificate of its own making.
  private func server(_ name: String, alternative: String) async throws -> FaultServer {
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/env")
    openssl.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
      "/CN=\(name)", "-addext", "subjectAltName=\(alternative)", "-keyout",
      folder.file("\(name).key"), "-out", folder.file("\(name).pem"),
    ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    let certificates = try NIOSSLCertificate.fromPEMFile(folder.file("\(name).pem"))
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: certificates.map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: folder.file("\(name).key"), format: .pem)))
    return try await FaultServer(tls: NIOSSLContext(configuration: configuration)) { _ in
      .answer(204)
    }
  }

  private func push(_ server: FaultServer, host: String = "localhost", _ caFile: String?)
    async throws -> JSON
  {
    let secrets = try folder.write("bearer: canary", to: "secrets")
    var settings: [String: JSON] = ["secrets": .string(secrets), "timeout": .int(30)]
    if let caFile { settings["caFile"] = .string(folder.file(caFile)) }
    var asking = try await Asking("https://\(host):\(server.port)/", settings)
    let answer = try await asking.push(Asking.records(2))
    return answer
  }

  @Test func `a certificate that is trusted is enough, and only for its host`() async throws {
    let server = try await server("localhost", alternative: "DNS:localhost")
    #expect(try await push(server, "localhost.pem").statuses.count == 2)
    #expect(server.requests.first?.headers["authorization"] == "Bearer canary")
    let other = try await push(server, host: "127.0.0.1", "localhost.pem")
    #expect(other.error == "offline", "\(other)")
    #expect(server.requests.count == 1)
    try await server.stop()
  }

  @Test func `OB1 a certificate that nobody vouches for is offline, and gets no secret`()
    async throws
  {
    let server = try await server("localhost", alternative: "DNS:localhost")
    let answer = try await push(server, nil)
    #expect(answer.error == "offline" && answer["retryAfter"]?.int == 1)
    #expect(answer.message.contains("by its certificate"), "\(answer)")
    #expect(server.requests.isEmpty)
    try await server.stop()
  }

  @Test func `the certificate of another host is refused`() async throws {
    let server = try await server("other.test", alternative: "DNS:other.test")
    let answer = try await push(server, "other.test.pem")
    #expect(answer.error == "offline")
    #expect(server.requests.isEmpty)
    try await server.stop()
  }

  @Test func `a receiver that speaks no TLS gets no secret`() async throws {
    let server = try await FaultServer { _ in .answer(204) }
    let answer = try await push(server, nil)
    #expect(["offline", "failed"].contains(answer.error))
    #expect(server.requests.isEmpty)
    try await server.stop()
  }

  @Test(arguments: ["bearer: x", ""])
  func `a file without certificates is a mistake in the settings`(text: String) async throws {
    let path = try folder.write(text, to: "ca.pem")
    let asking = try await Asking("https://localhost/", ["caFile": .string(path)])
    #expect(asking.opened.error == "configuration")
    #expect(asking.opened.message.contains("has no certificates"))
  }
}
