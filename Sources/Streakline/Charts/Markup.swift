internal import StreaklineCore

/// The text with everything escaped that means something in HTML, in XML, or in the value of an attribute.
/// What XML cannot say becomes U+FFFD, and what would show the text in another order is shown as `\u{…}`.
public func escapedForMarkup(_ text: String) -> String {
  var escaped = ""
  for scalar in escapedDirections(text).unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "'": escaped += "&#39;"
    case _ where isDirectionMark(scalar):
      escaped += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    default: escaped.unicodeScalars.append(isInMarkup(scalar) ? scalar : "\u{FFFD}")
    }
  }
  return escaped
}

/// Whether the character shows the text around it in another order, or breaks a line where none is to be: the
/// bidi controls and separators among those that a terminal does not get.
public func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// Whether XML 1.0 and HTML both let the character stand in a text.
private func isInMarkup(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x09, 0x0A: true
  case 0..<0x20, 0x7F...0x9F: false
  default: scalar.value & 0xFFFE != 0xFFFE
  }
}

/// A length or a place in a drawing, with one decimal at most.
func svgNumber(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  let whole = String(tenths.magnitude / 10)
  let rest = tenths.magnitude % 10
  return (tenths < 0 ? "-" : "") + whole + (rest == 0 ? "" : ".\(rest)")
}

/// The text, or its start and an ellipsis where it is longer than so many characters. Each may have a few
/// marks; a text of marks alone is cut too.
func shortened(_ text: String, to count: Int) -> String {
  let start = String(text.unicodeScalars.prefix(count * 4))
  let isWhole = start.unicodeScalars.count == text.unicodeScalars.count
  return isWhole && start.count <= count ? text : start.prefix(max(0, count - 1)) + "…"
}
