/// The members of a JSON object, in their order, without decoding their values.
///
/// The bytes must be one JSON value that `JSONWriter` wrote or `readJSON` accepts; any value but an
/// object has no members.
package struct JSONMembers: Sequence, IteratorProtocol {
  /// A member's bytes.
  package struct Member {
    /// The name between its quotes, with its escapes.
    package let name: ArraySlice<UInt8>
    /// The value, without blanks around it.
    package let value: ArraySlice<UInt8>
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ object: ArraySlice<UInt8>) {
    bytes = object
    let start = unsafe object.withUnsafeBytes { unsafe startOfMembers($0) }
    position = object.startIndex + start
  }

  package mutating func next() -> Member? {
    var index = position - bytes.startIndex
    let found = unsafe bytes.withUnsafeBytes { unsafe nextMember($0, &index) }
    position = index + bytes.startIndex
    guard let (name, value) = found else { return nil }
    return Member(name: slice(name), value: slice(value))
  }

  private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[range.lowerBound + bytes.startIndex..<range.upperBound + bytes.startIndex]
  }

  /// The value of the first member of a name that needs no escapes.
  package func value(of name: StaticString) -> ArraySlice<UInt8>? {
    var members = self
    while let member = members.next() {
      // Most names differ in length, which costs least to compare.
      if member.name.count == name.utf8CodeUnitCount,
        name.withUTF8Buffer({ unsafe member.name.elementsEqual($0) })
      {
        return member.value
      }
    }
    return nil
  }
}

/// Behind the brace with which the bytes start; their end when they are no object.
func startOfMembers(_ bytes: UnsafeRawBufferPointer) -> Int {
  var index = 0
  unsafe skipBlanks(bytes, &index)
  guard index < bytes.count, unsafe bytes[index] == UInt8(ascii: "{") else { return bytes.count }
  return index + 1
}

/// The next member of an object in memory: its name between its quotes, and its value.
///
/// - Parameter index: Behind the object's brace or behind a member; moved behind the next one.
@inline(__always)
func nextMember(
  _ bytes: UnsafeRawBufferPointer, _ index: inout Int
) -> (name: Range<Int>, value: Range<Int>)? {
  unsafe skipBlanks(bytes, &index)
  if index < bytes.count, unsafe bytes[index] == UInt8(ascii: ",") {
    index += 1
    unsafe skipBlanks(bytes, &index)
  }
  guard index < bytes.count, unsafe bytes[index] == UInt8(ascii: "\"") else { return nil }
  let name = index + 1..<max(index + 1, unsafe endOfString(bytes, index + 1))
  index = min(name.upperBound + 1, bytes.count)
  unsafe skipBlanks(bytes, &index)
  guard index < bytes.count, unsafe bytes[index] == UInt8(ascii: ":") else { return nil }
  index += 1
  unsafe skipBlanks(bytes, &index)
  let start = index
  unsafe skipValue(bytes, &index)
  return (name, start..<index)
}

@inline(__always)
private func skipBlanks(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
  while index < bytes.count {
    let byte = unsafe bytes[index]
    guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
    index += 1
  }
}

/// Where the string that starts behind a quote has its other quote, or the bytes end.
@inline(__always)
private func endOfString(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int {
  var index = start
  while true {
    index = unsafe firstSpecial(bytes, from: index)
    guard index < bytes.count else { return bytes.count }
    let byte = unsafe bytes[index]
    if byte == UInt8(ascii: "\"") { return index }
    index += byte == UInt8(ascii: "\\") ? 2 : 1
  }
}

private func skipValue(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) {
  var index = position
  defer { position = index }
  var depth = 0
  while index < bytes.count {
    switch unsafe bytes[index] {
    case UInt8(ascii: "\""):
      index = min(unsafe endOfString(bytes, index + 1) + 1, bytes.count)
      if depth == 0 { return }
      continue
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 0 { return }
      depth -= 1
      if depth == 0 {
        index += 1
        return
      }
    case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
      if depth == 0 { return }
    default: break
    }
    index += 1
  }
}

/// Whether a JSON value is null.
package func isJSONNull(_ value: ArraySlice<UInt8>) -> Bool {
  value.count == 4 && value.first == UInt8(ascii: "n")
}
