/// The lines that mail programs write above a forwarded mail: `From: Bob <bob@example.com>`, date,
/// subject, recipients. Outlook writes them above every mail that it quotes.
struct MailHead {
  enum Line {
    case continues
    /// The words of the mail start here.
    case ends
    /// This is no such head after all.
    case isNone
  }

  /// Who wrote the mail; `nil` when that was not read.
  private(set) var author: String?
  private var lines = 0
  private static let maxLines = 12

  private static let separators = [
    "Forwarded message", "Forwarded Message", "Original Message", "Original message",
    "Weitergeleitete Nachricht", "Ursprüngliche Nachricht", "Message transféré",
    "Message d'origine", "Mensaje reenviado", "Mensaje original", "Messaggio inoltrato",
    "Messaggio originale", "Doorgestuurd bericht", "Oorspronkelijk bericht",
    "Mensagem encaminhada", "Mensagem original",
  ]
  private static let appleSeparators = [
    "Begin forwarded message:", "Anfang der weitergeleiteten Nachricht:",
    "Début du message réexpédié :", "Inicio del mensaje reenviado:",
    "Inizio messaggio inoltrato:", "Begin doorgestuurd bericht:",
    "Início da mensagem encaminhada:",
  ]
  private static let senders = ["From:", "Von:", "De:", "Da:", "De :", "Van:", "*From:*", "*Von:*"]

  /// Whether a line announces a forwarded or quoted mail: `---------- Forwarded message ---------`.
  static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= 100, let first = line.first else { return false }
    if first == UInt8(ascii: "-"), line.starts(with: "-----".utf8) {
      let words = line.drop { $0 == 0x2D || $0 == 0x20 }
      return separators.contains { words.starts(with: $0.utf8) }
    }
    return line.last == UInt8(ascii: ":")
      && appleSeparators.contains { line.elementsEqual($0.utf8) }
  }

  /// Reads the next line after the separator.
  mutating func read(_ line: ArraySlice<UInt8>, isBlank: Bool) -> Line {
    lines += 1
    if isBlank { return author == nil && lines < 4 ? .continues : author == nil ? .isNone : .ends }
    guard lines <= Self.maxLines else { return author == nil ? .isNone : .ends }
    if author == nil, let label = Self.senders.first(where: { line.starts(with: $0.utf8) }) {
      author = Self.name(line.dropFirst(label.utf8.count))
      return .continues
    }
    // `Date: …`, `Betreff: …`: a word of letters before a colon.
    let word = line.prefix(24).prefix { $0 != UInt8(ascii: ":") }
    let isLabel =
      word.count < min(24, line.count) && !word.isEmpty && !word.contains { $0 &- 0x30 < 10 }
    if isLabel { return .continues }
    return author == nil ? .isNone : .ends
  }

  private static func name(_ text: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: text.prefix(300), as: UTF8.self)
    let open = text.firstIndex { $0 == "<" || $0 == "[" } ?? text.endIndex
    let marks: Set<Character> = [" ", "\"", "'", "*", "\u{A0}", "<", ">", "[", "]"]
    func trimmed(_ text: Substring) -> String {
      let start = text.drop { marks.contains($0) }
      return String(start.reversed().drop { marks.contains($0) }.reversed())
    }
    let name = trimmed(text[..<open])
    let found = name.isEmpty ? trimmed(text[open...]) : name
    return found.isEmpty ? nil : found
  }
}
