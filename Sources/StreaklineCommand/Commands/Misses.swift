internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineStore

/// Texts that start like a share but were not read.
struct Misses: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "misses", abstract: "Show texts that look like a share but did not parse.",
    discussion: """
      Examples:
        streakline misses
        streakline misses --game wordle --output json
      """)

  @Option(help: "Only this game: its slug.") var game: String?
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let misses = try store.openReading().misses(game: game)
    for miss in misses {
      if output.isJSON {
        Output.json(miss.nearMiss.json)
        continue
      }
      let source = miss.nearMiss.source
      let reason = miss.nearMiss.reason.map { ": \($0)" } ?? ""
      Output.line(
        "\(miss.nearMiss.game) · \(source.name):\(source.line)\(reason)")
      for line in miss.nearMiss.text.split(whereSeparator: \.isNewline).prefix(8) {
        Output.line("    " + String(line))
      }
    }
    if misses.isEmpty, !output.isJSON, !output.quiet {
      Output.note(game.map { "no near misses of the game '\($0)'" } ?? "no near misses")
    }
  }
}
