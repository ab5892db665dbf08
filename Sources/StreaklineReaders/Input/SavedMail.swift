/// Finds out who sent a mail that was saved or copied with its header (`From: Ann <ann@example.com>`, `To: …`,
/// `Subject: …`): the shares in it may be that person's. The fields are those of RFC 5322, section 3.6, and what mail
/// programs show in other languages.
enum SavedMail {
  private static let mostLines = 80
  /// How many fields besides the sender a header must have. Fewer may be a note's own lines.
  private static let fewestFields = 1

  private static let senders: Set<String> = [
    "from", "von", "de", "da", "van", "fra", "från", "od", "от", "kimden", "lähettäjä", "feladó",
    "sender", "差出人", "发件人", "寄件者", "보낸사람",
  ]
  private static let recipients: Set<String> = [
    "to", "an", "à", "para", "a", "aan", "til", "till", "do", "кому", "kime",
  ]
  private static let others: Set<String> = [
    "date", "sent", "subject", "cc", "reply-to", "message-id", "mime-version", "content-type",
    "received", "return-path", "delivered-to", "datum", "gesendet", "betreff", "envoyé", "objet",
    "fecha", "enviado", "asunto", "data", "inviato", "oggetto", "assunto", "verzonden", "onderwerp",
    "dato", "emne", "skickat", "ämne", "wysłano", "temat", "дата", "отправлено", "тема", "tarih",
    "konu", "lähetetty", "aihe", "dátum", "tárgy", "件名", "日時", "宛先", "主题", "主旨", "제목",
  ]

  /// The line that names the sender, counted from 0, where the text starts with the header of a mail that its sender
  /// has not written to themselves.
  static func sender(_ text: [UInt8], _ lines: [HeadLine]) -> Int? {
    var sender: (line: Int, value: String)?
    var recipients = ""
    var fields = 0
    var isInHeader = false
    for (number, line) in lines.prefix(mostLines).enumerated() {
      if line.isBlank {
        if isInHeader { break }
        continue
      }
      let words = String(decoding: text[line.range], as: UTF8.self)
      // The first line of a mailbox, and a field that goes on.
      if words.hasPrefix("From ") || isInHeader && words.first?.isWhitespace == true { continue }
      guard let (label, value) = field(words) else { break }
      isInHeader = true
      if senders.contains(label), sender == nil {
        sender = (number, value)
      } else if Self.recipients.contains(label) {
        recipients += value
        fields += 1
      } else if others.contains(label) {
        fields += 1
      }
    }
    guard let sender, fields >= fewestFields else { return nil }
    let isToSelf = address(sender.value).map { recipients.lowercased().contains($0) } ?? false
    return isToSelf ? nil : sender.line
  }

  /// Whether a line is a field of a mail's header, whose sender ``sender(_:_:)`` judges: `Date: …`.
  static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    label(line).map(others.contains) ?? false
  }

  /// Whether a line is such a field where others are beside it. `From:` alone may be a chat's.
  static func mayBeField(_ line: ArraySlice<UInt8>) -> Bool {
    label(line).map { others.contains($0) || senders.contains($0) || recipients.contains($0) }
      ?? false
  }

  /// The label of a field, which mails write with a large letter.
  private static func label(_ line: ArraySlice<UInt8>) -> String? {
    guard line.count < 400, line.first.map({ !(0x61...0x7A).contains($0) }) ?? false else {
      return nil
    }
    return field(String(decoding: line, as: UTF8.self))?.label
  }

  /// The label and the value of a line such as `De : Ann` or `*From:* Ann`. The label is in small letters.
  private static func field(_ line: String) -> (label: String, value: String)? {
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    let label = line[..<colon].filter { $0 != "*" && $0 != ">" && !$0.isWhitespace }
    guard !label.isEmpty, label.count <= 40, label.allSatisfy({ $0.isLetter || $0 == "-" }) else {
      return nil
    }
    return (label.lowercased(), String(line[line.index(after: colon)...]))
  }

  private static func address(_ value: String) -> String? {
    value.split { $0.isWhitespace || "<>,;()\"[]".contains($0) }.first { $0.contains("@") }?
      .lowercased()
  }
}
