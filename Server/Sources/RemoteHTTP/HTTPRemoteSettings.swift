internal import Foundation
package import RemoteProgram
package import ServerJSON

/// What a pipeline file says about the receiver.
package struct HTTPRemoteSettings: Hashable, Sendable {
  private static let known = [
    "url", "secrets", "caFile", "timeout", "maxRecords", "maxBytes", "maxAnswerBytes", "pull",
    "stamps",
  ]

  /// The receiver's address without a query.
  package let url: String
  /// The host, for messages: the path may be secret.
  package let host: String
  /// The path of the address.
  let path: String
  /// The path of the secrets file; `nil` when the receiver asks for none.
  package let secrets: String?
  /// The path of a file with the certificates (PEM) that are trusted instead of the system's.
  package let caFile: String?
  /// How long an exchange may take from its start to its last byte.
  package let timeoutSeconds: Int
  /// How many records a batch may hold.
  package let maxRecords: Int
  /// How many bytes of JSON a batch may hold.
  package let maxBytes: Int
  /// How many bytes an answer may have.
  package let maxAnswerBytes: Int
  /// Whether the receiver can be asked for changes.
  package let canPull: Bool
  /// Whether the receiver keeps the stamps of records.
  package let keepsStamps: Bool

  package init(_ settings: JSON) throws(RemoteFailure) {
    let reader = try SettingsReader(settings, known: Self.known)
    let address = try reader.address("url", example: "https://example.org/streakline")
    url = address.absoluteString
    host = address.host() ?? ""
    path = address.path().isEmpty ? "/" : address.path()
    secrets = try reader.path("secrets")
    caFile = try reader.path("caFile")
    // `streakline` waits 60 s for an answer.
    timeoutSeconds = try reader.number("timeout", 1...50, usual: 30)
    maxRecords = try reader.number("maxRecords", 1...10_000, usual: 200)
    maxBytes = try reader.number("maxBytes", 1...7_000_000, usual: 1_000_000)
    maxAnswerBytes = try reader.number("maxAnswerBytes", 1...7_000_000, usual: 4_000_000)
    canPull = try reader.flag("pull")
    keepsStamps = try reader.flag("stamps")
    if keepsStamps, !canPull {
      throw SettingsReader.mistake("'stamps: true' needs 'pull: true'")
    }
  }
}
