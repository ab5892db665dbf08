internal import StreaklineCore

/// Finds a word beside one or several shares that may say whose a share is.
///
/// One author's words are everyday ones, times, days, games and links. Any other word may be a name, a role or a
/// relation, in whatever form it stands: `Dana finished with …`, `Player 2`, `my flatmate does too`. Then nobody but the
/// user can say whose the shares are.
struct UnexplainedWords {
  private let scan: CandidateScan
  private var explained: [String: Bool] = [:]
  /// Whether each share is below a day, or it is the only one. There people are mentioned who have written nothing.
  private var isDiary = false

  /// How many tiles a row of a grid has at least.
  private static let fewestTiles = 3
  static let personalLinks = [
    "/@", "/u/", "/user/", "/users/", "/profile/", "/in/", "from=", "user=", "by=", "name=",
    "player=", "instagram.com/", "facebook.com/", "/status/", "bsky.app/profile", "t.me/",
  ]

  /// - Parameters:
  ///   - shares: The words beside each share, in their order.
  ///   - isLeftOut: Whether a line says of itself whose words follow, so that readers know it.
  /// - Returns: The first such word, and its line, counted from 0; `nil` where there is none.
  static func first(
    _ shares: [BesideWords], _ scan: CandidateScan, isLeftOut: (_ line: Int) -> Bool
  ) -> (word: String, line: Int)? {
    var words = UnexplainedWords(scan: scan)
    var marks: [PersonSign.Mark] = []
    if let receipt = MessageReceipt.ofSome(shares) { return receipt }
    // `Me` above one share and `You` above another are two people.
    let heads = Set(
      shares.map { share in
        share.lines.first { $0.place != .after && isOwnHead($0) }.map { OnlyShare.words($0.tokens) }
      })
    let areMine = heads.count == 1 && heads.first != .some(nil)
    words.isDiary =
      shares.count == 1
      || shares.allSatisfy { $0.lines.contains { $0.place == .above && $0.tokens == [.when] } }
    for share in shares {
      let lines = share.lines.filter { !isLeftOut($0.number) && !(areMine && isOwnHead($0)) }
      for line in lines {
        guard let mark = PersonSign.mark(String(decoding: line.words, as: UTF8.self)),
          !mark.mayAbbreviate(share)
        else { continue }
        if marks.contains(where: mark.differs) { return (mark.sign, line.number) }
        if !marks.contains(mark) { marks.append(mark) }
      }
      if let line = lines.first(where: { $0.place != .after }), OthersRemark(line.words).isAbove {
        return (String(String(decoding: line.words, as: UTF8.self).prefix(40)), line.number)
      }
      let games = Self.linesOfGames(lines)
      for line in lines {
        let isOfGame = games.contains(line.number) && line.place != .before
        if let word = isOfGame ? words.firstName(line, share) : words.first(line, share) {
          return (word, line.number)
        }
      }
    }
    return contrast(shares, isLeftOut)
  }

  /// Words for the author that stand above another share than the first one and not above that: `bravo ! Moi`, `nice, here's
  /// mine`. The share before is then somebody else's.
  private static func contrast(
    _ shares: [BesideWords], _ isLeftOut: (_ line: Int) -> Bool
  ) -> (word: String, line: Int)? {
    let found = shares.map { share in
      share.lines.first { line in
        let words = OnlyShare.words(line.tokens).map { $0.lowercased() }
        return line.place != .after && !isLeftOut(line.number) && words.count < 8
          && (words.contains(where: mine.contains) || words.last.map(PersonSign.isAuthor) ?? false)
      }
    }
    guard found.count > 1, found[0] == nil,
      let line = found.dropFirst().lazy.compactMap(\.self).first
    else { return nil }
    return (String(String(decoding: line.words, as: UTF8.self).prefix(40)), line.number)
  }

  private static let mine: Set<String> = ["mine", "meins", "mienne", "mío", "mía"]

  /// Whether a line is the head that a program writes above its owner's messages: `You sent`.
  private static func isOwnHead(_ line: BesideWords.Line) -> Bool {
    OwnName.isHead(OnlyShare.words(line.tokens))
  }

  private init(scan: CandidateScan) {
    self.scan = scan
  }

  private mutating func first(_ line: BesideWords.Line, _ share: BesideWords) -> String? {
    let text = String(decoding: line.words, as: UTF8.self)
    if let link = Self.personalLinks.first(where: text.contains) { return link }
    if let question = Self.whose(text) { return question }
    if let sign = Self.personalTag(text) ?? PersonSign.first(in: text) { return sign }
    var words = line.tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
    // `Travle Italia` is a title, `Wordle from Ann` a title and a name.
    if words.count > 1, !words.contains(where: { Self.introducing.contains($0.lowercased()) }),
      isTitle(words.joined(separator: " "))
    {
      return nil
    }
    if let name = firstName(line, share) ?? Self.spacedName(words) { return name }
    if line.tokens.isEmpty {
      // A line that is longer than one with tokens.
      words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    }
    if let direction = MessageDirection(text, line.tokens) { return direction.word }
    for (index, word) in words.enumerated() {
      if Self.isSending(words, index) { return word }
      guard !isExplained(word, isAlone: words.count == 1, share), !isMentioned(words, index) else {
        continue
      }
      let isHead = line.tokens.last == .mark(":")
      if isHead || !Self.isOfSentence(words, index) { return word }
    }
    return nil
  }

  /// The words with which a line asks whose something is.
  private static func whose(_ text: String) -> String? {
    guard text.contains(where: { "?？¿".contains($0) }) else { return nil }
    let lower = " " + text.lowercased()
    return whose.first(where: lower.contains)?.trimmingCharacters(" ")
  }

  private static let whose = [
    " whose", " wessen", " wem gehört", " à qui", " a qui", " de quién", " di chi", " de quem",
    " van wie",
    " wiens", " vems", " hvis er", " czyj", " чей", " чьё", " чье", " чья", "誰の", "谁的", " kimin ",
    " kenen ", " kié",
  ]

  /// Whether a word that no list has is an ordinary part of a sentence, and no name. Such a word is in small letters and
  /// not the first one, and it stands neither after a word such as `by` nor before a verb such as `finished`.
  private static func isOfSentence(_ words: [String], _ index: Int) -> Bool {
    let word = words[index]
    guard index > 0, words.count >= shortestSentence, word.allSatisfy({ $0.isLowercase }),
      !SomebodyElse.isRelation(word), !GivenNames.starts(word)
    else { return false }
    let before = words[index - 1].lowercased()
    let isNamed =
      naming.contains(before) || SomebodyElse.isOwning(before)
      || index + 1 < words.count && BesideName.isVerb(words[index + 1].lowercased())
    return !isNamed
  }

  private static let shortestSentence = 4
  private static let introducing: Set<String> = [
    "from", "by", "via", "von", "par", "por", "od", "от", "av", "af", "fra",
  ]
  /// Words after which people are often named.
  private static let naming: Set<String> = [
    "the", "this", "is", "by", "from", "via", "and", "with", "than", "for", "to", "beat", "von",
    "und", "mit", "als", "de", "et", "avec", "y", "con", "e", "com", "van", "en", "met", "och", "i",
    "z", "od", "от", "и", "с", "ve", "ile",
  ]

  /// Whether a word says that somebody else has sent something: `Patience sent me`, and not `I sent`.
  private static func isSending(_ words: [String], _ index: Int) -> Bool {
    let word = words[index].lowercased()
    guard PresentedShare.isSending(word) else { return false }
    guard index > 0 else { return word != "shares" }
    let before = words[index - 1]
    // `my shares` are things, `Rose shares` is somebody.
    if word == "shares" {
      return before.first?.isUppercase == true && !SomebodyElse.isOwning(before.lowercased())
    }
    return !authors.contains(before.lowercased())
  }

  /// Words with which a sentence about the author starts, in small letters.
  static let authors: Set<String> = [
    "i", "i've", "we", "ich", "wir", "je", "j'ai", "yo", "io", "ho", "eu", "ik", "jag",
  ]

  /// A name that is written with blanks between its letters: `P e t r a`.
  private static func spacedName(_ words: [String]) -> String? {
    let isSpaced =
      words.count > 2 && words.allSatisfy { $0.count == 1 } && words[0].first?.isUppercase == true
      && words.dropFirst().allSatisfy { $0.first?.isLowercase == true }
    return isSpaced ? words.joined() : nil
  }

  /// The first word that is a name for sure.
  private func firstName(_ line: BesideWords.Line, _ share: BesideWords) -> String? {
    let words = line.tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
    return words.indices.first { index in
      let next = index + 1 < words.count ? words[index + 1] : nil
      return BesideName.isSurely(words[index], before: next) && !share.says([words[index]])
        && !isTitle(words[index]) && !isMentioned(words, index)
    }.map { words[$0] }
  }

  private func isMentioned(_ words: [String], _ index: Int) -> Bool {
    isDiary && words.count > 2 && Mention.isOne(words, index)
  }

  private mutating func isExplained(_ word: String, isAlone: Bool, _ share: BesideWords) -> Bool {
    guard word.count > 1 else { return true }
    if share.says([word]) { return true }
    if isAlone, isLabel(word), !isTitle(word) { return false }
    if let known = explained[word] { return known }
    let lower = word.lowercased().replacing("’", with: "'")
    let bytes = Array(word.utf8)
    let isKnown =
      !SomebodyElse.isThirdPerson(lower)
      && (BesideName.isExplained(word) || OrdinaryWords.contain(lower) || Mention.isSocial(lower)
        || HeadTime.isUnit(word)
        || HeadTime.isPeriod(word) || HeadTime.isLink(word) || isTitle(word)
        || word.first?.isLowercase == true && OnlyShare.isCry(word)
        || lower.hasPrefix("utm_") || scan.isPresent(in: bytes, 0..<bytes.count)
        || lower.contains("-") && !lower.hasSuffix("-old")
          && lower.split(separator: "-").allSatisfy { $0.count < 2 || isOrdinary(String($0)) })
    explained[word] = isKnown
    return isKnown
  }

  /// Whether a word that is explained in a sentence may be a name or a role where it is alone: `Rose`, `IT`,
  /// `Accounting`.
  private func isLabel(_ word: String) -> Bool {
    let lower = word.lowercased()
    if BesideName.isAmbiguous([word]) { return !BesideName.moods.contains(lower) }
    let isShort = word.count == 2 && word.allSatisfy(\.isUppercase)
    if isShort { return !Self.shortWords.contains(lower) }
    if Self.you.contains(lower) { return true }
    return word.first?.isUppercase == true && lower.hasSuffix("ing") && !CommonWords.isListed(lower)
      && !PersonName.isNoName(lower) && !OrdinaryWords.contain(lower)
  }

  static let you: Set<String> = [
    "you", "du", "tu", "vous", "toi", "tú", "jij", "você", "ty", "ты", "sen",
  ]
  private static let shortWords: Set<String> = [
    "ok", "am", "pm", "gg", "no", "go", "my", "me", "we", "so", "oh", "ah", "uh", "ha", "mo", "di",
    "mi", "do", "fr",
    "sa", "at", "in", "on",
  ]

  /// A tag that is a field or a common first name: `#player:ann`, `#ann`.
  private static func personalTag(_ text: String) -> String? {
    tag(in: text) { $0.dropLast().contains(":") } ?? tagOfName(text)
  }

  /// A tag that is a common first name: `#ann`.
  static func tagOfName(_ text: String) -> String? {
    tag(in: text) { $0.allSatisfy(\.isLetter) && GivenNames.starts(String($0)) }
  }

  private static func tag(in text: String, _ isPersonal: (Substring) -> Bool) -> String? {
    guard text.contains("#") else { return nil }
    return text.split(whereSeparator: \.isWhitespace).first { part in
      let tag = part.dropFirst()
      return part.first == "#" && tag.first?.isLetter == true && !tag.contains("/")
        && isPersonal(tag)
    }.map(String.init)
  }

  private func isTitle(_ words: String) -> Bool { scan.games.isTitle(words) }

  private func isOrdinary(_ word: String) -> Bool {
    BesideName.isExplained(word) || OrdinaryWords.contain(word)
  }

  /// The lines of shares of games that no rule is for: with a number of a puzzle, a result, a link or a row of tiles in
  /// them, and the line above a row of tiles.
  static func linesOfGames(_ lines: [BesideWords.Line]) -> Set<Int> {
    var found: Set<Int> = []
    for line in lines {
      let text = String(decoding: line.words, as: UTF8.self)
      if hasTiles(text) {
        found.formUnion([line.number - 1, line.number])
      } else if isOfGame(text) {
        found.insert(line.number)
      }
    }
    return found
  }

  private static func hasTiles(_ text: String) -> Bool {
    text.unicodeScalars.count { $0.value > 0x2B00 && $0.properties.isEmojiPresentation }
      >= fewestTiles
  }

  private static func isOfGame(_ text: String) -> Bool {
    if text.contains("://") { return !personalLinks.contains(where: text.contains) }
    // A head such as `Ann on 24/11/2026:` ends with a colon.
    guard text.last(where: { !$0.isWhitespace }) != ":" else { return false }
    return zip(text, text.dropFirst()).contains { $0 == "#" && $1.isNumber }
      || text.split(whereSeparator: { !$0.isNumber && $0 != "/" && $0 != "X" }).contains(
        where: isResult)
  }

  /// Whether a word is a result such as `3/6` and `X/6`. `24/11` and `24/11/2026` are days.
  private static func isResult(_ word: Substring) -> Bool {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let most = Int(parts[1]) else { return false }
    return parts[0] == "X" || Int(parts[0]).map { $0 <= most } ?? false
  }
}
