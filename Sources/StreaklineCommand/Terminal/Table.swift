internal import StreaklineCore

/// Aligned columns of text; the widths are counted in cells of a terminal.
struct Table {
  private static let gap = 2
  /// A column of names keeps so many cells as long as others can do with less.
  private static let leastOfNames = 8
  private var rows: [[String]]
  /// The colours of cells, by row and column.
  private var colors: [Int: (column: Int, color: Sign.Color)] = [:]
  private let names: Set<Int>

  /// - Parameter names: The columns that are cut first where the terminal is not wide enough.
  init(header: [String], names: Set<Int> = []) {
    rows = [header.map(escapedForTerminal)]
    self.names = names
  }

  /// - Parameter colored: A cell that has a colour where the output is coloured.
  mutating func add(_ row: [String], colored: (column: Int, color: Sign.Color)? = nil) {
    colors[rows.count] = colored
    rows.append(row.map(escapedForTerminal))
  }

  func print(isColored: Bool = false) {
    let widths = widths(Columns.limit)
    for (number, row) in rows.enumerated() {
      let colored = isColored ? colors[number] : nil
      let cells = row.enumerated().map { index, text in
        let cell = fitted(text, cells: widths[index])
        let space =
          index == row.count - 1
          ? "" : String(repeating: " ", count: widths[index] - cellCount(of: cell))
        guard let colored, colored.column == index else { return cell + space }
        return Sign(text: cell, color: colored.color).rendered + space
      }
      let line = cells.joined(separator: String(repeating: " ", count: Self.gap))
      Output.write(Array((line + "\n").utf8))
    }
  }

  /// The widths of the columns: what their texts need, or less where that is more than there is.
  private func widths(_ limit: Int?) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { column < $0.count ? cellCount(of: $0[column]) : 0 }.max() ?? 0
    }
    guard let limit else { return widths }
    widths = widths.map { min($0, limit) }
    let room = limit - Self.gap * (count - 1)
    Self.narrow(&widths, names.intersection(0..<count), toLeast: Self.leastOfNames, room)
    Self.narrow(&widths, Set(0..<count), toLeast: 1, room)
    return widths
  }

  /// Takes what is too much from the widest of the columns.
  private static func narrow(
    _ widths: inout [Int], _ columns: Set<Int>, toLeast least: Int, _ room: Int
  ) {
    var excess = widths.reduce(0, +) - room
    while excess > 0, let widest = columns.max(by: { (widths[$0], $0) < (widths[$1], $1) }),
      widths[widest] > least
    {
      widths[widest] -= 1
      excess -= 1
    }
  }
}
