/// The elements of XML as objects: attributes, and elements without any, are fields.
struct XMLObjects: FieldObjects {
  private struct Frame {
    let name: String
    var object: FieldObject
    var text: [UInt8] = []
    var hasInner = false
  }

  /// Elements that are a field of the element around them, by the name in their attribute:
  /// `<column name="nick">ann</column>`, as dumps of databases write them.
  private static let cells: Set<String> = [
    "column", "col", "field", "attribute", "attr", "property", "prop", "param", "str", "string",
  ]
  private static let chunkSize = 262_144
  private static let longestTag = 8_388_608
  private static let deepest = 64
  private let source: ByteSource
  private var buffer: [UInt8] = []
  private var index = 0
  private var line = 1
  private var frames: [Frame] = []
  private(set) var problem: String?

  init(_ source: ByteSource) {
    self.source = source
  }

  var position: Int { source.position - buffer.count + index }

  var around: [FieldObject] { frames.map(\.object) }

  mutating func next() throws(InputError) -> FieldObject? {
    while problem == nil {
      guard try fill() else {
        if !frames.isEmpty { problem = "the file ends inside an element" }
        return nil
      }
      if buffer[index] == UInt8(ascii: "<") {
        guard let end = try endOfTag() else {
          problem = "a tag has no end, or is longer than 8 MiB"
          return nil
        }
        let tag = index..<end
        index = end
        if let object = read(tag) { return object }
      } else {
        try readText()
      }
    }
    return nil
  }

  /// - Returns: Whether there is a byte.
  private mutating func fill() throws(InputError) -> Bool {
    guard index == buffer.count else { return true }
    buffer = []
    index = 0
    return try source.read(Self.chunkSize, into: &buffer)
  }

  private mutating func readText() throws(InputError) {
    let end = firstIndex(of: UInt8(ascii: "<"), in: buffer, from: index, to: buffer.count)
    let text = buffer[index..<end]
    line += text.count { $0 == 0x0A }
    if let last = frames.indices.last, frames[last].text.count < Self.longestTag {
      frames[last].text += text
    }
    index = end
  }

  /// The end of the tag, comment or CDATA section that starts at the index.
  private mutating func endOfTag() throws(InputError) -> Int? {
    var searched = index
    var quote: UInt8?
    while true {
      let closing = Self.closing(buffer[index...])
      while searched < buffer.count {
        let byte = buffer[searched]
        if let closing {
          if byte == UInt8(ascii: ">"),
            buffer[index...searched].suffix(3).elementsEqual(closing.utf8)
          {
            return searched + 1
          }
        } else if let open = quote {
          if byte == open { quote = nil }
        } else if byte == 0x22 || byte == 0x27 {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return searched + 1
        }
        searched += 1
      }
      guard buffer.count - index <= Self.longestTag else { return nil }
      searched -= index
      buffer.removeSubrange(..<index)
      index = 0
      guard try source.read(Self.chunkSize, into: &buffer) else { return nil }
    }
  }

  /// With what a comment or a CDATA section ends; `nil` for a tag.
  private static func closing(_ start: ArraySlice<UInt8>) -> String? {
    start.starts(with: "<!--".utf8) ? "-->" : start.starts(with: "<![CDATA[".utf8) ? "]]>" : nil
  }

  /// - Returns: The element that the tag has closed.
  private mutating func read(_ tag: Range<Int>) -> FieldObject? {
    defer { line += buffer[tag].count { $0 == 0x0A } }
    let second = buffer[tag.lowerBound + 1]
    if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
      if buffer[tag].starts(with: "<![CDATA[".utf8), let last = frames.indices.last {
        // CDATA is not escaped, and the text around it is decoded at the end.
        for byte in buffer[tag].dropFirst(9).dropLast(3) {
          frames[last].text += byte == UInt8(ascii: "&") ? Array("&amp;".utf8) : [byte]
        }
      }
      return nil
    }
    if second == UInt8(ascii: "/") {
      let name = Self.name(buffer[tag].dropFirst(2))
      guard frames.last?.name == name else {
        problem = "a tag is closed that is not open"
        return nil
      }
      return close()
    }
    return open(tag)
  }

  private mutating func open(_ tag: Range<Int>) -> FieldObject? {
    let name = Self.name(buffer[tag].dropFirst())
    guard frames.count < Self.deepest, !name.isEmpty else {
      problem = name.isEmpty ? "a tag has no name" : "too many elements are open"
      return nil
    }
    if let last = frames.indices.last { frames[last].hasInner = true }
    var object = FieldObject(
      place: (frames.last?.object.place ?? "") + "/" + placeName(name), line: line)
    // Counted in bytes: what is no UTF-8 is longer in the name.
    let start = buffer[tag].dropFirst().firstIndex { $0 <= 0x20 } ?? tag.upperBound - 1
    readAttributes(min(start, tag.upperBound - 1)..<tag.upperBound - 1, into: &object)
    frames.append(Frame(name: name, object: object))
    return buffer[tag].suffix(2).first == UInt8(ascii: "/") ? close() : nil
  }

  private func readAttributes(_ range: Range<Int>, into object: inout FieldObject) {
    var rest = buffer[range]
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = Self.name(rest[..<sign].drop { $0 <= 0x20 })
      let value = rest[(sign + 1)...].drop { $0 <= 0x20 }
      guard let quote = value.first, quote == 0x22 || quote == 0x27,
        let end = value.dropFirst().firstIndex(of: quote)
      else { return }
      object.add(name, MarkupTokens.decoded(value[(value.startIndex + 1)..<end]))
      rest = rest[(end + 1)...]
    }
  }

  private mutating func close() -> FieldObject? {
    let frame = frames.removeLast()
    var object = frame.object
    let text = MarkupTokens.decoded(frame.text[...])
    let isBlank = text[...].isBlank || text.allSatisfy { $0 <= 0x20 }
    if object.fields.isEmpty, !frame.hasInner {
      if let last = frames.indices.last, !isBlank { frames[last].object.add(frame.name, text) }
      return nil
    }
    if !frame.hasInner, let last = frames.indices.last,
      Self.cells.contains(frame.name.lowercased()), object.fields.count == 1,
      let only = object.fields.first, only.path.lowercased() == "name"
    {
      let name = String(decoding: only.value.prefix(200), as: UTF8.self)
      if !isBlank { frames[last].object.add(name.replacing(".", with: "_"), text) }
      return nil
    }
    if !isBlank { object.add("text", text) }
    if let last = frames.indices.last {
      // `<sender hostmask="nyx@host">nyx</sender>`, as Colloquy writes it: the text is the name.
      if !isBlank, !frame.hasInner, FieldName(frame.name).senderStrength != nil {
        frames[last].object.add(frame.name, text)
      }
      frames[last].object.add(object, under: placeName(frame.name))
    }
    return object
  }

  private static func name(_ text: ArraySlice<UInt8>) -> String {
    String(
      decoding: text.prefix(200).prefix {
        $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
      },
      as: UTF8.self)
  }
}
