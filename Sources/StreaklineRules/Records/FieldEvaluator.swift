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
    for index in plan.order {
      values[first + index] = value(
        of: plan.operations[index], index, text, captures, first, &values)
    }
    for indices in plan.agreements where !areEqualIntegers(indices, values, first) {
      addDisagreement(indices, FlatValueSource(text: text, values: values, plan: plan), first)
    }
    return first
  }

  /// - Parameters:
  ///   - index: The field that the value is for.
  ///   - first: The index of the first field's value; those that the operation refers to are known.
  private mutating func value(
    of operation: FieldOperation, _ index: Int, _ text: [UInt8], _ captures: Captures, _ first: Int,
    _ values: inout [FlatValue]
  ) -> FlatValue {
    switch operation.kind {
    case .constant: return operation.constant
    case .alias: return values[first + operation.field]
    case .group:
      for position in operation.groups {
        if let range = captures[plan.groups[position]] {
          return converted(range, operation.conversion, index, text)
        }
      }
      return operation.constant
    case .cases:
      for position in operation.cases
      where holds(plan.cases[position].condition, index, text, captures, first, values) {
        return plan.cases[position].value
      }
      return operation.constant
    case .found:
      guard let range = subject(operation.subject, captures), let code = operation.code else {
        return .bool(false)
      }
      return .bool(isFound(code, index, text, range))
    case .count:
      guard let range = subject(operation.subject, captures), let code = operation.code else {
        return operation.constant
      }
      if let run = operation.run { return .int(plan.runs[run].count(in: text, range)) }
      if operation.isDistinct {
        return .int(distinctCount(operation, index, code, text, range, &values))
      }
      var count = 0
      forEachMatch(of: code, hasKey: false, index, text, range) { _ in count += 1 }
      return .int(count)
    case .list:
      guard let range = subject(operation.subject, captures) else { return operation.constant }
      return list(operation, index, text, range, &values)
    case .sum:
      let start = values.count
      for position in operation.terms {
        let term = plan.terms[position]
        let value = value(of: term, index, text, captures, first, &values)
        values.append(multiplied(value, by: term.times))
      }
      defer { values.removeSubrange(start...) }
      return reduced(values[start...], .sum)
    }
  }

  private func multiplied(_ value: FlatValue, by factor: Int) -> FlatValue {
    switch value {
    case .int(let number):
      let (product, overflow) = number.multipliedReportingOverflow(by: factor)
      return overflow ? .null : .int(product)
    case .double(let number): return .double(number * Double(factor))
    default: return .null
    }
  }

  private mutating func holds(
    _ condition: FieldOperation.Condition, _ index: Int, _ text: [UInt8], _ captures: Captures,
    _ first: Int, _ values: [FlatValue]
  ) -> Bool {
    switch condition {
    case .found(let code, let group):
      guard let range = subject(group, captures) else { return false }
      return isFound(code, index, text, range)
    case .compare(let field, let comparison, let wanted):
      let source = FlatValueSource(text: text, values: values, plan: plan)
      return comparison.holds(source.decoded(values[first + field]), wanted)
    case .all(let parts):
      return parts.allSatisfy { holds($0, index, text, captures, first, values) }
    case .any(let parts):
      return parts.contains { holds($0, index, text, captures, first, values) }
    case .not(let part): return !holds(part, index, text, captures, first, values)
    }
  }

  /// Whether the pattern is found in the range. Where that takes too many steps, it is not known.
  private mutating func isFound(
    _ code: PatternCode, _ index: Int, _ text: [UInt8], _ range: Range<Int>
  ) -> Bool {
    let result = matcher.match(code, in: text, range: range, from: range.lowerBound)
    if result == .limit { addLimit(index) }
    return result == .matched
  }

  private mutating func addLimit(_ index: Int) {
    complaints.append("\(plan.names[index]): its pattern takes too many steps")
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
  private mutating func forEachMatch(
    of code: PatternCode, hasKey: Bool, _ index: Int, _ text: [UInt8], _ range: Range<Int>,
    _ body: (Range<Int>) -> Void
  ) {
    var from = range.lowerBound
    while from <= range.upperBound {
      let result = matcher.match(code, in: text, range: range, from: from)
      if result == .limit { addLimit(index) }
      guard result == .matched, let whole = matcher.range(of: 0)?.shifted(by: range.lowerBound)
      else { return }
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

  private mutating func distinctCount(
    _ operation: FieldOperation, _ index: Int, _ code: PatternCode, _ text: [UInt8],
    _ range: Range<Int>,
    _ values: inout [FlatValue]
  ) -> Int {
    let first = values.count
    forEachMatch(of: code, hasKey: operation.hasKey, index, text, range) {
      values.append(.text($0))
    }
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
    forEachMatch(of: code, hasKey: operation.hasKey, field, text, range) {
      values.append(.text($0))
    }
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
    // Of whole numbers, so a whole number, rounded down.
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

extension Condition.Comparison {
  /// Whether a value compares so with the wanted one. An unknown value does not.
  fileprivate func holds(_ value: Value, _ wanted: Value) -> Bool {
    guard value != .null else { return false }
    if let value = value.number, let wanted = wanted.number {
      return switch self {
      case .equals: value == wanted
      case .atLeast: value >= wanted
      case .atMost: value <= wanted
      }
    }
    return self == .equals && value == wanted
  }
}

extension Value {
  fileprivate var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

extension CompiledConversion {
  /// The value of a captured text; `nil` when the text is not of the kind.
  func value(of text: [UInt8], _ range: Range<Int>) -> FlatValue? {
    if !map.isEmpty, let entry = entry(for: text, range) { return entry.value }
    switch kind {
    // Blanks and line breaks at the ends depend on what stands around the share.
    case .string: return .text(text.withoutBlankEnds(range))
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

extension [UInt8] {
  /// A range of the text without spaces, tabs and line feeds at its ends.
  fileprivate func withoutBlankEnds(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while end > start, isBlank(self[end - 1]) { end -= 1 }
    while start < end, isBlank(self[start]) { start += 1 }
    return start..<end
  }
}

extension Range<Int> {
  func shifted(by offset: Int) -> Range<Int> {
    lowerBound + offset..<upperBound + offset
  }
}
