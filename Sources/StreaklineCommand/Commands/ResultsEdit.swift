internal import ArgumentParser
internal import Streakline
internal import StreaklineCore

extension Results {
  /// Corrects fields of a result.
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Correct a stored result.",
      discussion: """
        What the result was before is kept: it does not come back with another import, and
        `streakline corrections undo` brings it back. A result that is edited is not suspect any more.
        --puzzle and --day move it, for example when somebody mistyped the number.

        Examples:
          streakline results edit 'me|20241104|550e8400-e29b-41d4-a716-446655440000' --score 4
          streakline results edit 20241104-bd834d4 --score X
          streakline results edit 20271104-08f3b9e --puzzle 1234
          streakline results edit 20241104-bd834d4 --confirm
        """)

    @Argument(help: "The id, as `results --ids` prints it.") var id: String
    @Option(help: "The score; X for a lost game, which has none.") var score: String?
    @Option(help: "Whether the puzzle was completed: yes or no.") var completed: YesOrNo?
    @Option(help: "The puzzle's number, which decides the day.") var puzzle: Int?
    @Option(help: "The puzzle's day.") var day: Day?
    @Option(
      help: ArgumentHelp("Another field of the result. May be repeated.", valueName: "name=value"))
    var set: [String] = []
    @Flag(help: "Change nothing, but count a suspect result.") var confirm = false
    @OptionGroup var rules: RuleOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      let hasChange = score != nil || completed != nil || puzzle != nil || day != nil
      guard hasChange || !set.isEmpty || confirm else {
        throw ValidationError(
          "say what to change: --score, --completed, --puzzle, --day, --set or --confirm")
      }
      guard score.map({ $0 == "X" || Int($0) != nil }) ?? true else {
        throw ValidationError("--score takes a whole number, or X for a lost game")
      }
      for text in set where !text.contains("=") {
        throw ValidationError("--set '\(text)': write it as name=value")
      }
    }

    func run() throws {
      let reading = try store.openReading()
      let id = try reading.resultID(id)
      guard try reading.hasResult(id) else {
        throw missing(id, "streakline results --ids lists them")
      }
      let set = try rules.load()
      let change = ResultEdit(
        score: score, isCompleted: completed.map { $0 == .yes }, puzzle: puzzle, day: day,
        fields: self.set)
      let database = try store.open(set)
      let edited: EditedResult
      do {
        edited = try database.edit(id, change, now: .now)
      } catch let mistake as ValueMistake {
        throw CommandFailure(ExitCodes.usage, mistake.summary, help: mistake.help)
      }
      try database.close()
      switch edited {
      case .missing: throw missing(id)
      case .taken(let user, let day):
        throw CommandFailure(
          ExitCodes.nothing, "there is another result of \(user) on \(day.iso)",
          help: "streakline results delete one of them first")
      case .done(let before, let after): report(before, after, set.scoring(of: before.game))
      }
    }

    private func missing(_ id: String, _ help: String? = nil) -> CommandFailure {
      CommandFailure(ExitCodes.nothing, "there is no result \(id)", help: help)
    }

    private func report(_ before: Record, _ record: Record, _ scoring: String?) {
      if output.isJSON {
        Output.json(record)
      } else if !output.quiet {
        let old = RecordLine(record: before, scoring: scoring)
        let new = RecordLine(record: record, scoring: scoring)
        let note =
          record.suspicionInWords(at: .now).map { " · not counted: \($0)" } ?? ""
        Output.line(
          "\(record.userId): \(new.text) · \(record.day.iso) · was \(old.outcome)\(note)")
      }
    }
  }
}

/// An answer on the command line.
enum YesOrNo: String, ExpressibleByArgument, CaseIterable {
  case yes, no
}
