/// Fields that say that a message was passed on, or who wrote it first: `forward_origin`, `fwd_from`, `on_behalf_of`,
/// `Weitergeleitet von`.
extension FieldName {
  /// Whether the words of a path say so. A number of times that others have passed it on does not.
  static func saysForward(_ words: [String]) -> Bool {
    guard !words.contains(where: counting.contains) else { return false }
    if words.contains(where: isForward) { return true }
    let path = words.joined(separator: " ")
    return phrases.contains { path == $0 || path.hasSuffix(" " + $0) || path.hasPrefix($0 + " ") }
      || flags.contains(path)
  }

  /// Whether a word is one for passing on. It must be in small letters.
  static func isForward(_ word: String) -> Bool {
    word == "reblog" || forwarding.contains { word.hasPrefix($0) }
  }

  /// Starts of words for passing on.
  static let forwarding = [
    "forward", "fwd", "weitergeleit", "transfér", "reenvi", "rebotad", "inoltrat", "encaminhad",
    "reencaminhad", "doorgestuur", "doorgezonden", "vidarebefordr", "vidaresänd", "videresend",
    "przekaz", "przesłan", "перес", "перас", "dimajuk", "medsendt", "välitet", "edelleenläh",
    "iletil", "preposl", "přeposl", "továbbít",
    "redirecțion", "diterusk", "προωθ", "הועבר", "تحويل", "転送", "转发", "轉發", "전달",
  ]
  private static let phrases = [
    "on behalf of", "on behalf", "shared from", "shared by", "reshared from", "reposted from",
    "repost of", "repost from", "retweeted status", "retweet of", "retweeted from",
    "reblogged from", "boosted from", "boost of", "original author", "original sender",
    "original poster", "original user", "original from", "originally by", "originally from",
    "copied from", "relayed from", "passed on from", "auteur original", "autor original",
    "autore originale", "ursprünglicher absender", "urheber",
  ]
  private static let flags: Set<String> = [
    "is repost", "is retweet", "repost", "retweet", "is reposted", "is copied", "isrepost",
    "isretweet",
  ]
  /// Words of what is no sign: `forward_count`, `can_forward`, `forwardable`.
  private static let counting: Set<String> = [
    "count", "counts", "num", "total", "times", "forwards", "forwardable", "can", "allow",
    "allowed", "enabled", "limit", "quote", "quoted", "quotes", "reply", "replied", "replies",
    "embed", "embeds", "attachment", "attachments", "referenced", "refer", "pinned",
  ]

  /// Whether an object is a whole post of somebody else, whose text the message repeats: Mastodon's `reblog`, Twitter's
  /// `retweeted_status`.
  var isShared: Bool { words.first.map { ["reblog", "retweeted"].contains($0) } ?? false }

  /// Whether a value of such a field says yes, or names somebody.
  static func isYes(_ value: [UInt8]) -> Bool {
    !no.contains(String(decoding: value.prefix(8), as: UTF8.self).lowercased())
  }

  /// Whether the value of a field such as `type` says that a message was passed on. It must be in small letters.
  static func isForwarding(_ value: String) -> Bool {
    let words = FieldName.words(value)
    return words.contains {
      ["forward", "forwarded", "fwd", "fw", "weitergeleitet", "transféré", "reenviado"].contains($0)
    }
      && !words.contains { ["not", "no", "non", "un", "never"].contains($0) }
  }

  private static let no: Set<String> = [
    "", "false", "0", "null", "none", "no", "n", "nein", "non", "nee", "nej", "nei", "não", "nie",
    "нет", "-", "0.0",
  ]
}
