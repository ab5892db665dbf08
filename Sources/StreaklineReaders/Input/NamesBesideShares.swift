internal import StreaklineCore

/// Tells by the words beside the shares of a text that these are not one author's.
///
/// Words that people write about their results explain themselves: times, days, games, comments, sentences. What
/// remains is a name where two shares have different words in corresponding places: alone in a line or before or
/// after a share, or in lines that are otherwise the same (`_ — 00:00`, `_ hat gesendet`, `[00:00] <_>`).
struct NamesBesideShares {
  private let scan: CandidateScan
  /// The first name that a frame has, and its share.
  private var framed: [String: (name: String, share: Int, isAmbiguous: Bool)] = [:]
  /// The names alone at the first share and the one before that have any, by place.
  private var first: [Int: Set<String>] = [:]
  private var previous: [Int: Set<String>] = [:]
  /// At how many shares a line is.
  private var counts: [String: Int] = [:]
  private var explained: [String: Bool] = [:]

  private init(_ scan: CandidateScan) {
    self.scan = scan
  }

  /// - Parameter shares: The words beside each share, in their order.
  /// - Returns: The line of the second person, counted from 0; `nil` where all may be one author's.
  static func otherPerson(_ shares: [BesideWords], _ scan: CandidateScan) -> Int? {
    for share in shares {
      let nearest = [
        share.lines.first { $0.place == .before },
        share.lines.first { $0.place == .above && $0.hasWords },
      ]
      for line in nearest.compactMap(\.self)
      where SomebodyElse.isNamed(line.tokens, isLine: line.place == .above) {
        return line.number
      }
    }
    guard shares.count > 1 else { return nil }
    var names = NamesBesideShares(scan)
    for share in shares {
      for key in Set(share.lines.map(\.key)) { names.counts[key, default: 0] += 1 }
    }
    for (number, share) in shares.enumerated() {
      if let line = names.framed(share, number) ?? names.alone(share) { return line }
    }
    return nil
  }

  /// The line that differs from that of an earlier share in nothing but a name.
  private mutating func framed(_ share: BesideWords, _ number: Int) -> Int? {
    var seen: Set<String> = []
    for line in share.lines {
      let pictured = line.pictured == line.tokens ? [] : BesideFrame.all(line.pictured)
      for frame in BesideFrame.all(line.tokens) + pictured.filter(\.isAmbiguous) {
        let key = "\(line.place.rawValue)\(frame.key)"
        let name = frame.name.joined(separator: " ").lowercased()
        guard seen.insert(key).inserted, !isExplained(frame.name, share) else { continue }
        if let known = framed[key] {
          if known.share != number, known.name != name, !(known.isAmbiguous && frame.isAmbiguous) {
            return line.number
          }
          if known.isAmbiguous, !frame.isAmbiguous { framed[key] = (name, number, false) }
        } else {
          framed[key] = (name, number, frame.isAmbiguous)
        }
      }
    }
    return nil
  }

  /// The line of a name alone, where another share has another one.
  private mutating func alone(_ share: BesideWords) -> Int? {
    let groups = [0: namesBefore(share), 1: namesAbove(share), 2: namesAfter(share)]
    for (place, lines) in groups.sorted(by: { $0.key < $1.key }) where !lines.isEmpty {
      let names = Set(lines.keys)
      for other in [first[place], previous[place]].compactMap(\.self)
      where !other.isSubset(of: names) && !Self.isCount(other, names) {
        if let line = names.subtracting(other).compactMap({ lines[$0] }).max() { return line }
      }
      if first[place] == nil { first[place] = names }
      previous[place] = names
    }
    return nil
  }

  /// Whether two shares are counted with letters: `A`, `B`.
  private static func isCount(_ other: Set<String>, _ names: Set<String>) -> Bool {
    guard other.count == 1, names.count == 1, let first = other.first, let second = names.first,
      first.count == 1, second.count == 1, let one = first.utf8.first, let next = second.utf8.first
    else { return false }
    return one + 1 == next
  }

  private mutating func namesBefore(_ share: BesideWords) -> [String: Int] {
    guard let line = share.lines.first(where: { $0.place == .before }) else { return [:] }
    return name(line, share).map { [$0: line.number] } ?? [:]
  }

  private mutating func namesAfter(_ share: BesideWords) -> [String: Int] {
    guard let line = share.lines.first(where: { $0.place == .after }) else { return [:] }
    return name(line, share).map { [$0: line.number] } ?? [:]
  }

  /// The names in the lines above a share, up to an empty line or a sentence. Lines that several shares have are
  /// a page's, and one sentence may be between a name and the share.
  private mutating func namesAbove(_ share: BesideWords) -> [String: Int] {
    var found: [String: Int] = [:]
    var sentences = 0
    for line in share.lines where line.place == .above {
      if line.isApart, !found.isEmpty || sentences > 0 { break }
      if let name = name(line, share) {
        found[name] = line.number
      } else if line.hasWords, counts[line.key, default: 0] < 2 {
        sentences += 1
        if sentences > 1 || !found.isEmpty { break }
      }
    }
    return found
  }

  /// The name that a line is and nothing else, but for a word that introduces it or says that he has sent a share.
  private mutating func name(_ line: BesideWords.Line, _ share: BesideWords) -> String? {
    var words: [String] = []
    var isMarked = false
    for (index, token) in line.tokens.enumerated() {
      switch token {
      case .word(let word): words.append(word)
      case .mark(".") where index == 1 && BesideName.areInitials(words[0]): break
      case .mark("…"), .mark("("), .mark(")"), .mark("-"): break
      case .mark(":"): isMarked = true
      case .mark, .when: return nil
      }
    }
    let bare = PresentedShare.bareName(words)
    guard !isMarked || bare.count < words.count else { return nil }
    let name = bare.joined(separator: " ").lowercased()
    let isPicture =
      bare.count == 1
      && name.allSatisfy(line.place == .before ? BesideName.isPicture : BesideName.isPerson)
    if bare.count == 1, BesideName.areInitials(bare[0]) { return share.says(bare) ? nil : name }
    guard BesideName.isWritten(bare) || bare.count == 1 && GivenNames.starts(name) || isPicture,
      !isExplained(bare, share)
    else { return nil }
    return name
  }

  /// Whether words are a game's, or in the share itself.
  private mutating func isExplained(_ words: [String], _ share: BesideWords) -> Bool {
    let name = words.joined(separator: " ")
    if let known = explained[name] {
      if known { return true }
    } else {
      let bytes = Array(name.utf8)
      let isTitle =
        !name.allSatisfy(BesideName.isPicture)
        && (scan.games.isTitle(name) || scan.isPresent(in: bytes, 0..<bytes.count))
      explained[name] = isTitle
      if isTitle { return true }
    }
    return share.says(words)
  }
}

extension BesideWords.Line {
  /// Equal for lines that say the same at another time.
  fileprivate var key: String { "\(place.rawValue) \(tokens)" }

  fileprivate var hasWords: Bool {
    tokens.contains { if case .word = $0 { true } else { false } }
  }
}
