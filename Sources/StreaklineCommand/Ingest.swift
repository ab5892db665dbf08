internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules
internal import StreaklineStore
internal import StreaklineSync

/// Reads, stores and queues; the default command.
struct Ingest: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Read shares and store the results (the default).",
    discussion: """
      What is stored already is not stored again. A result that differs from the stored one is kept
      beside it (streakline disputes); --replace takes the new one.

      Examples:
        pbpaste | streakline
        streakline ingest 2024.txt 2025.txt --user alice
        streakline ingest chat.txt --dry-run
      """)

  @Argument(help: "Files to read; - or none reads standard input.")
  var files: [String] = []

  @Flag(help: "Let a result that differs take the stored one's place, and bring back deleted ones.")
  var replace = false

  @Flag(help: "Say what would be stored, and store nothing.")
  var dryRun = false

  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  mutating func run() throws {
    let now = currentInstant()
    let set = try rules.load()
    let builder = try player.builder(now: now)
    let printer = OutcomePrinter(
      options: output, rules: set, today: now.day, user: player.user, stores: !dryRun)
    let summary = try dryRun ? pretend(set, builder, printer) : ingest(set, builder, printer)
    let seconds = Double(currentInstant().milliseconds - now.milliseconds) / 1_000
    if output.isJSON {
      Output.json(summary.json(seconds: seconds))
    } else {
      printer.finish(summary)
    }
    try printer.talk.end(found: summary.shares)
  }

  private func ingest(
    _ set: RuleSet, _ builder: RecordBuilder, _ printer: OutcomePrinter
  ) throws -> IngestSummary {
    let queues = try pipelines.loadAll().map(\.queue)
    let database = try pipelines.store.open()
    let ingester = Ingester(
      rules: set, builder: builder, store: database, queues: queues, replaces: replace)
    var summary = IngestSummary()
    for path in files.isEmpty ? ["-"] : files {
      try printer.talk.reading(path) {
        let input = try Input(path: path, options: ReaderOptions())
        try ingester.ingest(input.reader) { part, results in
          summary.add(part, results, queues)
          printer.show(part, results)
          try stopIfInterrupted(summary)
        }
      }
      try stopIfInterrupted(summary)
    }
    printer.talk.finish(suspended: ingester.suspended)
    try database.close()
    return summary
  }

  private func stopIfInterrupted(_ summary: IngestSummary) throws {
    guard Interruption.isRequested else { return }
    throw CommandFailure(
      ExitCodes.interrupted,
      "interrupted; \(counted(summary.added, "result")) stored so far, the same command again goes on"
    )
  }

  /// What an ingest would do, from a store that is only read.
  private func pretend(
    _ set: RuleSet, _ builder: RecordBuilder, _ printer: OutcomePrinter
  ) throws -> IngestSummary {
    let database = try pipelines.store.openReadingIfPresent()
    let parser = InputParser(rules: set, builder: builder)
    var known: [String: Record] = [:]
    var summary = IngestSummary()
    for path in files.isEmpty ? ["-"] : files {
      try printer.talk.reading(path) {
        let input = try Input(path: path, options: ReaderOptions())
        try parser.parse(input.reader) { part in
          let results = try part.yield.records.map { record in
            if try !replace && database?.isDeleted(id: record.id) == true {
              return (record, Outcome.deleted)
            }
            let stored =
              if let first = known[record.id] { first } else { try database?.record(id: record.id) }
            known[record.id] = stored ?? record
            return (record, outcome(of: record, stored))
          }
          summary.add(part, results, [])
          printer.show(part, results)
        }
      }
    }
    printer.talk.finish(suspended: parser.suspended)
    return summary
  }

  private func outcome(of record: Record, _ stored: Record?) -> Outcome {
    let streak = Streak(days: [])
    guard let stored else { return .added(streak) }
    if stored.agrees(with: record) { return .duplicate(streak) }
    return replace ? .replaced(streak) : .disputed(first: stored, streak)
  }
}

/// Prints what became of each share, as long as there are few, and the sums at the end.
final class OutcomePrinter {
  /// More shares than this in one part are a history: only sums are printed.
  private static let mostLines = 50
  let talk: InputTalk
  private let options: OutputOptions
  private let rules: RuleSet
  private let today: Day
  private let user: String
  private var lines = 0
  private var progress: Progress

  init(options: OutputOptions, rules: RuleSet, today: Day, user: String, stores: Bool) {
    self.options = options
    self.rules = rules
    self.today = today
    self.user = user
    talk = InputTalk(isQuiet: options.quiet || options.isJSON, storesMisses: stores)
    progress = Progress(isShown: !options.quiet)
  }

  func show(_ part: InputParser.Part, _ results: [(Record, Outcome)]) {
    talk.note(part)
    progress.advance(shares: results.count, bytes: part.end)
    guard !options.isJSON, results.count <= Self.mostLines else { return }
    for (record, outcome) in results {
      lines += 1
      if !options.quiet {
        Output.line(line(record, outcome))
      }
    }
    Output.flush()
  }

  func finish(_ summary: IngestSummary) {
    progress.clear()
    guard !options.quiet, summary.shares > 1 || lines < summary.shares else { return }
    var parts = ["\(grouped(summary.added)) added"]
    let others = [
      (summary.duplicates, "already there"), (summary.replaced, "replaced"),
      (summary.disputes, "disputed"), (summary.suspect, "suspect"),
      (summary.deleted, "deleted before"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    Output.line("\(counted(summary.shares, "share")): " + parts.joined(separator: ", "))
  }

  private func line(_ record: Record, _ outcome: Outcome) -> String {
    let scoring = rules.rule(of: record.game)?.scoring?.rawValue
    var parts = [RecordLine(record: record, scoring: scoring).text]
    if record.userId != user {
      parts[0] = "\(escapedForTerminal(record.userId)): \(parts[0])"
    }
    if abs(today - record.day) > 1 {
      parts.append(record.day.iso)
    }
    switch outcome {
    case .added: break
    case .replaced: parts.append("replaced")
    case .duplicate: parts.append("already there")
    case .deleted: parts.append("was deleted and stays so (--replace brings it back)")
    case .disputed(let first, _):
      let stored = RecordLine(record: first, scoring: scoring).outcome
      parts.append("differs from the stored \(stored), which stays (--replace takes this one)")
    }
    if let reason = record.suspect {
      parts.append("not counted: \(escapedForTerminal(reason))")
    } else if let streak = outcome.streak, streak.totalPlayed > 0 {
      parts.append("streak \(streak.current(asOf: max(today, record.day))) (best \(streak.max))")
    }
    return "\(sign(record, outcome)) \(parts.joined(separator: " · "))"
  }

  private func sign(_ record: Record, _ outcome: Outcome) -> String {
    switch outcome {
    case .added where record.suspect != nil: options.painted("?", .yellow)
    case .added, .replaced: options.painted("✓", .green)
    case .duplicate: options.painted("=", .faint)
    case .disputed, .deleted: options.painted("!", .yellow)
    }
  }
}
