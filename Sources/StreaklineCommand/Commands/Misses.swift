internal import ArgumentParser
internal import Foundation
internal import StreaklineCore
internal import StreaklineStore

/// Texts that start like a share but were not read.
struct Misses: PagedCommand {
  static let configuration = CommandConfiguration(
    commandName: "misses", abstract: "Show texts that look like a share but did not parse.",
    discussion: """
      Examples:
        streakline misses
        streakline misses --game wordle --output json
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var tableOptions: TableOptions

  func run() throws {
    let database = try store.openReading()
    let slug = try selection.slug(try rules.load())
    let misses = try database.misses(game: slug).filter { miss in
      selection.user.map { $0 == miss.nearMiss.userId } ?? true
    }
    for miss in misses {
      if output.isJSON {
        Output.json(miss.nearMiss.json)
        continue
      }
      let source = miss.nearMiss.source
      let reason = miss.nearMiss.reason.map { ": \($0)" } ?? ""
      Output.line(
        Columns.line(
          "\(miss.nearMiss.game) · \(Columns.name(source.name)):\(source.line)\(reason)"))
      for line in miss.nearMiss.text.split(whereSeparator: \.isNewline).prefix(8) {
        Output.line(Columns.line("    " + String(line)))
      }
    }
    if misses.isEmpty {
      try selection.refuseUnknownNames(in: database, slug: slug, rules: try rules.load())
      if !output.isJSON, !output.quiet { Output.note("no near misses") }
    }
  }
}
