internal import StreaklineCore

/// The pattern of each part of a line.
extension RuleDraft {
  mutating func linePart(
    _ token: DraftToken, at index: Int, in tokens: [DraftToken], isFirstLine: Bool
  ) -> String {
    switch token {
    case .blank: return "\\h+"
    case .anything: return "[^\\n]{0,120}?"
    case .tail: return "(?: \\h* [·|•—–→⋅] [^\\n]{0,120}? (?= \\h* (?: \\n | \\z ) ) )?"
    case .word(let word): return Self.word(word, at: index, in: tokens)
    case .link(let text):
      guard text == link else { return Self.escaped(text) }
      return "(?: https?\\:\\/\\/ )? (?: www\\. )? \(Self.escaped(text)) \\S{0,80}+"
    case .number(let text): return number(text, at: index, in: tokens, isFirstLine)
    case .decimal: return decimal(at: index, in: tokens)
    case .emoji: return emoji()
    case .bar: return DraftToken.barSign + "{1,40}+"
    case .sign: return "(?: (?&EMOJI) \\h* )?"
    case .fraction(_, let most, let isWritten):
      let kind = DraftToken.scoreKind(at: index, in: tokens, isFirstLine: isFirstLine)
      if let kind, kind == scoreKind, !captures.contains("score") {
        direction = DraftDirection(ofFractionAt: index, in: tokens, of: layouts, kind)
      }
      return fraction(
        most, sign: isWritten ? "\\h+ of \\h+" : "\\h? \\/ \\h?", kind)
    case .maybe(let some):
      let parts = some.indices.map { linePart(some[$0], at: $0, in: some, isFirstLine: false) }
      return "(?: \(parts.joined(separator: " ")) )?"
    case .time(let text): return time(text)
    case .date(_, let format): return date(format)
    }
  }

  /// The puzzle's number, or a value that takes the name of the word beside it.
  private mutating func number(
    _ text: String, at index: Int, in tokens: [DraftToken], _ isFirstLine: Bool
  ) -> String {
    if !captures.contains("puzzle"),
      DraftToken.isPuzzleNumber(at: index, in: tokens, isFirstLine: isFirstLine && !hasHash)
    {
      captures.insert("puzzle")
      numberValue = groupedInteger(text)
      return "(?<puzzle> (?&NUMBER) )"
    }
    let kind = DraftToken.scoreKind(at: index, in: tokens, isFirstLine: isFirstLine)
    let isScore = kind != nil && kind == scoreKind && !captures.contains("score")
    if isScore { direction = DraftDirection(at: index, in: tokens) }
    let group = capture(isScore ? "score" : Self.fieldName(at: index, in: tokens))
    fields.append(
      (group, "{group: \(group), type: int}", isScore ? "CHECK: is this the score?" : nil))
    if text.unicodeScalars.contains("\u{20E3}") { return "(?<\(group)> (?: (?&KEYCAP) ){1,4} )" }
    return "(?<\(group)> \(Self.sign(of: tokens[index]))(?&NUMBER) )"
  }

  /// The pattern of the sign before a number that has one in some shares.
  private static func sign(of token: DraftToken) -> String { token.isSigned ? "[+−-]? " : "" }

  private mutating func decimal(at index: Int, in tokens: [DraftToken]) -> String {
    // A record's score is a whole number.
    let group = capture(Self.fieldName(at: index, in: tokens))
    fields.append((group, "{group: \(group), type: decimal}", nil))
    return "(?<\(group)> \(Self.sign(of: tokens[index]))\\d{1,6} (?: [.,] \\d{1,4} )? )"
  }

  private mutating func emoji() -> String {
    let group = capture("emoji")
    fields.append((group, "{group: \(group)}", nil))
    return "(?<\(group)> (?: (?&EMOJI) \\h? ){1,40}+ )"
  }

  private mutating func fraction(
    _ most: String, sign: String, _ kind: DraftToken.ScoreKind?
  ) -> String {
    let isLong = most.count > 3
    let number = isLong || most.isEmpty ? "(?&NUMBER)" : "\\d{1,3}"
    let isScore = kind != nil && kind == scoreKind && !captures.contains("score")
    guard isScore || (kind ?? .only) >= .fraction && maximumAttempts == nil else {
      return "(?: \(number) | [Xx-] ) \(sign) \(number) (?! [/\\d] )"
    }
    let name = isScore ? "score" : capture("right")
    captures.insert(name)
    attempts = groupedInteger(most)
    // Two shares do not tell whether the maximum is always the same.
    let isFixed = !most.isEmpty && shares.count > 2
    let maximum = isFixed ? "\(groupedInteger(most) ?? 0)" : "{group: most, type: int}"
    let hasMaximum = maximumAttempts == nil && (isFixed || captures.insert("most").inserted)
    if hasMaximum { maximumAttempts = maximum }
    fields.append(
      (
        name, "{group: \(name), type: int, map: {X: null, x: null, \"-\": null}}",
        isScore ? "CHECK: fewer is better?" : nil
      ))
    let limit = isFixed ? Self.escaped(most) : hasMaximum ? "(?<most> \(number) )" : number
    return "(?<\(name)> \(number) | [Xx-] ) \(sign) \(limit) (?! [/\\d] )"
  }

  /// A name for a number that is not the score.
  private static func fieldName(at index: Int, in tokens: [DraftToken]) -> String {
    let name = DraftToken.factName(at: index, in: tokens)
    return ["score", "most", "grid", "puzzle", "date", "time", "completed", "emoji"].contains(name)
      ? "points" : name
  }

  private mutating func time(_ text: String) -> String {
    let group = capture("time")
    fields.append((group, "{group: \(group), type: duration}", nil))
    let hasUnits = text.contains(where: \.isLetter)
    return "(?<\(group)> \(hasUnits ? DraftToken.unitTimePattern : "(?&TIME)") )"
  }

  /// A word; what it counts may be one or several in the next share. An emoji after the score says how it went.
  private static func word(_ word: String, at index: Int, in tokens: [DraftToken]) -> String {
    if EmojiRows.isEmoji(word),
      case .fraction? = tokens[..<index].last(where: { $0 != .blank })
    {
      return "(?: (?&EMOJI) \\h? ){0,5}"
    }
    // Another share may have another emoji before the same score.
    if word == "🏆", index == 0, case .fraction? = tokens.dropFirst().first(where: { $0 != .blank })
    {
      return "(?&EMOJI)"
    }
    let counted =
      DraftToken.counts(at: index, in: tokens) ? DraftToken.countedPattern(of: word) : nil
    return counted ?? escaped(word)
  }

  /// Lines of a list, of which each share has others. None has the game's name, so that they end with the
  /// share.
  func listPattern(_ count: Int) -> String {
    let name = Self.escaped(name)
    return
      "(?: (?> \\h* \\n \\s* ) (?! [^\\n]{0,120}? \(name) ) [^\\n]{1,120}+ ){0,\(count + 8)}?"
  }

  private mutating func date(_ format: String) -> String {
    guard dateFormat == nil else { return DraftDate.pattern(of: format) }
    dateFormat = format
    captures.insert("date")
    return "(?<date> \(DraftDate.pattern(of: format)) )"
  }

  /// A name that no other group has.
  mutating func capture(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !captures.insert(candidate).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  static func escaped(_ text: String) -> String {
    text.map { character in
      character.isASCII && !character.isLetter && !character.isNumber
        ? "\\\(character)" : String(character)
    }.joined()
  }
}
