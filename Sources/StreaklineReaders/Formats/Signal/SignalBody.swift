/// The text after a name in a Signal chat, without a quotation before it and reactions after it.
struct SignalBody {
  /// Where the text starts.
  private(set) var start: Int
  private(set) var text: [UInt8] = []

  init(_ bytes: [UInt8], in range: Range<Int>) {
    var lines = lineRanges(of: bytes, in: range)[...]
    Self.dropQuotation(bytes, &lines)
    start = lines.first?.lowerBound ?? range.upperBound
    while let last = lines.last, bytes[last].isBlank {
      lines.removeLast()
    }
    let reactions = Self.reactions(bytes, lines)
    for (index, line) in zip(lines.indices, lines) {
      if index > lines.startIndex { text.append(0x0A) }
      let rest = reactions?.line == index ? reactions?.rest ?? line : line
      // The exporter writes two blanks for a line break, and after each text.
      text +=
        rest.count >= 2 && bytes[rest.suffix(2)].isBlank ? bytes[rest.dropLast(2)] : bytes[rest]
    }
    while let last = text.last, last == 0x0A || last == 0x20 {
      text.removeLast()
    }
  }

  /// A quotation starts on the line below the name; each of its lines starts with `>`.
  private static func dropQuotation(_ bytes: [UInt8], _ lines: inout ArraySlice<Range<Int>>) {
    guard let name = lines.first, bytes[name].isBlank else { return }
    let quoted = lines.drop { bytes[$0].isBlank }
    guard let first = quoted.first, isQuoted(bytes, first) else { return }
    lines = quoted.drop { isQuoted(bytes, $0) }.drop { bytes[$0].isBlank }
  }

  private static func isQuoted(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    bytes[line].first == UInt8(ascii: ">")
  }

  /// The line of `(- Alice: 👍, Bob: 😀 -)`, and what follows on that line. It is not the line of the
  /// name, and only a sticker and attachments may follow it.
  private static func reactions(
    _ bytes: [UInt8], _ lines: ArraySlice<Range<Int>>
  ) -> (line: Int, rest: Range<Int>)? {
    let index = lines.lastIndex { !isSticker(bytes[$0]) }
    guard let index, index > 0, bytes[lines[index]].starts(with: "(- ".utf8) else {
      return nil
    }
    let line = bytes[lines[index]]
    let end = line.indices.last { line[$0...].starts(with: " -)".utf8) }
    guard let end else { return nil }
    let rest = end + 3..<line.endIndex
    let next = bytes[rest].first
    guard next == nil || next == UInt8(ascii: "[") || next == UInt8(ascii: "!") else { return nil }
    return (index, rest)
  }

  /// Whether a line is a sticker: `(( 😀 ))`.
  private static func isSticker(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "(( ".utf8)
  }
}
