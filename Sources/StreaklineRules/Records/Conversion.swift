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
/// - Returns: `nil` for anything else, such as `63.6` or `1,3`, and for numbers of more than 18 digits.
package func groupedInteger(_ text: String) -> Int? {
  groupedInteger(text.utf8)
}

/// Reads an integer as `groupedInteger(_ text: String)` does, from valid UTF-8.
func groupedInteger(_ text: some Collection<UInt8>) -> Int? {
  var value = 0
  var digits = 0
  var isNegative = false
  // Digits since the last separator; `nil` before the first one.
  var grouped: Int?
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
      if let count = grouped { grouped = count + 1 }
    // A hyphen and U+2212.
    case 0x2D where isFirst, 0xE2_88_92 where isFirst: isNegative = true
    case 0x2B where isFirst: break
    // The sign of a keycap, U+20E3.
    case 0xE2_83_A3:
      if digits == 0 { return nil }
    // Comma, point, blank, apostrophe and underscore; U+2019, U+00A0, U+2009, U+202F.
    case 0x2C, 0x2E, 0x20, 0x27, 0x5F, 0xE2_80_99, 0xC2_A0, 0xE2_80_89, 0xE2_80_AF:
      // India groups by two digits, but for the last three.
      let isGroup = grouped.map { $0 == 3 || $0 == 2 } ?? (1...3).contains(digits)
      guard isGroup else { return nil }
      grouped = 0
    default: return nil
    }
  }
  guard digits > 0, grouped == nil || grouped == 3 else { return nil }
  return isNegative ? -value : value
}

/// Reads a decimal number: `2.5`, `2,5`, `1,234.5`, `1.234,5`, `−3.5`.
///
/// Where both signs occur, the last one is the decimal point. A single comma before three digits
/// groups them (`1,234`), unless the number starts with zero; a single point never does.
package func decimal(_ text: String) -> Double? {
  var rest = text[...]
  let isNegative = rest.first == "-" || rest.first == "−"
  if isNegative || rest.first == "+" { rest = rest.dropFirst() }
  guard rest.allSatisfy({ isDecimalDigit($0) || $0 == "." || $0 == "," }) else { return nil }
  let last = rest.last { !isDecimalDigit($0) }
  let points = rest.count { $0 == last }
  let other = rest.count { !isDecimalDigit($0) && $0 != last }
  var whole = rest
  var fraction: Substring = ""
  if let last, let index = rest.lastIndex(of: last) {
    let tail = rest[rest.index(after: index)...]
    let isGroup =
      other == 0
      && (points > 1
        || last == "," && tail.count == 3 && (1...3).contains(rest[..<index].count)
          && rest.first != "0")
    if !isGroup {
      guard points == 1 else { return nil }
      whole = rest[..<index]
      fraction = tail
    }
  }
  let integer = whole.isEmpty ? 0 : groupedInteger(String(whole))
  guard let integer, !(whole.isEmpty && fraction.isEmpty),
    let value = Double("\(integer)." + (fraction.isEmpty ? "0" : fraction))
  else { return nil }
  return isNegative ? -value : value
}

private func isDecimalDigit(_ character: Character) -> Bool {
  ("0"..."9").contains(character)
}
