internal import StreaklineCore

/// Tells by the results of a text that it is not one author's.
///
/// Nobody has two results of one puzzle: where two names have one each, both are people. Two are surely people,
/// too, where each of them is at several shares, or both are common first names. A result that contradicts
/// another is far more often somebody else's than a correction; where it is one in twenty, there are several authors.
struct SharesOfOthers {
  /// One's own corrections are fewer: one in this number of results.
  private static let mostOfAll = 20

  /// The part of the shares that have a name, in a text in which each is at several shares: three in four.
  private static let named = (of: 4, fewest: 3)

  private let text: [UInt8]
  private let scan: CandidateScan
  private let results: [PuzzleResult]
  /// Whether some of the words count for whoever a mail says wrote them.
  private let isQuoting: Bool
  /// The words beside each of ``results``.
  private let beside: [BesideWords]
  /// The result that a line belongs to.
  private var resultOfLine: [Int: Int] = [:]
  /// The lines of each of ``results``.
  private let linesOfResult: [ClosedRange<Int>]
  private let lines: [HeadLine]
  /// The names that stand at each of ``results``.
  private var heads: [[ShareHead]]

  /// - Parameters:
  ///   - heads: The names at shares, and words that may be names.
  ///   - quoted: The lines whose words count for whoever a mail says wrote them.
  init(
    _ text: [UInt8], _ lines: [HeadLine], heads: [ShareHead], quoted: Set<Int>,
    _ scan: CandidateScan
  ) {
    self.text = text
    self.lines = lines
    self.scan = scan
    isQuoting = !quoted.isEmpty
    let found = scan.games.results(text)
    let spans = Self.spans(found, lines)
    let own = found.indices.filter { !quoted.contains(spans[$0].lowerBound) }
    results = own.map { found[$0] }
    linesOfResult = own.map { spans[$0] }
    beside = own.map { index in
      let before = index > 0 ? found[index - 1].range.upperBound : 0
      let after = index + 1 < found.count ? found[index + 1].range.lowerBound : text.count
      let start = index > 0 ? min(spans[index - 1].upperBound + 1, spans[index].lowerBound) : 0
      let end = index + 1 < spans.count ? spans[index + 1].lowerBound : lines.count
      return BesideWords(
        text, lines, share: found[index].range, spans[index], gap: start..<max(start, end),
        neighbours: before..<max(before, after))
    }
    self.heads = Array(repeating: [], count: results.count)
    for (index, span) in linesOfResult.enumerated() {
      for line in span { resultOfLine[line] = index }
    }
    var seen: Set<String> = []
    for head in heads {
      guard let result = resultOfLine[head.share], isBeside(head, linesOfResult[result], lines)
      else { continue }
      // A share in which two may start is one.
      guard seen.insert("\(result) \(head.form) \(head.name)").inserted else { continue }
      self.heads[result].append(head)
    }
  }

  /// Whether a name is where one of a share can be: above it and not in the share before, at the end of one of
  /// its lines, or in the line below it.
  private func isBeside(
    _ head: ShareHead, _ share: ClosedRange<Int>, _ lines: [HeadLine]
  ) -> Bool {
    guard !head.isSure, head.line >= head.share else {
      return head.isSure || resultOfLine[head.line] == nil
    }
    if head.isAlone {
      let next = share.upperBound + 1
      return head.line == next || head.line == next + 1 && lines[next].isBlank
    }
    return head.line == share.lowerBound || head.line == share.upperBound
  }

  /// The lines of each result.
  private static func spans(_ results: [PuzzleResult], _ lines: [HeadLine]) -> [ClosedRange<Int>] {
    var line = 0
    return results.map { result in
      while line + 1 < lines.count, lines[line].range.upperBound <= result.range.lowerBound {
        line += 1
      }
      var last = line
      while last + 1 < lines.count, lines[last + 1].range.lowerBound < result.range.upperBound {
        last += 1
      }
      return line...last
    }
  }

  /// What shows that a share is somebody else's; `nil` where all may be one author's.
  var finding: SharesUnderNames.Evidence? {
    if let line = NamesBesideShares.otherPerson(beside, scan) ?? relative ?? secondName
      ?? nameAtOther ?? repeatedNames ?? commonNames
    {
      return .name(line: line + 1)
    }
    if let line = contradictions { return .result(line: line + 1) }
    guard !isQuoting else { return signature.map { .name(line: $0 + 1) } }
    if beside.count == 1 {
      let only = OnlyShare(beside[0], heads: heads[0], scan, isOfFile: isOfFile)
      if let found = only.otherPerson(endOfText: lines.lastIndex { !$0.isBlank } ?? 0) {
        return .onlyShare(found.word, line: found.line + 1)
      }
      let doubt = DoubtfulWords.first(only, scan)
      return doubt.map { .doubt($0.word, line: $0.line + 1) }
    }
    let unexplained = UnexplainedWords.first(beside, scan, isLeftOut: isOfFile)
    return unexplained.map { .word($0.word, line: $0.line + 1) }
  }

  /// The first line below a share that has a name and nothing else, as the end of a mail does. Whether the name is the
  /// user's is not known.
  private var signature: Int? {
    beside.lazy.flatMap(\.lines).first { line in
      // The line that says that a mail follows is capitalised, too.
      guard line.place == .after, !MailHead.isSeparator(line.words) else { return false }
      let words = line.tokens.map { if case .word(let word) = $0 { word } else { "" } }
      guard (1...3).contains(words.count), words.allSatisfy({ $0.first?.isUppercase == true })
      else {
        return false
      }
      return BesideName.isSurely(words[0], before: nil)
        || !BesideName.isExplained(words[0]) && !scan.games.isTitle(words[0])
    }?.number
  }

  /// Whether a line is of the file and not of what somebody writes in it: of the fields that a note starts with, or of
  /// an outline (`:CREATED: …`); or says of itself whose words follow, as readers know, or with what it was sent.
  private func isOfFile(_ line: Int) -> Bool {
    if lines[line].isStamp || DeviceLine.isOne(text[lines[line].range]) { return true }
    let words = text[lines[line].range]
    let field = words.dropFirst().prefix { $0 &- 0x41 < 26 || $0 == UInt8(ascii: "_") }
    if words.first == UInt8(ascii: ":"), !field.isEmpty,
      text[field.endIndex...].first == UInt8(ascii: ":")
    {
      return true
    }
    guard line < endOfFields || line >= startOfLastFields else { return false }
    let label = String(decoding: words.prefix { $0 != UInt8(ascii: ":") }.prefix(20), as: UTF8.self)
    return !Self.authors.contains(label.lowercased()) || words.count < label.utf8.count + 3
  }

  /// The fields of a note that name who wrote it.
  private static let authors: Set<String> = [
    "author", "authors", "from", "sender", "by", "player", "creator", "autor", "auteur", "autore",
    "written by", "written_by",
  ]

  /// The first of the lines with fields that Joplin writes below a note and that end with `type_: 1`; the number of
  /// all lines where the text has no such fields.
  private var startOfLastFields: Int {
    guard var line = lines.indices.last(where: { !lines[$0].isBlank }),
      text[lines[line].range].starts(with: "type_: ".utf8)
    else { return lines.count }
    while line > 0, !lines[line - 1].isBlank { line -= 1 }
    return line
  }

  /// The line after the fields between `---` and `---` that a note starts with; 0 where it starts without.
  private var endOfFields: Int {
    let isFence = { (line: Int) in text[lines[line].range].starts(with: "---".utf8) }
    guard !lines.isEmpty, isFence(0), let end = lines.indices.dropFirst().first(where: isFence),
      end < linesOfResult.first?.lowerBound ?? 0
    else { return 0 }
    return end
  }

  /// The line that presents a relative's share: the nearest one before a share, or the one after it.
  private var relative: Int? {
    for share in beside {
      let nearest = [
        share.lines.first { $0.place == .before }, share.lines.first { $0.place == .above },
        share.lines.first { $0.place == .after },
      ]
      for line in nearest.compactMap(\.self) where PresentedShare.isRelatives(line.words) {
        return line.number
      }
    }
    return nil
  }

  /// The line of a name whose puzzle another name of the same form has, too.
  private var secondName: Int? {
    var known: [String: [String: (names: Set<String>, share: ArraySlice<UInt8>)]] = [:]
    for (result, heads) in zip(results, heads) {
      guard let puzzle = result.puzzle else { continue }
      let share = text[result.range]
      for (form, heads) in Dictionary(grouping: heads, by: { $0.isSure ? "" : $0.form }) {
        let names = Set(heads.map(\.name))
        // What both have is of the page: `Senior Member`.
        if let other = known[puzzle]?[form], !other.names.isSubset(of: names),
          !names.isSubset(of: other.names),
          other.share != share || heads.contains(where: \.isPerson)
        {
          return heads.map(\.line).max()
        }
        known[puzzle, default: [:]][form] = (names, share)
      }
    }
    return nil
  }

  /// The line of a person's name whose puzzle has another result, without a name.
  private var nameAtOther: Int? {
    var unnamed: [String: Set<String>] = [:]
    for (result, heads) in zip(results, heads) where heads.isEmpty {
      if let puzzle = result.puzzle { unnamed[puzzle, default: []].insert(result.outcome) }
    }
    for (result, heads) in zip(results, heads) {
      guard let puzzle = result.puzzle, let others = unnamed[puzzle], others != [result.outcome]
      else { continue }
      if let head = heads.first(where: { $0.isPerson && $0.isNearest }) { return head.line }
    }
    return nil
  }

  /// The line of the second one of two names that each stand at several shares.
  private var repeatedNames: Int? {
    second { heads in
      let named = Set(heads.map(\.share)).count
      guard named * Self.named.of >= results.count * Self.named.fewest else { return [] }
      return Dictionary(grouping: heads, by: \.name).values.filter { $0.count > 1 }
    }
  }

  /// The line of the second common first name.
  private var commonNames: Int? {
    second { heads in
      Array(Dictionary(grouping: heads.filter { GivenNames.starts($0.name) }, by: \.name).values)
    }
  }

  /// The line of the second name of a form, of those that are surely names.
  private func second(_ people: ([ShareHead]) -> [[ShareHead]]) -> Int? {
    let nearest = heads.joined().filter(\.isNearest)
    let lines = Dictionary(grouping: nearest, by: \.form).values.compactMap { heads in
      let found = people(heads).map { $0[0].line }.sorted()
      return found.count > 1 ? found[1] : nil
    }
    return lines.min()
  }

  /// The line of a result that contradicts an earlier one of its puzzle, where many do.
  private var contradictions: Int? {
    var outcomes: [String: String] = [:]
    let found = results.indices.filter { index in
      guard let puzzle = results[index].puzzle else { return false }
      let outcome = results[index].outcome
      let known = outcomes[puzzle]
      if known == nil { outcomes[puzzle] = outcome }
      return known.map { $0 != outcome } ?? false
    }
    guard found.count * Self.mostOfAll >= results.count else { return nil }
    return found.first.map { linesOfResult[$0].lowerBound }
  }
}
