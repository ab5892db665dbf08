internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

/// Records that remotes have refused for good.
struct Dead: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dead", abstract: "Show and settle records that a remote has refused for good.",
    discussion: """
      A record that a remote refuses blocks no other. It is kept and never dropped by itself; when it
      changes, it is sent again.

      Examples:
        streakline dead
        streakline dead show 3
        streakline dead retry 3
        streakline dead drop 3
      """,
    subcommands: [List.self, Show.self, Retry.self, Drop.self], defaultSubcommand: List.self)
}

extension Dead {
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the refused records by their numbers, with the reasons.",
      discussion: """
        Examples:
          streakline dead
          streakline dead list --pipeline default --output json
        """)

    @Option(help: "Only records of this pipeline.", completion: NameCompletion.pipelines)
    var pipeline: String?
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let rejections = try store.openReading().rejections.all(of: pipeline)
      for rejection in rejections {
        if output.isJSON {
          Output.json(rejection.json)
        } else {
          let (pipeline, title) = (rejection.pipeline, rejection.change.title)
          let head = "\(rejection.number): \(Columns.name(pipeline)): \(Columns.name(title))"
          for line in Columns.item(head, [rejection.reason]) { Output.line(line) }
        }
      }
      if rejections.isEmpty, !output.isJSON, !output.quiet {
        Output.note("no remote has refused a record")
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a refused record, the reason, and what can be done.",
      discussion: """
        Example:
          streakline dead show 3
        """)

    @Argument(help: "The record's number.") var number: Int64
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let rejections = try store.openReading().rejections.all()
      guard let rejection = rejections.first(where: { $0.number == number }) else {
        throw Dead.missing(number)
      }
      guard !output.isJSON else {
        Output.json(rejection.json)
        return
      }
      let change = rejection.change
      Output.line("record     \(change.title)")
      Output.line("pipeline   \(rejection.pipeline)")
      Output.line("reason     \(rejection.reason)")
      Output.line(
        "sent       \(pluralized(rejection.attempts, "time")), changed \(change.changedAt.iso)")
      if let fields = rejection.json.object?["fields"]?.object {
        Output.line("fields     \(String(json: .object(fields)))")
      }
      Output.line("what to do: \(change.remedy(number))")
    }
  }

  struct Retry: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry", abstract: "Let the next sync send refused records again.",
      discussion: """
        `streakline sync --retry-rejected` does it for all at once.

        Example:
          streakline dead retry 3
        """)

    @OptionGroup var decision: Decision

    func run() throws {
      try decision.run("retry") { try $0.retry($1) }
      if !decision.output.isJSON, !decision.output.quiet { Output.note("next: streakline sync") }
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Give up sending refused records as they are now.",
      discussion: """
        The record stays here. When it changes, or with `sync --from-start`, it is sent again.

        Example:
          streakline dead drop 3
        """)

    @OptionGroup var decision: Decision

    func run() throws {
      try decision.run("dropped") { try $0.drop($1) }
    }
  }

  /// The arguments of a decision about refused records.
  struct Decision: ParsableArguments {
    @Argument(help: "Numbers of refused records.") var numbers: [Int64]
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    /// - Parameter decide: Returns whether there is such a record.
    func run(_ word: String, _ decide: (StoredRejections, Int64) throws -> Bool) throws {
      let rejections = try store.openReading().rejections.all()
      let database = try store.open()
      var missing = 0
      for number in numbers {
        guard let rejection = rejections.first(where: { $0.number == number }),
          try decide(database.rejections, number)
        else {
          missing += 1
          let failure = Dead.missing(number)
          Output.error(failure.message, help: failure.help)
          continue
        }
        output.report(
          .object(["number": .int(Int(number)), word: .bool(true)]),
          "\(word) \(rejection.pipeline): \(rejection.change.title)")
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }

  fileprivate static func missing(_ number: Int64) -> CommandFailure {
    CommandFailure(
      ExitCodes.nothing, "there is no refused record \(number)", help: "streakline dead lists them")
  }
}

extension Change {
  fileprivate var title: String {
    let what =
      switch content {
      case .result(let record):
        "\(record.userId): \(RecordLine(record: record, scoring: nil).title) · \(record.day.iso)"
      case .document(let document): "\(document.type) \(document.name)"
      case .unreadable: "a record that cannot be read; `streakline verify` says more"
      }
    return isDeleted ? "deletion of \(what)" : what
  }

  fileprivate func remedy(_ number: Int64) -> String {
    let correction =
      switch content {
      case .result(let record) where !isDeleted:
        "`streakline results edit '\(record.id)'` corrects it, "
      case .document(let document) where !isDeleted:
        "`streakline put \(document.type) \(document.name) …` corrects it, "
      default: ""
      }
    return correction
      + "`streakline dead retry \(number)` sends it again, `streakline dead drop \(number)` gives it up"
  }
}
