/// What a chart draws, to be shown alone or as a part of a larger picture.
struct Drawing {
  /// The chart's kind, as its class says it.
  let kind: String
  let width: Int
  let height: Int
  /// What a screen reader says first.
  let title: String
  /// What the drawing shows, in words.
  let description: String
  /// Elements of SVG.
  let markup: String

  /// The drawing as an element of its own.
  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" class="chart chart-\(kind)" \
    viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" role="img" \
    font-family="system-ui, sans-serif" font-size="11">\
    <title>\(escapedForMarkup(title))</title><desc>\(escapedForMarkup(description))</desc>\
    \(markup)</svg>
    """
  }

  /// The drawing inside another one, with its upper left corner at a place.
  func placed(x: Double, y: Double, scale: Double) -> String {
    """
    <g transform="translate(\(svgNumber(x)) \(svgNumber(y))) scale(\(svgNumber(scale)))" \
    font-size="11">\(markup)</g>
    """
  }
}

/// A `text` element.
///
/// - Parameter attributes: More attributes, as markup.
func svgText(
  _ text: String, x: Double, y: Double, fill: String, _ attributes: String = ""
) -> String {
  let space = attributes.isEmpty ? "" : " "
  return """
    <text x="\(svgNumber(x))" y="\(svgNumber(y))" fill="\(fill)"\(space)\(attributes)>\
    \(escapedForMarkup(text))</text>
    """
}
