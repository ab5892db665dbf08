/// Where the colours of a chart come from.
public enum ChartColours: Hashable, Sendable {
  /// From the custom properties of the page around the chart, each with the light colour as its fallback:
  /// `--chart-0` (a day without a puzzle), `--chart-1` to `--chart-4` (from few solved puzzles to many),
  /// `--chart-bar`, `--chart-failed`, `--chart-line`, `--chart-text`, `--chart-muted`, `--chart-grid`
  /// and `--chart-surface` (the background of the chart).
  case ofPage
  /// The light colours themselves, for a file of its own: not every program knows custom properties.
  case light

  enum Part: String {
    case none = "0"
    case few = "1"
    case some = "2"
    case many = "3"
    case most = "4"
    case bar, failed, line, text, muted, grid, surface

    fileprivate var light: String {
      switch self {
      case .none: "#e9ece8"
      case .few: "#b5ddb1"
      case .some: "#74bb76"
      case .many: "#3f9150"
      case .most: "#1f6636"
      case .bar: "#3f8a4f"
      case .failed: "#9a5b1c"
      case .line: "#2f6fb0"
      case .text: "#1d2420"
      case .muted: "#5c655f"
      case .grid: "#d5dad6"
      case .surface: "#ffffff"
      }
    }
  }

  func callAsFunction(_ part: Part) -> String {
    switch self {
    case .ofPage: "var(--chart-\(part.rawValue), \(part.light))"
    case .light: part.light
    }
  }
}
