internal import StreaklineCore

/// The text of the drafted file.
extension RuleDraft {
  func file(pattern: [String], id: UniqueID, day: Day) -> String {
    var out = [
      "# Drafted from \(shares.count == 1 ? "one share" : "\(shares.count) shares"). Look at every line that says CHECK, then remove the remark.",
      "format: 1", "game: \(slug)",
      "name: \(quoted(name))", "id: \(id)", "record: GameResult", "version: 1",
      scoringLine, anchorLine, "",
    ]
    out += dayLines(day)
    out += ["variants:", "  - name: standard", "    match: |"]
    if pattern.contains(where: { $0.contains("{0,120}") }) {
      out[out.count - 1] +=
        "     # CHECK: [^\\n]{0,120}? matches where the shares differ; capture what matters there"
    }
    out += pattern.map { "      " + $0 }
    out += ["", "fields:"] + fieldLines()
    out += ["", "examples:"] + exampleLines()
    out += [
      "", "reject:          # CHECK: add texts that look like a share but are not",
      "  - \(quoted(name + " is fun"))", "  - \(quoted("I never play " + name))",
    ]
    return out.joined(separator: "\n") + "\n"
  }

  /// How scores compare. Where the shares do not say it, the line is a question, because a wrong answer turns the
  /// order of all results around.
  private var scoringLine: String {
    if isTimeScore { return "scoring: lowerTimeSeconds      # CHECK" }
    return switch direction {
    case .fewerTries, .fewerMistakes: "scoring: lowerAttempts      # CHECK"
    case .more: "scoring: higherIsBetter      # CHECK"
    case nil:
      "# scoring: lowerAttempts      # CHECK: not sure; remove the first # if fewer is better, else write higherIsBetter"
    }
  }

  /// Whether a time is the score, because no other one is printed.
  var isTimeScore: Bool {
    isScoredByTime && captures.contains("time") && !fields.contains { $0.name == "score" }
  }

  /// The line with the literal that the scan searches for: the start of the share or, where that is too
  /// short, the first word of its name.
  var anchorLine: String {
    if let link {
      return "contains: [\(quoted(link))]     # CHECK: the share has no name at its start"
    }
    let first = shares.first?.split(separator: "\n").first.map(String.init) ?? name
    let words = (name + " " + first).split { !$0.isLetter }.map(String.init)
    let word = words.first { $0.utf8.count >= LiteralScanner.minimumKeyLength } ?? name
    guard startsWithName else {
      return
        "contains: [\(quoted(word))]     # CHECK: the name does not stand at the start of the share"
    }
    let start = first.split(separator: " ").first.map(String.init) ?? ""
    return LiteralScanner.key(of: literal).count < LiteralScanner.minimumKeyLength
      || start.utf8.count < LiteralScanner.minimumKeyLength && first.contains(name)
      ? "contains: [\(quoted(word))]     # CHECK: the first word of the share is too short to search for"
      : "begins: [\(quoted(literal))]"
  }

  /// Whether the pattern starts with the game's name.
  private var startsWithName: Bool {
    guard case .text(let tokens)? = lines.first?.line, let word = name.split(separator: " ").first
    else { return true }
    return tokens.first == .word(String(word))
  }

  /// The start of the share, up to its first fact.
  private var literal: String {
    let first = shares.first?.split(separator: "\n").first.map(String.init) ?? name
    guard let start = first.firstIndex(ofText: name) else { return name }
    let next = first[start...].dropFirst(name.count).prefix { $0 == " " || $0 == "#" }
    return name + next
  }

  private func dayLines(_ day: Day) -> [String] {
    if let dateFormat {
      let remark = DraftDate.isAmbiguous(dateFormat) ? "     # CHECK: month or day first?" : ""
      return [
        "puzzle:", "  date: {group: date, formats: [\(quoted(dateFormat))]}" + remark,
      ] + (captures.contains("puzzle") ? ["  number: puzzle"] : []) + [""]
    }
    guard let numberValue else {
      let day = shares.first.flatMap { DraftDate.isoDay(in: $0) }
      let remark =
        day.map { "the share prints \($0), which is not read" }
        ?? "the share prints neither number nor date"
      return ["puzzle: {date: received}     # CHECK: \(remark)", ""]
    }
    return [
      "puzzle:", "  number: puzzle",
      "  anchors: [{number: \(numberValue), date: \(day.iso)}]     # CHECK: the day of number \(numberValue)",
      "",
    ]
  }

  private func fieldLines() -> [String] {
    var fields = fields
    // A game that prints a time and no score is scored by the time.
    if isTimeScore, let time = fields.firstIndex(where: { $0.name == "time" }) {
      fields[time].name = "score"
    }
    var lines = fields.map {
      "  \($0.name): \($0.operation)" + ($0.note.map { "     # \($0)" } ?? "")
    }
    if let maximumAttempts { lines.append("  maxAttempts: \(maximumAttempts)") }
    if !fields.contains(where: { $0.name == "completed" }) {
      lines.append("  completed: \(outcome.operation)     # \(outcome.note)")
    }
    return lines
  }

  private func exampleLines() -> [String] {
    shares.enumerated().flatMap { index, share -> [String] in
      let head = [
        "  - name: \(index == 0 ? "as pasted" : "as pasted, \(index + 1)")", "    text: |",
      ]
      let body = share.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : "      " + $0
      }
      return head + body + ["    expect: \(expectation(of: share))"]
    }
  }

  /// The facts of one share that are known without the pattern.
  func facts(of share: String) -> [(name: String, value: Int?)] {
    var facts: [(name: String, value: Int?)] = []
    func add(_ name: String, _ value: Int?) {
      if !facts.contains(where: { $0.name == name }) { facts.append((name, value)) }
    }
    for (number, line) in DraftLine.lines(of: share).enumerated() {
      guard case .text(let tokens) = line else { continue }
      for (index, token) in tokens.enumerated() {
        switch token {
        case .number(let text)
        where captures.contains("puzzle")
          && DraftToken.isPuzzleNumber(at: index, in: tokens, isFirstLine: number == 0 && !hasHash):
          add("puzzleNumber", groupedInteger(text))
        case .number(let score), .fraction(let score, _, _):
          let kind = DraftToken.scoreKind(at: index, in: tokens, isFirstLine: number == 0)
          if captures.contains("score"), kind != nil, kind == scoreKind {
            add("score", groupedInteger(score))
          }
        default: break
        }
      }
    }
    return facts
  }

  private func expectation(of share: String) -> String {
    let facts = facts(of: share).map { "\($0.name): \($0.value.map(String.init) ?? "null")" }
    return "{\(facts.joined(separator: ", "))}"
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
