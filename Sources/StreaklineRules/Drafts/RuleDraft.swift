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
  /// What makes a number or a fraction the score; `nil` when no score is printed, or when several numbers
  /// may be it.
  private(set) var scoreKind: DraftToken.ScoreKind?
  /// The link by which shares are found that do not start with their game's name.
  private(set) var link: String?
  /// Whether a time is the score where no other one is printed.
  private(set) var isScoredByTime = true
  /// What the score counts; `nil` where the shares do not say it.
  var direction: DraftDirection?
  /// The lines of each share.
  let layouts: [[DraftLine]]
  /// Whether a number has a hash or a word before it, so that no other one is the puzzle's.
  var hasHash = false

  var lines: [(line: DraftLine, isOptional: Bool)]
  let shares: [String]
  var fields: [(name: String, operation: String, note: String?)] = []
  var captures: Set<String> = []
  var numberValue: Int?
  var dateFormat: String?
  var maximumAttempts: String?
  /// The maximum that the first share's score has.
  var attempts: Int?

  /// - Parameters:
  ///   - texts: Shares as they were received, each of the same game.
  ///   - id: The new game's id.
  ///   - day: The day on which the first share's puzzle was, for its anchor.
  package init?(_ texts: [String], id: UniqueID, day: Day) {
    guard Self.refusal(of: texts) == nil else { return nil }
    let normal = texts.map { String(decoding: ShareText(Array($0.utf8)).bytes, as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    guard let first = normal.first else { return nil }
    let words = Self.name(of: DraftLine.lines(of: first).first)
    let isNamed = words.map { Self.isName($0, in: normal) } ?? false
    let link = isNamed ? nil : Self.sharedLink(of: normal)
    guard let words = link.map(Self.name(ofLink:)) ?? words else { return nil }
    self.link = link
    let starts = link == nil ? normal.map { Self.withoutChatter($0, before: words) } : normal
    name = link == nil ? Self.commonStart(of: words, in: starts) : words
    slug = Self.slug(of: name)
    shares = starts.map { $0.trimmingBlankLines() }
    var layouts = shares.map { DraftLine.lines(of: $0) }
    if let link {
      layouts = layouts.map { Self.layout($0, foundBy: link) }
    } else {
      layouts = Self.layouts(layouts, startingWith: words)
    }
    layouts = DraftDate.withShortDates(layouts)
    // One day after the twelfth tells which of the two numbers is the month.
    if layouts.joined().contains(where: { $0.hasDate(of: "d/M/yyyy") || $0.hasDate(of: "d/M/yy") })
      || layouts[0].contains(where: { $0.isDayFirst(on: day) })
    {
      layouts = layouts.map { $0.map { $0.withDayFirst() } }
    }
    guard layouts.allSatisfy({ !$0.isEmpty }) else { return nil }
    lines = layouts[0].map { ($0, false) }
    for other in layouts.dropFirst() {
      lines = Self.aligned(lines, other)
    }
    self.layouts = layouts
    scoreKind = Self.scoreKind(in: layouts)
    // Of several times, one on the first line is that of the whole game.
    let hasOneTime = layouts.allSatisfy { $0.count(where: \.hasTime) < 2 }
    isScoredByTime =
      Self.isScoredByTime(layouts) && (hasOneTime || lines.first?.line.hasTime == true)
    hasHash = layouts.joined().contains { $0.hasMarkedNumber }
    lines = withLists(lines)
    guard lines.contains(where: { $0.line.isFact }) else { return nil }
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
    // `#132 … Tornado`, and `🎲 I just solved Numbler`
    for start in [tokens[...], tokens.drop { !$0.isLetters }] {
      if case .word(let word)? = start.first, word.utf8.count < LiteralScanner.minimumKeyLength,
        let name = nameInside(start)
      {
        return name
      }
    }
    var text = ""
    for token in tokens {
      switch token {
      case .word(let word) where word.contains(where: \.isLetter): text += word
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
  private static func nameInside(_ tokens: some Sequence<DraftToken>) -> String? {
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

  // MARK: - Several shares

  /// The lines of both layouts in order; a line that one of them lacks is optional.
  private static func aligned(
    _ known: [(line: DraftLine, isOptional: Bool)], _ other: [DraftLine]
  ) -> [(line: DraftLine, isOptional: Bool)] {
    var result: [(line: DraftLine, isOptional: Bool)] = []
    var rest = other[...]
    var known = known[...]
    // The first lines have the game's name.
    if let line = known.first?.line, case .text = line, case .text? = rest.first {
      result.append((line.merged(with: rest.removeFirst()), false))
      known.removeFirst()
    }
    for (number, (line, isOptional)) in zip(known.indices, known) {
      // A line that starts like a later one belongs to that one.
      let later = known[(number + 1)...].compactMap(\.line.firstWord)
      let index = rest.firstIndex { candidate in
        candidate.isLike(line)
          && (candidate.firstWord == line.firstWord
            || !(candidate.firstWord.map(later.contains) ?? false))
      }
      guard let index else {
        // Words in the same place are a title or a saying that differs from share to share.
        if let words = rest.first, !words.isFact, !line.isFact,
          !known[(number + 1)...].contains(where: { $0.line.isLike(words) })
        {
          result.append((.text([.anything]), isOptional))
          rest = rest.dropFirst()
        } else {
          result.append((line, true))
        }
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
    var texts: [String] = []
    // Where no score is printed, the time is the score.
    let hasTime = isScoredByTime && lines.contains { $0.line.hasTime }
    // The last line without which the day or the score would be unknown.
    var lastNeeded = 0
    for (index, (line, _)) in lines.enumerated() {
      let known = captures
      switch line {
      case .rows(let rows): texts.append(rowsPattern(rows))
      case .list(let count): texts.append(listPattern(count))
      case .text(let tokens):
        texts.append(
          tokens.enumerated().map { linePart($1, at: $0, in: tokens, isFirstLine: index == 0) }
            .joined(separator: " "))
        if let link, tokens.contains(.link(link)) { lastNeeded = index }
      }
      let new = captures.subtracting(known)
      let isScored = known.contains("score") || scoreKind != nil
      if !new.isDisjoint(with: ["puzzle", "date", "score"])
        || !isScored && (hasTime ? new.contains("time") : !new.isEmpty)
      {
        lastNeeded = index
      }
    }
    // People leave out lines at the end, and games add some.
    func isOptional(_ index: Int) -> Bool {
      index > 0
        && (lines[index].isOptional || index > lastNeeded || lines[index].line.isStreak)
    }
    return texts.indices.map { index in
      if case .list = lines[index].line { return texts[index] }
      var text = index == 0 ? texts[0] : "(?&EOL)++ " + texts[index]
      // Nothing that must follow makes any text reach to the end of its line.
      if case .text(let tokens) = lines[index].line, tokens.last == .anything, tokens.count > 1,
        lines.indices.dropFirst(index + 1).allSatisfy(isOptional)
      {
        text += " (?= \\h* (?: \\n | \\z ) )"
      }
      return isOptional(index) ? "(?: \(text) )?" : text
    }
  }

  /// The rows that are captured: the first ones of squares or, where there are none, the first ones.
  private var grid: EmojiRows? {
    let all = lines.compactMap { if case .rows(let rows) = $0.line { rows } else { nil } }
    return all.first { $0.hasSquares } ?? all.first
  }

  /// Whether a share prints numbers beside the puzzle's. One of them may be the score, so that the grid is
  /// not.
  private var hasOtherNumbers: Bool {
    lines.enumerated().contains { number, line in
      guard case .text(let tokens) = line.line, !line.line.isStreak else { return false }
      return tokens.indices.contains { index in
        switch tokens[index] {
        case .time, .decimal, .fraction, .maybe: true
        case .emoji(let text): text.unicodeScalars.contains("\u{20E3}")
        case .number:
          !DraftToken.isPuzzleNumber(
            at: index, in: tokens, isFirstLine: number == 0 && !hasHash)
        default: false
        }
      }
    }
  }

  private mutating func rowsPattern(_ rows: EmojiRows) -> String {
    let pattern = rows.pattern(attempts: attempts.map { min($0, 50) })
    guard rows == grid, captures.insert("grid").inserted else {
      return pattern.replacing("(?<grid> ", with: "(?: ")
    }
    if scoreKind == nil, !hasOtherNumbers, let guess = GridScore(rows) {
      captures.formUnion(["score", "guesses"])
      direction = guess.direction
      fields += guess.fields
      maximumAttempts = guess.maximumAttempts
      return guess.pattern ?? pattern
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
}

extension String {
  /// The text without empty lines at the start and the end.
  fileprivate func trimmingBlankLines() -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    return kept.joined(separator: "\n")
  }
}
