internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension RulesCommand {
  /// Shows what every rule reads in a text.
  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain",
      abstract: "Show which rules look at a text, how far each gets and what it reads.",
      discussion: """
        Example:
          pbpaste | streakline rules explain
        """)

    @Argument(help: "A file; - or none reads standard input.")
    var file = "-"

    @OptionGroup var player: PlayerOptions
    @OptionGroup var rules: RuleOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let text = try SmallInput(path: file)
      let set = try rules.load()
      let explanation = set.explanation(
        of: text.text, try player.builder(now: .now))
      try set.throwIfUnreadable()
      for look in explanation.looks {
        output.isJSON ? Output.json(json(look)) : show(look)
      }
      if explanation.looks.isEmpty {
        throw CommandFailure(ExitCodes.nothing, "the text has no literal of any rule")
      }
    }

    private func show(_ look: RuleExplanation.Look) {
      switch look.verdict {
      case .read(let record, let variant, let fields, let day):
        Output.line("line \(look.line): \(look.game) reads it, variant \"\(variant)\"")
        Output.line("  day \(record.day.iso): \(day)")
        Output.line("  id \(record.id)")
        for field in fields {
          Output.line(
            "  \(field.name) = \(String(json: field.value)): \(field.origin)"
          )
        }
        if let suspect = record.suspicion(at: .now) {
          Output.line("  not counted: \(suspect)")
        }
      case .unread(let details):
        Output.line("line \(look.line): no variant of \(look.game) fits")
        details.forEach { Output.line($0) }
      case .nonsense(let reason):
        Output.line("line \(look.line): \(look.game) reads it, but \(reason)")
      }
    }

    private func json(_ look: RuleExplanation.Look) -> Value {
      var fields: Fields = ["game": .string(look.game), "line": .int(look.line)]
      switch look.verdict {
      case .read(let record, let variant, let origins, let day):
        fields["variant"] = .string(variant)
        fields["day"] = .string(day)
        fields["record"] = record.json
        fields["fields"] = .list(
          origins.map {
            .object(["name": .string($0.name), "value": $0.value, "from": .string($0.origin)])
          })
      case .unread(let details): fields["unread"] = .list(details.map(Value.string))
      case .nonsense(let reason): fields["nonsense"] = .string(reason)
      }
      return .object(fields)
    }
  }
}
