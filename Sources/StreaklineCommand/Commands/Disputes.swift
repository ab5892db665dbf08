internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

/// Results that contradict a stored one.
struct Disputes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disputes",
    abstract: "Show results that differ from the stored one of the same day.",
    discussion: """
      To take the other one, read its text again with --replace.

      Examples:
        streakline disputes
        streakline ingest chat.txt --replace
      """)

  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let disputes = try store.openReading().disputes()
    let set = try rules.load()
    for dispute in disputes {
      if output.isJSON {
        Output.json(.object(["stored": dispute.first.json, "other": dispute.other.json]))
        continue
      }
      let scoring = set.rule(of: dispute.first.game)?.scoring?.rawValue
      let first = RecordLine(record: dispute.first, scoring: scoring)
      let other = RecordLine(record: dispute.other, scoring: scoring)
      Output.line(
        "\(dispute.first.userId): \(first.title) · \(dispute.first.day.iso) · "
          + "stored \(first.outcome)\(first.sourceNote), disputed by "
          + "\(other.outcome)\(other.sourceNote)")
    }
    if disputes.isEmpty, !output.isJSON, !output.quiet {
      Output.note("no disputes")
    }
  }
}
