import Testing

@testable import StreaklineRules

@Suite struct CharacterRunTests {
  @Test(arguments: [
    "[⬛⬜🟨]{5}", "[⬛⬜🟨]", "💡", "💡{3}", " [🟥é] {2} ", "[⬛⬛]{1}", "\n🟥\n",
  ])
  func `runs are counted as the pattern counts them`(source: String) throws {
    var random = SeededRandom(seed: 21)
    let pattern = try Pattern(source, use: .inside)
    let run = try #require(pattern.run)
    let matcher = Matcher()
    let pieces = ["⬛", "⬜", "🟨", "🟥", "💡", "é", "\n", " ", "a", "\u{20E3}"].map { Array($0.utf8) }
    for _ in 0..<LongRun.rounds(200, long: 5_000) {
      // Few kinds of pieces, so that there are long runs.
      let some = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? []
      }
      let text = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        some.randomElement(using: &random) ?? []
      }
      var count = 0
      var from = 0
      while matcher.match(pattern, in: text, range: 0..<text.count, from: from) == .matched {
        from = matcher.range(of: 0)?.upperBound ?? text.count
        count += 1
      }
      #expect(run.count(in: text, 0..<text.count) == count)
    }
  }

  @Test(arguments: [
    "", "a", "[a⬛]", "[^⬛]", "[⬛-🟩]", "⬛⬛", "⬛+", "[⬛]?", "[⬛]{2,3}", "[⬛]{2}+", "[⬛]{12}", ".",
    "[]⬛]", "(⬛)", "⬛|🟩", "\\x{2B1B}", "[⬛", "🟥 # note", "[⬛]{0}",
  ])
  func `any other pattern is matched as a pattern`(source: String) {
    #expect(CharacterRun(source) == nil)
  }
}
