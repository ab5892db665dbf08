internal import StreaklineCore

/// Tells by its signs that a program or a form has written a text with shares: strings, rows, records or sections
/// around the shares say whose they are, in a language that no reader knows.
///
/// What one author writes has such signs, too: a list of shares in quotes, rows with a date, fields for the day
/// and the score. It is read as before as long as no value beside a share may be somebody's name.
struct StructureSigns {
  /// What the text is, such as `records of fields`.
  private(set) var kind: String

  let text: [UInt8]
  let scan: CandidateScan
  let lines: [SignLine]
  /// The ranges of results, in whose lines no field is.
  let results: [Range<Int>]

  private static let maxLines = 5_000

  /// - Parameter head: The start of a text that no reader recognises.
  /// - Returns: `nil` where nothing shows a structure, or the text has no shares.
  init?(_ head: [UInt8], _ scan: CandidateScan) {
    let found = lineRanges(of: head, in: 0..<head.count).prefix(Self.maxLines).map { range in
      SignLine(range: range, share: scan.positions(in: head, range).first)
    }
    guard found.contains(where: { $0.share != nil }) else { return nil }
    text = head
    self.scan = scan
    lines = found
    results = scan.games.results(head).map(\.range)
    kind = ""
    let signs: [(String, () -> Bool)] = [
      ("a list of several authors", hasAuthors), ("a text with escape sequences", hasEscapes),
      ("markup", hasTags), ("data in brackets", hasStrings), ("a table", hasRows),
      ("records of fields", hasRecords), ("a text of sections with fields", hasSections),
    ]
    guard let sign = signs.first(where: { $0.1() }) else { return nil }
    kind = sign.0
  }

  // Words.

  func string(_ range: Range<Int>) -> String {
    String(decoding: text[range].prefix(Self.longestLine), as: UTF8.self)
  }

  /// How many bytes of a line are looked at.
  static let longestLine = 400

  /// Whether a value may say who somebody is: words that are no time, number, yes or no, address, or game.
  func isWords(_ value: some StringProtocol) -> Bool {
    let value = value.trimmingMarks("\"'`*_ ,;\t\r")
    guard !value.isEmpty, value.utf8.count <= 80, value.contains(where: \.isLetter),
      !Self.noNames.contains(value.lowercased()), !value.contains("://"),
      FieldTime.read(Array(value.utf8)) == nil, !scan.games.isTitle(value)
    else { return false }
    let bytes = Array(value.utf8)
    guard !scan.isPresent(in: bytes, 0..<bytes.count) else { return false }
    return !HeadTokens.of(value).allSatisfy { token in
      switch token {
      case .time, .day, .number: true
      case .mark: true
      default: false
      }
    }
  }

  private static let noNames: Set<String> = [
    "true", "false", "yes", "no", "null", "nil", "none", "ja", "nein", "oui", "non", "sí", "x",
    "done", "todo", "won", "lost", "solved", "failed", "---", "-",
  ]

  // Authors and escapes.

  private static let authorKeys: Set<String> = [
    "author", "authors", "by", "from", "participants", "people", "players", "members",
    "contributors", "senders", "users", "autoren", "auteurs", "autores",
  ]

  /// Whether the lines between `---` above a text name two authors or more.
  private func hasAuthors() -> Bool {
    guard let first = lines.first, string(first.range).trimmingBlanks() == "---" else {
      return false
    }
    let matter = lines.dropFirst().prefix(60).prefix {
      string($0.range).trimmingBlanks() != "---"
    }
    for (index, line) in zip(matter.indices, matter) {
      let parts = string(line.range).split(separator: ":", maxSplits: 1)
      guard let key = parts.first?.trimmingBlanks().lowercased(), Self.authorKeys.contains(key)
      else { continue }
      let value = parts.count > 1 ? parts[1].trimmingMarks("[] \r\"") : ""
      let list = value.replacing(" and ", with: ",").replacing(" & ", with: ",").split(
        separator: ",")
      if list.count > 1 { return true }
      let below = matter[(index + 1)...].prefix {
        string($0.range).trimmingBlanks().hasPrefix("-")
      }
      if value.isEmpty, below.count > 1 { return true }
    }
    return false
  }

  /// Whether line breaks and signs of shares are written in other signs: `Wordle 1,063 3/6\n\n`, `\u2b1b`.
  private func hasEscapes() -> Bool {
    lines.contains { line in
      guard let share = line.share else { return false }
      let rest = text[share..<line.range.upperBound].prefix(4_096)
      for (byte, next) in zip(rest.indices, rest.indices.dropFirst())
      where rest[byte] == UInt8(ascii: "\\") {
        if "nrux".utf8.contains(rest[next]), !isShrug(byte) { return true }
      }
      return isEscapedMarkup(rest)
    }
  }

  /// Whether a backslash is an arm: `¯\_(ツ)_/¯`.
  private func isShrug(_ index: Int) -> Bool { index > 0 && text[index - 1] == 0xAF }

  /// `&lt;br&gt;`, `&#11035;`
  private func isEscapedMarkup(_ rest: ArraySlice<UInt8>) -> Bool {
    for index in rest.indices where rest[index] == UInt8(ascii: "&") {
      let name = rest[(index + 1)...].prefix(9)
      if name.starts(with: "lt;".utf8) { return true }
      guard name.first == UInt8(ascii: "#"), let end = name.firstIndex(of: UInt8(ascii: ";"))
      else { continue }
      if end > name.startIndex + 3 { return true }
    }
    return false
  }

  // Tags.

  /// Whether a tag with an attribute, or a voice, is before a share: `<v Ann>Wordle …`, `<msg from="Ann">Wordle …`.
  private func hasTags() -> Bool {
    for (number, line) in lines.enumerated() {
      guard let share = line.share else { continue }
      let before = text[line.range.lowerBound..<share].suffix(200)
      if isTag(before) { return true }
      if before.allSatisfy({ $0 <= 0x20 }), number > 0,
        isTag(text[lines[number - 1].range].suffix(200))
      {
        return true
      }
    }
    return false
  }

  private func isTag(_ before: ArraySlice<UInt8>) -> Bool {
    guard let end = before.last(where: { $0 > 0x20 }), end == UInt8(ascii: ">"),
      let start = before.lastIndex(of: UInt8(ascii: "<")), start + 2 < before.endIndex,
      (0x61...0x7A).contains(before[start + 1] | 0x20)
    else { return false }
    let tag = before[start...]
    return tag.contains(UInt8(ascii: "=")) || tag.starts(with: "<v ".utf8)
      || tag.starts(with: "<v.".utf8)
  }
}

/// A line of a text, and where the first share in it starts.
struct SignLine {
  let range: Range<Int>
  let share: Int?
}

extension StringProtocol {
  /// The text without characters of a set at both ends.
  func trimmingMarks(_ marks: String) -> String {
    let start = drop { marks.contains($0) }
    return String(start.reversed().drop { marks.contains($0) }.reversed())
  }
}
