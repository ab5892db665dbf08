/// A line with which mail programs introduce a quotation: `On Mon, 4 Nov 2024 at 07:58, Bob
/// <bob@example.com> wrote:`, and the like in other languages.
///
/// The forms are those that public parsers of replies know (email_reply_parser, mail-parser-reply).
struct Attribution {
  /// Who is quoted; `nil` when the line does not show a name.
  let author: String?

  private static let maxLength = 300
  /// First word, and the word that says who wrote; the name follows it, or is before it.
  private static let forms: [(start: String, verb: String, isNameLast: Bool)] = [
    ("On ", " wrote:", false), ("Am ", " schrieb ", true), ("Le ", " a écrit :", false),
    ("Le ", " a écrit\u{A0}:", false), ("Le ", " a écrit:", false), ("El ", " escribió:", false),
    ("Il ", " ha scritto:", false), ("Op ", " schreef ", true), ("Em ", " escreveu:", false),
  ]

  /// Whether a line may be the first one of an attribution. Programs break long ones into two.
  static func mayStart(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    guard line.count >= 10, text[line].contains(where: { $0 &- 0x30 < 10 }) else { return false }
    return forms.contains { text[line].starts(with: $0.start.utf8) }
  }

  /// - Parameter text: One line, or two joined by a blank.
  /// - Returns: `nil` for any other text.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maxLength, bytes.last == UInt8(ascii: ":") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    for form in Self.forms where text.hasPrefix(form.start) {
      if form.isNameLast, let verb = text.firstRange(of: form.verb) {
        author = Self.name(text[verb.upperBound...].dropLast())
        return
      }
      if !form.isNameLast, text.hasSuffix(form.verb) {
        let rest = text.dropLast(form.verb.count)
        author = Self.name(rest[Self.endOfDate(rest)...])
        return
      }
    }
    return nil
  }

  /// Where the name may start: after the last time of day, else after the last comma.
  private static func endOfDate(_ text: Substring) -> Substring.Index {
    var index = text.endIndex
    while let colon = text[..<index].lastIndex(where: { $0 == ":" || $0 == "." }) {
      index = colon
      let minute = text[text.index(after: colon)...].prefix { $0.isASCII && $0.isNumber }
      guard minute.count == 2, text[..<colon].last?.isNumber == true else { continue }
      return endOfPeriod(text[minute.endIndex...])
    }
    return text.lastIndex(of: ",").map(text.index(after:)) ?? text.endIndex
  }

  /// After `AM`, `p.m.` or `Uhr`, if the text starts with one of them.
  private static func endOfPeriod(_ text: Substring) -> Substring.Index {
    let word = text.drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
    let period = ["am", "pm", "a.m.", "p.m.", "a. m.", "p. m.", "uhr"].first { period in
      let next = word.dropFirst(period.count).first
      return word.prefix(period.count).lowercased() == period && next?.isLetter != true
    }
    return period.map { word.index(word.startIndex, offsetBy: $0.count) } ?? text.startIndex
  }

  /// `Bob Miller` of `, Bob Miller <bob@example.com>`; the address where there is no name.
  private static func name(_ text: Substring) -> String? {
    let marks: Set<Character> = [",", " ", "\u{A0}", "\u{202F}", "\"", "(", ")", "<", ">"]
    func trimmed(_ text: Substring) -> String {
      let start = text.drop { marks.contains($0) }
      return String(start.reversed().drop { marks.contains($0) }.reversed())
    }
    let open = text.firstIndex(of: "<") ?? text.endIndex
    let name = trimmed(text[..<open])
    if !name.isEmpty { return name }
    let address = trimmed(text[open...])
    return address.isEmpty ? nil : address
  }
}
