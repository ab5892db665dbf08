import Streakline
import StreaklineCore
import Testing

@Suite struct ChartTests {
  private static let hostile = "</title><script>alert(\"1\")</script>&' \u{0}\u{1B}[31m\u{FFFE}"

  private func day(_ iso: String) throws -> Day { try #require(Day(iso: iso)) }

  private func calendar(title: String = "Alice", _ results: [(String, Bool)]) throws
    -> CalendarChart
  {
    var chart = try #require(CalendarChart(year: 2026, title: title))
    for (iso, isCompleted) in results { chart.add(try day(iso), isCompleted: isCompleted) }
    return chart
  }

  private func everyChart(title: String, label: String = "3") throws -> [String] {
    let calendar = try calendar(title: title, [("2026-10-03", true)])
    let bars = [DistributionChart.Bar(label: label, count: 2)]
    let points = [MeanChart.Point(day: try day("2026-10-03"), mean: 3.5)]
    return [
      calendar.svg(), calendar.svg(.halves, hasTooltips: true, colours: .light),
      DistributionChart(title: title, bars: bars).svg(),
      MeanChart(title: title, points: points).svg(),
    ]
  }

  @Test func `a chart says what it shows to a screen reader`() throws {
    for svg in try everyChart(title: "Alice, Wordle") {
      let chart = try DrawnChart(svg)
      #expect(chart.elements["svg"]?.first?["role"] == "img")
      #expect(chart.texts["title"]?.contains("Alice, Wordle") == true)
      #expect(chart.texts["desc"]?.first?.isEmpty == false)
    }
  }

  @Test func `a hostile name or label is text and no markup`() throws {
    for svg in try everyChart(title: Self.hostile, label: "<b onclick='x'>") {
      let chart = try DrawnChart(svg)
      let shown = "</title><script>alert(\"1\")</script>&' \u{FFFD}\u{FFFD}[31m\u{FFFD}"
      #expect(chart.texts["title"]?.contains(shown) == true)
      #expect(chart.elements["script"] == nil && chart.elements["b"] == nil)
    }
  }

  @Test func `no chart has a script, a style or a link, which a page's rules would stop`() throws {
    for svg in try everyChart(title: "Alice") {
      let chart = try DrawnChart(svg)
      #expect(chart.elements["script"] == nil && chart.elements["style"] == nil)
      for name in chart.elements.values.joined().flatMap(\.keys) {
        #expect(name != "style" && !name.hasPrefix("on") && !name.hasSuffix("href"))
      }
    }
  }

  @Test func `every colour is a custom property of the page with a fallback, or plain`() throws {
    let calendar = try calendar([("2026-10-03", true)])
    func colours(_ svg: String) throws -> Set<String> {
      let elements = try DrawnChart(svg).elements.values.joined()
      return Set(elements.flatMap { [$0["fill"], $0["stroke"]].compactMap(\.self) })
        .subtracting(["none"])
    }
    for colour in try colours(calendar.svg()) {
      #expect(colour.contains(/^var\(--chart-\w+, #[0-9a-f]{6}\)$/), "\(colour)")
    }
    for colour in try colours(calendar.svg(colours: .light)) {
      #expect(colour.contains(/^#[0-9a-f]{6}$/), "\(colour)")
    }
  }

  @Test func `charts without data say so`() throws {
    let charts = [
      try calendar([]).svg(), DistributionChart(title: "Alice", bars: []).svg(),
      MeanChart(title: "Alice", points: []).svg(),
    ]
    let descriptions = try charts.compactMap { try DrawnChart($0).texts["desc"]?.first }
    #expect(
      descriptions == [
        "No puzzle was played in 2026.", "There are no results.", "There are no results.",
      ])
  }

  // MARK: - Calendar

  @Test func `each day of a leap year is a square, solved or not, in both layouts`() throws {
    var chart = try #require(CalendarChart(year: 2028, title: "Alice"))
    let first = try day("2028-01-01")
    for number in 0..<366 { chart.add(first + number, isCompleted: true) }
    for layout in [CalendarChart.Layout.row, .halves] {
      let tooltips = try DrawnChart(chart.svg(layout, hasTooltips: true)).texts["title"] ?? []
      #expect(tooltips.count { $0.hasSuffix(": 1 of 1 solved") } == 366)
    }
    #expect(
      chart.summary
        == "Played on 366 days of 2028: 366 puzzles, 366 solved, at most 1 on one day.")
  }

  @Test func `a day on which nothing was solved has a shape of its own`() throws {
    let drawn = { (isCompleted: Bool) in
      try DrawnChart(calendar([("2026-10-03", isCompleted)]).svg(hasTooltips: true))
    }
    // The legend comes after the drawn days.
    let failed = try drawn(false).elements["path"]?[1]["d"]
    let solved = try drawn(true).elements["path"]?[1]["d"]
    #expect(failed?.hasSuffix("l6 6m-6 0l6 -6") == true)
    #expect(solved?.hasSuffix("h10v10h-10z") == true)
  }

  @Test func `a calendar of a whole year takes less than 13 KB without tooltips`() throws {
    var chart = try #require(CalendarChart(year: 2026, title: "Alice"))
    let first = try day("2026-01-01")
    for number in 0..<365 {
      for _ in 0...(number % 7) { chart.add(first + number, isCompleted: number % 5 > 0) }
    }
    #expect(chart.svg().utf8.count < 13_000)
    #expect(chart.svg(.halves).utf8.count < 13_000)
  }

  @Test(arguments: [0, 10_000]) func `a year that no day can have has no calendar`(year: Int) {
    #expect(CalendarChart(year: year, title: "") == nil)
  }

  // MARK: - Distribution

  @Test func `a bar is as long as its share, has its number, and is hollow for failures`() throws {
    let svg = DistributionChart(
      title: "Alice",
      bars: [
        .init(label: "3", count: 1_200), .init(label: "4", count: 600), .init(label: "5", count: 0),
        .init(label: "not solved", count: 7, isFailure: true),
      ]
    ).svg()
    let chart = try DrawnChart(svg)
    let bars = try #require(chart.elements["rect"])
    let lengths = bars.compactMap { $0["width"].flatMap(Double.init) }
    #expect(bars.count == 4 && abs(lengths[0] - 2 * lengths[1]) < 0.2)
    #expect(bars.map { $0["fill"] == "none" } == [false, false, false, true])
    #expect(
      chart.texts["text"] == ["3", "1,200", "4", "600", "5", "0", "not solved", "7"])
    #expect(chart.texts["desc"] == ["3: 1,200, 4: 600, 5: 0, not solved: 7."])
  }

  @Test func `labels and counts of any size stay inside the chart`() throws {
    let svg = DistributionChart(
      title: "Alice",
      bars: [
        .init(label: String(repeating: "<", count: 500), count: .max),
        .init(label: "e" + String(repeating: "\u{301}", count: 5_000), count: -1),
      ]
    ).svg()
    let chart = try DrawnChart(svg)
    #expect(chart.texts["text"]?.first == String(repeating: "<", count: 15) + "…")
    for bar in chart.elements["rect"] ?? [] {
      let end = [bar["x"], bar["width"]].compactMap { $0.flatMap(Double.init) }.reduce(0, +)
      #expect(end < 412)
    }
    #expect(chart.texts["text"]?.allSatisfy { $0.utf8.count < 200 } == true)
  }

  // MARK: - Mean

  @Test func `ten years of days become at most 60 points with the same mean`() throws {
    let first = try day("2016-01-01")
    let points = (0..<3_653).map {
      MeanChart.Point(day: first + $0, mean: Double($0 % 5), count: 1 + $0 % 3)
    }
    let chart = MeanChart(title: "Alice", points: points.shuffled())
    func mean(_ points: [MeanChart.Point]) -> Double {
      points.reduce(0) { $0 + $1.mean * Double($1.count) }
        / Double(points.reduce(0) { $0 + $1.count })
    }
    #expect(chart.points.count <= 60 && chart.points.count > 50)
    #expect(abs(mean(chart.points) - mean(points)) < 1e-9)
    #expect(chart.points.first?.day == first)
    #expect(try DrawnChart(chart.svg()).elements["circle"]?.count == chart.points.count)
  }

  @Test func `means of any size are drawn inside the chart`() throws {
    let first = try day("2026-01-01")
    let means = [
      Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, .nan, 0, 1e9,
    ]
    let points =
      means.enumerated().map { MeanChart.Point(day: first + $0.offset, mean: $0.element) }
      + [MeanChart.Point(day: Day(daysSinceEpoch: .max), mean: 1)]
    let chart = MeanChart(title: "Alice", points: points, unit: .seconds)
    #expect(chart.points.count == 4)
    for circle in try DrawnChart(chart.svg()).elements["circle"] ?? [] {
      let y = try #require(circle["cy"].flatMap(Double.init))
      #expect(y >= 12 && y <= 132)
    }
  }

  @Test func `means that differ by less than is shown make a straight line`() throws {
    let first = try day("2026-01-01")
    let means = [4, 4.000000000000001, 3.9999999999999996, 4.04]
    let points = means.enumerated().map {
      MeanChart.Point(day: first + $0.offset, mean: $0.element)
    }
    let circles =
      try DrawnChart(MeanChart(title: "Alice", points: points).svg()).elements["circle"] ?? []
    let heights = circles.compactMap { $0["cy"].flatMap(Double.init) }
    #expect(heights.count == 4)
    #expect(heights.allSatisfy { abs($0 - heights[0]) < 2 }, "\(heights)")
  }

  @Test func `one day is a dot with its number`() throws {
    let points = [MeanChart.Point(day: try day("2026-10-03"), mean: 65)]
    let chart = MeanChart(title: "Alice", points: points, unit: .seconds)
    #expect(chart.summary == "1:05 on 2026-10-03.")
    #expect(try DrawnChart(chart.svg()).elements["circle"]?.count == 1)
  }
}
