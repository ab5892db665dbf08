package import StreaklineCore
internal import StreaklineRules
internal import StreaklineStore

/// What a person corrects of a result.
package struct ResultEdit {
  /// The score; `X` for a lost game.
  package let score: String?
  package let isCompleted: Bool?
  /// The puzzle's number, which decides the day.
  package let puzzle: Int?
  package let day: Day?
  /// Other fields as `name=value`.
  package let fields: [String]

  package init(
    score: String?, isCompleted: Bool?, puzzle: Int?, day: Day?, fields: [String]
  ) {
    (self.score, self.isCompleted, self.puzzle) = (score, isCompleted, puzzle)
    (self.day, self.fields) = (day, fields)
  }

  /// The fields of a record as they become, and the day to which it is moved; `nil` for its own.
  func applied(
    to record: Record, _ rule: RuleDefinition?
  ) throws(ValueMistake) -> (fields: Fields, day: Day?) {
    var fields = try edited(record, RecordSchema.standard[record.type], rule?.scoring)
    guard let puzzle else { return (fields, day) }
    guard let day = day ?? rule?.day.day(ofNumber: puzzle) else {
      throw ValueMistake(
        summary: "the day of the number \(puzzle) is not known",
        help: "name it too: --day 2026-10-03")
    }
    fields["puzzleNumber"] = .int(puzzle)
    if var data = fields["parsedData"]?.object, data["puzzleNumber"] != nil {
      data["puzzleNumber"] = .string(String(puzzle))
      fields["parsedData"] = .object(data)
    }
    return (fields, day)
  }

  private func edited(
    _ record: Record, _ type: RecordType?, _ scoring: Scoring?
  ) throws(ValueMistake) -> Fields {
    var fields = record.fields
    func change(_ name: String, _ text: String) throws(ValueMistake) {
      guard let kind = type?.kind(of: name), let value = Self.value(text, kind) else {
        let names = type?.fields.map(\.name) ?? []
        throw ValueMistake(
          summary: "'\(text)' is no value of the field '\(name)'",
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
    if let isCompleted, let outcome = type?.outcome { fields[outcome] = .bool(isCompleted) }
    for text in self.fields {
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
    case .bool: ["yes": true, "no": false][text].map(Value.bool)
    case .string, .date, .bytes, .reference: .string(text)
    case .strings: .list(text.split(separator: ",").map { .string(String($0)) })
    case .object: nil
    }
  }
}

/// What correcting a result came to.
package enum EditedResult {
  case done(before: Record, after: Record)
  /// There is no result of the id.
  case missing
  /// There is another result of the user on the day.
  case taken(user: String, Day)
}

extension RecordStore {
  /// Corrects fields of a result. What it was before is kept and does not come back with another import.
  ///
  /// - Throws: `ValueMistake` when the correction does not fit the result.
  package func edit(_ id: String, _ edit: ResultEdit, now: Instant) throws -> EditedResult {
    guard let before = try store.record(id: id) else { return .missing }
    let (fields, day) = try edit.applied(to: before, rules.ruleSet.rule(of: before.game))
    if let day, day != before.day, try store.hasResult(like: before, on: day) {
      return .taken(user: before.userId, day)
    }
    let after = try store.edit(id: id, to: day, now: now) { current, _ in
      current.type == before.type ? fields : nil
    }
    return after.map { .done(before: before, after: $0) } ?? .missing
  }
}
