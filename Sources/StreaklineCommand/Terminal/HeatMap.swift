internal import StreaklineCore

/// A year in colours, two days of a week in each character: the upper half is one day, the lower half the next.
struct HeatMap {
  private let weeks: [[YearCalendar.Cell?]]
  private let most: Int

  /// Colours of the palette of 256, from few solved puzzles to the most of a day.
  private static let greens = [22, 28, 34, 40]
  private static let notPlayed = 237
  private static let notSolved = 130
  private static let names = ["Mon", "Wed", "Fri", "Sun"]

  init(_ calendar: YearCalendar) {
    weeks = calendar.weeks
    most = max(1, calendar.most)
  }

  func print() {
    for (row, name) in Self.names.enumerated() {
      let cells = weeks.map { week in
        let lower = row * 2 + 1 < week.count ? week[row * 2 + 1] : nil
        return Self.character(color(week[row * 2]), color(lower))
      }
      write("\(name)  \(cells.joined())")
    }
    write("")
    let signs =
      [(Self.notPlayed, "not played"), (Self.notSolved, "not solved")]
      + [(Self.greens[0], "few solved"), (Self.greens[3], "\(most) solved")]
    write(
      "     " + signs.map { Self.character($0.0, nil) + " " + $0.1 }.joined(separator: "   "))
  }

  private func write(_ line: String) { Output.write(Array((line + "\n").utf8)) }

  /// `nil` for a day of another year.
  private func color(_ cell: YearCalendar.Cell?) -> Int? {
    guard let cell else { return nil }
    guard cell.completed > 0 else { return cell.played > 0 ? Self.notSolved : Self.notPlayed }
    return Self.greens[(cell.completed * Self.greens.count - 1) / most]
  }

  private static func character(_ upper: Int?, _ lower: Int?) -> String {
    switch (upper, lower) {
    case (nil, nil): " "
    case (let upper?, nil): "\u{1B}[38;5;\(upper)m▀\u{1B}[0m"
    case (nil, let lower?): "\u{1B}[38;5;\(lower)m▄\u{1B}[0m"
    case (let upper?, let lower?): "\u{1B}[38;5;\(upper);48;5;\(lower)m▀\u{1B}[0m"
    }
  }
}
