internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Prints the outcome of each share, as long as there are few, and the totals at the end.
final class IngestReporter {
  /// With more shares than this in one part, the input is a history: only totals are printed.
  private static let maximumLines = 50
  let inputs: InputReporter
  private let options: OutputOptions
  private let rules: GameRules
  private let now: Instant
  private let today: Day
  private let user: String
  private let stores: Bool
  private var lines = 0
  /// Whether an earlier run has read a part of the input.
  private var isKnown = false
  private var progress: Progress
  /// What files were read as, and how many of them, in their order.
  private var readAs: [(form: String, files: Int)] = []

  init(
    options: OutputOptions, rules: GameRules, now: Instant, today: Day, user: String, stores: Bool
  ) {
    self.options = options
    self.rules = rules
    self.now = now
    self.today = today
    self.user = user
    self.stores = stores
    inputs = InputReporter(isQuiet: options.quiet || options.isJSON, storesMisses: stores)
    progress = Progress(isShown: !options.quiet)
  }

  func show(_ report: Importer.Report) throws {
    try inputs.note(report.chunk)
    progress.advance(report)
    if report.known > 0 { isKnown = true }
    guard !options.isJSON, report.chunk.records.count <= Self.maximumLines else { return }
    for (record, outcome) in zip(report.chunk.records, report.outcomes) {
      lines += 1
      if !options.quiet {
        Output.line(line(record, outcome), sign: sign(record, outcome))
      }
    }
    Output.flush()
  }

  /// Notes what a file was read as.
  func note(readAs form: String?) {
    guard let form else { return }
    if let index = readAs.firstIndex(where: { $0.form == form }) {
      readAs[index].files += 1
    } else {
      readAs.append((form, 1))
    }
  }

  var hasForms: Bool { !readAs.isEmpty }

  /// What the files were read as, each form once.
  var forms: Value { .list(readAs.map { .string($0.form) }) }

  func finish(_ summary: IngestSummary) {
    guard !options.quiet else { return }
    let files = readAs.reduce(0) { $0 + $1.files }
    for (form, count) in readAs {
      Output.line((files > 1 ? "\(pluralized(count, "file")) " : "") + "read as \(form)")
    }
    let counts = summary.messages.counts
    if counts.messages > max(1, summary.messages.withShares)
      || counts.notices + counts.unreadable > 0
    {
      Output.line(messageLine(summary.messages))
    }
    guard summary.shares > 1 || lines < summary.shares else { return }
    let added = withThousandsSeparators(summary.added)
    var parts = [stores ? "\(added) added" : "would add \(added)"]
    let others = [
      (summary.duplicates, "already there"),
      (summary.replaced, stores ? "replaced" : "to be replaced"),
      (summary.disputes, "disputed"), (summary.suspect, "suspect"),
      (summary.deleted, "deleted before"),
      (summary.refused, "of people who are erased or forgotten"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(withThousandsSeparators($0.0)) \($0.1)" }
    let known = isKnown ? " (what an earlier run has read was skipped)" : ""
    Output.line("\(pluralized(summary.shares, "share")): " + parts.joined(separator: ", ") + known)
  }

  /// How many messages there were, and what each of them contained.
  private func messageLine(_ sums: MessageStatistics) -> String {
    let none = sums.counts.messages - sums.withShares - sums.withMisses - sums.forwards
    var parts = ["\(withThousandsSeparators(sums.withShares)) with shares"]
    let others = [
      (sums.withMisses, "with near misses"), (sums.forwards, "forwarded and left out"),
      (none, "without a share"),
    ]
    parts += others.filter { $0.0 > 0 }.map { "\(withThousandsSeparators($0.0)) \($0.1)" }
    var line = "\(pluralized(sums.counts.messages, "message")): " + parts.joined(separator: ", ")
    let own = sums.counts.notices - sums.counts.bots - sums.counts.deleted
    if own > 0 {
      line += "; \(pluralized(own, "line of the app itself", "lines of the app itself"))"
    }
    if sums.counts.deleted > 0 {
      line += "; \(pluralized(sums.counts.deleted, "deleted message")) left out"
    }
    if sums.counts.bots > 0 {
      let count = pluralized(sums.counts.bots, "message of a bot", "messages of bots")
      let names = inputs.botNames.joined(separator: ", ")
      line += "; \(count) left out\(names.isEmpty ? "" : " (\(names))"): --bots reads them"
    }
    if sums.counts.unreadable > 0 {
      line += "; \(withThousandsSeparators(sums.counts.unreadable)) unreadable"
    }
    return line
  }

  /// Reports where an app's exported streaks differ from the streaks of its exported results.
  func compare(_ exported: [ExportedStreak], with store: RecordStore) throws {
    guard !options.quiet else { return }
    for (claim, counted) in try store.differences(from: exported, now: now) {
      Output.note(
        "\(claim.source.description): \(claim.gameName): the app says best streak \(claim.max), \(claim.totalPlayed) played, \(claim.totalCompleted) completed; its results amount to \(counted.max), \(counted.totalPlayed), \(counted.totalCompleted)"
      )
    }
  }

  private func line(_ record: Record, _ outcome: Outcome) -> String {
    let scoring = rules.scoring(of: record.game)
    var parts = [RecordLine(record: record, scoring: scoring).text]
    if !stores {
      switch outcome {
      case .added: parts[0] = "would add " + parts[0]
      case .replaced: parts[0] = "would replace the stored one by " + parts[0]
      default: break
      }
    }
    if record.userId != user {
      parts[0] = "\(record.userId): \(parts[0])"
    }
    if record.day != today {
      parts.append(record.day.iso)
    }
    switch outcome {
    case .added: break
    case .replaced: if stores { parts.append("replaced") }
    case .duplicate: parts.append("already there")
    case .settled: parts.append("you have decided against this one (--replace takes it)")
    case .deleted: parts.append("was deleted and stays so (--replace brings it back)")
    case .erased:
      parts.append(
        "not stored: it is from before the data of \(record.userId) was erased (--replace brings it back)"
      )
    case .forgotten:
      parts.append(
        "not stored: \(record.userId) is forgotten (unless that was for good, the device that has forgotten them "
          + "can take it back: streakline corrections)")
    case .disputed(let first, _):
      let stored = first.map { " " + RecordLine(record: $0, scoring: scoring).outcome } ?? " one"
      parts.append("differs from the stored\(stored), which stays (streakline disputes settles it)")
    }
    if let reason = record.suspicionInWords(at: now) {
      parts.append("not counted: \(reason)")
    } else if let streak = outcome.streak, streak.totalPlayed > 0 {
      parts.append("streak \(streak.current(asOf: max(today, record.day))) (best \(streak.max))")
    }
    return parts.joined(separator: " · ")
  }

  private func sign(_ record: Record, _ outcome: Outcome) -> Sign {
    switch outcome {
    case .added where !record.counts(at: now): options.sign("?", .yellow)
    case .added, .replaced: options.sign("✓", .green)
    case .duplicate, .settled: options.sign("=", .faint)
    case .disputed, .deleted, .erased, .forgotten: options.sign("!", .yellow)
    }
  }
}
