/// Reads a JSON object that is as `JSONWriter` writes it, member by member and without making values of
/// them.
///
/// It is stricter than `readJSON`: another order of names, blanks, escapes with `\u`, numbers with a
/// fraction and the like end the reading with `nil`. Then `readJSON` has to read the text. The bytes of a
/// value that is given are the ones that writing the value again would give, unless an object in it has a
/// name twice.
package struct WrittenObject {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var isFirst = true

  /// `nil` when the bytes do not start with an object.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    self.bytes = bytes
    position = bytes.startIndex + 1
  }

  /// The value of the next member; `nil` when its name is another one. The name must need no escapes.
  package mutating func value(of name: String) -> ArraySlice<UInt8>? {
    let offset = bytes.startIndex
    let isFirst = isFirst
    let start = position - offset
    let found: Range<Int>? = unsafe bytes.withUnsafeBytes { bytes in
      var index = start
      if !isFirst {
        guard unsafe isByte(UInt8(ascii: ","), bytes, at: index) else { return nil }
        index += 1
      }
      guard unsafe skipName(name, bytes, &index) else { return nil }
      let value = index
      // The object itself is a level.
      return unsafe skipWritten(bytes, &index, levels: deepestJSON - 1) ? value..<index : nil
    }
    guard let found else { return nil }
    self.isFirst = false
    position = found.upperBound + offset
    return bytes[found.lowerBound + offset..<position]
  }

  /// Whether the object ends after the last member that was given, and the bytes with it.
  package var isAtEnd: Bool {
    position == bytes.endIndex - 1 && bytes[position] == UInt8(ascii: "}")
  }
}

extension WrittenObject {
  /// The text of the next member, which must be a string without escapes in valid UTF-8.
  package mutating func text(of name: String) -> String? {
    value(of: name).flatMap(Self.text)
  }

  /// The number of the next member, which must be an integer.
  package mutating func int(of name: String) -> Int? {
    value(of: name).flatMap(Self.int)
  }

  /// The text that a value spells; `nil` unless it is a string without escapes, in valid UTF-8.
  package static func text(_ value: ArraySlice<UInt8>) -> String? {
    guard value.first == UInt8(ascii: "\""), !value.contains(UInt8(ascii: "\\")) else { return nil }
    return String(validating: value.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The integer that a value spells; `nil` for anything else. The value must come from `value(of:)`, which
  /// takes no more than 18 digits, so the integer fits.
  package static func int(_ value: ArraySlice<UInt8>) -> Int? {
    let isNegative = value.first == UInt8(ascii: "-")
    var number = 0
    for digit in isNegative ? value.dropFirst() : value {
      guard digit &- 0x30 < 10 else { return nil }
      number = number * 10 + Int(digit - 0x30)
    }
    return isNegative ? -number : number
  }
}

/// Whether the bytes are one object that is as `JSONWriter` writes it. `false` says nothing.
func isWrittenObject(_ bytes: ArraySlice<UInt8>) -> Bool {
  guard bytes.first == UInt8(ascii: "{") else { return false }
  return unsafe bytes.withUnsafeBytes { bytes in
    var index = 0
    return unsafe skipWritten(bytes, &index, levels: deepestJSON) && index == bytes.count
  }
}

/// Whether a value as `JSONWriter` writes it is an object of a few members with different names, and has no
/// other object or list in it.
package func isFlatObject(_ value: ArraySlice<UInt8>) -> Bool {
  guard value.first == UInt8(ascii: "{") else { return false }
  var names: [ArraySlice<UInt8>] = []
  for member in JSONMembers(value) {
    let isNested =
      member.value.first == UInt8(ascii: "{") || member.value.first == UInt8(ascii: "[")
    guard !isNested, names.count < 32, !names.contains(where: { $0 == member.name }) else {
      return false
    }
    names.append(member.name)
  }
  return true
}

@inline(__always)
private func isByte(_ byte: UInt8, _ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
  unsafe index < bytes.count && bytes[index] == byte
}

/// Moves behind a member's name and its colon.
private func skipName(_ name: String, _ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
  let start = index
  let isThere = unsafe withUTF8(of: name) { name in
    // Two quotes and a colon.
    guard start + name.count + 3 <= bytes.count, unsafe bytes[start] == UInt8(ascii: "\"") else {
      return false
    }
    for offset in 0..<name.count {
      guard unsafe bytes[start + 1 + offset] == name[offset] else { return false }
    }
    let end = start + 1 + name.count
    return unsafe bytes[end] == UInt8(ascii: "\"") && bytes[end + 1] == UInt8(ascii: ":")
  }
  index += name.utf8.count + 3
  return isThere
}

/// Moves behind a value; `false` for one that `JSONWriter` might write otherwise.
private func skipWritten(
  _ bytes: UnsafeRawBufferPointer, _ index: inout Int, levels: Int
) -> Bool {
  guard levels > 0, index < bytes.count else { return false }
  switch unsafe bytes[index] {
  case UInt8(ascii: "\""): return unsafe skipString(bytes, &index)
  case UInt8(ascii: "{"):
    return unsafe skipItems(bytes, &index, end: UInt8(ascii: "}")) { index in
      guard unsafe skipString(bytes, &index), unsafe isByte(UInt8(ascii: ":"), bytes, at: index)
      else { return false }
      index += 1
      return unsafe skipWritten(bytes, &index, levels: levels - 1)
    }
  case UInt8(ascii: "["):
    return unsafe skipItems(bytes, &index, end: UInt8(ascii: "]")) { index in
      unsafe skipWritten(bytes, &index, levels: levels - 1)
    }
  case UInt8(ascii: "t"): return unsafe skip("true", bytes, &index)
  case UInt8(ascii: "f"): return unsafe skip("false", bytes, &index)
  case UInt8(ascii: "n"): return unsafe skip("null", bytes, &index)
  default: return unsafe skipInteger(bytes, &index)
  }
}

/// Moves behind a list or an object.
private func skipItems(
  _ bytes: UnsafeRawBufferPointer, _ index: inout Int, end: UInt8, _ item: (inout Int) -> Bool
) -> Bool {
  index += 1
  if unsafe isByte(end, bytes, at: index) {
    index += 1
    return true
  }
  while item(&index) {
    guard index < bytes.count else { return false }
    let byte = unsafe bytes[index]
    index += 1
    if byte == end { return true }
    guard byte == UInt8(ascii: ",") else { return false }
  }
  return false
}

private func skip(
  _ word: StaticString, _ bytes: UnsafeRawBufferPointer, _ index: inout Int
) -> Bool {
  guard index + word.utf8CodeUnitCount <= bytes.count else { return false }
  for offset in 0..<word.utf8CodeUnitCount {
    guard unsafe bytes[index + offset] == word.utf8Start[offset] else { return false }
  }
  index += word.utf8CodeUnitCount
  return true
}

private func skipString(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
  guard unsafe isByte(UInt8(ascii: "\""), bytes, at: index) else { return false }
  var next = index + 1
  while true {
    next = unsafe firstSpecial(bytes, from: next)
    guard next < bytes.count else { return false }
    if unsafe bytes[next] == UInt8(ascii: "\"") {
      index = next + 1
      return true
    }
    // A control must be escaped, and of two bytes after a backslash both are passed.
    guard unsafe bytes[next] == UInt8(ascii: "\\"), next + 1 < bytes.count else { return false }
    switch unsafe bytes[next + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "r"),
      UInt8(ascii: "t"):
      next += 2
    default: return false
    }
  }
}

private func skipInteger(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
  var next = index
  let isNegative = unsafe bytes[next] == UInt8(ascii: "-")
  if isNegative { next += 1 }
  let first = next
  while next < bytes.count, unsafe bytes[next] &- 0x30 < 10 { next += 1 }
  guard (1...18).contains(next - first) else { return false }
  let startsWithZero = unsafe bytes[first] == 0x30
  guard !startsWithZero || next - first == 1 && !isNegative else { return false }
  // A fraction or an exponent would follow.
  if next < bytes.count, unsafe [0x2E, 0x45, 0x65].contains(bytes[next]) { return false }
  index = next
  return true
}
