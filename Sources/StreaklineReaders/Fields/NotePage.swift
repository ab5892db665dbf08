/// A web page that may be one author's note: paragraphs and lists, without anything that programs write around what
/// several people say.
struct NotePage {
  /// A note has fewer bytes than this.
  static let longest = 1_048_576

  /// The words of the page, with its paragraphs on lines of their own.
  private(set) var text: [UInt8] = []
  /// What nobody sees: the page's title, its scripts and styles.
  private(set) var hiddenText: [UInt8] = []
  /// The words of the page below its title, which may say whose it is: `Ann Lee on Facebook`.
  var titledText: [UInt8] { hiddenText.isEmpty ? text : title + [0x0A] + text }
  private var title: [UInt8] = []
  /// The marks of the elements around each text with a share: classes, ids and sides.
  private var marks: Set<String> = []

  /// - Parameter scan: Tells where shares are.
  /// - Returns: `nil` where a name of a class, or an element, says that people speak on it, or a program has saved it
  ///   from the web.
  init?(_ page: [UInt8], _ scan: CandidateScan) {
    guard page.count <= Self.longest, !Self.isSaved(page) else { return nil }
    var tokens = MarkupTokens(page)
    var hidden = 0
    var open: [(name: String, mark: String)] = []
    while let token = tokens.next() {
      switch token {
      case .open(let name):
        let element = NoteElement(name, tokens)
        if element.isOfPeople { return nil }
        if Self.hidden.contains(name) { hidden += 1 }
        if name == "br" || Self.blocks.contains(name) { endLine() }
        // The end of a paragraph may be left out.
        if ["p", "li"].contains(name), open.last?.name == name { open.removeLast() }
        if !NoteElement.void.contains(name), !tokens.isEmptyElement {
          open.append((name, element.mark))
        }
      case .close(let name):
        if Self.hidden.contains(name) { hidden = max(0, hidden - 1) }
        if Self.blocks.contains(name) { endLine() }
        if let last = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(last...) }
      case .text(let piece):
        if hidden == 0 { text += piece } else { hiddenText += piece + [0x0A] }
        if open.last?.name == "title" { title += piece }
        if hidden == 0, scan.isPresent(in: piece, 0..<piece.count) {
          marks.insert(open.map(\.mark).joined())
        }
      }
    }
    guard marks.count < 2, !Self.namesPerson(title),
      !scan.isPresent(in: hiddenText, 0..<hiddenText.count)
    else { return nil }
  }

  /// Whether a browser has saved the page, or somebody has made it for others to see.
  private static func isSaved(_ page: [UInt8]) -> Bool {
    let head = String(decoding: page.prefix(65_536), as: UTF8.self).lowercased()
    return saving.contains { head.contains($0) }
  }

  private static let saving = [
    "saved from url", "property=\"og:", "property='og:", "property=og:", "name=\"twitter:",
    "name='twitter:", "name=\"author\"", "name='author'", "name=author", "rel=\"canonical\"",
    "rel='canonical'", "rel=canonical", "itemprop=\"author\"",
  ]

  /// Whether a title names a person, or a place where several people write.
  private static func namesPerson(_ title: [UInt8]) -> Bool {
    String(decoding: title.prefix(400), as: UTF8.self).split { !$0.isLetter }.contains { word in
      word.first?.isUppercase == true && GivenNames.starts(String(word))
        || sites.contains(word.lowercased())
    }
  }

  private static let sites: Set<String> = [
    "facebook", "twitter", "reddit", "instagram", "tumblr", "mastodon", "bluesky", "threads",
    "whatsapp", "telegram", "discord", "slack", "linkedin", "messenger", "blog", "forum", "forums",
    "tiktok", "profile", "thread", "chat", "messages", "conversation", "quora", "substack",
  ]

  private mutating func endLine() {
    if text.last != 0x0A, !text.isEmpty { text.append(0x0A) }
  }

  private static let hidden: Set<String> = ["head", "style", "script", "title"]
  private static let blocks: Set<String> = [
    "p", "div", "li", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr", "section",
    "article", "main",
  ]
}
