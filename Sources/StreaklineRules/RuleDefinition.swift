package import StreaklineCore

/// A rule file as it is written: its shape is checked, its patterns are not compiled yet.
package struct RuleDefinition: Sendable {
  /// The file that it was read from.
  package var path: String
  /// The game's slug, which is the file's name.
  package var game = ""
  /// The game's name for people.
  package var name = ""
  /// The game's UUID in lower case.
  package var id = ""
  package var record = RecordType.gameResult
  package var version = 1
  package var homepage: String?
  package var scoring: Scoring?
  /// Literals that every share starts with or, with `searches`, has somewhere in it.
  package var literals: [Located<String>] = []
  /// Whether variants are searched for in the whole message (`contains` in place of `begins`).
  package var searches = false
  package var priority = 100
  package var day = DayRule()
  package var mode: ModeRule?
  /// The file's own sub-patterns.
  package var definitions: [String: String] = [:]
  package var variants: [Variant] = []
  package var fields: [Field] = []
  /// Pairs of fields that must agree when both are known.
  package var agreements: [[Located<String>]] = []
  package var examples: [Example] = []
  package var rejects: [Located<String>] = []

  /// How a game's results compare (DESIGN §4, games.csv).
  package enum Scoring: String, CaseIterable, Sendable {
    case lowerAttempts, lowerGuesses, lowerHints, lowerTimeSeconds, higherIsBetter
  }

  /// One layout in which the game prints or printed its shares.
  package struct Variant: Sendable {
    package var name: String
    package var match: PatternSource
    /// Nested patterns. Each match of the innermost one inside the variant's match is a result of
    /// its own.
    package var each: [PatternSource] = []
    /// The group that names the player.
    package var user: Located<String>?
    /// The first and last day on which the game printed this layout.
    package var since: Day?
    package var until: Day?
    /// How many days before the message the puzzle was, where the variant prints no day: 1 for a
    /// summary of yesterday's results.
    package var daysBefore = 0
    /// Fields that replace those of the file with the same names.
    package var fields: [Field] = []
  }

  /// A field and how it is read.
  package struct Field: Sendable {
    package var name: String
    package var operation: Operation
    package var location: Problem.Location
  }

  /// A share that the rule must read.
  package struct Example: Sendable {
    package var name: String
    package var text: String
    package var variant: String?
    package var isDerived = false
    /// Names and values that the record must have.
    package var expected: Fields
    package var location: Problem.Location
  }

  /// The location of a file's first line, for problems of the whole file.
  package var start: Problem.Location { Problem.Location(file: path) }
}

/// A pattern as it is written, and how to find a byte of it in its file.
package struct PatternSource: Sendable {
  package var text: String
  /// The location of the pattern's first character.
  package var location: Problem.Location
  /// Columns that YAML's indentation takes from every line after the first.
  package var indent = 0
  /// Whether it is in double quotes, where a backslash starts an escape of YAML.
  package var isDoubleQuoted = false

  /// The offset, but at most the end of the last word: a caret under a block's last line break
  /// would show nothing.
  package func clamped(_ offset: Int) -> Int {
    let bytes = Array(withoutVariationSelectors(text).utf8)
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? 0
    return min(offset, end)
  }

  /// The location of a byte of the compiled pattern. Compiling drops variation selectors, so the
  /// offset does not count them.
  package func location(ofByte offset: Int) -> Problem.Location {
    var found = location
    var bytes = 0
    for scalar in text.unicodeScalars {
      if bytes >= offset { break }
      if scalar == "\n" {
        found.line += 1
        found.column = indent + 1
      } else {
        found.column += 1
      }
      let isDropped = scalar == "\u{FE0F}" || scalar == "\u{FE0E}"
      bytes += isDropped ? 0 : UTF8.width(scalar)
    }
    return found
  }
}

/// How a field's value is made from the match. There are no other operations: rule files have no
/// expression language.
package indirect enum Operation: Sendable {
  case constant(Value)
  /// The text of the first group that took part in the match.
  case group([Located<String>], Conversion)
  case count(PatternSource, in: Located<String>?, distinct: Bool)
  case found(PatternSource, in: Located<String>?)
  case list(PatternSource, in: Located<String>?, Conversion, distinct: Bool, Reduction?)
  /// The value of another field.
  case field(Located<String>)
  case cases([Case], otherwise: Value)

  package struct Case: Sendable {
    package var found: PatternSource
    package var group: Located<String>?
    package var value: Value
  }

  /// How a list becomes one value. A null in the list makes the result null.
  package enum Reduction: String, CaseIterable, Sendable {
    case first, last, min, max, sum, mean
  }

  /// The patterns that the operation runs.
  package var patterns: [PatternSource] {
    switch self {
    case .count(let pattern, _, _), .found(let pattern, _), .list(let pattern, _, _, _, _):
      [pattern]
    case .cases(let cases, _): cases.map(\.found)
    case .constant, .group, .field: []
    }
  }

  /// The groups that the operation reads.
  package var groups: [Located<String>] {
    switch self {
    case .group(let names, _): names
    case .count(_, let group, _), .found(_, let group), .list(_, let group, _, _, _):
      group.map { [$0] } ?? []
    case .cases(let cases, _): cases.compactMap(\.group)
    case .constant, .field: []
    }
  }
}

/// How the day of a share is found.
package struct DayRule: Sendable {
  /// A puzzle number whose date is known.
  package struct Anchor: Sendable, Hashable {
    package var number: Int
    package var day: Day
  }

  /// The group that captures the puzzle's number.
  package var number: Located<String>?
  /// The anchors in ascending order. Each is valid from its number up to the next anchor's.
  package var anchors: [Anchor] = []
  package var everyDays = 1
  /// The group that captures a printed date, and how it is written.
  package var date: Located<String>?
  package var formats: [DateFormat] = []

  /// The day of a puzzle number, or `nil` without anchors or when the day is out of range.
  package func day(ofNumber number: Int) -> Day? {
    guard let anchor = anchors.last(where: { $0.number <= number }) ?? anchors.first else {
      return nil
    }
    let (steps, overflow) = number.subtractingReportingOverflow(anchor.number)
    guard !overflow, abs(steps) < 10_000_000 else { return nil }
    let day = anchor.day + steps * everyDays
    return day.isRepresentable ? day : nil
  }

  /// The day of the first puzzle, where the anchors reach back to it (number 0 or 1).
  package var firstDay: Day? {
    anchors.first.flatMap { $0.number <= 1 ? $0.day : nil }
  }
}

/// Several results a day: each mode has a game id of its own.
package struct ModeRule: Sendable {
  package var group: Located<String>
  /// Modes by captured text. A text that is not in the map is its own mode, in lower case.
  package var map: [String: String]
}
