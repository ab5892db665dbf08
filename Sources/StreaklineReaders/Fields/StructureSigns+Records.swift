internal import StreaklineCore

extension StructureSigns {
  /// A line such as `name = Ann` or `- text: |`.
  private struct Field {
    let line: Int
    let key: String
    let value: String
    /// Where the value starts in the text.
    let start: Int
    let isSign: Bool
  }

  /// How many lines around a share are looked at for the sender of a record.
  private static let longestRecord = 12
  private static let longestKey = 32

  /// Whether shares are values of fields that repeat beside others with different words.
  func hasRecords() -> Bool {
    let fields = lines.indices.compactMap(field)
    let shares = sharesOfFields(fields)
    let named = Dictionary(grouping: shares, by: \.field.key).mapValues(\.count)
    let senders = Set(fields.filter { isSender($0) && named[$0.key] == nil }.map(\.line))
    for (field, share) in shares {
      guard named[field.key, default: 0] > 1 || FieldName(field.key).textRank != nil else {
        continue
      }
      let around = share - Self.longestRecord...share + Self.longestRecord
      if around.contains(where: { senders.contains($0) }) { return true }
    }
    if named.values.contains(where: { $0 > 1 }),
      hasRepeatedWords(fields.filter { named[$0.key] == nil })
    {
      return true
    }
    return hasSenders(fields) || hasNamedStrings(shares) || hasPairs()
  }

  /// The fields whose values are shares, also below the line of the key.
  private func sharesOfFields(_ fields: [Field]) -> [(field: Field, line: Int)] {
    fields.compactMap { field in
      if let share = lines[field.line].share {
        let between = share > field.start ? text[field.start..<share] : []
        let isValue =
          share >= field.start && between.allSatisfy { " \t\"'`[{(>|".utf8.contains($0) }
        return isValue ? (field, field.line) : nil
      }
      let marks = field.value.trimmingMarks(" \r")
      guard marks.isEmpty || marks.allSatisfy({ "|>-+'\"`[{(\\<".contains($0) }) else { return nil }
      let below = lines.indices.dropFirst(field.line + 1).prefix(3)
      let next = below.first { lines[$0].share != nil || !text[lines[$0].range].isBlank }
      return next.flatMap { lines[$0].share == nil ? nil : (field, $0) }
    }
  }

  /// Whether a field that is beside several shares has different words, as the name of whoever plays.
  private func hasRepeatedWords(_ fields: [Field]) -> Bool {
    Dictionary(grouping: fields, by: \.key).contains { key, found in
      let name = FieldName(key)
      guard found.count > 1, !name.isPlace, !name.isTime else { return false }
      return Set(found.map(\.value).filter { isWords($0) }).count > 1
    }
  }

  private func isSender(_ field: Field) -> Bool {
    FieldName(field.key).senderStrength != nil && isWords(field.value)
      && FieldName(field.key).words.count <= 3
  }

  /// Whether fields such as `:AUTHOR: Ann` hold different names, and shares are in the lines between them.
  private func hasSenders(_ fields: [Field]) -> Bool {
    let found = fields.filter {
      isSender($0) && !["source", "number", "address", "contact"].contains($0.key)
        && ($0.isSign || FieldName($0.key).words.count == 1)
    }
    return Dictionary(grouping: found, by: \.key).values.contains { fields in
      let ends = fields.dropFirst().map(\.line) + [lines.count]
      return Set(fields.map(\.value)).count > 1
        && zip(fields, ends).count(where: { field, end in
          lines[field.line..<end].contains { $0.share != nil }
        }) > 1
    }
  }

  /// Whether strings with shares are assigned to different names: `ann = '''Wordle …`.
  private func hasNamedStrings(_ shares: [(field: Field, line: Int)]) -> Bool {
    let found = shares.filter { field, share in
      let start = text[field.start...].prefix(8).first { $0 > 0x20 }
      guard let start, "'\"`".utf8.contains(start) else { return false }
      let found = lines[share]
      let line = string((found.share ?? found.range.lowerBound)..<found.range.upperBound)
        .lowercased()
      let words = FieldName(field.key).words
      return PersonName.isName(field.key) && isWords(field.key)
        && !words.contains(where: { line.contains($0) })
    }
    return Set(found.map(\.field.key)).count > 1
  }

  /// Whether a share is one of several pairs in its line: `user=ann text="Wordle …"`.
  private func hasPairs() -> Bool {
    lines.contains { line in
      guard let share = line.share else { return false }
      let before = string(line.range.lowerBound..<share)
      let own = before.trimmingMarks("\"'")
      guard own.hasSuffix("="), own.dropLast().last.map({ $0.isLetter || $0 == "_" }) == true
      else { return false }
      let rest = string(share..<line.range.upperBound)
      return [before, rest].contains { part in
        part.split(whereSeparator: { " \t,;&".contains($0) }).contains { pair in
          let parts = pair.split(separator: "=", maxSplits: 1)
          return parts.count == 2 && FieldName(String(parts[0])).senderStrength != nil
            && isWords(parts[1])
        }
      }
    }
  }

  // Fields.

  /// The field of a line that is in no share.
  private func field(_ number: Int) -> Field? {
    let line = lines[number]
    guard !isInResult(line.range.lowerBound) else { return nil }
    var index = line.range.lowerBound
    let end = min(line.share ?? line.range.upperBound, line.range.upperBound)
    while index < end, " \t-*\"'`{[(@$".utf8.contains(text[index]) { index += 1 }
    let isSign = index < end && text[index] == UInt8(ascii: ":")
    if isSign { index += 1 }
    let start = index
    while index < end, index - start <= Self.longestKey, isKeyByte(text[index]) { index += 1 }
    var key = text[start..<index]
    while key.last == 0x20 || key.last == UInt8(ascii: "*") { key = key.dropLast() }
    guard !key.isEmpty, key.count <= Self.longestKey, key.contains(where: { $0 > 0x40 }),
      key.split(separator: 0x20).count <= 3
    else { return nil }
    while index < end, "\"'`*]) \t".utf8.contains(text[index]), text[index] != 0x09 { index += 1 }
    guard index < end, ":=\t".utf8.contains(text[index]) else { return nil }
    index += 1
    while index < end, "=:>*".utf8.contains(text[index]) { index += 1 }
    while index < end, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
    return Field(
      line: number, key: String(decoding: key, as: UTF8.self).lowercased(),
      value: string(index..<line.range.upperBound).trimmingMarks(" \r\"',;`"), start: index,
      isSign: isSign)
  }

  /// Whether a line starts in a result, below its first one.
  private func isInResult(_ start: Int) -> Bool {
    var (low, high) = (0, results.count)
    while low < high {
      let middle = (low + high) / 2
      if results[middle].lowerBound < start { low = middle + 1 } else { high = middle }
    }
    return low > 0 && results[low - 1].upperBound > start
  }

  private func isKeyByte(_ byte: UInt8) -> Bool {
    byte > 0x7F || (0x61...0x7A).contains(byte | 0x20) || byte &- 0x30 < 10
      || " _.-".utf8.contains(byte)
  }

  // Sections.

  /// Whether shares are below titles that may be names, in a form with sections: INI, reStructuredText, Org.
  func hasSections() -> Bool {
    hasTitles(sectionName) || hasDirective && hasTitles(underlined) || hasTitles(drawer)
      || lines.contains { string($0.range).lowercased().hasPrefix("[quote,") }
  }

  /// Whether two titles with different words have shares below them.
  private func hasTitles(_ title: (Int) -> String?) -> Bool {
    var names: Set<String> = []
    var current: String?
    for number in lines.indices {
      if let found = title(number) { current = found }
      if lines[number].share != nil, let name = current, isWords(name) { names.insert(name) }
    }
    return names.count > 1
  }

  /// `[Ann]` above `share = …`
  private func sectionName(_ number: Int) -> String? {
    let words = string(lines[number].range).trimmingBlanks()
    guard words.hasPrefix("["), words.hasSuffix("]"), number + 1 < lines.count,
      lines[number].share == nil, let next = field(number + 1), next.line == number + 1
    else { return nil }
    return words.trimmingMarks("[]\" ")
  }

  /// A title above a line of one sign.
  private func underlined(_ number: Int) -> String? {
    guard number + 1 < lines.count, lines[number].share == nil else { return nil }
    let title = string(lines[number].range).trimmingBlanks()
    let rule = string(lines[number + 1].range).trimmingBlanks()
    guard let sign = rule.first, "=-~^\"'#*+.:_`".contains(sign), rule.allSatisfy({ $0 == sign }),
      rule.count >= 3, rule.count + 1 >= title.count, title.contains(where: \.isLetter)
    else { return nil }
    return String(title)
  }

  /// Whether a block of reStructuredText is there: `::`, `.. code-block::`.
  private var hasDirective: Bool {
    lines.contains { line in
      let words = string(line.range).trimmingBlanks()
      return words == "::" || words.hasPrefix(".. ") || words.hasSuffix("::")
    }
  }

  /// A heading of Org that has a block of properties below it (`:PROPERTIES:`).
  private func drawer(_ number: Int) -> String? {
    let title = string(lines[number].range)
    guard title.hasPrefix("*"), number + 1 < lines.count else { return nil }
    let rest = title.drop { $0 == "*" }
    guard rest.first == " " else { return nil }
    let next = lines.indices.dropFirst(number + 1).prefix(3).contains {
      string(lines[$0].range).trimmingBlanks().uppercased() == ":PROPERTIES:"
    }
    return next ? rest.trimmingMarks(" \r") : nil
  }
}
