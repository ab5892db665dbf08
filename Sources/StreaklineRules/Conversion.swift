package import StreaklineCore

/// Converts a captured text: first by `map`, then to the type.
package struct Conversion: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case string, int, decimal, bool, date, duration
  }

  package var kind: Kind = .string
  /// The text or null (`nil`) that replaces a captured text.
  package var map: [String: String?] = [:]

  package init(kind: Kind = .string, map: [String: String?] = [:]) {
    self.kind = kind
    self.map = map
  }

  /// The value, or `nil` when the text has another form.
  package func value(of captured: String) -> Value? {
    let text: String
    if !map.isEmpty, let mapped = map[captured] {
      guard let mapped else { return .null }
      text = mapped
    } else {
      text = captured
    }
    return switch kind {
    case .string: .string(text)
    case .int: groupedInteger(text).map(Value.int)
    case .decimal: decimal(text).map(Value.double)
    case .bool: ["true": .bool(true), "false": .bool(false)][text.lowercased()]
    case .date: Day(iso: text).map { .string($0.iso) }
    case .duration: durationSeconds(text).map(Value.int)
    }
  }
}

/// Reads an integer as people paste it: `1300`, `1,300`, `1.300`, `1 300`, `1’300`, `-3`, keycaps.
///
/// - Returns: `nil` for anything else, and for numbers of more than 18 digits.
package func groupedInteger(_ text: String) -> Int? {
  groupedInteger(text.utf8)
}

/// Reads an integer as `groupedInteger(_ text: String)` does, from valid UTF-8.
func groupedInteger(_ text: some Collection<UInt8>) -> Int? {
  var value = 0
  var digits = 0
  var isNegative = false
  var index = text.startIndex
  while index < text.endIndex {
    let isFirst = index == text.startIndex
    // The bytes of one character.
    var character = UInt32(text[index])
    text.formIndex(after: &index)
    while character >= 0xC0, index < text.endIndex, text[index] & 0xC0 == 0x80 {
      character = character << 8 | UInt32(text[index])
      text.formIndex(after: &index)
    }
    switch character {
    case 0x30...0x39:
      digits += 1
      guard digits <= 18 else { return nil }
      value = value * 10 + Int(character - 0x30)
    // A hyphen and U+2212.
    case 0x2D where isFirst, 0xE2_88_92 where isFirst: isNegative = true
    case 0x2B where isFirst: break
    // Comma, point, blank, apostrophe and underscore; U+2019, U+20E3, U+00A0, U+2009, U+202F.
    case 0x2C, 0x2E, 0x20, 0x27, 0x5F, 0xE2_80_99, 0xE2_83_A3, 0xC2_A0, 0xE2_80_89, 0xE2_80_AF:
      if digits == 0 { return nil }
    default: return nil
    }
  }
  guard digits > 0 else { return nil }
  return isNegative ? -value : value
}

private func isDigit(_ byte: UInt8) -> Bool {
  byte >= 0x30 && byte <= 0x39
}

/// Reads `2.5` or `2,5`.
package func decimal(_ text: String) -> Double? {
  let plain = text.map { $0 == "," ? "." : $0 }
  guard plain.allSatisfy({ ("0"..."9").contains($0) || $0 == "." || $0 == "-" }) else { return nil }
  return Double(String(plain)).flatMap { $0.isFinite ? $0 : nil }
}

/// Reads a duration: `45`, `45s`, `0:45`, `1:02:03`, `1m 5s`, also in keycap digits. A fraction of
/// a second is dropped: `32.652s` is 32.
///
/// - Returns: Whole seconds, or `nil` for any other shape.
package func durationSeconds(_ text: String) -> Int? {
  if let clock = clockSeconds(text.utf8) { return clock }
  let plain = withoutFraction(
    String(text.unicodeScalars.filter { $0 != "\u{20E3}" && $0 != " " }.map(Character.init)))
  if let letters = secondsWithUnits(plain) { return letters }
  let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
  guard (1...3).contains(parts.count) else { return nil }
  var seconds = 0
  for part in parts {
    guard (1...6).contains(part.utf8.count), part.allSatisfy({ ("0"..."9").contains($0) }),
      let value = Int(part)
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
    if isDigit(byte) {
      part = part * 10 + Int(byte - 0x30)
      digits += 1
    } else if byte == UInt8(ascii: ":"), digits > 0, colons < 2 {
      seconds = (seconds + part) * 60
      part = 0
      digits = 0
      colons += 1
    } else {
      return nil
    }
  }
  return (1...6).contains(digits) ? seconds + part : nil
}

private func withoutFraction(_ text: String) -> String {
  guard let point = text.lastIndex(of: ".") else { return text }
  let fraction = text[text.index(after: point)...]
  let digits = fraction.hasSuffix("s") ? fraction.dropLast() : fraction
  guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return text }
  let whole = text[..<point]
  let isBare = whole.last.map { !("0"..."9").contains($0) } ?? true
  return whole + (isBare ? "0" : "") + (fraction.hasSuffix("s") ? "s" : "")
}

/// Reads `1h2m3s`, any part of which may be missing.
private func secondsWithUnits(_ text: String) -> Int? {
  guard text.last.map({ "hms".contains($0) }) == true else { return nil }
  var seconds = 0
  var number = ""
  for character in text {
    if ("0"..."9").contains(character) {
      number.append(character)
      continue
    }
    guard let factor = ["h": 3_600, "m": 60, "s": 1][character], number.count <= 6,
      let value = Int(number)
    else { return nil }
    seconds += value * factor
    number = ""
  }
  return number.isEmpty ? seconds : nil
}
