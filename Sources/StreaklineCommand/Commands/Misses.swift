internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

/// Texts that begin like a share but were not read.
struct Misses: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "misses", abstract: "Show texts that look like a share but did not parse.")

  @Option(help: "Only this game's slug.") var game: String?
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
      let reason = miss.nearMiss.reason.map { ": \(escapedForTerminal($0))" } ?? ""
      Output.line(
        "\(miss.nearMiss.game) · \(escapedForTerminal(source.name)):\(source.line)\(reason)")
      for line in miss.nearMiss.text.split(whereSeparator: \.isNewline).prefix(8) {
        Output.line("    " + escapedForTerminal(String(line)))
      }
    }
    if misses.isEmpty, !output.isJSON, !output.quiet {
      Output.note("no near misses")
    }
  }
}
