package import StreaklineCore

/// Words directly before a share that say, within somebody's message, that the result is another person's: `Rosa: Wordle
/// …`, `My sister: Wordle …`, `Rosa's Wordle …`, or `Rosa:` on the line above; and what ``ReportedResult`` finds.
///
/// An export whose lines are `stamp NAME: text` cannot tell whether somebody is called `Zia: Rosa` or Zia says that this
/// is Rosa's result. Labels that people write before a result of their own (`Me:`, `Today:`, `My score:`) and names of
/// games are no names.
package struct NameLabel {
  private static let longest = 160
  private static let mostWords = 4
  /// How many words may be between the name's colon and the share: `Rosa: haha Wordle …`.
  private static let mostAfter = 3

  private let words: ArraySlice<UInt8>
  /// Whether the words may be a label: they are in the share's line, or a colon ends them.
  private let mayLabel: Bool
  /// The words of the share's first line, and its first letter.
  private let shareWords: Set<String>
  private let start: String
  /// The words of the sender's own name.
  private let own: Set<String>
  private let isTitle: (String) -> Bool

  /// - Parameters:
  ///   - share: Where the share starts in the message's text.
  ///   - isTitle: Whether words are the name of a game.
  /// - Returns: `nil` where no words are before the share.
  package init?(_ message: Message, share: Int, isTitle: @escaping (String) -> Bool) {
    guard let (words, isAbove) = Self.words(before: share, in: message.text) else { return nil }
    mayLabel = !isAbove || Self.endsWithColon(words)
    // Many shares are below the rows of another one's grid.
    guard mayLabel || words.contains(where: Disowning.isLetter) else { return nil }
    self.words = words
    self.isTitle = isTitle
    let line = message.text[share..<endOfLine(in: message.text, from: share)]
    let shown = String(decoding: line.prefix(Self.longest), as: UTF8.self)
    shareWords = Set(Self.parts(shown))
    start = shown.prefix(1).lowercased()
    own = Set(Self.parts(message.origin?.author ?? message.sender ?? ""))
  }

  /// The words before the share in its line; where it starts its line, the line above.
  private static func words(
    before share: Int, in text: [UInt8]
  ) -> (words: ArraySlice<UInt8>, isAbove: Bool)? {
    var end = share
    for count in 0..<3 {
      let start = startOfLine(in: text, before: end)
      let line = text[start..<end]
      if line.contains(where: { $0 > 0x20 && !leading.contains($0) }) {
        return line.count <= longest ? (line, count > 0) : nil
      }
      guard start > 0 else { return nil }
      end = start - 1
    }
    return nil
  }

  private static func endsWithColon(_ line: ArraySlice<UInt8>) -> Bool {
    line.last { $0 > 0x20 && !leading.contains($0) }.map(isEndOfColon) ?? false
  }

  private static func startOfLine(in text: [UInt8], before end: Int) -> Int {
    var start = end
    while start > 0, text[start - 1] != 0x0A, end - start <= longest { start -= 1 }
    return start
  }

  /// Marks of lists, quotations and emphasis.
  private static let leading = Array("<>*_-~|#`".utf8)

  /// Whether a byte is a colon or the last one of the wide colon.
  private static func isEndOfColon(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == 0x9A
  }

  /// Whether the words name another person than the sender.
  package var namesOther: Bool {
    let line = Self.withoutShortcodes(String(decoding: words, as: UTF8.self))
    return (mayLabel ? isLabel(line) : isNameLine(line))
      || ReportedResult(line) { isKnown($0) || isTitle($0) }.isOthers
  }

  /// `Rosa.` and `Rosa;` on the line above the share.
  private func isNameLine(_ line: String) -> Bool {
    let name = line.trimmingMarks(" \t\r*_>")
    guard name.last.map({ ".;".contains($0) }) ?? false else { return false }
    return isBare(BesideToken.of(Array(name.dropLast().utf8)[...]))
  }

  private func isLabel(_ line: String) -> Bool {
    let tokens = BesideToken.of(Array(line.utf8)[...]).filter { token in
      if case .mark(let mark) = token { !Self.ignored.contains(mark) } else { token != .when }
    }
    if let last = tokens.last, case .word(let word) = last, OnlyShare.isOwners(word) {
      return isOwner(tokens)
    }
    let parts = tokens.split(separator: .mark(":"), omittingEmptySubsequences: false)
    guard parts.count > 1, let after = parts.last, after.count <= Self.mostAfter,
      OnlyShare.words(Array(after)).count == after.count
    else { return bracketed(tokens) || isBare(tokens) }
    return parts.dropLast().contains { isName(Array($0)) }
  }

  /// A line without the names of pictures that Slack and Discord write: `show-off :smile:`.
  private static func withoutShortcodes(_ line: String) -> String {
    var parts = line.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var index = 1
    while index + 1 < parts.count {
      guard isShortcode(parts[index]) else {
        index += 1
        continue
      }
      parts.replaceSubrange(
        index - 1...index + 1, with: [parts[index - 1] + " " + parts[index + 1]])
    }
    return parts.joined(separator: ":")
  }

  private static func isShortcode(_ word: String) -> Bool {
    word.contains(where: \.isLetter)
      && word.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || $0 &- 0x30 < 10 || "_+-".utf8.contains($0)
      }
  }

  private static let ignored: Set<Character> = [
    "*", "_", "~", "-", "•", "|", "(", ")", "[", "]", "^",
  ]

  /// `Rosa's`, `my sister's`; not `better than Rosa's`.
  private func isOwner(_ tokens: [BesideToken]) -> Bool {
    let words = OnlyShare.words(tokens)
    guard words.count == tokens.count, let last = words.last,
      words.dropLast().allSatisfy({ SomebodyElse.isOwning($0.lowercased()) })
    else { return false }
    return isName([.word(last)])
  }

  /// `<Rosa>` as bridges between chats write it.
  private func bracketed(_ tokens: [BesideToken]) -> Bool {
    guard tokens.count > 2, tokens.first == .mark("<"), tokens.last == .mark(">") else {
      return false
    }
    return isName(Array(tokens.dropFirst().dropLast()))
  }

  /// `Rosa - Wordle …`, `(Rosa) Wordle …`, `Mum Wordle …`: nothing but a name that is surely one.
  private func isBare(_ tokens: [BesideToken]) -> Bool {
    let words = OnlyShare.words(tokens)
    guard words.count == tokens.filter({ $0 != .mark(">") }).count, (1...2).contains(words.count),
      !words.allSatisfy(isKnown)
    else { return false }
    return words.allSatisfy {
      BesideName.isSurely($0, before: nil)
        || $0.first?.isUppercase == true && SomebodyElse.isRelation(Self.base($0))
          && words.count == 1
    }
  }

  private func isName(_ tokens: [BesideToken]) -> Bool {
    if isOwnAfterArticle(tokens) { return false }
    if SomebodyElse.isNamed(tokens + [.mark(":")], isLine: false) { return true }
    // A mention is `<@U04ANA11>` in the exports of Slack and Discord.
    let tokens = tokens.filter { token in !Self.joining.contains { token == .mark($0) } }
    let words = OnlyShare.words(tokens)
    guard (1...Self.mostWords).contains(words.count),
      !tokens.contains(where: Self.isMark), !Self.isOwnLabel(words),
      !words.allSatisfy(isKnown)
    else { return false }
    // `Wordle von Rosa` starts as the game's title does.
    let isTitled = isTitle(words.joined(separator: " "))
    return words.indices.contains { index in
      isName(words, index) && (!isTitled || BesideName.isSurely(words[index], before: nil))
        && !(index > 0 && Self.isAddressing(words[index - 1]))
    }
  }

  /// `Il mio risultato`. In French `il` is somebody.
  private func isOwnAfterArticle(_ tokens: [BesideToken]) -> Bool {
    let words = OnlyShare.words(tokens)
    return words.count > 1 && DisowningWords.articles.contains(words[0].lowercased())
      && DisowningWords.owned.union(DisowningWords.owning).contains(words[1].lowercased())
      && Self.isOwnLabel(Array(words.dropFirst()))
  }

  private static let joining: Set<Character> = ["<", ">", "&", "/", "."]

  private static func isMark(_ token: BesideToken) -> Bool {
    if case .mark = token { true } else { false }
  }

  /// Whether words are what people write before a result of their own, or to all: `P.S.`, `Meu resultado`, `@all`.
  private static func isOwnLabel(_ words: [String]) -> Bool {
    let lower = words.map { $0.lowercased() }
    if ["ps", "pps"].contains(lower.joined().filter(\.isLetter)) || calls.contains(lower[0]) {
      return true
    }
    if DisowningWords.owned.contains(lower[0]) || DisowningWords.owning.contains(lower[0]) {
      return !lower.contains { SomebodyElse.isRelation(base($0)) }
    }
    let last = lower[lower.count - 1]
    return results.contains(last)
      && lower.dropLast().allSatisfy { BesideName.isExplained($0) || $0.count == 1 }
      || myResults.contains(last) || greetings.contains(lower.joined(separator: " "))
  }

  static let calls: Set<String> = [
    "@all", "@everyone", "@here", "@channel", "@alle", "@todos", "@tous",
  ]
  private static let results = DisowningWords.results.union([
    "výsledky", "결과", "结果", "結果", "戦績", "成绩",
  ])
  /// Words that are `my result` by their endings.
  private static let myResults: Set<String> = ["sonucum", "skorum", "tulokseni", "eredményem"]
  private static let greetings: Set<String> = [
    "guten morgen", "guten abend", "guten tag", "goedemorgen", "goedemiddag", "goedenavond",
    "god morgon", "god morgen", "godmorgen", "god kväll", "доброе утро", "добрый день",
    "добрый вечер", "добрий ранок", "dobré ráno", "dzień dobry", "dobry wieczór", "günaydın",
    "jó reggelt", "hyvää huomenta", "おはよう", "안녕하세요", "早上好", "behold", "drumroll", "trommelwirbel",
  ]

  /// Whether a word is the sender's own name, or one that the share has.
  private func isKnown(_ word: String) -> Bool {
    let parts = Self.parts(Self.base(word))
    return !parts.isEmpty
      && parts.allSatisfy {
        own.contains($0) || shareWords.contains($0) || $0.count == 1 && start == $0
      }
  }

  private func isName(_ words: [String], _ index: Int) -> Bool {
    let word = words[index]
    let next = words.indices.contains(index + 1) ? words[index + 1] : nil
    let lower = Self.base(word)
    guard !isTitle(word), !isKnown(word) else { return false }
    if BesideName.isSurely(word, before: next) || BesideName.isAddress(word)
      || SomebodyElse.isRelation(lower) || SomebodyElse.isThirdPerson(word.lowercased())
      || words.count == 1 && SomebodyElse.isOther(lower)
      || word.first.map(BesideName.isPicture) ?? false
    {
      return true
    }
    if words.count == 1, UnexplainedWords.you.contains(lower) || BesideName.isAmbiguous([word]) {
      return !BesideName.moods.contains(lower) || lower == "april" || lower == "may"
    }
    guard !BesideName.isExplained(word), !Mention.isSocial(lower), !HeadTime.isUnit(word),
      !HeadTime.isPeriod(word), let first = word.first
    else { return words.count == 1 && GivenNames.starts(word) }
    if first.isUppercase { return !Self.isGuessOrShort(word) }
    if first.isLowercase {
      return words.count == 1 && word.count > 2 && !OnlyShare.isCry(word)
        || GivenNames.starts(word)
    }
    return OnlyShare.isUncasedName(word)
  }

  /// Solvers write their first guess in capitals, and people words such as `WFH`.
  private static func isGuessOrShort(_ word: String) -> Bool {
    (3...5).contains(word.count) && word.allSatisfy(\.isUppercase)
  }

  /// Whether a word before a name shows that somebody is spoken to or only mentioned: `Thanks Rosa`, `beat Rosa`.
  private static func isAddressing(_ word: String) -> Bool {
    let lower = word.lowercased()
    return Mention.mentioning.contains(lower) && !forSomebody.contains(lower)
  }

  private static let forSomebody = OrdinaryWords.set(
    "for für para pour per voor för til dla для and und et y e en och og i")

  private static func base(_ word: String) -> String {
    String(word.lowercased().prefix { $0 != "'" && $0 != "’" })
  }

  private static func parts(_ words: String) -> [String] {
    words.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
