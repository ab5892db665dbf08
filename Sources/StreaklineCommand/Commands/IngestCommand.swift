internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Reads shares and stores the results; the default command.
struct IngestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ingest", abstract: "Read shares and store the results (the default).",
    discussion: """
      Reads pasted text and the exports of chats, as files, folders or zip archives: WhatsApp,
      Telegram, Discord, Slack, Signal, iMessage, Messenger, Instagram, LINE, KakaoTalk, Google Chat,
      Skype, Teams Free; backups of StreakSync and Habitto; what `streakline export` has written.
      The format is recognised; --format names it where that fails.
      A result is stored once, however often its share is read. A result that differs from the stored
      one is kept beside it (streakline disputes); --replace stores it instead.

      Examples:
        pbpaste | streakline
        streakline ingest 2024.txt 2025.txt --user alice
        streakline ingest chat.txt --dry-run
        streakline ingest 'WhatsApp Chat with Family.zip' --timezone Europe/Berlin --me 'Ada L.'
      """)

  @Argument(help: "Files to read; - or none reads standard input.")
  var files: [String] = []

  @OptionGroup var options: IngestOptions

  /// The text to read in place of files. Where no result is in it, it may be anything, and no part of it is kept.
  var pasted: [UInt8]?
  private let confirmation = Confirmation()

  private enum CodingKeys: CodingKey {
    case files, options
  }

  mutating func run() throws {
    Output.whenUnread(options.dryRun ? .ends : .stops)
    let now = Instant.now
    let set = try options.rules.load()
    let builder = try options.player.builder(now: now, zone: options.input.zone)
    if pasted != nil { try readPasted(set, builder) }
    let reporter = IngestReporter(
      options: options.output, rules: set, now: now, today: options.input.zone.day(of: now),
      user: options.player.user,
      stores: !options.dryRun)
    reporter.inputs.files = files
    reporter.inputs.isPasted = pasted != nil
    let summary =
      try options.dryRun ? pretend(set, builder, reporter) : ingest(set, builder, reporter)
    let seconds = Double(Instant.now.milliseconds - now.milliseconds) / 1_000
    if options.output.isJSON {
      var fields = summary.json
      if reporter.hasForms { fields.append("readAs", reporter.forms) }
      let bots = reporter.inputs.botNames
      if !bots.isEmpty { fields.append("botNames", .list(bots.map(Value.string))) }
      let unread = reporter.inputs.passedOver
      if !unread.isEmpty { fields.append("notRead", .list(unread.map(Value.string))) }
      fields.append("seconds", .double(seconds))
      Output.json(.object(fields))
    } else {
      reporter.finish(summary)
    }
    try reporter.inputs.end(
      found: summary.shares, only: options.player.only,
      known: (summary.messages.counts.messages, summary.misses))
  }

  private var requests: [ImportRequest] {
    (files.isEmpty ? ["-"] : files).map {
      var request = options.input.request(
        $0, user: options.player.user, ownsUnnamed: options.player.chosenUser != nil)
      request.text = pasted
      if $0 == "-", !options.output.isJSON, !options.output.quiet {
        request.options.confirmsOwn = { [confirmation] words in
          confirmation.isGiven(
            "“\(words)” may say whose result this is. Is everything in it yours?")
        }
      }
      return request
    }
  }

  /// Reads a pasted text without storing anything. The store is kept as it is where the text holds no result.
  private mutating func readPasted(_ set: GameRules, _ builder: RecordBuilder) throws {
    var count = 0
    do {
      try requests.first?.parse(set, builder, suspended: { _ in }) { count += $0.records.count }
    } catch is InputError {
      // It is said when the text is read again.
    }
    if count == 0 { options.dryRun = true }
  }

  private func ingest(
    _ set: GameRules, _ builder: RecordBuilder, _ reporter: IngestReporter
  ) throws -> IngestSummary {
    let filters = try options.pipelines.loadAll().filter(\.isEnabled).map(\.filter)
    let database = try options.pipelines.store.open(set)
    reporter.inputs.names = try named(database.people.owners())
    reporter.inputs.readDropped = database.misses.droppedIDs
    let ingester = database.importer(builder, pipelines: filters, replaces: options.replace)
    var summary = IngestSummary()
    for request in reporter.inputs.expanded(requests, for: set) {
      var latest = IngestSummary()
      var readAs: String?
      try reporter.inputs.reading(request.path) {
        var claims: [ExportedStreak] = []
        let suspended = try ingester.ingest(request) { report in
          latest = report.summary
          readAs = report.readAs
          claims += report.chunk.exportedStreaks
          try reporter.show(report)
          try stopIfInterrupted(summary, latest)
        }
        reporter.inputs.note(suspended: suspended)
        try reporter.compare(claims, with: database)
      }
      reporter.note(readAs: readAs)
      summary += latest
      try stopIfInterrupted(summary)
    }
    try reporter.inputs.finish(MissNotes(rules: set, store: database).lines)
    try database.close()
    return summary
  }

  private func stopIfInterrupted(_ summaries: IngestSummary...) throws {
    guard Interruption.isRequested else { return }
    let added = summaries.reduce(0) { $0 + $1.added }
    throw CommandFailure(
      ExitCodes.interrupted,
      "interrupted; \(pluralized(added, "result")) stored; run the command again to continue"
    )
  }

  /// Finds out what an ingest would store; the store is only read.
  private func pretend(
    _ set: GameRules, _ builder: RecordBuilder, _ reporter: IngestReporter
  ) throws -> IngestSummary {
    let database = try options.pipelines.store.openReadingIfPresent()
    var trial = try ImportTrial(set, builder, store: database, replaces: options.replace)
    reporter.inputs.names = try named(trial.users)
    var summary = IngestSummary()
    for request in reporter.inputs.expanded(requests, for: set) {
      try reporter.inputs.reading(request.path) {
        let suspended = try trial.read(request) { form in
          if request.path != "-" { reporter.note(readAs: form) }
        } _: { report in
          summary = report.summary
          try reporter.show(report)
          try stopIfInterrupted(IngestSummary())
        }
        reporter.inputs.note(suspended: suspended)
      }
    }
    try reporter.inputs.finish(MissNotes(rules: set, store: nil).lines)
    return summary
  }

  /// The names that the user has given, with the users that they stand for.
  ///
  /// - Parameter users: What the store knows of names.
  private func named(_ users: [String: String]) throws -> GivenNames {
    try options.player.givenNames { users[$0] ?? $0 }
  }
}
