internal import ArgumentParser
internal import CloudKitCore
internal import CloudKitStorage
internal import Foundation
internal import StreaklinePage

/// `streaklined user`
struct UserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", abstract: "Add, list and remove users.",
    subcommands: [Add.self, List.self, Player.self, DisplayName.self, Remove.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a user.",
      discussion: """
        Examples:
          streaklined user add anna
          streaklined user add 'Tom Müller' --player Tom
        """)
    @OptionGroup var data: DataOption
    @Argument(help: "A name in any letters.") var name: String
    @Option(help: "The player whose results are the user's own at the page; otherwise NAME.")
    var player: String?
    @Option(help: "The name by which other users of the same containers can find the user.")
    var displayName: String?

    func run() async throws {
      let accounts = try data.accounts()
      try accounts.addUser(name, now: currentMilliseconds())
      if let player { try accounts.setPlayer(player, of: name) }
      if let displayName { try accounts.setDisplayName(displayName, of: name) }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List users, one a line: name, player.")
    @OptionGroup var data: DataOption
    @OptionGroup var output: OutputOption

    func run() async throws {
      for user in try data.knownAccounts().userEntries() {
        output.show(("user", user.name), ("player", user.player))
      }
    }
  }

  struct Player: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "player",
      abstract: "Say which player's results are a user's own at the page. It counts at once.",
      discussion: """
        What was stored before stays where it is; `streakline users merge` puts two players together. An empty \
        name is the user's own again.

        Example:
          streaklined user player anna Anna
        """)
    @OptionGroup var data: DataOption
    @Argument var name: String
    @Argument(help: "The player's name, as the page shows it.") var player: String

    func run() async throws {
      try data.knownAccounts().setPlayer(player, of: name)
    }
  }

  struct DisplayName: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "display-name",
      abstract: "Set the name by which others find a user. An empty one lets nobody find the user.")
    @OptionGroup var data: DataOption
    @Argument var name: String
    @Argument var displayName: String

    func run() async throws {
      try data.knownAccounts().setDisplayName(displayName, of: name)
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove a user and all of the user's tokens. The records stay.",
      discussion: """
        A user who is added again under the same name is another one, without these records.
        """)
    @OptionGroup var data: DataOption
    @Argument var name: String

    func run() async throws {
      try data.knownAccounts().removeUser(name)
    }
  }
}

/// `streaklined container`
struct ContainerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "container", abstract: "Create and list containers.",
    subcommands: [Create.self, List.self])

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a container. Does nothing when it is there.")
    @OptionGroup var data: DataOption
    @Argument(help: "Such as iCloud.com.example.app") var name: String

    func run() async throws {
      try data.accounts().createContainer(name, now: currentMilliseconds())
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List containers, one a line.")
    @OptionGroup var data: DataOption
    @OptionGroup var output: OutputOption

    func run() async throws {
      for name in try data.knownAccounts().containers() { output.show(("container", name)) }
    }
  }
}

extension PageRole: ExpressibleByArgument {}

/// `streaklined token`
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Create, list and revoke tokens.",
    subcommands: [Create.self, List.self, Revoke.self])

  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a token and print it. It is shown only now.",
      discussion: """
        Without --user it is the token of a program, which clients send as ckAPIToken; with --user the \
        one of a user, which they send as ckWebAuthToken as well.
        With the name of a user it is one for the page and its interface /v1: reads sees everything, posts \
        also posts the user's own results, settles everybody's, and decides disputes.

        Examples:
          streaklined token create anna
          streaklined token create grandma --role reads --days 30
          streaklined token create --container iCloud.com.example.app --user anna
        """)
    @OptionGroup var data: DataOption
    @Argument(help: "The user who may use the page and its interface with the token.")
    var name: String?
    @Option(help: "The container that apps sync with.") var container: String?
    @Option(help: "The user who syncs with the container.") var user: String?
    @Option(help: "What the token may do at the page; otherwise posts.") var role: PageRole?
    @Option(help: "Days for which it is good.") var days = 365
    @Option(help: "What to call it in token list, such as the device that has it.")
    var label: String?
    @OptionGroup var output: OutputOption

    func validate() throws {
      guard (1...36_500).contains(days) else {
        throw ValidationError("--days must be between 1 and 36500")
      }
      let isOfPage = name != nil || role != nil
      guard (container == nil) == isOfPage else {
        throw ValidationError(
          "name a user for the page (streaklined token create anna), or the --container that apps "
            + "sync with")
      }
      guard !isOfPage || (name == nil) != (user == nil) else {
        throw ValidationError("name the one user to whom the token belongs")
      }
    }

    func run() async throws {
      let accounts = try data.accounts()
      let now = currentMilliseconds()
      let end = now + days * 86_400_000
      guard let container else {
        let text = try accounts.createPageToken(
          user: name ?? user ?? "", role: (role ?? .posts).rawValue, now: now, expiresAt: end,
          label: label)
        return output.show(("token", text))
      }
      let token = try accounts.createToken(
        container: container, user: user, now: now, expiresAt: end, label: label)
      let text =
        user == nil ? token.apiText : WebAuthToken.original(token).text(signedWith: accounts.key)
      output.show(("token", text))
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "List tokens without their secrets: id, container, user, last day, role at the page, label, "
        + "day of the last use (UTC).")
    @OptionGroup var data: DataOption
    @OptionGroup var output: OutputOption

    func run() async throws {
      for token in try data.knownAccounts().tokens() {
        output.show(
          ("id", token.id), ("container", token.container), ("user", token.user),
          ("lastDay", Self.day(token.expiresAt)), ("role", token.role), ("label", token.label),
          ("lastUse", token.usedAt.map(Self.day)))
      }
    }

    /// - Parameter time: Milliseconds since 1970.
    private static func day(_ time: Int) -> String {
      Date(timeIntervalSince1970: Double(time) / 1_000)
        .formatted(.iso8601.year().month().day())
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a token at once, also on a server that runs.")
    @OptionGroup var data: DataOption
    @Argument(help: "The token's id, from token list.") var id: String

    func run() async throws {
      try data.knownAccounts().revokeToken(id)
    }
  }
}
