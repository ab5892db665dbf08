internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

extension StoreOptions {
  var location: String { path ?? currentLocations().store }

  /// Opens the store, creating it when there is none.
  func open() throws -> Store {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try Store.open(path: location, deviceID: UniqueID(bytes: bytes)?.description ?? "")
  }

  /// Opens a store that must exist, for reading.
  func openReading() throws -> Store {
    try Store.openReading(path: location)
  }

  /// The store for reading, or `nil` when there is none yet.
  func openReadingIfPresent() throws -> Store? {
    do throws(StoreError) {
      return try Store.openReading(path: location)
    } catch {
      if case .missing = error { return nil }
      throw error
    }
  }
}

/// Results that the store holds.
struct Results: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "List or delete stored results.",
    subcommands: [List.self, Delete.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List stored results, oldest first.",
      discussion: """
        Examples:
          streakline results
          streakline results --game wordle --from 2026-01-01 --output json
        """)

    @Option(help: "Only this game's slug.") var game: String?
    @Option(help: "Only this user.") var user: String?
    @Option(help: "Only from this day on.") var from: Day?
    @Option(help: "Only up to this day.") var to: Day?
    @Option(help: "At most so many, the latest.") var limit: Int?
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let filter = ResultFilter(user: user, game: game, from: from, to: to, limit: limit)
      let database = try store.openReading()
      if output.isJSON {
        try database.forEachResult(filter) { record in
          try stopIfInterrupted()
          Output.json(record)
        }
      } else {
        try printTable(database, filter)
      }
    }

    private func printTable(_ database: Store, _ filter: ResultFilter) throws {
      let set = try rules.load()
      var table = Table(header: ["DAY", "USER", "GAME", "RESULT", "ID"])
      try database.forEachResult(filter) { record in
        try stopIfInterrupted()
        let line = RecordLine(record: record, scoring: set.rule(of: record.game)?.scoring?.rawValue)
        let note = record.suspect.map { " (not counted: \($0))" } ?? ""
        table.add([record.day.iso, record.userId, line.title, line.outcome + note, record.id])
      }
      table.print()
    }

    private func stopIfInterrupted() throws {
      if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete",
      abstract: "Delete results by their id; deletions are delivered like results.",
      discussion: """
        A deleted result does not come back when its share is read again, unless with --replace.

        Example:
          streakline results delete 'me|20241104|550e8400-e29b-41d4-a716-446655440000'
        """)

    @Argument(help: "Ids, as `results` prints them.") var ids: [String]
    @OptionGroup var pipelines: PipelineOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      _ = try pipelines.store.openReading()
      let database = try pipelines.store.open()
      let queues = try pipelines.loadAll().map(\.queue)
      var missing = 0
      for id in ids {
        let isDeleted = try database.delete(id: id, now: currentInstant(), queues: queues)
        missing += isDeleted ? 0 : 1
        if output.isJSON {
          Output.json(.object(["id": .string(id), "deleted": .bool(isDeleted)]))
        } else if !isDeleted {
          Output.talk("streakline: there is no result \(escapedForTerminal(id))")
        } else if !output.quiet {
          Output.line("deleted \(escapedForTerminal(id))")
        }
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }
}

/// Streaks of every user and game.
struct Streaks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streaks", abstract: "Show the streaks.",
    discussion: """
      Examples:
        streakline streaks
        streakline streaks --as-of 2026-10-03 --output json
      """)

  @Option(help: "Only this game's slug.") var game: String?
  @Option(help: "Only this user.") var user: String?
  @Option(help: "The day (in UTC) for which to count; else today.") var asOf: Day?
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let database = try store.openReading()
    let streaks =
      if let asOf {
        try database.streaks(user: user, game: game, upTo: asOf)
      } else {
        try database.streaks(user: user, game: game)
      }
    let day = asOf ?? currentInstant().day
    if output.isJSON {
      streaks.forEach { Output.json(json($0, day)) }
    } else {
      try printTable(streaks, database, day)
    }
  }

  private func printTable(_ streaks: [StoredStreak], _ database: Store, _ day: Day) throws {
    let set = try rules.load()
    var table = Table(header: ["USER", "GAME", "CURRENT", "BEST", "PLAYED", "SOLVED", "LAST"])
    for one in streaks where one.streak.totalPlayed > 0 {
      let rule = set.rule(of: one.game)
      let mode = rule.map { $0.id == one.gameID ? "" : " (mode)" } ?? ""
      // A habit, or a game that only an app knows, has no rule that names it.
      let name =
        try rule?.name ?? database.gameName(userID: one.userID, gameID: one.gameID) ?? one.game
      table.add([
        one.userID, name + mode, String(one.streak.current(asOf: day)),
        String(one.streak.max), String(one.streak.totalPlayed), String(one.streak.totalCompleted),
        one.streak.lastPlayed?.iso ?? "–",
      ])
    }
    table.print()
  }

  private func json(_ one: StoredStreak, _ day: Day) -> Value {
    .object([
      "userId": .string(one.userID), "game": .string(one.game), "gameId": .string(one.gameID),
      "current": .int(one.streak.current(asOf: day)), "max": .int(one.streak.max),
      "totalPlayed": .int(one.streak.totalPlayed),
      "totalCompleted": .int(one.streak.totalCompleted),
      "lastPlayed": one.streak.lastPlayed.map { .int($0.dateInt) } ?? .null,
      "start": one.streak.start(asOf: day).map { .int($0.dateInt) } ?? .null,
    ])
  }
}

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
      Output.talk("no near misses")
    }
  }
}

/// Results that contradict a stored one.
struct Disputes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disputes",
    abstract: "Show results that differ from the stored one of the same day.",
    discussion: "To take the other one, read its text again with --replace.")

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
        "\(escapedForTerminal(dispute.first.userId)): \(first.title) · \(dispute.first.day.iso) · "
          + "stored \(first.outcome), disputed by \(other.outcome)")
    }
    if disputes.isEmpty, !output.isJSON, !output.quiet {
      Output.talk("no disputes")
    }
  }
}

/// Recomputes everything and compares.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Recompute everything in the store and compare; exit 1 when something is wrong.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let database = try store.openReading()
    let findings = try database.verify()
    for finding in findings {
      if output.isJSON {
        Output.json(.object(["problem": .string(finding)]))
      } else {
        Output.line(escapedForTerminal(finding))
      }
    }
    if !findings.isEmpty { throw CommandFailure(ExitCodes.nothing) }
    if !output.isJSON, !output.quiet {
      let counts = try database.counts()
      Output.line("\(counted(counts.records, "result")): everything agrees")
    }
  }
}

/// A script that completes commands and options in a shell.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for bash, zsh or fish.",
    discussion: """
      Example:
        streakline completions zsh > ~/.zfunc/_streakline
      """)

  @Argument(help: "bash, zsh or fish.") var shell: String

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw ValidationError("'\(shell)' is not one of bash, zsh, fish")
    }
    Output.line(Root.completionScript(for: shell))
  }
}
