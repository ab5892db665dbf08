internal import StreaklineCore

/// Aligned columns of text; the widths are counted in cells of a terminal.
struct Table {
  private var rows: [[String]]
  /// The colours of cells, by row and column.
  private var colors: [Int: (column: Int, color: Sign.Color)] = [:]

  init(header: [String]) {
    rows = [header]
  }

  /// - Parameter colored: A cell that has a colour where the output is coloured.
  mutating func add(_ row: [String], colored: (column: Int, color: Sign.Color)? = nil) {
    colors[rows.count] = colored
    rows.append(row.map(escapedForTerminal))
  }

  func print(isColored: Bool = false) {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? cellCount(of: $0[column]) : 0 }.max() ?? 0
    }
    for (number, row) in rows.enumerated() {
      let colored = isColored ? colors[number] : nil
      let cells = row.enumerated().map { index, cell in
        let space =
          index == row.count - 1
          ? "" : String(repeating: " ", count: widths[index] - cellCount(of: cell))
        guard let colored, colored.column == index else { return cell + space }
        return Sign(text: cell, color: colored.color).rendered + space
      }
      Output.write(Array((cells.joined(separator: "  ") + "\n").utf8))
    }
  }
}
