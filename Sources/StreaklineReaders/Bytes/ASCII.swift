extension ArraySlice<UInt8> {
  /// Whether there are only spaces, tabs and carriage returns.
  var isBlank: Bool {
    allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }
}

extension Substring {
  /// The text without spaces, tabs and line breaks at both ends.
  func trimmingBlanks() -> Substring {
    var text = drop(while: Self.isBlank)
    while let last = text.last, Self.isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ character: Character) -> Bool {
    switch character {
    case " ", "\t", "\r", "\n", "\r\n": true
    default: false
    }
  }
}

extension String {
  /// The text without spaces, tabs and line breaks at both ends.
  func trimmingBlanks() -> Substring { self[...].trimmingBlanks() }
}
