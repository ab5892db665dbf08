internal import StreaklineCore
internal import StreaklineYAML

extension YAMLReader {
  mutating func fields(_ node: YAMLNode) -> [RuleDefinition.Field] {
    guard let members = node.members else {
      report("R006", "expected field names and operations here", at: node.location)
      return []
    }
    return members.compactMap { key, value in
      guard let name = name(key), let operation = operation(value) else { return nil }
      return RuleDefinition.Field(name: name, operation: operation, location: key.location)
    }
  }

  mutating func dayRule(_ node: YAMLNode) -> DayRule {
    var rule = DayRule()
    readMembers(of: node, keys: ["number", "anchors", "everyDays", "date"]) { reader, key, value in
      switch key {
      case "number": rule.number = reader.located(value)
      case "anchors": rule.anchors = reader.elements(value).compactMap { reader.anchor($0) }
      case "everyDays": rule.everyDays = max(1, reader.integer(value) ?? 1)
      default: reader.readDate(value, into: &rule)
      }
    }
    if rule.anchors != rule.anchors.sorted(by: { $0.number < $1.number }) {
      report("R006", "the anchors do not ascend", at: node.location)
    }
    if rule.number != nil, rule.anchors.isEmpty, rule.date == nil {
      report(
        "R007", "a puzzle number needs an anchor to become a date", at: node.location,
        help: "anchors: [{number: 1, date: 2022-01-22}]")
    }
    return rule
  }

  private mutating func anchor(_ node: YAMLNode) -> DayRule.Anchor? {
    var number: Int?
    var date: Day?
    readMembers(of: node, keys: ["number", "date"]) { reader, key, value in
      if key == "number" {
        number = reader.integer(value)
      } else {
        date = reader.day(value)
      }
    }
    guard let number, let date else {
      report("R007", "an anchor has a 'number' and a 'date'", at: node.location)
      return nil
    }
    return DayRule.Anchor(number: number, day: date)
  }

  /// `date: received`, or `date: {group, formats}`.
  private mutating func readDate(_ node: YAMLNode, into rule: inout DayRule) {
    if node.text == "received" { return }
    readMembers(of: node, keys: ["group", "formats"]) { reader, key, value in
      if key == "group" {
        rule.date = reader.located(value)
        return
      }
      for element in reader.elements(value) {
        guard let text = reader.string(element) else { continue }
        if let format = DateFormat(text) {
          rule.formats.append(format)
        } else {
          reader.report(
            "R006", "'\(text)' is not a date format", at: element.location,
            help: "a format is made of yyyy, M or MMM, and d, such as M/d/yyyy")
        }
      }
    }
    if rule.date == nil || rule.formats.isEmpty {
      report(
        "R007", "a date needs 'group' and 'formats'", at: node.location,
        help: "date: {group: date, formats: [M/d/yyyy]}")
    }
  }

  private static let operationKeys = [
    "const", "group", "count", "found", "list", "field", "cases", "else", "in", "type", "map",
    "distinct", "reduce",
  ]

  private mutating func operation(_ node: YAMLNode) -> Operation? {
    guard node.members != nil else {
      if let value = node.scalarValue { return .constant(value) }
      report("R006", "expected an operation here", at: node.location)
      return nil
    }
    var parts: [String: YAMLNode] = [:]
    readMembers(of: node, keys: Self.operationKeys) { _, key, value in parts[key] = value }
    let verbs = ["const", "group", "count", "found", "list", "field", "cases"].filter {
      parts[$0] != nil
    }
    guard let verb = verbs.first, verbs.count == 1, let argument = parts[verb] else {
      report(
        "R006", "expected one operation here", at: node.location,
        help: "one of const, group, count, found, list, field, cases")
      return nil
    }
    refuseStray(parts, verb: verb)
    return operation(verb, argument, parts)
  }

  /// Refuses keys that the operation does not use: they are mistakes, not comments.
  private mutating func refuseStray(_ parts: [String: YAMLNode], verb: String) {
    let allowed: [String: [String]] = [
      "group": ["type", "map"], "count": ["in", "distinct"], "found": ["in"],
      "list": ["in", "type", "map", "distinct", "reduce"], "cases": ["else"],
    ]
    for (key, value) in parts.sorted(by: { $0.key < $1.key })
    where key != verb && !(allowed[verb] ?? []).contains(key) {
      report("R001", "'\(key)' does not belong to the operation '\(verb)'", at: value.location)
    }
  }

  private mutating func operation(
    _ verb: String, _ argument: YAMLNode, _ parts: [String: YAMLNode]
  ) -> Operation? {
    let group = parts["in"].flatMap { located($0) }
    let isDistinct = parts["distinct"].flatMap { truth($0) } ?? false
    switch verb {
    case "const":
      return argument.scalarValue.map(Operation.constant)
    case "group":
      return .group(oneOrMore(argument).compactMap { located($0) }, conversion(parts))
    case "count":
      return pattern(argument).map { .count($0, in: group, distinct: isDistinct) }
    case "found":
      return pattern(argument).map { .found($0, in: group) }
    case "list":
      let reduction = parts["reduce"].flatMap { choice($0, Operation.Reduction.self) }
      let conversion = conversion(parts)
      return pattern(argument).map {
        .list($0, in: group, conversion, distinct: isDistinct, reduction)
      }
    case "field":
      return located(argument).map(Operation.field)
    default:
      let cases = elements(argument).compactMap { oneCase($0) }
      return .cases(cases, otherwise: parts["else"]?.scalarValue ?? .null)
    }
  }

  private mutating func conversion(_ parts: [String: YAMLNode]) -> Conversion {
    var conversion = Conversion()
    if let type = parts["type"], let kind = choice(type, Conversion.Kind.self) {
      conversion.kind = kind
    }
    for (key, value) in parts["map"]?.members ?? [] {
      guard let captured = key.text else { continue }
      conversion.map[withoutVariationSelectors(captured)] = .some(
        value.scalarValue == .null ? nil : value.text)
    }
    return conversion
  }

  private mutating func oneCase(_ node: YAMLNode) -> Operation.Case? {
    var found: PatternSource?
    var group: Located<String>?
    var result: Value?
    readMembers(of: node, keys: ["found", "in", "value"]) { reader, key, value in
      switch key {
      case "found": found = reader.pattern(value)
      case "in": group = reader.located(value)
      default: result = value.scalarValue
      }
    }
    guard let found, let result else {
      report(
        "R007", "a case needs 'found' and a constant 'value'", at: node.location,
        help: "{found: '❌', in: group, value: lost}")
      return nil
    }
    return Operation.Case(found: found, group: group, value: result)
  }
}
