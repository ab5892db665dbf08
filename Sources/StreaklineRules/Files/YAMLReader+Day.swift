internal import StreaklineCore
internal import StreaklineYAML

/// `puzzle:`, of a file or of a variant.
extension YAMLReader {
  mutating func dayRule(_ node: YAMLNode) -> DayRule {
    var rule = DayRule()
    var everyDays: YAMLNode?
    let before = problems.count
    let keys = ["number", "anchors", "everyDays", "weekdays", "date"]
    readMembers(of: node, keys: keys) { reader, key, value in
      switch key {
      case "number": rule.number = reader.located(value)
      case "anchors": rule.anchors = reader.someElements(value).compactMap { reader.anchor($0) }
      case "everyDays":
        everyDays = value
        rule.everyDays = reader.integer(value, atLeast: 1) ?? 1
      case "weekdays": rule.skipsWeekends = reader.truth(value) ?? false
      default: reader.readDate(value, into: &rule)
      }
    }
    // What follows from a mistake in a value is no mistake of its own.
    if problems.count > before { return rule }
    for (index, anchor) in rule.anchors.enumerated().dropFirst()
    where anchor.number <= rule.anchors[index - 1].number {
      report(
        "R006", "the anchors do not ascend", at: node.location,
        help: "put number \(anchor.number) before number \(rule.anchors[index - 1].number)")
      break
    }
    if rule.number == nil, !rule.anchors.isEmpty {
      report(
        "R007", "anchors need the group that captures the number", at: node.location,
        help: "number: puzzle")
    }
    if let everyDays, rule.anchors.isEmpty {
      report(
        "R006", "everyDays has no meaning without anchors", at: everyDays.location,
        help: "anchors: [{number: 1, date: 2022-01-22}]")
    } else if rule.number != nil, rule.anchors.isEmpty, rule.date == nil {
      report(
        "R007", "a puzzle number needs an anchor to become a date", at: node.location,
        help: "anchors: [{number: 1, date: 2022-01-22}]")
    }
    return rule
  }

  private mutating func anchor(_ node: YAMLNode) -> DayRule.Anchor? {
    var number: Int?
    var date: Day?
    let before = problems.count
    readMembers(of: node, keys: ["number", "date"]) { reader, key, value in
      if key == "number" {
        number = reader.integer(value)
      } else {
        date = reader.day(value)
      }
    }
    if problems.count > before { return nil }
    guard let number, let date else {
      report(
        "R007", "an anchor has a 'number' and a 'date'", at: node.location,
        help: "{number: 1, date: 2022-01-22}")
      return nil
    }
    return DayRule.Anchor(number: number, day: date)
  }

  /// `date: received`, or `date: {group, formats}`.
  private mutating func readDate(_ node: YAMLNode, into rule: inout DayRule) {
    if node.text == "received" { return }
    let before = problems.count
    readMembers(of: node, keys: ["group", "formats"]) { reader, key, value in
      if key == "group" {
        rule.date = reader.located(value)
        return
      }
      for element in reader.someElements(value) {
        guard let text = reader.string(element) else { continue }
        if let format = DateFormat(text) {
          rule.formats.append(format)
        } else {
          reader.report(
            "R006", "'\(text)' is not a date format", at: element.location,
            help:
              "a format has d, M or MMM, and yyyy or yy (d.M.yyyy); words in it stand in '…' (d 'de' MMMM 'de' yyyy)"
          )
        }
      }
    }
    if problems.count > before { return }
    if rule.date == nil || rule.formats.isEmpty {
      report(
        "R007", "a date needs 'group' and 'formats'", at: node.location,
        help: "date: {group: date, formats: [M/d/yyyy]}")
    }
  }
}
