internal import StreaklineCore
internal import StreaklineYAML

extension YAMLReader {
  mutating func day(_ node: YAMLNode) -> Day? {
    if let value = node.text.flatMap({ Day(iso: $0) }) { return value }
    report("R006", "expected a date here", at: node.location, help: "write it as 2021-06-19")
    return nil
  }

  mutating func pattern(_ node: YAMLNode) -> PatternSource? {
    if let source = PatternSource(node) { return source }
    report("R006", "expected a pattern here", at: node.location)
    return nil
  }
}

extension PatternSource {
  /// The scalar as a pattern, with the location of its first character; `nil` for other nodes.
  init?(_ node: YAMLNode) {
    guard let text = node.text, let style = node.style else { return nil }
    var location = node.location
    switch style {
    case .plain:
      self.init(text: text, location: location)
    case .singleQuoted, .doubleQuoted:
      location.column += 1
      let line = node.document.line(location.line).unicodeScalars.dropFirst(location.column - 1)
      self.init(
        text: text, location: location,
        isDoubleQuoted: style == .doubleQuoted && line.contains("\\"))
    case .block:
      location.line += 1
      let indent = node.document.line(location.line).prefix { $0 == " " }.count
      location.column = indent + 1
      self.init(text: text, location: location, indent: indent)
    }
  }
}
