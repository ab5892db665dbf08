internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

struct PlayerOptions: ParsableArguments {
  @Option(
    name: .customLong("user"),
    help: ArgumentHelp(
      "Who played, in a text that names nobody; me if not given.", valueName: "name"),
    completion: NameCompletion.users)
  var chosenUser: String?

  @Option(
    help: ArgumentHelp(
      "Your name in the chat: its results go to --user. May be repeated.", valueName: "name"))
  var me: [String] = []

  @Option(
    help: ArgumentHelp(
      "A name in the text and the user that it means. May be repeated.",
      valueName: "'Alice B.=alice'"))
  var alias: [String] = []

  @Option(
    help: ArgumentHelp("A file of such aliases, one a line; # starts a comment.", valueName: "file")
  )
  var aliases: String?

  @Option(
    help: ArgumentHelp(
      "Take only this sender's or user's results. May be repeated.", valueName: "name"))
  var only: [String] = []

  @Option(
    help: ArgumentHelp(
      "The day (2026-10-03) of shares that print neither number nor date; otherwise today.",
      valueName: "date"))
  var on: Day?

  /// Who played, in a text that names nobody.
  var user: String { chosenUser ?? UserSettings.current.user ?? "me" }

  func userOfName() throws -> [String: String] {
    var users = UserSettings.current.aliases
    for name in UserSettings.current.me { users[name] = user }
    for (name, user) in try aliasesInFile() + aliasesOnCommandLine() { users[name] = user }
    for name in me { users[name] = user }
    return users
  }

  /// Names and users of `--aliases`.
  func aliasesInFile() throws -> [(name: String, user: String)] {
    guard let aliases else { return [] }
    return try lines(ofAliases: aliases).enumerated().compactMap { number, line in
      let text = line.prefix { $0 != "#" }
      guard text.contains(where: { !$0.isWhitespace }) else { return nil }
      guard let pair = Self.pair(text) else {
        throw ValidationError("\(aliases):\(number + 1): write it as 'Name in the text=user'")
      }
      return pair
    }
  }

  /// Names and users of `--alias`.
  func aliasesOnCommandLine() throws -> [(name: String, user: String)] {
    try alias.map { text in
      guard let pair = Self.pair(text[...]) else {
        throw ValidationError("--alias '\(text)': write it as 'Name in the text=user'")
      }
      return pair
    }
  }

  func validate() throws {
    _ = try userOfName()
  }

  private func lines(ofAliases path: String) throws -> [String] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw ValidationError("--aliases \(path): cannot be read as text")
    }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
  }

  private static func pair(_ text: Substring) -> (name: String, user: String)? {
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let name = text[..<sign].trimmingCharacters(in: .whitespaces)
    let user = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    return name.isEmpty || user.isEmpty ? nil : (name, user)
  }
}
