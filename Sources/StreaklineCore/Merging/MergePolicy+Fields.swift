extension MergePolicy.FieldRule {
  /// The value of a field of two versions that meet without a server.
  ///
  /// - Parameter isNewer: Whether `one` is of the newer version; `nil` when neither is.
  func joined(_ one: Value, _ other: Value, isNewer: Bool?) -> Value {
    switch self {
    case .max: return one.order(other) >= 0 ? one : other
    case .min: return one.smaller(other)
    case .union: return one.union(other)
    case .sum, .remote, .local, .latest:
      guard let isNewer else { return one.order(other) >= 0 ? one : other }
      return isNewer ? one : other
    }
  }

  /// The value of a field that a server and this device have changed.
  func merged(base: Value?, local: Value, remote: Value, isLocalNewer: Bool) -> Value {
    if local == remote { return remote }
    // Sums, minima and unions are of what both sides add, so they need no unchanged side.
    if let base, self != .union {
      if local == base { return remote }
      if remote == base { return local }
    }
    switch self {
    case .max, .min, .union: return joined(local, remote, isNewer: nil)
    case .sum: return Value.sum(local, remote, without: base)
    case .remote: return remote
    case .local: return local
    case .latest: return isLocalNewer ? local : remote
    }
  }
}

extension Value {
  /// Compares two values of a field: null is least, then truth values, numbers, texts, lists, objects.
  ///
  /// - Returns: Less than 0 when this one is less, 0 when both are the same.
  package func order(_ other: Value) -> Int {
    switch (self, other) {
    case (.bool(let mine), .bool(let theirs)): return (mine ? 1 : 0) - (theirs ? 1 : 0)
    case (.int(let mine), .int(let theirs)): return mine < theirs ? -1 : mine > theirs ? 1 : 0
    case (.int, .double), (.double, .int), (.double, .double):
      if number < other.number { return -1 }
      if number > other.number { return 1 }
    case (.string(let mine), .string(let theirs)):
      return Self.order(Array(mine.utf8), Array(theirs.utf8))
    default: break
    }
    if rank != other.rank { return rank - other.rank }
    return Self.order(sortedBytes, other.sortedBytes)
  }

  private static func order(_ mine: [UInt8], _ theirs: [UInt8]) -> Int {
    if mine == theirs { return 0 }
    return mine.lexicographicallyPrecedes(theirs) ? -1 : 1
  }

  private var number: Double {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: 0
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int, .double: 2
    case .string: 3
    case .list: 4
    case .object: 5
    }
  }

  private var sortedBytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(sorted)
    return writer.bytes
  }

  /// The lesser value; null only when both are.
  func smaller(_ other: Value) -> Value {
    if self == .null { return other }
    if other == .null { return self }
    return order(other) <= 0 ? self : other
  }

  /// The elements of both lists, each once, in their order of values. A value that is no list is a list
  /// of one element.
  func union(_ other: Value) -> Value {
    if self == .null { return other }
    if other == .null || order(other) == 0 { return self }
    var elements: [Value] = []
    for element in (list + other.list).sorted(by: { $0.order($1) < 0 })
    where elements.last?.order(element) != 0 {
      elements.append(element)
    }
    return .list(elements)
  }

  private var list: [Value] {
    if case .list(let elements) = self { elements } else { [self] }
  }

  /// What both sides have added to the base; the greater number when the base is not known.
  fileprivate static func sum(_ local: Value, _ remote: Value, without base: Value?) -> Value {
    guard case .int(let mine) = local, case .int(let theirs) = remote,
      case .int(let start)? = base
    else { return local.order(remote) >= 0 ? local : remote }
    let (added, isTooLarge) = mine.addingReportingOverflow(theirs)
    let (sum, isTooSmall) = added.subtractingReportingOverflow(start)
    return isTooLarge || isTooSmall ? remote : .int(sum)
  }

  /// The value with more progress: the greater number, what has happened, the later time.
  func further(_ other: Value) -> Value { order(other) >= 0 ? self : other }

  /// What two lists of achievements say together: the higher progress and tier, all unlocks, and of an
  /// unlock the earliest date. Objects with one `id` are one achievement, those with one `tier` one
  /// requirement.
  func joinedAchievement(_ other: Value, _ name: String) -> Value {
    switch (self, other) {
    case (.null, let value), (let value, .null): return value
    case (.object(let mine), .object(let theirs)):
      var joined = Fields()
      let all = Set((mine.map(\.name) + theirs.map(\.name)))
      for member in all.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
        // The dates of all tiers may be in an object of their own.
        let meaning = Self.isUnlockDate(name) ? name : member
        joined.append(member, mine.value(member).joinedAchievement(theirs.value(member), meaning))
      }
      return .object(joined)
    // A list that is not in order stays as it is until it meets another one.
    case (.list, .list) where order(other) == 0: return self
    case (.list(let mine), .list(let theirs)):
      return Self.isUnlockDate(name)
        ? Self.joinedDates(mine, theirs, name) : Self.joined(mine, theirs, name)
    case (.string(let mine), .string(let theirs)) where mine != theirs:
      // StreakSync saves its list as the bytes of a JSON text.
      switch (Value(jsonInBase64: mine), Value(jsonInBase64: theirs)) {
      case (let left?, let right?):
        return .string(left.joinedAchievement(right, name).sorted.jsonInBase64)
      case (.some, nil): return self
      case (nil, .some): return other
      case (nil, nil): return Self.isUnlockDate(name) ? smaller(other) : further(other)
      }
    default:
      let isDate = Self.isUnlockDate(name)
      return isDate ? smaller(other) : further(other)
    }
  }

  /// The same achievements in the order of a join.
  func inJoinedOrder(_ name: String) -> Value {
    switch self {
    case .object(let fields):
      var ordered = Fields()
      for (member, value) in fields {
        ordered.append(member, value.inJoinedOrder(Self.isUnlockDate(name) ? name : member))
      }
      return .object(ordered).sorted
    case .list(let elements):
      let elements = elements.map { $0.inJoinedOrder(name) }
      return Self.isUnlockDate(name)
        ? Self.joinedDates(elements, [], name) : Self.joined(elements, [], name)
    default: return self
    }
  }

  /// Whether a member says when something was unlocked.
  private static func isUnlockDate(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.contains("unlock") && (name.contains("date") || name.hasSuffix("at"))
  }

  /// Joins lists of tiers, each with the date of its unlock behind it: so Swift encodes them.
  private static func joinedDates(_ mine: [Value], _ theirs: [Value], _ name: String) -> Value {
    var dates: [String: (tier: Value, date: Value)] = [:]
    for list in [mine, theirs] {
      for index in stride(from: 0, to: list.count, by: 2) {
        let (tier, date) = (list[index], index + 1 < list.count ? list[index + 1] : .null)
        let key = tier.sorted.description
        dates[key] = (tier, dates[key].map { $0.date.joinedAchievement(date, name) } ?? date)
      }
    }
    return .list(dates.values.sorted { $0.tier.order($1.tier) < 0 }.flatMap { [$0.tier, $0.date] })
  }

  private static func joined(_ mine: [Value], _ theirs: [Value], _ name: String) -> Value {
    var byID: [String: Value] = [:]
    var others: Value = .list([])
    for element in mine + theirs {
      let fields = element.object
      if let id = fields?["id"] ?? fields?["tier"] {
        let key = (fields?["id"] == nil ? "tier " : "id ") + id.description
        byID[key] = byID[key].map { $0.joinedAchievement(element, name) } ?? element
      } else {
        others = others.union(.list([element]))
      }
    }
    let known = byID.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map(\.value)
    return .list(known + others.list)
  }
}
