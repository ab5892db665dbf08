internal import StreaklineCore

/// The words beside a share in which whoever wrote it may be named.
struct BesideWords {
  /// Where words are. What is after the words of one share is compared with what is after those of others.
  enum Place: Int {
    case before
    case above
    case after
  }

  /// A line, or a part of one.
  struct Line {
    let place: Place
    /// Counted from 0.
    let number: Int
    let words: ArraySlice<UInt8>
    let tokens: [BesideToken]
    /// ``tokens`` with the line's one picture of an animal or a person among them; empty where it has none or several.
    var pictured: [BesideToken] = []
    /// Whether empty lines are between it and what is nearer to the share.
    var isApart = false
  }

  /// Those before the share in its line, those above it from the nearest one upwards, those after it downwards.
  private(set) var lines: [Line] = []
  /// The words of the share itself, and its links. What it says is nobody's name.
  private let own: Set<String>
  private let links: String
  /// What it says before a slash, as the 4 in `4/6`.
  private let results: [String]

  private static let mostAbove = 12
  private static let mostBelow = 3

  /// - Parameters:
  ///   - share: Its range in the text.
  ///   - span: The lines in which it is.
  ///   - gap: The lines between the share before and the one after it.
  ///   - neighbours: Where the share before ends, and where the one after it starts.
  init(
    _ text: [UInt8], _ lines: [HeadLine], share: Range<Int>, _ span: ClosedRange<Int>,
    gap: Range<Int>, neighbours: Range<Int>
  ) {
    let words = String(decoding: text[share].prefix(Self.longestShare), as: UTF8.self).lowercased()
    own = Set(words.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    links = words.split(whereSeparator: \.isWhitespace).filter { $0.contains(".") }.joined()
    results = words.split(whereSeparator: \.isWhitespace).compactMap { word in
      word.contains("/") && !word.contains(":")
        ? word.split(separator: "/", omittingEmptySubsequences: false).first.map(String.init) : nil
    }
    let start = max(lines[span.lowerBound].range.lowerBound, neighbours.lowerBound)
    add(.before, span.lowerBound, text[min(start, share.lowerBound)..<share.lowerBound])
    addAbove(gap.lowerBound..<span.lowerBound, lines, text)
    let end = min(lines[span.upperBound].range.upperBound, neighbours.upperBound)
    let rest = text[min(share.upperBound, end)..<end]
    add(.after, span.upperBound, Self.withoutEndOfLink(rest, after: text[share]))
    let below = (span.upperBound + 1..<max(gap.upperBound, span.upperBound + 1))
      .filter { !lines[$0].isBlank }.prefix(Self.mostBelow)
    for line in below { add(.after, line, text[lines[line].range]) }
  }

  /// The words after a share without the end of the link with which it ends (`?utm_medium=share`), unless that may name
  /// somebody.
  private static func withoutEndOfLink(
    _ rest: ArraySlice<UInt8>, after share: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    guard rest.first.map({ $0 > 0x20 }) ?? false,
      let word = share.split(whereSeparator: { $0 <= 0x20 }).last, word.endIndex == share.endIndex,
      String(decoding: word, as: UTF8.self).contains("://")
    else { return rest }
    let end = rest.prefix { $0 > 0x20 }
    let text = String(decoding: end, as: UTF8.self)
    return UnexplainedWords.personalLinks.contains { text.contains($0) }
      ? rest : rest[end.endIndex...]
  }

  /// Whether the share, or a link in it, has all of the words.
  func says(_ words: [String]) -> Bool {
    words.allSatisfy { word in
      let lower = word.lowercased()
      return own.contains(lower) || lower.count > 3 && links.contains(lower)
    }
  }

  /// Whether the share has results such as `4/6`, and none of them is the number.
  func hasOtherResult(than number: Int) -> Bool {
    !results.isEmpty && !results.contains(String(number))
  }

  /// Whether a word of the share starts with a letter.
  func hasWord(startingWith letter: String) -> Bool {
    let lower = letter.lowercased()
    return own.contains { $0.hasPrefix(lower) }
  }

  private static let longestShare = 1_000

  private mutating func addAbove(_ above: Range<Int>, _ lines: [HeadLine], _ text: [UInt8]) {
    var isApart = false
    var count = 0
    for number in above.reversed() where count < Self.mostAbove {
      guard !lines[number].isBlank else {
        isApart = true
        continue
      }
      count += 1
      add(.above, number, text[lines[number].range], isApart: isApart)
      isApart = false
    }
  }

  private mutating func add(
    _ place: Place, _ number: Int, _ words: ArraySlice<UInt8>, isApart: Bool = false
  ) {
    let tokens = Self.withoutLeading(BesideToken.of(words))
    guard
      !tokens.isEmpty || place == .above || words.contains(UInt8(ascii: "#"))
        || PersonSign.mark(String(decoding: words, as: UTF8.self)) != nil
    else { return }
    let pictured = Self.withoutLeading(BesideToken.withPicture(words))
    lines.append(
      Line(
        place: place, number: number, words: words, tokens: tokens, pictured: pictured,
        isApart: isApart))
  }

  private static func withoutLeading(_ tokens: [BesideToken]) -> [BesideToken] {
    Array(
      tokens.drop { token in
        if case .mark(let mark) = token { leading.contains(mark) } else { false }
      })
  }

  /// Marks of quotations and lists before a line's words.
  private static let leading: Set<Character> = [">", "-", "•", "|", "~"]
}
