import StreaklineRules
import Testing

/// A reader of chats looks only at messages in which the received text has a candidate.
@Suite struct CandidateTests {
  private let reader = WayReader()

  /// What chats, copies and markup put between two words.
  private static let blanks = [
    "\u{A0}", "\u{3000}", "\u{202F}", "\t", "\n", "  ", " \u{200B}", "\u{200E} ", "&nbsp;", "&#32;",
    "<br/>", " *", "* ", "_ ", " \u{2068}", "\r\n",
  ]

  private func hasCandidate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return !WayReader.rules.candidates(in: bytes, bytes.indices).isEmpty
  }

  private func check(_ text: String, _ what: String) {
    let found = reader.read(text)
    guard !found.records.isEmpty || !found.misses.isEmpty else { return }
    #expect(hasCandidate(text), "\(what): \(text)")
  }

  @Test func `whatever blank is between the words of a share, what is found there has a candidate`()
  {
    for (index, example) in ShareExample.all.enumerated() {
      for (number, blank) in Self.blanks.enumerated()
      where LongRun.isOn || (index + number) % 17 == 0 {
        let words = example.text.split(
          separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        check(words.joined(separator: blank), "\(example.game) \(example.name)")
      }
    }
  }

  @Test func `in whatever way a share is pasted, what is found there has a candidate`() {
    for (index, example) in ShareExample.all.enumerated() {
      for (number, way) in WayOfPasting.all.enumerated()
      where way.kind != .accompanied && (LongRun.isOn || (index + number * 5) % 113 == 0) {
        guard let text = way.paste(example, example) else { continue }
        check(text, "\(example.game) \(example.name), \(way)")
      }
    }
  }

  @Test
  func `an emoji that stands alone in one literal and before a word in another hides neither`() {
    let rules = ["👑 Queens", "👑Foo #"].enumerated().map { number, literal in
      RuleFile(
        path: "g\(number).yaml",
        text: """
          format: 1
          game: g\(number)
          name: G\(number)
          id: 1234567\(number)-2222-4333-8444-555555555555
          record: GameResult
          begins: ["\(literal)"]
          puzzle: {number: puzzle, anchors: [{number: 1, date: 2026-01-01}]}
          variants:
            - {name: standard, match: '👑 \\h? \\w+ \\h \\#? (?<puzzle> \\d+ ) \\h (?<score> [1-6] ) /6'}
          fields:
            score: {group: score, type: int}
            completed: true
          examples:
            - {name: solved, text: "\(literal.replacing(" #", with: ""))\(number == 1 ? " #" : " ")7 3/6", expect: {score: 3}}
          """)
    }
    let set = RuleSet(files: rules)
    #expect(set.games.count == 2)
    for text in ["👑Foo #7 3/6", "👑 Queens 7 3/6"] {
      let bytes = Array(text.utf8)
      #expect(!set.candidates(in: bytes, bytes.indices).isEmpty, "\(text)")
    }
  }

  @Test(arguments: [
    ("There was no dozen", false), ("The end", false), ("The Dozen: Daily Trivia", true),
    ("The\u{A0}Dozen: Daily Trivia", true), ("The *Dozen", true), ("The", true),
    ("Thedozen", false),
  ])
  func `an ordinary word with which a literal starts is no candidate without the second word`(
    text: String, isCandidate: Bool
  ) {
    #expect(hasCandidate(text) == isCandidate)
  }
}
