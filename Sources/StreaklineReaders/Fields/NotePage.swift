/// A web page that may be one author's note: paragraphs and lists, without anything that programs write around what
/// several people say.
struct NotePage {
  /// A note has fewer bytes than this.
  static let longest = 1_048_576

  /// The words of the page, with its paragraphs on lines of their own.
  private(set) var text: [UInt8] = []

  /// - Returns: `nil` where a name of a class, or an element, says that people speak on it.
  init?(_ page: [UInt8]) {
    guard page.count <= Self.longest else { return nil }
    var tokens = MarkupTokens(page)
    var hidden = 0
    while let token = tokens.next() {
      switch token {
      case .open(let name):
        if Self.speaking.contains(name) || Self.isOfPeople(tokens) { return nil }
        if Self.hidden.contains(name) { hidden += 1 }
        if name == "br" || Self.blocks.contains(name) { endLine() }
      case .close(let name):
        if Self.hidden.contains(name) { hidden = max(0, hidden - 1) }
        if Self.blocks.contains(name) { endLine() }
      case .text(let piece): if hidden == 0 { text += piece }
      }
    }
  }

  private mutating func endLine() {
    if text.last != 0x0A, !text.isEmpty { text.append(0x0A) }
  }

  private static let hidden: Set<String> = ["head", "style", "script", "title"]
  private static let blocks: Set<String> = [
    "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr", "section",
    "article", "main",
  ]
  /// Elements of quotations, of people, and of tables, whose columns may be people.
  private static let speaking: Set<String> = [
    "blockquote", "q", "cite", "address", "table", "dl", "figcaption", "form", "iframe", "img",
    "details",
  ]
  private static let names: Set<String> = [
    "message", "messages", "msg", "chat", "post", "posts", "comment", "comments", "author",
    "sender",
    "from", "user", "username", "nick", "member", "bubble", "reply", "quote", "tweet", "thread",
    "conversation", "profile", "avatar", "byline", "speaker", "status", "feed", "forum",
  ]
  private static let personalLinks = ["/@", "/u/", "/user", "/profile", "/in/", "mailto:", "tel:"]

  private static func isOfPeople(_ tokens: MarkupTokens) -> Bool {
    let isNamed = ["class", "id", "role", "itemprop", "rel", "data-author", "data-user"].contains {
      tokens.attribute($0).map { value in
        FieldName(String(decoding: value, as: UTF8.self)).words.contains(where: names.contains)
      } ?? false
    }
    guard !isNamed, let link = tokens.attribute("href") else { return isNamed }
    let address = String(decoding: link, as: UTF8.self)
    return personalLinks.contains(where: address.contains)
  }
}
