/// What the name of a field says about its value: `sender_name`, `fromMe`, `Sent Date (UTC)`.
///
/// A name is a path, with a point between the keys of nested objects: `author.display_name`.
struct FieldName: Hashable, Sendable {
  /// How clearly a name says that its value is the author of a message.
  enum Strength: Int, Comparable {
    /// `name`, which may as well be the chat's.
    case weak
    /// `user`.
    case middle
    /// `sender`.
    case strong

    static func < (left: Strength, right: Strength) -> Bool { left.rawValue < right.rawValue }
  }

  let path: String
  /// The words of the path in small letters.
  let words: [String]
  /// Whether the value says that a message was passed on, or who wrote it first.
  var saysForward: Bool { Self.saysForward(words) }

  init(_ path: String) {
    self.path = path
    words = Self.words(path)
  }

  /// Splits `createdAt`, `created_at`, `Created at` and `created.at` alike.
  static func words(_ path: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    for character in path.unicodeScalars.prefix(200) {
      let isLarge = character.properties.isUppercase
      let isLetter = character.properties.isAlphabetic
      if !isLetter || isLarge && wasSmall {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isLetter { word += character.properties.lowercaseMapping }
      wasSmall = isLetter && !isLarge
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Whether the value is of another text than the object's own, of whoever receives it, or of what is
  /// around it: a quotation, an attachment, a recipient, a channel.
  var isOfAnother: Bool { words.contains { Self.others.contains($0) } || saysForward }

  private static let others: Set<String> = [
    "quote", "quoted", "quotes", "quotation", "reply", "replied", "replies", "replying", "embed",
    "embeds", "attachment", "attachments", "recipient", "recipients", "receiver", "receivers", "to",
    "target", "mention", "mentions", "mentioned", "forward", "forwarded", "original", "parent",
    "reference", "referenced", "refer", "retweeted", "reaction", "reactions", "edited", "editor",
    "edit",
    "deleted", "last", "latest", "pinned", "previous", "prev", "old", "history", "channel", "room",
    "chat", "group",
    "team", "conversation", "server", "guild", "topic", "subject", "file", "media", "device", "app",
    "client",
    "thread", "preview", "avatar", "icon", "image", "photo", "picture", "color", "url", "link",
    "links",
    "seen", "read", "delivered", "received", "expires", "modified", "updated", "update", "bot",
    "cc", "bcc",
    "inviter", "invited", "owner", "admin", "moderator", "viewer", "assignee", "reviewer",
    "snippet", "context", "board", "card", "workspace", "project", "repo", "repository",
    "notebook", "folder", "recommended", "recommendation", "suggested", "introduced", "approved",
    "assigned", "reposter", "liker", "exporter", "importer", "sharer", "booster",
  ]

  /// How clearly the name is that of the author; `nil` when it is not.
  var senderStrength: Strength? {
    guard !isOfAnother, direction == nil, !isTime, !words.contains(where: Self.noNames.contains),
      !isHarmless, !isOtherRole
    else { return nil }
    if words.contains(where: Self.strongSenders.contains) { return .strong }
    if words.contains(where: Self.middleSenders.contains) { return .middle }
    // `post_number` is the message's.
    if words.last == "number", words.count > 1, !words.contains(where: Self.callers.contains) {
      return nil
    }
    return words.contains(where: Self.weakSenders.contains) ? .weak : nil
  }

  private static let strongSenders: Set<String> = [
    "sender", "author", "from", "speaker", "writer", "poster", "reporter", "absender", "von",
    "autor", "auteur",
    "expéditeur", "remitente", "mittente", "afzender", "remetente", "sendername", "fromname",
    "authorname", "absendername", "avsändare", "avsender", "afsender", "nadawca", "отправитель",
    "автор", "lähettäjä", "gönderen", "odesílatel", "feladó", "expeditor", "送信者", "差出人", "发送者",
    "发送人", "发件人", "寄件者", "發送者", "발신자", "보낸사람", "작성자",
  ]
  private static let middleSenders: Set<String> = [
    "user", "username", "member", "nick", "nickname", "creator", "participant", "profile", "person",
    "account", "u", "by", "player", "nutzer", "benutzer",
  ]
  /// Words of a field with somebody's phone number.
  private static let callers: Set<String> = [
    "phone", "mobile", "cell", "tel", "telephone", "contact", "caller", "address", "whatsapp",
    "signal", "sms",
  ]
  private static let weakSenders: Set<String> = [
    "name", "displayname", "screenname", "handle", "contact", "address", "phone", "number",
    "source", "email",
    "who", "realname", "fullname", "jid", "nombre", "nom", "nome", "naam", "namn", "navn", "имя",
    "nazwa", "imię", "isim", "nimi", "jméno", "név", "nume", "名前", "姓名", "이름", "kontakt",
    "kontaktname", "contactnaam", "contacto", "contatto", "contato", "correspondant",
    "interlocuteur", "interlocutor", "rufnummer", "telefon", "telefonnummer", "телефон", "контакт",
    "電話番号",
  ]
  /// Words of what is said about an author besides the name.
  private static let noNames: Set<String> = [
    "type", "kind", "role", "roles", "status", "count", "age", "flag", "flags", "locale", "zone",
    "timezone", "text",
    "body", "content", "message", "version", "score", "language", "verified", "is", "has", "tag",
    "badge",
    "company", "title", "domain", "key", "service", "system", "resource", "jidresource",
  ]

  /// Whether the value is a place, a device, a program, a language, a role or the like, and nobody's name.
  var isHarmless: Bool {
    isPlace || words.contains(where: Self.circumstances.contains)
      || words.contains("user") && words.contains("agent")
  }

  /// Whether a value of the field names no person: a group, or the program with which somebody wrote, as Twitter's `source`
  /// and Android's `creator` have it: `<a href="…">Twitter Web App</a>`, `com.android.messaging`.
  func isNobody(_ value: String) -> Bool {
    if value.hasPrefix("<a ") || Self.isFlag(value) { return true }
    // The name of a field: `<field name="Body">`.
    if words.last == "name", Self.isText(value.lowercased()) { return true }
    // Reddit's `author_fullname` is an id.
    if value.hasPrefix("t2_"), words.last == "fullname" { return true }
    // A group of WhatsApp's.
    if value.hasSuffix("@g.us") { return true }
    if words.last == "source", !value.contains(where: \.isNumber) { return true }
    let parts = value.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 2 && ["com", "org", "net", "io", "de", "fr", "me"].contains(parts[0])
      && parts.allSatisfy { part in
        part.first?.isLetter == true
          && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 &- 0x30 < 10 || $0 == 0x5F }
      }
  }

  /// Whether the value is where something was written, or in which weather.
  var isPlace: Bool { words.contains(where: Self.places.contains) }

  private static let places: Set<String> = [
    "location", "locality", "place", "city", "town", "country", "region", "area", "province",
    "county", "street", "postal", "zip", "venue", "geo", "weather", "temperature", "mood",
  ]
  private static let circumstances: Set<String> = [
    "association", "activity", "device", "app", "application", "platform", "os", "browser",
    "model", "software", "program", "generator", "lang", "language", "locale", "role", "category",
    "class", "level", "rank", "permission", "gender", "pronouns",
  ]

  /// Whether the value is a name for people to read, such as `sender_name`.
  var isShownName: Bool {
    words.contains {
      [
        "name", "nick", "nickname", "handle", "username", "displayname", "realname", "fullname",
        "screenname",
      ].contains($0)
    }
  }

  /// Whether the value is an id, such as `sender_id`.
  var isID: Bool {
    guard let last = words.last else { return false }
    return [
      "id", "uuid", "uid", "guid", "phone", "email", "number", "address", "jid", "hash",
      "discriminator",
    ].contains(last)
  }

  /// Whether a field with this name may number the objects, or the people in them: `id`, `pid`, `userid`, `key`.
  var isNumbering: Bool {
    guard words.count == 1, let word = words.first, !["gameid", "puzzleid"].contains(word) else {
      return false
    }
    return word.hasSuffix("id") || word == "key" || word == "pk"
  }

  /// Whether the value is the number of a row in another table of a database, as `sender_jid_row_id` is in
  /// WhatsApp's and `handle_id` in that of macOS.
  var isRow: Bool {
    let last = words.suffix(2)
    return last == ["row", "id"] || last == ["handle", "id"] || last == ["handle", "rowid"]
  }

  /// The words without those that tell an author's name from his id.
  var root: [String] {
    words.filter { !Self.parts.contains($0) }
  }

  private static let parts: Set<String> = [
    "id", "uuid", "uid", "guid", "name", "full", "display", "first", "real", "screen",
    "displayname", "username",
    "realname", "fullname", "screenname", "nick", "nickname", "handle", "email", "phone", "number",
    "address", "profile",
    "login", "discriminator", "jid", "info", "user", "service", "contact",
  ]

  /// How well the name fits a message's text, best first from 0; `nil` when it does not.
  var textRank: Int? {
    // WhatsApp's protocol has `message.conversation`.
    if words.suffix(2) == ["message", "conversation"] { return Self.texts.count }
    guard !isOfAnother, let last = words.last else { return nil }
    if words.contains(where: Self.drawnTexts.contains) { return nil }
    return Self.texts.firstIndex(of: last)
      ?? words.reversed().lazy.compactMap { Self.texts.firstIndex(of: $0) }.first
  }

  /// Whether the name of a text says whose it is or which way it went: `Sent`, `my_result`.
  var saysOwner: Bool {
    DirectionField.word.isOwn(Array(path.utf8)) != nil
      || words.contains(where: Self.possessives.contains)
  }

  private static let possessives: Set<String> = [
    "my", "mine", "your", "yours", "her", "his", "their", "theirs", "partner", "partners", "wife",
    "husband", "mein", "meine", "dein", "deine", "ihr", "sein", "seine", "mon", "ton", "son", "mio",
    "suo", "mi", "su", "meu", "seu", "mijn", "zijn", "haar", "min", "hans", "hennes", "hendes",
    "other", "others", "opponent", "friend",
  ]

  /// Whether a word is one for a message's text. It must be in small letters.
  static func isText(_ word: String) -> Bool { texts.contains(word) }

  private static let texts = [
    "text", "body", "content", "message", "msg", "data", "post", "comment", "plaintext", "caption",
    "note",
    "tweet", "value", "share", "result", "description", "nachricht", "mensaje", "texte", "texto",
    "testo",
    "mensagem", "bericht", "inhalt", "contenu", "contenido",
  ]
  /// Words of other forms of the same text.
  private static let drawnTexts: Set<String> = [
    "html", "formatted", "rendered", "markdown", "raw", "rich", "snippet", "summary", "format",
    "type",
  ]

  /// Whether the value is when the message was sent.
  var isTime: Bool {
    // Colloquy writes only when a message was received.
    if words == ["received"] || words == ["message", "received"] { return true }
    guard !isOfAnother, let last = words.last, last != "by" else { return false }
    if ["zone", "timezone", "offset", "type", "id"].contains(last) { return false }
    // `data` is Italian for a date, and English for what is in an object.
    if words.contains(where: { Self.times.contains($0) && ($0 != "data" || last == "data") }) {
      return true
    }
    return last == "sent" || last == "created" || last == "at"
  }

  /// The better of two times has the lower rank.
  var timeRank: Int {
    if words.contains("sent") { return 0 }
    if words.contains("received") { return 4 }
    return words.contains("created") ? 2 : words.contains("readable") ? 3 : 1
  }

  private static let times: Set<String> = [
    "ts", "date", "time", "timestamp", "datetime", "when", "day", "datum", "zeit", "fecha", "hora",
    "heure", "data",
    "uhrzeit", "created", "timestamps", "zeitpunkt", "zeitstempel", "nachrichtendatum",
    "sendedatum", "horodatage", "tidspunkt", "tid", "klockslag", "дата", "время", "日時", "日期",
    "时间", "時間", "日付", "날짜", "시간", "tarih", "dátum", "fechahora", "datahora", "datetijd",
  ]
}
