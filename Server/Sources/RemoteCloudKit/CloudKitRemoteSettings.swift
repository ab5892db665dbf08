internal import Foundation
package import RemoteProgram
package import ServerJSON

/// What a pipeline file says about the app's container.
package struct CloudKitRemoteSettings: Hashable, Sendable {
  /// Which of a container's databases holds the records.
  package enum Database: String, Hashable, Sendable, CaseIterable {
    case `public`, `private`, shared
  }

  private static let known = [
    "url", "container", "environment", "database", "secrets", "caFile", "timeout", "maxRecords",
    "requestsPerSecond",
  ]
  private static let apple = "https://api.apple-cloudkit.com"

  /// The service's address without a path at its end, such as `https://api.apple-cloudkit.com`.
  package let url: String
  /// The host, for messages.
  package let host: String
  package let container: String
  /// `development` or `production`.
  package let environment: String
  package let database: Database
  /// The path of the secrets file; `nil` for the usual one of the pipeline.
  package let secrets: String?
  /// The path of a file with the certificates (PEM) that are trusted instead of the system's.
  package let caFile: String?
  /// How long an exchange may take from its start to its last byte.
  package let timeoutSeconds: Int
  /// How many records a request may have.
  package let maxRecords: Int
  /// How many requests are sent in a second at most.
  package let requestsPerSecond: Int

  package init(_ settings: JSON) throws(RemoteFailure) {
    let reader = try SettingsReader(settings, known: Self.known)
    let address = try reader.address("url", usual: Self.apple, example: Self.apple)
    url = Self.withoutSlash(address.absoluteString)
    host = address.host() ?? ""
    container = try Self.container(try reader.text("container"))
    environment = try reader.word(
      "environment", of: ["development", "production"], usual: "development")
    let word = try reader.word(
      "database", of: [Database.public, .private].map(\.rawValue), usual: Database.private.rawValue)
    database = Database(rawValue: word) ?? .private
    secrets = try reader.path("secrets")
    caFile = try reader.path("caFile")
    // `streakline` waits 60 s for an answer, which may need several requests.
    timeoutSeconds = try reader.number("timeout", 1...50, usual: 15)
    maxRecords = try reader.number("maxRecords", 1...200, usual: 200)
    requestsPerSecond = try reader.number("requestsPerSecond", 1...1_000, usual: 20)
  }

  private static func withoutSlash(_ text: String) -> String {
    text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func container(_ name: String?) throws(RemoteFailure) -> String {
    guard let name, name != "default" else {
      throw SettingsReader.mistake(
        "the app's document does not name its container; write `container: iCloud.…` into the "
          + "pipeline file")
    }
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        || scalar == "." || scalar == "-"
    }
    guard isPlain, name.utf8.count <= 200, name.hasPrefix("iCloud.") else {
      throw SettingsReader.mistake("'container' has to be a name such as iCloud.com.example.app")
    }
    return name
  }
}
