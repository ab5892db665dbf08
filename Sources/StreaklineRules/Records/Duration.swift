/// Reads a duration: `45`, `0:45`, `1:02:03`, also in keycap digits, or numbers with units in the
/// commonest languages: `1m 5s`, `1 min 23 s`, `2 mins`, `1′23″`, `1,5 s`, `2分5秒`.
///
/// A fraction of a second is dropped: `32.652s` is 32.
///
/// - Returns: Whole seconds, or `nil` for any other shape, such as `1:99`.
package func durationSeconds(_ text: String) -> Int? {
  if let clock = clockSeconds(text.utf8) { return clock }
  let plain = String(
    text.unicodeScalars.filter { $0 != "\u{20E3}" }.map(Character.init))
  if let units = secondsWithUnits(plain) { return units }
  let parts = withoutFraction(plain.filter { $0 != " " }).split(
    separator: ":", omittingEmptySubsequences: false)
  guard (1...3).contains(parts.count) else { return nil }
  var seconds = 0
  for (index, part) in parts.enumerated() {
    guard (1...6).contains(part.utf8.count), part.allSatisfy({ ("0"..."9").contains($0) }),
      let value = Int(part), index == 0 || value < 60
    else { return nil }
    seconds = seconds * 60 + value
  }
  return seconds
}

/// Reads the common forms of a duration: `0:45`, `12:03`, `1:02:03`.
func clockSeconds(_ text: some Collection<UInt8>) -> Int? {
  guard text.count <= 8 else { return nil }
  var seconds = 0
  var part = 0
  var digits = 0
  var colons = 0
  for byte in text {
    if byte >= 0x30, byte <= 0x39 {
      part = part * 10 + Int(byte - 0x30)
      digits += 1
    } else if byte == UInt8(ascii: ":"), digits > 0, colons < 2, colons == 0 || part < 60 {
      seconds = (seconds + part) * 60
      part = 0
      digits = 0
      colons += 1
    } else {
      return nil
    }
  }
  return (1...6).contains(digits) && (colons == 0 || part < 60) ? seconds + part : nil
}

private func withoutFraction(_ text: String) -> String {
  guard let point = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return text }
  let fraction = text[text.index(after: point)...]
  guard !fraction.isEmpty, fraction.allSatisfy({ ("0"..."9").contains($0) }) else { return text }
  let whole = text[..<point]
  let isBare = whole.last.map { !("0"..."9").contains($0) } ?? true
  return whole + (isBare ? "0" : "")
}

/// Numbers with units, the longest unit first and each unit once.
private func secondsWithUnits(_ text: String) -> Int? {
  var rest = text[...]
  var seconds = 0.0
  var smallest = Int.max
  while true {
    rest = rest.drop { $0 == " " || $0 == "," }
    if rest.isEmpty { return smallest == Int.max || seconds > 1e9 ? nil : Int(seconds + 1e-9) }
    let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let unit = rest.prefix { $0.isLetter || "′″'\"’”".contains($0) }
    rest = rest.dropFirst(unit.count)
    if rest.first == "." { rest = rest.dropFirst() }
    if digits.isEmpty, smallest != Int.max, conjunctions.contains(unit.lowercased()) { continue }
    guard let factor = unitSeconds(unit.lowercased()), factor < smallest, digits.utf8.count <= 12,
      let number = Double((digits.first == "." ? "0" : "") + digits.map { $0 == "," ? "." : $0 })
    else { return nil }
    seconds += number * Double(factor)
    smallest = factor
  }
}

private let conjunctions = ["and", "und", "et", "y", "e", "i", "en", "и", "ve"]

private func unitSeconds(_ name: String) -> Int? {
  unitNames.first { $0.names.contains(name) }?.seconds
}

private let unitNames: [(seconds: Int, names: Set<String>)] = [
  (
    3_600,
    [
      "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora",
      "horas", "ora", "ore", "uur", "ч", "час", "часа", "часов", "godz", "saat", "sa", "时", "小时",
      "時間", "시간",
    ]
  ),
  (
    60,
    [
      "m", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "minuten",
      "minuut", "мин", "минута", "минуты", "минут", "minuta", "minuty", "minut", "dakika", "dk",
      "分",
      "分钟", "분", "′", "'", "’",
    ]
  ),
  (
    1,
    [
      "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde", "secondes",
      "segundo", "segundos", "seg", "secondo", "secondi", "seconden", "с", "сек", "секунда",
      "секунды",
      "секунд", "sekunda", "sekundy", "sekund", "saniye", "sn", "秒", "초", "″", "\"", "”", "''",
      "′′",
    ]
  ),
]
