internal import StreaklineCore

/// How the fields of a variant are read and written, worked out once for all shares: groups are
/// numbers, mapped texts are values, names and constants are JSON.
final class FieldPlan: Sendable {
  let names: [String]
  let operations: [FieldOperation]
  /// The order in which the fields are read: what a field refers to comes before it.
  let order: [Int]
  /// The groups of all operations, the cases and the entries of all maps.
  let groups: [GroupReference]
  let cases: [FieldOperation.Case]
  /// The parts of all sums.
  let terms: [FieldOperation]
  let conversions: [CompiledConversion]
  let constants: [Constant]
  let runs: [CharacterRun]
  /// Keeps alive the code that the operations run.
  private let patterns: [Pattern]
  /// The keys of all fields, as JSON.
  let keys: [UInt8]
  /// The declared fields of the record type, in their order.
  let declared: [Declared]
  /// The fields that go into `parsedData`.
  let undeclared: [Undeclared]
  /// Whether `puzzleNumber` is left out of `parsedData` unless the rule sets it.
  let omitsPuzzleNumber: Bool
  /// Indices of fields that must agree when all of them are known.
  let agreements: [[Int]]
  /// The index of the field that says whether the puzzle was completed.
  let outcome: Int?

  /// A constant of the rule file.
  struct Constant: Sendable {
    let value: Value
    let json: [UInt8]
    /// As `parsedData` holds it: text with JSON's escapes, without quotes. `nil` for null.
    let text: [UInt8]?
  }

  /// A field that the record type declares.
  struct Declared: Sendable {
    /// The name as JSON, such as `,"score":`: a range of the plan's keys.
    let key: Range<Int>
    /// `nil` when the rule has no such field.
    let index: Int?
    let hashName: ContentHash.Name
    let isScore: Bool
  }

  /// A field that becomes a member of `parsedData`.
  struct Undeclared: Sendable {
    /// The name as JSON, such as `"rows":`: a range of the plan's keys.
    let key: Range<Int>
    let index: Int
    let hashName: ContentHash.Name
    let keepsList: Bool
  }

  /// A field whose patterns are compiled.
  struct Source {
    let name: String
    let operation: CompiledOperation
    let otherwise: Value
    let keepsList: Bool
  }

  init(_ fields: [Source], of rule: RuleDefinition) {
    let record = rule.record
    let names = fields.map(\.name)
    var planner = FieldPlanner(names: names)
    operations = fields.map { planner.operation($0.operation, otherwise: $0.otherwise) }
    order = Self.order(of: fields.map { $0.operation.fields }, names)
    groups = planner.groups
    cases = planner.cases
    terms = planner.terms
    conversions = planner.conversions
    constants = planner.constants
    runs = planner.runs
    patterns = planner.patterns
    var keys: [UInt8] = []
    func added(_ key: String) -> Range<Int> {
      let start = keys.count
      keys += key.utf8
      return start..<keys.count
    }
    declared = record.fields.map { field in
      Declared(
        key: added(",\"\(field.name)\":"), index: names.firstIndex(of: field.name),
        hashName: .declared(field.name.utf8), isScore: field.name == "score")
    }
    undeclared = fields.indices.filter { record.kind(of: names[$0]) == nil }.map { index in
      let name = String(json: .string(names[index]))
      return Undeclared(
        key: added(name + ":"), index: index,
        hashName: .member(name.utf8.dropFirst().dropLast()), keepsList: fields[index].keepsList)
    }
    self.keys = keys
    omitsPuzzleNumber = record != .gameResult || names.contains("puzzleNumber")
    agreements = rule.agreements.map { pair in
      pair.compactMap { name in names.firstIndex(of: name.value) }
    }
    outcome = record.outcome.flatMap { names.firstIndex(of: $0) }
    self.names = names
  }

  /// The indices of the fields, those that a field refers to before it. A later check refuses
  /// circles.
  private static func order(of references: [[String]], _ names: [String]) -> [Int] {
    var order: [Int] = []
    var isVisited = [Bool](repeating: false, count: names.count)
    func visit(_ index: Int) {
      guard !isVisited[index] else { return }
      isVisited[index] = true
      for name in references[index] {
        if let other = names.firstIndex(of: name) { visit(other) }
      }
      order.append(index)
    }
    names.indices.forEach(visit)
    return order
  }
}

/// How one field is read. A plain value: running it allocates nothing and counts no references.
struct FieldOperation: Sendable {
  enum Kind: Sendable {
    case constant, alias, group, count, found, list, cases, sum
  }

  /// A condition, and the value that it gives.
  struct Case: Sendable {
    let condition: Condition
    let value: FlatValue
  }

  indirect enum Condition: Sendable {
    case found(PatternCode, in: GroupReference?)
    /// The index of the field that is compared.
    case compare(Int, StreaklineRules.Condition.Comparison, Value)
    case all([Condition])
    case any([Condition])
    case not(Condition)
  }

  var kind: Kind
  /// The constant, or the value when no case applies or the group took no part.
  var constant = FlatValue.null
  /// A range of the plan's groups: the first that took part is used.
  var groups = 0..<0
  /// The group in which the pattern is searched for; `nil` for the innermost match.
  var subject: GroupReference?
  var code: PatternCode?
  /// An index in the plan's runs, for a `count` that needs no pattern matching.
  var run: Int?
  /// Whether the first group's text, where the group took part, is used instead of the whole match.
  var hasKey = false
  /// An index in the plan's conversions.
  var conversion = 0
  var isDistinct = false
  var reduction: Operation.Reduction?
  /// A range of the plan's cases.
  var cases = 0..<0
  /// A range of the plan's terms.
  var terms = 0..<0
  /// The index of the field of which a term has the value.
  var field = 0
  /// By how much a term is multiplied.
  var times = 1
}

/// A conversion whose map holds finished values, not texts.
struct CompiledConversion: Sendable {
  struct Entry: Sendable {
    let captured: [UInt8]
    /// `nil` when the mapped text is not of the kind.
    let value: FlatValue?
  }

  let kind: Conversion.Kind
  let map: [Entry]

  /// The entry for a captured text.
  func entry(for text: [UInt8], _ range: Range<Int>) -> Entry? {
    for entry in map where entry.captured.count == range.count {
      if areEqual(entry.captured, text, range) { return entry }
    }
    // Texts in different Unicode forms may be equal. A text without these bytes has one form only.
    guard text[range].contains(where: { $0 >= 0xCC && $0 != 0xE2 && $0 < 0xF0 }) else { return nil }
    let captured = String(decoding: text[range], as: UTF8.self)
    return map.first { String(decoding: $0.captured, as: UTF8.self) == captured }
  }

  private func areEqual(_ wanted: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    for byte in wanted {
      if text[index] != byte { return false }
      index += 1
    }
    return true
  }
}

extension CompiledOperation {
  /// The names of the fields that must be read before.
  fileprivate var fields: [String] {
    switch self {
    case .field(let name): [name]
    case .cases(let cases, _): cases.flatMap { $0.condition.fields }
    case .sum(let terms): terms.flatMap { $0.operation.fields }
    case .constant, .group, .count, .found, .list: []
    }
  }
}

extension CompiledCondition {
  fileprivate var fields: [String] {
    switch self {
    case .found: []
    case .compare(let field, _, _): [field]
    case .all(let parts), .any(let parts): parts.flatMap(\.fields)
    case .not(let part): part.fields
    }
  }
}

/// Turns operations into plain values and collects what they share.
private struct FieldPlanner {
  let names: [String]
  private(set) var groups: [GroupReference] = []
  private(set) var cases: [FieldOperation.Case] = []
  private(set) var terms: [FieldOperation] = []
  private(set) var conversions: [CompiledConversion] = []
  private(set) var constants: [FieldPlan.Constant] = []
  private(set) var runs: [CharacterRun] = []
  private(set) var patterns: [Pattern] = []

  init(names: [String]) {
    self.names = names
  }

  mutating func operation(_ source: CompiledOperation, otherwise: Value) -> FieldOperation {
    var operation = operation(source)
    if otherwise != .null {
      operation.constant = flat(otherwise)
    }
    return operation
  }

  private mutating func operation(_ operation: CompiledOperation) -> FieldOperation {
    switch operation {
    case .constant(let value):
      return FieldOperation(kind: .constant, constant: flat(value))
    case .field(let name):
      return FieldOperation(kind: .alias, field: names.firstIndex(of: name) ?? 0)
    case .group(let references, let conversion):
      let start = groups.count
      groups += references
      return FieldOperation(
        kind: .group, groups: start..<groups.count, conversion: add(conversion))
    case .count(let pattern, let subject, let distinct):
      return FieldOperation(
        kind: .count, subject: subject, code: add(pattern), run: distinct ? nil : add(pattern.run),
        hasKey: pattern.captureCount > 0, isDistinct: distinct)
    case .found(let pattern, let subject):
      return FieldOperation(kind: .found, subject: subject, code: add(pattern))
    case .list(let pattern, let subject, let conversion, let distinct, let reduction):
      return FieldOperation(
        kind: .list, subject: subject, code: add(pattern), hasKey: pattern.captureCount > 0,
        conversion: add(conversion), isDistinct: distinct, reduction: reduction)
    case .cases(let all, let otherwise):
      let start = cases.count
      for one in all {
        cases.append(.init(condition: condition(one.condition), value: flat(one.value)))
      }
      return FieldOperation(
        kind: .cases, constant: flat(otherwise), cases: start..<cases.count)
    case .sum(let all):
      let start = terms.count
      for one in all {
        var term = self.operation(one.operation, otherwise: one.otherwise)
        term.times = one.times
        terms.append(term)
      }
      return FieldOperation(kind: .sum, terms: start..<terms.count)
    }
  }

  private mutating func condition(_ condition: CompiledCondition) -> FieldOperation.Condition {
    switch condition {
    case .found(let pattern, let group): return .found(add(pattern), in: group)
    case .compare(let field, let comparison, let value):
      return .compare(names.firstIndex(of: field) ?? 0, comparison, value)
    case .all(let parts): return .all(parts.map { self.condition($0) })
    case .any(let parts): return .any(parts.map { self.condition($0) })
    case .not(let part): return .not(self.condition(part))
    }
  }

  private mutating func add(_ pattern: Pattern) -> PatternCode {
    patterns.append(pattern)
    return pattern.code
  }

  private mutating func add(_ run: CharacterRun?) -> Int? {
    guard let run else { return nil }
    runs.append(run)
    return runs.count - 1
  }

  private mutating func add(_ conversion: Conversion) -> Int {
    let plain = Conversion(kind: conversion.kind)
    let map = conversion.map.map { captured, mapped in
      CompiledConversion.Entry(
        captured: Array(captured.utf8),
        value: mapped.map { plain.value(of: $0).map { flat($0) } } ?? .null)
    }
    conversions.append(CompiledConversion(kind: conversion.kind, map: map))
    return conversions.count - 1
  }

  private mutating func flat(_ value: Value) -> FlatValue {
    if let scalar = FlatValue(scalar: value) { return scalar }
    let text = value.text.map { Array(String(json: .string($0)).utf8.dropFirst().dropLast()) }
    constants.append(
      FieldPlan.Constant(value: value, json: Array(String(json: value).utf8), text: text))
    return .constant(constants.count - 1)
  }
}
