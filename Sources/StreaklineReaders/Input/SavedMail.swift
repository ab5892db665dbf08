/// Finds out who sent a mail that was saved or copied with its header (`From: Ann <ann@example.com>`, `To: …`,
/// `Subject: …`): the shares in it may be that person's. The fields are those of RFC 5322, section 3.6, and what mail
/// programs show in other languages.
enum SavedMail {
  private static let mostLines = 80
  /// How many fields besides the sender a header must have. Fewer may be a note's own lines.
  private static let fewestFields = 1

  /// What a field says.
  enum Kind {
    case sender
    case recipient
    case date
    case other
  }

  private static let senders: Set<String> = [
    "from", "von", "de", "da", "van", "fra", "från", "od", "от", "від", "kimden", "gönderen",
    "lähettäjä", "feladó", "sender", "差出人", "发件人", "寄件者", "보낸사람", "dari", "từ", "dela", "frå",
    "desde", "expéditeur", "remitente", "mittente", "remetente", "absender", "afzender",
    "avsändare",
    "afsender", "avsender", "nadawca", "odesílatel", "odosielateľ", "expeditor", "отправитель",
    "відправник", "από", "מאת", "送信者", "送信元", "送件人", "寄件人", "보낸이", "จาก", "الكاتب", "من",
  ]
  private static let recipients: Set<String> = [
    "to", "an", "à", "para", "a", "aan", "til", "till", "do", "кому", "kime", "alıcı",
    "vastaanottaja", "címzett", "komu", "pro", "către", "προς", "kepada", "ke", "đến", "אל", "宛先",
    "送信先",
    "收件人", "받는사람", "受信者", "per", "pour", "destinataire", "destinatario", "empfänger",
    "ถึง", "إلى",
  ]
  private static let dates: Set<String> = [
    "date", "sent", "datum", "gesendet", "envoyé", "fecha", "enviado", "enviadoel", "enviadoem",
    "data", "inviato", "verzonden", "dato", "sendt", "skickat", "wysłano", "дата", "отправлено",
    "надіслано", "tarih", "gönderildi", "gönderilme", "lähetetty", "päivämäärä", "dátum",
    "elküldve",
    "odesláno", "odoslané", "trimis", "στάλθηκε", "ημερομηνία", "terkirim", "dikirim", "tanggal",
    "ngày", "đãgửi", "נשלח", "תאריך", "日時", "日付", "送信日時", "发送时间", "日期", "傳送日期", "寄件日期", "날짜",
    "보낸날짜",
    "enviat", "วันที่", "التاريخ", "sendetid", "päiväys", "päivä",
  ]
  private static let others: Set<String> = [
    "subject", "cc", "bcc", "reply-to", "message-id", "mime-version", "content-type",
    "received", "return-path", "delivered-to", "betreff", "objet", "asunto", "oggetto", "assunto",
    "onderwerp", "emne", "ämne", "temat", "тема", "konu", "aihe", "tárgy", "件名", "主题", "主旨", "제목",
    "předmět", "predmet", "subiect", "θέμα", "perihal", "subjek", "chủđề", "נושא", "標題", "主題",
    "assumpte", "เรื่อง", "الموضوع", "kopie", "копия", "копія", "kopia", "másolat",
  ]

  /// The line that names the sender, counted from 0, where the text starts with the header of a mail that its sender
  /// has not written to themselves.
  static func sender(_ text: [UInt8], _ lines: [HeadLine]) -> Int? {
    var sender: (line: Int, value: String)?
    var recipients = ""
    var fields = 0
    var isInHeader = false
    /// Whether it is from a mailing list, or its subject is about somebody.
    var isOfOthers = false
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
      } else if isOther(label) {
        fields += 1
      }
      isOfOthers =
        isOfOthers || listFields.contains(label)
        || subjects.contains(label) && isAboutSomebody(value)
    }
    guard let sender, fields >= fewestFields else { return nil }
    if isOfOthers || sender.value.contains(" via ") { return sender.line }
    let isToSelf = address(sender.value).map { recipients.lowercased().contains($0) } ?? false
    return isToSelf ? nil : sender.line
  }

  /// Whether a subject names somebody: `Tom sent you a message`, `Wordle from Tom`.
  private static func isAboutSomebody(_ subject: String) -> Bool {
    let words = subject.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    return words.contains { word in
      GivenNames.starts(word) && word.first?.isUppercase == true
        && !HeadTime.isMonth(word) && !OrdinaryWords.contain(word.lowercased())
        || SomebodyElse.isRelation(word.lowercased())
    }
  }

  private static let listFields: Set<String> = [
    "list-id", "list-post", "list-unsubscribe", "mailing-list", "x-mailing-list", "x-original-from",
    "x-original-sender",
  ]
  private static let subjects: Set<String> = [
    "subject", "betreff", "objet", "asunto", "oggetto", "assunto", "onderwerp", "emne", "ämne",
    "temat", "тема", "konu", "aihe", "tárgy", "件名", "主题", "předmět",
  ]

  /// Whether a line is a field of a mail's header, whose sender ``sender(_:_:)`` judges: `Date: …`.
  static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    label(line).map(isOther) ?? false
  }

  private static func isOther(_ label: String) -> Bool {
    others.contains(label) || dates.contains(label)
  }

  /// Whether a line is such a field where others are beside it. `From:` alone may be a chat's.
  static func mayBeField(_ line: ArraySlice<UInt8>) -> Bool {
    kind(line) != nil
  }

  /// What a field says whose label starts with a large letter; `nil` for any other line.
  static func kind(_ line: ArraySlice<UInt8>) -> Kind? {
    label(line).flatMap(kind)
  }

  private static func kind(_ label: String) -> Kind? {
    if senders.contains(label) { return .sender }
    if recipients.contains(label) { return .recipient }
    return dates.contains(label) ? .date : others.contains(label) ? .other : nil
  }

  /// Whether a line has the form of a field, whatever its label: `Importance: high`.
  static func isAnyField(_ line: ArraySlice<UInt8>) -> Bool {
    let start = line.prefix(longestLabel)
    return (start.contains(UInt8(ascii: ":")) || start.contains(0x9A)) && label(line) != nil
  }

  private static let longestLabel = 32

  /// The value of the field that names the sender.
  static func senderValue(_ line: ArraySlice<UInt8>) -> String? {
    guard kind(line) == .sender else { return nil }
    return field(String(decoding: line, as: UTF8.self)).map {
      $0.value.trimmingCharacters(" *\r")
    }
  }

  /// Whether what is before a colon is the label of a sender.
  static func isSenderLabel(_ label: ArraySlice<UInt8>) -> Bool {
    senders.contains(plain(String(decoding: label, as: UTF8.self)[...]).lowercased())
  }

  private static func plain(_ label: Substring) -> String {
    label.filter { !"*>|_".contains($0) && !$0.isWhitespace }
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
    let label = plain(line[..<colon])
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
