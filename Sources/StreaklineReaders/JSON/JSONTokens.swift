package import StreaklineCore

/// Reads JSON (RFC 8259) piece by piece, so that a text of any size needs little memory.
///
/// The caller asks for what it needs. A value that it does not ask for is skipped, and its strings
/// are not decoded:
///
/// ```swift
/// while try tokens.value() {  // the values at the top, usually one
///   guard try tokens.beginObject() else { continue }
///   while let key = try tokens.key() {
///     switch key {
///     case "name": name = try tokens.scalarString()
///     case "messages":
///       guard try tokens.beginArray() else { continue }
///       while try tokens.element() { … }
///     default: break
///     }
///   }
/// }
/// if let problem = tokens.problem { … }
/// ```
///
/// `beginObject`, `beginArray`, `string`, `scalar`, `bool` take the value only when it is of their
/// kind; otherwise another of them may be tried. A loop over `key` or `element` must run to its
/// end. Where the text stops being JSON, all of them return `nil` or `false` from then on, so that
/// the loops end. `problem` is the reason; what was read before stays valid.
///
/// Not checked: the shape of numbers, what is between the brackets and strings of skipped values,
/// and escapes that JSON does not have (the backslash is dropped).
package struct JSONTokens {
  /// No string is kept beyond this many bytes.
  package static let longestString = 4_194_304
  /// No name, date or number is kept beyond this many bytes.
  package static let longestScalar = 1_024
  static let deepest = 512
  private static let chunkSize = 262_144

  /// Why the text cannot be read further, and the line; `nil` without a problem.
  package private(set) var problem: ReadIssue?
  /// Whether the text could not be read further.
  package private(set) var hasFailed = false
  /// The line, from 1, of what comes next. After `value`, `key` or `element` that is the value.
  package internal(set) var line = 1
  /// The string or number that ``scalar()`` read last.
  package private(set) var text: [UInt8] = []
  /// Whether a string was cut because it was too long; the caller may reset it.
  package var isCut = false
  /// What was cut off since the last string has started.
  var cutOff = XXHash64()

  let source: ByteSource
  /// Whether each line is a text of its own, so that a broken line does not affect the others.
  let isLines: Bool
  var buffer: [UInt8] = []
  var index = 0
  /// The open brackets, the outermost one first.
  var open: [UInt8] = []
  /// Whether the innermost bracket has no content yet.
  var isFirst = false
  /// Whether `value`, `key` or `element` has moved to a value that is not read yet.
  var isValueNext = false

  /// - Parameter isLines: Whether each line is a JSON text of its own (JSON Lines).
  package init(_ source: ByteSource, isLines: Bool = false) {
    self.source = source
    self.isLines = isLines
  }

  /// The offset in the source, in bytes, of the next byte to read. After `value`, `key` or `element` that
  /// is where the value starts.
  package var position: Int { source.position - buffer.count + index }

  // Moving to the next value.

  /// Moves to the next value at the top of the text.
  ///
  /// - Returns: `false` at the end of the text.
  package mutating func value() throws(InputError) -> Bool {
    try passOver()
    guard open.isEmpty || hasFailed else { return fail("the brackets do not match") }
    guard !hasFailed, try peek() != nil else { return false }
    isValueNext = true
    return true
  }

  /// Moves to the next key of the innermost open object.
  ///
  /// - Returns: `nil` after the object's last value; the object is then closed.
  package mutating func key() throws(InputError) -> String? {
    guard try goOn(JSONByte.closeBrace) else { return nil }
    guard try peek() == JSONByte.quote else {
      fail("a key in quotes was expected")
      return nil
    }
    index += 1
    guard let name = try readName() else { return nil }
    guard try peek() == JSONByte.colon else {
      fail("a colon was expected")
      return nil
    }
    index += 1
    isValueNext = true
    return name
  }

  /// Moves to the next element of the innermost open array.
  ///
  /// - Returns: `false` after the last element; the array is then closed.
  package mutating func element() throws(InputError) -> Bool {
    guard try goOn(JSONByte.closeBracket) else { return false }
    isValueNext = true
    return true
  }

  // Reading the value.

  /// Opens the value if it is an object; its keys come next.
  package mutating func beginObject() throws(InputError) -> Bool {
    try begin(JSONByte.openBrace)
  }

  /// Opens the value if it is an array; its elements come next.
  package mutating func beginArray() throws(InputError) -> Bool {
    try begin(JSONByte.openBracket)
  }

  /// Takes the value if it is a string, and appends the decoded string to `target`, as long as that
  /// has at most ``longestString`` bytes. A surrogate without its partner becomes U+FFFD.
  package mutating func string(into target: inout [UInt8]) throws(InputError) -> Bool {
    guard isValueNext, try peek() == JSONByte.quote else { return false }
    index += 1
    isValueNext = false
    return try readString(into: &target, limit: Self.longestString)
  }

  /// Takes the value if it is a string or a number, into ``text``: the decoded string, or the
  /// number as it is written. What has more than ``longestScalar`` bytes is cut and gets a digest.
  package mutating func scalar() throws(InputError) -> Bool {
    guard isValueNext, let byte = try peek() else { return false }
    var taken = text
    text = []
    taken.removeAll(keepingCapacity: true)
    defer { text = taken }
    if byte == JSONByte.quote {
      index += 1
      isValueNext = false
      return try readName(into: &taken)
    }
    guard JSONByte.isDigit(byte) || byte == UInt8(ascii: "-") else { return false }
    isValueNext = false
    try readNumber(into: &taken, limit: Self.longestScalar)
    return true
  }

  /// Takes the value if it is a string or a number, as ``scalar()`` does.
  package mutating func scalarString() throws(InputError) -> String? {
    try scalar() ? String(decoding: text, as: UTF8.self) : nil
  }

  /// Takes the value if it is a string or a number, as ``scalar()`` does; `nil` for one that is too
  /// long to be kept whole, and then sets `wasCut`.
  mutating func wholeString(wasCut: inout Bool) throws(InputError) -> String? {
    let wasCutBefore = isCut
    isCut = false
    defer { isCut = isCut || wasCutBefore }
    let string = try scalarString()
    if isCut { wasCut = true }
    return isCut ? nil : string
  }

  /// Takes the value if it is `true` or `false`.
  package mutating func bool() throws(InputError) -> Bool? {
    guard isValueNext else { return nil }
    switch try peek() {
    case UInt8(ascii: "t"):
      isValueNext = false
      return try readWord("true") ? true : nil
    case UInt8(ascii: "f"):
      isValueNext = false
      return try readWord("false") ? false : nil
    default: return nil
    }
  }

  /// Skips the value, whatever it is. `key`, `element` and `value` do this by themselves.
  package mutating func skipValue() throws(InputError) {
    try passOver()
  }

  /// If each line is a text of its own, drops the problem and the open brackets, and moves to the
  /// end of the line.
  ///
  /// - Returns: The problem there was.
  package mutating func skipLine() throws(InputError) -> ReadIssue? {
    precondition(isLines)
    defer {
      problem = nil
      hasFailed = false
    }
    open = []
    isFirst = false
    isValueNext = false
    repeat {
      if let lineBreak = buffer[index...].firstIndex(of: JSONByte.lineBreak) {
        index = lineBreak
        return problem
      }
      index = buffer.count
    } while try refill()
    return problem
  }
}

enum JSONByte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let lineBreak = UInt8(ascii: "\n")

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// Reading bytes.
extension JSONTokens {
  /// The next byte that is not a blank, without reading it; `nil` at the end and, if each line is a
  /// text of its own, at the end of a line inside a value.
  mutating func peek() throws(InputError) -> UInt8? {
    guard !hasFailed else { return nil }
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        guard byte <= 0x20 else { return byte }
        switch byte {
        case JSONByte.lineBreak:
          if isLines, !open.isEmpty || isValueNext { return nil }
          line += 1
        case 0x20, 0x09, 0x0D: break
        default: return byte
        }
        index += 1
      }
      guard try refill() else { return nil }
    }
  }

  /// The next byte, without reading it; `nil` at the end.
  mutating func peekInside() throws(InputError) -> UInt8? {
    if index == buffer.count, try !refill() { return nil }
    return buffer[index]
  }

  /// Fills the buffer again once all of it was read.
  mutating func refill() throws(InputError) -> Bool {
    buffer = []
    index = 0
    return try source.read(Self.chunkSize, into: &buffer)
  }

  /// Counts a line break inside a value. If each line is a text of its own, that is an error.
  ///
  /// - Returns: Whether reading continues.
  @discardableResult
  mutating func passLineBreak() -> Bool {
    guard !isLines else { return failAtEnd() }
    line += 1
    index += 1
    return true
  }

  /// - Returns: Always `false`, for the caller to return.
  @discardableResult
  mutating func fail(_ summary: String) -> Bool {
    if !hasFailed {
      hasFailed = true
      let rest = isLines ? "the line is not read" : "nothing after it is read"
      problem = ReadIssue("\(summary); \(rest)", at: .init(name: source.name, line: line))
    }
    return false
  }

  /// - Returns: Always `false`, for the caller to return.
  @discardableResult
  mutating func failAtEnd() -> Bool {
    if !hasFailed {
      hasFailed = true
      problem = ReadIssue(
        isLines
          ? "the line ends inside a value; it is not read"
          : "the file ends inside a value; what comes before it is read",
        at: .init(name: source.name, line: line))
    }
    return false
  }
}
