/// Reads the markup of chat exports: tags, their attributes, and text with its escapes decoded.
///
/// It reads what exporters write, and takes anything else for text. Its work is linear.
struct MarkupTokens {
  enum Token: Equatable {
    case open(String)
    case close(String)
    /// A piece of text, as people see it.
    case text([UInt8])
  }

  private static let maxTag = 65_536
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int
  /// The attributes of the tag that was opened last, as they are written.
  private var attributes: Range<Int>

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    attributes = index..<index
  }

  init(_ bytes: [UInt8]) {
    self.init(bytes, 0..<bytes.count)
  }

  /// Offset of what comes next.
  var position: Int { index }

  mutating func next() -> Token? {
    guard index < end else { return nil }
    if bytes[index] == UInt8(ascii: "<"), let tag = readTag() { return tag }
    let start = index
    index = firstIndex(of: UInt8(ascii: "<"), in: bytes, from: start + 1, to: end)
    return .text(Self.decoded(bytes[start..<index]))
  }

  /// The value of an attribute of the tag that was opened last; exporters leave out its quotes where
  /// they can.
  func attribute(_ name: String) -> [UInt8]? {
    var rest = bytes[attributes]
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
      let words = rest[..<sign].split { $0 <= 0x20 }
      var value = rest[(sign + 1)...].drop { $0 <= 0x20 }
      let quote = value.first.flatMap { $0 == 0x22 || $0 == 0x27 ? $0 : nil }
      if quote != nil { value = value.dropFirst() }
      let last = value.firstIndex { quote == nil ? $0 <= 0x20 : $0 == quote } ?? value.endIndex
      if let key = words.last, key.elementsEqual(name.utf8) { return Self.decoded(value[..<last]) }
      rest = rest[min(last + 1, rest.endIndex)...]
    }
    return nil
  }

  /// Whether the tag that was opened last closes itself: `<p/>`.
  var isEmptyElement: Bool { bytes[attributes].last == UInt8(ascii: "/") }

  /// The names of the attributes of the tag that was opened last, in small letters.
  var attributeNames: [String] {
    var names: [String] = []
    var rest = bytes[attributes]
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
      if let key = rest[..<sign].split(whereSeparator: { $0 <= 0x20 }).last {
        names.append(String(decoding: key, as: UTF8.self).lowercased())
      }
      let value = rest[(sign + 1)...].drop { $0 <= 0x20 }
      let quote = value.first.flatMap { $0 == 0x22 || $0 == 0x27 ? $0 : nil }
      let inner = quote == nil ? value : value.dropFirst()
      let last = inner.firstIndex { quote == nil ? $0 <= 0x20 : $0 == quote } ?? inner.endIndex
      rest = rest[min(last + 1, rest.endIndex)...]
    }
    return names
  }

  /// Whether the tag that was opened last has a class.
  func hasClass(_ name: String) -> Bool {
    guard let value = attribute("class") else { return false }
    return value.split { $0 <= 0x20 }.contains { $0.elementsEqual(name.utf8) }
  }

  private mutating func readTag() -> Token? {
    if bytes[index..<end].starts(with: "<!--".utf8) { return readComment() }
    var start = index + 1
    let isClosing = start < end && bytes[start] == UInt8(ascii: "/")
    if isClosing { start += 1 }
    guard start < end, Self.isLetter(bytes[start]) || bytes[start] == UInt8(ascii: "!") else {
      return nil
    }
    var quote: UInt8?
    var last = start
    let limit = min(end, start + Self.maxTag)
    while last < limit {
      let byte = bytes[last]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      last += 1
    }
    guard last < limit else { return nil }
    let name = bytes[start..<last].prefix {
      Self.isLetter($0) || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "!")
    }
    index = last + 1
    if !isClosing { attributes = name.endIndex..<last }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    return isClosing ? .close(word) : .open(word)
  }

  private mutating func readComment() -> Token {
    var close = index + 4
    while close < end {
      close = firstIndex(of: UInt8(ascii: ">"), in: bytes, from: close, to: end)
      if close < end, bytes[..<close].suffix(2).elementsEqual("--".utf8) { break }
      close += 1
    }
    index = min(close + 1, end)
    return .text([])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// Text with its escapes decoded: `&lt;`, `&#39;`, `&#x27;`.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "&")) else { return Array(text) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      let name = rest[(start + 1)...].prefix(10).prefix { $0 != UInt8(ascii: ";") }
      if name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";"),
        let character = character(name)
      {
        result += character
        rest = rest[(name.endIndex + 1)...]
      } else {
        result.append(UInt8(ascii: "&"))
        rest = rest[(start + 1)...]
      }
    }
    return result + rest
  }

  private static func character(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    if name.first == UInt8(ascii: "#") {
      let digits = String(decoding: name.dropFirst(), as: UTF8.self)
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) }
    }
    return named.first { name.elementsEqual($0.0.utf8) }.map { Array($0.1.utf8) }
  }

  private static let named = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", "\u{A0}"),
  ]
}
