/// A line with which mail programs introduce a quotation: `On Mon, 4 Nov 2024 at 07:58, Bob
/// <bob@example.com> wrote:`, and the like in other languages.
///
/// Such a line has a date and ends with a colon. The name is after the date, or before the address; a verb is before or
/// after the name, or nowhere (`пт, 2 окт. 2026 г. в 08:04, Bob <bob@example.com>:`).
struct Attribution {
  /// Who is quoted; `nil` when the line does not show a name.
  let author: String?

  private static let maxLength = 300
  /// How much may be after the address: a verb, or a verb and the date.
  private static let longestEnd = 60
  /// Words with which lines start that have no address.
  private static let starts = [
    "On ", "Am ", "Le ", "El ", "Il ", "Op ", "Em ", "Den ", "W dniu ", "Dnia ", "Dne ", "În ",
    "In data ", "Στις ", "Pada ", "Vào ",
  ]

  /// Whether a line may be the first one of an attribution. Programs break long ones into two.
  static func mayStart(_ text: [UInt8], _ line: Range<Int>) -> Bool {
    guard (10...maxLength).contains(line.count), text[line].contains(where: { $0 &- 0x30 < 10 })
    else { return false }
    return starts.contains { text[line].starts(with: $0.utf8) }
      || text[line].contains(UInt8(ascii: "@"))
  }

  /// Whether a line ends as an attribution does.
  static func mayEnd(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: ":") || line.suffix(3).elementsEqual("：".utf8)
      || line.last.map { $0 >= 0x80 } ?? false && line.suffix(7).contains(UInt8(ascii: ":"))
  }

  /// - Parameter text: One line, or two joined by a blank.
  /// - Returns: `nil` for any other text.
  init?(_ bytes: [UInt8]) {
    guard (10...Self.maxLength).contains(bytes.count), Self.mayEnd(bytes[...]),
      bytes.contains(where: { $0 &- 0x30 < 10 })
    else { return nil }
    let line = Self.plain(bytes)
    guard line.hasSuffix(":") else { return nil }
    let text = line.dropLast()
    if let address = Self.address(text) {
      guard Self.isDated(text),
        text.distance(from: address.upperBound, to: text.endIndex) <= Self.longestEnd
      else { return nil }
      let name = Self.name(text[..<address.lowerBound])
      author = name.map(Self.withoutList) ?? Self.trimmed(text[address])
      return
    }
    let start = Self.starts.first { text.hasPrefix($0) }
    guard start != nil || Self.isDated(text) && Self.hasYear(text) else { return nil }
    let after = Self.afterDate(Self.words(text))
    guard after.contains(where: { Self.verbs.contains($0.lowercased()) }) else { return nil }
    let name = Self.withoutVerbs(after)
    guard !name.contains(where: { Self.own.contains($0.lowercased()) }) else { return nil }
    author = Self.trimmed(name.joined(separator: " ")[...])
  }

  /// The name without that of the mailing list that has sent it on: `Ann Lee via Puzzles`.
  private static func withoutList(_ name: String) -> String {
    name.firstRange(of: " via ").map { String(name[..<$0.lowerBound]) } ?? name
  }

  /// The line without signs of direction, and with plain blanks and colons.
  private static func plain(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let plain = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      switch scalar.value {
      case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: nil
      case 0xA0, 0x202F: " "
      case 0xFF1A: ":"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(plain)).trimmingCharacters(" \r")
  }

  /// Where the address in `<bob@example.com>` or `(bob@example.com)` is, with its brackets.
  private static func address(_ text: Substring) -> Range<Substring.Index>? {
    plainAddress(text) ?? maskedAddress(text)
  }

  /// The same of `<bob at example.com>`, as archives of mailing lists write it.
  private static func maskedAddress(_ text: Substring) -> Range<Substring.Index>? {
    guard let close = text.lastIndex(of: ">"), let open = text[..<close].lastIndex(of: "<") else {
      return nil
    }
    let words = text[open..<close].dropFirst().split(separator: " ")
    guard words.count == 3, words[1] == "at", words[2].contains(".") else { return nil }
    return open..<text.index(after: close)
  }

  private static func plainAddress(_ text: Substring) -> Range<Substring.Index>? {
    guard let at = text.lastIndex(of: "@"),
      let open = text[..<at].lastIndex(where: { "<([".contains($0) }),
      // A mail program may break the line after the bracket.
      !text[open..<at].dropFirst().drop(while: { $0 == " " }).contains(" "),
      let close = text[at...].firstIndex(where: { ">)]".contains($0) }),
      !text[at..<close].contains(" ")
    else { return nil }
    return open..<text.index(after: close)
  }

  /// Whether a text has a time of day or a year.
  private static func isDated(_ text: Substring) -> Bool {
    hasYear(text)
      || text.indices.contains { index in
        ":.h".contains(text[index]) && text[..<index].last?.isNumber == true
          && text[text.index(after: index)...].prefix(2).count(where: \.isNumber) == 2
      }
  }

  private static func hasYear(_ text: Substring) -> Bool {
    text.split { !$0.isASCII || !$0.isNumber }.contains { $0.count == 4 }
  }

  private static func words(_ text: Substring) -> [Substring] {
    text.split { " ,".contains($0) }
  }

  /// The name in the words before an address: `Bob Miller` of `On Mon, 4 Nov 2024 at 07:58, Bob Miller`.
  private static func name(_ text: Substring) -> String? {
    let name = withoutVerbs(afterDate(words(text))).joined(separator: " ")
    return trimmed(name[...])
  }

  /// The words after the last one of a date, a time or a zone.
  private static func afterDate(_ words: [Substring]) -> [String] {
    guard let last = words.lastIndex(where: isOfDate) else { return words.map(String.init) }
    return withoutPeriod(words[(last + 1)...].map(String.init))
  }

  /// Whether a word is of a date, a time or a zone: `08:04:11AM`, `2026年10月2日(金)`, `GMT+2`.
  private static func isOfDate(_ word: Substring) -> Bool {
    guard word.contains(where: { $0.isASCII && $0.isNumber }) else { return false }
    return word.first?.isNumber == true || "+-(".contains(word.first ?? " ")
      || word.hasPrefix("GMT") || word.hasPrefix("UTC")
  }

  /// Words without `AM`, `a. m.`, `Uhr` or a zone before the name.
  private static func withoutPeriod(_ words: [String]) -> [String] {
    var rest = words[...]
    while let first = rest.first {
      let plain = first.trimmingCharacters("()")
      let isHalf = ["a.", "p.", "μ.", "π."].contains(plain) && rest.dropFirst().first?.count == 2
      if isHalf {
        rest = rest.dropFirst(2)
      } else if HeadTime.isPeriod(plain) && plain.count > 1 || HeadTime.isZone(plain)
        || leading.contains(plain.lowercased())
      {
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    return Array(rest)
  }

  /// A name without the verbs before and after it.
  private static func withoutVerbs(_ words: [String]) -> [String] {
    var rest = words[...]
    while let first = rest.first, verbs.contains(first.lowercased()) { rest.removeFirst() }
    while let last = rest.last?.lowercased(), verbs.contains(last) || helping.contains(last) {
      rest.removeLast()
    }
    return Array(rest)
  }

  private static func trimmed(_ text: Substring) -> String? {
    let name = text.trimmingCharacters(", \"'()<>[]:")
    return name.isEmpty ? nil : name
  }

  /// Words between the date and the name.
  private static let leading: Set<String> = [
    "р.", "г.", "π.μ.", "μ.μ.", "r.", "ο/η", "ο", "η", "odesílatel", "użytkownik", "מאת", "kl.",
    "från", "fra",
    "по", "місцевим", "часом", "τις",
  ]
  private static let verbs = OrdinaryWords.set(
    """
    wrote writes schrieb geschrieben écrit escribió escriure scritto scrisse schreef escreveu skrev skrifaði napisał napisała
    napisał(a) napisał(-a) pisze írta kirjoitti yazdı yazmış scris писал написал написала написал(а) писал(а) пишет пише
    написав написала написав(ла) napsal napsala napsal(a) napísal napísal(a) έγραψε menulis viết kirjutas rašė rakstīja
    napisao napisala je escriví escrigué 写道 寫道 כתב כתבה
    """)
  /// Words before a verb after the name.
  private static let helping: Set<String> = [
    "a", "ha", "hat", "va", "ezt", "đã", "şunu", "şunları", "tarihinde", "je",
  ]
  /// What stands in the place of the name where nobody else has written.
  private static let own: Set<String> = ["i", "ich", "j'ai", "yo", "eu", "io", "ik", "jag", "jeg"]
}
