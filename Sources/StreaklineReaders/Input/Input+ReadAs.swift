extension Input {
  /// The fields that somebody has named for structured data, for this import or an earlier one.
  package var namedFields: FormFields? { (reader as? FieldMessagesReader)?.named }
}

extension InputFormat {
  /// The format in the words of the summary of an import.
  var shown: String {
    switch self {
    case .text: "plain text: all results count as yours"
    case .whatsapp: "WhatsApp"
    case .telegram: "Telegram"
    case .discord: "Discord"
    case .slack: "Slack"
    case .signal: "Signal"
    case .imessage: "iMessage"
    case .messenger: "Messenger or Instagram"
    case .line: "LINE"
    case .kakaotalk: "KakaoTalk"
    case .googlechat: "Google Chat"
    case .googlevoice: "Google Voice"
    case .skype: "Skype or Teams Free"
    case .streaksync: "StreakSync"
    case .habitto: "Habitto"
    case .csv, .jsonl: "results that streakline has exported"
    case .messages: "messages"
    }
  }
}

extension WhatsAppLayout {
  /// The form of the chat in the words of the summary of an import.
  var shown: String {
    let program: String? =
      switch main.closing {
      case .bracket, .colon: "iPhone"
      case .dash: "Android"
      case .blank: nil
      }
    let order =
      switch mainOrder {
      case .dayFirst: "day first"
      case .monthFirst: "month first"
      case .yearFirst: "year first"
      }
    let details = [program, isUndecided ? "day or month first" : order].compactMap { $0 }
    return "WhatsApp (\(details.joined(separator: ", ")))"
  }
}

extension FieldChoice {
  /// The fields in the words of the summary of an import.
  func shown(in structure: Structure) -> String {
    var parts: [String] = []
    if let direction { parts.append("sent or received by \(direction)") }
    if let sender = senders.first { parts.append("sender \(sender)") }
    if isOwn { parts.append("all of one person") }
    parts += texts.prefix(1).map { "text \($0)" }
    parts.append(time.map { "time \($0)" } ?? "no time")
    return "\(structure.rawValue): " + parts.joined(separator: ", ")
  }
}
