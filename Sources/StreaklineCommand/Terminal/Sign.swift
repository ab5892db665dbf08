/// A character before a line that shows the outcome at a glance: `✓`, `!`.
struct Sign {
  /// A colour of the terminal.
  enum Color: Int {
    case faint = 2
    case red = 31
    case green = 32
    case yellow = 33
  }

  let text: String
  /// `nil` where no colour is wanted.
  let color: Color?

  /// The sign, with the codes that colour it on a terminal.
  var rendered: String {
    color.map { "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" } ?? text
  }
}
