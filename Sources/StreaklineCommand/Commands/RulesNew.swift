internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

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

    @Option(help: "The day of the first share's puzzle (2026-10-03); otherwise today.")
    var on: Day?

    @Option(help: ArgumentHelp("Write <game>.yaml into this folder.", valueName: "dir"))
    var into: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
      let texts = try from.flatMap { try shares(in: $0) }
      if let reason = DraftedRule.refusal(of: texts) {
        throw CommandFailure(ExitCodes.data, reason)
      }
      guard let draft = DraftedRule(texts, day: on ?? Instant.now.day) else {
        throw CommandFailure(
          ExitCodes.nothing,
          "no share was recognised: a share starts with its game's name and has a number, a score, a time or rows of emoji, such as 'Gridle #7 3/6'"
        )
      }
      try write(draft)
      judge(draft)
      try check(draft)
    }

    /// Says what a draft of the other shares makes of the last one: how far the draft can be trusted.
    private func judge(_ draft: DraftedRule) {
      guard let judgement = draft.judgement else { return }
      let verdict =
        switch judgement {
        case .read(let score?): "reads it, with the score \(score)"
        case .read(nil): "reads it, without a score"
        case .wrong(let reason): "reads it wrongly: \(reason)"
        case .unread: "does not read it; add shares that differ more from each other"
        }
      Output.note("a draft made of the other shares alone, tried on the last one, \(verdict)")
    }

    /// The shares of a file, separated by lines of at least three dashes.
    private func shares(in path: String) throws -> [String] {
      var shares = [""]
      for line in try SmallInput(path: path).text.split(
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

    private func write(_ draft: DraftedRule) throws {
      guard let into else {
        Output.content(draft.yaml)
        return
      }
      let path = "\(into)/\(draft.slug).yaml"
      do {
        try draft.write(to: path, in: into)
      } catch {
        throw CommandFailure(
          ExitCodes.cannotWrite,
          error.isAlreadyThere ? "\(path) exists already; remove it first" : error.description)
      }
      Output.note(
        "wrote \(path); look at every line that says CHECK, then: streakline rules check \(path)"
      )
    }

    private func check(_ draft: DraftedRule) throws {
      let problems = draft.problems
      for problem in problems {
        Output.problem(problem)
      }
      if problems.contains(where: { $0.severity == .error }) {
        throw CommandFailure(
          ExitCodes.nothing,
          "the draft does not read its own example yet; fix it where the carets point")
      }
    }
  }
}
