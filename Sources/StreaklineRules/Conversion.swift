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
  if let plain = plainInteger(text.utf8) { return plain }
  var digits = ""
  var isNegative = false
  for (index, scalar) in text.unicodeScalars.enumerated() {
    switch scalar {
    case "0"..."9": digits.unicodeScalars.append(scalar)
    case "-" where index == 0, "−" where index == 0: isNegative = true
    case "+" where index == 0: break
    case ",", ".", " ", "'", "’", "\u{20E3}", "\u{A0}", "\u{2009}", "\u{202F}", "_":
      if digits.isEmpty { return nil }
    default: return nil
    }
  }
  guard digits.count <= 18, let value = Int(digits) else { return nil }
  return isNegative ? -value : value
}

/// Reads the common forms of a number: up to 18 digits, perhaps with commas between them.
func plainInteger(_ text: some Collection<UInt8>) -> Int? {
  guard let first = text.first, isDigit(first), text.count <= 18 else { return nil }
  var value = 0
  for byte in text {
    if isDigit(byte) {
      value = value * 10 + Int(byte - 0x30)
    } else if byte != UInt8(ascii: ",") {
      return nil
    }
  }
  return value
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
