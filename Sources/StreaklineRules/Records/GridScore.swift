/// The score that the rows of a grid show, where a share prints none.
struct GridScore {
  typealias Field = (name: String, operation: String, note: String?)

  let fields: [Field]
  /// How many guesses there are at most, where the rows show it.
  let maximumAttempts: String?
  let direction: DraftDirection
  /// The pattern of the rows; `nil` when the usual one fits.
  let pattern: String?

  /// `nil` when the rows say nothing about a score, or may mean several things.
  init?(_ rows: EmojiRows) {
    guard
      let score = Self.guesses(rows) ?? Self.finish(rows) ?? Self.groups(rows) ?? Self.hits(rows)
    else { return nil }
    self = score
  }

  private init(
    fields: [Field], maximumAttempts: String?, _ direction: DraftDirection = .fewerTries,
    pattern: String?
  ) {
    self.fields = fields
    self.direction = direction
    self.maximumAttempts = maximumAttempts
    self.pattern = pattern
  }

  /// One row with a square for each guess: `🟥🟨🟩⬜⬜`. The green square is the right guess, and
  /// only empty ones follow it.
  private static func guesses(_ rows: EmojiRows) -> GridScore? {
    guard rows.count == 1, let first = rows.samples.first else { return nil }
    let hasSign = !EmojiRows.squares.contains(first[0])
    let guesses = rows.samples.map { $0.dropFirst(hasSign ? 1 : 0) }
    guard let width = guesses.first?.count, width > 2,
      guesses.allSatisfy({ $0.count == width && isGuesses($0) }),
      guesses.contains(where: { $0.contains("🟩") && $0.last != "🟩" })
    else { return nil }
    let blank = rows.isSpaced ? " \\h?" : ""
    let other = "[⬛⬜🟥🟧🟨🟦🟪🟫]\(blank)"
    let sign = hasSign ? "(?&EMOJI) \\h? " : ""
    let solved = "(?<guesses> (?: \(other) ){0,\(width - 1)} 🟩 ) (?:\(blank) [⬜⬛] ){0,\(width - 1)}"
    return GridScore(
      fields: [
        ("score", "{count: '[⬛⬜🟥🟧🟨🟩🟦🟪🟫]', in: guesses}", "CHECK: the guess that was right?"),
        ("completed", "{found: '🟩', in: guesses}", nil),
      ], maximumAttempts: "\(width)",
      pattern: "\(sign)(?<grid> \(solved) | (?: \(other) ){\(width)} ) (?!\(blank) (?&SQUARE) )")
  }

  private static func isGuesses(_ row: ArraySlice<String>) -> Bool {
    guard row.allSatisfy({ EmojiRows.squares.contains($0) }) else { return false }
    guard let right = row.firstIndex(of: "🟩") else { return true }
    let rest = Set(row[(right + 1)...])
    return rest.isEmpty || rest == ["⬜"] || rest == ["⬛"]
  }

  /// One row that ends with the right guess, `🟥🟨✅` or `🟥🟥🟩`, or with all guesses wrong, `🟥🟨🟥❌`. Where all rows
  /// have one length, each cell may be the answer to another question, and this is no score.
  private static func finish(_ rows: EmojiRows) -> GridScore? {
    finish(rows, right: "✅") ?? finish(rows, right: "🟩")
  }

  private static func finish(_ rows: EmojiRows, right: String) -> GridScore? {
    let cells = EmojiRows.squares.replacing(right, with: "") + "❌"
    let isRow = rows.samples.allSatisfy { row in
      row.dropLast().allSatisfy(cells.contains)
        && row.last.map { (cells + right).contains($0) } == true
    }
    guard rows.count == 1, rows.shortest < rows.longest, isRow, !rows.isSpaced,
      rows.samples.contains(where: { $0.last == right })
    else { return nil }
    let solved = "(?<guesses> [\(cells)]{0,19} \(right) )"
    let lost = rows.samples.contains { $0.last != right } ? " | [\(cells)]{2,20}" : ""
    return GridScore(
      fields: [
        ("score", "{count: '[\(cells)\(right)]', in: guesses}", "CHECK: the guess that was right?"),
        ("completed", "{found: '\(right)', in: guesses}", nil),
      ], maximumAttempts: nil,
      pattern: "(?<grid> \(solved)\(lost) ) (?! [\(cells)\(right)] )")
  }

  /// One row with a cell for each question, `🟩🟩🟥🟩🟥`, maybe after emoji that are the same in each share: the score is
  /// how many answers are right. White or black cells that are always at the end may as well be guesses that nobody
  /// needed, and one right cell in each row its place.
  private static func hits(_ rows: EmojiRows) -> GridScore? {
    guard rows.count == 1, rows.samples.count > 1, let first = rows.samples.first else {
      return nil
    }
    let sign = first.indices.prefix { index in
      !answers.contains(first[index])
        && rows.samples.allSatisfy { $0.indices.contains(index) && $0[index] == first[index] }
    }
    let cells = rows.samples.map { $0[sign.count...] }
    let colors = Set(cells.joined())
    guard let width = cells.first?.count, width > 2, cells.allSatisfy({ $0.count == width }),
      colors.count == 2, let right = ["🟩", "✅", "🟢"].first(where: colors.contains),
      let wrong = colors.first(where: { $0 != right }), answers.contains(wrong),
      cells.contains(where: { row in row.count { $0 == right } > 1 })
    else { return nil }
    let isMixed = cells.contains { row in
      row.firstIndex(of: wrong).map { row[$0...].contains(right) } ?? false
    }
    guard isMixed || "🟥❌🔴".contains(wrong) else { return nil }
    return GridScore(
      fields: [("score", "{count: '\(right)', in: grid}", "CHECK: the right answers?")],
      maximumAttempts: "\(width)", .more, pattern: nil)
  }

  private static let answers: Set<String> = ["🟩", "✅", "🟢", "🟥", "❌", "🔴", "⬜", "⬛"]

  /// Rows of four squares that are of one colour where a group was found, in four colours.
  private static func groups(_ rows: EmojiRows) -> GridScore? {
    guard rows.hasOneWidth, rows.longest == 4, rows.emoji.count == 4 else { return nil }
    let found = Set(rows.samples.filter { Set($0).count == 1 }.map { $0[0] })
    guard found.count == 4 else { return nil }
    let all = rows.emoji.map { "(?=.*\($0){4})" }.joined(separator: " ")
    return GridScore(
      fields: [
        (
          "score", #"{count: '(?<!\S) (\S)\1{3} (?!\S)', in: grid, distinct: true}"#,
          "CHECK: the groups that were found?"
        ),
        ("completed", "{found: '\\A (?s) \(all)', in: grid}", nil),
      ], maximumAttempts: "4", .more, pattern: nil)
  }
}
