internal import ArgumentParser
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

/// Contents that contradict a stored result.
struct Disputes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disputes",
    abstract: "Show results that differ from the stored one of the same day, and settle them.",
    discussion: """
      Examples:
        streakline disputes
        streakline disputes accept 3
        streakline disputes reject 4
      """,
    subcommands: [List.self, Accept.self, Reject.self], defaultSubcommand: List.self)
}

extension Disputes {
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List disputes by their numbers.",
      discussion: """
        Examples:
          streakline disputes
          streakline disputes accept 3
        """)

    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let disputes = try store.openReading().disputes()
      let set = try rules.load()
      for dispute in disputes {
        if output.isJSON {
          Output.json(
            .object([
              "number": .int(Int(dispute.key)), "stored": dispute.first?.json ?? .null,
              "other": dispute.other.json,
            ]))
        } else {
          let scoring = set.rule(of: dispute.other.game)?.scoring?.rawValue
          for line in lines(dispute, scoring) { Output.line(line) }
        }
      }
      if disputes.isEmpty, !output.isJSON, !output.quiet {
        Output.note("no disputes")
      }
    }

    private func lines(_ dispute: Dispute, _ scoring: String?) -> [String] {
      let other = RecordLine(record: dispute.other, scoring: scoring)
      let stored =
        dispute.first.map { RecordLine(record: $0, scoring: scoring) }
        .map { "stored \($0.outcome)\($0.sourceNote)" } ?? "deleted"
      let (user, title) = (Columns.name(dispute.other.userId), Columns.name(other.title))
      return Columns.item(
        "\(dispute.key): \(user): \(title) · \(dispute.other.day.iso)",
        [stored, "disputed by \(other.outcome)\(other.sourceNote)"])
    }
  }

  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "accept", abstract: "Store a disputed result in place of the stored one.",
      discussion: """
        The result that was stored before is kept and does not come back with another import.
        `streakline corrections undo` takes the decision back.

        Example:
          streakline disputes accept 3
        """)

    @OptionGroup var decision: Decision

    func run() throws {
      try decision.run("stored") { try $0.accept(dispute: $1, now: $2) }
    }
  }

  struct Reject: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reject", abstract: "Keep the stored result, and forget a disputed one.",
      discussion: """
        The rejected result does not come back with another import. `streakline corrections undo`
        takes the decision back.

        Example:
          streakline disputes reject 3
        """)

    @OptionGroup var decision: Decision

    func run() throws {
      try decision.run("rejected") { try $0.reject(dispute: $1, now: $2) }
    }
  }

  /// The arguments of a decision about disputes.
  struct Decision: ParsableArguments {
    @Argument(help: "Numbers of disputes, or ids of results with one dispute.") var disputes:
      [String]
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    /// - Parameter decide: Returns the disputed result, or `nil` when there is no such dispute.
    func run(
      _ word: String, _ decide: (Store, Int64, Instant) throws -> StreaklineCore.Record?
    ) throws {
      let known = try store.openReading().disputes()
      let set = try rules.load()
      let database = try store.open()
      var missing = 0
      for text in disputes {
        let short = ShortID(text)
        let keys = known.filter {
          String($0.key) == text || $0.other.id == text || short?.isOf($0.other) == true
        }.map(\.key)
        guard keys.count <= 1 else {
          throw CommandFailure(
            ExitCodes.usage, "\(text) has \(keys.count) disputes",
            help: "name one of the numbers \(keys.map(String.init).joined(separator: ", "))")
        }
        guard let key = keys.first, let record = try decide(database, key, currentInstant()) else {
          missing += 1
          Output.error("there is no dispute \(text)", help: "streakline disputes lists them")
          continue
        }
        let line = RecordLine(record: record, scoring: set.rule(of: record.game)?.scoring?.rawValue)
        if output.isJSON {
          Output.json(.object(["number": .int(Int(key)), word: record.json]))
        } else if !output.quiet {
          Output.line("\(word) \(record.userId): \(line.text) · \(record.day.iso)")
        }
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }
}
