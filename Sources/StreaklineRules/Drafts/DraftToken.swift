internal import StreaklineCore

/// A piece of a line of text.
enum DraftToken: Hashable {
  case blank
  case word(String)
  case number(String)
  /// `3/6`, `X/6`, `-/6` or, in words, `3 of 6`: a number and its maximum, which is empty where it
  /// differs from share to share.
  case fraction(String, of: String, isWritten: Bool)
  case time(String)
  case date(String, format: String)
  case link(String)
  /// Several emoji in a row.
  case emoji(String)
  /// A number with a fraction.
  case decimal(String)
  /// A bar of signs, such as `▓▓▓░░`.
  case bar(String)
  /// An emoji before the words of a line.
  case sign
  /// A labelled score that the line has in some shares, and other words in others.
  case maybe([DraftToken])
  /// Something that differs from share to share.
  case anything
  /// What follows a sign that divides the line, where it differs from share to share.
  case tail

  /// The number of the token's kind; tokens of one kind may have different texts.
  var kind: Int {
    switch self {
    case .blank: 0
    case .word: 1
    case .number: 2
    case .fraction: 3
    case .time: 4
    case .date: 5
    case .link: 6
    case .anything: 7
    case .emoji: 8
    case .decimal: 9
    case .sign: 10
    case .maybe: 11
    case .tail: 12
    case .bar: 13
    }
  }

  var isWord: Bool { if case .word = self { true } else { false } }

  /// A class of the signs that bars are made of.
  static let barSign = "[*·•▓▒░█■□▪▫●○◆◇★☆▰▱]"
  /// The sign of a number, which stands after a blank or a bracket.
  private static let plusOrMinus = #"(?<! [^\s(\[] ) [+−-] (?= \d )"#
  private static let count = #"(?: \d{1,3} (?: [.,'’] \d{3} )+ (?! \d ) | \d{1,6} )"#

  /// A time with units: `1m 5s`, `34.56 seconds`, `2 min`. `90s` may be a part of a name.
  static let unitTime = #"""
    (?: (?: \d{1,3} \h? (?: hours? | hrs? | h ) ,? \h* (?: and \h+ )? )?
      (?: \d{1,3} \h? (?: minutes? | mins? | m ) ,? \h* (?: and \h+ )? )?
      \d{1,4} (?: [.,] \d{1,3} )? \h? (?: seconds? | secs? | s ) (?! \p{L} )
      | \d{1,3} \h? (?: minutes? | mins? ) (?! \p{L} ) )
    """#

  /// ``unitTime`` on one line.
  static let unitTimePattern = unitTime.split(whereSeparator: \.isWhitespace).joined(separator: " ")

  /// The pattern of each kind of token; the first that matches is taken.
  private static let shapes: [(pattern: String, make: @Sendable (String) -> DraftToken?)] = [
    (#"https?://\S+"#, { .link($0) }),
    // Digits that count something: `1️⃣4️⃣ moves`.
    (
      #"(?: (?&KEYCAP) ){1,4} (?= \h+ \p{L}{3,} )"#,
      { groupedInteger($0) == nil ? nil : .number($0) }
    ),
    (#"(?: (?&EMOJI) \h? ){2,40}+"#, { .emoji($0) }),
    (#"(?: (?&SQUARE) | (?&KEYCAP) ) \h?"#, { .emoji($0) }),
    (
      "(?<! [\\d/] ) (?: \(count) | [Xx-] ) \\h? / \\h? \(count) (?! [/\\d] | [.,] \\d )",
      { fraction($0) }
    ),
    (#"(?: \d+ | [Xx] ) \h+ of \h+ \d{1,3} (?! \d )"#, { fraction($0) }),
    // `6mal5.com`
    (#"\A (?= [\p{L}\d.]* \p{L}{3} ) \d [\p{L}\d.]+ (?= \h )"#, { .word($0) }),
    // `D20` is a name where a number follows.
    (#"\A \p{L}{1,2} \d{1,3} (?= \h+ [#№\d] )"#, { .word($0) }),
    (#"(?&TIME)"#, { .time($0) }),
    (unitTime, { .time($0) }),
    (
      #"(?: \#(plusOrMinus) )? \d{1,3} (?: \. (?! \d{3} (?! \d ) ) \d{1,4} (?! [\d.] ) | , \d{1,2} (?= \h? % ) )"#,
      { .decimal($0) }
    ),
    (#"(?: \#(plusOrMinus) )? (?&NUMBER)"#, { .number($0) }),
    (barSign + "{3,40}+", { .bar($0) }),
    (#"\h+"#, { _ in .blank }),
    // `Pick5` is a name, `Day12` a number.
    (
      #"\p{L}{3,} \d{1,2} (?= \h | $ )"#,
      { isPuzzleWord($0.filter(\.isLetter)) ? nil : .word($0) }
    ),
    (#"\p{L} [\p{L}'’-]*"#, { .word($0) }),
    (#"."#, { .word($0) }),
  ]

  private static let patterns = (DraftDate.tokens + shapes).compactMap { shape in
    (try? Pattern(shape.pattern)).map { ($0, shape.make) }
  }

  /// - Parameter isFirstLine: On the other lines, a sign that stands before the words says something of
  ///   this share alone: `✅ 120` and `❌ 0` are lines of one kind. A trophy is a score's.
  static func tokens(of line: Substring, isFirstLine: Bool) -> [DraftToken] {
    let bytes = Array(line.utf8)
    let matcher = Matcher()
    var tokens: [DraftToken] = []
    var from = 0
    while from < bytes.count {
      var end = from + 1
      for (pattern, make) in patterns
      where matcher.match(pattern, in: bytes, range: 0..<bytes.count, from: from) == .matched {
        guard let range = matcher.range(of: 0), !range.isEmpty,
          let token = make(String(decoding: bytes[range], as: UTF8.self)),
          !isFirstLine || !token.isPartOfName(after: tokens)
        else { continue }
        tokens.append(token)
        end = range.upperBound
        break
      }
      from = end
    }
    if !isFirstLine, tokens.count > 2, tokens[1] == .blank, case .word(let sign) = tokens[0],
      EmojiRows.isEmoji(sign), !["🏆", "🔥"].contains(sign)
    {
      tokens.replaceSubrange(0...1, with: [.sign])
    }
    return tokens
  }

  /// Whether a time with units is a part of the game's name, as in `Hits of the 90s`: in the first line a word
  /// stands before it.
  private func isPartOfName(after tokens: [DraftToken]) -> Bool {
    guard case .time(let text) = self, text.contains(where: \.isLetter),
      let before = tokens.last(where: { $0 != .blank })
    else { return false }
    return before.isLetters && before != .word("in")
  }

  private static func fraction(_ text: String) -> DraftToken? {
    let isWritten = !text.contains("/")
    let parts =
      isWritten ? text.split(separator: "of") : text.split(separator: "/")
    guard parts.count == 2 else { return nil }
    let trimmed = parts.map { String($0.filter { $0 != " " }) }
    return .fraction(trimmed[0], of: trimmed[1], isWritten: isWritten)
  }

  /// Whether two lines start with a fraction, with a number and the same word after it, `298 pts`, or with a sign and the
  /// same two words.
  static func startAlike(_ left: [DraftToken], _ right: [DraftToken]) -> Bool {
    let starts = [left, right].map { tokens in
      let parts = tokens.filter { $0 != .blank }
      if case .emoji? = parts.first { return parts.dropFirst().prefix(2) }
      if parts.first == .sign { return parts.dropFirst().prefix(2) }
      return parts.prefix(2)
    }
    if case .fraction? = starts[0].first, case .fraction? = starts[1].first { return true }
    // `🏆 Finished with 2,340 chips` and `📉 Finished with 640 chips`
    let words = starts.map { $0.filter(\.isLetters) }
    if left.first == .sign, right.first == .sign, words[0].count == 2, words[0] == words[1] {
      return true
    }
    guard case .number? = starts[0].first, case .number? = starts[1].first,
      let mine = starts[0].dropFirst().first, let other = starts[1].dropFirst().first
    else { return false }
    return mine.isLetters && (mine == other || isPlural(mine, of: other))
  }

  /// The tokens of two lines, of which one starts with one emoji and the other with several: with several in both. A
  /// trophy where the other line has another emoji is a sign like that one.
  static func withOneStart(
    _ left: [DraftToken], _ right: [DraftToken]
  ) -> ([DraftToken], [DraftToken]) {
    func hasSeveral(_ tokens: [DraftToken]) -> Bool {
      if case .emoji? = tokens.first { true } else { false }
    }
    func withSeveral(_ tokens: [DraftToken]) -> [DraftToken] {
      tokens.first == .sign ? [.emoji("")] + tokens.dropFirst() : tokens
    }
    func withSign(_ tokens: [DraftToken], _ other: [DraftToken]) -> [DraftToken] {
      guard other.first == .sign, tokens.count > 2, tokens[1] == .blank,
        case .word(let sign) = tokens[0], EmojiRows.isEmoji(sign)
      else { return tokens }
      return [.sign] + tokens.dropFirst(2)
    }
    let (mine, others) = (withSign(left, right), withSign(right, left))
    return (
      hasSeveral(others) ? withSeveral(mine) : mine,
      hasSeveral(mine) ? withSeveral(others) : others
    )
  }

  /// Whether two lines have the same parts; any text stands where words differ.
  static func isOneLayout(_ left: [DraftToken], _ right: [DraftToken]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { mine, other in
        mine.kind == other.kind || mine.isWithFraction(of: other) || other.isWithFraction(of: mine)
          || mine == .anything && other.isWord
          || mine.isWord && other == .anything
      }
  }

  /// Tokens that match both lines: where they differ, ``anything``.
  static func merged(_ left: [DraftToken], _ right: [DraftToken]) -> [DraftToken] {
    guard isOneLayout(left, right) else {
      if let badges = withTail(left, right) { return badges }
      let common = zip(left, right).prefix {
        $0.0 == $0.1 || $0.0.kind == $0.1.kind && !$0.0.isWord
      }
      let start = common.map { $0.0.merged(with: $0.1) }
      return start + rest(of: left, right, from: start.count) + [.anything]
    }
    var tokens: [DraftToken] = []
    for (mine, other) in zip(left, right) {
      let token = mine.merged(with: other)
      if token != .anything || tokens.last != .anything { tokens.append(token) }
    }
    // Words between words that differ are the same by chance, as in `Letters: A E G` and `Letters: C E I`.
    guard let first = tokens.firstIndex(of: .anything), let last = tokens.lastIndex(of: .anything),
      !tokens[first...last].contains(where: \.isFact)
    else { return tokens }
    return tokens[..<first] + [.anything] + tokens[(last + 1)...]
  }

  /// Two lines that are the same up to a sign that divides them, with all results before it: badges follow, such
  /// as `298 pts · pangram first`, which some shares have and others do not.
  private static func withTail(_ left: [DraftToken], _ right: [DraftToken]) -> [DraftToken]? {
    func start(_ tokens: [DraftToken]) -> ArraySlice<DraftToken>? {
      guard let fact = tokens.firstIndex(where: \.isFact) else { return nil }
      let end =
        tokens[fact...].firstIndex { $0 == .tail || divides($0) && $0 != .word("-") }
        ?? tokens.count
      return tokens[..<end].lastIndex { $0 != .blank }.map { tokens[...$0] }
    }
    func rest(_ tokens: [DraftToken], _ start: ArraySlice<DraftToken>) -> [DraftToken] {
      Array(tokens[start.endIndex...])
    }
    guard let mine = start(left), let others = start(right), mine.map(\.kind) == others.map(\.kind),
      zip(mine, others).allSatisfy({ $0.0 == $0.1 || !$0.0.isWord || isPlural($0.0, of: $0.1) }),
      ![rest(left, mine), rest(right, others)].contains(where: hasScore)
    else { return nil }
    return zip(mine, others).map { $0.0.merged(with: $0.1) } + [.tail]
  }

  private static func hasScore(_ tokens: [DraftToken]) -> Bool {
    tokens.indices.contains { index in
      switch tokens[index] {
      case .date, .fraction, .time, .link: true
      default: (scoreKind(at: index, in: tokens) ?? .unit) >= .alone
      }
    }
  }

  /// Whether a number has a fraction and another one has none: `93.4%` and `100%`.
  private func isWithFraction(of other: DraftToken) -> Bool {
    if case .decimal = self, case .number = other { true } else { false }
  }

  /// Whether a number has a sign before it.
  var isSigned: Bool {
    switch self {
    case .number(let text), .decimal(let text): text.first?.isNumber == false
    default: false
    }
  }

  /// Two tokens of one kind as one.
  private func merged(with other: DraftToken) -> DraftToken {
    if case .fraction(let score, let most, let isWritten) = self,
      case .fraction(_, let otherMost, _) = other, most != otherMost
    {
      return .fraction(score, of: "", isWritten: isWritten)
    }
    if self == .anything || other == .anything { return .anything }
    if other.isWithFraction(of: self) || other.isSigned && !isSigned { return other }
    if isWithFraction(of: other) { return self }
    if Self.isPlural(self, of: other) { return self }
    let mustAgree = isWord || kind == DraftToken.link("").kind
    return self != other && mustAgree ? .anything : self
  }

  /// The labelled score or the time that one of two lines has where they start to differ.
  private static func rest(
    of left: [DraftToken], _ right: [DraftToken], from start: Int
  ) -> [DraftToken] {
    if left.indices.contains(start), case .maybe = left[start] { return [left[start]] }
    // Both have it, behind other words: `Gridle 7 3/6` and `Gridle 8 (Weekend) 4/6`.
    let fractions = [left, right].map { tokens in
      tokens.indices.dropFirst(start).filter {
        if case .fraction = tokens[$0] { true } else { false }
      }
    }
    if let mine = fractions[0].first, let other = fractions[1].first,
      fractions.allSatisfy({ $0.count == 1 })
    {
      return [.anything, left[mine].merged(with: right[other])]
    }
    for tokens in [left, right] {
      let score = tokens.indices.dropFirst(start).first { index in
        (scoreKind(at: index, in: tokens) ?? .alone) >= .fraction
      }
      guard let score else { continue }
      let isFollowed = tokens.indices.contains(score + 2) && tokens[score + 1] == .blank
      return [.maybe(Array(tokens[start...(isFollowed ? score + 2 : score)]))]
    }
    for tokens in [left, right] {
      let time = tokens.indices.dropFirst(start).first { DraftLine.text([tokens[$0]]).hasTime }
      if let time { return [.maybe(Array(tokens[start...time]))] }
    }
    return []
  }
}
