internal import Foundation
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
    guard let members = settings.members else { throw Self.mistake("it has no settings") }
    if let unknown = members.first(where: { !Self.known.contains($0.name) }) {
      throw Self.mistake(
        "it has no setting '\(unknown.name.prefix(40))'; the settings are "
          + Self.known.joined(separator: ", "))
    }
    let address = try Self.address(settings["url"])
    url = address.absoluteString
    host = address.host() ?? ""
    path = address.path().isEmpty ? "/" : address.path()
    secrets = try Self.path("secrets", settings)
    caFile = try Self.path("caFile", settings)
    // `streakline` waits 60 s for an answer.
    timeoutSeconds = try Self.number("timeout", settings, 1...50, 30)
    maxRecords = try Self.number("maxRecords", settings, 1...10_000, 200)
    maxBytes = try Self.number("maxBytes", settings, 1...7_000_000, 1_000_000)
    maxAnswerBytes = try Self.number("maxAnswerBytes", settings, 1...7_000_000, 4_000_000)
    canPull = try Self.flag("pull", settings)
    keepsStamps = try Self.flag("stamps", settings)
    if keepsStamps, !canPull {
      throw Self.mistake("'stamps: true' needs 'pull: true'")
    }
  }

  private static func mistake(_ message: String) -> RemoteFailure {
    RemoteFailure(.configuration, message)
  }

  private static func address(_ value: JSON?) throws(RemoteFailure) -> URL {
    guard let text = value?.string, let parts = URLComponents(string: text), let url = parts.url,
      let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host, !host.isEmpty
    else { throw mistake("'url' has to be an address such as https://example.org/streakline") }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
      throw mistake("'url' has to be without user, password, '?' and '#'; secrets have a file")
    }
    guard scheme == "https" || isThisMachine(host) else {
      throw mistake("'url' has to start with https: http is for receivers on this machine only")
    }
    return url
  }

  private static func isThisMachine(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  private static func path(_ name: String, _ settings: JSON) throws(RemoteFailure) -> String? {
    guard let value = settings[name], value != .null else { return nil }
    guard let path = value.string, !path.isEmpty, !path.hasPrefix("~"), !path.utf8.contains(0)
    else { throw mistake("'\(name)' has to be the path of a file; '~' stands for nothing") }
    return path
  }

  private static func number(
    _ name: String, _ settings: JSON, _ range: ClosedRange<Int>, _ usual: Int
  ) throws(RemoteFailure) -> Int {
    guard let value = settings[name] else { return usual }
    guard let number = value.int, range.contains(number) else {
      throw mistake("'\(name)' has to be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func flag(_ name: String, _ settings: JSON) throws(RemoteFailure) -> Bool {
    guard let value = settings[name] else { return false }
    guard let flag = value.bool else { throw mistake("'\(name)' has to be true or false") }
    return flag
  }
}
