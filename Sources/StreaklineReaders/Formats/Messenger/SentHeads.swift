internal import StreaklineCore

/// A chat of two that somebody copied out of the window of Messenger or Instagram: `You sent` is above what he has
/// written himself, and the other person's name above hers.
///
/// It is read where each share is below one of these two heads, and nothing between them may name a third person. Any
/// other text with such heads is refused.
struct SentHeads: StampedLines {
  private static let longestHead = 80
  /// As many lines may be between a head and a share below it.
  private static let mostLines = 12

  /// The other person's names, the shorter one first: Messenger shows her first name and her whole name.
  private let names: Set<String>
  private let whole: String

  init(_ head: [UInt8], _ scan: CandidateScan) {
    names = Self.other(in: head, scan) ?? []
    whole = names.max { $0.count < $1.count } ?? ""
  }

  mutating func read(_ line: [UInt8]) -> StampedLine {
    guard line.count <= Self.longestHead else { return .words }
    let text = Self.trimmed(line[...])
    if OwnName.isSending(text) {
      return .message(LineStamp(sender: "You", dayProblem: .noDate))
    }
    guard let name = Self.name(text), names.contains(name) else { return .words }
    return .message(LineStamp(sender: whole, dayProblem: .noDate))
  }

  /// The names of the other person; `nil` for a text that is no such chat of two.
  static func other(in head: [UInt8], _ scan: CandidateScan) -> Set<String>? {
    let all = lineRanges(of: head, in: 0..<head.count)
    guard all.contains(where: { mayBeHead(head[$0]) && OwnName.isSending(trimmed(head[$0])) })
    else {
      return nil
    }
    let lines = all.filter { !head[$0].isBlank }
    let texts = lines.map { $0.count <= longestHead ? trimmed(head[$0]) : "" }
    guard !texts.contains(where: isReply) else {
      return nil
    }
    let shares = scan.games.results(head).map(\.range)
    let isOfShare = lines.map { line in shares.contains { $0.overlaps(line) } }
    let starts = shares.compactMap { share in lines.firstIndex { share.overlaps($0) } }
    let isName = texts.map { text in name(text).map { isSurely($0, scan) } ?? false }
    let above = starts.compactMap {
      $0 > 0 && !isOfShare[$0 - 1] && isName[$0 - 1] ? name(texts[$0 - 1]) : nil
    }
    guard let names = ofOne(Set(above)) else { return nil }
    let isHead = texts.map { OwnName.isSending($0) || name($0).map(names.contains) ?? false }
    // Below `You sent`, a name that is the whole message may say whose the share is.
    let isDoubtful = zip(texts, texts.dropFirst()).contains {
      OwnName.isSending($0) && (name($1).map(names.contains) ?? false)
    }
    guard !isDoubtful else { return nil }
    let areKnown = starts.allSatisfy { start in
      guard let index = (0..<start).last(where: { isHead[$0] }),
        start - index <= mostLines + shares.count * mostLines
      else { return false }
      return (index + 1..<start).allSatisfy { isOfShare[$0] || mayBeSaid(texts[$0], scan) }
    }
    return areKnown ? names : nil
  }

  /// The names, where they are one person's: `Rosa` and `Rosa Berg`.
  private static func ofOne(_ names: Set<String>) -> Set<String>? {
    guard let whole = names.max(by: { $0.count < $1.count }),
      names.allSatisfy({ (whole + " ").hasPrefix($0 + " ") })
    else { return nil }
    return names
  }

  /// Whether what is between a head and a share names nobody.
  private static func mayBeSaid(_ text: String, _ scan: CandidateScan) -> Bool {
    let words = text.split { !$0.isLetter && !"'’-".contains($0) }.map(String.init)
    return Disowning.sign(in: Array(text.utf8)[...]) == nil
      && words.allSatisfy { word in
        !GivenNames.starts(word)
          && !SomebodyElse.isRelation(String(word.lowercased().prefix { $0.isLetter }))
          && (word.first?.isUppercase != true || BesideName.isExplained(word)
            || scan.games.isTitle(word))
      }
  }

  /// What a program shows above a message that is quoted: whose words follow is not known.
  private static func isReply(_ text: String) -> Bool {
    let lower = text.lowercased()
    return lower.hasPrefix("you replied") || lower.hasPrefix("original message")
      || lower.contains(" replied to ")
  }

  /// The name in a head: `Rosa`, `Rosa sent`.
  private static func name(_ text: String) -> String? {
    let words = text.split(separator: " ").map(String.init)
    guard (1...5).contains(words.count), !OwnName.isSending(text), let last = words.last else {
      return nil
    }
    let named =
      words.count > 1 && PresentedShare.isSending(last.lowercased())
      ? Array(words.dropLast()) : words
    let name = named.joined(separator: " ")
    return PersonName.isName(name) && name.first?.isUppercase == true && !name.contains(":")
      ? name : nil
  }

  private static func isSurely(_ name: String, _ scan: CandidateScan) -> Bool {
    let words = name.split(separator: " ").map(String.init)
    return !scan.games.isTitle(name)
      && (GivenNames.starts(name) || words.count == 1 && SomebodyElse.isRelation(name.lowercased())
        || words.contains { !BesideName.isExplained($0) })
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    var line = line
    while let last = line.last, last <= 0x20 { line.removeLast() }
    while let first = line.first, first <= 0x20 { line.removeFirst() }
    return String(decoding: line, as: UTF8.self)
  }

  /// Whether a line is short and has neither digits nor pictures, so that it may be `You sent`. Lines of shares are not.
  private static func mayBeHead(_ line: ArraySlice<UInt8>) -> Bool {
    (5...40).contains(line.count)
      && line.allSatisfy { $0 &- 0x30 >= 10 && $0 != 0xE2 && $0 != 0xF0 }
  }
}
