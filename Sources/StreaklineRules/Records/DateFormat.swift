package import StreaklineCore

/// How a game writes a date, as a pattern of Unicode TR 35: `M/d/yyyy`, `dd.MM.yyyy`,
/// `MMM d, yyyy`, `d MMMM yyyy`, `d 'de' MMMM 'de' yyyy`, `yyyy年M月d日`.
///
/// A day may have an ordinal sign (`13th`, `1er`, `3º`). A format without year, `MMM d`, names a day
/// of every year; the message's day decides which one is meant. Month names are read in Dutch, English,
/// French, German, Indonesian, Italian, Polish, Portuguese, Russian, Spanish and Turkish, whole or
/// shortened to at least three letters. Letters of the Latin alphabet between the parts stand in
/// quotes. A two-digit year is in 2000...2099.
package struct DateFormat: Sendable, Hashable {
  private enum Part: Hashable {
    case year, month, day, monthName
    case literal([UInt8])
  }

  private let parts: [Part]
  private let hasYear: Bool
  /// The format as written.
  package let pattern: String

  /// A day as it is printed; without year where the format has none.
  package struct PrintedDate: Sendable, Hashable {
    package let year: Int?
    package let month: Int
    package let day: Int

    /// The day. A date without year is the last such day that is not after tomorrow of `reference`.
    package func resolved(near reference: Day) -> Day? {
      if let year { return Day(year: year, month: month, day: day) }
      // The last 29 February may be eight years ago.
      let latest = (reference + 1).civil.year
      return (0...8).lazy.compactMap { Day(year: latest - $0, month: month, day: day) }
        .first { $0 <= reference + 1 }
    }
  }

  /// `nil` unless month and day each occur in the pattern once, and the year at most once.
  package init?(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        let quoted = rest.dropFirst().prefix { $0 != "'" }
        rest = rest.dropFirst(quoted.count + 1)
        guard rest.popFirst() == "'", !quoted.isEmpty else { return nil }
        parts.append(.literal(Array(quoted.utf8)))
        continue
      }
      let run = rest.prefix { $0 == letter }
      rest = rest.dropFirst(run.count)
      switch (letter, run.count) {
      case ("y", 2), ("y", 4): parts.append(.year)
      case ("M", 1...2): parts.append(.month)
      case ("M", 3...4): parts.append(.monthName)
      case ("d", 1...2): parts.append(.day)
      default:
        guard !letter.isASCII || !letter.isLetter else { return nil }
        parts.append(.literal(Array(run.utf8)))
      }
    }
    let isWhole =
      parts.filter { $0 == .year }.count <= 1 && parts.filter { $0 == .day }.count == 1
      && parts.filter { $0 == .month || $0 == .monthName }.count == 1
    guard isWhole else { return nil }
    self.parts = parts
    hasYear = parts.contains(.year)
    self.pattern = pattern
  }

  /// The day that `text` prints in this format, or `nil` when the text or its year does not fit.
  package func day(in text: ArraySlice<UInt8>) -> Day? {
    guard let date = date(in: text), date.year != nil else { return nil }
    return date.resolved(near: Day(daysSinceEpoch: 0))
  }

  /// The date that `text` prints in this format, or `nil` when it has another shape.
  package func date(in text: ArraySlice<UInt8>) -> PrintedDate? {
    var rest = text
    var year: Int?
    var month: Int?
    var day: Int?
    for part in parts {
      switch part {
      case .literal(let wanted):
        guard rest.starts(with: wanted) else { return nil }
        rest = rest.dropFirst(wanted.count)
      case .year: year = Self.number(&rest, maximumDigits: 4).map { $0 < 100 ? 2_000 + $0 : $0 }
      case .month: month = Self.number(&rest, maximumDigits: 2)
      case .day:
        day = Self.number(&rest, maximumDigits: 2)
        Self.skipOrdinal(&rest)
      case .monthName: month = Self.monthName(&rest)
      }
    }
    guard rest.isEmpty, let month, let day, (1...12).contains(month) else { return nil }
    guard !hasYear || year != nil else { return nil }
    return PrintedDate(year: year, month: month, day: day)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, maximumDigits: Int) -> Int? {
    var value = 0
    var index = rest.startIndex
    let end = min(rest.endIndex, index + maximumDigits)
    while index < end, rest[index] >= 0x30, rest[index] <= 0x39 {
      value = value * 10 + Int(rest[index] - 0x30)
      index += 1
    }
    guard index > rest.startIndex else { return nil }
    rest = rest[index...]
    return value
  }

  /// English `13th`, French `1er`, Italian and Spanish `1º`, Dutch `3e`.
  private static func skipOrdinal(_ rest: inout ArraySlice<UInt8>) {
    for sign in ordinals where rest.starts(with: sign) {
      let next = rest.dropFirst(sign.count).first
      if next.map({ (0x61...0x7A).contains($0 | 0x20) || $0 >= 0x80 }) == true { continue }
      rest = rest.dropFirst(sign.count)
      return
    }
  }

  private static let ordinals = ["st", "nd", "rd", "th", "er", "re", "ème", "º", "°", "ª", "e"].map
  {
    Array($0.utf8)
  }

  private static func monthName(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let ascii = rest.prefix { (0x61...0x7A).contains($0 | 0x20) }
    guard ascii.endIndex == rest.endIndex || rest[ascii.endIndex] < 0x80 else {
      return foreignMonthName(&rest)
    }
    guard ascii.count >= 3 else { return nil }
    dropName(ascii.count, from: &rest)
    return monthNames.first { names, _ in
      names.contains { name in
        name.count >= ascii.count && zip(name, ascii).allSatisfy { $0 == $1 | 0x20 }
      }
    }?.month
  }

  /// A name with letters beyond ASCII, such as `févr.`
  private static func foreignMonthName(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: rest, as: UTF8.self)
    let word = text.prefix { $0.isLetter }
    let lower = word.lowercased()
    guard lower.count >= 3 else { return nil }
    dropName(word.utf8.count, from: &rest)
    return monthNames.first { names, _ in
      names.contains { String(decoding: $0, as: UTF8.self).hasPrefix(lower) }
    }?.month
  }

  /// Drops a name and the full stop of an abbreviation.
  private static func dropName(_ count: Int, from rest: inout ArraySlice<UInt8>) {
    rest = rest.dropFirst(count)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
    }
  }

  private static let monthNames: [(names: [[UInt8]], month: Int)] = [
    "january janvier januar gennaio janeiro enero januari stycznia styczeń ocak января январь",
    "february février februar febbraio fevereiro febrero februari lutego luty şubat февраля февраль",
    "march mars märz marzo março maart mrt maret marca marzec mart марта март",
    "april avril aprile abril kwietnia kwiecień nisan апреля апрель",
    "may mai maggio maio mayo mei maja maj mayıs мая май",
    "june juin juni giugno junho junio czerwca czerwiec haziran июня июнь",
    "july juillet juli luglio julho julio lipca lipiec temmuz июля июль",
    "august août agosto augustus agustus sierpnia sierpień ağustos августа август",
    "september septembre settembre setembro septiembre września wrzesień eylül сентября сентябрь",
    "october octobre oktober ottobre outubro octubre października październik ekim октября октябрь",
    "november novembre novembro noviembre listopada listopad kasım ноября ноябрь",
    "december décembre dezember dicembre dezembro diciembre desember grudnia grudzień aralık декабря декабрь",
  ].enumerated().map { index, names in
    (names.split(separator: " ").map { Array($0.utf8) }, index + 1)
  }
}
