internal import StreaklineCore

/// Finds what shows that there are several people although it is no name: the end of a phone number (`…0123:`), a
/// question of an interview (`Q: …`), a place where somebody sits or lies (`Left end of the sofa:`, `Bed 2:`), the
/// author among others (`Vi, Di, me`), and marks that differ between shares (`🥇 Noon` and `🥈 Early`).
enum PersonSign {
  private static let authors: Set<String> = [
    "me", "myself", "ich", "moi", "yo", "io", "eu", "ik", "jag", "jeg", "я", "ben", "minä",
  ]
  /// Whether a word is one for the author: `me`. It must be in small letters.
  static func isAuthor(_ word: String) -> Bool { authors.contains(word) }

  private static let sides: Set<String> = [
    "left", "right", "links", "rechts", "gauche", "droite", "izquierda", "derecha", "sinistra",
    "destra", "esquerda", "direita", "lewa", "prawa",
  ]
  private static let medals: Set<Character> = ["🥇", "🥈", "🥉"]
  private static let places: Set<String> = [
    "bed", "table", "room", "seat", "desk", "lane", "flat", "apartment", "house", "bay", "cabin",
    "tent", "locker", "pod", "chair", "bett", "tisch", "zimmer", "platz", "lit", "chambre", "mesa",
    "cama", "habitación", "letto", "tavolo", "camera", "quarto", "kamer", "tafel",
  ]
  /// How many of the last digits of a phone number stand for a person: `…0123`.
  private static let phoneEnd = 3...5

  /// What in this one line shows that there are several people; `nil` where nothing does.
  static func first(in line: String) -> String? {
    endOfPhone(line) ?? phone(line) ?? authorAmongOthers(line) ?? side(line) ?? numbered(line)
      ?? (line.hasPrefix("Q: ") ? "Q" : nil)
  }

  /// A mark beside a share. Two marks of one kind that differ are two people's.
  struct Mark: Equatable {
    enum Kind {
      /// `🥇 Noon`.
      case medal
      /// `🇫🇷` alone.
      case flag
      /// `⬅️` and `➡️`, `<-` and `->`, as the two sides of a talk.
      case arrow
      /// `[N]`.
      case initial
      /// `[00:01:12] A:`, `08:14 B:`, `4B:`, `A:`, `A.`, `A`.
      case label
      /// `🐻` and `🦊`, `❤️` and `💙`.
      case picture
      /// `You got` and `I got`.
      case subject
    }

    let kind: Kind
    let sign: String

    /// Whether the mark is only a letter that may be the first one of a game: `W:` before a Wordle.
    func mayAbbreviate(_ share: BesideWords) -> Bool {
      kind == .label && sign.count == 1 && share.hasWord(startingWith: sign)
    }

    /// Whether the two marks are two people's.
    func differs(_ other: Mark) -> Bool { kind == other.kind && sign != other.sign }
  }

  /// The mark that a line is, or starts with.
  static func mark(_ line: String) -> Mark? {
    let line = trimmed(line[...])
    guard let first = line.first else { return nil }
    if medals.contains(first) {
      return line.contains(where: \.isLetter) ? Mark(kind: .medal, sign: String(first)) : nil
    }
    if let arrow = arrow(line) { return Mark(kind: .arrow, sign: arrow) }
    if let label = label(line) { return Mark(kind: .label, sign: label) }
    if line.count == 1,
      (BesideName.isPicture(first) && !moods.contains(first)) || hearts.contains(first)
    {
      return Mark(kind: .picture, sign: line)
    }
    if let subject = subject(line) { return Mark(kind: .subject, sign: subject) }
    if line.count == 1, first.unicodeScalars.count == 2,
      first.unicodeScalars.allSatisfy({ regionalIndicators.contains($0.value) })
    {
      return Mark(kind: .flag, sign: line)
    }
    guard line.count == 3, "[(".contains(first), "])".contains(line.last ?? " ") else { return nil }
    let letter = line.dropFirst().prefix(1)
    return letter.first?.isUppercase == true ? Mark(kind: .initial, sign: String(letter)) : nil
  }

  /// The arrow that a line starts with, as `<` or `>`.
  private static func arrow(_ line: String) -> String? {
    switch line.unicodeScalars.first?.value {
    case 0x2B05, 0x2190: return "<"
    case 0x27A1, 0x2192: return ">"
    default: break
    }
    let signs = line.prefix { "<>-=".contains($0) }
    guard signs.count < 4, signs.count == line.count || line.dropFirst(signs.count).first == " "
    else {
      return nil
    }
    return ["<", ">"].first { signs.contains($0) && signs.contains("<") != signs.contains(">") }
  }

  /// What stands for somebody before a colon: a letter after a time, or a number and a letter.
  private static func label(_ line: String) -> String? {
    let isLetter = line.count == 1 || line.count == 2 && line.last == "."
    if isLetter, line.first?.isLetter == true, line.first?.isUppercase == true {
      return String(line.prefix(1))
    }
    guard line.last == ":" else { return nil }
    let words = line.dropLast().split { " []()".contains($0) }
    guard let label = words.last, label.count < 4, label.last?.isUppercase == true,
      label.dropLast().allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    let isTimed = words.count == 2 && words[0].contains(":") && words[0].allSatisfy { !$0.isLetter }
    return isTimed && label.count == 1 || words.count == 1 ? String(label) : nil
  }

  /// Who has a result, in a line that says nothing else: `You got`.
  private static func subject(_ line: String) -> String? {
    let words = line.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
    guard words.count == 2, PresentedShare.isHaving(words[1]), subjects.contains(words[0]) else {
      return nil
    }
    // `I got` and `We got` are one author's.
    return UnexplainedWords.authors.contains(words[0]) || ["nous", "vi"].contains(words[0])
      ? "I" : words[0]
  }

  private static let subjects = OrdinaryWords.set(
    "i we you they he she ich wir du ihr er sie je nous tu vous il elle yo tú él ella eu ele ela ik jij jag han hon"
  )
  /// Animals for how fast or well somebody was, and for not looking.
  private static let moods: Set<Character> = [
    "🐢", "🐇", "🐰", "🐌", "🐎", "🐆", "🦥", "🙈", "🙉", "🙊", "🐐", "🦄", "🐣", "🐥",
  ]
  /// Hearts that two people may have as their colours.
  private static let hearts = Set("❤️❤🧡💛💚💙💜🖤🤍🤎🩷🩵🩶")

  private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// A phone number that is all of a line: `4915112345678`, `0151 234-5678:`. No day and no time in seconds.
  private static func phone(_ line: String) -> String? {
    let line = trimmed(line[...])
    let digits = line.filter { $0.isASCII && $0.isNumber }
    guard phoneLengths.contains(digits.count),
      line.allSatisfy({ $0.isNumber || " -()+:~.".contains($0) }),
      !line.contains(","), Int(digits).flatMap({ Day(dateInt: $0) }) == nil,
      FieldTime.read(Array(line.utf8)) == nil
    else { return nil }
    return line
  }

  private static let phoneLengths = 9...15

  /// `…0123:`, `***0123`, `xx-0123`.
  private static func endOfPhone(_ line: String) -> String? {
    let line = trimmed(line[...])
    let hidden = line.prefix { ".…*•xX".contains($0) }
    guard hidden.count > 1 || hidden == "…" else { return nil }
    let digits = line.dropFirst(hidden.count).drop { "- ".contains($0) }
    let end = digits.prefix { $0.isASCII && $0.isNumber }
    let isEnd = digits.dropFirst(end.count).allSatisfy { ": ".contains($0) }
    return phoneEnd.contains(end.count) && isEnd ? line : nil
  }

  /// `Vi, Di, me` and `Vi & me`; not `and me` of a sentence.
  private static func authorAmongOthers(_ line: String) -> String? {
    let parts = line.split(whereSeparator: { ",&/()+".contains($0) })
    // `Me, tired` is a sentence.
    let others = line.contains { "&+/".contains($0) } ? parts[...] : parts.dropFirst()
    guard parts.count > 1 else { return nil }
    return others.map(trimmed).first { authors.contains($0.lowercased()) }
  }

  /// `Left end of the sofa:`.
  private static func side(_ line: String) -> String? {
    guard trimmed(line[...]).last == ":",
      let word = line.split(whereSeparator: { !$0.isLetter }).first,
      sides.contains(word.lowercased())
    else { return nil }
    return String(word)
  }

  /// `Bed 2:`.
  private static func numbered(_ line: String) -> String? {
    let words = trimmed(line[...]).split(separator: " ").suffix(2)
    guard words.count == 2, let place = words.first, let number = words.last, number.last == ":",
      number.dropLast().allSatisfy({ $0.isLetter || $0.isNumber }),
      places.contains(place.lowercased())
    else { return nil }
    return place + " " + number.dropLast()
  }

  private static func trimmed(_ text: Substring) -> String {
    let rest = text.drop(while: \.isWhitespace)
    return String(
      rest[..<(rest.lastIndex { !$0.isWhitespace }.map(rest.index(after:)) ?? rest.startIndex)])
  }
}
