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
  /// Where the file is kept by whoever shares it; `nil` when it does not say.
  package var source: String?
  package var scoring: Scoring?
  /// Literals that every share starts with or, with `searches`, has somewhere in it.
  package var literals: [Located<String>] = []
  /// Whether variants are searched for in the whole message (`contains` in place of `begins`).
  package var searches = false
  /// Whether the literals are also searched for in small letters, in capitals and with capitals at the
  /// start of words.
  package var ignoresCase = false
  /// Whether a literal with a capital is also found directly after a small letter: some chats lose the
  /// line break before a share.
  package var isGlued = false
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
    /// How this layout's day is found, where that differs from the rest of the file: numbers that were
    /// started again.
    package var day: DayRule?
    /// Fields that replace those of the file with the same names.
    package var fields: [Field] = []
  }

  /// A field and how it is read.
  package struct Field: Sendable {
    package var name: String
    package var operation: Operation
    /// The value when the group that the operation reads took no part in the match.
    package var otherwise = Value.null
    /// Whether `parsedData` has it as a list, and not as one text with commas.
    package var keepsList = false
    package var location: Problem.Location
  }

  /// A share that the rule must read.
  package struct Example: Sendable {
    package var name: String
    package var text: String
    package var variant: String?
    package var isDerived = false
    /// The day on which the message with the share was received.
    package var received: Day?
    /// Names and values that the record must have.
    package var expected: Fields
    package var location: Problem.Location
  }

  /// Adds the literals in the spellings that ``ignoresCase`` names.
  mutating func spellLiterals() {
    var known = Set(literals.map(\.value))
    for literal in literals {
      let lower = literal.value.lowercased()
      let words = lower.split(separator: " ", omittingEmptySubsequences: false)
      let title = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
      for spelling in [lower, literal.value.uppercased(), title]
      where known.insert(spelling).inserted {
        literals.append(Located(value: spelling, location: literal.location))
      }
    }
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
  /// Whether it is in double quotes and has backslashes, which start an escape of YAML there.
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

/// Several results a day: each mode has a game id of its own.
package struct ModeRule: Sendable {
  package var group: Located<String>
  /// Modes by captured text. A text that is not in the map is its own mode, in lower case.
  package var map: [String: String]
}
