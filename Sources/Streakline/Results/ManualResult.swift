internal import StreaklineCore
internal import StreaklineRules

/// A result as a person writes it by hand.
package struct ManualResult {
  /// The puzzle: its number, its day, or `today`.
  package let puzzle: String
  /// The outcome, as the game counts: 4/6, X/6, 57, 1:23, `solved` or `lost`.
  package let outcome: String
  package let user: String
  /// The mode, of a game with several results a day.
  package let mode: String?

  package init(puzzle: String, outcome: String, user: String, mode: String?) {
    (self.puzzle, self.outcome, self.user, self.mode) = (puzzle, outcome, user, mode)
  }

  /// The result of a rule's game as a record.
  func record(_ rule: RuleDefinition, today: Day) throws(ValueMistake) -> Record {
    let mode = try knownMode(rule)
    let (day, number) = try puzzle(rule, today)
    let outcome = try ManualOutcome(outcome, scoring: rule.scoring)
    let id = mode.flatMap { mode in
      UniqueID(rule.id).map { UniqueID(namespace: $0, name: mode).description }
    }
    var values: Fields = [
      "gameName": .string(rule.name), "mode": mode.map(Value.string) ?? .null,
      "variant": .string("manual"), "puzzleNumber": number.map(Value.int) ?? .null,
      "parsedData": .object(["source": .string("manual")]),
      "source": SourceLocation(name: SourceLocation.resultsAdd, line: 1).json,
    ]
    if let score = outcome.score { values["score"] = .int(score) }
    if let most = outcome.maxAttempts { values["maxAttempts"] = .int(most) }
    if let name = rule.record.outcome { values[name] = .bool(outcome.isCompleted) }
    return Record(
      type: rule.record, userId: user, game: rule.game, gameId: id ?? rule.id, day: day,
      values: values)
  }

  /// The chosen mode as the rule names it; `nil` for the result of a game that has no mode.
  private func knownMode(_ rule: RuleDefinition) throws(ValueMistake) -> String? {
    guard let modes = rule.mode else {
      guard mode == nil else {
        throw ValueMistake(summary: "\(rule.name) has no modes", help: "leave out --mode")
      }
      return nil
    }
    let names = Set(modes.map.values).sorted()
    guard let mode else {
      guard rule.needsMode else { return nil }
      throw ValueMistake(
        summary: "\(rule.name) has several results a day",
        help: "name one with --mode" + (names.isEmpty ? "" : ": \(names.joined(separator: ", "))"))
    }
    let written = mode.lowercased()
    let meant = modes.map.first { $0.key.lowercased() == written }?.value ?? written
    guard names.isEmpty || names.contains(meant) else {
      throw ValueMistake(
        summary: "\(rule.name) has no mode '\(mode)'",
        help: suggestion(for: meant, among: names)
          ?? "there is \(names.joined(separator: ", "))")
    }
    return meant
  }

  private func puzzle(_ rule: RuleDefinition, _ today: Day) throws(ValueMistake) -> (Day, Int?) {
    if puzzle == "today" { return (today, nil) }
    if let day = Day(iso: puzzle), puzzle.contains("-") { return (day, nil) }
    guard let number = Int(puzzle.filter { $0 != "," && $0 != "#" }) else {
      throw ValueMistake(
        summary: "'\(puzzle)' is no puzzle",
        help: "name its number, its day such as 2026-10-03, or today")
    }
    guard let day = rule.day.day(ofNumber: number) else {
      throw ValueMistake(
        summary: "the day of \(rule.name)'s number \(number) is not known",
        help: "name its day, such as 2026-10-03")
    }
    return (day, number)
  }
}

/// An outcome as a person writes it.
private struct ManualOutcome {
  private(set) var score: Int?
  private(set) var maxAttempts: Int?
  private(set) var isCompleted = true

  init(_ text: String, scoring: Scoring?) throws(ValueMistake) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, let most = Int(parts[1]), most > 0 {
      maxAttempts = most
      isCompleted = parts[0] != "X"
      score = Int(parts[0])
      guard let score else {
        if isCompleted { throw Self.mistake(text) }
        return
      }
      guard score >= 0, score <= most else { throw Self.mistake(text) }
      return
    }
    switch text.lowercased() {
    case "solved", "done", "yes": break
    case "lost", "failed", "no", "x": isCompleted = false
    default:
      guard let number = Self.seconds(text, scoring) ?? Int(text), number >= 0 else {
        throw Self.mistake(text)
      }
      score = number
    }
  }

  /// Seconds of `1:23` and `1:02:03`.
  private static func seconds(_ text: String, _ scoring: Scoring?) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard scoring == .lowerTimeSeconds, (2...3).contains(parts.count),
      parts.allSatisfy({ $0.count <= 2 && !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } })
    else { return nil }
    return parts.reduce(0) { $0 * 60 + (Int($1) ?? 0) }
  }

  private static func mistake(_ text: String) -> ValueMistake {
    ValueMistake(
      summary: "'\(text)' is no outcome", help: "write 4/6, X/6, 57, 1:23, solved or lost")
  }
}

extension RuleDefinition {
  /// Whether each result of the game has a mode. A game may also have a result without one, in a
  /// variant of its own or beside the only mode.
  fileprivate var needsMode: Bool {
    guard let mode, mode.map.count != 1 else { return false }
    return variants.allSatisfy { variant in
      ([variant.match] + variant.each).contains { $0.text.contains("(?<\(mode.group.value)>") }
    }
  }
}
