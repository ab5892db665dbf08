internal import StreaklineCore

/// How often each score was reached, as bars with their numbers.
///
/// ```swift
/// let store = try RecordStore(path: "results.db")
/// for game in try store.history.games(HistoryQuestion(user: "alice")) {
///   print(game.distribution.svg(colours: .light))
/// }
/// ```
public struct DistributionChart: Hashable, Sendable {
  /// The results with one score, or with a score of one range.
  public struct Bar: Hashable, Sendable {
    /// The score, such as "3" or "1:00–1:29".
    public var label: String
    /// How many results; at least 0.
    public var count: Int
    /// Whether the results are of puzzles that were not solved. Such a bar is hollow.
    public var isFailure: Bool

    /// A bar, of solved puzzles unless `isFailure` says otherwise.
    public init(label: String, count: Int, isFailure: Bool = false) {
      (self.label, self.count, self.isFailure) = (label, count, isFailure)
    }
  }

  private static let width = 412.0
  private static let rowHeight = 26.0
  private static let longestLabel = 16
  /// The widths of a character of a label and of a digit.
  private static let (characterWidth, digitWidth) = (7.4, 9.0)

  /// What the chart shows, such as "Alice, Wordle".
  public var title: String
  /// From top to bottom.
  public var bars: [Bar]

  /// A chart of the bars in the given order. Without bars it says `no results`.
  public init(title: String, bars: [Bar]) {
    (self.title, self.bars) = (title, bars)
  }

  /// The bars in words, as in the chart's description.
  public var summary: String {
    guard bars.contains(where: { $0.count > 0 }) else { return "There are no results." }
    return bars.map { "\($0.label): \(withThousandsSeparators($0.count))" }
      .joined(separator: ", ") + "."
  }

  /// The chart.
  public func svg(colours: ChartColours = .ofPage) -> String {
    drawing(colours).svg
  }

  func drawing(_ colours: ChartColours) -> Drawing {
    guard !bars.isEmpty else {
      return Drawing(
        kind: "distribution", width: Int(Self.width), height: 26, title: title,
        description: summary,
        markup: svgText("no results", x: 0, y: 17, fill: colours(.muted), "font-size=\"13\""))
    }
    let labels = bars.map { shortened($0.label, to: Self.longestLabel) }
    let left = Double(labels.map(\.count).max() ?? 0) * Self.characterWidth + 10
    let counts = bars.map { withThousandsSeparators($0.count) }
    let right = Double(counts.map(\.count).max() ?? 0) * Self.digitWidth + 12
    let most = Double(max(1, bars.map(\.count).max() ?? 1))
    var drawing = ""
    for (row, bar) in bars.enumerated() {
      let y = Double(row) * Self.rowHeight
      let share = max(0, Double(bar.count)) / most
      let length = bar.count > 0 ? max(3, share * (Self.width - left - right)) : 1.5
      drawing += svgText(
        labels[row], x: left - 10, y: y + 17, fill: colours(.text),
        "font-size=\"13\" text-anchor=\"end\"")
      drawing += shape(bar, x: left, y: y + 3, length: length, colours)
      drawing += svgText(
        counts[row], x: left + length + 7, y: y + 17, fill: colours(.text),
        "font-size=\"13\" font-weight=\"600\"")
    }
    return Drawing(
      kind: "distribution", width: Int(Self.width), height: Int(Self.rowHeight) * bars.count,
      title: title, description: summary, markup: drawing)
  }

  private func shape(
    _ bar: Bar, x: Double, y: Double, length: Double, _ colours: ChartColours
  ) -> String {
    let colour = colours(bar.count <= 0 ? .grid : bar.isFailure ? .failed : .bar)
    let isHollow = bar.isFailure && bar.count > 0
    // A stroke lies half outside its shape.
    let inset = isHollow ? 0.8 : 0
    let paint =
      isHollow
      ? "fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.6\"" : "fill=\"\(colour)\""
    return """
      <rect x="\(svgNumber(x + inset))" y="\(svgNumber(y + inset))" \
      width="\(svgNumber(max(1, length - 2 * inset)))" height="\(svgNumber(20 - 2 * inset))" rx="2" \
      \(paint)/>
      """
  }
}
