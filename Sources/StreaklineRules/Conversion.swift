package import StreaklineCore

/// What a captured text becomes: first `map`, then the type.
package struct Conversion: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case string, int, decimal, bool, date, duration
  }

  package var kind: Kind = .string
  /// Captured text to the text that stands for it; `nil` for null.
  package var map: [String: String?] = [:]

  package init(kind: Kind = .string, map: [String: String?] = [:]) {
    self.kind = kind
    self.map = map
  }

  /// The value, or `nil` when the text is no such value.
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
  if let plain = plainInteger(text.utf8) { return plain }
  var digits = ""
  var isNegative = false
  // Digits since the last separator; `nil` before the first one.
  var grouped: Int?
  for (index, scalar) in text.unicodeScalars.enumerated() {
    switch scalar {
    case "0"..."9":
      digits.unicodeScalars.append(scalar)
      grouped = grouped.map { $0 + 1 }
    case "-" where index == 0, "−" where index == 0: isNegative = true
    case "+" where index == 0, "\u{20E3}": break
    case ",", ".", " ", "'", "’", "\u{A0}", "\u{2009}", "\u{202F}", "_":
      // India groups by two digits, but for the last three.
      guard !digits.isEmpty, grouped.map({ $0 == 3 || $0 == 2 }) ?? (digits.utf8.count <= 3) else {
        return nil
      }
      grouped = 0
    default: return nil
    }
  }
  guard grouped == nil || grouped == 3, digits.utf8.count <= 18, let value = Int(digits) else {
    return nil
  }
  return isNegative ? -value : value
}

/// Reads what most numbers are: up to 18 digits, perhaps with a comma before each three of them.
func plainInteger(_ text: some Collection<UInt8>) -> Int? {
  guard let first = text.first, isDigit(first), text.count <= 18 else { return nil }
  var value = 0
  var digits = 0
  var hasComma = false
  for byte in text {
    if isDigit(byte) {
      value = value * 10 + Int(byte - 0x30)
      digits += 1
    } else {
      guard byte == UInt8(ascii: ","), hasComma ? digits == 3 : digits <= 3 else { return nil }
      hasComma = true
      digits = 0
    }
  }
  return hasComma && digits != 3 ? nil : value
}

private func isDigit(_ byte: UInt8) -> Bool {
  byte >= 0x30 && byte <= 0x39
}

/// Reads a decimal number: `2.5`, `2,5`, `1,234.5`, `1.234,5`, `−3.5`.
///
/// Where both signs occur, the last one is the decimal point. A single comma before three digits groups
/// them (`1,234`), unless the number starts with zero; a single point never does.
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
