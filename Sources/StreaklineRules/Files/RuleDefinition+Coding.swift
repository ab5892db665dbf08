internal import StreaklineCore

/// A checked definition as bytes, so that a later run needs no YAML.
extension RuleDefinition {
  func write(to writer: inout BinaryWriter) {
    writer.write(game)
    writer.write(name)
    writer.write(id)
    writer.write(record.name)
    writer.write(version)
    writer.write(optional: homepage) { $0.write($1) }
    writer.write(optional: source) { $0.write($1) }
    writer.write(optional: scoring) { $0.write($1.rawValue) }
    writer.write(literals) { $0.write($1) }
    writer.write(searches)
    writer.write(ignoresCase)
    writer.write(isGlued)
    writer.write(priority)
    writer.write(day)
    writer.write(optional: mode) { writer, mode in
      writer.write(mode.group)
      writer.write(mode.map.sorted { $0.key < $1.key }) {
        $0.write($1.key)
        $0.write($1.value)
      }
    }
    writer.write(definitions.sorted { $0.key < $1.key }) {
      $0.write($1.key)
      $0.write($1.value)
    }
    writer.write(variants) { $0.write($1) }
    writer.write(fields) { $0.write($1) }
    writer.write(agreements) { $0.write($1) { $0.write($1) } }
    writer.write(examples) { $0.write($1) }
    writer.write(rejects) { $0.write($1) }
  }

  init(path: String, from reader: inout BinaryReader) throws(BinaryError) {
    self.init(path: path)
    game = try reader.string()
    name = try reader.string()
    id = try reader.string()
    record = try reader.recordType()
    version = try reader.integer()
    homepage = try reader.optional { reader throws(BinaryError) in try reader.string() }
    source = try reader.optional { reader throws(BinaryError) in try reader.string() }
    scoring = try reader.optional { reader throws(BinaryError) in try reader.choice() }
    literals = try reader.locatedList(path)
    searches = try reader.bool()
    ignoresCase = try reader.bool()
    isGlued = try reader.bool()
    priority = try reader.integer()
    day = try reader.dayRule(path)
    mode = try reader.optional { reader throws(BinaryError) in
      ModeRule(group: try reader.located(path), map: try reader.dictionary())
    }
    definitions = try reader.dictionary()
    variants = try reader.list { reader throws(BinaryError) in try reader.variant(path) }
    fields = try reader.fields(path)
    agreements = try reader.list { reader throws(BinaryError) in try reader.locatedList(path) }
    examples = try reader.list { reader throws(BinaryError) in try reader.example(path) }
    rejects = try reader.locatedList(path)
  }
}

extension BinaryWriter {
  fileprivate mutating func write(_ location: Problem.Location) {
    write(location.line)
    write(location.column)
  }

  fileprivate mutating func write(_ text: Located<String>) {
    write(text.value)
    write(text.location)
  }

  fileprivate mutating func write(_ source: PatternSource) {
    write(source.text)
    write(source.location)
    write(source.indent)
    write(source.isDoubleQuoted)
  }

  fileprivate mutating func write(_ value: Value) {
    write(String(json: value))
  }

  fileprivate mutating func write(_ day: Day) {
    write(day.daysSinceEpoch)
  }

  fileprivate mutating func write(_ rule: DayRule) {
    write(optional: rule.number) { $0.write($1) }
    write(rule.anchors) {
      $0.write($1.number)
      $0.write($1.day)
    }
    write(rule.everyDays)
    write(rule.skipsWeekends)
    write(optional: rule.date) { $0.write($1) }
    write(rule.formats) { $0.write($1.pattern) }
  }

  fileprivate mutating func write(_ variant: RuleDefinition.Variant) {
    write(variant.name)
    write(variant.match)
    write(variant.each) { $0.write($1) }
    write(optional: variant.user) { $0.write($1) }
    write(optional: variant.since) { $0.write($1) }
    write(optional: variant.until) { $0.write($1) }
    write(variant.daysBefore)
    write(optional: variant.day) { $0.write($1) }
    write(variant.fields) { $0.write($1) }
  }

  fileprivate mutating func write(_ field: RuleDefinition.Field) {
    write(field.name)
    write(field.location)
    write(field.operation)
    write(field.otherwise)
    write(field.keepsList)
  }

  fileprivate mutating func write(_ operation: Operation) {
    switch operation {
    case .constant(let value):
      write(0)
      write(value)
    case .group(let names, let conversion):
      write(1)
      write(names) { $0.write($1) }
      write(conversion)
    case .count(let pattern, let group, let isDistinct):
      write(2)
      write(pattern)
      write(optional: group) { $0.write($1) }
      write(isDistinct)
    case .found(let pattern, let group):
      write(3)
      write(pattern)
      write(optional: group) { $0.write($1) }
    case .list(let pattern, let group, let conversion, let isDistinct, let reduction):
      write(4)
      write(pattern)
      write(optional: group) { $0.write($1) }
      write(conversion)
      write(isDistinct)
      write(optional: reduction) { $0.write($1.rawValue) }
    case .field(let name):
      write(5)
      write(name)
    case .cases(let cases, let otherwise):
      write(6)
      write(cases) {
        $0.write($1.condition)
        $0.write($1.value)
      }
      write(otherwise)
    case .sum(let terms):
      write(7)
      write(terms) {
        $0.write($1.operation)
        $0.write($1.times)
        $0.write($1.otherwise)
      }
    }
  }

  private mutating func write(_ condition: Condition) {
    switch condition {
    case .found(let pattern, let group):
      write(0)
      write(pattern)
      write(optional: group) { $0.write($1) }
    case .compare(let field, let comparison, let value):
      write(1)
      write(field)
      write(comparison.rawValue)
      write(value)
    case .all(let parts):
      write(2)
      write(parts) { $0.write($1) }
    case .any(let parts):
      write(3)
      write(parts) { $0.write($1) }
    case .not(let part):
      write(4)
      write(part)
    }
  }

  private mutating func write(_ conversion: Conversion) {
    write(conversion.kind.rawValue)
    write(conversion.map.sorted { $0.key < $1.key }) {
      $0.write($1.key)
      $0.write(optional: $1.value) { $0.write($1) }
    }
  }

  fileprivate mutating func write(_ example: RuleDefinition.Example) {
    write(example.name)
    write(example.text)
    write(optional: example.variant) { $0.write($1) }
    write(example.isDerived)
    write(optional: example.received) { $0.write($1) }
    write(.object(example.expected))
    write(example.location)
  }
}

extension BinaryReader {
  fileprivate mutating func choice<Choice: RawRepresentable>() throws(BinaryError) -> Choice
  where Choice.RawValue == String {
    guard let choice = Choice(rawValue: try string()) else { throw BinaryError() }
    return choice
  }

  fileprivate mutating func recordType() throws(BinaryError) -> RecordType {
    let name = try string()
    guard let type = RecordSchema.shares[name] else { throw BinaryError() }
    return type
  }

  fileprivate mutating func location(_ path: String) throws(BinaryError) -> Problem.Location {
    Problem.Location(file: path, line: try integer(), column: try integer())
  }

  fileprivate mutating func located(_ path: String) throws(BinaryError) -> Located<String> {
    Located(value: try string(), location: try location(path))
  }

  fileprivate mutating func locatedList(_ path: String) throws(BinaryError) -> [Located<String>] {
    try list { reader throws(BinaryError) in try reader.located(path) }
  }

  fileprivate mutating func optionalLocated(
    _ path: String
  ) throws(BinaryError) -> Located<String>? {
    try optional { reader throws(BinaryError) in try reader.located(path) }
  }

  fileprivate mutating func pattern(_ path: String) throws(BinaryError) -> PatternSource {
    PatternSource(
      text: try string(), location: try location(path), indent: try integer(),
      isDoubleQuoted: try bool())
  }

  fileprivate mutating func value() throws(BinaryError) -> Value {
    guard let value = try? readJSON(Array(try slice())) else { throw BinaryError() }
    return value
  }

  fileprivate mutating func day() throws(BinaryError) -> Day {
    Day(daysSinceEpoch: try integer())
  }

  fileprivate mutating func dictionary() throws(BinaryError) -> [String: String] {
    let pairs = try list { reader throws(BinaryError) in (try reader.string(), try reader.string())
    }
    return Dictionary(pairs) { $1 }
  }

  fileprivate mutating func dayRule(_ path: String) throws(BinaryError) -> DayRule {
    var rule = DayRule()
    rule.number = try optionalLocated(path)
    rule.anchors = try list { reader throws(BinaryError) in
      DayRule.Anchor(number: try reader.integer(), day: try reader.day())
    }
    rule.everyDays = try integer()
    rule.skipsWeekends = try bool()
    rule.date = try optionalLocated(path)
    rule.formats = try list { reader throws(BinaryError) in
      guard let format = DateFormat(try reader.string()) else { throw BinaryError() }
      return format
    }
    return rule
  }

  fileprivate mutating func variant(_ path: String) throws(BinaryError) -> RuleDefinition.Variant {
    var variant = RuleDefinition.Variant(name: try string(), match: try pattern(path))
    variant.each = try list { reader throws(BinaryError) in try reader.pattern(path) }
    variant.user = try optionalLocated(path)
    variant.since = try optional { reader throws(BinaryError) in try reader.day() }
    variant.until = try optional { reader throws(BinaryError) in try reader.day() }
    variant.daysBefore = try integer()
    variant.day = try optional { reader throws(BinaryError) in try reader.dayRule(path) }
    variant.fields = try fields(path)
    return variant
  }

  fileprivate mutating func fields(_ path: String) throws(BinaryError) -> [RuleDefinition.Field] {
    try list { reader throws(BinaryError) in
      let name = try reader.string()
      let location = try reader.location(path)
      return RuleDefinition.Field(
        name: name, operation: try reader.operation(path), otherwise: try reader.value(),
        keepsList: try reader.bool(), location: location)
    }
  }

  private mutating func operation(_ path: String) throws(BinaryError) -> Operation {
    switch try integer() {
    case 0: return .constant(try value())
    case 1: return .group(try locatedList(path), try conversion())
    case 2:
      return .count(try pattern(path), in: try optionalLocated(path), distinct: try bool())
    case 3: return .found(try pattern(path), in: try optionalLocated(path))
    case 4:
      return .list(
        try pattern(path), in: try optionalLocated(path), try conversion(), distinct: try bool(),
        try optional { reader throws(BinaryError) in try reader.choice() })
    case 5: return .field(try located(path))
    case 6:
      let cases = try list { reader throws(BinaryError) in
        Operation.Case(condition: try reader.condition(path), value: try reader.value())
      }
      return .cases(cases, otherwise: try value())
    case 7:
      return .sum(
        try list { reader throws(BinaryError) in
          Operation.Term(
            operation: try reader.operation(path), times: try reader.integer(),
            otherwise: try reader.value())
        })
    default: throw BinaryError()
    }
  }

  private mutating func condition(_ path: String) throws(BinaryError) -> Condition {
    switch try integer() {
    case 0: return .found(try pattern(path), in: try optionalLocated(path))
    case 1: return .compare(try located(path), try choice(), try value())
    case 2: return .all(try conditions(path))
    case 3: return .any(try conditions(path))
    case 4: return .not(try condition(path))
    default: throw BinaryError()
    }
  }

  private mutating func conditions(_ path: String) throws(BinaryError) -> [Condition] {
    try list { reader throws(BinaryError) in try reader.condition(path) }
  }

  private mutating func conversion() throws(BinaryError) -> Conversion {
    let kind: Conversion.Kind = try choice()
    let pairs = try list { reader throws(BinaryError) in
      (
        try reader.string(),
        try reader.optional { reader throws(BinaryError) in try reader.string() }
      )
    }
    return Conversion(kind: kind, map: Dictionary(pairs) { $1 })
  }

  fileprivate mutating func example(_ path: String) throws(BinaryError) -> RuleDefinition.Example {
    let name = try string()
    let text = try string()
    let variant = try optional { reader throws(BinaryError) in try reader.string() }
    let isDerived = try bool()
    let received = try optional { reader throws(BinaryError) in try reader.day() }
    guard let expected = try value().object else { throw BinaryError() }
    return RuleDefinition.Example(
      name: name, text: text, variant: variant, isDerived: isDerived, received: received,
      expected: expected, location: try location(path))
  }
}
