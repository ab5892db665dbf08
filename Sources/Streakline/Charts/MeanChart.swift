public import StreaklineCore

/// A mean over time, as a line with a dot for each month or longer span.
///
/// ```swift
/// let results = try RecordStore(path: "results.db").results(user: "alice", game: "wordle")
/// let points = results.compactMap { result in
///   result.fields["score"]?.int.map { MeanChart.Point(day: result.day, mean: Double($0)) }
/// }
/// print(MeanChart(title: "Alice, Wordle", points: points).svg(colours: .light))
/// ```
public struct MeanChart: Hashable, Sendable {
  /// How numbers are written.
  public enum Unit: Hashable, Sendable {
    /// With one decimal: `3.8`.
    case number
    /// Seconds, as a clock shows them: `1:05`.
    case seconds
  }

  /// The mean of some days.
  public struct Point: Hashable, Sendable {
    /// The first day of the span whose results the mean is of.
    public let day: Day
    /// In the unit of the chart, ``MeanChart/unit``: scores, or seconds.
    public let mean: Double
    /// How many results the mean is of; at least 1.
    public let count: Int

    /// A point, with the weight that it has where more than 60 points are joined: `count`.
    public init(day: Day, mean: Double, count: Int = 1) {
      (self.day, self.mean, self.count) = (day, mean, count)
    }
  }

  private static let (width, height) = (412.0, 160.0)
  private static let (left, right, top, bottom) = (44.0, 400.0, 12.0, 132.0)
  /// More points than these are joined with their neighbours.
  private static let mostPoints = 60

  /// What the chart shows, such as "Alice, Wordle, mean of each month".
  public let title: String
  /// How the numbers of the axis and of ``summary`` are written.
  public let unit: Unit
  /// By day, at most 60.
  public let points: [Point]

  /// A chart of at most 60 points, by day.
  ///
  /// - Parameter points: In any order. Those of no finite number or of no day with four
  ///   digits in its year are left out. Where there are more than
  ///   60, those of equal spans of days become one point at the first of their days.
  public init(title: String, points: [Point], unit: Unit = .number) {
    (self.title, self.unit) = (title, unit)
    self.points = Self.joined(
      points.filter { $0.mean.isFinite && $0.day.isRepresentable }.sorted { $0.day < $1.day })
  }

  private static func joined(_ points: [Point]) -> [Point] {
    guard points.count > mostPoints, let first = points.first, let last = points.last else {
      return points
    }
    let span = max(1, (last.day - first.day) / mostPoints + 1)
    let groups = Dictionary(grouping: points) { ($0.day - first.day) / span }
    return groups.sorted { $0.key < $1.key }.compactMap { _, group in
      guard let start = group.first else { return nil }
      let total = group.reduce(0.0) { $0 + Double(max(1, $1.count)) }
      // Each share first: the sum of great numbers would not be finite.
      let mean = group.reduce(0.0) { $0 + $1.mean * (Double(max(1, $1.count)) / total) }
      return Point(day: start.day, mean: mean, count: Int(min(total, 1e15)))
    }
  }

  /// The line in words, as in the chart's description.
  public var summary: String {
    guard let first = points.first, let last = points.last,
      let least = points.min(by: { $0.mean < $1.mean }),
      let most = points.max(by: { $0.mean < $1.mean })
    else { return "There are no results." }
    guard points.count > 1 else { return "\(shown(first.mean)) on \(first.day.iso)." }
    return "From \(shown(first.mean)) on \(first.day.iso) to \(shown(last.mean)) on "
      + "\(last.day.iso); least \(shown(least.mean)) on \(least.day.iso), most "
      + "\(shown(most.mean)) on \(most.day.iso)."
  }

  /// The chart.
  public func svg(colours: ChartColours = .ofPage) -> String {
    guard let first = points.first, let last = points.last else {
      return element(svgText("no results", x: 0, y: 17, fill: colours(.muted)), height: 26)
    }
    let means = points.map(\.mean)
    let scale = Scale(
      means.min() ?? 0, means.max() ?? 0, leastSpan: unit == .seconds ? 1 : 0.1)
    func place(_ point: Point) -> (x: Double, y: Double) {
      let days = last.day - first.day
      let share = days == 0 ? 0.5 : Double(point.day - first.day) / Double(days)
      return (
        Self.left + share * (Self.right - Self.left),
        Self.bottom - scale.share(of: point.mean) * (Self.bottom - Self.top)
      )
    }
    var drawing = ""
    for number in [scale.least, scale.middle, scale.most] {
      let y = Self.bottom - scale.share(of: number) * (Self.bottom - Self.top)
      drawing += "<path stroke=\"\(colours(.grid))\" d=\"M\(svgNumber(Self.left)) \(svgNumber(y))"
      drawing += "H\(svgNumber(Self.right))\"/>"
      drawing += svgText(
        shown(number), x: Self.left - 6, y: y + 4, fill: colours(.muted), "text-anchor=\"end\"")
    }
    let places = points.map(place)
    let line = places.map { "\(svgNumber($0.x)) \(svgNumber($0.y))" }.joined(separator: "L")
    drawing += "<path fill=\"none\" stroke=\"\(colours(.line))\" stroke-width=\"2\" "
    drawing += "stroke-linejoin=\"round\" d=\"M\(line)\"/>"
    for (point, place) in zip(points, places) {
      drawing += "<circle cx=\"\(svgNumber(place.x))\" cy=\"\(svgNumber(place.y))\" r=\"3\" "
      drawing += "fill=\"\(colours(.line))\"><title>\(point.day.iso): \(shown(point.mean))"
      drawing += "</title></circle>"
    }
    drawing += days(first.day, last.day, colours)
    return element(drawing, height: Int(Self.height))
  }

  private func days(_ first: Day, _ last: Day, _ colours: ChartColours) -> String {
    guard first != last else {
      let middle = (Self.left + Self.right) / 2
      return svgText(
        first.iso, x: middle, y: Self.height - 10, fill: colours(.muted),
        "text-anchor=\"middle\"")
    }
    return svgText(first.iso, x: Self.left, y: Self.height - 10, fill: colours(.muted))
      + svgText(
        last.iso, x: Self.right, y: Self.height - 10, fill: colours(.muted),
        "text-anchor=\"end\"")
  }

  private func element(_ drawing: String, height: Int) -> String {
    Drawing(
      kind: "mean", width: Int(Self.width), height: height, title: title, description: summary,
      markup: drawing
    ).svg
  }

  private func shown(_ mean: Double) -> String {
    let rounded = mean.rounded()
    // A record may say any number.
    guard abs(mean) < 1e9 else { return "\(mean)" }
    if unit == .seconds {
      let seconds = Int(rounded)
      return (seconds < 0 ? "-" : "") + clock(Int(seconds.magnitude))
    }
    return abs(mean) < 1_000 ? svgNumber(mean) : withThousandsSeparators(Int(rounded))
  }
}

/// The numbers between which a line is drawn.
private struct Scale {
  let least: Double
  let most: Double

  /// - Parameters:
  ///   - from: At most `to`.
  ///   - leastSpan: Numbers that differ by less are shown as equal ones.
  init(_ from: Double, _ to: Double, leastSpan: Double) {
    // A line of equal numbers lies in the middle. The mean of equal scores has an error of rounding.
    let margin = to - from < leastSpan ? max(1, abs(from) / 2) : 0
    (least, most) = (
      max(from - margin, -.greatestFiniteMagnitude), min(to + margin, .greatestFiniteMagnitude)
    )
  }

  var middle: Double { least / 2 + most / 2 }

  /// 0 for the least number, 1 for the most. Halves, because the whole difference may be no finite number.
  func share(of number: Double) -> Double {
    let span = most / 2 - least / 2
    return span > 0 ? (number / 2 - least / 2) / span : 0.5
  }
}
