package import StreaklineCore
internal import Yams

/// A node of a file with its place, so that every problem points at the right line.
///
/// The file is walked as YAML gives it, never decoded into types: unknown keys, wrong types and
/// regex errors keep their positions. YAML 1.1's surprises (`yes`, `012`, `1:30`) do not arise,
/// because a scalar stays text until a key says what it should be.
package struct YAMLNode {
  let node: Node
  let document: SourceText

  package var location: Problem.Location {
    document.location(node.mark)
  }

  /// The scalar's text, or `nil` for a mapping or a list.
  package var text: String? { node.scalar?.string }

  /// The list's elements, or `nil` when the node is no list.
  package var elements: [YAMLNode]? {
    node.sequence.map { $0.map { YAMLNode(node: $0, document: document) } }
  }

  /// Keys with their values, or `nil` when the node is no mapping.
  package var members: [(key: YAMLNode, value: YAMLNode)]? {
    node.mapping.map { mapping in
      mapping.map {
        (YAMLNode(node: $0.key, document: document), YAMLNode(node: $0.value, document: document))
      }
    }
  }

  /// Whether the scalar is written in quotes, so that `"6"` stays text.
  var isQuoted: Bool {
    node.scalar.map { $0.style == .singleQuoted || $0.style == .doubleQuoted } ?? false
  }

  var located: Located<String>? {
    text.map { Located(value: $0, location: location) }
  }

  /// The scalar as a value: null, true, false, a decimal number, or text.
  package var scalarValue: Value? {
    guard let text else { return elements.map { .list($0.compactMap(\.scalarValue)) } }
    if isQuoted { return .string(text) }
    switch text {
    case "null", "~", "": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default: break
    }
    let isNumber = text.allSatisfy { ("0"..."9").contains($0) || "-.".contains($0) }
    if isNumber, let int = Int(text) { return .int(int) }
    if isNumber, text.contains("."), let double = Double(text) { return .double(double) }
    return .string(text)
  }

  /// The scalar as a pattern, with the place of its first character.
  var pattern: PatternSource? {
    guard let scalar = node.scalar else { return nil }
    var place = location
    switch scalar.style {
    case .literal, .folded:
      place.line += 1
      let indent = document.line(place.line).prefix { $0 == " " }.count
      place.column = indent + 1
      return PatternSource(text: scalar.string, location: place, indent: indent)
    case .singleQuoted, .doubleQuoted:
      place.column += 1
      return PatternSource(
        text: scalar.string, location: place, isDoubleQuoted: scalar.style == .doubleQuoted)
    default:
      return PatternSource(text: scalar.string, location: place)
    }
  }
}

/// A file's text, taken apart into lines for messages.
struct SourceText {
  let path: String
  let text: String
  private let lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func location(_ mark: Mark?) -> Problem.Location {
    Problem.Location(file: path, line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  /// A line counted from 1; empty when there is none.
  func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? String(lines[number - 1]) : ""
  }

  /// The character at a mark, to tell anchors, aliases and tags.
  func character(at mark: Mark) -> Unicode.Scalar? {
    line(mark.line).unicodeScalars.dropFirst(mark.column - 1).first
  }
}
