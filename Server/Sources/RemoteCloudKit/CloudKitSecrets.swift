internal import Crypto
internal import Foundation
package import RemoteProgram
internal import Synchronization

/// With what the program shows who it is (CloudKit Web Services): the app's token with or without a user's, or a
/// key of the app's developer.
package final class CloudKitSecrets: Sendable {
  /// How a request is to be made.
  enum Proof {
    /// - Parameter web: The user's token; `nil` for the app alone.
    case tokens(api: String, web: String?)
    case key(ServerKey)
  }

  /// How long a new token of the user may be kept in memory only, in seconds. The service accepts the one
  /// before for longer than that.
  private static let unwrittenSeconds = 20
  static let names = ["apiToken", "webAuthToken", "keyID", "privateKey"]

  let path: String
  private let values: [String: String]
  private let key: ServerKey?
  private let web: Mutex<(token: String?, isWritten: Bool, writtenAt: Int)>

  /// The usual file of a pipeline.
  package static func usualPath(
    pipeline: String, environment: [String: String]
  ) throws(RemoteFailure) -> String {
    let config = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = config ?? environment["HOME"].map({ $0 + "/.config" }),
      !pipeline.isEmpty, !pipeline.contains("/"), !pipeline.hasPrefix(".")
    else {
      throw RemoteFailure(.configuration, "write `secrets:` with a path into the pipeline file")
    }
    return "\(folder)/streakline/secrets/\(pipeline)"
  }

  /// Reads lines such as `apiToken: …`; empty ones and those that start with `#` say nothing.
  package convenience init(path: String) throws(RemoteFailure) {
    guard unsafe access(path, F_OK) == 0 else {
      throw RemoteFailure(
        .signIn, "there is no secrets file \(path); `streakline account login` writes it")
    }
    try self.init(path: path, text: try privateText(path: path))
  }

  /// - Parameters:
  ///   - path: Where the secrets are or will be.
  ///   - text: What the file says or will say.
  init(path: String, text: String) throws(RemoteFailure) {
    self.path = path
    let values = try Self.values(text, path)
    self.values = values
    guard values["keyID"] == nil || values["apiToken"] == nil else {
      throw Self.mistake("\(path) has an API token and a key; the service takes one of them")
    }
    if let id = values["keyID"] {
      guard let file = values["privateKey"] else {
        throw Self.mistake(
          "\(path) has keyID, and lacks privateKey with the path of the key's file")
      }
      key = try ServerKey(id: id, pem: try privateText(path: file), path: file)
    } else {
      key = nil
      guard values["apiToken"] != nil else {
        throw RemoteFailure(
          .signIn, "\(path) has no apiToken; `streakline account login` asks for it")
      }
    }
    web = Mutex((values["webAuthToken"], true, 0))
  }

  private static func mistake(_ message: String) -> RemoteFailure {
    RemoteFailure(.configuration, message)
  }

  private static func values(_ text: String, _ path: String) throws(RemoteFailure) -> [String:
    String]
  {
    var values: [String: String] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      let parts = line.split(separator: ":", maxSplits: 1)
      let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      let name = String(parts.first ?? "")
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
        names.contains(name), values[name] == nil
      else {
        throw mistake(
          "line \(index + 1) of \(path) is not the first 'name: value' of "
            + names.joined(separator: ", "))
      }
      values[name] = value
    }
    return values
  }

  var proof: Proof {
    if let key { return .key(key) }
    return .tokens(api: values["apiToken"] ?? "", web: web.withLock { $0.token })
  }

  /// Takes the token that the service gives in place of the one before. It is written to the file now and
  /// then, and by ``write()``.
  ///
  /// - Parameter now: Seconds since 1970.
  func rotate(to token: String, now: Int) {
    guard (1...4_096).contains(token.utf8.count),
      token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return }
    let isDue = web.withLock { web in
      guard web.token != token else { return false }
      web.token = token
      web.isWritten = false
      guard now >= web.writtenAt + Self.unwrittenSeconds || now < web.writtenAt else {
        return false
      }
      web.writtenAt = now
      return true
    }
    if isDue { write() }
  }

  /// Writes the user's token to the file, if it is new. Where that is not possible the former one stays, and
  /// is good for a while.
  package func write() {
    let token = web.withLock { web -> String? in
      guard !web.isWritten else { return nil }
      web.isWritten = true
      return web.token
    }
    guard let token, let text = try? privateText(path: path) else { return }
    try? replacePrivateText(path: path, with: Self.text(text, setting: "webAuthToken", to: token))
  }

  /// The text of a secrets file with another value. Comments and the other lines stay.
  package static func text(_ text: String, setting name: String, to value: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let line = "\(name): \(value)"
    if let index = lines.firstIndex(where: {
      $0.trimmingCharacters(in: .whitespaces).hasPrefix("\(name):")
    }) {
      lines[index] = line
    } else {
      lines.append(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The text without secrets that a service may have put into it.
  func redacted(_ text: String) -> String {
    let secrets = [values["apiToken"], values["webAuthToken"], web.withLock { $0.token }]
    // A few characters are no secret, and would be taken out of ordinary words.
    let long = secrets.compactMap(\.self).filter { $0.utf8.count >= 8 }
    return long.reduce(text) { $0.replacingOccurrences(of: $1, with: "***") }
  }
}

/// A key of a container's developer, with which a server signs requests to the public database.
struct ServerKey: Sendable {
  let id: String
  private let key: P256.Signing.PrivateKey

  init(id: String, pem: String, path: String) throws(RemoteFailure) {
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
      throw RemoteFailure(.configuration, "\(path) is not the PEM file of a P-256 key")
    }
    self.id = id
    self.key = key
  }

  /// The headers of a signed request (CloudKit Web Services).
  ///
  /// - Parameters:
  ///   - path: Of the address, from `/database` on.
  ///   - now: Seconds since 1970.
  func headers(
    path: String, body: [UInt8], now: Int
  ) throws(RemoteFailure) -> [(name: String, value: String)] {
    let date = Date(timeIntervalSince1970: Double(now)).formatted(.iso8601)
    let hash = Data(SHA256.hash(data: body)).base64EncodedString()
    guard let signature = try? key.signature(for: Data("\(date):\(hash):\(path)".utf8)) else {
      throw RemoteFailure(.failed, "the request could not be signed")
    }
    return [
      ("X-Apple-CloudKit-Request-KeyID", id),
      ("X-Apple-CloudKit-Request-ISO8601Date", date),
      (
        "X-Apple-CloudKit-Request-SignatureV1",
        signature.derRepresentation.base64EncodedString()
      ),
    ]
  }
}
