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
      Reads pasted text and the exports of chats: WhatsApp, Telegram, Discord, Slack, Signal,
      iMessage, Messenger, as files, folders or zip archives.
      What is stored already is not stored again. A result that differs from the stored one is kept
      beside it (streakline disputes); --replace takes the new one.

      Examples:
        pbpaste | streakline
        streakline ingest 2024.txt 2025.txt --user alice
        streakline ingest chat.txt --dry-run
        streakline ingest 'WhatsApp Chat with Family.zip' --timezone Europe/Berlin --me 'Ada L.'
      """)

  @Argument(help: "Files to read; - or none reads standard input.")
  var files: [String] = []

  @Flag(help: "Let a result that differs take the stored one's place, and bring back deleted ones.")
  var replace = false

  @Flag(help: "Say what would be stored, and store nothing.")
  var dryRun = false

  @OptionGroup var input: InputOptions
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
      var fields = summary.json
      fields.append("seconds", .double(seconds))
      Output.json(.object(fields))
    } else {
      printer.finish(summary)
    }
    try printer.talk.end(found: summary.shares, only: player.only)
  }

  private var requests: [ImportRequest] {
    (files.isEmpty ? ["-"] : files).map { input.request($0, user: player.user) }
  }

  private func ingest(
    _ set: RuleSet, _ builder: RecordBuilder, _ printer: OutcomePrinter
  ) throws -> IngestSummary {
    let queues = try pipelines.loadAll().map(\.queue)
    let database = try pipelines.store.open()
    let ingester = Ingester(
      rules: set, builder: builder, store: database, queues: queues, replaces: replace)
    var summary = IngestSummary()
    for request in printer.talk.expanded(requests) {
      var latest = IngestSummary()
      try printer.talk.reading(request.path) {
        var claims: [ClaimedStreak] = []
        let suspended = try ingester.ingest(request) { report in
          latest = report.summary
          claims += report.part.claims
          printer.show(report)
          try stopIfInterrupted(summary, latest)
        }
        printer.talk.note(suspended: suspended)
        try printer.compare(claims, with: database)
      }
      summary += latest
      try stopIfInterrupted(summary)
    }
    printer.talk.finish()
    try database.close()
    return summary
  }

  private func stopIfInterrupted(_ summaries: IngestSummary...) throws {
    guard Interruption.isRequested else { return }
    let added = summaries.reduce(0) { $0 + $1.added }
    throw CommandFailure(
      ExitCodes.interrupted,
      "interrupted; \(counted(added, "result")) stored so far, the same command again goes on"
    )
  }

  /// What an ingest would do, from a store that is only read.
  private func pretend(
    _ set: RuleSet, _ builder: RecordBuilder, _ printer: OutcomePrinter
  ) throws -> IngestSummary {
    let database = try pipelines.store.openReadingIfPresent()
    var known: [String: Record] = [:]
    var summary = IngestSummary()
    for request in printer.talk.expanded(requests) {
      let parser = InputParser(
        rules: set, builder: builder, skipsForwards: request.skipsForwards)
      try printer.talk.reading(request.path) {
        let input = try request.open()
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
          printer.show(
            .init(part: part, results: results, summary: summary, size: input.size))
          try stopIfInterrupted(IngestSummary())
        }
      }
      printer.talk.note(suspended: parser.suspended)
    }
    printer.talk.finish()
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
  /// Whether a part of the input was known from before.
  private var isKnown = false
  private var progress: Progress

  init(options: OutputOptions, rules: RuleSet, today: Day, user: String, stores: Bool) {
    self.options = options
    self.rules = rules
    self.today = today
    self.user = user
    talk = InputTalk(isQuiet: options.quiet || options.isJSON, storesMisses: stores)
    progress = Progress(isShown: !options.quiet)
  }

  func show(_ report: Ingester.Report) {
    talk.note(report.part)
    progress.advance(report)
    if report.known > 0 { isKnown = true }
    guard !options.isJSON, report.results.count <= Self.mostLines else { return }
    for (record, outcome) in report.results {
      lines += 1
      if !options.quiet {
        Output.line(line(record, outcome))
      }
    }
    Output.flush()
  }

  func finish(_ summary: IngestSummary) {
    progress.clear()
    guard !options.quiet else { return }
    let counts = summary.messages.counts
    if counts.messages > max(1, summary.messages.sharing)
      || counts.notices + counts.unreadable > 0
    {
      Output.line(messageLine(summary.messages))
    }
    guard summary.shares > 1 || lines < summary.shares else { return }
    var parts = ["\(grouped(summary.added)) added"]
    let others = [
      (summary.duplicates, "already there"), (summary.replaced, "replaced"),
      (summary.disputes, "disputed"), (summary.suspect, "suspect"),
      (summary.deleted, "deleted before"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    let known = isKnown ? " (what an earlier run had read was not read again)" : ""
    Output.line("\(counted(summary.shares, "share")): " + parts.joined(separator: ", ") + known)
  }

  /// Accounts for every message.
  private func messageLine(_ sums: MessageSums) -> String {
    let none = sums.counts.messages - sums.sharing - sums.missing - sums.forwards
    var parts = ["\(grouped(sums.sharing)) with shares"]
    let others = [
      (sums.missing, "with near misses"), (sums.forwards, "forwarded and left out"),
      (none, "without"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    var line = "\(counted(sums.counts.messages, "message")): " + parts.joined(separator: ", ")
    if sums.counts.notices > 0 { line += "; \(counted(sums.counts.notices, "notice"))" }
    if sums.counts.unreadable > 0 { line += "; \(grouped(sums.counts.unreadable)) unreadable" }
    return line
  }

  /// Says where the streaks that an app has written down are not what its results amount to.
  func compare(_ claims: [ClaimedStreak], with store: Store) throws {
    guard !options.quiet else { return }
    for claim in claims {
      let streaks = try store.streaks(user: claim.userId)
      let streak = streaks.first { $0.gameID == claim.gameId }?.streak ?? Streak(days: [])
      let counted = (streak.max, streak.totalPlayed, streak.totalCompleted)
      guard counted != (claim.max, claim.totalPlayed, claim.totalCompleted) else { continue }
      Output.talk(
        "\(escapedForTerminal(claim.source.description)): \(escapedForTerminal(claim.gameName)): the app says best streak \(claim.max), \(claim.totalPlayed) played, \(claim.totalCompleted) completed; its results amount to \(counted.0), \(counted.1), \(counted.2)"
      )
    }
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
      let stored = first.map { " " + RecordLine(record: $0, scoring: scoring).outcome } ?? " one"
      parts.append("differs from the stored\(stored), which stays (--replace takes this one)")
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
