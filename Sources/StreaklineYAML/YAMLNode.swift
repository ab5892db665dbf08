package import StreaklineCore
internal import Yams

/// A node of a YAML file that knows its location, so that every problem points at the right line.
///
/// Files are walked node by node and never decoded into types: this keeps the location of unknown
/// keys, wrong types and errors inside a pattern. YAML 1.1's surprises (`yes`, `012`, `1:30`) cannot
/// happen, because a scalar stays text until the reader of its key converts it.
package struct YAMLNode {
  /// How a scalar is written.
  package enum Style: Hashable, Sendable {
    case plain, singleQuoted, doubleQuoted
    /// A block that starts with `|` or `>`; its text starts on the next line.
    case block
  }

  let node: Node
  /// Whether the texts of the node and those below it have letters in place of signs.
  let isOutline: Bool
  package let document: SourceText

  package var location: Problem.Location {
    document.location(node.mark)
  }

  /// The scalar's text, or `nil` for a mapping or a list.
  package var text: String? {
    node.scalar.map { isOutline ? Outline.restored($0.string) : $0.string }
  }

  /// How the scalar is written, or `nil` for a mapping or a list.
  package var style: Style? {
    switch node.scalar?.style {
    case nil: nil
    case .literal, .folded: .block
    case .singleQuoted: .singleQuoted
    case .doubleQuoted: .doubleQuoted
    default: .plain
    }
  }

  /// The list's elements, or `nil` when the node is not a list.
  package var elements: [YAMLNode]? {
    node.sequence.map { $0.map(child) }
  }

  /// Keys with their values, or `nil` when the node is not a mapping.
  package var members: [(key: YAMLNode, value: YAMLNode)]? {
    node.mapping.map { mapping in
      mapping.map { (child($0.key), child($0.value)) }
    }
  }

  private func child(_ node: Node) -> YAMLNode {
    YAMLNode(node: node, isOutline: isOutline, document: document)
  }

  /// The scalar's text and location, or `nil` for a mapping or a list.
  package var located: Located<String>? {
    text.map { Located(value: $0, location: location) }
  }

  /// The scalar as a value: null, true, false, a decimal number, or text. Quoted scalars are text.
  package var scalarValue: Value? {
    guard let text else { return elements.map { .list($0.compactMap(\.scalarValue)) } }
    if style == .singleQuoted || style == .doubleQuoted { return .string(text) }
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
}
