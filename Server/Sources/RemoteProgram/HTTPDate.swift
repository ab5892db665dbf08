/// A moment as HTTP writes it (RFC 9110, section 5.6.7).
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// - Returns: Seconds since 1970; `nil` when the text has none of the three forms:
  ///   `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  package static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ").map(String.init)
    guard let day = words.first, days.contains(String(day.prefix(3))) else { return nil }
    if words.count == 6, words[5] == "GMT", day.hasSuffix(",") {
      return seconds(year: words[3], month: words[2], day: words[1], time: words[4])
    }
    if words.count == 4, words[3] == "GMT", day.hasSuffix(",") {
      let date = words[1].split(separator: "-").map(String.init)
      guard date.count == 3, date[2].count == 2, let year = number(date[2]) else { return nil }
      // A year of two digits; the specification lets one that is 50 years ahead mean the past.
      let whole = String(year < 70 ? 2_000 + year : 1_900 + year)
      return seconds(year: whole, month: date[1], day: date[0], time: words[2])
    }
    guard words.count == 5 else { return nil }
    return seconds(year: words[4], month: words[1], day: words[2], time: words[3])
  }

  private static func seconds(year: String, month: String, day: String, time: String) -> Int? {
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map {
      number(String($0))
    }
    guard let year = number(year), (1_970...9_999).contains(year),
      let month = months.firstIndex(of: month), let day = number(day), (1...31).contains(day),
      parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    return daysSince1970(year: year, month: month + 1, day: day) * 86_400
      + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: String) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Counted from March, so that the day that leap years add is the last one.
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }
}
