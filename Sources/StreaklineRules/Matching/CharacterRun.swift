/// A pattern that is a number of characters of a set, such as `[⬛🟩]{5}`, the row of a grid. Such rows are
/// counted without pattern matching.
struct CharacterRun: Sendable {
  /// The UTF-8 bytes of each character of the set, as one number.
  private let characters: [UInt32]
  private let length: Int

  /// - Parameter pattern: A pattern without variation selectors.
  /// - Returns: `nil` for a pattern of any other form.
  init?(_ pattern: String) {
    var rest = pattern.unicodeScalars[...]
    func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\n" } }
    skipBlanks()
    guard let first = rest.popFirst() else { return nil }
    var set = [first]
    if first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      set = Array(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    // Letters, digits and marks of ASCII may have a meaning of their own in a pattern.
    guard !set.isEmpty, !set.contains(where: { $0.isASCII || $0.properties.isPatternWhitespace })
    else { return nil }
    characters = set.map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
    skipBlanks()
    guard let brace = rest.popFirst() else {
      length = 1
      return
    }
    guard brace == "{", let digit = rest.popFirst(), let length = Int(String(digit)), length > 0,
      rest.popFirst() == "}"
    else { return nil }
    skipBlanks()
    guard rest.isEmpty else { return nil }
    self.length = length
  }

  /// How many such runs that do not overlap are in a range of a valid text.
  func count(in text: [UInt8], _ range: Range<Int>) -> Int {
    var count = 0
    var found = 0
    var character: UInt32 = 0
    for byte in text[range] {
      guard byte & 0xC0 != 0x80 else {
        character = character << 8 | UInt32(byte)
        continue
      }
      step(character, &found, &count)
      character = UInt32(byte)
    }
    step(character, &found, &count)
    return count
  }

  @inline(__always)
  private func step(_ character: UInt32, _ found: inout Int, _ count: inout Int) {
    found = characters.contains(character) ? found + 1 : 0
    if found == length {
      count += 1
      found = 0
    }
  }
}
