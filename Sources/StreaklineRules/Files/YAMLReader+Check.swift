internal import StreaklineCore
internal import StreaklineYAML

extension YAMLReader {
  /// Checks that need the whole file: whether patterns compile, and whether groups and fields exist
  /// and fit the record.
  mutating func checkWhole(_ rule: RuleDefinition) {
    let lints = patternTextLints(rule)
    let compiled: CompiledRule
    do {
      compiled = try CompiledRule(rule, jit: false)
    } catch {
      // A comment that hides a parenthesis, or a quoted backslash, is the cause of what follows.
      let causes = lints.filter { $0.code == "R103" || $0.code == "R104" }
      causes.forEach { report($0.code, $0.summary, at: $0.location, help: $0.help) }
      if causes.isEmpty || error.code == "R102" {
        report(error.code, error.summary, at: error.location, help: error.help)
      }
      return
    }
    let before = problems.count
    checkGroups(rule, compiled, comments: lints.filter { $0.code == "R104" })
    if problems.count > before {
      for lint in lints where lint.code == "R103" {
        report(lint.code, lint.summary, at: lint.location, help: lint.help)
      }
    }
    checkGroupNames(rule, compiled)
    checkFieldNames(rule)
    checkReferences(rule)
    checkKinds(rule)
    checkOutcome(rule)
    for (variant, source) in zip(compiled.variants, rule.variants)
    where variant.pattern.canMatchEmpty {
      report(
        "R402", "the pattern can match the empty string", at: source.match.location,
        help: "at least one part must not be optional")
    }
  }

  /// R102: names in capitals are the shared sub-patterns'.
  private mutating func checkGroupNames(_ rule: RuleDefinition, _ compiled: CompiledRule) {
    for (variant, compiled) in zip(rule.variants, compiled.variants) {
      for name in Set(([compiled.pattern] + compiled.each).flatMap(\.groups.keys)).sorted()
      where name == name.uppercased() && name.contains(where: \.isLetter) {
        report(
          "R102", "the group '\(name)' is in capitals, which shared sub-patterns use",
          at: variant.location(ofGroup: name), help: "write it in small letters")
      }
    }
  }

  /// R201: some variant must capture every group that is read.
  ///
  /// - Parameter comments: R104; a group that is missing because of one is no mistake of its own.
  private mutating func checkGroups(
    _ rule: RuleDefinition, _ compiled: CompiledRule, comments: [Problem]
  ) {
    let captured = compiled.variants.map { variant in
      Set(([variant.pattern] + variant.each).flatMap(\.groups.keys))
    }
    let anywhere = captured.reduce(Set()) { $0.union($1) }
    var read = [rule.day.number, rule.day.date, rule.mode?.group].compactMap(\.self)
    read += rule.fields.flatMap(\.operation.groups)
    let missing = read.filter { !anywhere.contains($0.value) }
    if !missing.isEmpty, !comments.isEmpty {
      comments.forEach { report($0.code, $0.summary, at: $0.location, help: $0.help) }
      return
    }
    missing.forEach { reportMissing($0, among: anywhere) }
    for (variant, names) in zip(rule.variants, captured) {
      let own =
        [variant.user, variant.day?.number, variant.day?.date].compactMap(\.self)
        + variant.fields.flatMap(\.operation.groups)
      for group in own where !names.contains(group.value) {
        reportMissing(group, among: names)
      }
    }
  }

  private mutating func reportMissing(_ group: Located<String>, among names: Set<String>) {
    report(
      "R201", "no variant captures a group '\(group.value)'", at: group.location,
      help: suggestion(for: group.value, among: names.sorted())
        ?? "capture it as (?<\(group.value)> … )")
  }

  private mutating func checkFieldNames(_ rule: RuleDefinition) {
    let names = (rule.fields + rule.variants.flatMap(\.fields)).map(\.name)
    for pair in rule.agreements {
      for name in pair where !names.contains(name.value) {
        report(
          "R203", "there is no field '\(name.value)'", at: name.location,
          help: suggestion(for: name.value, among: names))
      }
    }
    for field in rule.fields + rule.variants.flatMap(\.fields) {
      for other in field.operation.fields where !names.contains(other.value) {
        report(
          "R203", "there is no field '\(other.value)'", at: other.location,
          help: suggestion(for: other.value, among: names)
            ?? "the fields are \(names.joined(separator: ", "))")
      }
    }
  }

  /// A field may refer to a field that refers to another one, but not in a circle.
  private mutating func checkReferences(_ rule: RuleDefinition) {
    for variant in rule.variants {
      let fields = effectiveFields(of: variant, in: rule)
      let references = Dictionary(
        fields.map { ($0.name, $0.operation.fields.map(\.value)) }
      ) { first, _ in first }
      for field in fields {
        var reached: Set<String> = []
        var waiting = references[field.name] ?? []
        while let name = waiting.popLast() {
          if name == field.name {
            report(
              "R203", "the fields refer to each other in a circle", at: field.location,
              help: "let one of them read the share itself")
            return
          }
          if reached.insert(name).inserted { waiting += references[name] ?? [] }
        }
      }
    }
  }

  /// R203: a field's value must fit the record's field.
  private mutating func checkKinds(_ rule: RuleDefinition) {
    for field in rule.fields + rule.variants.flatMap(\.fields) {
      guard let wanted = rule.record.kind(of: field.name),
        let given = rule.kinds(of: field).first(where: { !$0.fits(wanted) })
      else { continue }
      report(
        "R203",
        "'\(field.name)' of a \(rule.record.name) is of type \(wanted.rawValue), this gives \(given.rawValue)",
        at: field.location, help: Self.advice(wanted, field.operation))
    }
  }

  private static func advice(_ wanted: RecordType.Kind, _ operation: Operation) -> String {
    switch (wanted, operation) {
    case (.int, .group): "add type: int, or type: duration for a time"
    case (.int, .list): "add reduce: (first, last, min, max or sum), or count: what occurs"
    case (.bool, _): "use found: or when:, which give true or false"
    default: "give a value of type \(wanted.rawValue), or another name to the field"
    }
  }

  /// R204: a game without outcome has no streak.
  private mutating func checkOutcome(_ rule: RuleDefinition) {
    guard let outcome = rule.record.outcome, let first = rule.fields.first else { return }
    for variant in rule.variants
    where !effectiveFields(of: variant, in: rule).contains(where: { $0.name == outcome }) {
      report(
        "R204", "no field says whether the puzzle was \(outcome), so it would have no streak",
        at: first.location,
        help: "add \(outcome): true, or \(outcome): {found: …} when a lost game can be shared")
      return
    }
  }
}

extension RuleDefinition.Variant {
  /// Where a group starts in the variant's patterns.
  func location(ofGroup name: String) -> Problem.Location {
    for source in [match] + each {
      guard let start = source.text.firstIndex(ofText: "(?<\(name)>") else { continue }
      return source.location(
        ofByte: withoutVariationSelectors(String(source.text[..<start])).utf8.count)
    }
    return match.location
  }
}
