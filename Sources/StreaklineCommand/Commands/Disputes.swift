internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

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
      let disputes = try store.openReading().disputes.all()
      let set = try rules.load()
      for dispute in disputes {
        if output.isJSON {
          Output.json(
            .object([
              "number": .int(dispute.number), "stored": dispute.stored?.json ?? .null,
              "other": dispute.other.json,
            ]))
        } else {
          let scoring = set.scoring(of: dispute.other.game)
          for line in lines(dispute, scoring) { Output.line(line) }
        }
      }
      if disputes.isEmpty, !output.isJSON, !output.quiet {
        Output.note("no disputes")
      }
    }

    private func lines(_ dispute: DisputedResult, _ scoring: String?) -> [String] {
      let other = RecordLine(record: dispute.other, scoring: scoring)
      let stored =
        dispute.stored.map { RecordLine(record: $0, scoring: scoring) }
        .map { "stored \($0.outcome)\($0.sourceNote)" } ?? "deleted"
      let (user, title) = (Columns.name(dispute.other.userId), Columns.name(other.title))
      return Columns.item(
        "\(dispute.number): \(user): \(title) · \(dispute.other.day.iso)",
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
      try decision.run("stored", accepting: true)
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
      try decision.run("rejected", accepting: false)
    }
  }

  /// The arguments of a decision about disputes.
  struct Decision: ParsableArguments {
    @Argument(help: "Numbers of disputes, or ids of results with one dispute.") var disputes:
      [String]
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    /// - Parameter word: What the disputed results are afterwards.
    func run(_ word: String, accepting: Bool) throws {
      let known = try store.openReading().disputes.all()
      let set = try rules.load()
      let database = try store.open()
      var missing = 0
      for text in disputes {
        let numbers = known.filter { $0.isNamed(text) }.map(\.number)
        guard numbers.count <= 1 else {
          throw CommandFailure(
            ExitCodes.usage, "\(text) has \(numbers.count) disputes",
            help: "name one of the numbers \(numbers.map(String.init).joined(separator: ", "))")
        }
        guard let number = numbers.first,
          let record = try database.disputes.settle(
            number, accepting: accepting, now: .now)
        else {
          missing += 1
          Output.error("there is no dispute \(text)", help: "streakline disputes lists them")
          continue
        }
        let line = RecordLine(record: record, scoring: set.scoring(of: record.game))
        output.report(
          .object(["number": .int(number), word: record.json]),
          "\(word) \(record.userId): \(line.text) · \(record.day.iso)")
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }
}
