public import StreaklineCore

/// A year as a calendar: a column for each week from Monday on, a square for each day. The more puzzles
/// are solved on a day, the darker and the larger is its square. A cross is a day on which none of the
/// played ones is solved.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// if let year = try store.history.calendar(HistoryQuestion(user: "alice"), year: 2026) {
///   print(CalendarChart(year, title: "Alice, 2026").svg(.halves, colours: .light))
/// }
/// ```
public struct CalendarChart: Hashable, Sendable {
  /// How the months lie.
  public enum Layout: Hashable, Sendable {
    /// The year in one row, 770 wide.
    case row
    /// Each half of the year in a row, 412 wide, for a phone.
    case halves
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let step = 14.0
  private static let side = 12.0
  private static let left = 28.0
  private static let top = 18.0
  private static let rowHeight = 124.0

  /// What the chart shows, such as "Alice, Wordle, 2026".
  public var title: String
  private var calendar: YearCalendar

  /// A year without results.
  ///
  /// - Returns: `nil` for a year that no day can have: the first is 1, the last 9999.
  public init?(year: Int, title: String) {
    guard let calendar = YearCalendar(year: year) else { return nil }
    self.init(calendar, title: title)
  }

  /// A year of results.
  public init(_ calendar: YearCalendar, title: String) {
    (self.calendar, self.title) = (calendar, title)
  }

  /// Counts a result. One of another year is passed over.
  public mutating func add(_ day: Day, isCompleted: Bool) {
    calendar.add(day, isCompleted: isCompleted)
  }

  /// The year in words, as in the chart's description.
  public var summary: String {
    let days = calendar.cells.count { $0.played > 0 }
    guard days > 0 else { return "No puzzle was played in \(calendar.year)." }
    let solved = calendar.cells.reduce(0) { $0 + $1.completed }
    let played = calendar.cells.reduce(0) { $0 + $1.played }
    return "Played on \(pluralized(days, "day")) of \(calendar.year): "
      + "\(pluralized(played, "puzzle")), \(withThousandsSeparators(solved)) solved, "
      + "at most \(withThousandsSeparators(calendar.most)) on one day."
  }

  /// The chart.
  ///
  /// - Parameter hasTooltips: Whether each played day says in words what was played. A chart without them
  ///   takes about 12 KB, one with them 30 KB.
  public func svg(
    _ layout: Layout = .row, hasTooltips: Bool = false, colours: ChartColours = .ofPage
  ) -> String {
    drawing(layout, hasTooltips: hasTooltips, colours).svg
  }

  func drawing(_ layout: Layout, hasTooltips: Bool, _ colours: ChartColours) -> Drawing {
    let months = layout == .row ? [1...12] : [1...6, 7...12]
    let halves = months.enumerated().map { row, months in
      draw(months, y: Double(row) * Self.rowHeight, hasTooltips, colours)
    }
    let height = Int(Self.rowHeight) * months.count + 20
    let width = layout == .row ? 774 : 412
    return Drawing(
      kind: "calendar", width: width, height: height, title: title, description: summary,
      markup: halves.joined() + legend(right: Double(width), y: Double(height) - 16, colours))
  }

  // MARK: - Drawing

  private func draw(
    _ months: ClosedRange<Int>, y: Double, _ hasTooltips: Bool, _ colours: ChartColours
  ) -> String {
    let year = calendar.year
    guard let first = Day(year: year, month: months.lowerBound, day: 1),
      let last = Day(year: year, month: months.upperBound, day: 1)?.lastOfMonth
    else { return "" }
    func place(_ day: Day) -> (x: Double, y: Double) {
      let week = Double((day - first.monday) / 7)
      return (Self.left + week * Self.step, y + Self.top + Double(day.weekday) * Self.step)
    }
    var drawing = ""
    for month in months {
      guard let day = Day(year: year, month: month, day: 1) else { continue }
      // The name stands above the first whole week.
      let x = place(day.weekday == 0 ? day : day.monday + 7).x
      drawing += svgText(Self.months[month - 1], x: x, y: y + 12, fill: colours(.muted))
    }
    for (weekday, name) in [(0, "Mon"), (2, "Wed"), (4, "Fri")] {
      let line = y + Self.top + Double(weekday) * Self.step + 10
      drawing += svgText(name, x: 0, y: line, fill: colours(.muted))
    }
    var shapes: [Mark: String] = [:]
    let most = calendar.most
    for number in 0...(last - first) {
      let day = first + number
      let cell = calendar.cells[day - calendar.days.lowerBound]
      let mark = Mark(cell, most: most)
      let shape = mark.path(place(day).x, place(day).y, side: Self.side)
      shapes[mark, default: ""] +=
        hasTooltips && mark != .none ? "<path d=\"\(shape)\">\(tooltip(day, cell))</path>" : shape
    }
    for mark in Mark.allCases {
      guard let shape = shapes[mark] else { continue }
      drawing +=
        shape.hasPrefix("<")
        ? "<g \(mark.attributes(colours))>\(shape)</g>"
        : "<path \(mark.attributes(colours)) d=\"\(shape)\"/>"
    }
    return drawing
  }

  private func tooltip(_ day: Day, _ cell: YearCalendar.Cell) -> String {
    "<title>\(day.iso): \(cell.completed) of \(cell.played) solved</title>"
  }

  private func legend(right: Double, y: Double, _ colours: ChartColours) -> String {
    var x = right - 214
    var legend = svgText("none solved", x: x - 74, y: y + 10, fill: colours(.muted))
    for mark in [Mark.failed, .none, .few, .some, .many, .most] {
      if mark == .none {
        legend += svgText("less", x: x + 12, y: y + 10, fill: colours(.muted))
        x += 40
      }
      legend +=
        "<path \(mark.attributes(colours)) d=\"\(mark.path(x, y, side: Self.side))\"/>"
      x += Self.step
    }
    return legend + svgText("more", x: x + 6, y: y + 10, fill: colours(.muted))
  }
}

/// How a day is drawn.
private enum Mark: CaseIterable {
  case none, failed, few, some, many, most

  init(_ cell: YearCalendar.Cell, most: Int) {
    guard cell.completed > 0 else {
      self = cell.played > 0 ? .failed : .none
      return
    }
    let shades = [Self.few, .some, .many, .most]
    // Without a product: a count may be of any size.
    let share = Double(cell.completed) / Double(max(1, most))
    self = shades[min(3, max(0, Int((share * 4).rounded(.up)) - 1))]
  }

  /// The shape of a day whose square has its upper left corner at a place.
  func path(_ x: Double, _ y: Double, side: Double) -> String {
    let margin: Double =
      switch self {
      case .none, .most: 1
      case .failed, .few: 3
      case .some: 2.3
      case .many: 1.6
      }
    let length = svgNumber(side - 2 * margin)
    let start = "M\(svgNumber(x + margin)) \(svgNumber(y + margin))"
    guard self == .failed else { return start + "h\(length)v\(length)h-\(length)z" }
    return start + "l\(length) \(length)m-\(length) 0l\(length) -\(length)"
  }

  /// The stroke has round joins: it rounds the corners.
  func attributes(_ colours: ChartColours) -> String {
    let colour =
      switch self {
      case .none: colours(.none)
      case .failed: colours(.failed)
      case .few: colours(.few)
      case .some: colours(.some)
      case .many: colours(.many)
      case .most: colours(.most)
      }
    return "fill=\"\(self == .failed ? "none" : colour)\" stroke=\"\(colour)\" stroke-width=\"2\" "
      + "stroke-linejoin=\"round\" stroke-linecap=\"round\""
  }
}
