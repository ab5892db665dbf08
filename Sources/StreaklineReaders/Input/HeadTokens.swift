/// A part of a head such as `[3 May 2024, 15:04] Ana Ruiz:`.
enum HeadToken: Equatable {
  /// A time of day, a date, or how long ago.
  case time
  /// A weekday, `Yesterday`, `at`: it says when, but is no stamp.
  case day
  case word(String)
  case number(String)
  /// A sign between name, time and text; a line feed between two lines.
  case mark(Character)
  /// A sign that is in sentences and not in heads.
  case sentence
}

/// Cuts the words before a share, or a line above it, into the parts of a head.
struct HeadTokens {
  private let text: [Character]
  private var index = 0
  private var found: [HeadToken] = []

  static func of(_ words: String) -> [HeadToken] {
    var tokens = HeadTokens(text: Array(words))
    while tokens.index < tokens.text.count { tokens.read() }
    return joined(tokens.found)
  }

  private init(text: [Character]) {
    self.text = text
  }

  private static let sentenceMarks: Set<Character> = [
    ".", "!", "?", "…", "\"", "'", "/", "#", "\\", "^", ";", "{", "}", "$", "。", "！", "？",
  ]
  /// Signs of other scripts and the ones in ASCII that mean the same.
  static let marks: [Character: Character] = [
    "：": ":", "～": "~", "（": "(", "）": ")", "【": "[", "】": "]", "「": "[", "」": "]", "–": "-",
    "—": "-", "―": "-", "−": "-", "•": "•", "·": "•", "‧": "•", "∙": "•", "→": ">", "➡": ">",
    "➜": ">",
    "▶": ">", "▸": ">", "»": ">", "›": ">", "｜": "|", "│": "|", "，": ",",
  ]

  /// Whether a scalar is a bracket beyond ASCII: `【Ana】`.
  static func isBracket(_ scalar: Unicode.Scalar) -> Bool {
    marks[Character(scalar)].map { "([".contains($0) } ?? false
  }

  private mutating func read() {
    let next = text[index]
    if next == "\t" || next == "\n" {
      found.append(.mark(next))
      index += 1
    } else if next.isWhitespace || next == "," || next == "，" {
      index += 1
    } else if isDigit(index) {
      readNumber()
    } else if isWordStart(next) {
      readWord()
    } else {
      index += 1
      readMark(next)
    }
  }

  private mutating func readMark(_ mark: Character) {
    let plain = mark.unicodeScalars.first.map(Character.init) ?? mark
    if plain == "#", isDigit(index), !found.isEmpty { return }
    if Self.sentenceMarks.contains(plain) {
      found.append(.sentence)
    } else if let known = Self.marks[plain] {
      append(known)
    } else if plain.isASCII {
      append(plain)
    }
    // Emoji beside a name belong to it, and say nothing about the form.
  }

  /// Emphasis and rules of several signs are one mark.
  private mutating func append(_ mark: Character) {
    if found.last != .mark(mark) { found.append(.mark(mark)) }
  }

  private func isDigit(_ index: Int) -> Bool {
    text.indices.contains(index) && text[index].isASCII && text[index].isNumber
  }

  private func isWordStart(_ character: Character) -> Bool {
    character.isLetter
      || character == "_" && text.indices.contains(index + 1) && text[index + 1].isLetter
      || character == "+" && isDigit(index + 1)
  }

  /// Reads a word; signs within it belong to it: `O'Neill`, `J.R.`, `ann@example.org`.
  private mutating func readWord() {
    if text[index] == "+" { return readPhone() }
    // Reddit writes `u/ann`.
    if text[index...].starts(with: "u/"), text.count > index + 2, isWordStart(text[index + 2]) {
      index += 2
    }
    let start = index
    index += 1
    while index < text.count {
      let next = text[index]
      // Mattermost and others glue the time to a name: `ada8:00 AM`.
      if isClock(at: index), !isDigit(index - 1) { break }
      let isFollowed =
        index + 1 < text.count && (text[index + 1].isLetter || isDigit(index + 1))
      guard
        next.isLetter || isDigit(index) || next == "_" || "-'’@.".contains(next) && isFollowed
          || next == "." && index - start < 3
      else { break }
      index += 1
    }
    found.append(.word(String(text[start..<index])))
  }

  /// Reads a phone number: `+1 (212) 555-0100`. A date or a time may follow.
  private mutating func readPhone() {
    var number = "+"
    var isOpen = false
    index += 1
    while index < text.count {
      let next = text[index]
      if isDigit(index) {
        number.append(next)
      } else if next == "(" && isDigit(index + 1) || next == ")" && isOpen {
        isOpen = next == "("
      } else if next == " " {
        let digits = text[(index + 1)...].prefix { $0.isASCII && $0.isNumber }
        let isTime =
          digits.endIndex < text.count && ":/.h".contains(text[digits.endIndex])
          && !digits.isEmpty && digits.count < 5 && isDigit(digits.endIndex + 1)
        let isBracket = index + 1 < text.count && text[index + 1] == "("
        guard !digits.isEmpty && !isTime || isBracket && isDigit(index + 2) else { break }
      } else if next != "-" || !isDigit(index + 1) {
        break
      }
      index += 1
    }
    found.append(.word(number))
  }

  /// Reads a number, a time of day, a date in digits, or `2h`.
  private mutating func readNumber() {
    let start = index
    var separators: [Character] = []
    while index < text.count {
      let next = text[index]
      if isDigit(index) {
        index += 1
      } else if isDigit(index + 1),
        ":./-".contains(next)
          || next == "T" && separators.count == 2 || next == "h" && separators.isEmpty
      {
        separators.append(next)
        index += 1
      } else {
        break
      }
    }
    let number = String(text[start..<index])
    let parts = number.split { !$0.isNumber }
    if separators.contains(":") || separators == ["h"] || separators == ["."] && isClock(parts) {
      skipZone()
      found.append(.time)
    } else if separators.count > 1 {
      found.append(.time)
    } else if separators.count == 1 {
      // `3/5` may be a result as well as a day.
      found.append(.day)
    } else {
      readUnit(number)
    }
  }

  /// Whether `8:00` or `08:00` starts at an index.
  private func isClock(at index: Int) -> Bool {
    guard isDigit(index) else { return false }
    let colon = isDigit(index + 1) ? index + 2 : index + 1
    return text.indices.contains(colon) && text[colon] == ":" && isDigit(colon + 1)
      && isDigit(colon + 2)
  }

  /// Skips a zone after a time: `08:00:12Z`, `08:00:12+0200`, `8:00 AM CEST`.
  private mutating func skipZone() {
    guard index < text.count else { return }
    if text[index] == "Z" {
      index += 1
    } else if "+-".contains(text[index]), isDigit(index + 1) {
      index += 1
      while isDigit(index) || index < text.count && text[index] == ":" && isDigit(index + 1) {
        index += 1
      }
    }
  }

  private func isClock(_ parts: [Substring]) -> Bool {
    parts.allSatisfy { $0.count == 2 } && Int(parts[0]).map { $0 < 24 } ?? false
      && Int(parts[1]).map { $0 < 60 } ?? false
  }

  private mutating func readUnit(_ number: String) {
    let start = index
    var end = index
    while end < text.count, text[end].isLetter { end += 1 }
    let word = String(text[start..<end])
    if let first = word.first, "年月日년월일".contains(first) {
      index = start + 1
      index = HeadTime.endOfBracketedDay(text, index) ?? index
      found.append(.time)
    } else if HeadTime.isUnit(word) {
      index = end
      found.append(.time)
    } else if ["st", "nd", "rd", "th"].contains(word) {
      index = end
      found.append(.number(number))
    } else if !word.isEmpty {
      index = end
      found.append(.word(number + word))
    } else {
      // `3. Mai`
      if index < text.count, text[index] == "." { index += 1 }
      found.append(.number(number))
    }
  }

  /// Joins what is a time only together with its neighbours: `3 May 2024`, `8:00 AM`, `2 hours ago`.
  private static func joined(_ tokens: [HeadToken]) -> [HeadToken] {
    var tokens = tokens
    for (index, token) in tokens.enumerated() {
      guard case .word(let word) = token else { continue }
      let isDated = isNumber(tokens, index - 1) || isNumber(tokens, index + 1)
      if HeadTime.isMonth(word), isDated {
        tokens[index] = .time
      } else if HeadTime.isUnit(word), isNumber(tokens, index - 1) {
        tokens[index] = .time
      } else if HeadTime.isPeriod(word), isTime(tokens, index - 1) || isTime(tokens, index + 1) {
        tokens[index] = .time
      } else if HeadTime.isDayWord(word) || HeadTime.isEdited(word) || HeadTime.isZone(word) {
        tokens[index] = .day
      }
    }
    for index in tokens.indices {
      guard isTime(tokens, index - 1) || isTime(tokens, index + 1) else { continue }
      if isNumber(tokens, index) { tokens[index] = .time }
    }
    // What pages write beside the time: `12 points`, `| prev | next`.
    for index in tokens.indices {
      guard case .word(let word) = tokens[index], tokens.contains(.time) else { continue }
      if HeadTime.isCount(word), isNumber(tokens, index - 1) {
        tokens[index - 1] = .day
        tokens[index] = .day
      } else if HeadTime.isPageLink(word), index > 0, tokens[index - 1] == .mark("|") {
        tokens[index] = .day
      }
    }
    for index in tokens.indices.reversed() {
      guard case .word(let word) = tokens[index], HeadTime.isLink(word) else { continue }
      if isWhen(tokens, index + 1) || word == "ago" && isWhen(tokens, index - 1) {
        tokens[index] = .day
      }
    }
    return tokens
  }

  private static func isNumber(_ tokens: [HeadToken], _ index: Int) -> Bool {
    guard tokens.indices.contains(index), case .number = tokens[index] else { return false }
    return true
  }

  private static func isTime(_ tokens: [HeadToken], _ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index] == .time
  }

  private static func isWhen(_ tokens: [HeadToken], _ index: Int) -> Bool {
    tokens.indices.contains(index) && (tokens[index] == .time || tokens[index] == .day)
  }
}
