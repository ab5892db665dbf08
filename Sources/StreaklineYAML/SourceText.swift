internal import StreaklineCore
internal import Yams

/// The text of a file and its lines, for messages.
package struct SourceText {
  package let path: String
  package let text: String
  private let lines: [Substring]

  /// - Parameter text: A byte order mark at its start, which some editors write, is left out.
  package init(path: String, text: String) {
    let hasMark = text.unicodeScalars.first == "\u{FEFF}"
    let text = hasMark ? String(text.unicodeScalars.dropFirst()) : text
    self.path = path
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func location(_ mark: Mark?) -> Problem.Location {
    Problem.Location(file: path, line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  /// A line, counted from 1; empty when the text has no such line.
  package func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? String(lines[number - 1]) : ""
  }

  /// The character at a location.
  func character(at location: Problem.Location) -> Unicode.Scalar? {
    line(location.line).unicodeScalars.dropFirst(location.column - 1).first
  }
}
