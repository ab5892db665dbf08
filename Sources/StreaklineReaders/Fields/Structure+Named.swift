/// Forms that their first lines name, or a line that is in no prose.
extension Structure {
  /// Why a structure is refused of which no reader knows the fields.
  static let unknown = "it is in a form that is not known"

  private static let maxLines = 2_000

  /// - Parameter text: The start of an input, without blanks before it.
  /// - Returns: `nil` for what may be prose.
  static func named(_ text: ArraySlice<UInt8>) -> Structure? {
    let lines = text.prefix(65_536).split(separator: 0x0A).prefix(maxLines)
    guard let first = lines.first else { return nil }
    if first.starts(with: "WEBVTT".utf8) || first.starts(with: "[Script Info]".utf8)
      || lines.prefix(6).contains(where: isCue)
    {
      return .subtitles
    }
    if isBegin(first) { return .calendar }
    if first.starts(with: "{\\rtf".utf8) { return .rich }
    if first.starts(with: "<?".utf8) && !first.starts(with: "<?xml".utf8)
      || first.starts(with: "%YAML".utf8) || first.starts(with: "%!".utf8)
    {
      return .source
    }
    for line in lines.lazy.map({ $0.drop { $0 == 0x20 || $0 == 0x09 } }) {
      guard let start = line.first else { continue }
      switch start {
      case UInt8(ascii: "\\"): if isCommand(line) { return .tex }
      case UInt8(ascii: "*"), UInt8(ascii: "-"): if isRecord(line) { return .records }
      case UInt8(ascii: "."): if isRequest(line) { return .roff }
      case UInt8(ascii: "@"): if isReference(line) { return .tex }
      case UInt8(ascii: "|"): if line.starts(with: "|===".utf8) { return .rows }
      default: if isStatement(line, start) { return .sql }
      }
    }
    return nil
  }

  /// `00:01:02.000 --> 00:01:03.000`
  private static func isCue(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first.map({ $0 &- 0x30 < 10 }) == true, line.count < 200 else { return false }
    let parts = String(decoding: line, as: UTF8.self).components(of: " --> ")
    return parts.count == 2 && parts.allSatisfy { $0.contains(":") && $0.first?.isNumber == true }
  }

  /// `BEGIN:VCALENDAR`
  private static func isBegin(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.dropFirst(6).prefix { (0x41...0x5A).contains($0) }
    return line.starts(with: "BEGIN:".utf8) && name.count > 2
      && (name.endIndex == line.endIndex || line[name.endIndex] <= 0x20)
  }

  /// `\documentclass{…`, `\begin{…`, `\item[…`
  private static func isCommand(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.dropFirst().prefix { (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2A }
    guard name.count > 2, name.endIndex < line.endIndex else { return false }
    return line[name.endIndex] == UInt8(ascii: "{") || line[name.endIndex] == UInt8(ascii: "[")
  }

  /// `.TH CHAT 1`, `.SH Ann`
  private static func isRequest(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.dropFirst().prefix { (0x41...0x5A).contains($0) }
    return name.count == 2 && name.endIndex < line.endIndex && line[name.endIndex] == 0x20
  }

  /// `@misc{…`
  private static func isReference(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.dropFirst().prefix { (0x61...0x7A).contains($0 | 0x20) }
    return name.count > 2 && name.endIndex < line.endIndex
      && line[name.endIndex] == UInt8(ascii: "{")
  }

  /// `*************************** 1. row ***************************`, `-[ RECORD 1 ]----`
  private static func isRecord(_ line: ArraySlice<UInt8>) -> Bool {
    if line.starts(with: "-[ ".utf8) { return true }
    let rest = line.drop { $0 == UInt8(ascii: "*") }
    return line.count - rest.count > 9
      && String(decoding: rest.prefix(40), as: UTF8.self).contains(". row *")
  }

  private static let statements = [
    "insert into ", "insert ignore into ", "insert or replace into ", "replace into ",
    "create table ", "copy ",
  ]

  /// `INSERT INTO messages VALUES (…`, `COPY messages (…) FROM stdin;`
  private static func isStatement(_ line: ArraySlice<UInt8>, _ start: UInt8) -> Bool {
    guard "icrICR".utf8.contains(start) else { return false }
    let words = String(decoding: line.prefix(200), as: UTF8.self).lowercased()
    guard let statement = statements.first(where: { words.hasPrefix($0) }) else { return false }
    return statement == "copy "
      ? words.contains(" from stdin") : words.contains("(") || words.contains(" values")
  }
}

extension String {
  fileprivate func components(of separator: String) -> [Substring] {
    guard let range = firstRange(of: separator) else { return [self[...]] }
    return [self[..<range.lowerBound], self[range.upperBound...]]
  }
}
