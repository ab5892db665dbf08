internal import StreaklineCore

/// A rule whose patterns are compiled and whose groups are numbers: ready to match.
final class CompiledRule: Sendable {
  /// A variant, ready to match.
  final class Variant: Sendable {
    let name: String
    let pattern: Pattern
    /// The same pattern without callouts, for searches in ranges so short that their work needs no
    /// limit.
    let unboundedPattern: Pattern?
    let each: [Pattern]
    let user: GroupReference?
    let number: GroupReference?
    let date: GroupReference?
    let mode: GroupReference?
    let plan: FieldPlan
    let fragments: RecordFragments
    let since: Day?
    let until: Day?
    let daysBefore: Int
    let dayRule: DayRule
    let firstDay: Day?

    fileprivate init(
      _ variant: RuleDefinition.Variant, of rule: RuleDefinition, _ compiler: PatternCompiler
    ) throws(Problem) {
      let pattern = try compiler.pattern(variant.match, use: rule.searches ? .search : .anchored)
      var each: [Pattern] = []
      for source in variant.each {
        each.append(try compiler.pattern(source, use: .inside))
      }
      let groups = GroupNames(levels: [pattern] + each)
      var fields: [FieldPlan.Source] = []
      for field in effectiveFields(of: variant, in: rule) {
        fields.append(
          FieldPlan.Source(
            name: field.name, operation: try compiler.operation(field.operation, groups),
            otherwise: field.otherwise, keepsList: field.keepsList))
      }
      name = variant.name
      self.pattern = pattern
      unboundedPattern = rule.searches ? try compiler.pattern(variant.match, use: .inside) : nil
      self.each = each
      user = try groups.reference(variant.user)
      let day = variant.day ?? rule.day
      dayRule = day
      firstDay = day.firstDay
      number = groups.optional(day.number)
      date = groups.optional(day.date)
      mode = groups.optional(rule.mode?.group)
      plan = FieldPlan(fields, of: rule)
      fragments = RecordFragments(rule, variant: variant.name)
      since = variant.since
      until = variant.until
      daysBefore = variant.daysBefore
    }
  }

  let definition: RuleDefinition
  let variants: [Variant]
  // Copied from the definition, which is too large to be copied for every share.
  let game: String
  let name: String
  let id: String
  let record: RecordType
  let hasDate: Bool
  let priority: Int
  let searches: Bool
  /// The mode for a captured text.
  let modes: [String: String]

  convenience init(withoutVariants definition: RuleDefinition) {
    self.init(definition, variants: [])
  }

  /// - Throws: `Problem` for the first pattern or group that is wrong. Rules that were loaded have
  ///   been checked, so this happens only while checking.
  convenience init(
    _ definition: RuleDefinition, jit: Bool, isTolerant: Bool = false
  ) throws(Problem) {
    let compiler = PatternCompiler(rule: definition, jit: jit, isTolerant: isTolerant)
    var variants: [Variant] = []
    for variant in definition.variants {
      variants.append(try Variant(variant, of: definition, compiler))
    }
    self.init(definition, variants: variants)
  }

  private init(_ definition: RuleDefinition, variants: [Variant]) {
    self.definition = definition
    self.variants = variants
    game = definition.game
    name = definition.name
    id = definition.id
    record = definition.record
    hasDate = definition.record.fieldNames.contains("date")
    priority = definition.priority
    searches = definition.searches
    modes = definition.mode?.map ?? [:]
  }
}

/// A group of the variant's own match (level 0) or of its `each` patterns (level 1 and on).
struct GroupReference: Hashable, Sendable {
  let level: Int
  let number: Int
}

/// An operation whose patterns are compiled.
indirect enum CompiledOperation: Sendable {
  case constant(Value)
  case group([GroupReference], Conversion)
  case count(Pattern, in: GroupReference?, distinct: Bool)
  case found(Pattern, in: GroupReference?)
  case list(Pattern, in: GroupReference?, Conversion, distinct: Bool, Operation.Reduction?)
  case field(String)
  case cases([(condition: CompiledCondition, value: Value)], otherwise: Value)
  case sum([(operation: CompiledOperation, times: Int, otherwise: Value)])
}

/// A condition whose patterns are compiled.
indirect enum CompiledCondition: Sendable {
  case found(Pattern, in: GroupReference?)
  case compare(field: String, Condition.Comparison, Value)
  case all([CompiledCondition])
  case any([CompiledCondition])
  case not(CompiledCondition)
}

/// The file's fields. A variant's own field replaces the file's field of the same name or follows
/// them.
func effectiveFields(
  of variant: RuleDefinition.Variant, in rule: RuleDefinition
) -> [RuleDefinition.Field] {
  let own = rule.fields.map { field in variant.fields.first { $0.name == field.name } ?? field }
  return own + variant.fields.filter { field in !rule.fields.contains { $0.name == field.name } }
}

/// The names that a variant's patterns capture. The innermost level that has a name wins.
struct GroupNames {
  let levels: [Pattern]

  /// A group that need not exist in every variant.
  func optional(_ name: Located<String>?) -> GroupReference? {
    name.flatMap { find($0.value) }
  }

  /// A group that the file names; `nil` when this variant does not capture it. R201 reports a group
  /// that no variant captures.
  func reference(_ name: Located<String>?) throws(Problem) -> GroupReference? {
    guard let name else { return nil }
    return find(name.value) ?? GroupReference(level: 0, number: Self.absent)
  }

  static let absent = -1

  private func find(_ name: String) -> GroupReference? {
    for (level, pattern) in levels.enumerated().reversed() {
      if let number = pattern.groups[name] { return GroupReference(level: level, number: number) }
    }
    return nil
  }
}

/// Compiles the patterns of one rule, each once: most fields are the same in all variants.
private final class PatternCompiler {
  private let rule: RuleDefinition
  private let jit: Bool
  private let isTolerant: Bool
  /// An array: a rule has few patterns, and the first use of a dictionary with a key of ours costs more than a search.
  private var compiled: [(text: String, use: Pattern.Use, pattern: Pattern)] = []

  init(rule: RuleDefinition, jit: Bool, isTolerant: Bool) {
    self.rule = rule
    self.jit = jit
    self.isTolerant = isTolerant
  }

  func pattern(_ source: PatternSource, use: Pattern.Use) throws(Problem) -> Pattern {
    if let known = compiled.first(where: { $0.use == use && $0.text == source.text }) {
      return known.pattern
    }
    do {
      let pattern = try Pattern(
        source.text, definitions: rule.definitions, use: use, jit: jit, isTolerant: isTolerant)
      compiled.append((source.text, use, pattern))
      return pattern
    } catch {
      throw Problem(
        error.isReservedName ? "R102" : "R101",
        error.isReservedName ? "a group has a sub-pattern's name" : "not a valid PCRE2 pattern",
        at: source.location(ofByte: source.clamped(error.offset)),
        help: error.message)
    }
  }

  func operation(
    _ operation: Operation, _ groups: GroupNames
  ) throws(Problem) -> CompiledOperation {
    switch operation {
    case .constant(let value):
      return .constant(value)
    case .group(let names, let conversion):
      var references: [GroupReference] = []
      for name in names {
        if let reference = try groups.reference(name) { references.append(reference) }
      }
      return .group(references, conversion)
    case .count(let source, let group, let distinct):
      return .count(
        try pattern(source, use: .inside), in: try groups.reference(group), distinct: distinct)
    case .found(let source, let group):
      return .found(try pattern(source, use: .inside), in: try groups.reference(group))
    case .list(let source, let group, let conversion, let distinct, let reduction):
      return .list(
        try pattern(source, use: .inside), in: try groups.reference(group), conversion,
        distinct: distinct, reduction)
    case .field(let name):
      return .field(name.value)
    case .cases(let cases, let otherwise):
      var compiled: [(condition: CompiledCondition, value: Value)] = []
      for one in cases {
        compiled.append((try condition(one.condition, groups), one.value))
      }
      return .cases(compiled, otherwise: otherwise)
    case .sum(let terms):
      var compiled: [(operation: CompiledOperation, times: Int, otherwise: Value)] = []
      for term in terms {
        compiled.append(
          (try self.operation(term.operation, groups), term.times, term.otherwise))
      }
      return .sum(compiled)
    }
  }

  private func condition(
    _ condition: Condition, _ groups: GroupNames
  ) throws(Problem) -> CompiledCondition {
    switch condition {
    case .found(let source, let group):
      return .found(try pattern(source, use: .inside), in: try groups.reference(group))
    case .compare(let field, let comparison, let value):
      return .compare(field: field.value, comparison, value)
    case .all(let parts): return .all(try conditions(parts, groups))
    case .any(let parts): return .any(try conditions(parts, groups))
    case .not(let part): return .not(try self.condition(part, groups))
    }
  }

  private func conditions(
    _ parts: [Condition], _ groups: GroupNames
  ) throws(Problem) -> [CompiledCondition] {
    var compiled: [CompiledCondition] = []
    for part in parts { compiled.append(try condition(part, groups)) }
    return compiled
  }
}
