package import StreaklineCore

/// How a game writes a date, as a pattern of Unicode TR 35: `M/d/yyyy`, `dd.MM.yyyy`,
/// `MMM d, yyyy`, `d MMMM yyyy`.
///
/// A day may carry an English ordinal (`13th`). A format without year, `MMM d`, names a day of every
/// year; which one is meant, the message's day tells. Month names are read in English, French, German, Italian, Portuguese and Spanish, whole or
/// shortened to at least three letters. A two-digit year lies in 2000...2099.
package struct DateFormat: Sendable, Hashable {
  private enum Part: Hashable {
    case year, month, day, monthName
    case literal(Character)
  }

  private let parts: [Part]
  /// The format as written.
  package let pattern: String

  /// A day as it is printed; without year where the format has none.
  package struct PrintedDate: Sendable, Hashable {
    package let year: Int?
    package let month: Int
    package let day: Int

    /// The day, in a year without one the last such day that is not after tomorrow of `reference`.
    package func resolved(near reference: Day) -> Day? {
      if let year { return Day(year: year, month: month, day: day) }
      // 29 February may lie eight years back.
      let latest = (reference + 1).civil.year
      return (0...8).lazy.compactMap { Day(year: latest - $0, month: month, day: day) }
        .first { $0 <= reference + 1 }
    }
  }

  /// `nil` unless month and day each stand in the pattern once, and the year at most once.
  package init?(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      switch (letter, run.count) {
      case ("y", 2), ("y", 4): parts.append(.year)
      case ("M", 1...2): parts.append(.month)
      case ("M", 3...4): parts.append(.monthName)
      case ("d", 1...2): parts.append(.day)
      default:
        guard !letter.isLetter else { return nil }
        parts += run.map(Part.literal)
      }
    }
    let isWhole =
      parts.filter { $0 == .year }.count <= 1 && parts.filter { $0 == .day }.count == 1
      && parts.filter { $0 == .month || $0 == .monthName }.count == 1
    guard isWhole else { return nil }
    self.parts = parts
    self.pattern = pattern
  }

  /// The day that `text` names in this format with its year, or `nil`.
  package func day(in text: String) -> Day? {
    guard let date = date(in: text), date.year != nil else { return nil }
    return date.resolved(near: Day(daysSinceEpoch: 0))
  }

  /// What `text` prints in this format, or `nil` when it is of another shape.
  package func date(in text: String) -> PrintedDate? {
    var rest = text[...]
    var year: Int?
    var month: Int?
    var day: Int?
    for part in parts {
      switch part {
      case .literal(let character):
        guard rest.first == character else { return nil }
        rest = rest.dropFirst()
      case .year: year = Self.number(&rest, most: 4).map { $0 < 100 ? 2_000 + $0 : $0 }
      case .month: month = Self.number(&rest, most: 2)
      case .day:
        day = Self.number(&rest, most: 2)
        if ["st", "nd", "rd", "th"].contains(String(rest.prefix(2))) { rest = rest.dropFirst(2) }
      case .monthName: month = Self.monthName(&rest)
      }
    }
    guard rest.isEmpty, let month, let day, (1...12).contains(month) else { return nil }
    let hasYear = parts.contains(.year)
    guard !hasYear || year != nil else { return nil }
    return PrintedDate(year: year, month: month, day: day)
  }

  private static func number(_ rest: inout Substring, most: Int) -> Int? {
    let digits = rest.prefix(most).prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return Int(digits)
  }

  private static func monthName(_ rest: inout Substring) -> Int? {
    let word = rest.prefix { $0.isLetter }
    let lower = word.lowercased()
    guard lower.count >= 3 else { return nil }
    rest = rest.dropFirst(word.count)
    if rest.first == "." {
      rest = rest.dropFirst()
    }
    return monthNames.first { names, _ in
      names.contains { $0.hasPrefix(lower) }
    }?.month
  }

  private static let monthNames: [(names: [String], month: Int)] = [
    (["january", "janvier", "januar", "gennaio", "janeiro", "enero"], 1),
    (["february", "février", "februar", "febbraio", "fevereiro", "febrero"], 2),
    (["march", "mars", "märz", "marzo", "março"], 3),
    (["april", "avril", "aprile", "abril"], 4),
    (["may", "mai", "maggio", "maio", "mayo"], 5),
    (["june", "juin", "juni", "giugno", "junho", "junio"], 6),
    (["july", "juillet", "juli", "luglio", "julho", "julio"], 7),
    (["august", "août", "agosto"], 8),
    (["september", "septembre", "settembre", "setembro", "septiembre"], 9),
    (["october", "octobre", "oktober", "ottobre", "outubro", "octubre"], 10),
    (["november", "novembre", "novembro", "noviembre"], 11),
    (["december", "décembre", "dezember", "dicembre", "dezembro", "diciembre"], 12),
  ]
}
