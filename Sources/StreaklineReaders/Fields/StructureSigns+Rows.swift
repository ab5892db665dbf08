internal import StreaklineCore

extension StructureSigns {
  private static let separators: [UInt8] = [0x09, 0x7C, 0x3B, 0x2C]
  /// The part of rows that have the number of cells of the first one: nine in ten.
  private static let regular = (of: 10, fewest: 9)

  /// Whether shares are cells of rows in which other cells may say whose they are.
  func hasRows() -> Bool {
    if hasWideRows() { return true }
    return Self.separators.contains { separator in
      hasNamedRows(separator) || hasQuotedCells(separator) || hasNamesBelow(separator)
    }
  }

  /// Whether cells before the shares of two lines differ: `1|Ann|Wordle …`.
  private func hasNamedRows(_ separator: UInt8) -> Bool {
    var columns: [Int: Set<String>] = [:]
    var counts: Set<Int> = []
    for line in lines {
      guard let share = line.share else { continue }
      guard let cells = cells(line.range.lowerBound..<share, separator), cells.count > 1 else {
        continue
      }
      counts.insert(cells.count)
      for (index, cell) in cells.dropLast().enumerated() where isWords(cell) {
        columns[index, default: []].insert(cell)
      }
    }
    return counts.count == 1 && columns.values.contains { $0.count > 1 }
  }

  /// The cells in a range; `nil` where the separator is prose: a comma before a blank.
  private func cells(_ range: Range<Int>, _ separator: UInt8) -> [String]? {
    let bytes = text[range]
    guard range.count <= Self.longestLine, bytes.contains(separator) else { return nil }
    if separator == 0x2C || separator == 0x3B {
      for index in bytes.indices where bytes[index] == separator {
        if index + 1 < text.count, text[index + 1] == 0x20 { return nil }
      }
    }
    return bytes.split(separator: separator, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self).trimmingMarks("\" \r")
    }
  }

  /// Whether a share in quotes is a cell beside words: `Ann,"Wordle …`, `"Wordle …",Ann`.
  private func hasQuotedCells(_ separator: UInt8) -> Bool {
    var columns: [Int: Set<String>] = [:]
    var rows = 0
    for line in lines {
      guard let share = line.share, share > line.range.lowerBound,
        let quote = text[line.range.lowerBound..<share].lastIndex(of: 0x22),
        quote == line.range.lowerBound || text[quote - 1] == separator
      else { continue }
      guard let end = endOfCell(quote + 1, separator) else { continue }
      let before = cells(line.range.lowerBound..<quote, separator) ?? []
      let after = cells(end + 1..<endOfLine(in: text, from: end), separator) ?? []
      guard !before.isEmpty || !after.isEmpty else { continue }
      rows += 1
      for (index, cell) in before.dropLast().enumerated() where isWords(cell) {
        columns[index, default: []].insert(cell)
      }
      for (index, cell) in after.dropFirst().enumerated() where isWords(cell) {
        columns[1_000 + index, default: []].insert(cell)
      }
    }
    return columns.values.contains { $0.count > 1 || rows == 1 }
  }

  /// Where the quotation mark is that ends a cell. A separator or the end of the line comes after it.
  private func endOfCell(_ start: Int, _ separator: UInt8) -> Int? {
    var index = start
    while index < min(text.count, start + 2_048) {
      if text[index] == 0x22 {
        guard index + 1 < text.count else { return index }
        let next = text[index + 1]
        if next == separator || next == 0x0A || next == 0x0D { return index }
        if next == 0x22 { index += 1 }
      }
      index += 1
    }
    return nil
  }

  /// Whether different names are in cells behind results: `Wordle 1,063 3/6|Ann`.
  private func hasNamesBelow(_ separator: UInt8) -> Bool {
    var columns: [Int: Set<String>] = [:]
    for result in results where result.upperBound < text.count {
      let rest = text[result.upperBound...].prefix(2).drop { $0 == 0x20 }
      guard rest.first == separator,
        let cells = cells(
          result.upperBound..<endOfLine(in: text, from: result.upperBound), separator)
      else { continue }
      for (index, cell) in cells.dropFirst().enumerated()
      where isWords(cell) && PersonName.isName(cell) {
        columns[index, default: []].insert(cell)
      }
    }
    return columns.values.contains { $0.count > 1 }
  }

  /// Whether shares are in several columns of a table, which are not named by games or days.
  private func hasWideRows() -> Bool {
    Self.separators.contains { separator in
      guard text.prefix(4_096).prefix(while: { $0 != 0x0A }).contains(separator) else {
        return false
      }
      var rest = text
      let source = ByteSource(name: "", size: nil) { _ in
        defer { rest = [] }
        return rest
      }
      var table = CSVRows(source, separator: separator)
      var (same, others) = (0, 0)
      var names: [String] = []
      var columns: Set<Int> = []
      // Reading from memory cannot fail.
      while let row = try? table.next() {
        guard let cells = try? row.content.get(), !cells.allSatisfy(\.bytes.isEmpty) else {
          continue
        }
        if names.isEmpty {
          names = cells.map { String(decoding: $0.bytes.prefix(100), as: UTF8.self) }
          guard names.count > 1 else { return false }
          continue
        }
        if cells.count == names.count { same += 1 } else { others += 1 }
        for (index, cell) in cells.enumerated()
        where index < names.count && scan.isPresent(in: cell.bytes, 0..<cell.bytes.count) {
          // A column may have the games.
          let words = String(decoding: cell.bytes.prefix(100), as: UTF8.self).trimmingMarks(" \r")
          let mayBeGame = words.contains(where: \.isLetter) && !words.contains(where: \.isNumber)
          if !mayBeGame || !scan.games.isTitle(words) {
            columns.insert(index)
          }
        }
      }
      return columns.count > 1 && same > 0
        && same * Self.regular.of >= (same + others) * Self.regular.fewest
        && columns.contains { isWords(names[$0]) }
    }
  }
}
