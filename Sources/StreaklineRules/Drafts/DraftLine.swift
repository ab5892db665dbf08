internal import StreaklineCore

/// A line of a pasted share, split into parts for drafting a rule.
enum DraftLine: Hashable {
  /// Consecutive rows of emoji.
  case rows(EmojiRows)
  case text([DraftToken])
  /// The lines of a list, of which each share has others, and how many there are.
  case list(Int)

  /// The lines of a normalised share; empty lines are left out, rows of emoji are joined.
  static func lines(of text: String) -> [DraftLine] {
    var lines: [DraftLine] = []
    let contents = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    for (index, content) in contents.enumerated() {
      if let cell = EmojiRows(cell: content) {
        if case .rows(let rows) = lines.last {
          lines[lines.count - 1] = .rows(rows.joined(with: cell))
          continue
        }
        // One mark below the other, one for each round, is a grid.
        if !lines.isEmpty, contents.indices.contains(index + 1),
          EmojiRows(cell: contents[index + 1]) != nil
        {
          lines.append(.rows(cell))
          continue
        }
      }
      guard let row = EmojiRows(line: content) else {
        lines.append(.text(DraftToken.tokens(of: content, isFirstLine: lines.isEmpty)))
        continue
      }
      if case .rows(let rows) = lines.last, rows.isOfOneGrid(with: row) {
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
    case .list: false
    }
  }

  /// Whether two shares' lines are the same line of the layout.
  func isLike(_ other: DraftLine) -> Bool {
    switch (self, other) {
    case (.rows, .rows): return true
    case (.text(let mine), .text(let others)):
      let (left, right) = DraftToken.withOneStart(mine, others)
      return DraftToken.isOneLayout(left, right)
        || left.first == right.first && left.first?.isWord == true
        || DraftToken.startAlike(left, right)
    default: return false
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
    case (.text(let mine), .text(let others)):
      let (left, right) = DraftToken.withOneStart(mine, others)
      return .text(DraftToken.merged(left, right))
    default: return self
    }
  }
}
