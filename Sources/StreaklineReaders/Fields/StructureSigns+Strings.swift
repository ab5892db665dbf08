internal import StreaklineCore

extension StructureSigns {
  /// A string in a programming language.
  private struct Literal {
    var hasShare = false
    /// Whether it is a key: `"from": …`.
    var isKey = false
    var text = ""
  }

  /// What is in brackets that are in no others.
  private struct Group {
    var literals: [Literal] = []
    /// Whether it has keys: `from:`, `'from' =>`, `:from "Ann"`.
    var hasKeys = false
    /// Whether a string with a share ends directly before a bracket, a comma or the like, as strings do.
    var hasShare: Bool { literals.contains { $0.hasShare } }
  }

  /// Whether shares are strings in brackets beside other values: `{ from: "Ann", text: "Wordle …" }`,
  /// `array('Ann', 'Wordle …')`. A list of nothing but shares is one author's.
  func hasStrings() -> Bool {
    var shares = lines.compactMap(\.share)[...]
    var group = Group()
    var depth = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "[") where depth > 0 && isLongBracket(index):
        // Lua's `[[Wordle …]]`.
        let end = endOfLongBracket(index)
        shares = shares.drop { $0 < index }
        group.literals.append(Literal(hasShare: shares.first.map { $0 < end } ?? false))
        index = end
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("):
        guard byte != UInt8(ascii: "(") || isCall(index) else { break }
        if depth == 0 { group = Group() }
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"):
        guard depth > 0 else { break }
        depth -= 1
        if depth == 0, isData(group) { return true }
      case 0x22, 0x27, 0x60:
        guard depth > 0, mayOpen(index), let end = endOfString(index) else { break }
        shares = shares.drop { $0 < index }
        var literal = Literal()
        literal.hasShare = shares.first.map { $0 < end } ?? false
        literal.text = string(min(index + 1, end)..<end)
        let after = text[end...].dropFirst().prefix(80).drop {
          $0 <= 0x20 || $0 == 0x22 || $0 == 0x27
        }
        literal.isKey = after.first == UInt8(ascii: ":") || after.starts(with: "=>".utf8)
        if literal.isKey { group.hasKeys = true }
        group.literals.append(literal)
        index = end
      case UInt8(ascii: ":"), UInt8(ascii: "="):
        if depth > 0 { group.hasKeys = true }
      default: break
      }
      index += 1
    }
    // The end may be cut off.
    return depth > 0 && isData(group)
  }

  private func isData(_ group: Group) -> Bool {
    guard group.hasShare else { return false }
    return group.hasKeys || group.literals.contains { !$0.hasShare && isWords($0.text) }
  }

  /// Whether a string in doubled brackets starts at an index.
  private func isLongBracket(_ index: Int) -> Bool {
    let before = text[..<index].suffix(20).last { $0 > 0x20 }
    return index + 1 < text.count && text[index + 1] == UInt8(ascii: "[")
      && before.map { "={,(".utf8.contains($0) } == true
  }

  private func endOfLongBracket(_ start: Int) -> Int {
    let limit = min(text.count - 1, start + 2_048)
    let close = UInt8(ascii: "]")
    return (start..<limit).first { text[$0] == close && text[$0 + 1] == close }.map { $0 + 1 }
      ?? start + 1
  }

  /// Whether a parenthesis is that of a call, and no prose: `Message("Ann", …`, `((`.
  private func isCall(_ index: Int) -> Bool {
    guard index > 0 else { return text.count > 1 && "\"'([".utf8.contains(text[1]) }
    let before = text[index - 1]
    if before == 0x0A, index + 1 < text.count {
      return text[index + 1] &- 0x30 < 10 || "\"'".utf8.contains(text[index + 1])
    }
    return (0x61...0x7A).contains(before | 0x20) || before == 0x5F || before == UInt8(ascii: "(")
      || before == UInt8(ascii: ",")
  }

  /// Whether a quote may start a string: after a bracket, a comma, a colon or the like, or a key.
  private func mayOpen(_ index: Int) -> Bool {
    var before = text[..<index].suffix(80)
    // Python's `u'…'`, Swift's `#"…"`.
    if let last = before.last, "urfbURFB#@$".utf8.contains(last) { before = before.dropLast() }
    let quote = text[index]
    while before.last == quote { before = before.dropLast() }
    guard let last = before.last(where: { $0 > 0x20 }) else { return false }
    if "[{(,:=>".utf8.contains(last) { return true }
    // `:text "Wordle …"`
    let words = before.split(whereSeparator: { $0 <= 0x20 })
    return words.last?.first == UInt8(ascii: ":") && before.last.map { $0 <= 0x20 } == true
  }

  /// The closing quote of a string: one that no backslash is before, and a mark or the end of the line is after.
  private func endOfString(_ start: Int) -> Int? {
    let quote = text[start]
    let isTriple = text[start...].prefix(3).elementsEqual([quote, quote, quote])
    var index = start + (isTriple ? 3 : 1)
    let limit = min(text.count, start + 2_048)
    while index < limit {
      if text[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if text[index] == quote {
        if isTriple {
          if text[index...].prefix(3).elementsEqual([quote, quote, quote]) { return index + 2 }
        } else {
          let after = text[(index + 1)...].prefix(200).first {
            $0 != 0x20 && $0 != 0x09 && $0 != 0x0D
          }
          if after.map({ ",)]};:=\n".utf8.contains($0) }) ?? true { return index }
        }
      }
      index += 1
    }
    return nil
  }
}
