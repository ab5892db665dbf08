internal import Foundation
package import RemoteProgram

/// What only the user and the receiver know.
package struct Secrets: Hashable, Sendable {
  private static let shortestKey = 16

  /// The token that is sent with each request.
  package private(set) var bearer: String?
  /// The key with which each request is signed.
  package private(set) var hmac: String?

  package static let none = Secrets()

  private init() {}

  /// Reads a secrets file: lines such as `bearer: …` and `hmac: …`; empty ones and those that start
  /// with `#` say nothing.
  ///
  /// - Throws: When the file is no plain file, or when others could read or write it.
  package init(path: String) throws(RemoteFailure) {
    for (index, line) in try privateText(path: path).split(separator: "\n").enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      try read(line, number: index + 1, of: path)
    }
    guard self != .none else {
      throw Self.mistake("\(path) has no secret; write a line 'bearer: …' or 'hmac: …'")
    }
  }

  /// The text without secrets that a receiver may have put into it.
  package func redacted(_ text: String) -> String {
    [bearer, hmac].compactMap(\.self).reduce(text) {
      $0.replacingOccurrences(of: $1, with: "***")
    }
  }

  private mutating func read(_ line: String, number: Int, of path: String) throws(RemoteFailure) {
    let parts = line.split(separator: ":", maxSplits: 1)
    let value = parts.count == 2 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
    guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Self.mistake(
        "line \(number) of \(path) is not 'bearer: …' or 'hmac: …' with a value of visible ASCII")
    }
    switch parts[0] {
    case "bearer" where bearer == nil: bearer = value
    case "hmac" where hmac == nil:
      guard value.utf8.count >= Self.shortestKey else {
        throw Self.mistake(
          "the key in line \(number) of \(path) is shorter than \(Self.shortestKey) characters")
      }
      hmac = value
    default:
      throw Self.mistake("line \(number) of \(path) is not the first 'bearer: …' or 'hmac: …'")
    }
  }

  private static func mistake(_ message: String) -> RemoteFailure {
    RemoteFailure(.configuration, message)
  }
}
