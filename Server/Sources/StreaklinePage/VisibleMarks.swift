internal import Streakline

/// The page with every mark that turns the direction of what follows shown as `\u{…}`, as on a terminal, so that
/// no name or text can pretend to be another one.
///
/// What a form sends back keeps its marks: in a `value` and in a text area they become references. Attributes
/// have double quotes, as in all templates.
func withVisibleMarks(_ page: String) -> String {
  guard page.unicodeScalars.contains(where: isDirectionMark) else { return page }
  var place = MarkupPlace()
  return page.unicodeScalars.reduce(into: "") { result, scalar in
    place.pass(scalar)
    guard isDirectionMark(scalar) else { return result.unicodeScalars.append(scalar) }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    result += place.isSentBack ? "&#x\(digits);" : "\\u{\(digits)}"
  }
}

/// Where in a page a character stands.
private struct MarkupPlace {
  private var isInTag = false
  private var isInQuotes = false
  /// The name of the latest tag, and of the latest attribute in it.
  private var tag = ""
  private var word = ""

  /// Whether the character is part of what a form sends.
  var isSentBack: Bool { isInTag ? isInQuotes && word == "value" : tag == "textarea" }

  mutating func pass(_ scalar: Unicode.Scalar) {
    guard isInTag else {
      if scalar == "<" { (isInTag, tag, word) = (true, "", "") }
      return
    }
    switch scalar {
    case "\"": isInQuotes.toggle()
    case _ where isInQuotes, "=": break
    case ">":
      if tag.isEmpty { tag = word }
      isInTag = false
    case " ", "\n":
      if tag.isEmpty { tag = word }
      word = ""
    default: word.unicodeScalars.append(scalar)
    }
  }
}
