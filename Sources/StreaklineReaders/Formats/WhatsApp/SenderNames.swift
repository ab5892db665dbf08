/// The visible names of senders. The latest are cached, because a chat has few people and many
/// messages.
struct SenderNames {
  private static let slotCount = 256
  private var slots = [(bytes: [UInt8], name: String)](repeating: ([], ""), count: slotCount)

  /// - Returns: The name, or `nil` when nothing of it is visible.
  mutating func name(_ text: [UInt8], _ range: Range<Int>) -> String? {
    var hash = UInt64(range.count)
    for index in range.suffix(16) {
      hash = (hash ^ UInt64(text[index])) &* 0x9E37_79B9_7F4A_7C15
    }
    let slot = Int(hash >> 32) & (Self.slotCount - 1)
    if !Self.isEqual(slots[slot].bytes, text, range) {
      let name = String(decoding: Self.visible(text[range]), as: UTF8.self)
      slots[slot] = (Array(text[range]), name)
    }
    return slots[slot].name.isEmpty ? nil : slots[slot].name
  }

  private static func isEqual(_ bytes: [UInt8], _ text: [UInt8], _ range: Range<Int>) -> Bool {
    guard bytes.count == range.count else { return false }
    for index in 0..<bytes.count where bytes[index] != text[range.lowerBound + index] {
      return false
    }
    return true
  }

  /// A name without marks of writing direction, without blanks around it, and without the `~ `
  /// before the name of somebody who is not among the contacts.
  static func visible(_ name: ArraySlice<UInt8>) -> [UInt8] {
    let name = Array(name)
    var visible: [UInt8] = []
    var index = 0
    while index < name.count {
      let mark = DirectionMark.length(in: name, at: index, end: name.count)
      if mark == 0 { visible.append(name[index]) }
      index += max(1, mark)
    }
    var start = endOfBlanks(visible, from: 0)
    if start < visible.count, visible[start] == UInt8(ascii: "~") {
      let next = endOfBlanks(visible, from: start + 1)
      start = next > start + 1 ? next : start
    }
    var end = visible.count
    while end > start, let length = blankLength(visible, before: end) {
      end = max(start, end - length)
    }
    return Array(visible[start..<end])
  }

  private static func endOfBlanks(_ text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count {
      let length =
        text[index] == UInt8(ascii: " ")
        ? 1 : WideBlank.length(in: text, at: index, end: text.count)
      if length == 0 { break }
      index += length
    }
    return index
  }

  private static func blankLength(_ text: [UInt8], before end: Int) -> Int? {
    if text[end - 1] == UInt8(ascii: " ") { return 1 }
    return (2...3).first {
      end >= $0 && WideBlank.length(in: text, at: end - $0, end: end) == $0
    }
  }
}
