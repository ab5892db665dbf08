internal import StreaklineCore

/// A line of a text that may hold a share, and the words before it.
struct HeadLine {
  private static let longestHead = 160
  private static let longestField = 100

  let range: Range<Int>
  /// Where a share starts; `nil` where none does.
  let share: Int?
  /// The words before the share, or the whole line, without marks of lists and quotations before them.
  let words: Range<Int>
  /// The mark of a list, a heading or emphasis before the words: `-`, `##`, `0.` for any number.
  let list: String
  let isBlank: Bool
  /// Whether the line says whose words follow, so that they count for that person: a mail's `On … wrote:`.
  let isStamp: Bool

  init(_ text: [UInt8], _ range: Range<Int>, _ scan: CandidateScan) {
    self.range = range
    share = scan.positions(in: text, range).first
    let start = Self.start(text, range)
    words = start..<max(start, share ?? range.upperBound)
    list = String(
      String(decoding: text[range.lowerBound..<start].prefix(Self.longestHead), as: UTF8.self)
        .compactMap { $0.isASCII && $0.isNumber ? "0" : "-#*_.)•·—–~".contains($0) ? $0 : nil })
    isBlank = text[range].isBlank
    isStamp =
      CopiedStamp(text, range) != nil || MailHead.isSeparator(text[range])
      || Attribution.mayEnd(text[range]) && Attribution(Array(text[range])) != nil
      || MailHead.starts(text, words, isChat: false)
  }

  /// The parts of the words. A line of nothing but tiles is a sentence, one with a dash is a dash.
  func tokens(_ text: [UInt8]) -> [HeadToken] {
    guard words.count <= Self.longestHead || share != nil else { return [.sentence] }
    if words.isEmpty { return list.isEmpty ? [.sentence] : [.mark("-")] }
    return HeadTokens.of(String(decoding: text[words].prefix(Self.longestHead), as: UTF8.self))
  }

  /// Whether the words before the share name its field: `text: Wordle …`.
  func isField(_ text: [UInt8]) -> Bool {
    text[words].last { $0 != 0x20 && $0 != 0x22 } == UInt8(ascii: ":")
  }

  /// Whether a line is drawn: `=====` below a name.
  func isRule(_ text: [UInt8]) -> Bool {
    let marks = text[range].filter { $0 != 0x20 && $0 != 0x0D }
    return marks.count > 2 && marks.allSatisfy { "=-_*~".utf8.contains($0) }
  }

  /// Who wrote what follows, in a line that ends with the verb: `In article <1@example.org>, Ana writes:`.
  func speaker(_ text: [UInt8]) -> NamedHead? {
    guard !isStamp, range.count <= Self.longestHead else { return nil }
    let line = String(decoding: text[words], as: UTF8.self).trimmingCharacters(" *_\r")
    let lower = line.lowercased()
    if let start = Self.origins.first(where: { lower.hasPrefix($0) }) {
      return NamedHead(quoted: String(line.dropFirst(start.count)))
    }
    for verb in Self.verbs {
      guard let end = lower.firstRange(of: verb) else { continue }
      let rest = lower[end.upperBound...]
      guard rest.isEmpty || rest.first == " " && rest.contains(where: \.isNumber),
        !Self.own.contains(String(lower[..<end.lowerBound]))
      else { return nil }
      return NamedHead(quoted: String(line.prefix(lower[..<end.lowerBound].count)))
    }
    return nil
  }

  /// Whoever wrote the share above, in MetaFilter's `posted by ana at 8:00 AM`.
  func poster(_ text: [UInt8]) -> NamedHead? {
    let line = String(decoding: text[words].prefix(Self.longestHead), as: UTF8.self)
    let start = "posted by "
    guard line.lowercased().hasPrefix(start),
      let name = line.dropFirst(start.count).split(separator: " ").first
    else { return nil }
    return NamedHead(below: start, name: String(name))
  }

  /// What forums write before the name of an author whom they quote.
  private static let origins = ["originally posted by ", "forwarded from ", "quote from: "]
  /// What ends the head of a quotation.
  private static let verbs = [
    " wrote:", " writes:", " said:", " schrieb:", " schreibt:", " hat geschrieben:", " hat gesagt:",
    " skrev:", " pisze:",
    " napisał:", " napisała:", " napisał(a):", " написал:", " написала:", " написал(а):",
    " писал(а):", " kirjoitti:",
    " napsal:", " napsal(a):", " írta:", " yazdı:", " a scris:", " a écrit :", " a écrit:",
    " escribió:", " ha scritto:", " escreveu:", " schreef:",
  ]
  /// What stands before the verb where no name does.
  private static let own: Set<String> = ["i", "ich", "yo", "eu", "io", "ik", "me"]

  /// The sender in the fields before a share in a row of a table: `2024-05-17⇥in⇥+1 212⇥Ana⇥Wordle …`. Where no
  /// field has a name, whether the message was sent is as much: others have written what was received.
  func row(_ text: [UInt8]) -> NamedHead? {
    let before = String(decoding: text[words].prefix(Self.longestHead), as: UTF8.self)
    let separators: [Character] = ["\t", "|", ",", ";"]
    guard let separator = separators.first(where: { before.contains($0) }) else { return nil }
    let fields = before.split(separator: separator, omittingEmptySubsequences: true).map {
      $0.trimmingCharacters(" \"")
    }
    guard fields.count > 1, fields.contains(where: { NamedHead.isTime(HeadTokens.of($0)) }) else {
      return nil
    }
    let directions = fields.filter { Self.directions.contains($0.lowercased()) }
    let names = fields.filter {
      !directions.contains($0) && ($0.hasPrefix("+") || PersonName.isName($0))
    }
    guard !names.isEmpty || !directions.isEmpty else { return nil }
    return NamedHead(row: String(separator), (directions + names).joined(separator: " "))
  }

  private static let directions: Set<String> = [
    "in", "out", "from", "to", "incoming", "outgoing", "sent", "received", "inbox", "read",
  ]

  /// The author of what a forum quotes: `[quote=Ana]`, `[QUOTE="Ana, post: 12"]`, `[quote author=Ana]`.
  func quoted(_ text: [UInt8]) -> NamedHead? {
    guard let (quotation, _) = EnclosedQuotation.start(text[words]), !quotation.isFence else {
      return nil
    }
    return NamedHead(quoted: quotation.origin.author ?? "")
  }

  /// The sender in `sender: Ana`, as YAML and lists of fields have it.
  func field(_ text: [UInt8]) -> NamedHead? {
    guard words.count <= Self.longestField,
      let colon = text[words].firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    let field = FieldName(String(decoding: text[words.lowerBound..<colon], as: UTF8.self))
    let isMail = field.words.last == "from" || field.words == ["von"]
    guard field.words.count <= 2, isMail || field.senderStrength.map({ $0 > .weak }) ?? false
    else { return nil }
    let value = String(decoding: text[(colon + 1)..<words.upperBound], as: UTF8.self)
    let trimmed = value.trimmingCharacters(" *\r")
    let isQuoted = trimmed.first.map { "\"“'".contains($0) } ?? false
    let name = (isQuoted ? trimmed.dropFirst() : trimmed[...])
      .prefix { $0 != "<" && !(isQuoted && "\"”'".contains($0)) }.trimmingCharacters(" \"'*")
    return NamedHead(field: name.isEmpty ? value.trimmingCharacters(" <>\r") : name)
  }

  /// Where a line's words start: after marks of quotation, lists and emphasis, and after symbols: `> `, `• `,
  /// `2. `, `👩 `.
  private static func start(_ text: [UInt8], _ line: Range<Int>) -> Int {
    var start = line.lowerBound
    while start < line.upperBound {
      let byte = text[start]
      if byte < 0x80 {
        guard " \t>*_-|#~".utf8.contains(byte) else { break }
        start += 1
      } else {
        let character = text[start..<line.upperBound].prefix(4)
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first,
          !scalar.properties.isAlphabetic, !HeadTokens.isBracket(scalar)
        else { break }
        start += min(UTF8.width(scalar), line.upperBound - start)
      }
    }
    let digits = text[start..<line.upperBound].prefix { $0 &- 0x30 < 10 }
    let mark = text[digits.endIndex..<line.upperBound].prefix(2)
    let isNumber = mark.elementsEqual(". ".utf8) || mark.elementsEqual(") ".utf8)
    return (1...2).contains(digits.count) && isNumber ? mark.endIndex : start
  }
}

extension StringProtocol {
  /// The text without characters of a set at both ends.
  func trimmingCharacters(_ marks: String) -> String {
    let start = drop { marks.contains($0) }
    return String(start.reversed().drop { marks.contains($0) }.reversed())
  }
}
