/// The lines that mail programs write above a forwarded mail: `From: Bob <bob@example.com>`, date,
/// subject, recipients. Outlook writes them above every mail that it quotes, with or without a line before them.
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
  /// Whether a line above says that another mail follows, whoever wrote it: ``isSeparator(_:)``.
  let isBelowSeparator: Bool
  private var lines = 0
  private static let maxLines = 12

  init(isBelowSeparator: Bool = false) {
    self.isBelowSeparator = isBelowSeparator
  }

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

  /// Whether a line announces a forwarded or quoted mail: `---------- Forwarded message ---------`.
  static func isSeparator(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= 100, let first = line.first else { return false }
    if first == UInt8(ascii: "-"), line.starts(with: "-----".utf8) {
      let words = line.drop { $0 == 0x2D || $0 == 0x20 }
      return separators.contains { words.starts(with: $0.utf8) } || isFramed(line)
    }
    return line.last == UInt8(ascii: ":")
      && appleSeparators.contains { line.elementsEqual($0.utf8) }
  }

  /// Whether a line with dashes on both sides has a word for a message in the language of a mail program:
  /// `-----Alkuperäinen viesti-----`.
  private static func isFramed(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self).trimmingMarks(" \r")
    guard text.hasSuffix("----") else { return false }
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
    return (1...5).contains(words.count)
      && words.contains { word in
        messages.contains(String(word)) || joinedMessages.contains { word.contains($0) }
      }
  }

  /// Those of languages without blanks between words.
  private static let joinedMessages = ["メッセージ", "メール", "邮件", "郵件", "消息", "메시지", "메일"]

  private static let messages: Set<String> = [
    "message", "nachricht", "mail", "e-mail", "email", "mensaje", "mensagem", "messaggio",
    "bericht", "meddelande",
    "meddelelse", "melding", "besked", "viesti", "wiadomość", "wiadomosc", "zpráva", "správa",
    "üzenet", "poruka",
    "sporočilo", "mesaj", "mesajul", "ileti", "iletisi", "сообщение", "письмо", "повідомлення",
    "лист", "съобщение",
    "порука", "μήνυμα", "pesan", "pesanan", "thư", "tin", "ข้อความ", "הודעה", "رسالة", "الرسالة",
    "پیام", "邮件", "郵件", "原始邮件",
    "原始郵件", "转发邮件", "轉寄郵件", "メッセージ", "元のメッセージ", "転送メッセージ", "메시지", "메일", "원본", "संदेश",
  ]

  /// Whether a line is the first one of such a head: it and lines directly below it are fields, one of them says who sent
  /// the mail, and at least one more is a date, a recipient or a subject.
  ///
  /// - Parameter isChat: Whether the text is a message. At the start of any other text such lines are the text's own:
  ///   ``SavedMail`` decides about them.
  static func starts(_ text: [UInt8], _ line: Range<Int>, isChat: Bool) -> Bool {
    guard SavedMail.kind(text[line]) != nil, isChat || !isOfText(text, line) else { return false }
    var kinds: Set<SavedMail.Kind> = []
    var next = line.lowerBound
    for _ in 0..<maxLines {
      guard next < text.count else { break }
      let end = endOfLine(in: text, from: next)
      let words = withoutMarks(text[next..<end])
      guard !words.isBlank, SavedMail.isAnyField(words) else { break }
      if let kind = SavedMail.kind(words) { kinds.insert(kind) }
      next = end + 1
    }
    return kinds.contains(.sender) && kinds.count > 1
  }

  /// Whether a text may have such a head: a line of it starts as the field of a sender does.
  static func mayBe(in text: [UInt8]) -> Bool {
    var index = 0
    while true {
      index = firstIndex(of: UInt8(ascii: ":"), in: text, from: index, to: text.count)
      guard index < text.count else { break }
      if isSender(text, colon: index) { return true }
      index += 1
    }
    // The last byte of the wide colon.
    guard text.contains(0x9A) else { return false }
    return text.indices.contains {
      text[$0] == 0x9A && $0 > 1 && text[$0 - 1] == 0xBC && isSender(text, colon: $0 - 2)
    }
  }

  private static let longestLabel = 28

  private static func isSender(_ text: [UInt8], colon: Int) -> Bool {
    var start = colon
    while start > 0, text[start - 1] != 0x0A, colon - start <= longestLabel { start -= 1 }
    return colon - start <= longestLabel && SavedMail.isSenderLabel(text[start..<colon])
  }

  /// Whether a line is the first one of a text with words, or the text starts with a mail's head, as a saved mail and a
  /// digest of mails do.
  private static func isOfText(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    let before = text[..<line.lowerBound]
    guard let first = before.firstIndex(where: Disowning.isLetter) else { return true }
    let words = text[first..<endOfLine(in: text, from: first)]
    return SavedMail.kind(words) != nil || words.starts(with: "From ".utf8)
  }

  private static func withoutMarks(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop { $0 == UInt8(ascii: ">") || $0 == 0x20 || $0 == UInt8(ascii: "|") }
  }

  /// Reads the next line after the separator.
  mutating func read(_ line: ArraySlice<UInt8>, isBlank: Bool) -> Line {
    lines += 1
    if isBlank { return author == nil && lines < 4 ? .continues : author == nil ? .isNone : .ends }
    guard lines <= Self.maxLines else { return author == nil ? .isNone : .ends }
    if author == nil, let value = SavedMail.senderValue(line) {
      author = Self.name(value)
      return .continues
    }
    return SavedMail.isAnyField(line) ? .continues : author == nil ? .isNone : .ends
  }

  private static func name(_ value: String) -> String? {
    let text = value.prefix(300)
    let open = text.firstIndex { $0 == "<" || $0 == "[" } ?? text.endIndex
    let name = text[..<open].trimmingCharacters(marks)
    let found = name.isEmpty ? text[open...].trimmingCharacters(marks) : name
    return found.isEmpty ? nil : found
  }

  private static let marks = " \"'*\u{A0}<>[]\r"
}
