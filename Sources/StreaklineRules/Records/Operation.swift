package import StreaklineCore

/// How a field's value is made from the match. There are no other operations: rule files have no
/// expression language.
package indirect enum Operation: Sendable {
  case constant(Value)
  /// The text of the first group that took part in the match.
  case group([Located<String>], Conversion)
  case count(PatternSource, in: Located<String>?, distinct: Bool)
  case found(PatternSource, in: Located<String>?)
  case list(PatternSource, in: Located<String>?, Conversion, distinct: Bool, Reduction?)
  /// The value of another field.
  case field(Located<String>)
  case cases([Case], otherwise: Value)
  /// The sum of some values, each of them multiplied.
  case sum([Term])

  package struct Case: Sendable {
    package var condition: Condition
    package var value: Value
  }

  /// A part of a sum. It is a constant, a group, a count or a field.
  package struct Term: Sendable {
    package var operation: Operation
    package var times: Int
    /// The value when the group took no part in the match; without one the sum is null.
    package var otherwise: Value
  }

  /// How a list becomes one value. A null in the list makes the result null.
  package enum Reduction: String, CaseIterable, Sendable {
    case first, last, min, max, sum, mean
  }

  /// The terms of a sum; empty for any other operation.
  private var parts: [Operation] {
    if case .sum(let terms) = self { terms.map(\.operation) } else { [] }
  }

  private var conditions: [Condition] {
    if case .cases(let cases, _) = self { cases.map(\.condition) } else { [] }
  }

  /// The patterns that the operation runs.
  package var patterns: [PatternSource] {
    switch self {
    case .count(let pattern, _, _), .found(let pattern, _), .list(let pattern, _, _, _, _):
      [pattern]
    case .cases: conditions.flatMap(\.patterns)
    case .sum: parts.flatMap(\.patterns)
    case .constant, .group, .field: []
    }
  }

  /// The groups that the operation reads.
  package var groups: [Located<String>] {
    switch self {
    case .group(let names, _): names
    case .count(_, let group, _), .found(_, let group), .list(_, let group, _, _, _):
      group.map { [$0] } ?? []
    case .cases: conditions.flatMap(\.groups)
    case .sum: parts.flatMap(\.groups)
    case .constant, .field: []
    }
  }

  /// The other fields that the operation reads.
  package var fields: [Located<String>] {
    switch self {
    case .field(let name): [name]
    case .cases: conditions.flatMap(\.fields)
    case .sum: parts.flatMap(\.fields)
    case .constant, .group, .count, .found, .list: []
    }
  }
}

/// What must hold for a case to count.
package indirect enum Condition: Sendable {
  case found(PatternSource, in: Located<String>?)
  /// Whether another field has a value. An unknown value makes no comparison true.
  case compare(Located<String>, Comparison, Value)
  case all([Condition])
  case any([Condition])
  case not(Condition)

  package enum Comparison: String, CaseIterable, Sendable {
    case equals = "is"
    case atLeast, atMost
  }

  fileprivate var patterns: [PatternSource] {
    switch self {
    case .found(let pattern, _): [pattern]
    case .compare: []
    case .all(let parts), .any(let parts): parts.flatMap(\.patterns)
    case .not(let part): part.patterns
    }
  }

  fileprivate var groups: [Located<String>] {
    switch self {
    case .found(_, let group): group.map { [$0] } ?? []
    case .compare: []
    case .all(let parts), .any(let parts): parts.flatMap(\.groups)
    case .not(let part): part.groups
    }
  }

  fileprivate var fields: [Located<String>] {
    switch self {
    case .found: []
    case .compare(let field, _, _): [field]
    case .all(let parts), .any(let parts): parts.flatMap(\.fields)
    case .not(let part): part.fields
    }
  }
}
