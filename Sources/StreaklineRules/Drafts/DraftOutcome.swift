internal import StreaklineCore

/// What the shares of a draft show of won and lost games: the field `completed`.
///
/// It is true only where the shares show what a won game prints and a lost one does not, or where nothing points
/// to a loss. Otherwise it is null, so that no lost game counts.
struct DraftOutcome {
  /// A condition of the field, and for which shares it holds.
  struct Evidence {
    let condition: String
    let holds: [Bool]
    /// The group whose text shows a lost game where the condition does not hold.
    var lostIn: String?
  }

  let operation: String
  let note: String

  private static let lossEmoji = "💀☠😭😢😞☹🙁💩👎⚰🪦"
  private static let lossWords =
    #"\b (?: lost | lose | failed? | g[ai]ve \h up | better \h luck | next \h time | game \h over | stumped | defeat(?:ed)? | dnf | (?: did | could | was ) n.t \h (?: get | solve | guess | find | finish | make | complete | crack | win | able ) | not \h \p{L}+ed | unsolved | out \h of \h (?: guesses | tries | attempts | lives | time ) ) \b"#
  private static let winEmoji = "🎉🥳🏆✅👑🎊🙌🎯😎👏💯🏅"
  private static let winWords =
    #"\b (?: solved | cracked | completed? | guessed | found | won | win | finished | cleared | nailed | got \h it | victory | congrat\p{L}* | well \h done ) \b"#
  /// Before another emoji, a sign is a picture of a grid.
  private static let rowEnd = #"(?! \p{So} )"#
  /// What marks a wrong answer. Games print it in won shares too.
  private static let wrongSigns = "[🟥❌💔🔴✗✘✖]"

  /// - Parameters:
  ///   - shares: The shares, from the place where the pattern starts.
  ///   - evidence: What else tells a won share from a lost one, the surest first.
  ///   - isOpen: Whether a share that shows no loss may be lost all the same, as with `3/5`.
  ///   - score: The group without which a share may be lost, where nothing else points to a loss.
  init(of shares: [String], _ evidence: [Evidence], isOpen: Bool, score: String?) {
    func holds(_ sign: String) -> [Bool] { shares.map { Self.count(sign, in: $0) > 0 } }
    /// A sign of all shares, or one that is repeated like the mark of a round, tells nothing.
    func tells(_ sign: String) -> Bool {
      let counts = shares.map { Self.count(sign, in: $0) }
      return !(shares.count > 1 && counts.allSatisfy { $0 > 0 })
        && (sign.count > 1 || counts.allSatisfy { $0 < 2 })
    }
    let losses = Self.signs(Self.lossEmoji, Self.lossWords).filter(tells)
    let isLost = shares.map { share in losses.contains { Self.count($0, in: share) > 0 } }
    let wins = Self.signs(Self.winEmoji, Self.winWords).filter { sign in
      tells(sign) && zip(holds(sign), isLost).allSatisfy { !($0 && $1) }
        && holds(sign).contains(true)
    }
    let words = Evidence(
      condition: "found: '\(Self.pattern(wins))'",
      holds: shares.map { share in wins.contains { Self.count($0, in: share) > 0 } })
    let telling = (evidence + [words]).first { proof in
      proof.holds.contains(true) && zip(proof.holds, isLost).allSatisfy { !($0 && $1) }
    }
    let lost = "{found: '\(Self.pattern(losses))', value: false}"
    if let telling {
      let rest = telling.lostIn.map { ", {found: '\\S', in: \($0), value: false}" } ?? ""
      operation = "{cases: [\(lost), {\(telling.condition), value: true}\(rest)]}"
      note = "CHECK: is this what a won share has and a lost one lacks?"
    } else if isOpen || isLost.contains(true) || holds(Self.lossWords).contains(true)
      || holds(Self.wrongSigns).contains(true) || shares.contains(where: Self.hasLossEmoji)
    {
      operation = "{cases: [\(lost)]}"
      note = "CHECK: not sure what a won share has and a lost one lacks; null until you say so"
    } else {
      let rest =
        score.map { ", {found: '\\d', in: \($0), value: true}]" } ?? "], else: true"
      operation = "{cases: [\(lost)\(rest)}"
      note = "CHECK: can a lost game be shared?"
    }
  }

  init(operation: String, note: String) {
    (self.operation, self.note) = (operation, note)
  }

  private static func signs(_ emoji: String, _ words: String) -> [String] {
    emoji.map { String($0) } + [words]
  }

  /// A pattern that finds one of the signs.
  private static func pattern(_ signs: [String]) -> String {
    let emoji = signs.filter { $0.count == 1 }.joined()
    let words = signs.filter { $0.count > 1 }
    return "(?i) "
      + ((emoji.isEmpty ? [] : ["[\(emoji)]" + Self.rowEnd]) + words).joined(separator: " | ")
  }

  /// Whether a share has an emoji of a loss, also before another emoji: `☠️🐍` may say what has killed the player.
  private static func hasLossEmoji(_ share: String) -> Bool {
    share.unicodeScalars.contains { lossEmoji.unicodeScalars.contains($0) }
  }

  private static func count(_ sign: String, in text: String) -> Int {
    let end = sign.count == 1 ? rowEnd : ""
    guard let pattern = try? Pattern("(?i) " + sign + end, use: .inside) else { return 0 }
    let bytes = Array(text.utf8)
    let matcher = Matcher()
    var count = 0
    var from = 0
    while matcher.match(pattern, in: bytes, range: 0..<bytes.count, from: from) == .matched,
      let range = matcher.range(of: 0), !range.isEmpty
    {
      count += 1
      from = range.upperBound
    }
    return count
  }
}
