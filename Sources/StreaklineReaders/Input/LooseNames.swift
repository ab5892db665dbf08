internal import StreaklineCore

/// Words beside shares that may be names and have no sign of a head with them: a line of nothing but a name
/// above or below a share, or a name after a share in its line (`Wordle 1,234 3/6 - Ada`).
///
/// One's own words look the same. ``SharesOfOthers`` says when they are names.
struct LooseNames {
  private let text: [UInt8]
  private let lines: [HeadLine]
  private(set) var heads: [ShareHead] = []

  /// How many lines above a share a name may be.
  private static let mostAbove = 4
  /// How many lines of a share may come before a name after or below it.
  private static let longestShare = 14
  private static let mostWordsAfter = 3

  init(_ text: [UInt8], _ lines: [HeadLine], _ scan: CandidateScan) {
    self.text = text
    self.lines = lines
    for number in lines.indices where lines[number].share != nil {
      addAbove(number)
      addAfter(number)
    }
    let titles = Set(heads.map(\.name)).filter { isTitle($0, scan) }
    heads.removeAll { titles.contains($0.name) }
  }

  private func isTitle(_ name: String, _ scan: CandidateScan) -> Bool {
    let bytes = Array(name.utf8)
    return scan.isPresent(in: bytes, 0..<bytes.count) || scan.games.isTitle(name)
  }

  /// The names above a share: `Ada`, or `Ada -` above other words.
  private mutating func addAbove(_ number: Int) {
    let before = text[lines[number].words]
    guard before.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: ":") }) else { return }
    let above = lines.indices[..<number].reversed().prefix { lines[$0].share == nil }
      .filter { !lines[$0].isBlank && !lines[$0].isRule(text) }.prefix(Self.mostAbove)
    for (count, line) in above.enumerated() {
      let tokens = lines[line].tokens(text)
      let weak = NamedHead(tokens, list: lines[line].list, isLine: true)
      guard let name = NamedHead.bareName(tokens) ?? weak?.name else { continue }
      heads.append(
        ShareHead(
          form: "N", name: name.lowercased(), line: line, share: number, isSure: false,
          isNearest: count == 0))
    }
  }

  /// The names after the words of a share's lines, and in the line below it.
  private mutating func addAfter(_ number: Int) {
    let end = min(lines.count, number + Self.longestShare)
    for line in number..<end {
      guard line == number || lines[line].share.map({ text[$0] >= 0x80 }) ?? true else { return }
      guard !lines[line].isBlank else { continue }
      let words = NameAfterWords(text[lines[line].range])
      guard let name = words.name else { continue }
      let isAlone = words.isAlone
      // A name above the next share is a line of its own, too.
      if isAlone, line + 1 < lines.count, !lines[line + 1].isBlank { continue }
      heads.append(
        ShareHead(
          form: isAlone ? "\n" : "after", name: name.lowercased(), line: line, share: number,
          isSure: false, isAlone: isAlone))
    }
  }
}

/// The name at the end of a line: `Wordle 1,234 3/6 - Ada`, `🟩🟩🟩 (Ada)`.
private struct NameAfterWords {
  let name: String?
  /// Whether the line is nothing but the name and marks.
  let isAlone: Bool

  private static let longestName = 40
  private static let marks: Set<Character> = [" ", "\t", "\r", ")", "]", "*", "_", "<", ">"]

  init(_ line: ArraySlice<UInt8>) {
    let end = String(decoding: line.suffix(Self.longestName * 2), as: UTF8.self)
    let trimmed = end.reversed().drop { Self.marks.contains($0) }
    let name = String(
      trimmed.prefix { $0.isLetter || " '’".contains($0) }.reversed().drop { $0 == " " })
    let before = trimmed.dropFirst(name.count)
    isAlone =
      line.count < Self.longestName * 2 && !before.contains { $0.isNumber || !$0.isASCII }
    self.name =
      PersonName.isName(name) && name.first?.isLowercase == false
        && before.first?.isNumber != true ? name : nil
  }
}
