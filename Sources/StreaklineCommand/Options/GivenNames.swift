internal import Streakline
internal import StreaklineCore

/// The names in chats that the user has given, to tell which of them no share has.
struct GivenNames {
  private struct Name {
    let text: String
    /// Whose results the name gives.
    let user: String
  }

  /// Names that were given together.
  private struct Group {
    /// The option or the file.
    let origin: String
    let names: [Name]
  }

  private var groups: [Group] = []

  var isEmpty: Bool { groups.isEmpty }

  /// Adds names of which at least one should be in what is read.
  ///
  /// - Parameter users: Users by their names.
  mutating func add(_ users: [(name: String, user: String)], from origin: String) {
    guard !users.isEmpty else { return }
    groups.append(
      Group(origin: origin, names: users.map { Name(text: $0.name, user: normalFormC($0.user)) }))
  }

  /// Adds the user's own names of the settings.
  mutating func addMe(of settings: Settings, _ user: String) {
    add(settings.me.map { ($0, user) }, from: "me in \(settings.path)")
  }

  /// Adds other people's names of the settings.
  ///
  /// - Parameter owner: Whose the results of a user are.
  mutating func addAliases(of settings: Settings, _ owner: (String) -> String) {
    add(
      settings.aliases.sorted { $0.key < $1.key }.map { ($0.key, owner($0.value)) },
      from: "aliases in \(settings.path)")
  }

  /// What to say of names that no share has.
  ///
  /// - Parameter users: The users and senders of the shares that were read.
  func notes(users: Set<String>) -> [String] {
    let most = 10
    let shown = users.sorted().prefix(most).joined(separator: ", ")
    let others = shown + (users.count > most ? ", …" : "")
    return groups.compactMap { group in
      guard !group.names.contains(where: { users.contains($0.user) || users.contains($0.text) })
      else { return nil }
      let names = Set(group.names.map(\.text)).sorted().map { "'\($0)'" }
      return "no share is by \(names.joined(separator: " or ")) (\(group.origin)); "
        + "there are shares by \(others)"
    }
  }
}

extension PlayerOptions {
  /// The names that the user has given. Each one on the command line should be in what is read; of
  /// those in a file, which may be for several chats, at least one.
  ///
  /// - Parameter owner: Whose the results of a user are, as the store knows.
  func givenNames(_ owner: (String) -> String) throws -> GivenNames {
    var names = GivenNames()
    let settings = UserSettings.current
    if me.isEmpty {
      names.addMe(of: settings, owner(user))
    } else {
      names.add(me.map { ($0, owner(user)) }, from: "--me")
    }
    for (name, user) in try aliasesOnCommandLine() {
      names.add([(name, owner(user))], from: "--alias")
    }
    names.add(
      try aliasesInFile().map { ($0, owner($1)) }, from: "--aliases \(aliases ?? "")")
    names.addAliases(of: settings, owner)
    return names
  }
}
