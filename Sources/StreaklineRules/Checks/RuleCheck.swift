package import StreaklineCore
internal import StreaklineYAML

/// Looks for mistakes in rule files: lints, examples, texts to reject, and examples that another
/// game's rule reads too.
package struct RuleCheck {
  let rules: RuleSet
  private let files: [String: RuleFile]
  let reader: ShareReader
  let others: OtherGames

  /// - Parameter files: The files that `rules` were made from, for the lines that problems show.
  package init(rules: RuleSet, files: [RuleFile]) {
    self.rules = rules
    self.files = Dictionary(files.map { ($0.path, $0) }) { $1 }
    reader = ShareReader(rules: rules)
    others = OtherGames(rules, reader)
  }

  /// Lints of one game's rule.
  package func lints(of rule: RuleDefinition) -> [Problem] {
    sorted(
      patternTextLints(rule) + groupLints(rule) + coverageLints(rule) + stepLints(rule)
        + remarkLints(rule) + nameLints(rule))
  }

  /// Examples that do not give what they expect, and texts under `reject` that are read.
  package func failures(of rule: RuleDefinition) -> [Problem] {
    sorted(
      rule.examples.flatMap { failures(of: $0, rule) }
        + rule.rejects.flatMap { failures(of: $0, rule) } + claims(of: rule)
        + takenShares(of: rule) + costs(of: rule))
  }

  /// What keeps the user's own rules from being used.
  func errorsOfOwnRules() -> [Problem] {
    rules.rules.filter { isOwn($0.game) }.flatMap { lints(of: $0) + failures(of: $0) }
      .filter { $0.severity == .error }
  }

  func isOwn(_ game: String) -> Bool {
    rules.index(of: game).map(rules.isOwn) ?? false
  }

  /// Whether another rule is to be kept where both claim a share.
  private func hasPrecedence(_ other: String, over game: String) -> Bool {
    switch (isOwn(other), isOwn(game)) {
    case (false, _): true
    case (true, false): false
    case (true, true): other < game
    }
  }

  private func sorted(_ problems: [Problem]) -> [Problem] {
    problems.map(withSourceLine).sorted { left, right in
      (left.location.line, left.location.column) < (right.location.line, right.location.column)
    }
  }

  private func withSourceLine(_ problem: Problem) -> Problem {
    guard problem.sourceLine.isEmpty,
      let file = files[problem.location.file]
    else { return problem }
    var problem = problem
    // The file was read before, so this is only to show its line.
    let text = (try? file.text()) ?? ""
    problem.sourceLine = SourceText(path: file.path, text: text).line(problem.location.line)
    return problem
  }
}

// MARK: - Lints

extension RuleCheck {
  /// R202: nothing reads a capture.
  private func groupLints(_ rule: RuleDefinition) -> [Problem] {
    guard let index = rules.index(of: rule.game) else { return [] }
    var read = Set(
      (rule.fields + rule.variants.flatMap(\.fields)).flatMap(\.operation.groups).map(\.value))
    let days = [rule.day] + rule.variants.compactMap(\.day)
    read.formUnion(days.flatMap { [$0.number, $0.date] }.compactMap { $0?.value })
    if let mode = rule.mode { read.insert(mode.group.value) }
    var problems: [Problem] = []
    for (variant, compiled) in zip(rule.variants, rules.compiledRule(index).variants) {
      let names = ([compiled.pattern] + compiled.each).flatMap(\.groups.keys)
      for name in names.sorted() where !read.contains(name) && name != variant.user?.value {
        problems.append(
          Problem(
            "R202", "nothing reads the group '\(name)'", at: variant.location(ofGroup: name),
            severity: .warning, help: "read it in a field, or write (?: … )"))
      }
    }
    return problems
  }

  /// R307: the author has left a CHECK remark of a draft, which asks for a decision.
  private func remarkLints(_ rule: RuleDefinition) -> [Problem] {
    guard let line = line(of: rule, where: { $0.contains("# CHECK") }) else { return [] }
    return [
      Problem(
        "R307", "a CHECK remark of the draft is left", at: .init(file: rule.path, line: line),
        severity: .warning, help: "check what it says, then remove the remark")
    ]
  }

  /// R310: another game has the name, so that a list shows two games as one and `--game` finds only one.
  private func nameLints(_ rule: RuleDefinition) -> [Problem] {
    let owners = others.games(named: rule.name).filter { $0 != rule.game }
    guard let owner = owners.first(where: { hasPrecedence($0, over: rule.game) }) else {
      return []
    }
    let line = line(of: rule) { $0.hasPrefix("name:") } ?? 1
    return [
      Problem(
        "R310", "the name '\(rule.name)' is \(owner)'s already",
        at: .init(file: rule.path, line: line), severity: .warning,
        help:
          "give the game a name of its own; to replace \(owner), name the file \(owner).yaml and give it its id"
      )
    ]
  }

  /// The number of the first such line of a rule's file, from 1.
  private func line(of rule: RuleDefinition, where isWanted: (Substring) -> Bool) -> Int? {
    let text = files[rule.path].flatMap { try? $0.text() } ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex(where: isWanted)
      .map { $0 + 1 }
  }

  /// R302: a variant without example. R305: an example without literal.
  private func coverageLints(_ rule: RuleDefinition) -> [Problem] {
    var problems: [Problem] = []
    var hit: Set<String> = []
    for example in rule.examples {
      let text = ShareText(Array(example.text.utf8))
      hit.formUnion(shares(of: rule, in: text).map(\.variantName))
      let keys = rule.literals.map { LiteralScanner.key(of: $0.value) }
      if !keys.contains(where: { text.bytes.firstIndex(of: $0) != nil }) {
        problems.append(
          Problem(
            "R305", "the example '\(example.name)' has none of the file's literals",
            at: example.location,
            help:
              "the rule is tried only where one of them is found: \(rule.literals.map { "'\($0.value)'" }.joined(separator: ", "))"
          ))
      }
    }
    // An example that is not read is reported anyway, and is probably why no example reaches a
    // variant.
    let isRead = rule.examples.allSatisfy { example in
      !shares(of: rule, in: ShareText(Array(example.text.utf8))).isEmpty
    }
    for variant in rule.variants where isRead && !hit.contains(variant.name) {
      problems.append(
        Problem(
          "R302", "no example is read by the variant '\(variant.name)'", at: variant.match.location,
          severity: .warning, help: "add a share that the game printed"))
    }
    return problems
  }

  private func shares(of rule: RuleDefinition, in text: ShareText) -> [Share] {
    reader.read(text).shares.filter { $0.definition.game == rule.game }
  }
}

// MARK: - Examples and rejects

extension RuleCheck {
  private func failures(of example: RuleDefinition.Example, _ rule: RuleDefinition) -> [Problem] {
    let text = ShareText(Array(example.text.utf8))
    let found = reader.read(text)
    var problems: [Problem] = []
    let rivals = Set(
      found.shares.map(\.definition.game)
        + found.unparsed.filter { $0.reason != nil }.map(\.game)
    ).subtracting([rule.game])
    for rival in rivals.sorted() where hasPrecedence(rival, over: rule.game) {
      problems.append(
        Problem(
          "R303", "the example '\(example.name)' is also claimed by \(rival)", at: example.location,
          help:
            "make one pattern stricter, or give one rule a higher priority; to replace \(rival), name the file \(rival).yaml and give it its id"
        ))
    }
    let shares = found.shares.filter { $0.definition.game == rule.game }
    guard let share = shares.first else {
      let hasLiteral = reader.start(of: rule.game, in: text.bytes) != nil
      // R303 and R305 say why already.
      return problems.isEmpty && hasLiteral ? [noMatch(example, rule, text)] : problems
    }
    if shares.count > 1, example.expected["results"]?.int != shares.count {
      problems.append(
        Problem(
          "R301", "the example '\(example.name)' matched \(shares.count) times",
          at: example.location))
    }
    if let variant = example.variant, variant != share.variantName {
      problems.append(
        Problem(
          "R301",
          "the example '\(example.name)' matched the variant '\(share.variantName)', not '\(variant)'",
          at: example.location))
    }
    return problems + differences(example, share, of: found, text)
  }

  private func noMatch(
    _ example: RuleDefinition.Example, _ rule: RuleDefinition, _ text: ShareText
  ) -> Problem {
    Problem(
      "R301", "the example '\(example.name)' does not match", at: example.location,
      help: "fix the pattern or the literal where it stopped, or the example",
      details: reader.whyUnread(rule.game, in: text))
  }

  /// When an example that names no day was received.
  private static let receivedDay = Day(daysSinceEpoch: 20_454)  // 2026-01-01
  private static let lastDay = Day(daysSinceEpoch: 2_932_896)  // 9999-12-31

  private func differences(
    _ example: RuleDefinition.Example, _ share: Share, of scan: ScanResult, _ text: ShareText
  ) -> [Problem] {
    let builder = RecordBuilder(
      user: "me", fallbackDay: example.received ?? Self.receivedDay, now: Instant(Self.lastDay))
    let message = Message(text: Array(example.text.utf8), source: .init(name: "", line: 1))
    let record = builder.chunk(of: scan.only(share), text: text, message: message).records.first
    let fields = scan.fields(of: share, in: text)
    let captured = reader.captures(of: share, in: text.bytes)
    var problems: [Problem] = []
    for (name, wanted) in example.expected where name != "results" {
      let given = actual(name, share, fields, record)
      if same(wanted, given) || name == "suspect" && wanted == .bool(true) && given != .null {
        continue
      }
      problems.append(
        difference(example, name, wanted: wanted, given: given, share, captured, fields.map(\.name))
      )
    }
    if example.expected["dateInt"] != nil, example.received == nil, !share.day.isKnown {
      problems.append(
        Problem(
          "R301", "the day of the example '\(example.name)' depends on when it was received",
          at: example.location, help: "add received: 2026-10-03, or do not expect a dateInt"))
    }
    if let reason = record?.suspect, example.expected["suspect"] == nil {
      problems.append(
        Problem(
          "R308", "the example '\(example.name)' is read but not trusted: \(reason)",
          at: example.location,
          help: "fix the fields, or the example; if that is meant, expect suspect: true",
          details: captured))
    }
    if record == nil, case .nonsense(let reason) = share.day {
      problems.append(
        Problem(
          "R301", "the example '\(example.name)' has no day: \(reason)", at: example.location,
          help: "fix the anchors or the date's formats", details: captured))
    }
    return problems
  }

  private func difference(
    _ example: RuleDefinition.Example, _ name: String, wanted: Value, given: Value?, _ share: Share,
    _ captured: [String], _ fields: [String]
  ) -> Problem {
    let isDay = name == "dateInt" && share.number != nil
    guard let given else {
      return Problem(
        "R301", "the example '\(example.name)' expects '\(name)', and there is no such field",
        at: example.location,
        help: suggestion(for: name, among: fields)
          ?? "the fields are \(fields.joined(separator: ", "))")
    }
    return Problem(
      isDay ? "R306" : "R301",
      "the example '\(example.name)' gives \(name) \(String(json: given)), not \(String(json: wanted))",
      at: example.location,
      help: isDay
        ? "fix the anchor under puzzle:, or the date that the example expects"
        : "fix the field, or what the example expects",
      details: captured)
  }

  /// The value of a field of the share or, when it has none of that name, of the record.
  private func actual(
    _ name: String, _ share: Share, _ fields: [(name: String, value: Value)], _ record: Record?
  ) -> Value? {
    if let value = fields.first(where: { $0.name == name })?.value { return value }
    switch name {
    case "user": return share.user.map(Value.string) ?? .null
    case "variant": return .string(share.variantName)
    case "suspect": return record?.suspect.map(Value.string) ?? .null
    default: return record?.fields[name]
    }
  }

  /// Whether a value is the expected one. People write numbers in several ways: `2.0` equals 2.
  private func same(_ wanted: Value, _ given: Value?) -> Bool {
    guard let given else { return wanted == .null }
    return wanted == given || (wanted != .null && given != .null && wanted.text == given.text)
  }

  /// R303: the user's rule reads examples of another game as its own.
  private func claims(of rule: RuleDefinition) -> [Problem] {
    guard isOwn(rule.game), let literal = rule.literals.first,
      let claim = others.takenExamples[rule.game]?.first(where: {
        hasPrecedence($0.game, over: rule.game)
      })
    else { return [] }
    return [
      Problem(
        "R303", "it reads shares of \(claim.game), such as the example '\(claim.example)'",
        at: literal.location,
        help:
          "make the pattern stricter or the priority lower; to replace \(claim.game), name the file \(claim.game).yaml and give it its id"
      )
    ]
  }

  private func failures(of reject: Located<String>, _ rule: RuleDefinition) -> [Problem] {
    let text = ShareText(Array(reject.value.utf8))
    return shares(of: rule, in: text).map { share in
      Problem(
        "R304", "the reject text matched the variant '\(share.variantName)'", at: reject.location,
        help: "make the pattern stricter, or take the text out of reject:")
    }
  }
}
