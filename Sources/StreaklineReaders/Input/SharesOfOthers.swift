internal import StreaklineCore

/// Tells by the results of a text that it is not one author's.
///
/// Nobody has two results of one puzzle: where two names have one each, both are people. Two are surely people,
/// too, where each of them is at several shares, or both are common first names. One result that contradicts
/// another may be the author's correction; where it is one in four, there are several authors.
struct SharesOfOthers {
  /// A share that contradicts an earlier one is one of at least this number, and one in ``fewestInAll``.
  private static let fewestContradictions = 2
  private static let fewestInAll = 4

  /// The part of the shares that have a name, in a text in which each is at several shares: three in four.
  private static let named = (of: 4, fewest: 3)

  private let text: [UInt8]
  private let results: [PuzzleResult]
  /// The result that a line belongs to.
  private var resultOfLine: [Int: Int] = [:]
  /// The lines of a result.
  private var linesOfResult: [ClosedRange<Int>] = []
  /// The names that stand at each of ``results``.
  private var heads: [[ShareHead]]

  /// - Parameter heads: The names at shares, and words that may be names.
  init(
    _ text: [UInt8], _ lines: [HeadLine], heads: [ShareHead], _ scan: CandidateScan
  ) {
    self.text = text
    results = scan.games.results(text)
    self.heads = Array(repeating: [], count: results.count)
    findLines(lines)
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

  private mutating func findLines(_ lines: [HeadLine]) {
    var line = 0
    for (index, result) in results.enumerated() {
      while line < lines.count, lines[line].range.upperBound <= result.range.lowerBound {
        line += 1
      }
      var next = line
      while next < lines.count, lines[next].range.lowerBound < result.range.upperBound {
        resultOfLine[next] = index
        next += 1
      }
      linesOfResult.append(line...max(line, next - 1))
    }
  }

  /// What shows that a share is somebody else's; `nil` where all may be one author's.
  var finding: SharesUnderNames.Evidence? {
    if let line = secondName ?? nameAtOther ?? repeatedNames ?? commonNames {
      return .name(line: line + 1)
    }
    return contradictions.map { .result(line: $0 + 1) }
  }

  /// The line of a name whose puzzle another name of the same form has, too.
  private var secondName: Int? {
    var known: [String: [String: (names: Set<String>, share: ArraySlice<UInt8>)]] = [:]
    for (result, heads) in zip(results, heads) {
      let share = text[result.range]
      for (form, heads) in Dictionary(grouping: heads, by: { $0.isSure ? "" : $0.form }) {
        let names = Set(heads.map(\.name))
        // What both have is of the page: `Senior Member`.
        if let other = known[result.puzzle]?[form], !other.names.isSubset(of: names),
          !names.isSubset(of: other.names),
          other.share != share || heads.contains(where: \.isPerson)
        {
          return heads.map(\.line).max()
        }
        known[result.puzzle, default: [:]][form] = (names, share)
      }
    }
    return nil
  }

  /// The line of a person's name whose puzzle has another result, without a name.
  private var nameAtOther: Int? {
    var unnamed: [String: Set<String>] = [:]
    for (result, heads) in zip(results, heads) where heads.isEmpty {
      unnamed[result.puzzle, default: []].insert(result.outcome)
    }
    for (result, heads) in zip(results, heads) {
      guard let others = unnamed[result.puzzle], others != [result.outcome] else { continue }
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
      let result = results[index]
      let known = outcomes[result.puzzle]
      if known == nil { outcomes[result.puzzle] = result.outcome }
      return known.map { $0 != result.outcome } ?? false
    }
    guard found.count >= Self.fewestContradictions, found.count * Self.fewestInAll >= results.count
    else { return nil }
    return found.first.map { linesOfResult[$0].lowerBound }
  }
}
