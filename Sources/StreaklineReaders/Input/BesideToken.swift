/// A part of a line beside a share, as far as it says who wrote the share: links, tags and pictures do
/// not, but for an animal that is all there is beside marks and times (`🦊:`).
enum BesideToken: Equatable {
  /// A number, a time or a date. Neighbours are one.
  case when
  case word(String)
  case mark(Character)

  private static let longestLine = 240

  /// - Parameter line: Longer ones are sentences and have no tokens.
  static func of(_ line: ArraySlice<UInt8>) -> [BesideToken] {
    guard line.count <= longestLine else { return [] }
    let text = Array(String(decoding: line, as: UTF8.self))
    let tokens = read(text, withPictures: false)
    let hasWords = tokens.contains { if case .word = $0 { true } else { false } }
    guard !hasWords, text.count(where: BesideName.isPicture) == 1 else { return tokens }
    return read(text, withPictures: true)
  }

  /// The parts of a line, with its picture of an animal or a person as one of them: `What 🦊 got:`. Empty where the
  /// line has no such picture, or several.
  static func withPicture(_ line: ArraySlice<UInt8>) -> [BesideToken] {
    // Pictures have four bytes, the first of which is 0xF0.
    guard line.count <= longestLine, line.contains(0xF0) else { return [] }
    let text = Array(String(decoding: line, as: UTF8.self))
    return text.count(where: BesideName.isPicture) == 1 ? read(text, withPictures: true) : []
  }

  private static func read(_ text: [Character], withPictures: Bool) -> [BesideToken] {
    var reader = Reader(text: text, readsPictures: withPictures)
    while reader.index < text.count { reader.read() }
    return joined(reader.found)
  }

  /// Joins what says when: `May 14, 2026 at 7:31 AM`, `2 hours ago`, `Aujourd’hui à 07:31`.
  private static func joined(_ tokens: [BesideToken]) -> [BesideToken] {
    var tokens = tokens.map { token in
      guard case .word(let word) = token else { return token }
      let plain = word.replacing("’", with: "'")
      return HeadTime.isDayWord(plain) || HeadTime.isZone(word) || HeadTime.isEdited(word)
        ? .when : token
    }
    for index in Array(tokens.indices) + tokens.indices.reversed() {
      guard case .word(let word) = tokens[index],
        isWhen(tokens, index - 1) || isWhen(tokens, index + 1)
      else { continue }
      if HeadTime.isMonth(word) || HeadTime.isUnit(word) || HeadTime.isPeriod(word)
        || HeadTime.isLink(word)
      {
        tokens[index] = .when
      }
    }
    return tokens.enumerated().filter { $0.element != .when || !isWhen(tokens, $0.offset - 1) }
      .map(\.element)
  }

  private static func isWhen(_ tokens: [BesideToken], _ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index] == .when
  }
}

extension BesideToken {
  private struct Reader {
    let text: [Character]
    /// Whether a picture may be somebody's name.
    let readsPictures: Bool
    var index = 0
    var found: [BesideToken] = []

    private static let sentenceMarks: Set<Character> = [
      ".", "!", "?", "…", "/", "\\", "=", "$", "%", "&", ";", "。", "！", "？", "¿", "¡",
    ]

    mutating func read() {
      let next = text[index]
      if isDigit(index) {
        readNumber()
      } else if next == "#", index + 1 < text.count, text[index + 1].isLetter {
        skipToBlank()
      } else if next.isLetter || "@_".contains(next) && isNamed(index + 1)
        || next == "+" && isDigit(index + 1)
      {
        readWord()
      } else if readsPictures, BesideName.isPicture(next) {
        index += 1
        found.append(.word(String(next)))
      } else {
        index += 1
        readMark(next)
      }
    }

    private func isDigit(_ index: Int) -> Bool {
      index < text.count && text[index].isASCII && text[index].isNumber
    }

    private func isNamed(_ index: Int) -> Bool {
      index < text.count && (text[index].isLetter || text[index] == "_" || isDigit(index))
    }

    private mutating func skipToBlank() {
      while index < text.count, !text[index].isWhitespace { index += 1 }
    }

    private mutating func readMark(_ mark: Character) {
      let plain = mark.unicodeScalars.first.map(Character.init) ?? mark
      if plain == ".", text[index...].starts(with: ".") { return append("…") }
      if let known = HeadTokens.marks[plain], known != "," { return append(known) }
      if Self.sentenceMarks.contains(plain) || ":<>[](){}|@-^~".contains(plain) { append(plain) }
    }

    private mutating func append(_ mark: Character) {
      guard found.last != .mark(mark), mark != "." || found.last != .mark("…") else { return }
      found.append(.mark(mark))
    }

    /// Reads a number, and what is glued to it: `2h`, `14th`, `2026-05-14T07:31:09Z`, `5月`.
    private mutating func readNumber() {
      while index < text.count {
        let isInside = isDigit(index + 1) && ":.,/-–T'h".contains(text[index])
        guard isDigit(index) || isInside else { break }
        index += 1
      }
      var letters = 0
      while index + letters < text.count, text[index + letters].isLetter { letters += 1 }
      let unit = String(text[index..<(index + letters)])
      if letters < 3 || HeadTime.isUnit(unit) { index += letters }
      if !unit.isEmpty { index = HeadTime.endOfBracketedDay(text, index) ?? index }
      if index < text.count, ".)".contains(text[index]), letters == 0 { index += 1 }
      found.append(.when)
    }

    private mutating func readWord() {
      let start = index
      let isPhone = text[index] == "+"
      if isPhone, found.last == .when, let end = endOfZone {
        index = end
        return
      }
      index += 1
      while index < text.count {
        let next = text[index]
        let isInside = "-'’@.".contains(next) && isNamed(index + 1)
        let isOfPhone = isPhone && " -()".contains(next) && (isDigit(index + 1) || next == " ")
        guard next.isLetter || next == "_" || isInside || isOfPhone || isDigit(index) else { break }
        if isDigit(index), !isPhone, isTime(index) { break }
        index += 1
      }
      let word = String(text[start..<index])
      if isLink(word) { return skipToBlank() }
      found.append(.word(word))
    }

    /// Where the zone ends that follows a time: `+0200`, `+02`, `+02:00`.
    private var endOfZone: Int? {
      let zone = text[(index + 1)...].prefix { $0.isASCII && $0.isNumber || $0 == ":" }
      let isFollowed = zone.endIndex < text.count && text[zone.endIndex].isLetter
      return [2, 4, 5].contains(zone.count) && !isFollowed ? zone.endIndex : nil
    }

    /// Whether a time is glued to the word before it: `Ann14/05/2026`.
    private func isTime(_ index: Int) -> Bool {
      guard !isDigit(index - 1) else { return false }
      let digits = text[index...].prefix { $0.isASCII && $0.isNumber }
      return digits.count < 5 && digits.endIndex < text.count
        && ":/.-".contains(text[digits.endIndex]) && isDigit(digits.endIndex + 1)
    }

    private func isLink(_ word: String) -> Bool {
      text[index...].starts(with: "://") || word.hasPrefix("www.")
        || !word.contains("@") && PersonName.isAddress(word)
    }
  }
}
