internal import ArgumentParser
internal import Streakline
internal import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

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
      let reading = try store.openReading().store
      let id = try store.openReading().resultID(id)
      guard let before = try reading.record(id: id) else {
        throw CommandFailure(
          ExitCodes.nothing, "there is no result \(id)", help: "streakline results --ids lists them"
        )
      }
      let type = RecordSchema.standard[before.type]
      let rule = try rules.load().ruleSet.rule(of: before.game)
      let scoring = rule?.scoring
      var fields = try edited(before, type, scoring)
      let day = try otherDay(rule, &fields)
      let database = try store.open().store
      if let day, day != before.day, try database.hasResult(like: before, on: day) {
        throw CommandFailure(
          ExitCodes.nothing, "there is another result of \(before.userId) on \(day.iso)",
          help: "streakline results delete one of them first")
      }
      let record = try database.edit(id: id, to: day, now: currentInstant()) { current, type in
        current.type == before.type ? fields : nil
      }
      try database.close()
      guard let record else { throw CommandFailure(ExitCodes.nothing, "there is no result \(id)") }
      if output.isJSON {
        Output.json(record)
      } else if !output.quiet {
        let old = RecordLine(record: before, scoring: scoring?.rawValue)
        let new = RecordLine(record: record, scoring: scoring?.rawValue)
        let note =
          record.suspicionInWords(at: currentInstant()).map { " · not counted: \($0)" } ?? ""
        Output.line(
          "\(record.userId): \(new.text) · \(record.day.iso) · was \(old.outcome)\(note)")
      }
    }

    /// The day to which the result is moved; `nil` for its own.
    private func otherDay(_ rule: RuleDefinition?, _ fields: inout Fields) throws -> Day? {
      guard let puzzle else { return day }
      guard let day = day ?? rule?.day.day(ofNumber: puzzle) else {
        throw CommandFailure(
          ExitCodes.usage, "the day of the number \(puzzle) is not known",
          help: "name it too: --day 2026-10-03")
      }
      fields["puzzleNumber"] = .int(puzzle)
      if var data = fields["parsedData"]?.object, data["puzzleNumber"] != nil {
        data["puzzleNumber"] = .string(String(puzzle))
        fields["parsedData"] = .object(data)
      }
      return day
    }

    private func edited(_ record: Record, _ type: RecordType?, _ scoring: Scoring?)
      throws -> Fields
    {
      var fields = record.fields
      func change(_ name: String, _ text: String) throws {
        guard let kind = type?.kind(of: name), let value = Self.value(text, kind) else {
          let names = type?.fields.map(\.name) ?? []
          throw CommandFailure(
            ExitCodes.usage, "'\(text)' is no value of the field '\(name)'",
            help: "a \(record.type) has \(names.joined(separator: ", "))")
        }
        fields[name] = value
      }
      if let score {
        try change("score", score == "X" ? "null" : score)
        let countsTries = scoring == .lowerAttempts || scoring == .lowerGuesses
        if let outcome = type?.outcome, score == "X" || countsTries {
          fields[outcome] = .bool(score != "X")
        }
      }
      if let completed, let outcome = type?.outcome {
        fields[outcome] = .bool(completed == .yes)
      }
      for text in set {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        try change(String(parts[0]), String(parts[1]))
      }
      fields["suspect"] = .null
      return fields
    }

    private static func value(_ text: String, _ kind: RecordType.Kind) -> Value? {
      if text == "null" { return .null }
      return switch kind {
      case .int: Int(text).map(Value.int)
      case .double: Double(text).map(Value.double)
      case .bool: YesOrNo(rawValue: text).map { .bool($0 == .yes) }
      case .string, .date, .bytes, .reference: .string(text)
      case .strings: .list(text.split(separator: ",").map { .string(String($0)) })
      case .object: nil
      }
    }
  }
}

/// An answer on the command line.
enum YesOrNo: String, ExpressibleByArgument, CaseIterable {
  case yes, no
}
