internal import StreaklineCore
internal import StreaklineYAML

/// The keys of a rule file.
private enum RuleKey: String, CaseIterable {
  case format, game, name, id, record, version, homepage, source, scoring, begins, contains
  case ignoresCase, glued, priority
  case puzzle, mode, define, variants, fields, check, examples, reject

  static let needed: [RuleKey] = [
    .format, .game, .name, .id, .record, .puzzle, .variants, .fields, .examples,
  ]

  /// How the key is written, where that is not plain.
  var example: String? {
    switch self {
    case .id: "make one with uuidgen: id: 1661456a-0f76-4b8f-95c2-9cd2df308851"
    case .puzzle:
      "say where the day comes from: puzzle: {number: group, anchors: [{number: 1, date: 2022-01-22}]}, or puzzle: {date: received}"
    default: nil
    }
  }
}

extension YAMLReader {
  /// Reads the file as a rule. The result is usable only when no problem was reported.
  mutating func rule() -> RuleDefinition {
    var rule = RuleDefinition(path: document.path)
    guard let root = root() else { return rule }
    var seen: Set<RuleKey> = []
    readMembers(of: root, keys: RuleKey.allCases.map(\.rawValue)) { reader, name, value in
      guard let key = RuleKey(rawValue: name) else { return }
      seen.insert(key)
      reader.readKey(key, value, into: &rule)
    }
    if rule.ignoresCase { rule.spellLiterals() }
    for key in RuleKey.needed where !seen.contains(key) {
      report("R007", "the key '\(key)' is missing", at: start, help: key.example)
    }
    if !seen.contains(.begins) && !seen.contains(.contains) {
      report(
        "R007", "the file has neither 'begins' nor 'contains'", at: start,
        help: "name the literal text that every share starts with")
    }
    if problems.isEmpty {
      checkWhole(rule)
    }
    return rule
  }

  private mutating func readKey(_ key: RuleKey, _ value: YAMLNode, into rule: inout RuleDefinition)
  {
    switch key {
    case .format: readFormat(value)
    case .game: rule.game = slug(value)
    case .name: rule.name = name(value) ?? ""
    case .id: rule.id = uuid(value)
    case .record: rule.record = recordType(value) ?? .gameResult
    case .version: rule.version = integer(value, atLeast: 1) ?? 1
    case .homepage: rule.homepage = homepage(value)
    case .source: rule.source = source(value)
    case .scoring: rule.scoring = choice(value, Scoring.self)
    case .begins, .contains: readLiterals(value, searches: key == .contains, into: &rule)
    case .ignoresCase: rule.ignoresCase = truth(value) ?? false
    case .glued: rule.isGlued = truth(value) ?? false
    case .priority: rule.priority = integer(value) ?? 100
    case .puzzle: rule.day = dayRule(value)
    case .mode: rule.mode = modeRule(value)
    case .define: rule.definitions = definitions(value)
    case .variants: rule.variants = variants(value)
    case .fields: rule.fields = fields(value)
    case .check: rule.agreements = elements(value).compactMap { agreement($0) }
    case .examples: rule.examples = someElements(value).compactMap { example($0) }
    case .reject: rule.rejects = elements(value).compactMap { located($0) }
    }
  }

  private mutating func readFormat(_ node: YAMLNode) {
    if let format = integer(node), format != 1 {
      report(
        "R008", "format \(format) is not known", at: node.location,
        help: "this version of the program reads format 1")
    }
  }

  private mutating func homepage(_ node: YAMLNode) -> String? {
    let address = name(node)
    if let address, !address.hasPrefix("https://"), !address.hasPrefix("http://") {
      report(
        "R006", "'\(address)' is not an address", at: node.location, help: "start it with https://")
    }
    return address
  }

  private mutating func source(_ node: YAMLNode) -> String? {
    guard let source = name(node) else { return nil }
    guard source.utf8.count <= Self.maximumSource, !source.contains(where: \.isNewline) else {
      report(
        "R006", "the source is longer than \(Self.maximumSource) bytes or has several lines",
        at: node.location, help: "write an address, or who keeps the file")
      return nil
    }
    return source
  }

  private static let maximumSource = 500

  private mutating func slug(_ node: YAMLNode) -> String {
    let slug = string(node) ?? ""
    if !isSlug(slug) {
      report(
        "R002", "'\(slug)' is not a slug", at: node.location,
        help: "use small letters, digits and hyphens, at most 64")
    } else if let reason = reservedSlugs[slug] {
      report(
        "R002", "the slug '\(slug)' is reserved: \(reason)", at: node.location,
        help: "give the game another slug, and its file that name")
    } else if !document.path.isEmpty, slugOfPath(document.path) != slug {
      report(
        "R002", "the slug '\(slug)' is not the file's name", at: node.location,
        help: "name the file \(slug).yaml or the game \(slugOfPath(document.path))")
    }
    return slug
  }

  private mutating func uuid(_ node: YAMLNode) -> String {
    let text = string(node) ?? ""
    guard let id = UniqueID(text) else {
      report(
        "R006", "'\(text)' is not a UUID", at: node.location,
        help: "make one with uuidgen and never change it")
      return ""
    }
    return id.description
  }

  private mutating func recordType(_ node: YAMLNode) -> RecordType? {
    guard let name = string(node) else { return nil }
    if let type = RecordSchema.shares[name] { return type }
    let names = RecordSchema.shares.types.map(\.name)
    report(
      "R006", "'\(name)' is not a record type", at: node.location,
      help: suggestion(for: name, among: names) ?? "the types are \(names.joined(separator: ", "))")
    return nil
  }

  private mutating func readLiterals(
    _ node: YAMLNode, searches: Bool, into rule: inout RuleDefinition
  ) {
    if !rule.literals.isEmpty {
      report("R007", "a file has either 'begins' or 'contains'", at: node.location)
    }
    rule.searches = searches
    rule.literals = elements(node).compactMap { located($0) }
    if rule.literals.isEmpty {
      report("R006", "expected at least one literal here", at: node.location)
    }
    for literal in rule.literals
    where LiteralScanner.key(of: literal.value).count < LiteralScanner.minimumKeyLength {
      report(
        "R009", "'\(literal.value)' has fewer than three bytes before its first blank",
        at: literal.location,
        help: "use a longer literal, or contains: with a text from elsewhere in the share")
    }
  }

  private mutating func modeRule(_ node: YAMLNode) -> ModeRule? {
    var group: Located<String>?
    var map: [String: String] = [:]
    readMembers(of: node, keys: ["group", "map"]) { reader, key, value in
      if key == "group" {
        group = reader.located(value)
      } else {
        for (captured, mode) in reader.members(value) {
          map[captured.text ?? ""] = reader.name(mode) ?? ""
        }
      }
    }
    guard let group else {
      report("R007", "the key 'group' is missing", at: node.location)
      return nil
    }
    return ModeRule(group: group, map: map)
  }

  private mutating func definitions(_ node: YAMLNode) -> [String: String] {
    var definitions: [String: String] = [:]
    for (key, value) in members(node) {
      guard let name = key.text, let body = string(value) else { continue }
      if Pattern.shared[name] != nil {
        report(
          "R102", "(?&\(name)) is a shared sub-pattern", at: key.location, help: "use another name"
        )
      }
      definitions[name] = body
    }
    return definitions
  }

  private mutating func agreement(_ node: YAMLNode) -> [Located<String>]? {
    var names: [Located<String>] = []
    readMembers(of: node, keys: ["agree"]) { reader, _, value in
      names = reader.elements(value).compactMap { reader.located($0) }
    }
    if names.count != 2 {
      report("R006", "expected two fields here", at: node.location, help: "agree: [score, rows]")
      return nil
    }
    if names[0].value == names[1].value {
      report(
        "R006", "'\(names[1].value)' always agrees with itself", at: names[1].location,
        help: "name two fields that are read in different ways")
    }
    return names
  }

  private mutating func variants(_ node: YAMLNode) -> [RuleDefinition.Variant] {
    var variants: [RuleDefinition.Variant] = []
    for element in someElements(node) {
      guard let variant = variant(element) else { continue }
      if variants.contains(where: { $0.name == variant.name }) {
        report(
          "R006", "another variant is called '\(variant.name)'", at: element.location,
          help: "give each variant a name of its own; records hold it")
      }
      if let since = variant.since, let until = variant.until, until < since {
        report(
          "R006", "the variant ends (\(until.iso)) before it starts (\(since.iso))",
          at: element.location, help: "since: is its first day, until: its last one")
      }
      variants.append(variant)
    }
    return variants
  }

  private mutating func variant(_ node: YAMLNode) -> RuleDefinition.Variant? {
    let before = problems.count
    var name: String?
    var match: PatternSource?
    var rest = RuleDefinition.Variant(
      name: "", match: PatternSource(text: "", location: node.location))
    let keys = [
      "name", "match", "each", "user", "since", "until", "daysBefore", "puzzle", "fields",
    ]
    readMembers(of: node, keys: keys) { reader, key, value in
      switch key {
      case "name": name = reader.name(value)
      case "match": match = reader.pattern(value)
      case "each": rest.each = reader.oneOrMore(value).compactMap { reader.pattern($0) }
      case "user": rest.user = reader.group(of: value)
      case "since": rest.since = reader.day(value)
      case "until": rest.until = reader.day(value)
      case "daysBefore": rest.daysBefore = reader.integer(value, atLeast: 0) ?? 0
      case "puzzle": rest.day = reader.dayRule(value)
      default: rest.fields = reader.fields(value)
      }
    }
    guard let name, let match else {
      // A misspelt key is reported already.
      if problems.count > before { return nil }
      report("R007", "a variant has a 'name' and a 'match'", at: node.location)
      return nil
    }
    rest.name = name
    rest.match = match
    return rest
  }

  /// `{group: name}`.
  private mutating func group(of node: YAMLNode) -> Located<String>? {
    var group: Located<String>?
    readMembers(of: node, keys: ["group"]) { reader, _, value in group = reader.located(value) }
    return group
  }

  private mutating func example(_ node: YAMLNode) -> RuleDefinition.Example? {
    var text: String?
    var example = RuleDefinition.Example(name: "", text: "", expected: [:], location: node.location)
    let before = problems.count
    let keys = ["name", "text", "variant", "derived", "received", "expect"]
    readMembers(of: node, keys: keys) { reader, key, value in
      switch key {
      case "name": example.name = reader.name(value) ?? ""
      case "text": text = reader.string(value)
      case "variant": example.variant = reader.name(value)
      case "received": example.received = reader.day(value)
      case "derived": example.isDerived = reader.truth(value) ?? false
      default: example.expected = reader.expectation(value)
      }
    }
    guard let text, !example.name.isEmpty else {
      if problems.count > before { return nil }
      report("R007", "an example has a 'name' and a 'text'", at: node.location)
      return nil
    }
    example.text = text
    return example
  }

  private mutating func expectation(_ node: YAMLNode) -> Fields {
    var fields = Fields()
    guard let members = node.members else {
      report("R006", "expected field names and values here", at: node.location)
      return fields
    }
    for (key, value) in members {
      fields[key.text ?? ""] = value.scalarValue ?? .null
    }
    return fields
  }
}

/// Slugs that no game can have, and why.
private let reservedSlugs = [
  HabitDay.game: "the days of habits are stored under it",
  "all": "in files of pipelines it means all games",
]

/// Whether the text can name a game and so a file: `[a-z0-9][a-z0-9-]{0,63}`.
package func isSlug(_ text: String) -> Bool {
  let isLetterOrDigit = { (byte: UInt8) in
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }
  return (1...64).contains(text.utf8.count) && text.utf8.first.map(isLetterOrDigit) == true
    && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
}

/// `Parsers/wordle.yaml` → `wordle`.
package func slugOfPath(_ path: String) -> String {
  let name = path.split(separator: "/").last.map(String.init) ?? ""
  return name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name
}
