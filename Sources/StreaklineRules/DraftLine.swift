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
      guard let row = EmojiRows(line: content) else {
        lines.append(.text(DraftToken.tokens(of: content)))
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
    let cell = cells.count == 1 ? cells[0] : "(?: \(cells.joined(separator: " | ")) )"
    let width = shortest == longest ? "{\(longest)}" : "{\(shortest),\(longest)}"
    let row = isSpaced ? "(?: \(cell) \\h? )\(width)" : "\(cell)\(width)"
    return "(?<grid> (?: \(row) (?&EOL)? ){1,\(max(count, attempts ?? 0, 8))} )"
  }

  private static func isEmoji(_ cell: String) -> Bool {
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
  /// `3/6`, `X/6` or, in words, `3 of 6`: a number and its maximum.
  case fraction(String, of: String, isWritten: Bool)
  case time(String)
  case date(String, format: String)
  case link(String)
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
    }
  }

  var isWord: Bool { if case .word = self { true } else { false } }

  /// The pattern of each kind of token; the first that matches is taken.
  private static let shapes: [(pattern: String, make: @Sendable (String) -> DraftToken?)] = [
    (#"https?://\S+"#, { .link($0) }),
    (#"\d{1,2}/\d{1,2}/\d{4}"#, { .date($0, format: "M/d/yyyy") }),
    (#"\d{1,2}\.\d{1,2}\.\d{4}"#, { .date($0, format: "d.M.yyyy") }),
    (#"\d{4}-\d{2}-\d{2}"#, { .date($0, format: "yyyy-MM-dd") }),
    (#"[A-Z][a-z]{2,8} \x20 \d{1,2}, \x20 \d{4}"#, { .date($0, format: "MMM d, yyyy") }),
    (#"(?: \d+ | [Xx] ) / \d{1,3} (?! [/\d] )"#, { fraction($0) }),
    (#"(?: \d+ | [Xx] ) \h+ of \h+ \d{1,3} (?! \d )"#, { fraction($0) }),
    (#"(?&TIME)"#, { .time($0) }),
    (#"(?&NUMBER)"#, { .number($0) }),
    (#"\h+"#, { _ in .blank }),
    (#"\p{L} [\p{L}'’-]*"#, { .word($0) }),
    (#"."#, { .word($0) }),
  ]

  private static let patterns = shapes.compactMap { shape in
    (try? Pattern(shape.pattern)).map { ($0, shape.make) }
  }

  static func tokens(of line: Substring) -> [DraftToken] {
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
    return tokens
  }

  private static func fraction(_ text: String) -> DraftToken? {
    let isWritten = !text.contains("/")
    let parts = text.split { !$0.isNumber && $0 != "X" && $0 != "x" }
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
