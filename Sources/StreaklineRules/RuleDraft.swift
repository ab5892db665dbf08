package import StreaklineCore

/// Drafts a rule file from shares of one game: names, numbers, times, dates, scores and rows of
/// emoji become groups, all other text stays literal.
///
/// The draft passes its own examples; comments say what a person must check.
package struct RuleDraft {
  /// The game's name and slug as they were recognised.
  package let name: String
  package let slug: String
  /// The file's content.
  package private(set) var yaml = ""

  private var lines: [(line: DraftLine, isOptional: Bool)]
  private let shares: [String]
  private var fields: [(name: String, operation: String, note: String?)] = []
  private var captures: Set<String> = []
  private var numberValue: Int?
  private var dateFormat: String?
  private var maximumAttempts: String?

  /// - Parameters:
  ///   - texts: Shares as they were received, each of the same game.
  ///   - id: The new game's id.
  ///   - day: The day on which the first share's puzzle was, for its anchor.
  package init?(_ texts: [String], id: UniqueID, day: Day) {
    guard Self.refusal(of: texts) == nil else { return nil }
    let normal = texts.map { String(decoding: ShareText(Array($0.utf8)).bytes, as: UTF8.self) }
      .filter { !$0.allSatisfy(\.isWhitespace) }
    guard let first = normal.first, let name = Self.name(of: DraftLine.lines(of: first).first)
    else {
      return nil
    }
    self.name = name
    slug = Self.slug(of: name)
    shares = normal.map { $0.trimmingBlankLines() }
    lines = DraftLine.lines(of: first).map { ($0, false) }
    for other in normal.dropFirst() {
      lines = Self.aligned(lines, DraftLine.lines(of: other))
    }
    guard lines.contains(where: { $0.line.isFact }) else { return nil }
    dropSignsBeforeName()
    // People often leave out links and other lines at the end, after the results.
    for index in lines.indices.reversed() where index > 0 {
      guard case .text(let tokens) = lines[index].line, !tokens.contains(where: \.isFact) else {
        break
      }
      lines[index].isOptional = true
    }
    let pattern = pattern()
    yaml = file(pattern: pattern, id: id, day: day)
  }

  // MARK: - Name and slug

  /// The words and signs before the first result, such as a number, in the first line.
  private static func name(of line: DraftLine?) -> String? {
    guard case .text(let tokens) = line else { return nil }
    if case .word(let word) = tokens.first, word.utf8.count < LiteralScanner.minimumKeyLength,
      let name = nameInside(tokens)
    {
      return name
    }
    var text = ""
    for token in tokens {
      switch token {
      case .word(let word) where word.first?.isLetter == true: text += word
      case .word: if !text.isEmpty { return cleaned(text) }
      case .blank: text += text.isEmpty ? "" : " "
      default: return cleaned(text)
      }
    }
    return cleaned(text)
  }

  /// The text without the words that announce a number: `Loopy No. 5` is a game called Loopy.
  private static func cleaned(_ text: String) -> String? {
    var words = text.split(separator: " ")
    while words.count > 1, ["no", "nr", "num", "puzzle", "day"].contains(words.last?.lowercased()) {
      words.removeLast()
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// The longest run of capitalised words after the first word of a sentence: `I solved the … Foo Bar`.
  private static func nameInside(_ tokens: [DraftToken]) -> String? {
    var runs: [[String]] = [[]]
    for token in tokens.dropFirst() {
      switch token {
      case .blank: continue
      case .word(let word) where word.first?.isUppercase == true: runs[runs.count - 1].append(word)
      default: runs.append([])
      }
    }
    let longest = runs.max { $0.joined().count < $1.joined().count } ?? []
    return longest.isEmpty ? nil : longest.joined(separator: " ")
  }

  private static func slug(of name: String) -> String {
    let parts = name.lowercased().split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
    let slug = String(parts.joined(separator: "-").prefix(64))
    return isSlug(slug) ? slug : "new-game"
  }

  /// People paste `#` and emoji before the name or leave them out; the scan finds the name itself.
  private mutating func dropSignsBeforeName() {
    guard case .text(let tokens) = lines[0].line, anchorLine.hasPrefix("begins") else { return }
    let start = tokens.firstIndex { token in
      if case .word(let word) = token { word.first?.isLetter == true } else { false }
    }
    lines[0].line = .text(Array(tokens[(start ?? 0)...]))
  }

  // MARK: - Several shares

  /// The lines of both layouts in order; a line that one of them lacks is optional.
  private static func aligned(
    _ known: [(line: DraftLine, isOptional: Bool)], _ other: [DraftLine]
  ) -> [(line: DraftLine, isOptional: Bool)] {
    var result: [(line: DraftLine, isOptional: Bool)] = []
    var rest = other[...]
    for (line, isOptional) in known {
      guard let index = rest.firstIndex(where: { $0.isLike(line) }) else {
        result.append((line, true))
        continue
      }
      result += rest[..<index].map { ($0, true) }
      result.append((line.merged(with: rest[index]), isOptional))
      rest = rest[(index + 1)...]
    }
    return result + rest.map { ($0, true) }
  }

  // MARK: - The pattern

  private mutating func pattern() -> [String] {
    var parts: [String] = []
    for (index, (line, isOptional)) in lines.enumerated() {
      let text =
        switch line {
        case .rows(let rows): rowsPattern(rows)
        case .text(let tokens):
          tokens.enumerated().map { linePart($1, at: $0, in: tokens) }.joined(separator: " ")
        }
      let join = index == 0 ? "" : "(?&EOL)++ "
      parts.append(isOptional ? "(?: \(join)\(text) )?" : join + text)
    }
    return parts
  }

  private mutating func rowsPattern(_ rows: EmojiRows) -> String {
    let pattern = rows.pattern(attempts: maximumAttempts.flatMap(Int.init))
    guard captures.insert("grid").inserted else {
      return pattern.replacing("(?<grid> ", with: "(?: ")
    }
    let cells = rows.cells
    if !cells.isEmpty {
      let width = rows.isSpaced ? 1 : rows.longest
      fields.append(("rows", "{count: '[\(cells)]{\(width)}', in: grid}", nil))
    } else {
      fields.append(("grid", "{group: grid}", nil))
    }
    return pattern
  }

  private mutating func linePart(_ token: DraftToken, at index: Int, in tokens: [DraftToken])
    -> String
  {
    switch token {
    case .blank: return "\\h+"
    case .anything: return "[^\\n]{0,120}?"
    case .word(let word): return Self.escaped(word)
    case .link(let link): return Self.escaped(link)
    case .number(let text): return number(text, at: index, in: tokens)
    case .fraction(_, let most, let isWritten):
      return fraction(most, isWritten ? "\\h+ of \\h+ " : "/")
    case .time: return time()
    case .date(_, let format): return date(format)
    }
  }

  /// The first number is the puzzle's; later ones take the name of the word before them.
  private mutating func number(_ text: String, at index: Int, in tokens: [DraftToken]) -> String {
    guard captures.contains("puzzle") || dateFormat != nil else {
      captures.insert("puzzle")
      numberValue = groupedInteger(text)
      return "(?<puzzle> (?&NUMBER) )"
    }
    let name = Self.factName(at: index, in: tokens)
    let group = capture(name)
    fields.append((group, "{group: \(group), type: int}", nil))
    return "(?<\(group)> (?&NUMBER) )"
  }

  /// Names a group after the words around its number: `score` for `Score: 150`, `hints` for `with 3
  /// hints`.
  private static func factName(at index: Int, in tokens: [DraftToken]) -> String {
    func word(_ token: DraftToken) -> String? {
      guard case .word(let word) = token, word.count > 2 else { return nil }
      let letters = word.lowercased().filter { ("a"..."z").contains($0) }
      return letters.isEmpty ? nil : letters
    }
    let isLabelled = tokens[..<index].last { $0 != .blank } == .word(":")
    let before = tokens[..<index].compactMap(word).last
    let after = tokens[index...].dropFirst().lazy.compactMap(word).first
    return (isLabelled ? before ?? after : after ?? before) ?? "value"
  }

  private mutating func fraction(_ most: String, _ sign: String) -> String {
    guard maximumAttempts == nil else { return "\\d+ \(sign)\(most)" }
    maximumAttempts = most
    captures.insert("score")
    fields.append(
      ("score", "{group: score, type: int, map: {X: null, x: null}}", "CHECK: fewer is better?"))
    fields.append(("completed", "{found: '\\d', in: score}", "CHECK: is X how a loss is printed?"))
    return "(?<score> \\d{1,3} | [Xx] ) \(sign)\(most) (?! [/\\d] )"
  }

  private mutating func time() -> String {
    let group = capture("time")
    fields.append(
      (
        group,
        "{group: \(group), type: duration}", nil
      ))
    return "(?<\(group)> (?&TIME) )"
  }

  private mutating func date(_ format: String) -> String {
    guard dateFormat == nil else { return "[^\\n]{6,20}?" }
    dateFormat = format
    captures.insert("date")
    let shapes = [
      "M/d/yyyy": #"\d{1,2}/\d{1,2}/\d{4}"#, "d.M.yyyy": #"\d{1,2}\.\d{1,2}\.\d{4}"#,
      "yyyy-MM-dd": #"\d{4}-\d{2}-\d{2}"#,
    ]
    return "(?<date> \(shapes[format] ?? #"[A-Z][a-z]{2,8} \x20 \d{1,2}, \x20 \d{4}"#) )"
  }

  /// A name that no other group has.
  private mutating func capture(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !captures.insert(candidate).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      character.isASCII && !character.isLetter && !character.isNumber
        ? "\\\(character)" : String(character)
    }.joined()
  }

  // MARK: - The file

  private func file(pattern: [String], id: UniqueID, day: Day) -> String {
    var out = [
      "# Drafted from \(shares.count == 1 ? "one share" : "\(shares.count) shares"). Look at every line that says CHECK, then remove the remark.",
      "# yaml-language-server: $schema=rule.schema.json", "format: 1", "game: \(slug)",
      "name: \(quoted(name))", "id: \(id)", "record: GameResult", "version: 1",
      "scoring: \(scoring)      # CHECK", anchorLine, "",
    ]
    out += dayLines(day)
    out += ["variants:", "  - name: standard", "    match: |"]
    if pattern.contains(where: { $0.contains("{0,120}") }) {
      out[out.count - 1] +=
        "     # CHECK: [^\\n]{0,120}? matches where the shares differ; capture what matters there"
    }
    out += pattern.map { "      " + $0 }
    out += ["", "fields:"] + fieldLines()
    out += ["", "examples:"] + exampleLines()
    out += [
      "", "reject:          # CHECK: add texts that look like a share but are not",
      "  - \(quoted(name + " is fun"))", "  - \(quoted("I never play " + name))",
    ]
    return out.joined(separator: "\n") + "\n"
  }

  private var scoring: String {
    if maximumAttempts != nil { return "lowerAttempts" }
    return captures.contains("time") ? "lowerTimeSeconds" : "higherIsBetter"
  }

  /// The line with the literal that the scan searches for: the start of the share or, where that is too
  /// short, the first word of its name.
  private var anchorLine: String {
    let first = shares.first?.split(separator: "\n").first.map(String.init) ?? name
    let words = (name + " " + first).split { !$0.isLetter }.map(String.init)
    let word = words.first { $0.utf8.count >= LiteralScanner.minimumKeyLength } ?? name
    let start = first.split(separator: " ").first.map(String.init) ?? ""
    return LiteralScanner.key(of: literal).count < LiteralScanner.minimumKeyLength
      || start.utf8.count < LiteralScanner.minimumKeyLength && first.contains(name)
      ? "contains: [\(quoted(word))]     # CHECK: the first word of the share is too short to search for"
      : "begins: [\(quoted(literal))]"
  }

  /// The start of the share, up to its first number, score or other result.
  private var literal: String {
    let first = shares.first?.split(separator: "\n").first.map(String.init) ?? name
    guard let start = first.firstIndex(ofText: name) else { return name }
    let next = first[start...].dropFirst(name.count).prefix { $0 == " " || $0 == "#" }
    return name + next
  }

  private func dayLines(_ day: Day) -> [String] {
    if let dateFormat {
      return [
        "puzzle:", "  date: {group: date, formats: [\(quoted(dateFormat))]}",
      ] + (captures.contains("puzzle") ? ["  number: puzzle"] : []) + [""]
    }
    guard let numberValue else {
      return ["puzzle: {date: received}     # CHECK: the share prints neither number nor date", ""]
    }
    return [
      "puzzle:", "  number: puzzle",
      "  anchors: [{number: \(numberValue), date: \(day.iso)}]     # CHECK: the day of number \(numberValue)",
      "",
    ]
  }

  private func fieldLines() -> [String] {
    var fields = fields
    // A game that prints a time and no score is scored by the time.
    if !fields.contains(where: { $0.name == "score" }),
      let time = fields.firstIndex(where: { $0.name == "time" })
    {
      fields[time].name = "score"
    }
    var lines = fields.map {
      "  \($0.name): \($0.operation)" + ($0.note.map { "     # \($0)" } ?? "")
    }
    if let maximumAttempts { lines.append("  maxAttempts: \(maximumAttempts)") }
    if !fields.contains(where: { $0.name == "completed" }) {
      lines.append("  completed: true     # CHECK: can a lost game be shared?")
    }
    return lines
  }

  private func exampleLines() -> [String] {
    shares.enumerated().flatMap { index, share -> [String] in
      let head = [
        "  - name: \(index == 0 ? "as pasted" : "as pasted, \(index + 1)")", "    text: |",
      ]
      let body = share.split(separator: "\n", omittingEmptySubsequences: false).map {
        $0.isEmpty ? "" : "      " + $0
      }
      return head + body + ["    expect: \(expectation(of: share))"]
    }
  }

  /// The expected fields of one share, as far as they are known without the pattern.
  private func expectation(of share: String) -> String {
    let tokens = DraftLine.lines(of: share).flatMap { line -> [DraftToken] in
      if case .text(let tokens) = line { tokens } else { [] }
    }
    var facts: [String] = []
    for token in tokens {
      switch token {
      case .number(let text)
      where captures.contains("puzzle") && !facts.contains { $0.hasPrefix("puzzleNumber") }:
        facts.append("puzzleNumber: \(groupedInteger(text) ?? 0)")
      case .fraction(let score, _, _) where !facts.contains { $0.hasPrefix("score") }:
        facts.append("score: \(Int(score).map(String.init) ?? "null")")
      default: break
      }
    }
    return "{\(facts.joined(separator: ", "))}"
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension DraftToken {
  /// Whether the token holds a part of the result.
  var isFact: Bool {
    switch self {
    case .number, .fraction, .time, .date: true
    case .blank, .word, .link, .anything: false
    }
  }
}

extension String {
  /// The text without empty lines at the start and the end.
  fileprivate func trimmingBlankLines() -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
    return kept.joined(separator: "\n")
  }
}
