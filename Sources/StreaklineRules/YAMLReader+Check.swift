internal import StreaklineCore
internal import StreaklineYAML

extension YAMLReader {
  /// Checks that need the whole file: whether patterns compile, and whether groups and fields exist.
  mutating func checkWhole(_ rule: RuleDefinition) {
    let compiled: CompiledRule
    do {
      compiled = try CompiledRule(rule, jit: false)
    } catch {
      reportTextLints(rule)
      report(error.code, error.summary, at: error.location, help: error.help)
      return
    }
    let before = problems.count
    checkGroups(rule, compiled)
    if problems.count > before { reportTextLints(rule) }
    checkFieldNames(rule)
    checkAliases(rule)
    for (variant, source) in zip(compiled.variants, rule.variants)
    where variant.pattern.canMatchEmpty {
      report("R402", "the pattern can match the empty string", at: source.match.location)
    }
  }

  /// Adds the lints of the patterns' text, which often show why they do not compile or capture.
  private mutating func reportTextLints(_ rule: RuleDefinition) {
    for lint in patternTextLints(rule) where lint.code != "R105" {
      report(lint.code, lint.summary, at: lint.location, help: lint.help)
    }
  }

  /// R201: some variant must capture every group that is read.
  private mutating func checkGroups(_ rule: RuleDefinition, _ compiled: CompiledRule) {
    let captured = compiled.variants.map { variant in
      Set(([variant.pattern] + variant.each).flatMap(\.groups.keys))
    }
    let anywhere = captured.reduce(Set()) { $0.union($1) }
    var read = rule.fields.flatMap(\.operation.groups)
    read += [rule.day.number, rule.day.date, rule.mode?.group].compactMap(\.self)
    for group in read where !anywhere.contains(group.value) {
      reportMissing(group, among: anywhere)
    }
    for (variant, names) in zip(rule.variants, captured) {
      let own = variant.fields.flatMap(\.operation.groups) + [variant.user].compactMap(\.self)
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
      guard case .field(let other) = field.operation, !names.contains(other.value) else { continue }
      report(
        "R203", "there is no field '\(other.value)'", at: other.location,
        help: suggestion(for: other.value, among: names))
    }
  }

  /// A field may refer to a field that refers to another one, but not in a circle.
  private mutating func checkAliases(_ rule: RuleDefinition) {
    for variant in rule.variants {
      var targets: [String: String] = [:]
      let fields = effectiveFields(of: variant, in: rule)
      for field in fields {
        if case .field(let other) = field.operation { targets[field.name] = other.value }
      }
      for field in fields {
        var name = field.name
        var steps = 0
        while let next = targets[name], steps <= targets.count {
          name = next
          steps += 1
        }
        if steps > targets.count {
          report("R203", "the fields refer to each other in a circle", at: field.location)
          return
        }
      }
    }
  }
}
