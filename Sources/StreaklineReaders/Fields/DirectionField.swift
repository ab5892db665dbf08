/// What a field of direction says when it is true, a word or a number.
enum DirectionField {
  /// True: I sent it.
  case own
  /// True: somebody else did.
  case others
  /// A word such as `outgoing` says it.
  case word
  /// A word such as `sent` says it where other messages have one such as `received`. Alone it says what
  /// became of a message.
  case state
  /// 1 is received, 2 is sent, as Android writes it.
  case box

  private static let sent = OrdinaryWords.set(
    """
    outgoing sent out outbound outbox me own mine self to send enviado enviados enviada enviadas saliente salientes
    inviato inviati inviata inviate uscita envoyé envoyés envoyée envoyées sortant sortants gesendet gesendete
    ausgang ausgehend postausgang aus raus envoi envois invio salida salidas odesláno odeslané odchozí odoslané
    wysłana wychodząca lähtevä lähtevät ut ud utgående 送信 送信済み 発信 发送 已发送 發送 已傳送 보냄 보낸 발신 küldött elküldött trimis
    trimise απεσταλμένα נשלח صادر tx snd verzonden verstuurd uitgaand sendt sendte skickat skickade utgående udgående
    wysłano wysłane wychodzące исходящее исходящие отправлено отправленные giden gönderilen lähetetty saída
    draft drafts entwurf entwürfe brouillon borrador bozza rascunho concept utkast kladde черновик queued failed
    """)
  private static let received = OrdinaryWords.set(
    """
    incoming received in inbound inbox other others them recv theirs from receive recibido recibidos recibida
    recibidas entrante entrantes recebido recebidos recebida recebidas entrada ricevuto ricevuti ricevuta ricevute
    ein rein réception recv rcvd rx rcv ricezione entrada entradas přijato přijaté příchozí prijaté odebrana
    przychodząca saapuva saapuvat inn ind 受信 受信済み 着信 接收 已接收 收到 받음 받은 수신 fogadott beérkezett primit primite
    εισερχόμενα התקבל وارد
    reçu reçus reçue reçues entrant entrants empfangen empfangene eingang eingehend posteingang ontvangen inkomend
    mottatt mottatte mottagen mottaget mottagna modtaget modtagne inkommande innkommende indgående otrzymano
    otrzymane odebrane przychodzące входящее входящие получено полученные gelen alınan saapunut vastaanotettu
    """)
  /// Words that are beside the one for a direction: `SMS_SENT`, `Sent Items`, `Gesendete Nachrichten`.
  private static let neutral: Set<String> = [
    "message", "messages", "msg", "sms", "mms", "text", "texts", "type", "box", "items", "item",
    "mail", "folder", "api", "nachricht", "nachrichten", "elemente", "mensaje", "mensajes",
  ]
  private static let longest = 32
  /// Values that say which way a message went to whoever knows which of them stands for what I sent.
  private static let signs: Set<String> = [
    "→", "←", "⇒", "⇐", "->", "<-", "=>", "<=", ">", "<", ">>", "<<", "↑", "↓", "⬆", "⬇", "⬆️", "⬇️",
    "+", "-", "tx", "rx", "o", "i", "s", "r", "e", "g", "a", "snd", "rcv", "rcvd", "mo", "mt", "up",
    "down", "left", "right", "local", "remote", "peer", "you", "green", "gray", "grey", "blue",
    "us", "client", "agent", "host", "guest", "here", "there", "links", "rechts", "ich", "du", "er",
    "sie", "moi", "lui", "elle", "yo", "él", "ella", "io", "lei", "ik", "jij", "y", "n", "j",
  ]

  /// Whether all values are such signs or words, or empty.
  static func areSigns(_ values: Set<String>) -> Bool {
    values.allSatisfy { value in
      let word = value.lowercased().trimmingMarks(".:()[] ")
      return word.isEmpty || signs.contains(word) || isSent(Array(value.utf8)) != nil
        || FieldName.words(value).contains { signs.contains($0) && $0.count > 2 }
    } && values.contains { !$0.isEmpty }
  }

  /// Whether the exporter's owner sent the message; `nil` when the value says neither.
  func isOwn(_ value: [UInt8]) -> Bool? {
    guard value.count <= Self.longest else { return nil }
    let word = String(decoding: value, as: UTF8.self).lowercased()
    switch self {
    case .own, .others:
      let isTrue: Bool? =
        switch word {
        case "true", "1", "yes": true
        case "false", "0", "no", "": false
        default: nil
        }
      return isTrue.map { self == .own ? $0 : !$0 } ?? Self.isSent(value)
    case .word, .state: return Self.isSent(value)
    case .box:
      switch word {
      case "1", "132": return false
      case "2", "4", "5", "6", "128": return true
      default: return Self.isSent(value)
      }
    }
  }

  private static func isSent(_ value: [UInt8]) -> Bool? {
    let words = FieldName.words(String(decoding: value, as: UTF8.self))
    guard let word = words.count == 1 ? words.first : words.first(where: { !neutral.contains($0) }),
      words.allSatisfy({ $0 == word || neutral.contains($0) })
    else { return nil }
    return sent.contains(word) ? true : received.contains(word) ? false : nil
  }
}

extension FieldName {
  /// What kind of direction the value is; `nil` for none.
  var direction: DirectionField? {
    if let whole = Self.wholeDirections[lastKey], !isOfOtherMessage { return whole }
    return sureDirection
  }

  /// Whether the field is one of another message than the one around it: who has reacted has not sent it.
  private var isOfOtherMessage: Bool { words.contains(where: Self.otherMessages.contains) }

  private static let otherMessages: Set<String> = [
    "quote", "quoted", "reply", "replied", "refer", "forward", "forwarded", "fwd", "reaction",
    "reactions", "reacted",
    "receipt", "receipts", "vote", "votes", "poll", "pinned", "pin", "original", "parent", "embed",
    "embeds",
    "attachment", "attachments", "recipient", "recipients", "previous",
  ]

  /// The same for names that are said of nothing else: `me` may also be a person.
  var sureDirection: DirectionField? {
    guard !isOfOtherMessage else { return nil }
    // Telegram's and VK's programs have `out`, Kopete's history `in`.
    if words == ["out"] { return .own }
    if words == ["in"] { return .others }
    let last = words.suffix(3).joined(separator: " ")
    for (name, field) in Self.directions where last == name || last.hasSuffix(" " + name) {
      return field
    }
    return nil
  }

  /// The words of the innermost key, with blanks between them.
  private var lastKey: String {
    path.contains(".")
      ? Self.words(String(path.split(separator: ".").last ?? "")).joined(separator: " ")
      : words.joined(separator: " ")
  }

  private static let wholeDirections: [String: DirectionField] = [
    "me": .own, "self": .own, "myself": .own, "outbound": .own, "theirs": .others,
    "inbound": .others, "sent": .own, "status": .state, "state": .state, "label": .state,
    "labels": .state,
    "message status": .state, "received": .others, "box": .word, "dir": .word, "way": .word,
    "flow": .word, "kind": .word, "art": .word, "typ": .word, "tipo": .word, "тип": .word,
    "種別": .word, "类型": .word, "方向": .word, "종류": .word, "yön": .word, "suunta": .word,
    "smer": .word, "směr": .word, "verso": .word, "dirección": .word,
  ]

  private static let directions: [(String, DirectionField)] = [
    ("from me", .own), ("fromme", .own), ("by me", .own), ("is me", .own), ("mine", .own),
    ("outgoing", .own), ("is sender", .own), ("own", .own), ("is self", .own),
    ("from self", .own), ("is sent", .own), ("is mine", .own), ("is own", .own),
    ("sent by viewer", .own), ("incoming", .others), ("is received", .others),
    ("direction", .word), ("type", .word), ("msg box", .box), ("message box", .box),
    ("msgbox", .box), ("mailbox", .own),
    ("folder", .word), ("is from", .word), ("isfromme", .own), ("isme", .own),
    ("ismine", .own), ("isself", .own), ("issent", .own), ("issender", .own), ("isown", .own),
    ("isoutgoing", .own), ("isincoming", .others), ("isreceived", .others), ("sentbyme", .own),
    ("byme", .own), ("from myself", .own), ("by myself", .own), ("is outbound", .own),
    ("is inbound", .others), ("is author", .own), ("current user", .own), ("from them", .others),
    ("from other", .others), ("from others", .others), ("from contact", .others),
    ("is theirs", .others), ("richtung", .word), ("direção", .word), ("direzione", .word),
    ("richting", .word), ("riktning", .word), ("retning", .word), ("kierunek", .word),
    ("направление", .word), ("sens", .word), ("ordner", .word), ("carpeta", .word),
    ("dossier", .word), ("cartella", .word), ("pasta", .word), ("postfach", .word),
  ]

  /// Whether the value says what became of a message, and only sometimes which way it went.
  var isState: Bool { direction == .state || lastKey == "received" }

  /// Whether the value may be the other person of a chat also in what I sent: `contact_name`, `phone`.
  var isCounterpart: Bool {
    senderStrength == .weak && words.contains(where: Self.counterparts.contains)
  }

  private static let names: Set<String> = [
    "name", "person", "person name", "display name", "nombre", "nom", "nome", "naam", "namn",
    "navn", "имя", "isim", "nimi", "jméno", "név", "nume", "名前", "姓名", "이름",
  ]
  private static let counterparts: Set<String> = [
    "contact", "number", "phone", "address", "jid", "kontakt", "kontaktname", "contactnaam",
    "contacto", "contatto", "contato", "correspondant", "interlocuteur", "interlocutor",
    "rufnummer", "telefon", "telefonnummer", "телефон", "контакт", "電話番号",
  ]

  /// Whether the value may be the other person, too, but as often is the sender's: `name`, `person`.
  var mayBeCounterpart: Bool {
    isCounterpart || Self.names.contains(lastKey)
  }
}
