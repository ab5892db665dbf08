internal import StreaklineCore

/// R103, R104, R105: mistakes that the text of a pattern shows before it is compiled.
func patternTextLints(_ rule: RuleDefinition) -> [Problem] {
  let patterns =
    rule.variants.flatMap { [$0.match] + $0.each }
    + (rule.fields + rule.variants.flatMap(\.fields)).flatMap(\.operation.patterns)
  return patterns.flatMap { source -> [Problem] in
    var problems: [Problem] = []
    if source.isDoubleQuoted {
      problems.append(
        Problem(
          "R103", "the pattern is in double quotes, where a backslash starts an escape of YAML",
          at: source.location,
          severity: .warning, help: "use single quotes or a block (|)"))
    }
    if let offset = commentOffset(in: source.text) {
      problems.append(
        Problem(
          "R104", "'#' starts a comment, so the rest of the line is not matched",
          at: source.location(ofByte: offset),
          severity: .warning, help: "write a literal hash as \\#"))
    }
    if let offset = literalBlankOffset(in: source.text) {
      problems.append(
        Problem(
          "R105", "white space in a pattern matches nothing", at: source.location(ofByte: offset),
          severity: .warning, help: "write \\h+ or \\x20 for a blank between words"))
    }
    return problems
  }
}

/// The offset of an unescaped `#` before a digit or `[`, or with a group or a backslash after it on its
/// line: almost certainly a literal hash.
private func commentOffset(in pattern: String) -> Int? {
  scan(pattern) { bytes, index in
    guard bytes[index] == UInt8(ascii: "#") else { return false }
    let comment = bytes[(index + 1)...].prefix { $0 != 0x0A }
    guard let next = comment.first else { return false }
    let hidesGroup = zip(comment, comment.dropFirst()).contains {
      $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "(") && $1 == UInt8(ascii: "?")
    }
    return (0x30...0x39).contains(next) || next == UInt8(ascii: "[") || hidesGroup
  }
}

/// The offset of a blank between two letters: almost certainly meant to match. The last digit of an
/// escape is no letter.
private func literalBlankOffset(in pattern: String) -> Int? {
  scan(pattern) { bytes, index in
    guard bytes[index] == 0x20, index > 0, isWordByte(bytes[index - 1]),
      index + 1 < bytes.count, isWordByte(bytes[index + 1])
    else { return false }
    let backslash = UInt8(ascii: "\\")
    if index >= 2, bytes[index - 2] == backslash { return false }
    // `\x20`
    return !(index >= 4 && bytes[index - 4] == backslash && bytes[index - 3] == UInt8(ascii: "x"))
  }
}

/// A letter or digit.
private func isWordByte(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}

/// The offset of the first byte outside escapes, classes and comments for which `matches` holds.
/// Of a comment, its hash is tried.
private func scan(_ pattern: String, _ matches: ([UInt8], Int) -> Bool) -> Int? {
  let bytes = Array(withoutVariationSelectors(pattern).utf8)
  var inClass = false
  var index = 0
  while index < bytes.count {
    if bytes[index] == UInt8(ascii: "\\") {
      let isHexadecimal = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "x")
      index += isHexadecimal ? 4 : 2
      continue
    }
    if bytes[index] == UInt8(ascii: "[") { inClass = true }
    if bytes[index] == UInt8(ascii: "]") { inClass = false }
    if !inClass {
      if matches(bytes, index) { return index }
      if bytes[index] == UInt8(ascii: "#") {
        index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
        continue
      }
    }
    index += 1
  }
  return nil
}
