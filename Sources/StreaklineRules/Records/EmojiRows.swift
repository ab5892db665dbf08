internal import StreaklineCore

/// Rows of emoji: which ones, how many in a row, how many rows.
struct EmojiRows: Hashable {
  var emoji: [String]
  var shortest: Int
  var longest: Int
  var count: Int
  var isSpaced: Bool
  /// The cells of each row of each share.
  private(set) var samples: [[String]]

  init?(line: Substring) {
    let cells = line.filter { $0 != " " }.map { String($0) }
    guard cells.count > 1, cells.allSatisfy(Self.isEmoji) else { return nil }
    emoji = Self.distinct(cells)
    (shortest, longest, count) = (cells.count, cells.count, 1)
    samples = [cells]
    isSpaced = line.dropLast().contains(" ")
  }

  /// A row of one emoji, which only rows around it make a row.
  init?(cell line: Substring) {
    guard line.count == 1, Self.isEmoji(String(line)) else { return nil }
    (emoji, shortest, longest, count, isSpaced) = ([String(line)], 1, 1, 1, false)
    samples = [emoji]
  }

  /// Whether a row continues the grid: a clue of pictures above squares does not.
  func isOfOneGrid(with row: EmojiRows) -> Bool {
    func squares(_ emoji: [String]) -> Int { emoji.count { Self.squares.contains($0) } }
    return !(squares(emoji) == 0 && squares(row.emoji) == row.emoji.count)
      && !(squares(emoji) == emoji.count && squares(row.emoji) == 0 && row.longest > 1)
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
    all.samples += other.samples
    return all
  }

  static let squares = "⬛⬜🟥🟧🟨🟩🟦🟪🟫"

  /// The emoji of one scalar, for a character class. Squares become all squares, because the next
  /// share may have another colour.
  var cells: String {
    let single = emoji.filter { $0.unicodeScalars.count == 1 }.joined()
    return !single.isEmpty && single.allSatisfy(Self.squares.contains) ? Self.squares : single
  }

  /// A pattern that captures the rows.
  ///
  /// - Parameter attempts: How many rows the score allows, if known. The pattern permits at least
  ///   eight, or twenty where nothing says how many there can be.
  func pattern(attempts: Int?) -> String {
    let single = cells
    let longer = emoji.filter { $0.unicodeScalars.count > 1 }.map {
      $0.hasSuffix("\u{20E3}") ? "(?&KEYCAP)" : $0
    }
    let cells = (single.isEmpty ? [] : ["[\(single)]"]) + Self.distinct(longer)
    // The next share may have other emoji, unless they are squares.
    let hasFlag = emoji.contains(where: Self.isFlag)
    let any = hasFlag ? "(?: [\\x{1F1E6}-\\x{1F1FF}]{2} | (?&EMOJI) )" : "(?&EMOJI)"
    let cell = cells.count == 1 && isOfSquares ? cells[0] : any
    let width = hasOneWidth ? "{\(longest)}" : "{1,\(max(12, longest * 2))}+"
    let row = isSpaced ? "(?: \(cell) \\h? )\(width)" : "\(cell)\(width)"
    // The last row leaves its line break to the next line.
    return "(?<grid> \(row) (?: (?&EOL)? \(row) ){0,\(max(count, attempts ?? 20, 8) - 1)} )"
  }

  var hasSquares: Bool { emoji.contains(where: Self.squares.contains) }

  private var isOfSquares: Bool { !cells.isEmpty && cells == Self.squares }

  /// Whether rows of another width are no rows of this game: one row says nothing about others.
  var hasOneWidth: Bool { shortest == longest && count > 1 && isOfSquares }

  /// Whether an emoji is a country's flag, which is written with two letters.
  private static func isFlag(_ cell: String) -> Bool {
    cell.unicodeScalars.first.map { (0x1F1E6...0x1F1FF).contains($0.value) } ?? false
  }

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
