/// A report of somebody else's result in Japanese, Korean or Chinese: `お母さんは`, `田中さんの結果`, `엄마가`, `妈妈的`.
///
/// Whoever is the subject there is known by an ending, and a verb may be left out. All words before the share must be
/// words of ``UncasedReport``, so that a report is no mention (`母に勝った`) and nothing of the author (`私は`).
struct UncasedReport {
  /// Words that may be before the person: `今日`, `우리`.
  let leading: [[Character]]
  let relations: [[Character]]
  /// Family names, which may be before a name.
  let families: [[Character]]
  let names: [[Character]]
  /// Endings that make a name of what is before them: `さん`.
  let titles: [[Character]]
  /// What is before such an ending where it is none: `たくさん`.
  let untitled: [String]
  /// What may be between the person and the particle: `들`.
  let middle: [[Character]]
  /// What says that the person is the subject or has the result.
  let particles: [[Character]]
  /// Words for having, solving or sending a result.
  let rest: [[Character]]

  private static let longestTitled = 4

  /// Whether text without blanks, in small letters, is such a report.
  func isReport(_ text: [Character], isKnown: (String) -> Bool) -> Bool {
    let start = ends(repeating: leading, in: text, from: [0])
    let persons = start.reduce(into: Set<Int>()) {
      $0.formUnion(personEnds(in: text, from: $1, isKnown: isKnown))
    }
    let owners = ends(
      of: particles, in: text, from: ends(repeating: middle, in: text, from: persons))
    return ends(repeating: rest, in: text, from: owners).contains(text.count)
  }

  /// Where a person ends who starts at an index.
  private func personEnds(in text: [Character], from start: Int, isKnown: (String) -> Bool) -> Set<
    Int
  > {
    var found = ends(of: relations, in: text, from: [start])
    let afterFamily = ends(of: families, in: text, from: [start])
    var named = ends(of: names, in: text, from: afterFamily.union([start]))
    let latin = text[start...].prefix { $0.isASCII && $0.isLetter }
    if GivenNames.starts(String(latin)) { named.insert(latin.endIndex) }
    for length in 1...Self.longestTitled where start + length < text.count {
      let base = text[start..<(start + length)]
      guard Self.isOneScript(base), !untitled.contains(where: String(base).hasSuffix) else {
        continue
      }
      for end in ends(of: titles, in: text, from: [start + length])
      where !isKnown(String(text[start..<end])) && !isKnown(String(base)) { found.insert(end) }
    }
    for end in named where !isKnown(String(text[start..<end])) {
      found.insert(end)
      found.formUnion(ends(of: titles, in: text, from: [end]))
    }
    return found
  }

  private func ends(of words: [[Character]], in text: [Character], from starts: Set<Int>)
    -> Set<Int>
  {
    starts.reduce(into: []) { found, start in
      for word in words where text[start...].starts(with: word) { found.insert(start + word.count) }
    }
  }

  /// The indices themselves, and where any number of words ends that start there. A number is such a word.
  private func ends(repeating words: [[Character]], in text: [Character], from starts: Set<Int>)
    -> Set<Int>
  {
    var (found, open) = (starts, starts)
    while !open.isEmpty {
      var next = ends(of: words, in: text, from: open)
      for start in open where start < text.count && text[start].isNumber { next.insert(start + 1) }
      open = next.subtracting(found)
      found.formUnion(open)
    }
    return found
  }

  private static func isOneScript(_ word: ArraySlice<Character>) -> Bool {
    let scripts = Set(word.map(script))
    return scripts.count == 1 && !scripts.contains(nil)
      && !word.contains(where: "私僕俺我".contains)
  }

  private static func script(_ character: Character) -> Int? {
    guard let scalar = character.unicodeScalars.first, character.isLetter else { return nil }
    return switch scalar.value {
    case 0x41...0x24F: 0
    case 0x3041...0x309F: 1
    case 0x30A0...0x30FF: 2
    case 0x3400...0x9FFF, 0x3005: 3
    case 0x1100...0x11FF, 0xAC00...0xD7A3: 4
    default: nil
    }
  }
}

extension ReportedResult {
  /// `お母さんは`, `엄마가`, `妈妈的`
  var isUncased: Bool {
    let clauses = lower.split(separator: Self.comma).map { Array($0.joined()) }
    guard let last = clauses.last,
      last.contains(where: {
        $0.unicodeScalars.contains { $0.value >= 0x3041 && $0.value < 0xD7A4 }
      })
    else { return false }
    return [clauses.flatMap(\.self), last].contains { text in
      UncasedReport.all.contains { $0.isReport(text, isKnown: isKnown) }
    }
  }
}
