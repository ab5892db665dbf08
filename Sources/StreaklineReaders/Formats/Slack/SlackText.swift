/// A Slack message's text as people see it: without Slack's escapes and with names for ids. Names
/// are no longer inserted once the text has 4 MiB.
///
/// Emoji stay short names such as `:large_green_square:`.
///
/// - Parameter name: The name of a member, by id.
func unescapedSlackText(_ text: [UInt8], name: (String) -> String?) -> [UInt8] {
  guard text.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
    return text
  }
  var result: [UInt8] = []
  result.reserveCapacity(text.count)
  var rest = text[...]
  while result.count < JSONTokens.longestString,
    let start = rest.firstIndex(of: UInt8(ascii: "<"))
  {
    unescape(rest[..<start], into: &result)
    rest = rest[(start + 1)...]
    // Slack escapes each `<` that people write. One without an end is kept as text.
    guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      rest[end] == UInt8(ascii: ">")
    else {
      result.append(UInt8(ascii: "<"))
      continue
    }
    unescape(shown(rest[..<end], name)[...], into: &result)
    rest = rest[(end + 1)...]
  }
  unescape(rest, into: &result)
  return result
}

/// The visible text of the markup between `<` and `>`.
private func shown(_ markup: ArraySlice<UInt8>, _ name: (String) -> String?) -> [UInt8] {
  let parts = markup.split(separator: UInt8(ascii: "|"), maxSplits: 1)
  guard let target = parts.first, let mark = target.first else { return [] }
  let label = parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
  let id = target.dropFirst()
  switch mark {
  case UInt8(ascii: "@"):
    let known = name(String(decoding: id, as: UTF8.self)).map { Array($0.utf8)[...] }
    return [mark] + (known ?? label ?? id)
  case UInt8(ascii: "#"): return [mark] + (label ?? id)
  // A mention or date, such as `<!here>`, `<!subteam^S1|@solvers>`, `<!date^1392734382^{date}|18
  // February>`.
  case UInt8(ascii: "!"): return Array(label ?? [UInt8(ascii: "@")] + id)
  default: return Array(label ?? target)
  }
}

private func unescape(_ text: ArraySlice<UInt8>, into result: inout [UInt8]) {
  var rest = text
  while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
    result += rest[..<start]
    rest = rest[start...]
    if let escape = escapes.first(where: { rest.starts(with: $0.written) }) {
      result.append(escape.meant)
      rest = rest.dropFirst(escape.written.count)
    } else {
      result.append(rest[start])
      rest = rest[(start + 1)...]
    }
  }
  result += rest
}

private let escapes: [(written: [UInt8], meant: UInt8)] = [
  (Array("&amp;".utf8), UInt8(ascii: "&")), (Array("&lt;".utf8), UInt8(ascii: "<")),
  (Array("&gt;".utf8), UInt8(ascii: ">")),
]
