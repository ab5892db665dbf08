/// The text as a table cell that no spreadsheet runs as a formula.
///
/// Spreadsheets run a cell that starts like a formula, also in quotes. A text starts
/// like a formula when, after all leading apostrophes, its first character that is not blank is one of
/// `= + - @`, one of their full-width forms, a tab or a carriage return. Its cell then gets one more
/// apostrophe: `=1` is written `'=1`, and `'=1` is written `''=1`.
package func guardedAgainstFormulas(_ text: String) -> String {
  mayBeFormula(text.unicodeScalars) ? "'" + text : text
}

/// The text of a cell: the inverse of ``guardedAgainstFormulas(_:)``.
package func unguardedFormula(_ cell: String) -> String {
  guard cell.utf8.first == UInt8(ascii: "'"), mayBeFormula(cell.unicodeScalars) else {
    return cell
  }
  return String(cell.unicodeScalars.dropFirst())
}

private func mayBeFormula(_ text: String.UnicodeScalarView) -> Bool {
  let rest = text.drop { $0 == "'" }
  guard let first = rest.first(where: { isFormulaSign($0) || !isBlank($0) }) else { return false }
  return isFormulaSign(first)
}

private func isFormulaSign(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
  default: false
  }
}

/// Whether the character is invisible in front of a formula: a space, a control or a mark.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value <= 0x20
    || scalar.value >= 0x7F
      && (scalar.value < 0xA0 || scalar.properties.isWhitespace
        || scalar.properties.isDefaultIgnorableCodePoint)
}
