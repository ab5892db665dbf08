internal import ArgumentParser

/// Reads shares and prints the records; stores nothing.
struct Parse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse", abstract: "Read shares and print the records, without a store.",
    discussion: """
      Examples:
        pbpaste | streakline parse
        streakline parse chat.txt --output json > records.jsonl
        streakline parse result.json --only Alice --timezone Europe/Berlin
      """)

  @Argument(help: "Files to read; - or none reads standard input.")
  var files: [String] = []

  @OptionGroup var input: InputOptions
  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let paths = files.isEmpty ? ["-"] : files
    try ShareListing(
      requests: paths.map {
        input.request($0, user: player.user, ownsUnnamed: player.chosenUser != nil)
      }, zone: input.zone,
      user: player.user, aliases: try player.userOfName(), only: Set(player.only), on: player.on,
      ruleFolders: rules.folders, isJSON: output.isJSON, isQuiet: output.quiet,
      names: try player.givenNames { $0 }
    ).run()
  }
}
