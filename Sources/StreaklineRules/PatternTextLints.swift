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

/// The offset of an unescaped `#` before a digit, `(`, `[` or `\`: almost certainly a literal hash.
private func commentOffset(in pattern: String) -> Int? {
  scan(pattern) { byte, next in
    byte == UInt8(ascii: "#")
      && next.map { (0x30...0x39).contains($0) || [0x28, 0x5B, 0x5C].contains($0) } == true
  }
}

/// The offset of a blank between two letters: almost certainly meant to match.
private func literalBlankOffset(in pattern: String) -> Int? {
  var previous: UInt8 = 0
  var inComment = false
  return scan(pattern) { byte, next in
    defer { previous = byte }
    if byte == UInt8(ascii: "#") { inComment = true }
    if byte == 0x0A { inComment = false }
    return !inComment && byte == 0x20 && isWordByte(previous) && next.map(isWordByte) == true
  }
}

/// A letter or digit.
private func isWordByte(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}

/// The offset of the first byte outside escapes and classes for which `matches` holds.
private func scan(_ pattern: String, _ matches: (UInt8, UInt8?) -> Bool) -> Int? {
  let bytes = Array(withoutVariationSelectors(pattern).utf8)
  var inClass = false
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    if byte == UInt8(ascii: "\\") {
      _ = matches(0, nil)
      index += 2
      continue
    }
    if byte == UInt8(ascii: "[") { inClass = true }
    if byte == UInt8(ascii: "]") { inClass = false }
    if !inClass, matches(byte, next) { return index }
    index += 1
  }
  return nil
}
