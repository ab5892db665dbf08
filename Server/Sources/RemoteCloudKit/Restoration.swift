internal import RemoteProgram
internal import ServerJSON
internal import Synchronization

/// Which restored backup a server has its records from, as the server `streaklined` says with each answer.
/// Other services say nothing.
final class Restoration: Sendable {
  static let header = "X-Streakline-Restored"
  private static let separator = "#restored-"

  private let seen = Mutex("")

  /// Empty for a server that was not restored.
  var name: String { seen.withLock(\.self) }

  func note(_ header: String?) {
    guard let header, (1...64).contains(header.utf8.count),
      header.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return }
    seen.withLock { $0 = header }
  }

  /// Adds to a page's token from which restored backup it is.
  func marked(_ page: JSON) -> JSON {
    let name = name
    guard !name.isEmpty, let members = page.members else { return page }
    return .object(
      members.map { member in
        guard member.name == "token", let token = member.value.string else { return member }
        return .init(name: member.name, value: .string(token + Self.separator + name))
      })
  }

  /// A token as the service knows it, and from which restored backup it is.
  static func parts(_ token: String) -> (token: String, name: String) {
    let parts = token.split(
      separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
  }
}
