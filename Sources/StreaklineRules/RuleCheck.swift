package import StreaklineCore
internal import StreaklineYAML

/// Looks for mistakes in rule files: lints, examples, texts to reject, and examples that another
/// game's rule reads too.
package struct RuleCheck {
  private let rules: RuleSet
  private let files: [RuleFile]
  let reader: ShareReader

  /// - Parameter files: The files that `rules` were made from, for the lines that problems show.
  package init(rules: RuleSet, files: [RuleFile]) {
    self.rules = rules
    self.files = files
    reader = ShareReader(rules: rules)
  }

  /// Lints of one game's rule.
  package func lints(of rule: RuleDefinition) -> [Problem] {
    sorted(
      patternTextLints(rule) + groupLints(rule) + typeLints(rule) + coverageLints(rule)
        + stepLints(rule) + remarkLints(rule))
  }

  /// Examples that do not give what they expect, and texts under `reject` that are read.
  package func failures(of rule: RuleDefinition) -> [Problem] {
    sorted(
      rule.examples.flatMap { failures(of: $0, rule) }
        + rule.rejects.flatMap { failures(of: $0, rule) } + hostileTexts(rule))
  }

  private func sorted(_ problems: [Problem]) -> [Problem] {
    problems.map(withSourceLine).sorted { left, right in
      (left.location.line, left.location.column) < (right.location.line, right.location.column)
    }
  }

  private func withSourceLine(_ problem: Problem) -> Problem {
    guard problem.sourceLine.isEmpty,
      let file = files.last(where: { $0.path == problem.location.file })
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
  /// R102: names in capitals are reserved for shared sub-patterns. R202: nothing reads a capture.
  private func groupLints(_ rule: RuleDefinition) -> [Problem] {
    guard let index = rules.index(of: rule.game) else { return [] }
    var read = Set(
      (rule.fields + rule.variants.flatMap(\.fields)).flatMap(\.operation.groups).map(\.value))
    read.formUnion([rule.day.number, rule.day.date, rule.mode?.group].compactMap { $0?.value })
    var problems: [Problem] = []
    for (variant, compiled) in zip(rule.variants, rules.compiledRule(index).variants) {
      let names = ([compiled.pattern] + compiled.each).flatMap(\.groups.keys)
      for name in names.sorted() {
        let location = location(ofGroup: name, in: variant)
        if name == name.uppercased(), name.contains(where: \.isLetter) {
          problems.append(
            Problem(
              "R102", "the group '\(name)' is in capitals, which shared sub-patterns use",
              at: location,
              help: "write it in small letters"))
        } else if !read.contains(name), name != variant.user?.value {
          problems.append(
            Problem(
              "R202", "nothing reads the group '\(name)'", at: location, severity: .warning,
              help: "read it in a field, or write (?: … )"))
        }
      }
    }
    return problems
  }

  private func location(ofGroup name: String, in variant: RuleDefinition.Variant)
    -> Problem.Location
  {
    for source in [variant.match] + variant.each {
      guard let start = source.text.firstIndex(ofText: "(?<\(name)>") else { continue }
      return source.location(
        ofByte: withoutVariationSelectors(String(source.text[..<start])).utf8.count)
    }
    return variant.match.location
  }

  /// R203: a constant or a typed group must fit the record's field.
  private func typeLints(_ rule: RuleDefinition) -> [Problem] {
    (rule.fields + rule.variants.flatMap(\.fields)).compactMap { field in
      guard let wanted = rule.record.kind(of: field.name),
        let given = resultKind(field.operation, rule), given != wanted
      else { return nil }
      return Problem(
        "R203",
        "'\(field.name)' of a \(rule.record.name) is of type \(wanted.rawValue), this gives \(given.rawValue)",
        at: field.location)
    }
  }

  private func resultKind(_ operation: Operation, _ rule: RuleDefinition) -> RecordType.Kind? {
    switch operation {
    case .count: .int
    case .found: .bool
    case .constant(let value): kind(of: value)
    case .group(_, let conversion): kind(of: conversion)
    case .list(_, _, let conversion, _, let reduction):
      reduction == nil ? .string : kind(of: conversion)
    case .cases(let cases, _): cases.first.flatMap { kind(of: $0.value) }
    case .field(let other):
      rule.fields.first { $0.name == other.value }.flatMap { resultKind($0.operation, rule) }
    }
  }

  private func kind(of value: Value) -> RecordType.Kind? {
    switch value {
    case .int: .int
    case .bool: .bool
    case .double: .double
    case .string: .string
    default: nil
    }
  }

  private func kind(of conversion: Conversion) -> RecordType.Kind {
    switch conversion.kind {
    case .int, .duration: .int
    case .decimal: .double
    case .bool: .bool
    case .string, .date: .string
    }
  }

  /// R307: the author has left a CHECK remark of a draft, which asks for a decision.
  private func remarkLints(_ rule: RuleDefinition) -> [Problem] {
    guard let file = files.last(where: { $0.path == rule.path }), let text = try? file.text()
    else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let index = lines.firstIndex(where: { $0.contains("# CHECK") }) else { return [] }
    return [
      Problem(
        "R307", "a CHECK remark of the draft is left", at: .init(file: rule.path, line: index + 1),
        severity: .warning, help: "check what it says, then remove the remark")
    ]
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
            at: example.location, help: "the rule is tried only where one of them is found"))
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
    for rival in rivals.sorted() {
      problems.append(
        Problem(
          "R303", "the example '\(example.name)' is also claimed by \(rival)", at: example.location,
          help: "make one pattern stricter, or give one rule a higher priority"))
    }
    let shares = found.shares.filter { $0.definition.game == rule.game }
    guard let share = shares.first else {
      return problems + [noMatch(example, rule, text)]
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
      help: "fix the pattern where it stopped, or the example",
      details: reader.progressDetails(of: rule.game, in: text))
  }

  private func differences(
    _ example: RuleDefinition.Example, _ share: Share, of scan: ScanResult, _ text: ShareText
  ) -> [Problem] {
    // A share that prints no day takes the day of reading; any day will do here.
    let day = Day(daysSinceEpoch: 0)
    let builder = RecordBuilder(user: "me", fallbackDay: day, now: Instant(day))
    let message = Message(text: Array(example.text.utf8), source: .init(name: "", line: 1))
    let record = builder.chunk(of: scan.only(share), text: text, message: message).records.first
    let fields = scan.fields(of: share, in: text)
    return example.expected.compactMap { name, wanted in
      if name == "results" { return nil }
      let given = actual(name, share, fields, record)
      guard !same(wanted, given) else { return nil }
      let isDay = name == "dateInt" && share.number != nil
      return Problem(
        isDay ? "R306" : "R301",
        "the example '\(example.name)' gives \(name) \(given.map(String.init(json:)) ?? "nothing"), not \(String(json: wanted))",
        at: example.location,
        help: isDay
          ? "fix the anchor under puzzle:, or the date that the example expects"
          : "fix the field, or what the example expects")
    }
  }

  /// The value of a field of the share or, when it has none of that name, of the record.
  private func actual(
    _ name: String, _ share: Share, _ fields: [(name: String, value: Value)], _ record: Record?
  ) -> Value? {
    if let value = fields.first(where: { $0.name == name })?.value { return value }
    switch name {
    case "user": return share.user.map(Value.string) ?? .null
    case "variant": return .string(share.variantName)
    case "suspect": return share.complaints.first.map(Value.string) ?? .null
    default: return record?.fields[name]
    }
  }

  /// Whether a value is the expected one. People write numbers in several ways: `2.0` equals 2.
  private func same(_ wanted: Value, _ given: Value?) -> Bool {
    guard let given else { return wanted == .null }
    return wanted == given || (wanted != .null && given != .null && wanted.text == given.text)
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
