internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Reads near misses again after a rule was corrected.
struct Reparse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reparse", abstract: "Read near misses again, after a rule was corrected.",
    discussion: """
      A text that is read now is stored like any share; the others stay near misses.

      Examples:
        streakline reparse
        streakline reparse --rules ~/rules --output json
      """)

  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    Output.whenUnread(.finishes)
    let set = try rules.load()
    _ = try pipelines.store.openReading()
    let store = try pipelines.store.open(set)
    let summary = try store.importer(player.builder(now: .now), replaces: false)
      .reparse(in: UserSettings.zone)
    try store.close()
    output.report(
      .object([
        "read": .int(summary.read), "added": .int(summary.added), "left": .int(summary.left),
      ]),
      "\(pluralized(summary.read, "near miss", "near misses")) read now, \(pluralized(summary.added, "result")) added, \(withThousandsSeparators(summary.left)) left"
    )
  }
}
