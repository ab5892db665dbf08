import Foundation

extension WayOfPasting {
  static let words = [
    Self("words after rows") { example, _ in
      example.rows.isEmpty ? nil : example.replacing(example.rows) { "\($1) \(remarks[$0 % 4])" }
    },
    Self("words after the first row") { example, _ in
      example.rows.isEmpty ? nil : example.replacing([example.rows[0]]) { "\($1) not bad!" }
    },
    Self("words before rows") { example, _ in
      example.rows.isEmpty ? nil : example.replacing(example.rows) { "\(guesses[$0 % 4]) \($1)" }
    },
    Self("words before the share") { example, _ in "Today: \(example.text)" },
    Self("words after the first line") { example, _ in
      example.lines.count < 2 ? nil : example.replacing([0]) { "\($1) phew, close one 😅" }
    },
    Self("words after the share") { example, _ in "\(example.text) phew, that was hard" },
    Self("a smiley after the share") { example, _ in "\(example.text) 😅" },
    Self("a sender before the share") { example, _ in "Ana: \(example.text)" },
    Self("a line before the share") { example, _ in "How did you all do?\n\(example.text)" },
    Self("a line after the first") { example, _ in
      example.lines.count < 2 ? nil : example.replacing([0]) { "\($1)\nugh, that one was hard 😅" }
    },
    Self("a line before the grid") { example, _ in
      guard let first = example.rows.first, first > 0 else { return nil }
      return example.replacing([first]) { "so close!\n\($1)" }
    },
    Self("a line between rows") { example, _ in
      example.rows.count < 2
        ? nil : example.replacing([example.rows[1]]) { "here it got weird\n\($1)" }
    },
    Self("a line after the share") { example, _ in "\(example.text)\nThat took me 12 minutes!" },
    Self("a line after, behind an empty one") { example, _ in "\(example.text)\n\n3 days in a row"
    },
    Self("'Forwarded' above") { example, _ in "Forwarded message\n\(example.text)" },
  ]

  private static let remarks = ["AUDIO", "close one", "😅", "what a guess, really"]
  private static let guesses = ["CRANE", "audio:", "oh", "STONE -"]

  static let symbols = [
    Self("short names of Slack") { example, _ in example.shortNames(column: 1) },
    Self("short names of Discord") { example, _ in example.shortNames(column: 2) },
    Self("without U+FE0F") { example, _ in example.mapping(["\u{FE0F}": ""]) },
    Self("with U+FE0F after each symbol") { example, _ in
      example.symbols { String($0) + "\u{FE0F}" }
    },
    Self("with U+FE0E after each symbol") { example, _ in
      example.symbols { String($0) + "\u{FE0E}" }
    },
    Self("HTML's numbers for symbols") { example, _ in example.symbols { "&#\($0.value);" } },
    Self("HTML's hexadecimal numbers for symbols") { example, _ in
      example.symbols { "&#x\(String($0.value, radix: 16));" }
    },
    Self("HTML's names") { example, _ in
      example.mapping([
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", "\"": "&quot;", "\u{A0}": "&nbsp;",
        "’": "&rsquo;", "“": "&ldquo;", "”": "&rdquo;", "–": "&ndash;", "—": "&mdash;",
      ])
    },
    Self("typographic quotes") { example, _ in
      example.typographic()
    },
    Self("plain quotes") { example, _ in example.mapping(["’": "'", "“": "\"", "”": "\""]) },
    Self("decomposed letters") { example, _ in
      let text = example.text.decomposedStringWithCanonicalMapping
      return Array(text.utf8) == Array(example.text.utf8) ? nil : text
    },
    Self("Arabic digits") { example, _ in example.digits(0x0660) },
    Self("Persian digits") { example, _ in example.digits(0x06F0) },
    Self("Devanagari digits") { example, _ in example.digits(0x0966) },
    Self("full-width digits") { example, _ in example.digits(0xFF10) },
  ]
}

extension ShareExample {
  /// Emoji, and the chats' names for them: Slack's and Discord's, separated by tabs.
  private static let names: [[Substring]] = {
    let url = Tool.root.appending(path: "Fixtures/short-names.tsv")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    // The longer ones first: 🧙 is a part of 🧙‍♂.
    return text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }.sorted { $0[0].unicodeScalars.count > $1[0].unicodeScalars.count }
  }()

  fileprivate func shortNames(column: Int) -> String? {
    var named = text.replacing("\u{FE0F}", with: "")
    for line in Self.names where line.count == 3 {
      guard let name = line[column].split(separator: " ").first else { continue }
      named = String(
        String.UnicodeScalarView(named.unicodeScalars).replacing(
          Array(line[0].unicodeScalars), with: Array(":\(name):".unicodeScalars)))
    }
    return named == text.replacing("\u{FE0F}", with: "") ? nil : named
  }

  /// The text with the quotation marks that a phone types.
  fileprivate func typographic() -> String? {
    var isOpen = false
    let changed = text.map { character -> Character in
      if character == "'" { return "’" }
      guard character == "\"" else { return character }
      isOpen.toggle()
      return isOpen ? "“" : "”"
    }
    return String(changed) == text ? nil : String(changed)
  }

  /// The text with each emoji and square changed.
  fileprivate func symbols(_ change: (Unicode.Scalar) -> String) -> String? {
    let changed = text.unicodeScalars.filter { $0 != "\u{FE0F}" }.map {
      $0.value >= 0x2300 && $0.value < 0x3000 || $0.value >= 0x1F300 ? change($0) : String($0)
    }.joined()
    return changed == text ? nil : changed
  }

  /// The text with the digits of another script, outside links.
  fileprivate func digits(_ zero: UInt32) -> String? {
    let changed = text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("://") || word.contains(".")
        ? String(word)
        : word.unicodeScalars.map { scalar in
          ("0"..."9").contains(scalar)
            ? String(Unicode.Scalar(zero + scalar.value - 0x30) ?? scalar) : String(scalar)
        }.joined()
    }.joined(separator: " ")
    return changed == text ? nil : changed
  }
}
