/// Words of a line above or before a share that say which way a message went and nobody's name: `Recibido: 8:14`,
/// `From: 07700 900112`, `OUT`.
///
/// Where messages have directions, some are somebody else's.
struct MessageDirection {
  /// The word that says the direction.
  let word: String

  private static let words: Set<String> = [
    "from", "to", "in", "out", "incoming", "outgoing", "inbox", "outbox", "sent", "received",
    "recibido", "recibidos", "enviado", "enviados", "recebido", "recebida", "enviada", "ricevuto",
    "ricevuti", "inviato", "inviati", "reçu", "reçus", "envoyé", "envoyés", "empfangen", "gesendet",
    "eingang", "ausgang", "ontvangen", "verzonden", "mottatt", "sendt", "mottagen", "mottaget",
    "skickat", "modtaget", "otrzymano", "otrzymane", "wysłano", "wysłane", "входящее", "исходящее",
    "gelen", "giden", "saapunut", "lähetetty",
  ]

  /// Words that are also said of times and places: a number of a phone must follow, or they must be in capitals.
  private static let everyday: Set<String> = ["from", "to", "in", "out"]
  private static let shortestPhone = 5

  /// - Returns: `nil` unless the line has nothing but such a word with a colon or a time after it, or is one in
  ///   capitals.
  init?(_ line: String, _ tokens: [BesideToken]) {
    let rest = tokens.dropFirst()
    guard case .word(let word)? = tokens.first, Self.words.contains(word.lowercased()) else {
      return nil
    }
    let isMarked = rest.first == .mark(":") || rest.first == .when && rest.count == 1
    let isBare = rest.isEmpty && word.count > 1 && word.allSatisfy(\.isUppercase)
    let hasPhone = line.split { !$0.isNumber }.contains { $0.count >= Self.shortestPhone }
    guard
      isBare
        || isMarked && rest.allSatisfy(Self.isNoWord)
          && (hasPhone || !Self.everyday.contains(word.lowercased()))
    else { return nil }
    self.word = word
  }

  private static func isNoWord(_ token: BesideToken) -> Bool {
    if case .word(let word) = token { word.first == "+" } else { true }
  }
}
