internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Imports files as they appear in a folder.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Import new and changed files of a folder as they appear.",
    discussion: """
      A file is read when it has not changed for two seconds, so that a file that is still being
      written waits. A longer export of a known chat adds only what is new. Files in the folder
      are never changed. Ctrl-C ends the command.

      Examples:
        streakline watch ~/Exports
        streakline watch ~/Exports --timezone Europe/Berlin --quiet
      """)

  private static let interval = 0.5

  @Argument(help: "The folder.")
  var folder: String

  @Option(
    help: ArgumentHelp("How many seconds a file must not have changed.", valueName: "seconds"))
  var settle = 2.0

  @Flag(help: "Import the files that are there, once they have not changed for that long, and end.")
  var once = false

  @OptionGroup var input: InputOptions
  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var pipelines: PipelineOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard settle >= 0, settle <= 3_600 else {
      throw ValidationError("--settle takes 0 to 3600 seconds")
    }
  }

  func run() throws {
    Output.whenUnread(.stops)
    let settleMilliseconds = Int64(settle * 1_000)
    var watch = FolderWatch(path: folder, settleMilliseconds: settleMilliseconds)
    let start = ContinuousClock.now
    // Milliseconds from the start to the last look at the folder, by a clock that nobody sets.
    var elapsed: Int64 = 0
    if !output.quiet, !once {
      Output.note("watching \(folder); Ctrl-C ends it")
    }
    var hasFailed = false
    while !Interruption.isRequested {
      let files: [FolderWatch.File]
      do {
        files = try watch.poll(now: Instant(milliseconds: elapsed))
      } catch {
        throw CommandFailure(ExitCodes.noInput, error.description)
      }
      for file in files where !Interruption.isRequested {
        if try !importFile(file) { hasFailed = true }
      }
      // A file that was there at the first look is returned at the first one after this time.
      if once, elapsed >= settleMilliseconds {
        if hasFailed { throw CommandFailure(ExitCodes.data) }
        return
      }
      // A single look need not wait longer than the files need to settle, and 10 ms for rounding.
      Thread.sleep(forTimeInterval: once ? min(Self.interval, settle + 0.01) : Self.interval)
      elapsed = Int64(start.duration(to: .now) / .milliseconds(1))
    }
  }

  /// Imports one file. If it cannot be read, that is reported, and it is tried again when it changes.
  ///
  /// - Returns: Whether it was read to its end.
  private func importFile(_ file: FolderWatch.File) throws -> Bool {
    let now = Instant.now
    let set = try rules.load()
    let filters = try pipelines.loadAll().filter(\.isEnabled).map(\.filter)
    // Closed after each file, so that other programs never wait for a watcher that does nothing.
    let database = try pipelines.store.open(set)
    let ingester = database.importer(
      try player.builder(now: now, zone: input.zone), pipelines: filters, replaces: false)
    let inputs = InputReporter(isQuiet: output.quiet || output.isJSON, storesMisses: true)
    inputs.readDropped = database.misses.droppedIDs
    var summary: IngestSummary?
    var isRead = true
    do {
      for request in try requests(for: file, set) {
        var latest = IngestSummary()
        let suspended = try ingester.ingest(request) { report in
          latest = report.summary
          try inputs.note(report.chunk)
          if Interruption.isRequested {
            throw CommandFailure(
              ExitCodes.interrupted, "interrupted; run the same command again to continue")
          }
        }
        inputs.note(suspended: suspended)
        latest += summary ?? IngestSummary()
        summary = latest
      }
    } catch let error as InputError {
      Output.error(error.description)
      isRead = false
    }
    try inputs.finish(MissNotes(rules: set, store: database).lines)
    try database.close()
    if let summary { show(summary, of: file.path) }
    return isRead
  }

  private func requests(for file: FolderWatch.File, _ rules: GameRules) throws -> [ImportRequest] {
    guard !file.isNameUTF8 else {
      return try input.request(file.path, user: player.user, ownsUnnamed: player.chosenUser != nil)
        .expanded(for: rules)
    }
    // No path can name this file, so its folder opens it by the bytes of its name.
    var request = input.request(
      file.folder, user: player.user, ownsUnnamed: player.chosenUser != nil)
    request.entry = file.name
    return [request]
  }

  private func show(_ summary: IngestSummary, of path: String) {
    if output.isJSON {
      var fields = summary.json
      fields.append("file", .string(path))
      Output.json(.object(fields))
    } else if !output.quiet {
      let others = [
        (summary.duplicates, "already there"), (summary.disputes, "disputed"),
        (summary.suspect, "suspect (streakline results --suspect)"),
        (summary.deleted, "deleted before"),
      ]
      let parts =
        ["\(withThousandsSeparators(summary.added)) added"]
        + others.filter { $0.0 > 0 }.map { "\(withThousandsSeparators($0.0)) \($0.1)" }
      Output.line(
        "\(path): \(pluralized(summary.shares, "share")): "
          + parts.joined(separator: ", "))
    }
    Output.flush()
  }
}
