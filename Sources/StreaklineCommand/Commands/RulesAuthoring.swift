internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

extension RulesCommand {
  /// Drafts a rule file.
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Draft a rule file from pasted shares of one game.",
      discussion: """
        Several shares may follow each other with a line of dashes (---) between them, or come in
        files of their own; the draft covers all of them. It is printed, or written with --into.

        Examples:
          pbpaste | streakline rules new --from - > gridle.yaml
          streakline rules new --from monday.txt --from tuesday.txt --on 2026-10-03 --into ~/rules
        """)

    @Option(help: "A file with shares; - reads standard input. May be repeated.")
    var from: [String] = ["-"]

    @Option(help: "The day of the first share's puzzle (2026-10-03); else today.")
    var on: Day?

    @Option(help: ArgumentHelp("Write <game>.yaml into this folder.", valueName: "dir"))
    var into: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
      let texts = try from.flatMap { try shares(in: $0) }
      if let reason = RuleDraft.refusal(of: texts) {
        throw CommandFailure(ExitCodes.data, reason)
      }
      var random = SystemRandomNumberGenerator()
      var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
      // RFC 9562 section 5.4: version 4, variant 10.
      bytes[6] = bytes[6] & 0x0F | 0x40
      bytes[8] = bytes[8] & 0x3F | 0x80
      guard let id = UniqueID(bytes: bytes),
        let draft = RuleDraft(texts, id: id, day: on ?? currentInstant().day)
      else {
        throw CommandFailure(
          ExitCodes.nothing,
          "no share was recognised: a share starts with its game's name and has a number, a score, a time or rows of emoji, such as 'Gridle #7 3/6'"
        )
      }
      try write(draft)
      try check(draft)
    }

    /// The shares of a file, parted by lines of at least three dashes.
    private func shares(in path: String) throws -> [String] {
      var shares = [""]
      for line in try ByteSourceText(path: path).text.split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        if line.count >= 3, line.allSatisfy({ $0 == "-" }) {
          shares.append("")
        } else {
          shares[shares.count - 1] += line + "\n"
        }
      }
      return shares.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private func write(_ draft: RuleDraft) throws {
      guard let into else {
        Output.write(Array(draft.yaml.utf8))
        return
      }
      let path = "\(into)/\(draft.slug).yaml"
      guard !FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          ExitCodes.cannotWrite, "\(escapedForTerminal(path)) is there already; remove it first")
      }
      do {
        try FileManager.default.createDirectory(atPath: into, withIntermediateDirectories: true)
        try Data(draft.yaml.utf8).write(to: URL(filePath: path))
      } catch {
        throw CommandFailure(ExitCodes.cannotWrite, "\(escapedForTerminal(path)) cannot be written")
      }
      Output.note(
        "wrote \(escapedForTerminal(path)); look at every line that says CHECK, then: streakline rules check \(escapedForTerminal(path))"
      )
    }

    private func check(_ draft: RuleDraft) throws {
      let files = [RuleFile(path: "\(draft.slug).yaml", text: draft.yaml)]
      let rules = RuleSet(files: files)
      let check = RuleCheck(rules: rules, files: files)
      let problems =
        (rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) })
        .filter { $0.code != "R307" }
      for problem in problems {
        Output.note(problem.rendered)
      }
      if problems.contains(where: { $0.severity == .error }) {
        throw CommandFailure(
          ExitCodes.nothing,
          "the draft does not read its own example yet; fix it where the carets point")
      }
    }
  }

  /// Says what every rule makes of a text.
  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain",
      abstract: "Say which rules look at a text, how far each gets and what it reads.",
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
      let text = try ByteSourceText(path: file)
      let set = try rules.load()
      let explanation = RuleExplanation(
        Array(text.text.utf8), reader: ShareReader(rules: set),
        builder: try player.builder(now: currentInstant()))
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
        Output.line(
          "line \(look.line): \(look.game) reads it, variant \"\(escapedForTerminal(variant))\"")
        Output.line("  day \(record.day.iso): \(escapedForTerminal(day))")
        Output.line("  id \(escapedForTerminal(record.id))")
        for field in fields {
          Output.line(
            "  \(escapedForTerminal(field.name)) = \(escapedForTerminal(String(json: field.value))): \(escapedForTerminal(field.origin))"
          )
        }
        if let suspect = record.suspect {
          Output.line("  not counted: \(escapedForTerminal(suspect))")
        }
      case .unread(let details):
        Output.line("line \(look.line): \(look.game) looked, no variant fits")
        details.forEach { Output.line(escapedForTerminal($0)) }
      case .nonsense(let reason):
        Output.line("line \(look.line): \(look.game) reads it, but \(escapedForTerminal(reason))")
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
