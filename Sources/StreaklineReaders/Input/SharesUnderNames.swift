/// Tells a chat whose form no reader knows by its shares: they stand below heads of one form with
/// different names.
///
/// Heads are `Mum: Wordle …`, `Ana 15:04: …`, `<nick1> …`, `May 3, 2024, 3:05 PM - Bo: …`, and a name above
/// a line such as `Yesterday 9:43 AM`. The time may also be in words or brackets before the name:
/// `[May 3, 2024 at 3:05 PM] Bo: …`, `[Yesterday 9:43 AM] Bo`, `15:04:09 From Bo to Everyone:`. Words that are
/// nobody's name (weekdays, `Score`, `Round 1`) are no heads: many games and diaries write them.
struct SharesUnderNames {
  /// The line of the second person's head, counted from 1.
  let line: Int

  private static let maxLines = 5_000
  private static let longestHead = 160

  /// - Parameter head: The start of a text that no reader recognises.
  /// - Returns: `nil` unless shares stand below heads with two names.
  init?(_ head: [UInt8], _ scan: CandidateScan) {
    let lines = Array(lineRanges(of: head, in: 0..<head.count).prefix(Self.maxLines))
    var names: [String: String] = [:]
    for (number, range) in lines.enumerated() {
      let line = Self.unquoted(head, range)
      guard !line.isEmpty, let found = Self.head(head, line, number, lines) else { continue }
      let name = Array(found.name.utf8)
      guard !scan.isPresent(in: name, 0..<name.count), Self.isName(found.name),
        !Self.isLegend(head, found),
        Self.hasShare(
          head, found.rest, number, lines,
          isSpoken: found.form.hasSuffix(":") || found.form.hasSuffix("<>"), scan)
      else { continue }
      if let known = names[found.form], known != found.name {
        self.line = number + 1
        return
      }
      names[found.form] = found.name
    }
    return nil
  }

  private struct Head {
    let form: String
    let name: String
    /// Where the words after the head start and end; empty when they are on the next line.
    let rest: Range<Int>
  }

  /// A line without marks of quotation, lists and emphasis before it, and without symbols: `> `, `• `, `2. `, `👩 `.
  private static func unquoted(_ text: [UInt8], _ line: Range<Int>) -> Range<Int> {
    var start = line.lowerBound
    while start < line.upperBound {
      let byte = text[start]
      if byte < 0x80 {
        guard " \t>*_-|#".utf8.contains(byte) else { break }
        start += 1
      } else {
        let character = text[start..<line.upperBound].prefix(4)
        guard let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first,
          !scalar.properties.isAlphabetic
        else { break }
        start += min(UTF8.width(scalar), line.upperBound - start)
      }
    }
    let digits = text[start..<line.upperBound].prefix { $0 &- 0x30 < 10 }
    let mark = text[digits.endIndex..<line.upperBound].prefix(2)
    let isNumber = mark.elementsEqual(". ".utf8) || mark.elementsEqual(") ".utf8)
    if (1...2).contains(digits.count), isNumber { start = mark.endIndex }
    return start..<line.upperBound
  }

  /// Whether a share starts in the words after a head, or on the next line with words.
  ///
  /// - Parameter isSpoken: Whether words may come before it.
  private static func hasShare(
    _ text: [UInt8], _ rest: Range<Int>, _ number: Int, _ lines: [Range<Int>],
    isSpoken: Bool, _ scan: CandidateScan
  ) -> Bool {
    if !text[rest].isBlank {
      let words = Array(text[rest].drop { $0 == 0x20 })
      // A table or a list in code has signs such as `|` between words of which one may be a game's name.
      let end = isSpoken ? words.count : min(words.count, 4)
      return scan.isPresent(in: words, 0..<end)
    }
    guard let next = lines[(number + 1)...].first(where: { !text[$0].isBlank }) else {
      return false
    }
    let line = Array(text[unquoted(text, next)])
    return scan.isPresent(in: line, 0..<min(line.count, 8))
  }

  // The forms.

  private static func head(
    _ text: [UInt8], _ line: Range<Int>, _ number: Int, _ lines: [Range<Int>]
  ) -> Head? {
    if let day = dayWord(text, line, number, lines) { return day }
    if let key = key(text, line, number, lines) { return key }
    let start = afterStamp(text, line)
    let isStamped = start > line.lowerBound
    if start < line.upperBound, text[start] == UInt8(ascii: "<") {
      return nick(text, start..<line.upperBound, isStamped)
    }
    return named(text, start..<line.upperBound, isStamped)
  }

  /// `<nick1> words`, `<@op> words`.
  private static func nick(_ text: [UInt8], _ range: Range<Int>, _ isStamped: Bool) -> Head? {
    guard let end = text[range].prefix(50).firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let mark = text[range.lowerBound + 1]
    // `<@123>` is a mention where no time stands before it.
    guard isStamped || mark != UInt8(ascii: "@") else { return nil }
    let name = String(
      decoding: text[(range.lowerBound + 1)..<end].drop { "@+%&~! ".utf8.contains($0) },
      as: UTF8.self)
    guard !name.isEmpty, !name.contains(where: { "/:<#".contains($0) }) else { return nil }
    return Head(form: isStamped ? "stamp <>" : "<>", name: name, rest: end + 1..<range.upperBound)
  }

  /// `Ana: words`, `Ana 15:04: words`, `[Ana] words`, `Ana | words`.
  private static func named(_ text: [UInt8], _ range: Range<Int>, _ isStamped: Bool) -> Head? {
    let isBracketed =
      range.lowerBound < range.upperBound && text[range.lowerBound] == UInt8(ascii: "[")
    let start = range.lowerBound + (isBracketed ? 1 : 0)
    let words = text[start..<range.upperBound].prefix(longestHead)
    let closing: [UInt8] = isBracketed ? [0x5D] : [0x3A, 0x7C, 0x3E, 0x09]
    guard var end = words.firstIndex(where: { closing.contains($0) }) else {
      return isStamped ? alone(text, range) : nil
    }
    var shown = words[..<end]
    var form = isBracketed ? "[]" : String(Unicode.Scalar(text[end]))
    if !isBracketed, text[end] == UInt8(ascii: ":"), let clock = clockStart(text, start, end) {
      // The colon is in the time: `Ana 15:04: words`.
      var cursor = ByteCursor(text, clock..<words.endIndex)
      guard skipClock(&cursor) else { return nil }
      _ = cursor.skip(ascii: ")") || cursor.skip(ascii: "]")
      guard cursor.skip(ascii: ":") else { return nil }
      shown = words[..<clock]
      end = cursor.index - 1
      form = "clock:"
    }
    var name = String(decoding: shown, as: UTF8.self).trimming(" *_(),[~-")
    if isStamped { name = addressed(name) }
    return Head(
      form: (isStamped ? "stamp " : "") + form, name: name, rest: end + 1..<range.upperBound)
  }

  /// A name alone after a time in brackets: `[Yesterday 9:43 AM] Ana Ruiz`.
  private static func alone(_ text: [UInt8], _ range: Range<Int>) -> Head? {
    let before = text[..<range.lowerBound].suffix(2)
    guard before.contains(UInt8(ascii: "]")) || before.contains(UInt8(ascii: ")")) else {
      return nil
    }
    let name = String(decoding: text[range], as: UTF8.self).trimming(" *_")
    return Head(form: "stamp", name: name, rest: range.upperBound..<range.upperBound)
  }

  /// The sender in `From Ana Ruiz to Everyone`, as Zoom writes it.
  private static func addressed(_ words: String) -> String {
    guard words.hasPrefix("From ") else { return words }
    let parts = words.dropFirst(5).split(separator: " ")
    let names = parts.prefix { $0.lowercased() != "to" }
    return names.joined(separator: " ")
  }

  /// Where a time starts of whose colon the index is known, after a name and a blank.
  private static func clockStart(_ text: [UInt8], _ start: Int, _ colon: Int) -> Int? {
    let digits = text[start..<colon].suffix(2).reversed().prefix { $0 &- 0x30 < 10 }.count
    guard digits > 0, colon - digits > start, [0x20, 0x28, 0x5B].contains(text[colon - digits - 1])
    else { return nil }
    return colon - digits
  }

  private static let days = [
    "today", "yesterday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "heute",
    "gestern", "hier", "aujourd'hui", "hoy", "ayer", "oggi", "ieri", "hoje", "ontem",
  ]

  /// A name at the start of a block, above a line that is a day in words and a time.
  private static func dayWord(
    _ text: [UInt8], _ line: Range<Int>, _ number: Int, _ lines: [Range<Int>]
  ) -> Head? {
    guard line.count <= 40, number > 0 else { return nil }
    // Discord's name and time have a line with a dash between them.
    if number > 1, isDash(text[lines[number - 1]]) {
      guard afterStamp(text, line) == line.upperBound else { return nil }
      let name = String(decoding: text[unquoted(text, lines[number - 2])], as: UTF8.self)
      return Head(
        form: "dash", name: name.trimming(" *_"), rest: line.upperBound..<line.upperBound)
    }
    guard number == 1 || text[lines[number - 2]].isBlank else { return nil }
    let words = String(decoding: text[line], as: UTF8.self).lowercased()
    guard let day = days.first(where: { words.hasPrefix($0) }) else { return nil }
    let clock = words.dropFirst(day.count).trimming(" ,").replacing("at ", with: "").replacing(
      "um ", with: "")
    let bytes = Array(clock.utf8)
    var cursor = ByteCursor(bytes, 0..<bytes.count)
    guard ClockTime.read(&cursor) != nil, cursor.next == nil else { return nil }
    let name = String(decoding: text[unquoted(text, lines[number - 1])], as: UTF8.self).trimming(
      " *_")
    return Head(form: "day", name: name, rest: line.upperBound..<line.upperBound)
  }

  private static func isDash(_ line: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: line, as: UTF8.self).trimming(" ")
    return words == "—" || words == "–" || words == "-"
  }

  /// Skips `15:04`, `3:04:09 PM`; a colon may follow.
  private static func skipClock(_ cursor: inout ByteCursor) -> Bool {
    var rest = cursor
    guard rest.number(1...2) != nil, rest.skip(ascii: ":"), rest.number(2...2) != nil else {
      return false
    }
    cursor = rest
    if rest.skip(ascii: ":"), rest.number(2...2) != nil { cursor = rest }
    rest = cursor
    rest.skipBlanks()
    for period in ["AM", "PM", "am", "pm", "a.m.", "p.m."] where rest.skip(word: period) {
      cursor = rest
    }
    return true
  }

  /// `sender: Ana` above the field of a text, as YAML and lists of fields have it.
  private static func key(
    _ text: [UInt8], _ line: Range<Int>, _ number: Int, _ lines: [Range<Int>]
  ) -> Head? {
    guard line.count <= 100, let colon = text[line].firstIndex(of: UInt8(ascii: ":")) else {
      return nil
    }
    let field = FieldName(String(decoding: text[line.lowerBound..<colon], as: UTF8.self))
    guard field.words.count <= 2, field.words != ["from"], field.words != ["von"],
      let strength = field.senderStrength, strength > .weak
    else { return nil }
    let name = String(decoding: text[(colon + 1)..<line.upperBound], as: UTF8.self)
    let below = lines[min(number + 1, lines.count)...].prefix(4)
    let end = below.prefix { !text[$0].isBlank }.last?.upperBound ?? line.upperBound
    return Head(
      form: "key:", name: name.trimming(" \"'*"), rest: min(line.upperBound + 1, end)..<end)
  }

  // Stamps.

  private static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mär",
    "mai", "okt", "dez", "fév",
    "avr", "aoû", "déc", "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set", "ott",
    "fev", "out", "juin", "juil",
  ]

  /// The end of a date and a time at the start of a line, with the sign after them; the line's start where
  /// there are none.
  private static func afterStamp(_ text: [UInt8], _ line: Range<Int>) -> Int {
    let limit = min(line.upperBound, line.lowerBound + 60)
    var index = line.lowerBound
    var hasClock = false
    while index < limit {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        var cursor = ByteCursor(text, index..<line.upperBound)
        if skipClock(&cursor) {
          hasClock = true
          index = cursor.index
          if index < limit, text[index] == UInt8(ascii: ":") { index += 1 }
        } else {
          index += 1
        }
      } else if "[](),./- \t".utf8.contains(byte)
        || byte == UInt8(ascii: "T") && index > line.lowerBound && text[index - 1] &- 0x30 < 10
      {
        index += 1
      } else if !hasClock, let end = monthEnd(text, index, limit) ?? dayEnd(text, index, limit) {
        index = end
      } else {
        break
      }
    }
    return hasClock ? index : line.lowerBound
  }

  /// The end of a weekday, of a word such as `Yesterday`, or of `at`.
  private static func dayEnd(_ text: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    let word = text[start..<limit].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x80 }
    guard !word.isEmpty else { return nil }
    let letters = String(decoding: word, as: UTF8.self).lowercased()
    return days.contains(letters) || weekdays.contains(letters) || linking.contains(letters)
      ? word.endIndex : nil
  }

  private static let weekdays: Set<String> = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "montag", "dienstag", "mittwoch",
    "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi", "jeudi",
    "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes",
    "sábado", "domingo",
  ]
  private static let linking: Set<String> = ["at", "um", "à", "às", "alle", "kl", "de", "om"]

  private static func monthEnd(_ text: [UInt8], _ start: Int, _ limit: Int) -> Int? {
    let word = text[start..<limit].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x80 }
    guard word.count >= 3 else { return nil }
    let letters = String(decoding: word, as: UTF8.self).lowercased()
    return months.contains(String(letters.prefix(3))) || months.contains(String(letters.prefix(4)))
      ? word.endIndex : nil
  }

  // Names.

  /// What may be somebody's name: one to four words with large letters first, or one in small letters.
  static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard (1...4).contains(parts.count), name.utf8.count <= 40, let first = name.first,
      first.isLetter || first == "+" || first == "@" || first == "_",
      !name.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation }),
      !name.contains(where: { "/#?!…=()[]{}\"%&;".contains($0) }),
      parts.count == 1 || parts.allSatisfy({ $0.first?.isLowercase == false }) || !first.isASCII
    else { return false }
    let words = name.lowercased().split { !$0.isLetter }.map(String.init)
    return !words.contains { noNames.contains($0) || days.contains($0) }
  }

  /// Whether a head explains signs of a share: `less6:🟩`.
  private static func isLegend(_ text: [UInt8], _ head: Head) -> Bool {
    guard head.form == ":", head.name.first != "+", head.name.contains(where: \.isNumber),
      let first = text[head.rest].first(where: { $0 > 0x20 })
    else { return false }
    return !(0x61...0x7A).contains(first | 0x20) && first != UInt8(ascii: "#")
  }

  /// Words before a colon that are nobody's name.
  private static let noNames: Set<String> = [
    "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "mo", "di", "mi",
    "do", "fr", "sa", "so",
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "lundi",
    "mardi", "mercredi",
    "jeudi", "vendredi", "samedi", "dimanche", "lunes", "martes", "miércoles", "jueves", "viernes",
    "sábado", "domingo",
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december",
    "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "tomorrow",
    "tonight", "morning", "noon",
    "afternoon", "evening", "night", "breakfast", "lunch", "dinner", "bedtime", "coffee", "now",
    "later", "day", "week",
    "month", "year", "date", "time", "round", "game", "games", "puzzle", "puzzles", "score",
    "scores", "result",
    "results", "total", "final", "level", "easy", "medium", "hard", "expert", "mini", "daily",
    "first", "second", "third",
    "last", "next", "one", "two", "three", "four", "five", "edit", "update", "note", "notes", "ps",
    "p", "also", "then", "and",
    "but", "so", "todo", "done", "my", "mine", "our", "your", "this", "that", "here", "todays",
    "streak", "best", "worst", "win",
    "loss", "lost", "won", "archive", "bonus", "warmup", "practice", "new", "old", "nyt",
    "linkedin", "title", "subject",
    "re", "fwd", "fw", "aw", "http", "https", "link", "url", "source", "via", "from", "to", "cc",
    "sent", "answer", "spoiler", "hint",
    "hints", "guess", "guesses", "attempt", "attempts", "try", "part", "step", "no", "yes", "ok",
    "geo", "word", "words", "music", "movie", "film",
    "math", "maths", "sport", "sports", "quiz", "trivia", "logic", "number", "numbers", "home",
    "work", "train", "bus", "phone", "web", "app", "hello", "hi", "hey",
    "am", "pm", "at", "on", "in", "the", "a", "i", "question", "info", "warning", "example", "text",
    "original", "copy", "paste",
  ]
}

extension StringProtocol {
  /// The text without characters of a set at both ends.
  fileprivate func trimming(_ marks: String) -> String {
    let start = drop { marks.contains($0) }
    return String(start.reversed().drop { marks.contains($0) }.reversed())
  }
}
