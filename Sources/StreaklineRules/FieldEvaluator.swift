internal import StreaklineCore

/// What a variant captured: the ranges of every group at every level, in the text's bytes.
struct Captures {
  /// Begin and end of each group, level by level; an absent group is -1.
  private var bounds: [Int] = []
  /// Where each level begins in `bounds`: first the variant's match, then its `each` patterns.
  private var levels: [Int] = []

  /// Puts what has just been matched on top of the levels there are.
  mutating func push(_ matcher: Matcher, groups: Int, offset: Int) {
    levels.append(bounds.count)
    bounds.reserveCapacity(bounds.count + 2 * groups + 2)
    for group in 0...groups {
      let range = matcher.range(of: group)
      bounds.append(range.map { $0.lowerBound + offset } ?? -1)
      bounds.append(range.map { $0.upperBound + offset } ?? -1)
    }
  }

  /// Takes the topmost level away.
  mutating func pop() {
    if let start = levels.popLast() {
      bounds.removeSubrange(start...)
    }
  }

  subscript(reference: GroupReference) -> Range<Int>? {
    guard reference.number >= 0 else { return nil }
    return range(levels[reference.level] + 2 * reference.number)
  }

  /// The variant's whole match.
  var outer: Range<Int> { range(0) ?? 0..<0 }

  /// The innermost whole match.
  var whole: Range<Int> { levels.last.flatMap(range) ?? 0..<0 }

  private func range(_ index: Int) -> Range<Int>? {
    bounds[index] < 0 ? nil : bounds[index]..<bounds[index + 1]
  }
}

/// Reads the fields of one match.
struct FieldEvaluator {
  let text: [UInt8]
  let captures: Captures
  let matcher: Matcher
  /// Why a field could not be read although its group took part.
  private(set) var complaints: [String] = []

  init(text: [UInt8], captures: Captures, matcher: Matcher) {
    self.text = text
    self.captures = captures
    self.matcher = matcher
  }

  /// All fields in their order.
  mutating func values(of fields: CompiledFields) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(fields.names.count)
    for index in fields.names.indices {
      values.append(value(of: fields.operations[index], name: fields.names[index]))
    }
    for (index, source) in fields.sources.enumerated() where source != index {
      values[index] = values[source]
    }
    return values
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  private mutating func value(of operation: CompiledOperation, name: String) -> Value {
    switch operation {
    case .constant(let value):
      return value
    case .field:
      return .null
    case .group(let references, let conversion):
      guard let reference = references.first(where: { captures[$0] != nil }),
        let range = captures[reference]
      else { return .null }
      return converted(range, conversion, name)
    case .count(let pattern, let group, let distinct):
      guard let range = subject(group) else { return .null }
      if !distinct { return .int(count(of: pattern, in: range)) }
      return .int(Set(matches(of: pattern, in: range).map { Array(text[$0.key]) }).count)
    case .found(let pattern, let group):
      guard let range = subject(group) else { return .bool(false) }
      return .bool(
        matcher.match(pattern, in: text, range: range, from: range.lowerBound) == .matched)
    case .list(let pattern, let group, let conversion, let distinct, let reduction):
      guard let range = subject(group) else { return .null }
      let found = matches(of: pattern, in: range)
      var values = found.map { converted($0.key, conversion, name) }
      if distinct {
        var seen: Set<Value> = []
        values = values.filter { seen.insert($0).inserted }
      }
      return reduction.map { reduced(values, $0) } ?? .list(values)
    case .cases(let cases, let otherwise):
      for one in cases {
        guard let range = subject(one.group) else { continue }
        if matcher.match(one.found, in: text, range: range, from: range.lowerBound) == .matched {
          return one.value
        }
      }
      return otherwise
    }
  }

  private func subject(_ group: GroupReference?) -> Range<Int>? {
    group.map { captures[$0] } ?? captures.whole
  }

  private mutating func converted(
    _ range: Range<Int>, _ conversion: Conversion, _ name: String
  ) -> Value {
    if let value = conversion.value(of: string(range)) { return value }
    complaints.append("\(name): the captured text is not of type \(conversion.kind.rawValue)")
    return .null
  }

  private func count(of pattern: Pattern, in range: Range<Int>) -> Int {
    var count = 0
    var from = range.lowerBound
    while from <= range.upperBound,
      matcher.match(pattern, in: text, range: range, from: from) == .matched,
      let whole = matcher.range(of: 0)?.shifted(by: range.lowerBound)
    {
      count += 1
      from = whole.isEmpty ? boundary(after: whole.upperBound) : whole.upperBound
    }
    return count
  }

  /// Non-overlapping matches inside a range, each with its key: group 1 if it took part, else all.
  private func matches(
    of pattern: Pattern, in range: Range<Int>
  ) -> [(whole: Range<Int>, key: Range<Int>)] {
    var found: [(whole: Range<Int>, key: Range<Int>)] = []
    var from = range.lowerBound
    while from <= range.upperBound,
      matcher.match(pattern, in: text, range: range, from: from) == .matched,
      let local = matcher.range(of: 0)
    {
      let whole = local.shifted(by: range.lowerBound)
      let key = pattern.captureCount > 0 ? matcher.range(of: 1)?.shifted(by: range.lowerBound) : nil
      found.append((whole, key ?? whole))
      from = whole.isEmpty ? boundary(after: whole.upperBound) : whole.upperBound
    }
    return found
  }

  /// The next character's first byte, so that an empty match cannot stop the search.
  private func boundary(after index: Int) -> Int {
    var next = index + 1
    while next < text.count, text[next] & 0xC0 == 0x80 {
      next += 1
    }
    return next
  }

  private func reduced(_ values: [Value], _ reduction: Operation.Reduction) -> Value {
    guard !values.isEmpty, !values.contains(.null) else { return .null }
    switch reduction {
    case .first: return values.first ?? .null
    case .last: return values.last ?? .null
    case .min, .max, .sum, .mean: break
    }
    let integers = values.compactMap(\.int)
    guard integers.count == values.count else {
      return reducedDecimals(values, reduction)
    }
    return switch reduction {
    case .min: .int(integers.min() ?? 0)
    case .max: .int(integers.max() ?? 0)
    case .sum: sum(integers)
    default:
      .int(Int((Double(integers.reduce(0) { $0 &+ $1 }) / Double(integers.count)).rounded(.down)))
    }
  }

  private func sum(_ integers: [Int]) -> Value {
    var total = 0
    for integer in integers {
      let (next, overflow) = total.addingReportingOverflow(integer)
      if overflow { return .null }
      total = next
    }
    return .int(total)
  }

  private func reducedDecimals(_ values: [Value], _ reduction: Operation.Reduction) -> Value {
    let numbers: [Double] = values.compactMap { value in
      switch value {
      case .int(let int): Double(int)
      case .double(let double): double
      default: nil
      }
    }
    guard numbers.count == values.count else { return .null }
    let total = numbers.reduce(0, +)
    return switch reduction {
    case .min: .double(numbers.min() ?? 0)
    case .max: .double(numbers.max() ?? 0)
    case .mean: .double(total / Double(numbers.count))
    default: .double(total)
    }
  }
}

extension Range<Int> {
  func shifted(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}
