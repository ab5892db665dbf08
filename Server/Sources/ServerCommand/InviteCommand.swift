internal import ArgumentParser
internal import CloudKitCore
internal import CloudKitStorage

/// `streaklined invite`
struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Let a user into a container: print what `streakline account login` reads.",
    discussion: """
      Creates the container and the user if they are not there. Prints a token of the program and one of \
      the user, as two lines; they are shown only now, and whoever has them is that user.

      Example:
        streaklined invite anna --container iCloud.com.example.app > anna.login
      """)
  @OptionGroup var data: DataOption
  @Argument(help: "The user's name.") var name: String
  @Option var container: String
  @Option(help: "Days for which the tokens are good.") var days = 365
  @OptionGroup var output: OutputOption

  func validate() throws {
    guard (1...36_500).contains(days) else {
      throw ValidationError("--days must be between 1 and 36500")
    }
  }

  func run() async throws {
    let accounts = try data.accounts()
    let now = currentMilliseconds()
    try accounts.createContainer(container, now: now)
    if try !accounts.hasUser(name) { try accounts.addUser(name, now: now) }
    let end = now + days * 86_400_000
    let api = try accounts.createToken(container: container, user: nil, now: now, expiresAt: end)
    let web = try accounts.createToken(container: container, user: name, now: now, expiresAt: end)
    let user = WebAuthToken.original(web).text(signedWith: accounts.key)
    if output.output == .json {
      output.show(("apiToken", api.apiText), ("webAuthToken", user))
    } else {
      print("apiToken: \(api.apiText)")
      print("webAuthToken: \(user)")
    }
  }
}
