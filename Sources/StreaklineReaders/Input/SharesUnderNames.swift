internal import StreaklineCore

/// Tells a chat whose form no reader knows by its shares: they are below or after heads of one form with
/// different names.
///
/// A head is a name with a mark or a time beside it: on the share's line (`Mum: Wordle …`, `Mum - Wordle …`,
/// `08:00 Mum Wordle …`, `Mum (08:00) Wordle …`, `<mum> Wordle …`, `Mum got Wordle …`), on a line of its own
/// above the share (`Mum:`, `@Mum`, `## Mum`, `8:00 AM Mum`, `Mum said:`), or on two or three lines (the name,
/// a dash, the time). A program may also write the time below the message, or a name twice.
///
/// The line to what one author writes: words that are nobody's name (weekdays, `Score`, `Phew`) and names of
/// games are in no head. Two names with the same marks or times are refused also where they might be one author's
/// words (`08:00 Kitchen Wordle …`, `Relaxed - Wordle …`): nobody else's result may become mine. A word without
/// mark and time (`Yes` above a share) is a name only where the results say so: ``SharesOfOthers``.
struct SharesUnderNames {
  /// What shows that not all shares are one author's. Lines are counted from 1.
  enum Evidence: Equatable {
    /// The second person's name.
    case name(line: Int)
    /// A result that contradicts another one.
    case result(line: Int)
    /// A word that may say whose a share is.
    case word(String, line: Int)
    /// A word beside the only share that may say whose it is.
    case onlyShare(String, line: Int)
    /// Words beside the only share of which nobody but its user knows whether they say whose it is.
    case doubt(String, line: Int)
  }

  private(set) var finding: Evidence

  private static let maxLines = 5_000
  /// From this number of quoted people on a mail is a talk of others.
  private static let mostTurns = 3
  private static let longestHead = 160
  /// How many lines with words may come between a head with a time and the share.
  private static let mostWords = 6
  /// How many lines of a share are looked at for a link, a name or a time below it.
  private static let longestShare = 14
  /// The letters of a word that may be of a game's name also where a share has it in a link.
  private static let longWord = 4
  /// How far from the start of its line a share below a head may start, in bytes.
  private static let shareIndent = 8

  private let text: [UInt8]
  private let scan: CandidateScan
  private let lines: [HeadLine]
  /// The first share's head of each form.
  private var known: [String: ShareHead] = [:]
  private var heads: [ShareHead] = []

  /// - Parameter head: The start of a text that no reader recognises.
  /// - Returns: `nil` where all shares may be one author's.
  init?(_ head: [UInt8], _ scan: CandidateScan) {
    text = head
    self.scan = scan
    lines = lineRanges(of: head, in: 0..<head.count).prefix(Self.maxLines).map {
      HeadLine(head, $0, scan)
    }
    finding = .name(line: 0)
    for number in lines.indices where lines[number].share != nil {
      guard let other = otherPerson(atShare: number) else { continue }
      finding = .name(line: other + 1)
      return
    }
    if lines.contains(where: { $0.share != nil }), let sender = SavedMail.sender(text, lines) {
      finding = .name(line: sender + 1)
      return
    }
    if let (sign, line) = disowned {
      let isOnly = lines.count { $0.share != nil } == 1
      finding = isOnly ? .onlyShare(sign, line: line + 1) : .word(sign, line: line + 1)
      return
    }
    let authors = quotedAuthors
    let quoted = Set(authors.keys)
    let shares = lines.indices.filter { lines[$0].share != nil && !quoted.contains($0) }
    guard let first = shares.first else { return nil }
    // Where a mail quotes many turns, who wrote the words above them may be one of those people.
    let quotedSharers = Set(
      lines.indices.filter { lines[$0].share != nil }.compactMap { authors[$0] }
    ).subtracting([""])
    if quotedSharers.count >= Self.mostTurns {
      finding = .name(line: first + 1)
      return
    }
    if quoted.isEmpty, let line = CommentLines.secondShare(text, lines) {
      finding = .name(line: line + 1)
      return
    }
    let names = heads.filter { !scan.games.isTitle($0.name) } + LooseNames(text, lines, scan).heads
    guard let found = SharesOfOthers(text, lines, heads: names, quoted: quoted, scan).finding
    else { return nil }
    finding = found
  }

  /// The line of a head that has another name than earlier heads of its form, or says that somebody else wrote
  /// the share.
  private mutating func otherPerson(atShare number: Int) -> Int? {
    for (head, line) in headsOfShare(number) where isPerson(head, number) {
      if head.isOfOther { return line }
      let found = ShareHead(
        form: head.form, name: head.name.lowercased(), line: line, share: number, isSure: true)
      if let first = known[head.form], first.name != found.name {
        if !scan.games.isTitle(head.name), !scan.games.isTitle(first.name) { return line }
        if !scan.games.isTitle(head.name) { known[head.form] = found }
      } else {
        known[head.form] = found
      }
      heads.append(found)
    }
    return nil
  }

  /// The words near a share that say that it is not its sender's, and their line.
  private var disowned: (sign: String, line: Int)? {
    for number in lines.indices where lines[number].share != nil {
      let above = lines.indices[..<number].last { !lines[$0].isBlank && !lines[$0].isRule(text) }
      let below = (number + 1..<min(lines.count, number + 1 + Self.longestShare))
        .prefix { lines[$0].share.map { text[$0] >= 0x80 } ?? true }
      for line in [above, number].compactMap(\.self) + below where isRemark(line) {
        if let sign = Disowning.sign(
          in: text[lines[line].words.lowerBound..<lines[line].range.upperBound])
        {
          return (sign, line)
        }
      }
      // `Wordle 1,063 3/6 not mine`
      let words = lines[number].range
      if let digit = text[words].lastIndex(where: { $0 &- 0x30 < 10 }) {
        let behind = text[(digit + 1)..<words.upperBound]
        if Disowning.denies(behind) {
          return (String(decoding: behind, as: UTF8.self).trimmingCharacters(" \r"), number)
        }
      }
    }
    return nil
  }

  /// Whether a line has other words than a share. A game's name within a sentence may look like one.
  private func isRemark(_ line: Int) -> Bool {
    guard let share = lines[line].share else { return true }
    let range = lines[line].range
    return share > range.lowerBound || !text[range].contains { $0 &- 0x30 < 10 }
  }

  /// Whether a head's name is neither the game's nor a sign that a share explains (`less6: 🟩`).
  private func isPerson(_ head: NamedHead, _ number: Int) -> Bool {
    let name = Array(head.name.utf8)
    guard !scan.isPresent(in: name, 0..<name.count), let share = lines[number].share,
      !isGame(head, share: share, number)
    else { return false }
    let hasDigit = head.name.first != "+" && head.name.contains(where: \.isNumber)
    let isLetter = (0x61...0x7A).contains(text[share] | 0x20) || text[share] == UInt8(ascii: "#")
    return head.form != "N:" || !hasDigit || isLetter
  }

  /// Whether a share names what is in its head, in its first line or, for long words, below: in its link.
  private func isGame(_ head: NamedHead, share: Int, _ number: Int) -> Bool {
    let words = Self.words(head.name)
    let line = String(
      decoding: text[share..<lines[number].range.upperBound].prefix(Self.longestHead), as: UTF8.self
    )
    if words.allSatisfy(Set(Self.words(line)).contains) { return true }
    guard !head.isBelow, words.contains(where: { $0.count >= Self.longWord }) else { return false }
    // A name below the share is not the game's, but a link is.
    let first = text[share..<max(share, lines[number].range.upperBound)]
    let links = ([first] + body(ofShare: number).map { text[lines[$0].range] })
      .filter { $0.contains(UInt8(ascii: ".")) }
    let letters = Self.words(String(decoding: links.joined(), as: UTF8.self)).joined()
    return words.allSatisfy(letters.contains)
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { $0[...] }
  }

  /// The lines below the first one of a share, up to the next share. Rows of a grid may be the start of another
  /// game's share.
  private func body(ofShare number: Int) -> [Int] {
    (number + 1..<min(lines.count, number + 1 + Self.longestShare)).prefix { line in
      lines[line].share.map { text[$0] >= 0x80 } ?? true
    }
  }

  // Where the heads are.

  private func headsOfShare(_ number: Int) -> [(NamedHead, line: Int)] {
    let line = lines[number]
    if let head = headBefore(line) { return [(head, number)] }
    guard line.words.count < Self.shareIndent || line.isField(text) else { return [] }
    return headsAbove(number)
  }

  /// The head in the share's own line.
  private func headBefore(_ line: HeadLine) -> NamedHead? {
    guard !line.words.isEmpty, !line.isStamp else { return nil }
    if let quoted = line.quoted(text) { return quoted }
    return NamedHead(line.tokens(text), isLine: false) ?? line.row(text)
  }

  private func headsAbove(_ number: Int) -> [(NamedHead, line: Int)] {
    let above = lines.indices[..<number].reversed().prefix { lines[$0].share == nil }
      .filter { !lines[$0].isBlank && !lines[$0].isRule(text) }.prefix(Self.mostWords)
    // Below a mail's `On … wrote:` results count for its author.
    guard !above.contains(where: { lines[$0].isStamp || isAttribution($0) }) else { return [] }
    if let nearest = above.first(where: { !lines[$0].words.isEmpty }),
      let speaker = lines[nearest].speaker(text)
    {
      return [(speaker, nearest)]
    }
    var found: [(NamedHead, line: Int)] = []
    for (count, line) in above.enumerated() where found.isEmpty {
      if let head = head(above.dropFirst(count), isNearest: count == 0) {
        found.append((head, line))
      }
    }
    if let head = headBelow(number, above.first) { found.append((head, above.first ?? number)) }
    return found
  }

  /// The lines whose words count for whoever a mail or a copied message says wrote them, with his name.
  private var quotedAuthors: [Int: String] {
    guard lines.indices.contains(where: { lines[$0].isStamp || isAttribution($0) }) else {
      return [:]
    }
    var state = QuotationReader.State()
    var authors: [Int: String] = [:]
    for line in lines.indices {
      let words = state.words(in: text, lines[line].range, isChat: false)
      if let origin = words.origin { authors[line] = origin.author ?? "" }
    }
    return authors
  }

  /// Whether a line, or it and the one above it, names the author of a mail's quotation.
  private func isAttribution(_ line: Int) -> Bool {
    let words = trimmed(line)
    if Attribution(words) != nil { return true }
    guard line > 0, Attribution.mayStart(text, lines[line - 1].words) else { return false }
    return Attribution(trimmed(line - 1) + [0x20] + words) != nil
  }

  private func trimmed(_ line: Int) -> [UInt8] {
    var words = text[lines[line].words]
    while let last = words.last, last == 0x0D || last == 0x20 { words.removeLast() }
    return Array(words)
  }

  /// The head in a line above a share, or in it and lines above it.
  ///
  /// - Parameter isNearest: Whether no words are between it and the share.
  private func head(_ above: ArraySlice<Int>, isNearest: Bool) -> NamedHead? {
    guard let line = above.first else { return nil }
    if let head = lines[line].quoted(text) ?? lines[line].field(text) { return head }
    let tokens = lines[line].tokens(text)
    if let head = NamedHead(tokens, list: isNearest ? lines[line].list : "", isLine: true) {
      return isNearest || !head.isWeak ? head : nil
    }
    return joined(above, tokens)
  }

  /// The head that two to four lines are together: a name and a time, or a name twice.
  private func joined(_ above: ArraySlice<Int>, _ nearest: [HeadToken]) -> NamedHead? {
    var tokens = nearest
    for (below, line) in zip(above, above.dropFirst()).prefix(3) {
      guard (line + 1..<below).allSatisfy({ lines[$0].isRule(text) }) else { return nil }
      let more = lines[line].tokens(text)
      if let name = NamedHead.bareName(tokens), let whole = NamedHead.bareName(more, orOwner: true),
        (whole + " ").hasPrefix(name + " ")
      {
        return NamedHead(twice: name)
      }
      tokens = more + [.mark("\n")] + tokens
      if let head = NamedHead(tokens, isLine: true), head.hasTime { return head }
    }
    return nil
  }

  /// A name above a message with a time below it, or a name below it: `— Ana`, `(Ana)`.
  private func headBelow(_ number: Int, _ above: Int?) -> NamedHead? {
    let below = body(ofShare: number).map { lines[$0] }
    for line in below {
      if let poster = line.poster(text) { return poster }
    }
    if let above, let name = NamedHead.bareName(lines[above].tokens(text)),
      name.first?.isLowercase == false,
      below.contains(where: {
        NamedHead.isTime($0.tokens(text)) && !NamedHead.isOfGame(text[$0.range])
      })
    {
      return NamedHead(timeBelow: name)
    }
    for line in below where line.list.count == 1 && Self.signatures.contains(line.list) {
      if let name = NamedHead.bareName(line.tokens(text)), name.first?.isLowercase == false {
        return NamedHead(below: line.list, name: name)
      }
    }
    return nil
  }

  /// Marks before a name below its message.
  private static let signatures: Set<String> = ["—", "–", "-", "~"]
}
