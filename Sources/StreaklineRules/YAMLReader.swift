package import StreaklineCore
internal import Yams

/// Reads a YAML file by walking its nodes and gathers everything that is wrong with its shape.
package struct YAMLReader {
  static let largestFile = 262_144
  private static let deepest = 16
  private static let mostNodes = 10_000

  package private(set) var problems: [Problem] = []
  let document: SourceText

  /// - Parameter path: The file's name in messages.
  package init(path: String, text: String) {
    document = SourceText(path: path, text: text)
  }

  /// The file's first line, for problems of the whole file.
  package var start: Problem.Location { Problem.Location(file: document.path) }

  package mutating func report(
    _ code: String, _ summary: String, at location: Problem.Location, help: String? = nil
  ) {
    problems.append(
      Problem(
        code, summary, at: location, sourceLine: document.line(location.line), help: help))
  }

  /// The file's root node; `nil` when it is no plain YAML.
  package mutating func root() -> YAMLNode? {
    let text = document.text
    guard text.utf8.count <= Self.largestFile else {
      report("R004", "the file is larger than 256 KiB", at: start)
      return nil
    }
    guard !text.unicodeScalars.contains("\u{FFFD}") else {
      report("R004", "the file is not UTF-8", at: start, help: "save it as UTF-8")
      return nil
    }
    do {
      guard let node = try Yams.compose(yaml: text, .basic, Constructor([:], [:], [:])) else {
        report("R004", "the file is empty", at: start, help: "RULES §1 shows a complete file")
        return nil
      }
      var count = 0
      guard isPlain(node, depth: 0, count: &count) else { return nil }
      return YAMLNode(node: node, document: document)
    } catch let error as YamlError {
      reportSyntax(error)
    } catch {
      report("R004", "not readable as YAML: \(error)", at: start)
    }
    return nil
  }

  private mutating func reportSyntax(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      if problem.contains("escape") {
        report(
          "R103", "double quotes: YAML eats backslashes", at: document.location(mark),
          help: "write a pattern in single quotes or as a block (|)")
        return
      }
      report(
        "R004", "not readable as YAML: \(problem)", at: document.location(mark),
        help: "look at the quotes, brackets and indentation here and on the line above")
    case .duplicatedKeysInMapping(let duplicates, let context):
      report(
        "R004", "the key \(duplicates.joined(separator: ", ")) stands here twice",
        at: document.location(context.mark))
    default:
      report("R004", "not readable as YAML: \(error)", at: start)
    }
  }

  /// Anchors, aliases, tags and deep nesting have no use in a rule and can blow up a reader.
  private mutating func isPlain(_ node: Node, depth: Int, count: inout Int) -> Bool {
    count += 1
    guard depth <= Self.deepest, count <= Self.mostNodes else {
      report("R005", "the file is nested too deeply or has too many nodes", at: start)
      return false
    }
    if let mark = node.mark, let sign = document.character(at: mark),
      "&*!".unicodeScalars.contains(sign)
    {
      report(
        "R005", "anchors, aliases and tags are not allowed", at: document.location(mark),
        help: "write the value out; quote a text that begins with & * or !")
      return false
    }
    switch node {
    case .mapping(let mapping):
      for (key, value) in mapping {
        guard isPlain(key, depth: depth + 1, count: &count),
          isPlain(value, depth: depth + 1, count: &count)
        else { return false }
        if key.scalar?.string == "<<" {
          report("R005", "merge keys are not allowed", at: document.location(key.mark))
          return false
        }
      }
    case .sequence(let sequence):
      for element in sequence where !isPlain(element, depth: depth + 1, count: &count) {
        return false
      }
    case .scalar, .alias:
      break
    }
    return true
  }
}

// MARK: - Reading single values

extension YAMLReader {
  /// Hands every member to `read`; reports a key that `read` does not know.
  package mutating func readMembers(
    of node: YAMLNode, keys: [String],
    _ read: (inout YAMLReader, _ key: String, _ value: YAMLNode) -> Void
  ) {
    guard let members = node.members else {
      report("R006", "expected keys and values here", at: node.location)
      return
    }
    for (key, value) in members {
      guard let name = key.text, keys.contains(name) else {
        let name = key.text ?? "?"
        report(
          "R001", "unknown key '\(name)'", at: key.location,
          help: suggestion(for: name, among: keys)
            ?? "the keys here are \(keys.joined(separator: ", "))")
        continue
      }
      read(&self, name, value)
    }
  }

  package mutating func string(_ node: YAMLNode) -> String? {
    if let text = node.text { return text }
    report("R006", "expected a text here", at: node.location)
    return nil
  }

  package mutating func located(_ node: YAMLNode) -> Located<String>? {
    string(node).map { Located(value: $0, location: node.location) }
  }

  package mutating func integer(_ node: YAMLNode) -> Int? {
    if let value = node.scalarValue?.int { return value }
    report("R006", "expected a whole number here", at: node.location)
    return nil
  }

  package mutating func truth(_ node: YAMLNode) -> Bool? {
    if let value = node.scalarValue?.bool { return value }
    report("R006", "expected true or false here", at: node.location)
    return nil
  }

  mutating func day(_ node: YAMLNode) -> Day? {
    if let value = node.text.flatMap({ Day(iso: $0) }) { return value }
    report("R006", "expected a date here", at: node.location, help: "write it as 2021-06-19")
    return nil
  }

  mutating func pattern(_ node: YAMLNode) -> PatternSource? {
    if let source = node.pattern { return source }
    report("R006", "expected a pattern here", at: node.location)
    return nil
  }

  package mutating func elements(_ node: YAMLNode) -> [YAMLNode] {
    if let elements = node.elements { return elements }
    report("R006", "expected a list here", at: node.location, help: "begin each element with '- '")
    return []
  }

  /// A list, or a single value that stands for a list of one.
  package mutating func oneOrMore(_ node: YAMLNode) -> [YAMLNode] {
    node.elements ?? [node]
  }

  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: YAMLNode, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let text = string(node) else { return nil }
    if let value = Choice(rawValue: text) { return value }
    let names = Choice.allCases.map(\.rawValue)
    report(
      "R006", "'\(text)' is not one of \(names.joined(separator: ", "))", at: node.location,
      help: suggestion(for: text, among: names))
    return nil
  }
}

/// "did you mean 'x'?" for the nearest known name, if one is near enough.
package func suggestion(for name: String, among known: [String]) -> String? {
  let nearest = known.map { ($0, editDistance(name, $0)) }.min { $0.1 < $1.1 }
  guard let (candidate, distance) = nearest, distance <= max(1, name.count / 3) else { return nil }
  return "did you mean '\(candidate)'?"
}

/// Levenshtein distance: how many characters must be inserted, deleted or replaced.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right.prefix(64))
  var row = Array(0...right.count)
  for (index, character) in left.prefix(64).enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for (column, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[right.count]
}
