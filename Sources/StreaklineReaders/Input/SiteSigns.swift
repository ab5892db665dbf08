/// Words that social networks, forums and chat programs write around what somebody has posted: `Following`, `Join Date:`,
/// `Cy Doe boosted`, `Message from ann@mill`.
enum SiteSigns {
  /// The words in a line that show that it is around a post; `nil` where it is not.
  static func first(in line: String) -> String? {
    let lower = plain(line)
    if lower.isEmpty, line.contains(where: { "·•".contains($0) }) { return "·" }
    if buttons.contains(lower) { return lower }
    if let start = starts.first(where: { lower.hasPrefix($0) }) { return shown(start) }
    if !isAuthors(lower), let news = events.first(where: { lower.contains($0) }) {
      return shown(news)
    }
    return handle(line) ?? age(lower) ?? ago(lower) ?? poster(lower) ?? count(lower)
  }

  /// What a social network writes beside the name of whoever has posted something: `@ann · 2 May`, `u/ann`, `3h`, `·`.
  static func ofPost(_ line: String) -> String? {
    let lower = plain(line)
    if lower.isEmpty, line.contains(where: { "·•".contains($0) }) { return "·" }
    return handle(line) ?? age(lower) ?? (isAge(lower[...]) ? lower : nil)
  }

  /// A line with nothing but a time before now: `2 h`, `2 days ago`, `vor 3 Tagen`.
  private static func ago(_ line: String) -> String? {
    var words = line.split { " \u{A0}".contains($0) }.map(String.init)
    guard (1...5).contains(words.count), line.first(where: \.isNumber) != nil else { return nil }
    let isPast = words.contains(where: passing.contains)
    words.removeAll { passing.contains($0) || $0.allSatisfy(\.isNumber) }
    guard words.count <= 1, let unit = words.first.map({ String($0.drop(while: \.isNumber)) })
    else { return nil }
    return isPast && HeadTime.isUnit(unit) || days.contains(unit) ? line : nil
  }

  private static let passing: Set<String> = [
    "ago", "vor", "il", "y", "a", "hace", "há", "fa", "geleden", "sedan", "siden", "for", "för",
    "temu", "назад",
    "önce", "sitten",
  ]
  private static let days: Set<String> = ["h", "hr", "hrs", "d", "w", "std", "std.", "wk", "mo"]

  /// Whether a word says that somebody has passed a post on. It must be in small letters.
  static func isPosting(_ word: String) -> Bool { posting.contains(word) }

  private static func plain(_ line: String) -> String {
    line.lowercased().replacing("’", with: "'").trimmingMarks("•·|*_-–—> \t\r")
  }

  private static func shown(_ sign: String) -> String { sign.trimmingMarks(" :") }

  /// `u/ann`, or `@ann` beside a time.
  private static func handle(_ line: String) -> String? {
    let words = line.split { $0.isWhitespace || "([".contains($0) }
    if let user = words.first(where: { isUser($0) }) { return String(user) }
    guard let at = words.first(where: { $0.first == "@" && $0.count > 2 }) else { return nil }
    let isFirst = words.count > 1 && line.contains { "·•".contains($0) }
    return isFirst ? String(at) : nil
  }

  private static func isUser(_ word: Substring) -> Bool {
    let word = word.first == "/" ? word.dropFirst() : word
    return word.hasPrefix("u/")
      && word.dropFirst(2).first.map { $0.isLetter || $0.isNumber } == true
  }

  /// How long ago something was posted, with a dot beside it: `· 2d · Reply`, `3h •`.
  private static func age(_ line: String) -> String? {
    guard line.contains(where: { "·•".contains($0) }) || line.hasSuffix("reply") else { return nil }
    let parts = line.split { " ·•\u{A0}".contains($0) }
    guard parts.count < 6 else { return nil }
    return parts.first(where: isAge).map(String.init)
  }

  /// `3h`, `2w`, `5min`
  private static func isAge(_ word: Substring) -> Bool {
    let number = word.prefix { $0.isASCII && $0.isNumber }
    return !number.isEmpty && HeadTime.isUnit(String(word.dropFirst(number.count)))
  }

  /// `Cy Doe boosted`, `Ann hat geteilt`: somebody before a word for passing on, who is not the author.
  private static func poster(_ line: String) -> String? {
    let words = line.split { $0.isWhitespace || ":.".contains($0) }.map(String.init)
    guard (2...6).contains(words.count), !isAuthors(line) else { return nil }
    return words.dropFirst().first(where: posting.contains)
  }

  /// `3 likes`, `View 3 replies`, `Annika and 3 others`
  private static func count(_ line: String) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard words.count < 9, let last = words.last, counts.contains(last),
      words.dropLast().contains(where: { $0.allSatisfy(\.isNumber) })
    else { return nil }
    return last
  }

  private static let counts: Set<String> = [
    "like", "likes", "replies", "reply", "reposts", "boosts", "retweets", "reactions", "favorites",
    "favourites", "others", "comments", "kommentare", "antworten", "commentaires", "réponses",
    "respuestas", "comentarios", "comentários", "respostas", "commenti", "risposte", "reacties",
    "svar", "kommentarer", "komentarzy", "odpowiedzi",
  ]

  private static func isAuthors(_ line: String) -> Bool {
    authors.contains(String(line.prefix { !$0.isWhitespace }))
  }

  private static let authors: Set<String> = [
    "i", "i've", "ich", "je", "j'ai", "yo", "io", "ho", "eu", "ik", "jag", "jeg", "we", "wir",
    "nous",
    "not", "never", "just", "finally", "already",
  ]

  private static let posting = OrdinaryWords.set(
    """
    replied commented answered reacted boosted reposted retweeted reblogged reshared crossposted retweetet gerepostet retuiteó reposteó republicó
    republicou repostou republié retweeté ripubblicato gerepost retweette repostade udostępnił udostępniła
    ретвитнул ретвитнула репостнул репостнула
    """)

  private static let buttons: Set<String> = [
    "following", "follow", "follow back", "senior member", "junior member", "active member",
    "well-known member", "new member", "moderator", "administrator", "original poster",
    "verified account", "verified", "top fan", "top contributor", "group expert", "new contributor",
    "all-star contributor", "rising star", "1st degree connection", "3rd+", "2nd degree connection",
    "like", "reply", "like reply", "like comment share", "see translation", "view profile",
    "comment", "share", "commented", "edited", "replied", "answered", "posted", "boosted",
    "reposted", "liked",
    "kommentieren", "kommentierte", "gefällt mir", "teilen", "commenter", "a commenté", "j'aime",
    "partager",
    "me gusta", "comentar", "comentó", "compartir", "gosto", "curtir", "comentou", "compartilhar",
    "partilhar",
    "mi piace", "commenta", "condividi", "vind ik leuk", "reageren", "delen", "gilla", "kommentera",
    "dela",
    "synes godt om", "liker", "del", "lubię to!", "lubię to", "skomentuj", "udostępnij", "нравится",
    "комментировать",
    "поделиться", "beğen", "yorum yap", "paylaş", "いいね！", "いいね", "コメントする", "좋아요", "댓글 달기", "赞",
    "评论",
    "view replies", "suivre", "suivi", "suivie", "abonné", "abonnée", "répondre", "folgen",
    "gefolgt",
    "abonniert", "antworten", "seguir", "siguiendo", "seguindo", "responder", "segui", "segui già",
    "rispondi", "volgen", "volgend", "beantwoorden", "följer", "följ", "svara", "følger", "følg",
    "svar",
    "obserwuj", "obserwujesz", "odpowiedz", "подписаться", "вы подписаны", "ответить", "takip et",
    "takip ediliyor", "yanıtla", "フォロー中", "フォローする", "返信", "팔로잉", "팔로우", "关注", "已关注",
  ]

  private static let starts = [
    "post autor", "beitrag von", "verfasst von", "message par", "mensaje por", "messaggio da",
    "bericht door",
    "inlägg av", "indlæg af", "innlegg av", "rejestracja:", "posty:", "dołączył:", "mensajes:",
    "registrierung:", "inscription :", "regist.:", "lid geworden", "blev medlem", "medlem siden",
    "зарегистрирован:",
    "not my result", "not my score", "stolen from", "found on", "found this", "all reactions",
    "alle reaktionen",
    "toutes les réactions", "todas las reacciones", "todas as reações", "tutte le reazioni",
    "alle reacties",
    "saw this",
    "seen on", "someone on", "someone else", "somebody on", "somebody else", "from reddit",
    "from twitter",
    "liked by", "gefällt ",
    "join date:", "joined:", "member since", "registered:", "registered since", "registriert seit",
    "dabei seit", "mitglied seit", "beiträge:", "posts:", "messages:", "reaction score",
    "likes received",
    "reputation:", "rep power", "inscrit le", "messages :", "registrado", "lid sinds", "berichten:",
    "iscritto dal", "suggested for you", "sponsored", "people you may know", "shared a post",
    "shared a memory", "shared by", "posted by", "post by", "thread by", "sent by", "replying to",
    "in reply to", "antwort an", "en réponse à", "en respuesta a", "in risposta a", "em resposta a",
    "als antwoord op", "svar till", "svar til", "w odpowiedzi do", "в ответ", "geteilt von",
    "gesendet von", "geschickt von", "gepostet von", "partagé par", "publié par", "envoyé par",
    "compartido por", "publicado por", "enviado por", "compartilhado por", "condiviso da",
    "pubblicato da", "inviato da", "gedeeld door", "geplaatst door", "verstuurd door",
    "verzonden door",
    "delad av", "skickat av", "delt af", "delt av", "sendt av", "sendt af", "udostępnione przez",
    "wysłane przez", "new message", "neue nachricht", "nouveau message", "nuevo mensaje",
    "nuovo messaggio", "nova mensagem", "nieuw bericht", "nytt meddelande", "ny besked",
    "ny melding",
    "nowa wiadomość", "новое сообщение", "yeni mesaj", "message from", "text message from",
    "text from", "sms from", "imessage from", "mail from", "email from", "nachricht von", "sms von",
    "mail von", "message de", "sms de", "mensaje de", "messaggio da", "mensagem de", "bericht van",
    "meddelande från", "besked fra", "melding fra", "wiadomość od", "сообщение от",
    "повідомлення від",
    "broadcast message from", "received from", "empfangen von", "reçu de", "recibido de",
    "ricevuto da",
    "recebido de", "ontvangen van", "erhalten von",
  ]

  /// What programs write in the middle of a line about people who come, go and share.
  private static let events = [
    " is typing", " schreibt gerade", "conversation with ", "double tap to ",
    ", received today at ",
    ", received yesterday at ", "unterhaltung mit ", "conversation avec ", "conversación con ",
    " shared this", " shared with you", " hat das geteilt",
    " a partagé ceci", " has joined", " joined the ", " has left", " has quit",
    " left the chat", " left the group",
    " created this group", " changed the topic", " is with ", " shared a ", "she/her", "he/him",
    "they/them", "sie/ihr", "er/ihm", "elle/",
    " shared a memory", " liked this", " commented on this", " replied to ", " added you",
    " ist beigetreten", " hat die gruppe", " hat geteilt", " hat einen beitrag", " a rejoint",
    " a partagé", " se unió", " compartió ", " ha condiviso", " entrou no", " compartilhou",
    " heeft gedeeld", " neemt deel", " har delat", " har delt", " dołączył", " присоединил",
    " поделил", " katıldı", " paylaştı", "さんがリツイート", "さんが参加", "님이 ",
  ]
}
