/// A mistake that a user can fix in a file of theirs: the location, what is wrong and what to do.
public struct Problem: Hashable, Sendable, Error {
  /// How bad it is. A rule with an error is not used; one with a warning is.
  public enum Severity: String, Sendable {
    /// With an `error` the file is not used until it is corrected; with a `warning` it is.
    case error, warning
  }

  /// A location in a file. Line and column count from 1, columns in Unicode scalars.
  public struct Location: Hashable, Sendable {
    /// The path, as it was given.
    public var file: String
    /// From 1 on.
    public var line: Int
    /// From 1 on, in Unicode scalars.
    public var column: Int

    /// A location in the file; its start where only the file is known.
    public init(file: String, line: Int = 1, column: Int = 1) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// A stable code such as `R101`, to look up and to search for.
  public let code: String
  /// Whether the file is used in spite of the problem.
  public let severity: Severity
  /// What is wrong, in one clause without a full stop.
  public let summary: String
  /// What the user has to correct: file, line and column.
  public let location: Location
  /// The line of the file, drawn with a caret; empty when there is none to show.
  public var sourceLine: String
  /// What to do about it.
  public let help: String?
  /// Lines of detail drawn below.
  public let details: [String]

  /// A problem, an error unless `severity` says otherwise.
  ///
  /// - Parameters:
  ///   - code: One of the codes that the page of the file's format lists, such as Documentation/rules.md.
  ///   - sourceLine: The whole line of `location`, for the caret; empty to draw none.
  ///   - help: What to do; `nil` where the summary says it.
  public init(
    _ code: String, _ summary: String, at location: Location, severity: Severity = .error,
    sourceLine: String = "", help: String? = nil, details: [String] = []
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.location = location
    self.sourceLine = sourceLine
    self.help = help
    self.details = details
  }

  /// The problem as a compiler would print it, with the line and a caret; safe for a terminal.
  public var rendered: String {
    var lines = [
      "\(severity.rawValue)[\(code)]: \(escapedForTerminal(summary))",
      "  --> \(escapedForTerminal(location.file)):\(location.line):\(location.column)",
    ]
    if !sourceLine.isEmpty {
      let (text, indent) = shownLine
      let number = String(location.line)
      let gutter = String(repeating: " ", count: number.count)
      lines.append("\(gutter) |")
      lines.append("\(number) | \(escapedForTerminal(text))")
      lines.append("\(gutter) | \(String(repeating: " ", count: indent))^")
    }
    lines += details.map { "  \(escapedForTerminal($0))" }
    if let help {
      lines.append("  = help: \(escapedForTerminal(help))")
    }
    return lines.joined(separator: "\n")
  }

  /// The longest part of a line that is shown, in Unicode scalars.
  private static let maximumShown = 160

  /// The line, or of a long one the part around the place, and the width of what is before the caret.
  private var shownLine: (text: String, indent: Int) {
    let line = Array(sourceLine.unicodeScalars)
    let place = min(max(0, location.column - 1), line.count)
    guard line.count > Self.maximumShown else { return (sourceLine, Self.width(line[..<place])) }
    let start = max(0, min(place - Self.maximumShown / 2, line.count - Self.maximumShown))
    let end = start + Self.maximumShown
    var part = start > 0 ? "…" : ""
    part.unicodeScalars += line[start..<end]
    let indent = (start > 0 ? 1 : 0) + Self.width(line[start..<place])
    return (part + (end < line.count ? "…" : ""), indent)
  }

  /// Emoji fill two cells of a terminal, so they count twice.
  private static func width(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
    scalars.reduce(0) { width, scalar in
      switch scalar.value {
      case 0x200B...0x200F, 0xFE00...0xFE0F, 0x20E3, 0x0300...0x036F: width
      case 0x1F300...0x1FAFF, 0x2B1B, 0x2B1C, 0x2B50, 0x3000...0x9FFF, 0xAC00...0xD7A3,
        0xFF00...0xFF60:
        width + 2
      default: width + 1
      }
    }
  }

  /// The problem as a JSON object, for editors.
  public var json: Value {
    .object([
      "code": .string(code), "severity": .string(severity.rawValue), "message": .string(summary),
      "file": .string(location.file), "line": .int(location.line),
      "column": .int(location.column), "help": help.map(Value.string) ?? .null,
      "details": .list(details.map(Value.string)),
    ])
  }
}
