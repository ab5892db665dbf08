package import Foundation
package import ServerJSON

/// Reads what a pipeline file says to a remote program.
package struct SettingsReader: Sendable {
  private let settings: JSON

  /// - Parameter known: The names of all settings.
  /// - Throws: When there is a setting of another name.
  package init(_ settings: JSON, known: [String]) throws(RemoteFailure) {
    guard let members = settings.members else { throw Self.mistake("it has no settings") }
    if let unknown = members.first(where: { !known.contains($0.name) }) {
      throw Self.mistake(
        "it has no setting '\(unknown.name.prefix(40))'; the settings are "
          + known.joined(separator: ", "))
    }
    self.settings = settings
  }

  package static func mistake(_ message: String) -> RemoteFailure {
    RemoteFailure(.configuration, message)
  }

  /// An address of HTTPS, or of HTTP on this machine.
  ///
  /// - Parameters:
  ///   - usual: What counts when the setting is missing.
  ///   - example: For the message.
  package func address(
    _ name: String, usual: String? = nil, example: String
  ) throws(RemoteFailure) -> URL {
    let given = settings[name].flatMap { $0 == .null ? nil : $0 }
    guard let text = given == nil ? usual : given?.string, let parts = URLComponents(string: text),
      let url = parts.url, let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
    else { throw Self.mistake("'\(name)' has to be an address such as \(example)") }
    guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
      throw Self.mistake(
        "'\(name)' has to be without user, password, '?' and '#'; secrets have a file")
    }
    guard scheme == "https" || Self.isThisMachine(host) else {
      throw Self.mistake(
        "'\(name)' has to start with https: http is for receivers on this machine only")
    }
    return url
  }

  private static func isThisMachine(_ host: String) -> Bool {
    if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
  }

  /// The path of a file; `nil` when the setting is missing.
  package func path(_ name: String) throws(RemoteFailure) -> String? {
    guard let value = settings[name], value != .null else { return nil }
    guard let path = value.string, !path.isEmpty, !path.hasPrefix("~"), !path.utf8.contains(0)
    else { throw Self.mistake("'\(name)' has to be the path of a file; '~' stands for nothing") }
    return path
  }

  /// A text; `nil` when the setting is missing.
  package func text(_ name: String) throws(RemoteFailure) -> String? {
    guard let value = settings[name], value != .null else { return nil }
    guard let text = value.string, !text.isEmpty else {
      throw Self.mistake("'\(name)' has to be a text")
    }
    return text
  }

  /// One of some words.
  package func word(
    _ name: String, of words: [String], usual: String
  ) throws(RemoteFailure) -> String {
    let word = try text(name) ?? usual
    guard words.contains(word) else {
      throw Self.mistake("'\(name)' has to be one of \(words.joined(separator: ", "))")
    }
    return word
  }

  package func number(
    _ name: String, _ range: ClosedRange<Int>, usual: Int
  ) throws(RemoteFailure) -> Int {
    guard let value = settings[name] else { return usual }
    guard let number = value.int, range.contains(number) else {
      throw Self.mistake(
        "'\(name)' has to be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  package func flag(_ name: String) throws(RemoteFailure) -> Bool {
    guard let value = settings[name] else { return false }
    guard let flag = value.bool else { throw Self.mistake("'\(name)' has to be true or false") }
    return flag
  }
}
