internal import StreaklineCore

/// A date as DiscordChatExporter writes it into texts: ISO 8601, or as the short form of the
/// exporting computer's locale, such as `1/5/2024 1:07 PM`, `05.01.2024 13:07` or `05-Jan-24 01:07
/// PM`.
struct DiscordDate {
  /// The time when the day is read first; `nil` when that is not a date. A form that shows the
  /// order of day and month has the same time here and in `monthFirst`.
  private let dayFirst: ExportedTime?
  private let monthFirst: ExportedTime?
  /// Whether both orders of day and month are in use for dates of this form.
  let isOpen: Bool

  /// - Parameter text: The date and nothing else.
  /// - Returns: `nil` for an unknown form, and for a day or time that does not exist.
  init?(_ text: ArraySlice<UInt8>) {
    if text.dropFirst(4).first == UInt8(ascii: "-"),
      let time = ExportedTime(iso: Array(text.prefix(41)))
    {
      self.init(dayFirst: time, monthFirst: time, isOpen: false)
      return
    }
    guard text.count <= 64 else { return nil }
    var cursor = ByteCursor(Array(text), 0..<text.count)
    guard let date = Numbers(&cursor), let clock = Clock(&cursor), cursor.next == nil else {
      return nil
    }
    let dayFirst = clock.time(date.day(monthFirst: false))
    let monthFirst = clock.time(date.day(monthFirst: true))
    guard dayFirst != nil || monthFirst != nil else { return nil }
    self.init(dayFirst: dayFirst, monthFirst: monthFirst, isOpen: date.isOpen)
  }

  /// The time in an order; where the order is unknown and matters, why there is none.
  func reading(_ order: DateOrder?, _ text: ArraySlice<UInt8>) -> DiscordTime {
    if order == nil, isOpen, let day = dayFirst?.instant(in: .utc),
      let month = monthFirst?.instant(in: .utc), day != month
    {
      let shown = String(decoding: text, as: UTF8.self)
      return DiscordTime(time: nil, problem: .twoReadings(shown, [day.day, month.day]))
    }
    return DiscordTime(time: order == nil ? dayFirst ?? monthFirst : time(order), problem: nil)
  }

  private init(dayFirst: ExportedTime?, monthFirst: ExportedTime?, isOpen: Bool) {
    self.dayFirst = dayFirst
    self.monthFirst = monthFirst
    self.isOpen = isOpen
  }

  /// - Parameter order: The order of day and month in a date of three numbers.
  /// - Returns: `nil` when the numbers are not a date in this order.
  func time(_ order: DateOrder?) -> ExportedTime? {
    order == .monthFirst ? monthFirst : dayFirst
  }
}

/// The time that a date shows, or why it shows none.
struct DiscordTime {
  let time: ExportedTime?
  let problem: DayProblem?
}

/// Day, month and year, whose order the numbers do not always show.
private struct Numbers {
  private var first: Int
  private var second: Int
  private var year: Int
  /// Whether the order is certain: the year comes first, or the month is a name.
  private var isSettled = false
  private(set) var isOpen = false

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  init?(_ cursor: inout ByteCursor) {
    guard let a = cursor.number(1...4), let separator = Self.separator(&cursor) else { return nil }
    if let name = Self.month(&cursor) {
      guard a.digits <= 2, Self.separator(&cursor) == separator, let c = cursor.number(2...4)
      else { return nil }
      (first, second, year, isSettled) = (a.value, name, c.value, true)
    } else {
      guard let b = cursor.number(1...2), Self.separator(&cursor) == separator,
        let c = cursor.number(1...4), a.digits != 3, c.digits != 3
      else { return nil }
      isSettled = a.digits == 4
      (first, second, year) =
        isSettled ? (c.value, b.value, a.value) : (a.value, b.value, c.value)
      // Where the month comes first, nobody writes dots or dashes.
      isOpen = !isSettled && separator == UInt8(ascii: "/")
    }
    if year < 100 { year += 2_000 }
    if !cursor.skip(ascii: ".") { _ = cursor.skip(ascii: ",") }
    guard cursor.skipBlanks() else { return nil }
  }

  func day(monthFirst: Bool) -> Day? {
    monthFirst && !isSettled
      ? Day(year: year, month: first, day: second) : Day(year: year, month: second, day: first)
  }

  /// `/`, `-`, `.` or a dot and a blank.
  private static func separator(_ cursor: inout ByteCursor) -> UInt8? {
    guard let next = cursor.next, "/-.".utf8.contains(next) else { return nil }
    _ = cursor.skip(ascii: Unicode.Scalar(next))
    if next == UInt8(ascii: ".") { cursor.skipBlanks() }
    return next
  }

  private static func month(_ cursor: inout ByteCursor) -> Int? {
    guard let next = cursor.next, next >= 0x41 else { return nil }
    let word = String(decoding: cursor.rest.prefix(3), as: UTF8.self).lowercased()
    guard let index = months.firstIndex(of: word) else { return nil }
    cursor.skip { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    return index + 1
  }
}

/// A time of day: `13:07`, `13.07`, `13 h 07`, `1:07 PM`, `오후 1:07`.
private struct Clock {
  private var hour: Int
  private let minute: Int
  private var second = 0

  private static let mornings: Set = ["am", "오전", "上午", "午前", "πμ"]
  private static let afternoons: Set = ["pm", "오후", "下午", "午後", "μμ"]

  init?(_ cursor: inout ByteCursor) {
    let before = Self.word(&cursor)
    guard let hour = cursor.number(1...2)?.value else { return nil }
    if !cursor.skip(ascii: ":"), !cursor.skip(ascii: ".") {
      cursor.skipBlanks()
      guard cursor.skip(ascii: "h") else { return nil }
      cursor.skipBlanks()
    }
    guard let minute = cursor.number(2...2)?.value else { return nil }
    if cursor.skip(ascii: ":") || cursor.skip(ascii: ".") {
      guard let second = cursor.number(2...2)?.value else { return nil }
      self.second = second
    }
    let period = before + Self.word(&cursor)
    self.hour = hour
    self.minute = minute
    if period.isEmpty { return }
    let isAfternoon = Self.afternoons.contains(period)
    guard isAfternoon || Self.mornings.contains(period), hour <= 12 else { return nil }
    self.hour = hour % 12 + (isAfternoon ? 12 : 0)
  }

  func time(_ day: Day?) -> ExportedTime? {
    day.flatMap { LocalTime($0, hour: hour, minute: minute, second: second) }.map { .local($0) }
  }

  /// Reads a word before the next digit, in small letters, without blanks and dots.
  private static func word(_ cursor: inout ByteCursor) -> String {
    if cursor.skip(word: " PM") { return "pm" }
    if cursor.skip(word: " AM") { return "am" }
    let start = cursor.index
    cursor.skip { !(0x30...0x39).contains($0) }
    if start == cursor.index { return "" }
    let word = String(decoding: cursor.text[start..<cursor.index], as: UTF8.self)
    return word.lowercased().filter { $0.isLetter }
  }
}
