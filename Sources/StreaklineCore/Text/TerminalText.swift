/// Whether a terminal would obey the character instead of showing it, or show the text around it
/// in another order: C0 and C1 controls, bidi controls, line separators, byte order marks,
/// interlinear annotations and tags.
package func isTerminalControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
    0xFFF9...0xFFFB, 0xE0000...0xE007F:
    true
  default: false
  }
}

/// Whether the character is invisible and shows the text around it in another order: the bidi controls of
/// Unicode. With them a name can look like another one.
func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}

private func shownCode(of scalar: Unicode.Scalar) -> String {
  "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
}

/// The text with every direction mark shown as `\u{…}`, for tables and pages that people read.
package func escapedDirections(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isDirectionMark) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    if isDirectionMark(scalar) {
      result += shownCode(of: scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
}

/// The text with every control shown as `\u{…}`, safe to print on a terminal.
///
/// Line breaks and tabs are escaped too: a printed name never starts a new line.
public func escapedForTerminal(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isTerminalControl) else { return text }
  return text.unicodeScalars.reduce(into: "") { result, scalar in
    if isTerminalControl(scalar) {
      result += shownCode(of: scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
}
