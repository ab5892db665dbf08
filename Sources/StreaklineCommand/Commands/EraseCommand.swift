internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Erases data here and at remotes, for good.
struct EraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: "Erase a person's data, or all, here and at remotes, for good.",
    discussion: """
      Erases results, their former versions, near misses, disputes, what is known of remotes' records, and
      what was said of the person's names; then writes the store's file anew, so that no byte of it stays.
      Remotes that hold the records are asked to delete them, now and with each later sync until they
      have. The report says what was erased and where it still stands.

      In a shared folder, what other devices have made as 'me' can be another person's. It stays there, and
      after --all it comes again from there with the next sync.

      Nothing brings it back but another import of the files in which it was found. To leave a person's
      results out of later imports, use `streakline users forget`, which keeps the name.

      Examples:
        streakline erase --user Bob
        streakline erase --user 'Bob' --yes --output json
        streakline erase --all
      """)

  @Option(help: "Erase the data of this user.", completion: NameCompletion.users) var user: String?
  @Flag(help: "Erase all data.") var all = false
  @Flag(help: "Do not ask.") var yes = false
  @OptionGroup var store: StoreOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (user != nil) != all else { throw ValidationError("say --user NAME or --all") }
    guard user?.isEmpty != true else { throw ValidationError("a user has a name") }
  }

  func run() async throws {
    let reading = try store.openReading()
    if let user, try !reading.people.knows(user) {
      let known = try reading.people.ids()
      throw CommandFailure(
        ExitCodes.nothing, "there is nothing of a user '\(user)'",
        help: suggestion(for: user, among: known) ?? "streakline users lists them")
    }
    let files = PipelineFiles(currentLocations().folders("Pipelines"), store: store.location)
    for problem in files.problems { Output.problem(problem) }
    guard files.problems.isEmpty else {
      throw CommandFailure(
        ExitCodes.configuration, "what remotes hold is not known; nothing was erased",
        help: "correct the pipeline files first")
    }
    let pipelines = files.pipelines.filter { !$0.isSample }
    try confirm()
    let database = try store.open()
    let erasure = DataErasure(of: user, pipelines, given: UserSettings.current.aliases)
    let report = try await erasure.run(
      in: database, route: { Route($0, store, device: $1) }, games: KnownGames.ofFiles)
    try database.close()
    show(report)
    let folders = pipelines.filter(\.isEnabled).compactMap { pipeline in
      if case .folder(let path) = pipeline.remote { path } else { nil }
    }
    if !output.isJSON {
      if report.othersLeft > 0 {
        Output.line(
          "left       \(pluralized(report.othersLeft, "result")) that other devices have made as "
            + "'\(Decision.ownRole)', which can be another person's; if they are yours, erase them there"
        )
      }
      for line in report.devicesLeft { Output.line("devices    \(line)") }
      for folder in folders {
        Output.note(
          "other devices erase it with their next sync; the log of a device that is lost stays in \(folder) until "
            + "you delete its folder there, and so do copies that the program which shares the folder has made of "
            + "files in conflict")
      }
      let apps = pipelines.filter {
        $0.isEnabled && $0.remote.kind != .jsonl && !$0.carriesDecisions
      }
      for pipeline in apps {
        Output.note(
          "\(pipeline.name): only deletions travel there; other devices keep their near misses and disputes"
        )
      }
    }
    if report.isWaiting { throw CommandFailure(ExitCodes.tryAgain) }
  }

  private func confirm() throws {
    guard !yes else { return }
    guard Output.isTerminal(STDIN_FILENO) else {
      throw CommandFailure(
        ExitCodes.usage, "nothing was erased: nobody is there to be asked", help: "say --yes")
    }
    let what = user.map { "all data of '\($0)'" } ?? "all data"
    Output.note("this erases \(what) in \(store.location) and at its remotes, for good")
    Output.note("type 'erase' to go on:")
    guard readLine()?.trimmingCharacters(in: .whitespaces) == "erase" else {
      throw CommandFailure(ExitCodes.nothing, "nothing was erased")
    }
  }

  /// What is to be said of a remote.
  private func remark(_ place: ErasureReport.Place) -> String? {
    let name = place.pipeline.name
    return switch place.state {
    case .switchedOff: "it is switched off; `streakline pipelines enable \(name)`, then sync"
    case .unasked: nil
    case .failed(let reason): reason
    case .done: Self.remark(place.pipeline)
    }
  }

  /// What may stay at a remote that has deleted the records.
  private static func remark(_ pipeline: Pipeline) -> String? {
    switch pipeline.remote {
    case .jsonLines: "its lines were removed; copies that others made of the file are theirs"
    case .folder where pipeline.carriesDecisions:
      "other devices take it out of their stores and logs with their next sync"
    case .folder:
      "other devices delete theirs with their next sync; their logs keep former lines until they are compacted"
    case .program, .other: "what it keeps of deleted records is its own affair"
    }
  }

  // MARK: - The report

  private func show(_ report: ErasureReport) {
    guard !output.isJSON else {
      Output.json(json(report))
      return
    }
    let (counts, left) = (report.counts, report.documentsLeft)
    let erased = [
      pluralized(counts.results, "result"), pluralized(counts.documents, "document"),
      pluralized(counts.misses, "near miss", "near misses"), pluralized(counts.disputes, "dispute"),
      pluralized(counts.conflicts, "conflict"),
      pluralized(counts.formers, "former version"),
      pluralized(counts.copies, "note about a remote", "notes about remotes"),
    ]
    Output.line("erased     \(erased.joined(separator: ", "))")
    Output.line("store      \(proof(counts))")
    for place in report.places {
      let state =
        place.waiting == 0
        ? "\(pluralized(place.records, "record")) deleted"
        : "\(withThousandsSeparators(place.waiting)) of \(pluralized(place.records, "record")) "
          + "not deleted yet"
      Output.line(
        "remote     \(place.pipeline.name): \(state)" + (remark(place).map { "; \($0)" } ?? ""))
    }
    if left > 0 {
      Output.line(
        "left       \(pluralized(left, "document")) without this userId; `streakline list` shows them"
      )
    }
    for source in counts.sources { Output.line("not ours   \(source): the file it was found in") }
    if report.isWaiting {
      Output.note("each sync goes on deleting: streakline sync")
    }
  }

  private func proof(_ counts: ErasedCounts) -> String {
    counts.isFileClean
      ? "\(store.location) was written anew; its log is empty: no byte of it is left there"
      : "\(store.location) was written anew; its log is not empty yet, because another program reads it; "
        + "`streakline erase` again when that has ended"
  }

  private func json(_ report: ErasureReport) -> Value {
    let counts = report.counts
    return .object([
      "results": .int(counts.results), "documents": .int(counts.documents),
      "misses": .int(counts.misses), "disputes": .int(counts.disputes),
      "conflicts": .int(counts.conflicts), "formers": .int(counts.formers),
      "copies": .int(counts.copies), "fileIsClean": .bool(counts.isFileClean),
      "documentsLeft": .int(report.documentsLeft), "othersLeft": .int(report.othersLeft),
      "remotes": .list(
        report.places.map { place in
          .object([
            "pipeline": .string(place.pipeline.name), "records": .int(place.records),
            "waiting": .int(place.waiting), "remark": remark(place).map(Value.string) ?? .null,
          ])
        }), "sources": .list(counts.sources.map(Value.string)),
    ])
  }
}
