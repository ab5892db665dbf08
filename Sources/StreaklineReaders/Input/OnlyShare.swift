internal import StreaklineCore

/// Finds a person other than the user who may have written the only share of a text.
///
/// Somebody's name is beside it in a line of its own or a short one (`Annika`, `Annika's Wordle`, `Love, Granny`), in a
/// head (`Annika, 8:12`), in what a program writes around posts, or in words that present the share (`look what Mum
/// managed`). Whom a sentence merely mentions (`Coffee with Anna`, `Beat my sister!`) has not written it.
struct OnlyShare {
  let share: BesideWords
  private let heads: [ShareHead]
  let scan: CandidateScan
  /// The lines that may say whose the share is.
  let lines: [BesideWords.Line]

  /// Whether the lines above the share are a list: `Ann 07:58`, `Bob 08:00`.
  private let isList: Bool

  private static let mostAbove = 4
  private static let mostSigns = 6

  init(
    _ share: BesideWords, heads: [ShareHead], _ scan: CandidateScan, isOfFile: (_ line: Int) -> Bool
  ) {
    self.share = share
    self.heads = heads
    self.scan = scan
    let games = UnexplainedWords.linesOfGames(share.lines)
    let isMail = share.lines.contains { SavedMail.isField($0.words) }
    let isMine = share.lines.contains {
      $0.place != .after && OwnName.isHead(Self.words($0.tokens))
    }
    lines = share.lines.filter { line in
      !isOfFile(line.number) && !(isMine && Self.isOfSender(line)) && !Places.areDated(line)
        && !(isMail && SavedMail.mayBeField(line.words))
        && (line.place == .before || !games.contains(line.number))
    }
    isList = Self.isList(lines.filter { $0.place == .above })
  }

  /// - Parameter endOfText: The last line of the text that is not empty.
  /// - Returns: The word that shows it, and its line, counted from 0; `nil` where nothing does.
  func otherPerson(endOfText: Int) -> (word: String, line: Int)? {
    if let head = heads.first(where: isSomebodys) { return (head.name, head.line) }
    for line in lines.filter({ $0.place != .above })
      + lines.filter({ $0.place == .above })
      .prefix(Self.mostSigns)
    {
      let text = String(decoding: line.words, as: UTF8.self)
      if let sign = SiteSigns.first(in: text) ?? credited(text) ?? UnexplainedWords.tagOfName(text)
      {
        return (sign, line.number)
      }
      if PresentedShare.isSentToMe(text) { return (String(text.prefix(40)), line.number) }
      if let sign = UnexplainedWords.personalLinks.first(where: text.contains) {
        return (sign, line.number)
      }
    }
    if let line = lines.first(where: { $0.place != .after }), isReported(line) {
      return (String(String(decoding: line.words, as: UTF8.self).prefix(40)), line.number)
    }
    if let line = lines.first(where: { $0.place == .after && OthersRemark($0.words).isBelow(share) }
    ) {
      return (String(String(decoding: line.words, as: UTF8.self).prefix(40)), line.number)
    }
    for line in labels(endOfText) {
      if let name = field(line.tokens) ?? owner(line.tokens) ?? rival(line.tokens)
        ?? winner(line.tokens) ?? name(line.tokens) ?? presented(line.tokens)
        ?? sender(line.tokens) ?? signature(line)
      {
        return (name, line.number)
      }
    }
    return nil
  }

  /// Whether the line directly before the share says that somebody else has played it: `They got`, `Er hat`,
  /// `From the family chat:`. In a message of a chat such words keep a share from its sender, too.
  private func isReported(_ line: BesideWords.Line) -> Bool {
    let text = String(decoding: line.words, as: UTF8.self)
    let words = Self.words(line.tokens).map { $0.lowercased() }
    let report = ReportedResult(text) { share.says([$0]) || isTitle($0) }
    return report.isOthers || report.startsWithOther
      || MessageRemarks.isFromChat(words) || OthersRemark(line.words).isAbove
  }

  /// Whether a line says that whoever copies a message has sent it: `You sent`, and `Delivered` below it.
  private static func isOfSender(_ line: BesideWords.Line) -> Bool {
    OwnName.isHead(words(line.tokens)) || MessageReceipt.isOne(line)
  }

  /// Whether the lines that are the nearest above are alike and name two people: `Ann 07:58`, `Bob 08:00`.
  private static func isList(_ above: [BesideWords.Line]) -> Bool {
    guard above.count > 1, !above[1].isApart, above[0].tokens.contains(.when) else { return false }
    let (first, second) = (above[0].tokens, above[1].tokens)
    return first.count == second.count && words(first) != words(second)
      && zip(first, second).allSatisfy { left, right in
        if case .word = left, case .word = right { true } else { left == right }
      }
  }

  /// Whether a line is the head of another person's message. What somebody did (`Mum had surgery`) is no head.
  private func isSomebodys(_ head: ShareHead) -> Bool {
    guard head.isSure, !head.form.contains(where: { "vs".contains($0) }), isSomebody(head.name)
    else { return false }
    // The line of the share itself is none of those beside it.
    return lines.contains { $0.number == head.line } && !(isList && head.line < head.share)
  }

  /// Whether a head's name is not made of words that people write about themselves.
  private func isSomebody(_ name: String) -> Bool {
    let words = name.split(separator: " ").map(String.init)
    guard !scan.games.isTitle(name), !share.says(words) else { return false }
    return GivenNames.starts(name) || words.contains { !BesideName.isExplained($0) }
  }

  /// The lines near the share in which whoever sent it may be named: before it, the lines directly above and below it,
  /// and the end of the text, as in a mail.
  private func labels(_ endOfText: Int) -> [BesideWords.Line] {
    let above = lines.filter { $0.place == .above }
    let near = above.enumerated().prefix(Self.mostAbove).prefix {
      $0.offset == 0 || !$0.element.isApart
    }
    .map(\.element)
    return lines.filter { line in
      switch line.place {
      case .before: true
      case .above: !isList && near.contains { $0.number == line.number }
      case .after:
        line.number >= endOfText - 1 || line.number == lines.first { $0.place == .after }?.number
      }
    }
  }
}
