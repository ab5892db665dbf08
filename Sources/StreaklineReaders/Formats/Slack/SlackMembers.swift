internal import StreaklineCore

/// The members of a Slack workspace by id, from its `users.json`.
struct SlackMembers {
  /// How many bytes all names may have, ten times those of 100,000 members. Further names are not
  /// kept.
  private static let largest = 33_554_432

  private struct Member {
    let name: String
    let isBot: Bool
  }

  private var members: [String: Member] = [:]
  private var size = 0
  private var names = DistinctNames()

  func name(_ id: String) -> String? { members[id]?.name }

  /// The name of somebody who wrote a message.
  ///
  /// - Parameter profile: The sender's names in the message itself.
  mutating func name(_ id: String, _ profile: SlackProfile) -> String {
    members[id]?.name ?? names.name(profile.name ?? id, of: id)
  }

  /// `nil` for an unknown id.
  func isBot(_ id: String) -> Bool? { members[id]?.isBot }

  /// Adds the members in a list of users.
  ///
  /// - Returns: An issue if a part of the list could not be read.
  mutating func read(_ source: ByteSource) throws(InputError) -> ReadIssue? {
    var tokens = JSONTokens(source)
    while try tokens.value() {
      guard try tokens.beginArray() else { continue }
      while try tokens.element() {
        if try tokens.beginObject() { try readMember(&tokens) }
      }
    }
    guard size <= Self.largest else {
      return ReadIssue(
        "the list of members is too long; the rest of them keep their ids",
        at: .init(name: source.name, line: 1))
    }
    return tokens.problem
  }

  private mutating func readMember(_ tokens: inout JSONTokens) throws(InputError) {
    var id = ""
    var profile = SlackProfile()
    var name: String?
    var realName: String?
    var isBot = false
    while let key = try tokens.key() {
      switch key {
      case "id": id = try tokens.scalarString() ?? ""
      case "name": name = try tokens.scalarString()
      case "real_name": realName = try tokens.scalarString()
      case "is_bot": isBot = try tokens.bool() ?? false
      case "profile": profile = try SlackProfile(&tokens)
      default: break
      }
    }
    guard !id.isEmpty, size <= Self.largest,
      let shown = profile.name ?? [realName, name].compactMap({ $0 }).first(where: { !$0.isEmpty })
    else { return }
    members[id] = Member(name: names.name(shown, of: id), isBot: isBot)
    size += id.utf8.count + shown.utf8.count + 100
  }
}

/// A member's names, as in `profile` of `users.json` and `user_profile` of a message.
struct SlackProfile {
  /// The name that Slack shows; `nil` without one.
  private(set) var name: String?

  init() {}

  init(_ tokens: inout JSONTokens) throws(InputError) {
    guard try tokens.beginObject() else { return }
    var names: [String: String] = [:]
    while let key = try tokens.key() {
      if Self.keys.contains(key), let name = try tokens.scalarString(), !name.isEmpty {
        names[key] = name
      }
    }
    name = Self.keys.lazy.compactMap { names[$0] }.first
  }

  private static let keys = ["display_name", "real_name", "name"]
}
