/// What a grid shows of won and lost games.
extension DraftOutcome {
  /// - Parameter layouts: The lines of each share.
  static func evidence(inGridsOf layouts: [[DraftLine]]) -> [Evidence] {
    let grids = layouts.map { grid(of: $0) }
    return [groups(grids), ending(grids)].compactMap(\.self)
  }

  /// The rows that are captured: the first ones of squares or, where there are none, the first ones.
  private static func grid(of lines: [DraftLine]) -> EmojiRows? {
    let all = lines.compactMap { if case .rows(let rows) = $0 { rows } else { nil } }
    return all.first { $0.hasSquares } ?? all.first
  }

  /// A row of one color for each color: all groups were found.
  private static func groups(_ grids: [EmojiRows?]) -> Evidence? {
    let all = grids.compactMap(\.self)
    let rows = all.flatMap(\.samples)
    guard let width = rows.first?.count, width > 2, rows.allSatisfy({ $0.count == width }),
      !all.contains(where: \.isSpaced)
    else { return nil }
    let colors = Set(rows.joined())
    func found(_ rows: [[String]]) -> Set<String> {
      Set(rows.filter { Set($0).count == 1 }.map { $0[0] })
    }
    // Where no row is mixed, shares without one of the colors have lost nothing.
    let isMixed = rows.contains { Set($0).count > 1 }
    guard colors.count > 2, found(rows) == colors,
      isMixed || all.allSatisfy({ found($0.samples) == colors })
    else { return nil }
    let conditions = colors.sorted().map { "(?=.*(?<!\\S)(?:\($0)){\(width)}(?!\\S))" }
    return Evidence(
      condition: "found: '\\A (?s) \(conditions.joined(separator: " "))', in: grid",
      holds: grids.map { $0.map { found($0.samples) == colors } ?? false }, lostIn: "grid")
  }

  /// The end of the grid that no other place of any grid has: a row of the right color alone or, where a share has
  /// one row, the right color.
  private static func ending(_ grids: [EmojiRows?]) -> Evidence? {
    let all = grids.compactMap(\.self)
    let isOneRow = all.allSatisfy { $0.count == 1 }
    for right in ["🟩", "✅", "🟢", "🟦", "🟪", "🟧"] {
      func isRight(_ cells: some Collection<String>) -> Bool { cells.allSatisfy { $0 == right } }
      // Blanks fill a row of tries up to its end.
      let rows = all.map { grid in
        isOneRow
          ? grid.samples[0].trimmingBlanks().map { [$0] } : grid.samples
      }
      guard rows.contains(where: { $0.count > 1 && $0.last.map(isRight) == true }),
        !rows.contains(where: { $0.dropLast().contains(where: isRight) })
      else { continue }
      let start = all.contains(where: \.isSpaced) ? "(?: \\A | \\n )" : "(?<! \\S )"
      // A line of other emoji, such as a clock, may have been taken for a row.
      let rest = "(?! (?s) .* [\(EmojiRows.squares)✅❌🟢🔴🟡⚪⚫] )"
      let end =
        isOneRow
        ? "\(right) (?: \\h? [⬜⬛] )* \(rest)" : "\(start) (?: \(right) \\h? )+ \(rest)"
      let hasOnlySquares = all.allSatisfy { $0.emoji.allSatisfy(EmojiRows.squares.contains) }
      return Evidence(
        condition: "found: '\(end)', in: grid",
        holds: grids.map { grid in
          guard let rows = grid?.samples else { return false }
          return isOneRow ? rows[0].trimmingBlanks().last == right : rows.last.map(isRight) ?? false
        }, lostIn: hasOnlySquares ? "grid" : nil)
    }
    return nil
  }
}

extension [String] {
  /// The cells without white and black squares at the end.
  fileprivate func trimmingBlanks() -> ArraySlice<String> {
    self[..<((lastIndex { $0 != "⬜" && $0 != "⬛" } ?? -1) + 1)]
  }
}
