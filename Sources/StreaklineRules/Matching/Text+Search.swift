extension StringProtocol {
  /// Where a text first occurs.
  func firstIndex(ofText text: String) -> Index? {
    let bytes = Array(utf8)
    guard let offset = bytes.firstIndex(of: Array(text.utf8)) else { return nil }
    return utf8.index(startIndex, offsetBy: offset)
  }
}

extension [UInt8] {
  /// Where `other` first occurs.
  func firstIndex(of other: [UInt8]) -> Int? {
    guard !other.isEmpty, count >= other.count else { return nil }
    return (0...count - other.count).first { self[$0...].starts(with: other) }
  }
}
