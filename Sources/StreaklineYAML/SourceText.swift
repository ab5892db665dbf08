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
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Substring.init)
  }

  func location(_ mark: Mark?) -> Problem.Location {
    Problem.Location(file: path, line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  /// A line, counted from 1; empty when the text has no such line.
  package func line(_ number: Int) -> String { String(content(ofLine: number)) }

  private func content(ofLine number: Int) -> Substring {
    guard lines.indices.contains(number - 1) else { return "" }
    let line = lines[number - 1]
    return line.utf8.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The character at a location.
  func character(at location: Problem.Location) -> Unicode.Scalar? {
    content(ofLine: location.line).unicodeScalars.dropFirst(location.column - 1).first
  }
}
