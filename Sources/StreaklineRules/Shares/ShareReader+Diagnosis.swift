internal import StreaklineCore

/// Why a text is not read as a share of a game.
package struct UnreadReason: Hashable, Sendable {
  /// A place in the text as the rules see it.
  package struct Place: Hashable, Sendable {
    /// From 1.
    package let line: Int
    /// From 1, in characters.
    package let column: Int
    /// A line with a caret, to be shown below the text's line.
    package let caret: String
  }

  /// One sentence with the place, which has nothing of the text itself.
  package let sentence: String
  /// The line of the text with a caret, and what is the matter there.
  package let lines: [String]
  /// `nil` where no place says the reason.
  package let place: Place?
}

extension ShareReader {
  /// Lines that show the place in the text with a caret, and say what is the matter there.
  ///
  /// - Parameter position: The position of the game's literal; `nil` tries all of them.
  package func whyUnread(_ game: String, in text: ShareText, at position: Int? = nil) -> [String] {
    reasonUnread(game, in: text, at: position)?.lines ?? []
  }

  /// - Returns: `nil` when there is no rule of the game, or when none of its variants fits anywhere.
  package func reasonUnread(
    _ game: String, in text: ShareText, at position: Int? = nil
  ) -> UnreadReason? {
    guard let index = rules.index(of: game) else { return nil }
    let hits = rules.scanner.hits(in: text.bytes).filter {
      rules.literals[$0.literal].rule == index && $0.position == position ?? $0.position
    }
    let usable = hits.filter { isWordStart(text.bytes, $0) && matchesRest(text.bytes, $0) }
    guard let hit = usable.first else {
      return hits.first.map { whyUnused($0, in: text.bytes) } ?? noLiteral(of: index)
    }
    for hit in usable {
      if let reason = whyDropped(index, in: text.bytes, at: hit.position) { return reason }
    }
    guard let (variant, end) = progress(of: game, in: text, at: position) else { return nil }
    let reason = caret(text.bytes, at: end, "variant \"\(variant)\" matched up to here")
    guard end == text.bytes.count, end > hit.position else { return reason }
    let more = "the text ends here, and the pattern expects more"
    return UnreadReason(
      sentence: "\(reason.sentence); \(more)", lines: reason.lines + ["    \(more)"],
      place: reason.place)
  }

  private func noLiteral(of index: Int) -> UnreadReason {
    let literals = rules.literals.filter { $0.rule == index }.map { "'\($0.literal.text)'" }
    let sentence = "the text has none of the file's literals: \(literals.joined(separator: ", "))"
    return UnreadReason(sentence: sentence, lines: [sentence], place: nil)
  }

  /// Why a rule is not tried although the first word of its literal is there.
  private func whyUnused(_ hit: LiteralScanner.Hit, in text: [UInt8]) -> UnreadReason {
    let literal = rules.literals[hit.literal].literal
    let key = String(decoding: literal.text.utf8.prefix(literal.keyLength), as: UTF8.self)
    guard isWordStart(text, hit) else {
      return caret(
        text, at: hit.position, "'\(key)' is inside a word here, so the rule is not tried")
    }
    let goesOn = String(decoding: literal.rest.drop(while: isBlank), as: UTF8.self)
    return caret(
      text, at: hit.position + literal.keyLength,
      "here the literal '\(literal.text)' goes on with '\(goesOn)'")
  }

  /// Why a variant that matches gives no share; `nil` when none matches.
  private func whyDropped(_ index: Int, in text: [UInt8], at position: Int) -> UnreadReason? {
    let rule = rules.compiledRule(index)
    let range = rule.searches ? searchWindow(text, around: position) : window(text, from: position)
    for variant in rule.variants {
      let start = rule.searches ? range.lowerBound : position
      switch matcher.match(variant.pattern, in: text, range: range, from: start) {
      case .noMatch: continue
      case .limit:
        return caret(text, at: position, "variant \"\(variant.name)\" takes too many steps here")
      case .matched:
        guard let whole = matcher.range(of: 0)?.shifted(by: range.lowerBound) else { continue }
        return caret(
          text, at: whole.upperBound,
          "variant \"\(variant.name)\" matches up to here, but \(reason(variant, text, range))")
      }
    }
    return nil
  }

  /// Why the variant that has just been matched makes no share of what it captured.
  private func reason(
    _ variant: CompiledRule.Variant, _ text: [UInt8], _ range: Range<Int>
  ) -> String {
    func captured(_ group: GroupReference?) -> Range<Int>? {
      guard let group, group.level == 0, group.number >= 0 else { return nil }
      return matcher.range(of: group.number)?.shifted(by: range.lowerBound)
    }
    let number = captured(variant.number)
    let day = printedDay(
      variant.dayRule, text, number: number, value: number.flatMap { groupedInteger(text[$0]) },
      date: captured(variant.date))
    if case .known(let day) = day {
      if let since = variant.since, day < since {
        return "its day \(day.iso) is before since: \(since.iso)"
      }
      if let until = variant.until, day > until {
        return "its day \(day.iso) is after until: \(until.iso)"
      }
    }
    if case .nonsense(let reason) = day { return reason }
    return variant.each.isEmpty
      ? "another rule reads this text" : "each: matches nothing inside it"
  }

  /// What the groups of the share's variant captured in it: one line for each group.
  func captures(of share: Share, in text: [UInt8]) -> [String] {
    let range = window(text, from: share.range.lowerBound)
    guard
      matcher.match(
        share.variant.pattern, in: text, range: range, from: share.range.lowerBound) == .matched
    else { return [] }
    return share.variant.pattern.groups.sorted { $0.key < $1.key }.map { name, number in
      guard let found = matcher.range(of: number)?.shifted(by: range.lowerBound) else {
        return "    \(name) took no part"
      }
      return "    \(name) captured \(quoted(text[found]))"
    }
  }

  /// The line of a position, with a caret and a remark below.
  private func caret(_ text: [UInt8], at position: Int, _ remark: String) -> UnreadReason {
    // The end of a text is shown behind its last character, not on the empty line below.
    let last = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
    let before = String(decoding: text[..<min(position, last)], as: UTF8.self)
    let number = before.unicodeScalars.count { $0 == "\n" } + 1
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    // An emoji fills two cells of a terminal.
    let caret = String(repeating: " ", count: cellCount(of: String(start))) + "^"
    return UnreadReason(
      sentence: "line \(number), character \(start.count + 1): \(remark)",
      lines: ["    " + String(lines[number - 1]), "    \(caret) \(remark) (line \(number))"],
      place: .init(line: number, column: start.count + 1, caret: caret))
  }
}

/// A part of a text for a message: in quotes, in one line, and cut after forty characters.
func quoted(_ bytes: ArraySlice<UInt8>) -> String {
  let text = String(decoding: bytes, as: UTF8.self).replacing("\n", with: "⏎")
  return "'\(text.prefix(40))\(text.count > 40 ? "…" : "")'"
}
