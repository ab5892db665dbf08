internal import StreaklineCore

/// A person's year in one game as a picture to send around: 1200 × 630, the size that chats show large.
///
/// It has its own colours, because programs that show pictures in chats know no others.
package struct GameCard: Sendable {
  private static let (width, height) = (1_200, 630)
  private static let colours = ChartColours.light
  private static let serif = "font-family=\"Georgia, 'Times New Roman', serif\""
  private static let left = 56.0
  /// The room left of the distribution.
  private static let column = 530.0

  private let user: String
  private let year: Int
  private let game: PersonYear.Game

  package init(user: String, year: Int, game: PersonYear.Game) {
    (self.user, self.year, self.game) = (user, year, game)
  }

  /// The picture.
  package var svg: String {
    """
    \(reportMark)
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(Self.height)" \
    width="\(Self.width)" height="\(Self.height)" role="img" \
    font-family="Helvetica, Arial, sans-serif">
    <title>\(escapedForMarkup("\(user), \(game.title), \(year)"))</title>
    <desc>\(escapedForMarkup(description))</desc>
    <rect width="\(Self.width)" height="\(Self.height)" fill="#f6f5f1"/>
    <rect x="24" y="24" width="1152" height="582" rx="14" fill="#ffffff" stroke="#dcdfd9"/>
    \(tiles)
    \(heading)
    \(figures)
    \(distribution)
    \(calendar)
    </svg>

    """
  }

  /// What the picture shows, in words.
  private var description: String {
    let all = game.statistics.all
    return "\(pluralized(all.played, "puzzle")), \(percentText(all.completed, of: all.played)) "
      + "solved, streak \(game.currentStreak), longest streak \(game.longestStreak). "
      + game.distribution(of: user).summary
  }

  /// The year's digits as tiles of a game.
  private var tiles: String {
    let colours = ["#3f8a4f", "#a8800f", "#6c756f", "#3f8a4f"]
    return String(year).enumerated().map { number, digit in
      let x = Self.left + Double(number) * 50
      return """
        <rect x="\(svgNumber(x))" y="52" width="44" height="44" rx="4" \
        fill="\(colours[number % colours.count])"/>
        """
          + svgText(
            String(digit), x: x + 22, y: 83, fill: "#ffffff",
            "font-size=\"26\" font-weight=\"bold\" text-anchor=\"middle\"")
    }
    .joined()
  }

  private var heading: String {
    line(game.title, y: 172, largest: 58, Self.colours(.text), "\(Self.serif) font-weight=\"bold\"")
      + line(user, y: 216, largest: 28, Self.colours(.muted))
  }

  /// A text in letters of a size in which it fits, or its start.
  private func line(
    _ text: String, y: Double, largest: Double, _ fill: String, _ attributes: String = ""
  ) -> String {
    let text = shortened(text, to: 32)
    // A letter is on average about six tenths as wide as high; a terminal's cell is a good guess.
    let size = min(largest, Self.column / (0.6 * Double(max(1, cellCount(of: text)))))
    return svgText(
      text, x: Self.left, y: y, fill: fill, "font-size=\"\(svgNumber(size))\" \(attributes)")
  }

  private var figures: String {
    let all = game.statistics.all
    let figures = [
      (withThousandsSeparators(game.currentStreak), "streak"),
      (withThousandsSeparators(game.longestStreak), "longest streak"),
      (
        percentText(all.completed, of: all.played),
        "of \(withThousandsSeparators(all.played)) solved"
      ),
    ]
    return figures.enumerated().map { number, figure in
      let x = Self.left + Double(number) * 176
      return """
        <rect x="\(svgNumber(x))" y="262" width="152" height="4" fill="\(Self.colours(.bar))"/>
        """
          + svgText(
            figure.0, x: x, y: 322, fill: Self.colours(.text),
            "font-size=\"50\" font-weight=\"bold\"")
          + svgText(figure.1, x: x, y: 352, fill: Self.colours(.muted), "font-size=\"20\"")
    }
    .joined()
  }

  private var distribution: String {
    let drawing = game.distribution(of: user).drawing(Self.colours)
    let (room, most) = ((width: 500.0, height: 316.0), 1.4)
    let largest = min(
      most, room.width / Double(drawing.width), room.height / Double(max(1, drawing.height)))
    // A drawing has one decimal.
    let scale = (largest * 10).rounded(.down) / 10
    return drawing.placed(
      x: 1_144 - Double(drawing.width) * scale,
      y: 52 + (room.height - Double(drawing.height) * scale) / 2, scale: scale)
  }

  private var calendar: String {
    let chart = CalendarChart(game.calendar, title: game.title)
    return chart.drawing(.row, hasTooltips: false, Self.colours)
      .placed(x: Self.left, y: 388, scale: 1.4)
  }
}
