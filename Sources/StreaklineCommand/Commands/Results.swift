internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineFiles
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

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
      var missing = 0
      for id in ids {
        let isDeleted = try database.delete(id: id, now: currentInstant())
        missing += isDeleted ? 0 : 1
        if output.isJSON {
          Output.json(.object(["id": .string(id), "deleted": .bool(isDeleted)]))
        } else if !isDeleted {
          Output.note("streakline: there is no result \(escapedForTerminal(id))")
        } else if !output.quiet {
          Output.line("deleted \(escapedForTerminal(id))")
        }
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }
}
