import Foundation

/// A way in which people and programs change a share when they paste it.
struct WayOfPasting: Sendable {
  enum Kind: Sendable {
    /// Everything that the share says is still there.
    case whole
    /// Another share is beside it, which must be read too.
    case accompanied
    /// A part is missing: nobody can read the rest, and nobody may take it for the whole.
    case cut
  }

  let name: String
  let kind: Kind
  /// The pasted text; `nil` when the way does not apply to the example. The second argument is
  /// another game's share.
  let paste: @Sendable (ShareExample, ShareExample) -> String?

  init(
    _ name: String, _ kind: Kind = .whole,
    _ paste: @escaping @Sendable (ShareExample, ShareExample) -> String?
  ) {
    self.name = name
    self.kind = kind
    self.paste = paste
  }

  static let all = lines + marks + blanks + symbols + words + company + cuts

  private static let lines = [
    Self("as it is") { example, _ in example.text },
    Self("Windows line breaks") { $0.joined("\r\n", $1) },
    Self("U+2028 line breaks") { $0.joined("\u{2028}", $1) },
    Self("<br/> before line breaks") { $0.joined("<br/>\n", $1) },
    Self("<br> for line breaks") { $0.joined("<br>", $1) },
    Self("flat: a blank for each line break") { $0.joined(" ", $1) },
    Self("double-spaced") { $0.joined("\n\n", $1) },
    Self("triple-spaced with blanks") { $0.joined("\n \n \n", $1) },
    Self("an empty line after the first") { example, _ in
      example.lines.count < 2 ? nil : example.replacing([0]) { $1 + "\n" }
    },
    Self("an empty line between rows") { example, _ in
      example.rows.count < 2 ? nil : example.replacing(example.rows.dropLast()) { $1 + "\n" }
    },
    Self("indented") { $0.eachLine($1) { "    " + $0 } },
    Self("blanks at line ends") { $0.eachLine($1) { $0 + " \t " } },
  ]

  private static let marks = [
    Self("quoted with '> '") { $0.eachLine($1) { "> " + $0 } },
    Self("quoted with '>'") { $0.eachLine($1) { ">" + $0 } },
    Self("quoted twice") { $0.eachLine($1) { "> > " + $0 } },
    Self("quoted with '&gt; '") { $0.eachLine($1) { "&gt; " + $0 } },
    Self("quoted with '| '") { $0.eachLine($1) { "| " + $0 } },
    Self("in a code fence") { example, _ in "```\n\(example.text)\n```" },
    Self("in a named code fence") { example, _ in "```text\n\(example.text)\n```" },
    Self("in back-ticks") { $0.eachLine($1) { $0.isEmpty ? $0 : "`\($0)`" } },
    Self("behind spoiler bars") { example, _ in "||\(example.text)||" },
    Self("after a bullet") { example, _ in "- \(example.text)" },
    Self("a bullet on each line") { $0.eachLine($1) { "• " + $0 } },
    Self("in parentheses") { example, _ in "(\(example.text))" },
    Self("in quotation marks") { example, _ in "“\(example.text)”" },
    Self("first line **bold**") { example, _ in example.replacing([0]) { "**\($1)**" } },
    Self("first line *bold*") { example, _ in example.replacing([0]) { "*\($1)*" } },
    Self("first line __bold__") { example, _ in example.replacing([0]) { "__\($1)__" } },
    Self("first line _italic_") { example, _ in example.replacing([0]) { "_\($1)_" } },
    Self("first line a heading") { example, _ in "## \(example.text)" },
    Self("all lines **bold**") { $0.eachLine($1) { $0.isEmpty ? $0 : "**\($0)**" } },
    Self("all *bold*") { example, _ in "*\(example.text)*" },
  ]

  private static let blanks = [
    Self("no-break spaces") { $0.blanks("\u{A0}", $1) },
    Self("thin spaces") { $0.blanks("\u{2009}", $1) },
    Self("narrow no-break spaces") { $0.blanks("\u{202F}", $1) },
    Self("ideographic spaces") { $0.blanks("\u{3000}", $1) },
    Self("em spaces") { $0.blanks("\u{2003}", $1) },
    Self("tabs for blanks") { $0.blanks("\t", $1) },
    Self("two blanks for one") { $0.blanks("  ", $1) },
    Self("left-to-right marks") { $0.eachLine($1) { "\u{200E}" + $0 } },
    Self("isolates around lines") { $0.eachLine($1) { "\u{2068}\($0)\u{2069}" } },
    Self("right-to-left embedding") { example, _ in "\u{202B}\(example.text)\u{202C}" },
    Self("zero-width spaces at line ends") { $0.eachLine($1) { $0 + "\u{200B}" } },
    Self("a zero-width joiner at line ends") { $0.eachLine($1) { $0 + "\u{200D}" } },
    Self("a byte order mark") { example, _ in "\u{FEFF}" + example.text },
  ]

  private static let company = [
    Self("twice") { example, _ in "\(example.text)\n\n\(example.text)" },
    Self("before another share", .accompanied) { "\($0.text)\n\n\($1.text)" },
    Self("right before another share", .accompanied) { "\($0.text)\n\($1.text)" },
    Self("after another share", .accompanied) { "\($1.text)\n\n\($0.text)" },
    Self("flat, before another share", .accompanied) { example, other in
      (example.text + "\n" + other.text).replacing("\n", with: " ")
    },
  ]

  private static let cuts = [
    Self("cut after the first line", .cut) { example, _ in
      example.lines.count < 2 ? nil : example.lines[0]
    },
    Self("cut in the middle of the grid", .cut) { $0.keepingRows($0.rows.count / 2, $1) },
    Self("cut before the last row", .cut) { $0.keepingRows($0.rows.count - 1, $1) },
    Self("cut after the grid", .cut) { $0.keepingRows($0.rows.count, $1) },
    Self("cut at half", .cut) { example, _ in
      String(example.text.prefix(example.text.count / 2))
    },
    Self("cut at half with an ellipsis", .cut) { example, _ in
      String(example.text.prefix(example.text.count / 2)) + "…"
    },
    Self("cut at 40 characters, flat", .cut) { example, _ in
      example.text.count < 44
        ? nil : example.text.prefix(40).replacing("\n", with: " ") + "…"
    },
    Self("without the last line", .cut) { example, _ in
      example.lines.count < 2 ? nil : example.lines.dropLast().joined(separator: "\n")
    },
  ]
}

extension ShareExample {
  /// The text with another separator between its lines.
  fileprivate func joined(_ separator: String, _: ShareExample) -> String? {
    lines.count < 2 ? nil : lines.joined(separator: separator)
  }

  fileprivate func eachLine(_: ShareExample, _ change: (String) -> String) -> String? {
    lines.map(change).joined(separator: "\n")
  }

  fileprivate func blanks(_ blank: String, _: ShareExample) -> String? {
    mapping([" ": blank])
  }

  /// The text up to some of its rows; `nil` when nothing is cut off.
  fileprivate func keepingRows(_ count: Int, _: ShareExample) -> String? {
    guard rows.count > 1, count > 0 else { return nil }
    let end = rows[count - 1]
    return end == lines.count - 1 ? nil : lines[...end].joined(separator: "\n")
  }
}
