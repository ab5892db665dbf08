internal import StreaklineCore

/// The page that lists every game with a sample, what is read from it and how its day is known
/// (`Documentation/games.md`).
package func gamesPage(_ rules: [RuleDefinition]) -> String {
  var lines = [
    "# Games", "",
    "Made by `make docs` from the rule files; do not edit. \(rules.count) games.", "",
  ]
  for rule in rules {
    lines.append("## \(markdownText(rule.name))")
    lines.append("")
    lines.append("`\(rule.game)` · \(rule.record.name) · \(dayRule(rule.day))")
    if let homepage = rule.homepage { lines.append(markdownLink(homepage)) }
    lines.append("")
    if let example = rule.examples.first {
      lines += markdownFence(example.text.trimmedOfNewlines) + [""]
    }
    lines.append("Read: " + fieldNames(rule).map(markdownCode).joined(separator: ", ") + ".")
    if rule.variants.count > 1 {
      lines.append(
        "Layouts: " + rule.variants.map { markdownText($0.name) }.joined(separator: ", ") + ".")
    }
    lines.append("")
  }
  return lines.joined(separator: "\n")
}

private func dayRule(_ rule: DayRule) -> String {
  var parts: [String] = []
  if rule.number != nil, let anchor = rule.anchors.first {
    parts.append("day from the number (\(anchor.number) = \(anchor.day.iso))")
  }
  if !rule.formats.isEmpty {
    parts.append(
      "day from the printed date (\(rule.formats.map { markdownText($0.pattern) }.joined(separator: ", ")))"
    )
  }
  return parts.isEmpty ? "day of the message" : parts.joined(separator: ", else ")
}

private func fieldNames(_ rule: RuleDefinition) -> [String] {
  var names: [String] = []
  for field in rule.fields + rule.variants.flatMap(\.fields) where !names.contains(field.name) {
    names.append(field.name)
  }
  return names
}

extension String {
  fileprivate var trimmedOfNewlines: String {
    String(drop { $0.isNewline }.reversed().drop { $0.isNewline }.reversed())
  }
}
