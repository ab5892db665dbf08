internal import StreaklineCore

/// A line of a pasted share, split into parts for drafting a rule.
enum DraftLine: Hashable {
  /// Consecutive rows of emoji.
  case rows(EmojiRows)
  case text([DraftToken])

  /// The lines of a normalised share; empty lines are left out, rows of emoji are joined.
  static func lines(of text: String) -> [DraftLine] {
    var lines: [DraftLine] = []
    for line in text.split(separator: "\n") {
      let content = line.drop { $0 == " " }
      if content.isEmpty { continue }
      if case .rows(let rows) = lines.last, let cell = EmojiRows(cell: content) {
        lines[lines.count - 1] = .rows(rows.joined(with: cell))
        continue
      }
      guard let row = EmojiRows(line: content) else {
        lines.append(.text(DraftToken.tokens(of: content, isFirstLine: lines.isEmpty)))
        continue
      }
      if case .rows(let rows) = lines.last {
        lines[lines.count - 1] = .rows(rows.joined(with: row))
      } else {
        lines.append(.rows(row))
      }
    }
    return lines
  }

  /// Whether the line holds a part of the result, such as a score, a time or rows of emoji.
  var isFact: Bool {
    switch self {
    case .rows: true
    case .text(let tokens): tokens.contains(where: \.isFact)
    }
  }

  /// Whether two shares' lines are the same line of the layout.
  func isLike(_ other: DraftLine) -> Bool {
    switch (self, other) {
    case (.rows, .rows): true
    case (.text(let left), .text(let right)):
      left.map(\.kind) == right.map(\.kind)
        || left.first == right.first && left.first?.isWord == true
    default: false
    }
  }

  /// The word that the line starts with.
  var firstWord: String? {
    if case .text(let tokens) = self, case .word(let word)? = tokens.first { word } else { nil }
  }

  /// A line whose pattern matches both lines.
  func merged(with other: DraftLine) -> DraftLine {
    switch (self, other) {
    case (.rows(let left), .rows(let right)): return .rows(left.merged(with: right))
    case (.text(let left), .text(let right)): return .text(DraftToken.merged(left, right))
    default: return self
    }
  }
}

/// Rows of emoji: which ones, how many in a row, how many rows.
struct EmojiRows: Hashable {
  var emoji: [String]
  var shortest: Int
  var longest: Int
  var count: Int
  var isSpaced: Bool

  init?(line: Substring) {
    let cells = line.filter { $0 != " " }.map { String($0) }
    guard cells.count > 1, cells.allSatisfy(Self.isEmoji) else { return nil }
    emoji = Self.distinct(cells)
    (shortest, longest, count) = (cells.count, cells.count, 1)
    isSpaced = line.dropLast().contains(" ")
  }

  /// A row of one emoji, which only rows around it make a row.
  init?(cell line: Substring) {
    guard line.count == 1, Self.isEmoji(String(line)) else { return nil }
    (emoji, shortest, longest, count, isSpaced) = ([String(line)], 1, 1, 1, false)
  }

  func joined(with row: EmojiRows) -> EmojiRows {
    var all = merged(with: row)
    all.count = count + row.count
    return all
  }

  func merged(with other: EmojiRows) -> EmojiRows {
    var all = self
    all.emoji = Self.distinct(emoji + other.emoji)
    all.shortest = min(shortest, other.shortest)
    all.longest = max(longest, other.longest)
    all.count = max(count, other.count)
    all.isSpaced = isSpaced || other.isSpaced
    return all
  }

  private static let squares = "⬛⬜🟥🟧🟨🟩🟦🟪🟫"

  /// The emoji of one scalar, for a character class. Squares become all squares, because the next
  /// share may have another colour.
  var cells: String {
    let single = emoji.filter { $0.unicodeScalars.count == 1 }.joined()
    return !single.isEmpty && single.allSatisfy(Self.squares.contains) ? Self.squares : single
  }

  /// A pattern that captures the rows.
  ///
  /// - Parameter attempts: How many rows the score allows, if known. The pattern permits at least
  ///   eight.
  func pattern(attempts: Int?) -> String {
    let single = cells
    let longer = emoji.filter { $0.unicodeScalars.count > 1 }.map {
      $0.hasSuffix("\u{20E3}") ? "(?&KEYCAP)" : $0
    }
    let cells = (single.isEmpty ? [] : ["[\(single)]"]) + Self.distinct(longer)
    // The next share may have other emoji, unless they are squares.
    let cell = cells.count == 1 && isOfSquares ? cells[0] : "(?&EMOJI)"
    let width = hasOneWidth ? "{\(longest)}" : "{1,\(max(12, longest * 2))}+"
    let row = isSpaced ? "(?: \(cell) \\h? )\(width)" : "\(cell)\(width)"
    return "(?<grid> (?: \(row) (?&EOL)? ){1,\(max(count, attempts ?? 0, 8))} )"
  }

  private var isOfSquares: Bool { !cells.isEmpty && cells == Self.squares }

  /// Whether rows of another width are no rows of this game: one row says nothing about others.
  var hasOneWidth: Bool { shortest == longest && count > 1 && isOfSquares }

  static func isEmoji(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation || cell.hasSuffix("\u{20E3}")
      || first.value > 0x2000 && first.properties.isEmoji
  }

  private static func distinct(_ cells: [String]) -> [String] {
    var seen: Set<String> = []
    return cells.filter { seen.insert($0).inserted }
  }
}

/// A piece of a line of text.
enum DraftToken: Hashable {
  case blank
  case word(String)
  case number(String)
  /// `3/6`, `X/6`, `-/6` or, in words, `3 of 6`: a number and its maximum, which is empty where it
  /// differs from share to share.
  case fraction(String, of: String, isWritten: Bool)
  case time(String)
  case date(String, format: String)
  case link(String)
  /// Several emoji in a row.
  case emoji(String)
  /// A number with a fraction.
  case decimal(String)
  /// An emoji before the words of a line.
  case sign
  /// Something that differs from share to share.
  case anything

  /// The number of the token's kind; tokens of one kind may have different texts.
  var kind: Int {
    switch self {
    case .blank: 0
    case .word: 1
    case .number: 2
    case .fraction: 3
    case .time: 4
    case .date: 5
    case .link: 6
    case .anything: 7
    case .emoji: 8
    case .decimal: 9
    case .sign: 10
    }
  }

  var isWord: Bool { if case .word = self { true } else { false } }

  /// The pattern of each kind of token; the first that matches is taken.
  private static let shapes: [(pattern: String, make: @Sendable (String) -> DraftToken?)] = [
    (#"https?://\S+"#, { .link($0) }),
    (#"(?: (?&EMOJI) \h? ){2,40}+"#, { .emoji($0) }),
    (#"(?: (?&SQUARE) | (?&KEYCAP) ) \h?"#, { .emoji($0) }),
    (#"(?: \d+ | [Xx-] ) / \d{1,3} (?! [/\d,.] )"#, { fraction($0) }),
    (#"(?: \d+ | [Xx] ) \h+ of \h+ \d{1,3} (?! \d )"#, { fraction($0) }),
    (#"(?&TIME)"#, { .time($0) }),
    (#"\d{1,3} \. (?! \d{3} (?! \d ) ) \d{1,4} (?! [\d.] )"#, { .decimal($0) }),
    (#"(?&NUMBER)"#, { .number($0) }),
    (#"\h+"#, { _ in .blank }),
    (#"\p{L} [\p{L}'’-]*"#, { .word($0) }),
    (#"."#, { .word($0) }),
  ]

  private static let patterns = (DraftDate.tokens + shapes).compactMap { shape in
    (try? Pattern(shape.pattern)).map { ($0, shape.make) }
  }

  /// - Parameter isFirstLine: On the other lines, a sign that stands before the words says something of
  ///   this share alone: `✅ 120` and `❌ 0` are lines of one kind. A trophy is a score's.
  static func tokens(of line: Substring, isFirstLine: Bool) -> [DraftToken] {
    let bytes = Array(line.utf8)
    let matcher = Matcher()
    var tokens: [DraftToken] = []
    var from = 0
    while from < bytes.count {
      var end = from + 1
      for (pattern, make) in patterns
      where matcher.match(pattern, in: bytes, range: 0..<bytes.count, from: from) == .matched {
        guard let range = matcher.range(of: 0), !range.isEmpty,
          let token = make(String(decoding: bytes[range], as: UTF8.self))
        else { continue }
        tokens.append(token)
        end = range.upperBound
        break
      }
      from = end
    }
    if !isFirstLine, tokens.count > 2, tokens[1] == .blank, case .word(let sign) = tokens[0],
      EmojiRows.isEmoji(sign), sign != "🏆"
    {
      tokens.replaceSubrange(0...1, with: [.sign])
    }
    return tokens
  }

  private static func fraction(_ text: String) -> DraftToken? {
    let isWritten = !text.contains("/")
    let parts = text.split { !$0.isNumber && !"Xx-".contains($0) }
    return parts.count == 2
      ? .fraction(String(parts[0]), of: String(parts[1]), isWritten: isWritten) : nil
  }

  /// Tokens that match both lines: where they differ, ``anything``.
  static func merged(_ left: [DraftToken], _ right: [DraftToken]) -> [DraftToken] {
    guard left.map(\.kind) == right.map(\.kind) else {
      let common = zip(left, right).prefix {
        $0.0 == $0.1 || $0.0.kind == $0.1.kind && !$0.0.isWord
      }
      return common.map(\.0) + [.anything]
    }
    var tokens: [DraftToken] = []
    for (mine, other) in zip(left, right) {
      if case .fraction(let score, let most, let isWritten) = mine,
        case .fraction(_, let otherMost, _) = other, most != otherMost
      {
        tokens.append(.fraction(score, of: "", isWritten: isWritten))
        continue
      }
      let differs = mine != other && (mine.isWord || mine.kind == DraftToken.link("").kind)
      if !differs {
        tokens.append(mine)
      } else if tokens.last != .anything {
        tokens.append(.anything)
      }
    }
    return tokens
  }
}
