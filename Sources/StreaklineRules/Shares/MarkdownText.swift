internal import StreaklineCore

// Rule files are written by anybody. What they hold is text on a page, and neither markup nor HTML.

/// The text, shown by Markdown letter by letter, in one line.
func markdownText(_ text: String) -> String {
  let escaped = escapedForTerminal(text).reduce(into: "") { result, character in
    if #"\`*_[]<>&|~#@"#.contains(character) {
      result.append("\\")
    }
    result.append(character)
  }
  // GitHub makes links of addresses without any markup.
  return escaped.replacing("://", with: "&#58;//").replacing("www.", with: "www&#46;")
}

/// The text as code in a line.
func markdownCode(_ text: String) -> String {
  let fence = String(repeating: "`", count: longestFence(in: text) + 1)
  let gap = fence.count > 1 ? " " : ""
  return fence + gap + escapedForTerminal(text) + gap + fence
}

/// An address as a link.
func markdownLink(_ address: String) -> String {
  let safe = address.unicodeScalars.map { scalar in
    switch scalar {
    case "<": "%3C"
    case ">": "%3E"
    case " ": "%20"
    default: String(scalar)
    }
  }
  return "<\(escapedForTerminal(safe.joined()))>"
}

/// The text as lines of a block of code.
func markdownFence(_ text: String) -> [String] {
  let fence = String(repeating: "`", count: max(4, longestFence(in: text) + 1))
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  return ["\(fence)text"] + lines.map { escapedForTerminal(String($0)) } + [fence]
}

/// The number of backticks in the longest row of them.
private func longestFence(in text: String) -> Int {
  text.split { $0 != "`" }.map(\.count).max() ?? 0
}
