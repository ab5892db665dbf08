internal import StreaklineCore
internal import StreaklineYAML

extension YAMLReader {
  mutating func fields(_ node: YAMLNode) -> [RuleDefinition.Field] {
    guard let members = node.members else {
      report("R006", "expected field names and operations here", at: node.location)
      return []
    }
    return members.compactMap { key, value in
      guard let name = name(key), var field = field(value) else { return nil }
      field.name = name
      field.location = key.location
      return field
    }
  }

  /// The operations with the keys that each may have beside its own.
  private static let operations: [(name: String, keys: [String])] = [
    ("const", []), ("group", ["type", "map", "else"]), ("count", ["in", "distinct", "else"]),
    ("found", ["in"]), ("list", ["in", "type", "map", "distinct", "reduce", "asList", "else"]),
    ("field", []), ("cases", ["else"]), ("when", []), ("sum", []),
  ]

  /// A field without name.
  private mutating func field(_ node: YAMLNode) -> RuleDefinition.Field? {
    guard let parts = operationParts(node, among: Self.operations.map(\.name), more: []) else {
      guard node.members == nil, let value = node.scalarValue else {
        if node.members == nil { report("R006", "expected an operation here", at: node.location) }
        return nil
      }
      return .init(name: "", operation: .constant(value), location: node.location)
    }
    guard let operation = operation(parts) else { return nil }
    var field = RuleDefinition.Field(name: "", operation: operation, location: node.location)
    if case .cases = operation {
    } else if let other = parts.others["else"] {
      field.otherwise = constant(other) ?? .null
    }
    if let asList = parts.others["asList"] {
      field.keepsList = truth(asList) ?? false
      if parts.others["reduce"] != nil {
        report(
          "R006", "a reduced list is one value, not a list", at: asList.location,
          help: "leave out reduce: or asList:")
      }
    }
    return field
  }

  /// An operation's key with its value, and the keys beside it.
  private struct OperationParts {
    let verb: String
    let argument: YAMLNode
    let others: [String: YAMLNode]
  }

  /// - Parameters:
  ///   - verbs: The operations that are possible here.
  ///   - more: Keys that may stand beside any of them.
  /// - Returns: `nil` for a scalar, and after a problem was reported.
  private mutating func operationParts(
    _ node: YAMLNode, among verbs: [String], more: [String]
  ) -> OperationParts? {
    guard node.members != nil else { return nil }
    var parts: [String: YAMLNode] = [:]
    let before = problems.count
    var keys: [String] = []
    for (name, others) in Self.operations where verbs.contains(name) {
      keys += ([name] + others).filter { !keys.contains($0) }
    }
    readMembers(of: node, keys: keys + more) { _, key, value in parts[key] = value }
    let found = verbs.filter { parts[$0] != nil }
    guard let verb = found.first, found.count == 1, let argument = parts[verb] else {
      if problems.count == before || found.count > 1 {
        report(
          "R006", "expected one operation here", at: node.location,
          help: "one of \(verbs.joined(separator: ", "))")
      }
      return nil
    }
    // Keys that the operation does not use are mistakes, not comments.
    let allowed = (Self.operations.first { $0.name == verb }?.keys ?? []) + more
    for (key, value) in parts.sorted(by: { $0.key < $1.key })
    where key != verb && !allowed.contains(key) {
      report(
        "R001", "'\(key)' does not belong to the operation '\(verb)'", at: value.location,
        help: allowed.isEmpty
          ? "leave it out" : "\(verb) can have \(allowed.joined(separator: ", "))")
    }
    parts[verb] = nil
    return OperationParts(verb: verb, argument: argument, others: parts)
  }

  private mutating func operation(
    _ parts: OperationParts, kind: Conversion.Kind = .string
  ) -> Operation? {
    let group = parts.others["in"].flatMap { located($0) }
    let isDistinct = parts.others["distinct"].flatMap { truth($0) } ?? false
    let argument = parts.argument
    switch parts.verb {
    case "const":
      return constant(argument).map(Operation.constant)
    case "group":
      return .group(oneOrMore(argument).compactMap { located($0) }, conversion(parts, kind))
    case "count":
      return pattern(argument).map { .count($0, in: group, distinct: isDistinct) }
    case "found":
      return pattern(argument).map { .found($0, in: group) }
    case "list":
      let reduction = parts.others["reduce"].flatMap { choice($0, Operation.Reduction.self) }
      let conversion = conversion(parts, kind)
      return pattern(argument).map {
        .list($0, in: group, conversion, distinct: isDistinct, reduction)
      }
    case "field":
      return located(argument).map(Operation.field)
    case "when":
      return condition(argument).map {
        .cases([Operation.Case(condition: $0, value: .bool(true))], otherwise: .bool(false))
      }
    case "sum":
      return .sum(someElements(argument).compactMap { term($0) })
    default:
      let cases = someElements(argument).compactMap { oneCase($0) }
      return .cases(cases, otherwise: parts.others["else"].flatMap { constant($0) } ?? .null)
    }
  }

  private mutating func constant(_ node: YAMLNode) -> Value? {
    if let value = node.scalarValue { return value }
    report("R006", "expected a constant here", at: node.location)
    return nil
  }

  private mutating func conversion(_ parts: OperationParts, _ kind: Conversion.Kind) -> Conversion {
    var conversion = Conversion(kind: kind)
    if let type = parts.others["type"], let kind = choice(type, Conversion.Kind.self) {
      conversion.kind = kind
    }
    guard let map = parts.others["map"] else { return conversion }
    let plain = Conversion(kind: conversion.kind)
    for (key, value) in members(map) {
      guard let captured = key.text, let scalar = constant(value) else { continue }
      let mapped: String? = scalar == .null ? nil : value.text
      if let mapped, plain.value(of: mapped) == nil {
        report(
          "R203", "'\(mapped)' is not of type \(conversion.kind.rawValue)", at: value.location,
          help: "map comes first, then the type: write a text that the type can read, or null")
      }
      conversion.map[withoutVariationSelectors(captured)] = .some(mapped)
    }
    return conversion
  }

  /// A part of a sum: a number, or an operation that gives one.
  private mutating func term(_ node: YAMLNode) -> Operation.Term? {
    guard node.members != nil else {
      return integer(node).map {
        Operation.Term(operation: .constant(.int($0)), times: 1, otherwise: .null)
      }
    }
    let verbs = ["group", "count", "field"]
    guard let parts = operationParts(node, among: verbs, more: ["times"]),
      let operation = operation(parts, kind: .int)
    else { return nil }
    return Operation.Term(
      operation: operation, times: parts.others["times"].flatMap { integer($0) } ?? 1,
      otherwise: parts.others["else"].flatMap { constant($0) } ?? .null)
  }

  /// `{found, in, value}` or `{when, value}`.
  private mutating func oneCase(_ node: YAMLNode) -> Operation.Case? {
    var found: PatternSource?
    var group: Located<String>?
    var condition: Condition?
    var result: Value?
    let before = problems.count
    readMembers(of: node, keys: ["found", "in", "when", "value"]) { reader, key, value in
      switch key {
      case "found": found = reader.pattern(value)
      case "in": group = reader.located(value)
      case "when": condition = reader.condition(value)
      default: result = reader.constant(value)
      }
    }
    if problems.count > before { return nil }
    if let found, condition == nil { condition = .found(found, in: group) }
    let isBoth = found != nil && node.members?.contains { $0.key.text == "when" } == true
    guard let condition, let result, !isBoth else {
      report(
        "R007", "a case needs 'found' or 'when', and a constant 'value'", at: node.location,
        help: "{found: '❌', in: group, value: lost}")
      return nil
    }
    return Operation.Case(condition: condition, value: result)
  }

  private mutating func condition(_ node: YAMLNode) -> Condition? {
    var parts: [String: YAMLNode] = [:]
    let before = problems.count
    let verbs = ["found", "field", "all", "any", "not"]
    let comparisons = Condition.Comparison.allCases.map(\.rawValue)
    readMembers(of: node, keys: verbs + ["in"] + comparisons) { _, key, value in
      parts[key] = value
    }
    let given = verbs.filter { parts[$0] != nil }
    let compared = comparisons.filter { parts[$0] != nil }
    guard let verb = given.first, given.count == 1, let argument = parts[verb],
      compared.count == (verb == "field" ? 1 : 0), parts["in"] == nil || verb == "found"
    else {
      if problems.count == before {
        report(
          "R006", "this is no condition", at: node.location,
          help:
            "{found: '❌', in: group}, {field: score, atLeast: 4} (or atMost, is), {all: […]}, {any: […]} or {not: …}"
        )
      }
      return nil
    }
    switch verb {
    case "found":
      let group = parts["in"].flatMap { located($0) }
      return pattern(argument).map { .found($0, in: group) }
    case "field":
      guard let name = located(argument), let key = compared.first, let value = parts[key],
        let comparison = Condition.Comparison(rawValue: key), let wanted = constant(value)
      else { return nil }
      if comparison != .equals, wanted.int == nil, Double(value.text ?? "") == nil {
        report("R006", "expected a number here", at: value.location)
      }
      return .compare(name, comparison, wanted)
    case "not": return condition(argument).map(Condition.not)
    default:
      let conditions = someElements(argument).compactMap { condition($0) }
      return verb == "all" ? .all(conditions) : .any(conditions)
    }
  }
}
