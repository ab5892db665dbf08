internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Texts that start like a share but were not read.
struct Misses: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "misses",
    abstract: "Show texts that look like a share but did not parse, and why.",
    discussion: """
      Examples:
        streakline misses
        streakline misses --game wordle --output json
        streakline misses show 3
        streakline misses drop 3 4
      """,
    subcommands: [List.self, Show.self, Drop.self, Restore.self], defaultSubcommand: List.self)
}

extension Misses {
  struct List: PagedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List these texts by their numbers, with the reasons.",
      discussion: """
        Examples:
          streakline misses
          streakline misses --game wordle --output json
          streakline misses --dropped
        """)

    @Flag(help: "Only those that were dropped.") var dropped = false
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var tableOptions: TableOptions

    func run() throws {
      let database = try store.openReading()
      let set = try rules.load()
      let reader = set.missReader
      let misses = try database.misses.all(
        game: selection.slug(set), user: selection.user, isDropped: dropped)
      for miss in misses {
        if output.isJSON {
          Output.json(reader.json(miss))
        } else {
          show(miss, reader)
        }
      }
      try set.throwIfUnreadable()
      if misses.isEmpty {
        try selection.refuseUnknownNames(in: database, rules: set)
        if !output.isJSON, !output.quiet {
          Output.note(dropped ? "no near miss was dropped" : "no near misses")
        }
      }
    }

    private func show(_ miss: StoredMiss, _ reader: MissReader) {
      Output.line(Columns.line(miss.title + (reader.reason(of: miss).map { ": \($0)" } ?? "")))
      for line in reader.lines(of: miss.nearMiss, first: 8) {
        Output.line(Columns.line("    " + line))
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show one of these texts whole, where its rule stopped, and what can be done.",
      discussion: """
        Example:
          streakline misses show 3
        """)

    @Argument(help: "The number of the text.") var number: Int64
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      guard let miss = try store.openReading().misses.byNumber()[number] else {
        throw Misses.missing(number)
      }
      let set = try rules.load()
      let reader = set.missReader
      if output.isJSON {
        Output.json(reader.json(miss))
      } else {
        show(miss, reader)
      }
      try set.throwIfUnreadable()
    }

    private func show(_ miss: StoredMiss, _ reader: MissReader) {
      let found = miss.nearMiss
      Output.line("game       \(found.game)")
      Output.line("user       \(found.userId)")
      Output.line("from       \(found.source.name):\(found.source.line)")
      if let day = found.sentAt?.iso ?? found.sentOn?.iso { Output.line("sent       \(day)") }
      if let action = miss.action { Output.line("import     \(action)") }
      if miss.isDropped { Output.line("dropped    streakline misses restore \(number)") }
      Output.line("reason     \(reader.reason(of: miss) ?? "no variant of its rule fits")")
      for line in reader.details(of: found) { Output.line(line) }
      Output.line("text")
      for line in found.text.split(separator: "\n", omittingEmptySubsequences: false) {
        Output.line("    " + line)
      }
      Output.line("what to do: \(remedy(miss, reader.verdict(of: found)))")
    }

    private func remedy(_ miss: StoredMiss, _ verdict: MissReader.Verdict) -> String {
      let found = miss.nearMiss
      let step =
        switch verdict {
        case .settledByNoRule:
          found.needsDateOrder
            ? "import the file again with --date-order dmy or --date-order mdy"
            : "`streakline results add` adds a result by hand"
        case .read(let game): "`streakline reparse` stores it as a result of \(game)"
        case .withoutRule:
          "add a rule of \(found.game) (`streakline rules add FILE`) and run `streakline reparse`"
        case .unread, .refused:
          "correct the rule (`streakline rules show \(found.game)`) and run `streakline reparse`"
        }
      guard miss.isDropped else {
        return "\(step); `streakline misses drop \(number)` puts it aside"
      }
      let restore =
        "nothing, it is put aside; `streakline misses restore \(number)` takes that back"
      if case .read = verdict { return "\(restore), then \(step)" }
      return restore
    }
  }

  struct Drop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drop", abstract: "Put texts aside that are no shares.",
      discussion: """
        Another import of such a text does not list it again. `streakline misses restore` takes it back.

        Example:
          streakline misses drop 3 4
        """)

    @OptionGroup var decision: Decision

    func run() throws {
      try decision.run("dropped", unchanged: "already dropped", at: .now)
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "List dropped texts again.",
      discussion: """
        `streakline misses --dropped` shows their numbers.

        Example:
          streakline misses restore 3
        """)

    @OptionGroup var decision: Decision

    func run() throws {
      try decision.run("restored", unchanged: "not dropped", at: nil)
    }
  }

  /// The arguments of a decision about near misses.
  struct Decision: ParsableArguments {
    @Argument(help: "Numbers of texts.") var numbers: [Int64]
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    /// - Parameters:
    ///   - word: What a text is afterwards.
    ///   - unchanged: What is said of a text that was so before.
    ///   - now: When the texts are put aside; `nil` takes it back.
    func run(_ word: String, unchanged: String, at now: Instant?) throws {
      let misses = try store.openReading().misses.byNumber()
      let database = try store.open()
      var missing = 0
      for number in numbers {
        guard let miss = misses[number] else {
          missing += 1
          let failure = Misses.missing(number)
          Output.error(failure.message, help: failure.help)
          continue
        }
        let isChanged = try database.misses.setDropped(number, at: now)
        output.report(
          .object([
            "number": .int(Int(number)), "dropped": .bool(now != nil),
            "changed": .bool(isChanged),
          ]), "\(isChanged ? word : unchanged) \(miss.title)")
      }
      try database.close()
      if missing > 0 { throw CommandFailure(ExitCodes.nothing) }
    }
  }

  fileprivate static func missing(_ number: Int64) -> CommandFailure {
    CommandFailure(
      ExitCodes.nothing, "there is no near miss \(number)", help: "streakline misses lists them")
  }
}

extension StoredMiss {
  /// Its number, its game and where it was found.
  fileprivate var title: String {
    let source = nearMiss.source
    return "\(number): \(nearMiss.game) · \(Columns.name(source.name)):\(source.line)"
  }
}
