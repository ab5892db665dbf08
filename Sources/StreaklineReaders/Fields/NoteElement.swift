/// An element of a web page that may be one author's note, with what its attributes say about people.
struct NoteElement {
  /// Elements without an end.
  static let void: Set<String> = [
    "br", "hr", "meta", "link", "input", "wbr", "col", "base", "source", "area", "!doctype",
  ]
  /// Elements of quotations, of people, of programs, and of tables, whose columns may be people.
  private static let speaking: Set<String> = [
    "blockquote", "q", "cite", "address", "table", "dl", "figcaption", "form", "iframe", "img",
    "details", "nav", "footer", "aside", "button", "svg", "input", "textarea", "select",
  ]
  private static let names: Set<String> = [
    "message", "messages", "msg", "chat", "post", "posts", "comment", "comments", "author",
    "sender",
    "from", "user", "username", "nick", "member", "bubble", "reply", "quote", "tweet", "thread",
    "conversation", "profile", "avatar", "byline", "speaker", "status", "feed", "forum",
    "me", "them", "sent", "received", "incoming", "outgoing", "inbound", "outbound", "other",
  ]
  private static let personalLinks = ["/@", "/u/", "/user", "/profile", "/in/", "mailto:", "tel:"]
  /// Attributes whose words people see beside a text, or that say who somebody is.
  private static let speakingAttributes: Set<String> = [
    "title", "alt", "name", "author", "cite", "summary", "abbr", "label",
  ]
  /// Declarations of a style that put what people say on different sides or in different colours.
  private static let sides: Set<String> = [
    "text-align", "float", "margin-left", "margin-right", "padding-left", "padding-right",
    "background", "background-color", "align-self", "justify-content", "direction", "color",
    "border-color", "left", "right",
  ]

  /// Names of classes that say what an element is, and not whose.
  private static let layout = OrdinaryWords.set(
    """
    note notes content text entry entries paragraph para line body main page container wrapper section title heading
    list item app root document puzzle puzzles wordle result results share shares first last odd even msonormal
    msolistparagraph day date
    """)

  /// Whether an attribute, or the element itself, says that people speak.
  let isOfPeople: Bool
  /// Its side and the names of its classes, which are equal for what one author writes.
  let mark: String

  init(_ name: String, _ tokens: MarkupTokens) {
    let attributes = tokens.attributeNames.map { key in
      (key: key, value: String(decoding: tokens.attribute(key) ?? [], as: UTF8.self))
    }
    let isHead = name == "meta" || name == "link" || name == "html"
    isOfPeople =
      Self.speaking.contains(name)
      || attributes.contains { Self.namesPeople($0.key, $0.value, isHead: isHead) }
    mark = attributes.map { Self.mark($0.key, $0.value) }.joined()
  }

  private static func namesPeople(_ key: String, _ value: String, isHead: Bool) -> Bool {
    switch key {
    case "class", "id", "role", "itemprop", "rel":
      let words = FieldName(value).words
      return words.contains(where: names.contains)
        || value.split(separator: " ").contains { GivenNames.starts(String($0)) }
    case "href": return personalLinks.contains(where: value.contains)
    default:
      guard !isHead,
        speakingAttributes.contains(key) || key.hasPrefix("data-") || key.hasPrefix("aria-")
      else { return false }
      return value.contains(where: \.isLetter) && !["true", "false", "none"].contains(value)
    }
  }

  /// What may tell one author's element from another one's. Names with digits are made by programs: `p1`, `c12`.
  private static func mark(_ key: String, _ value: String) -> String {
    switch key {
    case "class", "id":
      let words = value.split(separator: " ").filter { word in
        !word.contains(where: \.isNumber) && !layout.contains(word.lowercased())
      }
      return words.isEmpty ? "" : "\(key)=\(words.joined(separator: " "));"
    case "align", "dir", "bgcolor", "color": return "\(key)=\(value.lowercased());"
    case "style":
      let sides = value.lowercased().split(separator: ";").filter { declaration in
        let name = declaration.split(separator: ":").first.map { $0.trimmingMarks(" \n") } ?? ""
        return Self.sides.contains(name)
      }
      return sides.isEmpty ? "" : sides.map { $0.filter { $0 != " " } }.joined(separator: ";") + ";"
    default: return ""
    }
  }
}
