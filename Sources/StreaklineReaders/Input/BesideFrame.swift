/// A line beside a share with a gap where a name may be: `_ hat gesendet`, `_ — 00:00`, `[00:00] <_>`.
///
/// Two shares whose lines differ in the gap alone have two authors, where what is in the gap may be names.
struct BesideFrame {
  /// Equal for lines that differ in the gap alone.
  let key: String
  let name: [String]
  /// Whether what is in the gap is not always a name: `Will`, `🦊`. It counts as one only where another share has a
  /// certain name in the same gap.
  let isAmbiguous: Bool

  /// Longer runs of words are sentences.
  private static let longestRun = 6
  private static let longestName = 3
  private static let mostTokens = 24
  /// Marks between names and texts in what programs write.
  private static let strong: Set<Character> = [
    ":", "<", ">", "[", "(", "|", "@", "-", "•", "/", "~", "=", ";", "^",
  ]
  /// Words before a name and nothing else: `via Ann`.
  private static let introducing: Set<String> = [
    "by", "via", "from", "von", "par", "por", "de", "da", "door", "od", "от", "av", "af", "fra",
  ]
  private static let beforeNicknames: Set<Character> = ["<", "[", "|", "@", ":", "•", "="]
  private static let auxiliaries: Set<String> = [
    "hat", "hast", "a", "as", "avez", "ha", "hai", "heeft", "hebt", "has", "have",
  ]
  private static let you: Set<String> = [
    "you", "du", "tu", "vous", "sie", "je", "jij", "você", "ty",
  ]
  private static let senders: Set<String> = ["de", "à", "expéditeur", "user", "author", "by"]

  /// The frames of a line; none for a sentence.
  static func all(_ tokens: [BesideToken]) -> [BesideFrame] {
    guard tokens.count <= mostTokens, !isSentence(tokens) else { return [] }
    let runs = runs(tokens)
    guard runs.allSatisfy({ $0.count <= longestRun }) else { return [] }
    var frames = runs.flatMap { parts($0).compactMap { frame(tokens, [$0]) } }
    let open = runs.filter { run in
      tokens[run].contains {
        if case .word(let word) = $0 { !BesideName.isExplained(word) } else { false }
      }
    }
    if open.count > 1 {
      frames += open.indices.compactMap {
        frame(tokens, [open[$0]] + open[..<$0] + open[($0 + 1)...])
      }
    }
    return frames
  }

  /// Whether a line ends as sentences do.
  static func isSentence(_ tokens: [BesideToken]) -> Bool {
    [.mark("!"), .mark("?"), .mark("."), .mark("。"), .mark("！"), .mark("？")].contains(tokens.last)
  }

  /// - Parameter gaps: The first one has the name.
  private static func frame(_ tokens: [BesideToken], _ gaps: [Range<Int>]) -> BesideFrame? {
    let gap = gaps[0]
    let name = words(tokens[gap])
    let rest = tokens.indices.filter { index in !gaps.contains { $0.contains(index) } }
    let isPicture = name.allSatisfy { $0.allSatisfy(BesideName.isPicture) }
    let isAmbiguous =
      BesideName.isAmbiguous(name) && !(isPicture && words(tokens[...]).count == 1)
    guard !isOfField(tokens, gap, gaps), isName(name, tokens, gap, rest) else { return nil }
    let starts = Set(gaps.map(\.lowerBound))
    var key = ""
    for (index, token) in tokens.enumerated() {
      if index == gap.lowerBound {
        key += " _"
      } else if starts.contains(index) {
        key += " ?"
      } else if rest.contains(index) {
        key += " " + shown(token)
      }
    }
    return BesideFrame(key: key, name: name, isAmbiguous: isAmbiguous)
  }

  private static func isName(
    _ name: [String], _ tokens: [BesideToken], _ gap: Range<Int>, _ rest: [Int]
  ) -> Bool {
    let constants = rest.compactMap { index -> String? in
      if case .word(let word) = tokens[index] { word } else { nil }
    }
    let isWhole = !isWord(tokens, gap.lowerBound - 1) && !isWord(tokens, gap.upperBound)
    let isStrong = rest.contains { index in
      switch tokens[index] {
      case .when: true
      case .mark(let mark): strong.contains(mark)
      case .word(let word): !BesideName.isExplained(word)
      }
    }
    let isIntroduced =
      gap == 1..<tokens.count && constants.count == 1
      && introducing.contains(constants[0].lowercased())
    guard isStrong || isIntroduced else { return false }
    if name.count == 1, you.contains(name[0].lowercased()) {
      return constants.contains { !BesideName.isExplained($0) }
    }
    if BesideName.isAmbiguous(name) { return true }
    if BesideName.isWritten(name) || name.count == 1 && name[0].allSatisfy(BesideName.isPicture) {
      return true
    }
    let isMarked = rest.contains { index in
      if case .mark(let mark) = tokens[index] { beforeNicknames.contains(mark) } else { false }
    }
    let isMarkedOrDated = isMarked || rest.contains { tokens[$0] == .when }
    if isMarkedOrDated, name.count == 1, GivenNames.starts(name[0]) { return true }
    return isWhole && isMarkedOrDated && BesideName.isNickname(name)
  }

  /// Whether a gap is the value of a field of one's own, or its name: `Mood: tired`, `Coffee: 2`.
  private static func isOfField(
    _ tokens: [BesideToken], _ gap: Range<Int>, _ gaps: [Range<Int>]
  ) -> Bool {
    if gap.upperBound + 1 < tokens.count, tokens[gap.upperBound] == .mark(":"), gap.lowerBound == 0
    {
      // `Ann Lee: 6:41 AM` is no field, nor is what a sign for several lines follows: `ann: |`.
      if tokens[(gap.upperBound + 1)...] == [.mark("|")] { return false }
      let isHead = gap.count > 1 && tokens[(gap.upperBound + 1)...] == [.when]
      return !(isHead && BesideName.isWritten(words(tokens[gap])))
    }
    if case .word(let word) = tokens[max(gap.lowerBound, 1) - 1], gap.lowerBound > 0,
      introducing.contains(word.lowercased())
    {
      return false
    }
    guard gap.lowerBound > 1, tokens[..<gap.lowerBound].contains(.mark(":")),
      case .word(let key) = tokens[0], !senders.contains(key.lowercased())
    else { return false }
    let colon = tokens[..<gap.lowerBound].lastIndex(of: .mark(":")) ?? 0
    return !tokens[colon..<gap.lowerBound].contains {
      $0 == .mark("<") || $0 == .mark("[") || $0 == .mark("-")
    }
      && tokens[..<colon].allSatisfy { if case .word = $0 { true } else { false } }
  }

  private static func isWord(_ tokens: [BesideToken], _ index: Int) -> Bool {
    guard tokens.indices.contains(index), case .word = tokens[index] else { return false }
    return true
  }

  private static func words(_ tokens: ArraySlice<BesideToken>) -> [String] {
    tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
  }

  /// The parts of a run of words that may be a name.
  private static func parts(_ run: Range<Int>) -> [Range<Int>] {
    run.flatMap { start in
      (start + 1...run.upperBound).prefix(longestName).map { start..<$0 }
    } + (run.count > longestName ? [run] : [])
  }

  private static func runs(_ tokens: [BesideToken]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in tokens.indices where isWord(tokens, index) {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<(index + 1)
      } else {
        runs.append(index..<(index + 1))
      }
    }
    return runs
  }

  private static func shown(_ token: BesideToken) -> String {
    switch token {
    case .when: return "0"
    case .mark(let mark): return String(mark)
    case .word(let word):
      let lower = word.lowercased()
      return auxiliaries.contains(lower) ? "hat" : lower
    }
  }
}
