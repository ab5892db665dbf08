/// What an input is that is no prose: its words are values of fields, so nothing shows whose they are
/// before the fields are known.
enum Structure: String {
  case json = "JSON"
  case jsonLines = "JSON Lines"
  case script = "a script with data"
  case xml = "XML"
  case html = "a web page"
  case table = "a table"
  case rows = "a table without a row of names"
  case mails = "a mailbox"
  case subtitles = "a file of subtitles"
  case calendar = "a calendar or a list of contacts"
  case rich = "rich text (RTF)"
  case tex = "TeX"
  case roff = "a troff page"
  case sql = "SQL"
  case records = "a list of database records"
  case source = "a program's source"

  /// - Parameter head: The start of the input, without a byte order mark.
  /// - Returns: `nil` for prose.
  init?(_ head: [UInt8]) {
    guard let start = head.firstIndex(where: { $0 > 0x20 }) else { return nil }
    switch head[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let named = Self.named(head[start...]) {
        self = named
        return
      }
      guard Self.isJSON(head, from: start) else { return nil }
      self = Self.hasObjectsInLines(head, from: start) ? .jsonLines : .json
    case UInt8(ascii: "<"):
      guard let markup = Self.markup(head, from: start) ?? Self.named(head[start...]) else {
        return nil
      }
      self = markup
    default:
      if let named = Self.named(head[start...]) {
        self = named
      } else if Self.dataStart(head) != nil {
        self = .script
      } else if Self.isQuotedRows(head) {
        self = .rows
      } else if Self.isMailbox(head[start...]) {
        self = .mails
      } else if TableHeader(head) != nil {
        self = .table
      } else {
        return nil
      }
    }
  }

  // JSON.

  /// Whether JSON, or something that is written like it, starts at an index. `[07:58] Ann` is not JSON.
  private static func isJSON(_ head: [UInt8], from start: Int) -> Bool {
    var rest = Array(head[start...])
    let isCut = head.count >= cutHead
    let source = ByteSource(name: "", size: nil) { _ in
      defer { rest = [] }
      return rest
    }
    // Reading from memory cannot fail.
    guard var objects = try? JSONObjects(source, isLines: false, dataStart: nil) else {
      return false
    }
    while (try? objects.next()) != nil {}
    guard objects.problem != nil else { return true }
    return isCut && objects.position >= head.count - start || startsWithKey(head[start...])
  }

  /// From this size on a head may be cut off.
  private static let cutHead = 65_536

  /// Whether a brace with a key and a colon comes first, as in JSON that is broken or that only scripts
  /// read: `[{sender: 'Ann', …`.
  private static func startsWithKey(_ text: ArraySlice<UInt8>) -> Bool {
    let key = text.drop { $0 <= 0x20 || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    guard let brace = text[..<key.startIndex].last(where: { $0 > 0x20 }),
      brace == UInt8(ascii: "{"), let quote = key.first
    else { return false }
    let isQuoted = quote == 0x22 || quote == 0x27
    let name = key.dropFirst(isQuoted ? 1 : 0).prefix(80)
    let end = name.prefix { isQuoted ? $0 != quote && $0 != 0x0A : isNameByte($0) }
    guard !end.isEmpty else { return false }
    let rest = key[end.endIndex...].dropFirst(isQuoted ? 1 : 0)
    return rest.first { $0 > 0x20 } == UInt8(ascii: ":")
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x24
  }

  /// Whether the first line is a whole object and another one follows.
  private static func hasObjectsInLines(_ head: [UInt8], from start: Int) -> Bool {
    let end = endOfLine(in: head, from: start)
    let line = head[start..<end]
    guard let last = line.last(where: { $0 > 0x20 }), let first = line.first,
      last == first + 2
    else { return false }
    return head[end...].first { $0 > 0x20 } == first
  }

  /// Where data starts in a script or below other words: `window.YTD.tweets.part0 = [ {`, `const chat = {`,
  /// `show([{`, or a line with `[{"sender": …`.
  static func dataStart(_ head: [UInt8]) -> Int? {
    for line in lineRanges(of: head, in: 0..<head.count).prefix(dataLines) {
      guard let start = head[line].firstIndex(where: { $0 > 0x20 }) else { continue }
      if let data = dataStart(head, from: start) { return data }
    }
    return nil
  }

  /// In how many of the first lines data may start.
  private static let dataLines = 200

  private static func dataStart(_ head: [UInt8], from start: Int) -> Int? {
    if head[start] == UInt8(ascii: "[") || head[start] == UInt8(ascii: "{") {
      return startsWithKey(head[start...]) ? start : nil
    }
    let words = head[start...].prefix(200).prefix { byte in
      isNameByte(byte) || byte == 0x20 || byte == UInt8(ascii: ".")
    }
    guard let first = words.first, !(first &- 0x30 < 10), words.endIndex < head.count,
      head[words.endIndex] == UInt8(ascii: "=") || head[words.endIndex] == UInt8(ascii: "(")
    else { return nil }
    guard let data = head[(words.endIndex + 1)...].firstIndex(where: { $0 > 0x20 }),
      head[data] == UInt8(ascii: "[") || head[data] == UInt8(ascii: "{"),
      startsWithKey(head[data...])
    else { return nil }
    return data
  }

  /// Whether the first two rows have two cells or more, all in quotes.
  private static func isQuotedRows(_ head: [UInt8]) -> Bool {
    guard head.first == 0x22 else { return false }
    var rest = head
    let source = ByteSource(name: "", size: nil) { _ in
      defer { rest = [] }
      return rest
    }
    var rows = CSVRows(source, separator: CSVRows.separator(of: head))
    // Reading from memory cannot fail.
    guard let first = try? rows.next()?.content.get(), let second = try? rows.next()?.content.get(),
      first.count > 1, TableHeader(head) == nil
    else { return false }
    return first.count == second.count && (first + second).allSatisfy { $0.isQuoted }
  }

  // Markup.

  private static let webTags = [
    "!doctype", "html", "head", "body", "div", "table", "meta", "span", "p", "ul", "ol", "section",
    "article", "main", "style", "link", "title",
  ]

  private static func markup(_ head: [UInt8], from start: Int) -> Structure? {
    var rest = head[start...]
    while rest.starts(with: "<!--".utf8) {
      guard let end = rest.indices.first(where: { rest[$0...].starts(with: "-->".utf8) }) else {
        return nil
      }
      rest = rest[(end + 3)...].drop { $0 <= 0x20 }
    }
    if rest.starts(with: "<?xml".utf8) {
      return hasWebRoot(rest) ? .html : .xml
    }
    let name = String(
      decoding: rest.dropFirst().prefix(40).prefix {
        isNameByte($0) || $0 == 0x21 || $0 == 0x2D || $0 == 0x3A
      }, as: UTF8.self)
    guard !name.isEmpty, name.first?.isNumber == false,
      let end = rest.firstIndex(of: UInt8(ascii: ">")),
      let after = rest[(rest.startIndex + 1 + name.utf8.count)...].first,
      after <= 0x20 || after == UInt8(ascii: ">") || after == UInt8(ascii: "/")
    else { return nil }
    if webTags.contains(name.lowercased()) {
      return name.first == "!" || closes(rest[end...]) ? .html : nil
    }
    return closes(rest[end...]) || rest[..<end].last == UInt8(ascii: "/") ? .xml : nil
  }

  /// Whether the root below `<?xml … ?>` is that of a web page.
  private static func hasWebRoot(_ text: ArraySlice<UInt8>) -> Bool {
    let head = String(decoding: text.prefix(400), as: UTF8.self).lowercased()
    return head.contains("<html") || head.contains("<!doctype html")
  }

  /// Whether a tag is closed somewhere in the text.
  private static func closes(_ text: ArraySlice<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "<") && $1 == UInt8(ascii: "/") }
      || zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "/") && $1 == UInt8(ascii: ">") }
  }

  // Mail.

  /// Whether a text starts like an mbox: `From ann@example.com Fri May 17 …` above a mail's head.
  private static func isMailbox(_ text: ArraySlice<UInt8>) -> Bool {
    if MailboxReader.isMail(text) { return true }
    guard text.starts(with: "From ".utf8), let end = text.firstIndex(of: 0x0A) else { return false }
    let next = text[(end + 1)...].prefix(60).prefix { $0 != UInt8(ascii: ":") }
    return !next.isEmpty
      && next.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ">") }
      && next.endIndex < text.endIndex && text[next.endIndex] == UInt8(ascii: ":")
  }
}
