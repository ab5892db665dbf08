internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

extension Results {
  /// Stored results, oldest first.
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List stored results, oldest first.",
      discussion: """
        Examples:
          streakline results
          streakline results --game wordle --from 2026-01-01 --output json
          streakline results --user alice --limit 5 --ids
          streakline results --suspect --ids
        """)

    @Option(help: "Only from this day on.") var from: Day?
    @Option(help: "Only up to this day.") var to: Day?
    @Option(help: "At most this many, the latest.") var limit: Int?
    @Flag(help: "Only results that are not counted.") var suspect = false
    @Flag(help: "Show the ids that other commands take, short ones on a terminal.") var ids = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func validate() throws {
      if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on") }
    }

    func run() throws {
      let database = try store.openReading()
      let slug = try selection.slug(try rules.load())
      let filter = ResultFilter(
        user: selection.user, game: slug, from: from, to: to, limit: suspect ? nil : limit)
      let count =
        if tableOptions.csv {
          try printCSV(database, filter)
        } else if output.isJSON {
          try printJSON(database, filter)
        } else {
          try printTable(database, filter)
        }
      if count == 0 {
        try selection.refuseUnknownNames(in: database, rules: rules.load())
        if !output.quiet { Output.note("no results") }
      }
    }

    /// - Returns: How many results were printed.
    private func printJSON(_ database: RecordStore, _ filter: ResultFilter) throws -> Int {
      var count = 0
      let now = Instant.now
      try forEachResult(database, filter, now) { record in
        Output.json(record.judged(at: now))
        count += 1
      }
      return count
    }

    /// Prints the columns of an export, which are those of all types of results.
    ///
    /// - Returns: How many results were printed.
    private func printCSV(_ database: RecordStore, _ filter: ResultFilter) throws -> Int {
      var count = 0
      let now = Instant.now
      var rows = RecordCSV(
        escapesForTerminal: Output.isTerminal(STDOUT_FILENO), escapesDirections: true)
      rows.writeHeader()
      try forEachResult(database, filter, now) { record in
        rows.write(record.judged(at: now))
        Output.write(rows.bytes)
        rows.removeAll()
        count += 1
      }
      return count
    }

    /// - Returns: How many results were printed.
    private func printTable(_ database: RecordStore, _ filter: ResultFilter) throws -> Int {
      let set = try rules.load()
      let now = Instant.now
      var table = Table(
        header: ["DAY", "USER", "GAME", "RESULT"] + (ids ? ["ID"] : []), names: [1, 2, 3])
      var count = 0
      // What is no terminal may be a program, which gets whole ids.
      let isShort = Output.isTerminal(STDOUT_FILENO)
      try forEachResult(database, filter, now) { record in
        let line = RecordLine(record: record, scoring: set.scoring(of: record.game))
        let note =
          record.suspicionInWords(at: now).map { " (not counted: \($0))" } ?? ""
        table.add(
          [record.day.iso, record.userId, line.title, line.outcome + note]
            + (ids ? [isShort ? ShortID(record).description : record.id] : []))
        count += 1
      }
      if count > 0 { table.print() }
      return count
    }

    private func forEachResult(
      _ database: RecordStore, _ filter: ResultFilter, _ now: Instant,
      _ body: (Record) throws -> Void
    ) throws {
      var suspects: [Record] = []
      try database.forEachResult(filter) { record in
        try Interruption.stopIfRequested()
        guard suspect else { return try body(record) }
        if !record.counts(at: now) { suspects.append(record) }
      }
      try suspects.suffix(limit ?? suspects.count).forEach(body)
    }
  }
}
