package import StreaklineCore

extension YAMLReader {
  /// Passes every member of a mapping to `read` and reports every key that is not in `keys`.
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

  /// A text that is shown to people as a name: without control characters, which a terminal would obey.
  package mutating func name(_ node: YAMLNode) -> String? {
    guard let text = string(node) else { return nil }
    if text.allSatisfy(\.isWhitespace) {
      report(
        "R006", "a name is not empty", at: node.location, help: "write a word that people can read")
    }
    if text.unicodeScalars.contains(where: isTerminalControl) {
      report(
        "R006", "a name must not have control characters", at: node.location,
        help: "write it without line breaks, escapes and marks of direction")
    }
    return text
  }

  package mutating func located(_ node: YAMLNode) -> Located<String>? {
    string(node).map { Located(value: $0, location: node.location) }
  }

  package mutating func integer(_ node: YAMLNode) -> Int? {
    if let value = node.scalarValue?.int { return value }
    report("R006", "expected a whole number here", at: node.location)
    return nil
  }

  package mutating func integer(_ node: YAMLNode, atLeast minimum: Int) -> Int? {
    guard let value = integer(node) else { return nil }
    if value >= minimum { return value }
    report(
      "R006", "\(value) has no meaning here", at: node.location,
      help: "the smallest number here is \(minimum)")
    return nil
  }

  /// Keys and values whose keys the author chooses.
  package mutating func members(_ node: YAMLNode) -> [(key: YAMLNode, value: YAMLNode)] {
    if let members = node.members { return members }
    report("R006", "expected keys and values here", at: node.location, help: "such as {X: null}")
    return []
  }

  package mutating func truth(_ node: YAMLNode) -> Bool? {
    if let value = node.scalarValue?.bool { return value }
    report("R006", "expected true or false here", at: node.location)
    return nil
  }

  package mutating func elements(_ node: YAMLNode) -> [YAMLNode] {
    if let elements = node.elements { return elements }
    report("R006", "expected a list here", at: node.location, help: "start each element with '- '")
    return []
  }

  /// The elements of a list that has at least one.
  package mutating func someElements(_ node: YAMLNode) -> [YAMLNode] {
    let elements = elements(node)
    if node.elements?.isEmpty == true {
      report(
        "R006", "expected at least one element here", at: node.location,
        help: "write one, or leave the key out")
    }
    return elements
  }

  /// The elements of a list; a node that is not a list counts as a list of one.
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
