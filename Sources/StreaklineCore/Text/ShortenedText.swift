/// What stands for a text that is too long to be kept: its start and a digest of all of it, so that two long
/// texts that start alike stay different.
///
/// - Parameters:
///   - start: The first bytes of the text. A character that is cut at their end is left out.
///   - rest: An empty hash to which the bytes after them were added.
package func shortenedText(_ start: ArraySlice<UInt8>, rest: XXHash64) -> String {
  var hash = rest
  hash.add(start)
  let digest = String(hash.digest, radix: 16)
  return "\(String(decoding: start[..<endOfCharacters(start)], as: UTF8.self))…\(digest)"
}

/// A text, or what stands for it when it has more bytes than the limit.
package func shortenedText(_ text: String, maximumBytes: Int) -> String {
  let bytes = Array(text.utf8)
  guard bytes.count > maximumBytes else { return text }
  var rest = XXHash64()
  rest.add(bytes[maximumBytes...])
  return shortenedText(bytes[..<maximumBytes], rest: rest)
}

/// Where the last whole character of UTF-8 ends.
private func endOfCharacters(_ bytes: ArraySlice<UInt8>) -> Int {
  // All bytes of a character but the first have the form 10xxxxxx.
  guard let first = bytes.indices.suffix(4).last(where: { bytes[$0] & 0xC0 != 0x80 }) else {
    return bytes.endIndex
  }
  let byte = bytes[first]
  let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  return bytes.endIndex - first < length ? first : bytes.endIndex
}
