extension ArraySlice<UInt8> {
  /// Whether there are only spaces, tabs and carriage returns.
  var isBlank: Bool {
    allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension StringProtocol {
  /// The text without spaces, tabs and line breaks at both ends.
  func trimmingBlanks() -> Substring {
    let blanks: Set<Character> = [" ", "\t", "\r", "\n", "\r\n"]
    let start = drop { blanks.contains($0) }
    return Substring(start.reversed().drop { blanks.contains($0) }.reversed())
  }
}
