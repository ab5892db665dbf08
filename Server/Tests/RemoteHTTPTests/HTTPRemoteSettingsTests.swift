import Foundation
import RemoteHTTP
import RemoteProgram
import ServerJSON
import Testing

@Suite struct HTTPRemoteSettingsTests {
  private func mistake(_ settings: String) throws -> RemoteFailure? {
    let json = try JSON(Array(settings.utf8))
    do throws(RemoteFailure) {
      _ = try HTTPRemoteSettings(json)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    #"{"url":"https://example.org/hook"}"#, #"{"url":"https://example.org"}"#,
    #"{"url":"http://127.0.0.1:80/"}"#, #"{"url":"http://[::1]:80/"}"#,
    #"{"url":"http://localhost/x"}"#,
    #"{"url":"https://e.org/","timeout":5,"pull":true,"stamps":true}"#,
    #"{"url":"https://e.org/","secrets":"/s","caFile":"ca.pem","maxRecords":5,"maxBytes":99}"#,
  ])
  func `settings are understood`(settings: String) throws {
    #expect(try mistake(settings) == nil)
  }

  @Test(arguments: [
    ("null", "has no settings"), ("{}", "'url' has to be an address"),
    (#"{"url":7}"#, "'url' has to be"), (#"{"url":"ftp://example.org/"}"#, "'url' has to be"),
    (#"{"url":"https:///x"}"#, "'url' has to be"), (#"{"url":"example.org"}"#, "'url' has to be"),
    (#"{"url":"http://example.org/"}"#, "has to start with https"),
    (#"{"url":"http://127.0.0.1.example.org/"}"#, "has to start with https"),
    (#"{"url":"http://localhost.example.org/"}"#, "has to start with https"),
    (#"{"url":"https://e.org/","secret":"x"}"#, "no setting 'secret'"),
    (#"{"url":"https://e.org/","timeout":0}"#, "from 1 to 50"),
    (#"{"url":"https://e.org/","timeout":"30s"}"#, "from 1 to 50"),
    (#"{"url":"https://e.org/","maxBytes":8000000}"#, "'maxBytes'"),
    (#"{"url":"https://e.org/","pull":"yes"}"#, "true or false"),
    (#"{"url":"https://e.org/","stamps":true}"#, "needs 'pull: true'"),
    (#"{"url":"https://e.org/","secrets":"~/s"}"#, "'secrets' has to be the path"),
  ])
  func `settings that say nothing sensible are named`(settings: String, message: String) throws {
    let failure = try #require(try mistake(settings))
    #expect(failure.kind == .configuration)
    #expect(failure.message.contains(message), "\(failure.message)")
  }

  @Test(arguments: [
    "https://user:canary@example.org/", "https://canary@example.org/",
    "https://example.org/?token=canary", "https://example.org/#canary",
  ])
  func `an address with a secret is refused and not shown`(url: String) throws {
    let failure = try #require(try mistake(#"{"url":"\#(url)"}"#))
    #expect(failure.message.contains("secrets have a file"))
    #expect(!failure.message.contains("canary"))
  }
}
