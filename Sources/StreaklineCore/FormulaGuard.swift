/// The text as a cell of a table that spreadsheets open: none takes it for a formula.
///
/// Spreadsheets run what begins like a formula, also in quotes (RELIABILITY §5.5). The rule, and its
/// way back: take away all apostrophes in front; if the first character of the rest that is not
/// blank is one of `= + - @`, their full-width forms, a tab or a carriage return, the cell has one
/// apostrophe more than the text. So `=1` is written `'=1`, and `'=1` is written `''=1`.
package func guardedAgainstFormulas(_ text: String) -> String {
  mayBeFormula(text.unicodeScalars) ? "'" + text : text
}

/// The text whose cell this is: the inverse of ``guardedAgainstFormulas(_:)``.
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

/// Whether nothing is seen of the character in front of a formula: spaces, controls, marks.
private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value <= 0x20
    || scalar.value >= 0x7F
      && (scalar.value < 0xA0 || scalar.properties.isWhitespace
        || scalar.properties.isDefaultIgnorableCodePoint)
}
