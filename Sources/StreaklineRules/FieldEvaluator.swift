internal import StreaklineCore

/// Reads the fields of one match.
struct FieldEvaluator {
  let plan: FieldPlan
  let matcher: Matcher
  /// With more texts than this, a set finds the distinct ones; with fewer, each is compared with
  /// each.
  private static let maximumCompared = 64

  /// Why a field could not be read although its group took part.
  private(set) var complaints: [String] = []

  init(plan: FieldPlan, matcher: Matcher) {
    self.plan = plan
    self.matcher = matcher
  }

  /// Appends the values of all fields in their order, and after them the items of their lists.
  ///
  /// - Returns: The index of the first field's value.
  mutating func evaluate(
    _ text: [UInt8], _ captures: Captures, into values: inout [FlatValue]
  ) -> Int {
    let first = values.count
    values.append(contentsOf: repeatElement(.null, count: plan.operations.count))
    for index in plan.operations.indices {
      values[first + index] = value(of: index, text, captures, &values)
    }
    for index in plan.valueIndex.indices where plan.valueIndex[index] != index {
      values[first + index] = values[first + plan.valueIndex[index]]
    }
    for indices in plan.agreements where !areEqualIntegers(indices, values, first) {
      addDisagreement(indices, FlatValueSource(text: text, values: values, plan: plan), first)
    }
    return first
  }

  private mutating func value(
    of index: Int, _ text: [UInt8], _ captures: Captures, _ values: inout [FlatValue]
  ) -> FlatValue {
    let operation = plan.operations[index]
    switch operation.kind {
    case .constant: return operation.constant
    case .alias: return .null
    case .group:
      for position in operation.groups {
        if let range = captures[plan.groups[position]] {
          return converted(range, operation.conversion, index, text)
        }
      }
      return .null
    case .cases:
      for position in operation.cases {
        let one = plan.cases[position]
        guard let range = subject(one.subject, captures) else { continue }
        if matcher.match(one.code, in: text, range: range, from: range.lowerBound) == .matched {
          return one.value
        }
      }
      return operation.constant
    case .found:
      guard let range = subject(operation.subject, captures), let code = operation.code else {
        return .bool(false)
      }
      return .bool(matcher.match(code, in: text, range: range, from: range.lowerBound) == .matched)
    case .count:
      guard let range = subject(operation.subject, captures), let code = operation.code else {
        return .null
      }
      if let run = operation.run { return .int(plan.runs[run].count(in: text, range)) }
      if operation.isDistinct { return .int(distinctCount(operation, code, text, range, &values)) }
      var count = 0
      forEachMatch(of: code, hasKey: false, text, range) { _ in count += 1 }
      return .int(count)
    case .list:
      guard let range = subject(operation.subject, captures) else { return .null }
      return list(operation, index, text, range, &values)
    }
  }

  @inline(__always)
  private func subject(_ group: GroupReference?, _ captures: Captures) -> Range<Int>? {
    guard let group else { return captures.whole }
    return captures[group]
  }

  private mutating func converted(
    _ range: Range<Int>, _ index: Int, _ field: Int, _ text: [UInt8]
  ) -> FlatValue {
    if let value = plan.conversions[index].value(of: text, range) { return value }
    let kind = plan.conversions[index].kind.rawValue
    complaints.append("\(plan.names[field]): the captured text is not of type \(kind)")
    return .null
  }

  /// Calls the body with each match inside a range; matches do not overlap. With `hasKey` it gets
  /// the first group's range instead, where the group took part.
  @inline(__always)
  private func forEachMatch(
    of code: PatternCode, hasKey: Bool, _ text: [UInt8], _ range: Range<Int>,
    _ body: (Range<Int>) -> Void
  ) {
    var from = range.lowerBound
    while from <= range.upperBound,
      matcher.match(code, in: text, range: range, from: from) == .matched,
      let whole = matcher.range(of: 0)?.shifted(by: range.lowerBound)
    {
      let key = hasKey ? matcher.range(of: 1)?.shifted(by: range.lowerBound) : nil
      body(key ?? whole)
      from = whole.isEmpty ? characterEnd(text, whole.upperBound) : whole.upperBound
    }
  }

  /// The index of the next character, so that an empty match cannot stop the search.
  private func characterEnd(_ text: [UInt8], _ index: Int) -> Int {
    var next = index + 1
    while next < text.count, text[next] & 0xC0 == 0x80 {
      next += 1
    }
    return next
  }

  private func distinctCount(
    _ operation: FieldOperation, _ code: PatternCode, _ text: [UInt8], _ range: Range<Int>,
    _ values: inout [FlatValue]
  ) -> Int {
    let first = values.count
    forEachMatch(of: code, hasKey: operation.hasKey, text, range) { values.append(.text($0)) }
    defer { values.removeLast(values.count - first) }
    guard values.count - first <= Self.maximumCompared else {
      return Set(values[first...].map { Array(text[$0.textRange]) }).count
    }
    return (first..<values.count).count { index in
      let found = text[values[index].textRange]
      return !(first..<index).contains { text[values[$0].textRange] == found }
    }
  }

  private mutating func list(
    _ operation: FieldOperation, _ field: Int, _ text: [UInt8], _ range: Range<Int>,
    _ values: inout [FlatValue]
  ) -> FlatValue {
    guard let code = operation.code else { return .null }
    let first = values.count
    forEachMatch(of: code, hasKey: operation.hasKey, text, range) { values.append(.text($0)) }
    for index in first..<values.count {
      values[index] = converted(values[index].textRange, operation.conversion, field, text)
    }
    var found = values.count
    if operation.isDistinct {
      let source = FlatValueSource(text: text, values: values, plan: plan)
      var seen: Set<Value> = []
      let distinct = values[first..<found].filter { seen.insert(source.decoded($0)).inserted }
      values.replaceSubrange(first..<found, with: distinct)
      found = values.count
    }
    guard let reduction = operation.reduction else { return .list(first..<found) }
    let reduced = reduced(values[first..<found], reduction)
    values.removeSubrange(first..<found)
    return reduced
  }

  private func reduced(
    _ values: ArraySlice<FlatValue>, _ reduction: Operation.Reduction
  ) -> FlatValue {
    guard let first = values.first, let last = values.last, !values.contains(where: \.isNull) else {
      return .null
    }
    switch reduction {
    case .first: return first
    case .last: return last
    case .min, .max, .sum, .mean: break
    }
    let integers = values.compactMap(\.int)
    guard integers.count == values.count else { return reducedDecimals(values, reduction) }
    return switch reduction {
    case .min: .int(integers.min() ?? 0)
    case .max: .int(integers.max() ?? 0)
    case .sum: sum(integers)
    default:
      .int(Int((Double(integers.reduce(0) { $0 &+ $1 }) / Double(integers.count)).rounded(.down)))
    }
  }

  private func sum(_ integers: [Int]) -> FlatValue {
    var total = 0
    for integer in integers {
      let (next, overflow) = total.addingReportingOverflow(integer)
      if overflow { return .null }
      total = next
    }
    return .int(total)
  }

  private func reducedDecimals(
    _ values: ArraySlice<FlatValue>, _ reduction: Operation.Reduction
  ) -> FlatValue {
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

  private func areEqualIntegers(_ indices: [Int], _ values: [FlatValue], _ first: Int) -> Bool {
    guard let one = indices.first, let number = values[first + one].int else { return false }
    return indices.allSatisfy { values[first + $0].int == number }
  }

  private mutating func addDisagreement(
    _ indices: [Int], _ source: FlatValueSource, _ first: Int
  ) {
    let values = indices.map { source.decoded(source.values[first + $0]) }
    guard !values.contains(.null), values.contains(where: { $0 != values[0] }) else { return }
    let pairs = zip(indices, values).map { "\(plan.names[$0]) \($1.text ?? "null")" }
    complaints.append("disagree: " + pairs.joined(separator: ", "))
  }
}

extension CompiledConversion {
  /// The value of a captured text; `nil` when the text is not of the kind.
  func value(of text: [UInt8], _ range: Range<Int>) -> FlatValue? {
    if !map.isEmpty, let entry = entry(for: text, range) { return entry.value }
    switch kind {
    case .string: return .text(range)
    case .int: return groupedInteger(text[range]).map(FlatValue.int)
    case .duration:
      if let seconds = clockSeconds(text[range]) { return .int(seconds) }
    case .date:
      return Day(iso: String(decoding: text[range], as: UTF8.self)).map(FlatValue.day)
    case .decimal, .bool: break
    }
    // Shapes that are rare are read character by character.
    let value = Conversion(kind: kind).value(of: String(decoding: text[range], as: UTF8.self))
    return value.flatMap(FlatValue.init(scalar:))
  }
}

extension Range<Int> {
  func shifted(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}
