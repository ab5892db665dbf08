internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

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

    @Argument(help: "The game's slug or its name.") var game: String
    @Argument(help: "The puzzle: its number, its day, or today.") var puzzle: String
    @Argument(help: "The outcome: 4/6, X/6, 57, 1:23, solved or lost.") var outcome: String
    @Option(help: ArgumentHelp("Who played.", valueName: "name")) var user: String?
    @Option(help: "The mode, of a game with several results a day, such as easy.") var mode: String?
    @Flag(help: "Replace a stored result that differs.") var replace = false
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let now = currentInstant()
      let set = try rules.load().ruleSet
      let rule = try rule(in: set)
      let database = try store.open().store
      let names = try database.knownNames()
      var record = try record(rule, now)
      if let user = names.users[record.userId] { record = record.of(user: user) }
      var batch = Batch(ParsedChunk(records: [record]), now: now)
      batch.replaces = replace
      batch.everyDays = [record.gameId: rule.day.streakDays]
      var action: NewAction? = NewAction(.added, ["id": .string(record.id)])
      let result = try database.ingest(batch, as: &action).first
      try database.close()
      try report(record, result, RecordLine(record: record, scoring: rule.scoring?.rawValue), now)
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

    private func rule(in set: RuleSet) throws -> RuleDefinition {
      if let rule = set.rule(of: game) { return rule }
      if let rule = set.rules.first(where: { $0.name.lowercased() == game.lowercased() }) {
        return rule
      }
      throw CommandFailure(
        ExitCodes.nothing, "there is no game '\(game)'",
        help: suggestion(for: game.lowercased(), among: set.games)
          ?? "streakline rules list names the games")
    }

    private func record(_ rule: RuleDefinition, _ now: Instant) throws -> Record {
      let mode = try knownMode(rule)
      let (day, number) = try puzzle(rule, now)
      let outcome = try ManualOutcome(outcome, scoring: rule.scoring)
      let id = mode.flatMap { mode in
        UniqueID(rule.id).map { UniqueID(namespace: $0, name: mode).description }
      }
      var values: Fields = [
        "gameName": .string(rule.name), "mode": mode.map(Value.string) ?? .null,
        "variant": .string("manual"), "puzzleNumber": number.map(Value.int) ?? .null,
        "parsedData": .object(["source": .string("manual")]),
        "source": SourceLocation(name: SourceLocation.resultsAdd, line: 1).json,
      ]
      if let score = outcome.score { values["score"] = .int(score) }
      if let most = outcome.maxAttempts { values["maxAttempts"] = .int(most) }
      if let name = rule.record.outcome { values[name] = .bool(outcome.isCompleted) }
      return Record(
        type: rule.record, userId: user ?? UserSettings.current.user ?? "me", game: rule.game,
        gameId: id ?? rule.id, day: day,
        values: values)
    }

    /// The chosen mode as the rule names it; `nil` for the result of a game that has no mode.
    private func knownMode(_ rule: RuleDefinition) throws -> String? {
      guard let modes = rule.mode else {
        guard mode == nil else {
          throw CommandFailure(
            ExitCodes.usage, "\(rule.name) has no modes", help: "leave out --mode")
        }
        return nil
      }
      let names = Set(modes.map.values).sorted()
      guard let mode else {
        guard rule.needsMode else { return nil }
        throw CommandFailure(
          ExitCodes.usage, "\(rule.name) has several results a day",
          help: "name one with --mode" + (names.isEmpty ? "" : ": \(names.joined(separator: ", "))")
        )
      }
      let written = mode.lowercased()
      let meant = modes.map.first { $0.key.lowercased() == written }?.value ?? written
      guard names.isEmpty || names.contains(meant) else {
        throw CommandFailure(
          ExitCodes.usage, "\(rule.name) has no mode '\(mode)'",
          help: suggestion(for: meant, among: names)
            ?? "there is \(names.joined(separator: ", "))")
      }
      return meant
    }

    private func puzzle(_ rule: RuleDefinition, _ now: Instant) throws -> (Day, Int?) {
      if puzzle == "today" { return (UserSettings.day(of: now), nil) }
      if let day = Day(iso: puzzle), puzzle.contains("-") { return (day, nil) }
      guard let number = Int(puzzle.filter { $0 != "," && $0 != "#" }) else {
        throw CommandFailure(
          ExitCodes.usage, "'\(puzzle)' is no puzzle",
          help: "name its number, its day such as 2026-10-03, or today")
      }
      guard let day = rule.day.day(ofNumber: number) else {
        throw CommandFailure(
          ExitCodes.usage, "the day of \(rule.name)'s number \(number) is not known",
          help: "name its day, such as 2026-10-03")
      }
      return (day, number)
    }
  }
}

/// An outcome as a person writes it.
struct ManualOutcome {
  private(set) var score: Int?
  private(set) var maxAttempts: Int?
  private(set) var isCompleted = true

  init(_ text: String, scoring: Scoring?) throws {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, let most = Int(parts[1]), most > 0 {
      maxAttempts = most
      isCompleted = parts[0] != "X"
      score = Int(parts[0])
      guard let score else {
        if isCompleted { throw Self.failure(text) }
        return
      }
      guard score >= 0, score <= most else { throw Self.failure(text) }
      return
    }
    switch text.lowercased() {
    case "solved", "done", "yes": break
    case "lost", "failed", "no", "x": isCompleted = false
    default:
      guard let number = Self.seconds(text, scoring) ?? Int(text), number >= 0 else {
        throw Self.failure(text)
      }
      score = number
    }
  }

  /// Seconds of `1:23` and `1:02:03`.
  private static func seconds(_ text: String, _ scoring: Scoring?) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard scoring == .lowerTimeSeconds, (2...3).contains(parts.count),
      parts.allSatisfy({ $0.count <= 2 && !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    return parts.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
  }

  private static func failure(_ text: String) -> CommandFailure {
    CommandFailure(
      ExitCodes.usage, "'\(text)' is no outcome",
      help: "write 4/6, X/6, 57, 1:23, solved or lost")
  }
}

extension RuleDefinition {
  /// Whether each result of the game has a mode. A game may also have a result without one, in a
  /// variant of its own or beside the only mode.
  fileprivate var needsMode: Bool {
    guard let mode, mode.map.count != 1 else { return false }
    return variants.allSatisfy { variant in
      ([variant.match] + variant.each).contains { $0.text.contains("(?<\(mode.group.value)>") }
    }
  }
}
