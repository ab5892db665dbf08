internal import StreaklineCore

/// Reads when a message was sent, in any of the forms in which programs write it into fields.
enum FieldTime {
  /// - Parameter order: That of a day of three numbers such as `09/10/2026`, where it is known.
  /// - Returns: `nil` for anything but a time between 2000 and 2100.
  static func read(_ value: [UInt8], order: DateOrder? = nil) -> ExportedTime? {
    guard value.count >= 9, value.count <= 60 else { return nil }
    let time = number(value) ?? iso(value) ?? words(value, order)
    let year = time?.day(in: .utc).civil.year ?? 0
    return (2000..<2100).contains(year) ? time : nil
  }

  /// Reads a day without a time: `2026-10-11`, `11.10.2026`.
  static func day(_ value: [UInt8], order: DateOrder? = nil) -> Day? {
    guard value.count <= 10 else { return nil }
    let text = String(decoding: value, as: UTF8.self)
    return Day(iso: text) ?? NumericDate(text)?.day(inKnown: order)
  }

  /// The day of three numbers with which a value starts.
  static func numericDate(_ value: [UInt8]) -> NumericDate? {
    guard value.count >= 6, value.count <= 60, JSONByte.isDigit(value[0]) else { return nil }
    return NumericDate(String(decoding: value.prefix { !" ,T".utf8.contains($0) }, as: UTF8.self))
  }

  /// Seconds, milliseconds, microseconds or nanoseconds since 1970, by how many digits there are.
  private static func number(_ value: [UInt8]) -> ExportedTime? {
    let digits = value.prefix(while: JSONByte.isDigit)
    let rest = value[digits.endIndex...]
    guard
      rest.isEmpty
        || rest.first == UInt8(ascii: ".") && rest.dropFirst().allSatisfy(JSONByte.isDigit)
    else { return nil }
    switch digits.count {
    case 9...10: return ExportedTime(unixSeconds: Array(digits))
    case 12...13: return ExportedTime(unixMilliseconds: Array(digits))
    case 15...16: return ExportedTime(unixMilliseconds: Array(digits.dropLast(3)))
    case 18...19: return ExportedTime(unixMilliseconds: Array(digits.dropLast(6)))
    default: return nil
    }
  }

  /// ISO 8601, also without seconds, and with a word or a blank before the zone.
  private static func iso(_ value: [UInt8]) -> ExportedTime? {
    if let time = ExportedTime(iso: value) { return time }
    var text = value
    if text.suffix(4).elementsEqual(" UTC".utf8) { text = text.dropLast(4) + Array("Z".utf8) }
    if text.count > 19, text[19] == 0x20 { text.remove(at: 19) }
    if let time = ExportedTime(iso: text) { return time }
    guard value.count >= 16, value[4] == UInt8(ascii: "-"), value[13] == UInt8(ascii: ":"),
      value.count == 16 || value[16] != UInt8(ascii: ":")
    else { return nil }
    return ExportedTime(iso: Array(value[..<16]) + Array(":00".utf8) + value[16...])
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `Fri May 17 08:00:00 +0000 2024` and `Fri, 17 May 2024 08:00:00 +0200`; `May 17, 2024 8:00:05 AM`;
  /// `17.05.2024, 08:00`.
  private static func words(_ value: [UInt8], _ order: DateOrder?) -> ExportedTime? {
    let text = String(decoding: value, as: UTF8.self)
    var month: Int?
    var numbers: [Int] = []
    var clock: [Int] = []
    var zone: ArraySlice<UInt8>?
    var isAfternoon: Bool?
    var numeric: Day?
    for part in text.split(whereSeparator: { " ,\u{202F}\u{A0}".contains($0) }) {
      let word = part.lowercased()
      if let found = months.firstIndex(of: String(word.prefix(3))), word.first?.isLetter == true {
        month = found + 1
      } else if word.contains(":") {
        clock = word.split(separator: ":").compactMap { Int($0) }
      } else if word.first == "+" || word.first == "-" {
        zone = Array(word.utf8)[...]
      } else if word == "utc" || word == "gmt" || word == "z" {
        zone = Array("Z".utf8)[...]
      } else if word == "am" || word == "pm" {
        isAfternoon = word == "pm"
      } else if let day = NumericDate(word)?.day(inKnown: order) {
        numeric = day
      } else if let number = Int(word) {
        numbers.append(number)
      }
    }
    guard (2...3).contains(clock.count), let date = numeric ?? day(of: month, numbers) else {
      return nil
    }
    var hour = clock[0]
    if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    guard
      let time = LocalTime(
        date, hour: hour, minute: clock[1], second: clock.count > 2 ? clock[2] : 0)
    else { return nil }
    guard let zone else { return .local(time) }
    guard let offset = Instant.offsetMinutes(zone) else { return nil }
    return .moment(
      Instant(milliseconds: time.inUTC.milliseconds - Int64(offset) * 60_000), offsetMinutes: offset
    )
  }

  /// The day of a month whose name is known.
  private static func day(of month: Int?, _ numbers: [Int]) -> Day? {
    guard let month, numbers.count == 2, let year = numbers.first(where: { $0 > 1000 }),
      let day = numbers.first(where: { $0 <= 31 })
    else { return nil }
    return Day(year: year, month: month, day: day)
  }
}
