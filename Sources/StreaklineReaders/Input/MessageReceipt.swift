/// Marks that a chat program writes only below its owner's messages: `8:15 ✓✓`, `8:15 · Read`.
enum MessageReceipt {
  private static let words: Set<String> = [
    "read", "seen", "delivered", "sent", "gelesen", "zugestellt", "gesendet", "gelezen", "bezorgd",
    "verzonden", "lu", "vu", "distribué", "envoyé", "leído", "visto", "entregado", "enviado",
    "letto",
    "consegnato", "inviato", "lida", "lido", "entregue", "läst", "levererat", "lest", "levert",
    "læst",
    "leveret", "przeczytano", "dostarczono", "прочитано", "доставлено", "görüldü", "iletildi",
  ]
  private static let ticks: Set<Character> = ["✓", "✔", "☑", "✅"]

  /// The receipt of the first share that has one, and its line, where others have none: those are somebody else's.
  static func ofSome(_ shares: [BesideWords]) -> (word: String, line: Int)? {
    let found = shares.map { share in
      share.lines.lazy.compactMap { line in receipt(line).map { ($0, line.number) } }.first
    }
    guard found.contains(where: { $0 == nil }) else { return nil }
    return found.lazy.compactMap(\.self).first
  }

  /// Whether a line below a message says when it was sent or read: `Gesendet vor 4 Min.`
  static func isOne(_ line: BesideWords.Line) -> Bool {
    if receipt(line) != nil { return true }
    let words = line.tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
    guard line.place == .after, let first = words.first else { return false }
    return Self.words.contains(first.lowercased())
      && words.dropFirst().allSatisfy { HeadTime.isUnit($0) || HeadTime.isLink($0) || $0.count < 5 }
  }

  private static func receipt(_ line: BesideWords.Line) -> String? {
    guard line.place == .after else { return nil }
    let text = String(decoding: line.words, as: UTF8.self)
    let ends = text.drop { !ticks.contains($0) }.filter {
      $0 != " " && $0 != "\r" && $0 != "\u{FE0F}"
    }
    let isTicked = !ends.isEmpty && ends.allSatisfy(ticks.contains)
    let words = line.tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
    let hasTime = line.tokens.contains(.when) && text.contains(where: \.isNumber)
    if isTicked, words.isEmpty, hasTime || ends == "✓✓" { return ends }
    guard let word = words.first, words.count == 1, hasTime || line.tokens.count == 1,
      word.first?.isUppercase == true, Self.words.contains(word.lowercased())
    else { return nil }
    return word
  }
}
