package import StreaklineCore

/// Drafts a rule file from shares of one game: names, numbers, times, dates, scores and rows of
/// emoji become groups, all other text stays literal.
///
/// The draft passes its own examples; comments say what a person must check.
package struct RuleDraft {
  /// The game's name and slug as they were recognised.
  package let name: String
  package let slug: String
  /// The file's content.
  package private(set) var yaml = ""
  /// Whether a number is labelled as the score, so that no fraction is.
  private var hasScoreLabel = false
  /// Whether a number has a hash or a word before it, so that no other one is the puzzle's.
  var hasHash = false

  var lines: [(line: DraftLine, isOptional: Bool)]
  let shares: [String]
  var fields: [(name: String, operation: String, note: String?)] = []
  var captures: Set<String> = []
  var numberValue: Int?
  var dateFormat: String?
  var maximumAttempts: String?

  /// - Parameters:
  ///   - texts: Shares as they were received, each of the same game.
  ///   - id: The new game's id.
  ///   - day: The day on which the first share's puzzle was, for its anchor.
  package init?(_ texts: [String], id: UniqueID, day: Day) {
    guard Self.refusal(of: texts) == nil else { return nil }
    let normal = texts.map { String(decoding: ShareText(Array($0.utf8)).bytes, as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    guard let first = normal.first, let words = Self.name(of: DraftLine.lines(of: first).first)
    else {
      return nil
    }
    let starts = normal.map { Self.withoutChatter($0, before: words) }
    name = Self.commonStart(of: words, in: starts)
    slug = Self.slug(of: name)
    shares = starts.map { $0.trimmingBlankLines() }
    var layouts = shares.map { DraftLine.lines(of: $0) }
    // One day after the twelfth tells which of the two numbers is the month.
    if layouts.joined().contains(where: { $0.hasDate(of: "d/M/yyyy") || $0.hasDate(of: "d/M/yy") })
    {
      layouts = layouts.map { $0.map { $0.withDayFirst() } }
    }
    lines = layouts[0].map { ($0, false) }
    for other in layouts.dropFirst() {
      lines = Self.aligned(lines, other)
    }
    hasScoreLabel = lines.contains { $0.line.hasScoreLabel }
    hasHash = layouts.joined().contains { $0.hasMarkedNumber }
    guard lines.contains(where: { $0.line.isFact }) else { return nil }
    dropSignsBeforeName()
    // People often leave out links and other lines at the end, after the results.
    for index in lines.indices.reversed() where index > 0 {
      guard case .text(let tokens) = lines[index].line, !tokens.contains(where: \.isFact) else {
        break
      }
      lines[index].isOptional = true
    }
    let pattern = pattern()
    yaml = file(pattern: pattern, id: id, day: day)
  }

  // MARK: - Name and slug

  /// Without the lines before the one that has the first word of the game's name.
  private static func withoutChatter(_ share: String, before name: String) -> String {
    let lines = share.split(separator: "\n", omittingEmptySubsequences: false)
    guard let word = name.split(separator: " ").first,
      let start = lines.firstIndex(where: { $0.contains(word) })
    else { return share }
    return lines[start...].joined(separator: "\n")
  }

  /// The words at the start of the name that every share has on its first line.
  private static func commonStart(of name: String, in shares: [String]) -> String {
    var words = name.split(separator: " ")
    let heads = shares.map { $0.split(separator: "\n").first ?? "" }
    while words.count > 1, !heads.allSatisfy({ $0.contains(words.joined(separator: " ")) }) {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// The words and signs before the first result, such as a number, in the first line.
  private static func name(of line: DraftLine?) -> String? {
    guard case .text(let tokens) = line else { return nil }
    if case .word(let word) = tokens.first, word.utf8.count < LiteralScanner.minimumKeyLength,
      let name = nameInside(tokens)
    {
      return name
    }
    var text = ""
    for token in tokens {
      switch token {
      case .word(let word) where word.first?.isLetter == true: text += word
      case .word: if !text.isEmpty { return cleaned(text) }
      case .blank: text += text.isEmpty ? "" : " "
      default: return cleaned(text)
      }
    }
    return cleaned(text)
  }

  /// The text without the words that announce a number: `Loopy No. 5` is a game called Loopy.
  private static func cleaned(_ text: String) -> String? {
    var words = text.split(separator: " ")
    while words.count > 1, ["no", "nr", "num", "puzzle", "day"].contains(words.last?.lowercased()) {
      words.removeLast()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The longest run of capitalised words after the first word of a sentence: `I solved the … Foo Bar`.
  private static func nameInside(_ tokens: [DraftToken]) -> String? {
    var runs: [[String]] = [[]]
    for token in tokens.dropFirst() {
      switch token {
      case .blank: continue
      case .word(let word) where word.first?.isUppercase == true: runs[runs.count - 1].append(word)
      default: runs.append([])
      }
    }
    let longest = runs.max { $0.joined().count < $1.joined().count } ?? []
    return longest.isEmpty ? nil : longest.joined(separator: " ")
  }

  private static func slug(of name: String) -> String {
    let parts = name.lowercased().split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
    let slug = String(parts.joined(separator: "-").prefix(64))
    return isSlug(slug) ? slug : "new-game"
  }

  /// People paste `#` and emoji before the name or leave them out; the scan finds the name itself.
  private mutating func dropSignsBeforeName() {
    guard case .text(let tokens) = lines[0].line, anchorLine.hasPrefix("begins") else { return }
    let start = tokens.firstIndex { token in
      if case .word(let word) = token { word.first?.isLetter == true } else { false }
    }
    lines[0].line = .text(Array(tokens[(start ?? 0)...]))
  }

  // MARK: - Several shares

  /// The lines of both layouts in order; a line that one of them lacks is optional.
  private static func aligned(
    _ known: [(line: DraftLine, isOptional: Bool)], _ other: [DraftLine]
  ) -> [(line: DraftLine, isOptional: Bool)] {
    var result: [(line: DraftLine, isOptional: Bool)] = []
    var rest = other[...]
    for (number, (line, isOptional)) in known.enumerated() {
      // A line that starts like a later one belongs to that one.
      let later = known[(number + 1)...].compactMap(\.line.firstWord)
      let index = rest.firstIndex { candidate in
        candidate.isLike(line)
          && (candidate.firstWord == line.firstWord
            || !(candidate.firstWord.map(later.contains) ?? false))
      }
      guard let index else {
        result.append((line, true))
        continue
      }
      result += rest[..<index].map { ($0, true) }
      result.append((line.merged(with: rest[index]), isOptional))
      rest = rest[(index + 1)...]
    }
    return result + rest.map { ($0, true) }
  }

  // MARK: - The pattern

  private mutating func pattern() -> [String] {
    var parts: [String] = []
    for (index, (line, isOptional)) in lines.enumerated() {
      let text =
        switch line {
        case .rows(let rows): rowsPattern(rows)
        case .text(let tokens):
          tokens.enumerated().map { linePart($1, at: $0, in: tokens, isFirstLine: index == 0) }
            .joined(separator: " ")
        }
      let join = index == 0 ? "" : "(?&EOL)++ "
      parts.append(isOptional ? "(?: \(join)\(text) )?" : join + text)
    }
    return parts
  }

  private mutating func rowsPattern(_ rows: EmojiRows) -> String {
    let pattern = rows.pattern(attempts: maximumAttempts.flatMap(Int.init))
    guard captures.insert("grid").inserted else {
      return pattern.replacing("(?<grid> ", with: "(?: ")
    }
    let cells = rows.cells
    if !cells.isEmpty {
      let width = rows.isSpaced ? 1 : rows.longest
      fields.append(("rows", "{count: '[\(cells)]{\(width)}', in: grid}", nil))
    } else {
      fields.append(("grid", "{group: grid}", nil))
    }
    return pattern
  }

  private mutating func linePart(
    _ token: DraftToken, at index: Int, in tokens: [DraftToken], isFirstLine: Bool
  ) -> String {
    switch token {
    case .blank: return "\\h+"
    case .anything: return "[^\\n]{0,120}?"
    case .word(let word): return Self.escaped(word)
    case .link(let link): return Self.escaped(link)
    case .number(let text): return number(text, at: index, in: tokens, isFirstLine)
    case .decimal: return decimal(at: index, in: tokens)
    case .emoji: return emoji()
    case .sign: return "(?: (?&EMOJI) \\h* )?"
    case .fraction(_, let most, let isWritten):
      let sign = isWritten ? "\\h+ of \\h+ " : "/"
      return DraftToken.isScoreFraction(at: index, in: tokens)
        ? fraction(most, sign) : "\\d{1,3} \(sign)\\d{1,3} (?! [/\\d] )"
    case .time: return time()
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
    let name = DraftToken.factName(at: index, in: tokens)
    let isScore = name == "score" && !captures.contains("score")
    let group = capture(name)
    fields.append(
      (group, "{group: \(group), type: int}", isScore ? "CHECK: is this the score?" : nil))
    return "(?<\(group)> (?&NUMBER) )"
  }

  private mutating func decimal(at index: Int, in tokens: [DraftToken]) -> String {
    // A record's score is a whole number.
    let name = DraftToken.factName(at: index, in: tokens)
    let group = capture(name == "score" ? "points" : name)
    fields.append((group, "{group: \(group), type: decimal}", nil))
    return "(?<\(group)> \\d{1,6} (?: [.,] \\d{1,4} )? )"
  }

  private mutating func emoji() -> String {
    let group = capture("emoji")
    fields.append((group, "{group: \(group)}", nil))
    return "(?<\(group)> (?: (?&EMOJI) \\h? ){1,40}+ )"
  }

  private mutating func fraction(_ most: String, _ sign: String) -> String {
    let limit = most.isEmpty ? #"\d{1,3}"# : most
    guard maximumAttempts == nil else { return "\\d+ \(sign)\(limit)" }
    let name = hasScoreLabel ? capture("right") : capture("score")
    maximumAttempts = most.isEmpty ? "{group: most, type: int}" : most
    let isScore = name == "score"
    fields.append(
      (
        name, "{group: \(name), type: int, map: {X: null, x: null, \"-\": null}}",
        isScore ? "CHECK: fewer is better?" : nil
      ))
    fields.append(
      ("completed", "{found: '\\d', in: \(name)}", "CHECK: is X how a loss is printed?"))
    let group = most.isEmpty ? "(?<most> \\d{1,3} )" : most
    return "(?<\(name)> \\d{1,3} | [Xx-] ) \(sign)\(group) (?! [/\\d] )"
  }

  private mutating func time() -> String {
    let group = capture("time")
    fields.append((group, "{group: \(group), type: duration}", nil))
    return "(?<\(group)> (?&TIME) )"
  }

  private mutating func date(_ format: String) -> String {
    guard dateFormat == nil else { return DraftDate.pattern(of: format) }
    dateFormat = format
    captures.insert("date")
    return "(?<date> \(DraftDate.pattern(of: format)) )"
  }

  /// A name that no other group has.
  private mutating func capture(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !captures.insert(candidate).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      character.isASCII && !character.isLetter && !character.isNumber
        ? "\\\(character)" : String(character)
    }.joined()
  }
}

extension String {
  /// The text without empty lines at the start and the end.
  fileprivate func trimmingBlankLines() -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    return kept.joined(separator: "\n")
  }
}
