package import StreaklineCore

/// Lines around a share that say, within somebody's message, that it is another person's: the head that another program
/// writes above a message (`carl — Today at 7:58 AM`, `u/carl`), a line that says where the share is from (`From mum`,
/// `Copied from Twitter`), a denial below it (`not mine`) or a name as a signature (`— Carl`).
///
/// ``NameLabel`` reads what is directly before a share. In a pasted text with one share ``OnlyShare`` reads more, because
/// there the user can say whose it is.
package struct MessageRemarks {
  private static let mostAbove = 3
  private static let mostBelow = 2
  private static let longest = 160
  /// How many lines below a share are looked at. Rows of its grid may be among them.
  private static let linesBelow = 16

  /// The lines above the share from the nearest one upwards, and those below it.
  private let above: [ArraySlice<UInt8>]
  private let below: [ArraySlice<UInt8>]
  private let sender: String
  private let isTitle: (String) -> Bool

  /// - Parameters:
  ///   - share: Its range in the message's text.
  ///   - isTitle: Whether words are the name of a game.
  package init(_ message: Message, share: Range<Int>, isTitle: @escaping (String) -> Bool) {
    above = Self.lines(above: share.lowerBound, in: message.text)
    below = Self.lines(below: share.upperBound, in: message.text)
    sender = message.origin?.author ?? message.sender ?? ""
    self.isTitle = isTitle
  }

  /// The words of the sender's own name. Made where it is asked for: beside most shares nothing is said.
  private var own: Set<String> { Set(Self.words(sender).map { $0.lowercased() }) }

  /// Whether they name another person than the sender.
  package var nameOther: Bool {
    hasHead || above.first.map { isOthers($0) || isIntroduced($0) } ?? false
      || below.contains(where: Disowning.denies)
      || below.first.map(isSignature) ?? false
  }

  // The lines.

  private static func lines(above share: Int, in text: [UInt8]) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var end = share
    while found.count < mostAbove {
      var start = end
      while start > 0, text[start - 1] != 0x0A, end - start <= longest { start -= 1 }
      let line = text[start..<end]
      guard line.count <= longest else { return found }
      if end == share {
        // Words before the share in its own line are a label or none.
        guard line.allSatisfy({ $0 <= 0x20 || marks.contains($0) }) else { return [] }
      } else if !line.isBlank {
        // Above the rows of a grid is another share.
        guard line.contains(where: Disowning.isLetter) || isMarks(line) else { return found }
        found.append(line)
      }
      guard start > 0 else { return found }
      end = start - 1
    }
    return found
  }

  private static func lines(below share: Int, in text: [UInt8]) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var start = share
    for _ in 0..<linesBelow where start < text.count && found.count < mostBelow {
      let end = endOfLine(in: text, from: start)
      let line = text[start..<end]
      start = end + 1
      guard line.count <= longest, line.contains(where: Disowning.isLetter) else { continue }
      // `not mine:` is about what follows.
      if line.last(where: { $0 > 0x20 }) != UInt8(ascii: ":") { found.append(line) }
    }
    return found
  }

  private static let marks = Array(">*_-~|`".utf8)

  /// Whether a line is short and without letters and pictures of four bytes: `·`, `7:58`.
  private static func isMarks(_ line: ArraySlice<UInt8>) -> Bool {
    line.count <= 8 && !line.contains { $0 >= 0xE0 }
  }

  // Heads of other programs.

  private var hasHead: Bool {
    guard let nearest = above.first else { return false }
    let text = Self.text(nearest)
    if SiteSigns.ofPost(text) != nil || isHandle(text) { return true }
    let tokens = HeadTokens.of(text)
    if let head = NamedHead(tokens, isLine: true), head.hasTime {
      return isSomebody(head.name, isSure: Self.isStamped(text))
    }
    guard above.count > 1, NamedHead.isTime(tokens), !NamedHead.isOfGame(nearest),
      let name = NamedHead.bareName(HeadTokens.of(Self.text(above[1])))
    else { return false }
    return isSomebody(name, isSure: true)
  }

  /// Whether a program and not a person has written when something was sent: `7:58 AM`, `[7:58]`, `— 07:58`.
  private static func isStamped(_ text: String) -> Bool {
    text.contains { "[—".contains($0) }
      || text.split { " \u{202F}\u{A0})".contains($0) }.contains { ["AM", "PM"].contains($0) }
  }

  /// - Parameter isSure: Whether any word that no list has may be the name.
  private func isSomebody(_ name: String, isSure: Bool) -> Bool {
    let words = Self.words(name)
    guard !words.isEmpty, !isTitle(name), !words.allSatisfy({ own.contains($0.lowercased()) })
    else { return false }
    if GivenNames.starts(name) || SomebodyElse.isRelation(name.lowercased()) { return true }
    return (isSure || words.count > 1)
      && words.allSatisfy { !BesideName.isExplained($0) && !isTitle($0) }
  }

  /// `@carl`, `via @carl`; not `@all`, and not `@carl look`.
  private func isHandle(_ text: String) -> Bool {
    let words = text.trimmingCharacters(" *_\r:").split(separator: " ").map { $0.lowercased() }
    guard (1...2).contains(words.count), let handle = words.last, handle.first == "@",
      handle.count > 2, words.count == 1 || Self.origins.contains(words[0])
    else { return false }
    let name = handle.dropFirst()
    return !NameLabel.calls.contains(handle) && !own.contains(String(name))
  }

  // What people say.

  private func isOthers(_ line: ArraySlice<UInt8>) -> Bool {
    if Disowning.denies(line) { return true }
    let words = Self.words(Self.text(line)).map { $0.lowercased() }
    // `mum says hi` is about something else.
    let isFrom = words.indices.contains { index in
      Self.origins.contains(words[index])
        && words[(index + 1)...].prefix(2).contains(where: SomebodyElse.isRelation)
    }
    return isFrom && PresentedShare.isRelatives(line) || isOwned(words) || Self.isFromChat(words)
      || Self.isCopied(words)
  }

  /// A line with a colon that says from whom a share is, or who has sent it: `og denne er fra Vibeke:`, `Do avô, que não sabe
  /// usar isto:`, `Asger ringede og sendte bagefter sin:`.
  private func isIntroduced(_ line: ArraySlice<UInt8>) -> Bool {
    let text = Self.text(line).trimmingCharacters(" *_>\r")
    guard text.last == ":" || text.last == "：" else { return false }
    let words = Self.words(text)
    let lower = words.map { $0.lowercased() }
    guard (2...Self.longestIntroduction).contains(words.count) else { return false }
    if isPerson(words[0], isNamed: true),
      lower.dropFirst().contains(where: PresentedShare.isSending)
    {
      return true
    }
    return words.indices.contains { index in
      guard Self.introducing.contains(lower[index]) else { return false }
      let rest = words[(index + 1)...].drop {
        let word = $0.lowercased()
        return DisowningWords.articles.contains(word) || SomebodyElse.isOwning(word)
      }
      // `denne er fra Vibeke:` is no place.
      let isNamed =
        Self.naming.contains(lower[index])
        || lower[..<index].contains(where: DisowningWords.these.contains)
      return rest.first.map { isPerson($0, isNamed: isNamed) } ?? false
    }
  }

  private static let longestIntroduction = 12

  /// - Parameter isNamed: Whether any word with a capital that no list has may be a name.
  private func isPerson(_ word: String, isNamed: Bool) -> Bool {
    let lower = word.lowercased()
    guard word.count > 1, !own.contains(lower), !isTitle(word), !HeadTime.isDayWord(lower),
      !HeadTime.isMonth(lower), !OnlyShare.occasions.contains(lower)
    else { return false }
    if SomebodyElse.isRelation(lower) || DoubtfulWords.isPerson(lower) { return true }
    guard word.first?.isUppercase == true, !OrdinaryWords.contain(lower) else { return false }
    return GivenNames.starts(word) || isNamed && !BesideName.isExplained(word)
  }

  /// `Papas Ergebnis`
  private func isOwned(_ words: [String]) -> Bool {
    guard words.count > 1, let first = words.first, first.hasSuffix("s") else { return false }
    return SomebodyElse.isRelation(String(first.dropLast()))
      && words.dropFirst().allSatisfy {
        DisowningWords.results.contains($0) || HeadTime.isDayWord($0)
      }
  }

  /// `From the family chat`
  static func isFromChat(_ words: [String]) -> Bool {
    guard (2...6).contains(words.count), origins.contains(words[0]) else { return false }
    return words.dropFirst().contains(where: chats.contains)
  }

  /// `Copied from Twitter`
  private static func isCopied(_ words: [String]) -> Bool {
    guard words.count <= 6, let verb = words.firstIndex(where: copying.contains) else {
      return false
    }
    return words.dropFirst(verb + 1).first.map(origins.contains) ?? false
  }

  /// `— Carl`, `- Carl Roe`
  private func isSignature(_ line: ArraySlice<UInt8>) -> Bool {
    let text = Self.text(line).trimmingCharacters(" *_>\r")
    guard let dash = text.first, "—–―~-".contains(dash) else { return false }
    let name = text.drop { "—–―~- ".contains($0) }.prefix { !",.:;(".contains($0) }
    let words = Self.words(String(name))
    guard (1...3).contains(words.count), words[0].first?.isUppercase == true,
      name.allSatisfy({ $0.isLetter || " '’-".contains($0) })
    else { return false }
    return isSomebody(words.joined(separator: " "), isSure: true)
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    String(decoding: line, as: UTF8.self)
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
  }

  private static let origins = OrdinaryWords.set(
    "from via by aus von vom de du da do dal dalla del uit van från fra z ze od из от iz")
  /// Words between a share and whoever has it, and those of them that stand before no place.
  private static let introducing = origins.union(naming).union([
    "of", "di", "da", "do", "des", "der",
  ])
  private static let naming: Set<String> = [
    "von", "by", "par", "por", "door", "od", "от", "від", "av", "af",
  ]
  private static let copying = OrdinaryWords.set(
    """
    copied pasted stolen nicked lifted reposted screenshotted kopiert geklaut copié copiée copiado copiata copiato copiada
    robado gekopieerd gejat kopierat kopieret kopiert skopiowane скопировано
    """)
  private static let chats = OrdinaryWords.set(
    """
    chat chats groupchat gc group thread channel feed timeline server forum subreddit inbox discord slack reddit twitter
    facebook instagram whatsapp telegram mastodon bluesky threads tiktok familienchat gruppenchat familiengruppe gruppe
    gruppenchats groupe grupo gruppo groep groepsapp groepschat familieapp gruppen gruppchatten grupy czatu чата группы
    """)
}
