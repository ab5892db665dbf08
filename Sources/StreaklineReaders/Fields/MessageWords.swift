/// The words of a message whose text is markup: what people see, without what it quotes.
enum MessageWords {
  private static let marks = [
    "<br", "<p>", "</p>", "<div", "</div>", "<blockquote", "<mx-reply", "<quote",
  ].map { Array($0.utf8) }
  private static let quoting: Set<String> = ["blockquote", "mx", "quote"]

  /// - Returns: The text as it is where it has no markup.
  static func plain(_ text: [UInt8]) -> [UInt8] {
    let text = inner(text) ?? text
    guard text.contains(UInt8(ascii: "<")), hasMarkup(text) else { return text }
    var tokens = MarkupTokens(text)
    var words: [UInt8] = []
    var quotes = 0
    while let token = tokens.next() {
      switch token {
      case .open(let name) where quoting.contains(name): quotes += 1
      case .close(let name) where quoting.contains(name): quotes = max(0, quotes - 1)
      case .open("br"), .close("p"), .close("div"), .close("li"):
        if quotes == 0 { words.append(0x0A) }
      case .text(let piece): if quotes == 0 { words += piece }
      default: break
      }
    }
    return words
  }

  /// The text in `{"text": "…"}`, as Feishu writes a message; `nil` for any other text.
  private static func inner(_ text: [UInt8]) -> [UInt8]? {
    guard text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return nil }
    let source = ByteSource(name: "", bytes: text)
    var objects = try? JSONObjects(source, isLines: false, dataStart: nil)
    guard let object = try? objects?.next(), object.own.count == object.fields.count else {
      return nil
    }
    return object["text"]
  }

  private static func hasMarkup(_ text: [UInt8]) -> Bool {
    text.indices.contains { index in
      text[index] == UInt8(ascii: "<") && marks.contains { text[index...].starts(with: $0) }
    }
  }

  /// Whether two texts have the same letters, digits and signs, or one has those of the other among its own.
  static func isSame(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let (left, right) = (visible(first), visible(second))
    return left.count < right.count ? right.contains(left) : left.contains(right)
  }

  private static func visible(_ text: [UInt8]) -> String {
    String(decoding: text.filter { $0 > 0x20 }, as: UTF8.self)
  }
}
