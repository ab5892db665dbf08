import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing
import ToolTesting

@Suite struct SecretsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mistake(_ path: String) -> RemoteFailure? {
    do throws(RemoteFailure) {
      _ = try Secrets(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a file has a token and a key`() throws {
    let path = try folder.write(
      "# mine\n\nbearer: abc:def\n  hmac:   0123456789abcdef\n", to: "secrets")
    let secrets = try Secrets(path: path)
    #expect(secrets.bearer == "abc:def")
    #expect(secrets.hmac == "0123456789abcdef")
    #expect(secrets.redacted("it got abc:def and more") == "it got *** and more")
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o601, 0o610, 0o644, 0o666])
  func `a file that others can use is refused`(permissions: Int) throws {
    let path = try folder.write("bearer: canary", to: "secrets", permissions: permissions)
    let failure = try #require(mistake(path))
    #expect(failure.kind == .configuration)
    #expect(failure.message == "others can use the secrets file; run: chmod 600 \(path)")
  }

  @Test(arguments: [0o600, 0o400])
  func `a file for the user alone is read`(permissions: Int) throws {
    #expect(
      mistake(try folder.write("bearer: x", to: "secrets", permissions: permissions)) == nil)
  }

  @Test(arguments: [
    ("", "has no secret"), ("canary", "line 1 of"), ("bearer:", "line 1 of"),
    ("bearer: x\nbearer: canary", "line 2 of"), ("hmac: canary", "shorter than 16"),
    ("bearer: canary canary", "line 1 of"), ("bearer: canäry", "line 1 of"),
    ("bearer: canary\u{7}", "line 1 of"), ("password: canary", "line 1 of"),
  ])
  func `a line that is no secret is named and not shown`(text: String, message: String) throws {
    let failure = try #require(mistake(try folder.write(text, to: "secrets")))
    #expect(failure.message.contains(message), "\(failure.message)")
    #expect(!failure.message.contains("can"), "\(failure.message)")
  }

  @Test func `a link, a folder, a pipe, a large file and none are refused`() throws {
    let path = try folder.write("bearer: x", to: "secrets")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: path)
    #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
    try folder.write(String(repeating: "# long\n", count: 20_000), to: "large")
    for name in ["link", ".", "pipe", "large", "none"] {
      #expect(mistake(folder.file(name))?.kind == .configuration, "\(name)")
    }
  }
}
