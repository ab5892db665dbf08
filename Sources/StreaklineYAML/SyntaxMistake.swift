internal import StreaklineCore

/// A mistake that makes a file unreadable as YAML, found by looking at the lines: the YAML library
/// names the place where it gave up, which is often far below the cause.
struct SyntaxMistake {
  let summary: String
  let location: Problem.Location
  let help: String

  /// - Parameters:
  ///   - location: Where the YAML library gave up.
  ///   - problem: What it says.
  /// - Returns: `nil` when no known mistake is found.
  init?(near location: Problem.Location, saying problem: String, in document: SourceText) {
    func place(_ line: Int, _ column: Int) -> Problem.Location {
      Problem.Location(file: location.file, line: line, column: column)
    }
    let line = document.line(location.line)
    if let tab = line.prefix(while: { $0 == " " || $0 == "\t" }).firstIndex(of: "\t") {
      summary = "a tab indents this line, which YAML does not allow"
      self.location = place(location.line, line[..<tab].unicodeScalars.count + 1)
      help = "indent with blanks; most editors can insert them for the tab key"
      return
    }
    for number in (max(1, location.line - 2)...max(1, location.line)).reversed() {
      let scalars = Array(document.line(number).unicodeScalars)
      if let index = Self.typographicQuote(in: scalars) {
        summary =
          "'\(scalars[index])' is a typographic quotation mark, which YAML takes for a letter"
        self.location = place(number, index + 1)
        help = "write a straight one (\" or '); turn smart quotes off in the editor"
        return
      }
    }
    if let (number, column) = Self.openQuote(upTo: location.line, in: document) {
      summary = "the quotation mark that opens here is not closed on its line"
      self.location = place(number, column)
      help = "close it with the same mark at the end of the text"
      return
    }
    if problem.contains("mapping values are not allowed") {
      summary = "a colon followed by a blank starts a value, but this line has one already"
      self.location = location
      help = "put the text that has the colon in quotes"
      return
    }
    return nil
  }

  /// Where a value starts with a typographic quotation mark.
  private static func typographicQuote(in line: [Unicode.Scalar]) -> Int? {
    line.indices.first { index in
      "“”„‘’".unicodeScalars.contains(line[index])
        && (line[..<index].last { $0 != " " }.map { ":[{,-".unicodeScalars.contains($0) } ?? false)
    }
  }

  /// The first value whose quotation mark is not closed on its line. The lines of blocks (`|`) are
  /// passed over, because a pattern may hold any marks.
  private static func openQuote(upTo last: Int, in document: SourceText) -> (
    line: Int, column: Int
  )? {
    var blockIndent: Int?
    for number in 1...max(1, last) {
      let line = document.line(number)
      let indent = line.prefix { $0 == " " }.count
      if let block = blockIndent {
        if indent > block || line.allSatisfy({ $0 == " " }) { continue }
        blockIndent = nil
      }
      if let column = openQuote(in: Array(line.unicodeScalars)) { return (number, column) }
      let content = line.split(separator: " #", maxSplits: 1).first?.withoutTrailingBlanks ?? ""
      if content.hasSuffix("|") || content.hasSuffix("|-") || content.hasSuffix(">") {
        blockIndent = indent
      }
    }
    return nil
  }

  private static func openQuote(in line: [Unicode.Scalar]) -> Int? {
    var quote: Unicode.Scalar?
    var start = 0
    var before: Unicode.Scalar = ":"
    var index = 0
    while index < line.count {
      let scalar = line[index]
      if let open = quote {
        if scalar == "\\", open == "\"" {
          index += 1
        } else if scalar == open {
          if open == "'", index + 1 < line.count, line[index + 1] == "'" {
            index += 1
          } else {
            quote = nil
          }
        }
      } else if scalar == "#", index == 0 || line[index - 1] == " " {
        return nil
      } else if scalar == "\"" || scalar == "'", ":[{,-".unicodeScalars.contains(before) {
        (quote, start) = (scalar, index)
      }
      if scalar != " " { before = scalar }
      index += 1
    }
    return quote == nil ? nil : start + 1
  }
}

extension Substring {
  fileprivate var withoutTrailingBlanks: Substring {
    self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)]
  }
}
