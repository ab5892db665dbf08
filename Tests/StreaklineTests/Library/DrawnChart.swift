import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A chart as an XML parser reads it.
final class DrawnChart: NSObject, XMLParserDelegate {
  /// The attributes of each element, by its name.
  private(set) var elements: [String: [[String: String]]] = [:]
  /// What stands in each element, by the element's name.
  private(set) var texts: [String: [String]] = [:]
  private var open: [(name: String, text: String)] = []

  init(_ svg: String) throws {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    try #require(parser.parse(), "line \(parser.lineNumber): \(svg.prefix(2_000))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: []].append(attributes)
    open.append((name, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let element = open.popLast() else { return }
    texts[element.name, default: []].append(element.text)
  }
}
