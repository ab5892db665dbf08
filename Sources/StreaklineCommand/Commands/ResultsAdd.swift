internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension Results {
  /// Adds a result that was never shared.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a result by hand.",
      discussion: """
        The puzzle is its number, its day (2026-10-03) or `today`. The outcome is written as the game
        counts: 4/6, X/6, 57, 1:23, `solved` or `lost`. A result that differs from the stored one is
        refused without --replace.

        Examples:
          streakline results add wordle 1234 4/6
          streakline results add wordle 2026-10-03 X/6 --user alice
          streakline results add nyt-mini today 1:23
          streakline results add pips 40 0:32 --mode easy
        """)

    @Argument(help: "The game's slug or its name.", completion: NameCompletion.games) var game:
      String
    @Argument(help: "The puzzle: its number, its day, or today.") var puzzle: String
    @Argument(help: "The outcome: 4/6, X/6, 57, 1:23, solved or lost.") var outcome: String
    @Option(help: ArgumentHelp("Who played.", valueName: "name")) var user: String?
    @Option(help: "The mode, of a game with several results a day, such as easy.") var mode: String?
    @Flag(help: "Replace a stored result that differs.") var replace = false
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let now = Instant.now
      let set = try rules.load()
      let result = ManualResult(
        puzzle: puzzle, outcome: outcome, user: user ?? UserSettings.current.user ?? "me",
        mode: mode)
      guard set.has(game) else { throw unknownGame(set) }
      let database = try store.open(set)
      do {
        guard let added = try database.add(result, to: game, replaces: replace, now: now) else {
          throw unknownGame(set)
        }
        try database.close()
        let scoring = set.scoring(of: added.record.game)
        try report(
          added.record, added.outcome, RecordLine(record: added.record, scoring: scoring), now)
      } catch let mistake as ValueMistake {
        throw CommandFailure(ExitCodes.usage, mistake.summary, help: mistake.help)
      }
    }

    private func unknownGame(_ set: GameRules) -> CommandFailure {
      CommandFailure(
        ExitCodes.nothing, "there is no game '\(game)'",
        help: suggestion(for: game.lowercased(), among: set.games)
          ?? "streakline rules list names the games")
    }

    private func report(
      _ record: Record, _ outcome: Outcome?, _ line: RecordLine, _ now: Instant
    ) throws {
      let text = "\(record.userId): \(line.text) · \(record.day.iso)"
      switch outcome {
      case .added, .replaced, .duplicate:
        if output.isJSON {
          Output.json(record.judged(at: now))
        } else if !output.quiet {
          let isKnown = if case .duplicate = outcome { " · already there" } else { "" }
          let note = record.suspicionInWords(at: now).map { " · not counted: \($0)" } ?? ""
          Output.line(text + isKnown + note)
        }
      case .forgotten:
        throw CommandFailure(
          ExitCodes.nothing, "\(text): \(record.userId) is forgotten",
          help: "`streakline corrections` lists what can be taken back")
      case .disputed, .settled, .deleted, .erased, nil:
        throw CommandFailure(
          ExitCodes.nothing, "\(text): another result is stored, or this one was deleted before",
          help: "--replace stores this one")
      }
    }
  }
}
