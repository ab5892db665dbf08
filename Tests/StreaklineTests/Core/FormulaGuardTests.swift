import StreaklineCore
import Testing

@Suite struct FormulaGuardTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-3", "'-3"), ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"),
    ("＠a", "'＠a"),
    ("  =1", "'  =1"), ("\n=1", "'\n=1"), ("\u{A0}=1", "'\u{A0}=1"), ("\u{200B}=1", "'\u{200B}=1"),
    ("\u{0}=1", "'\u{0}=1"), ("\u{202E}=1", "'\u{202E}=1"), ("=\u{301}", "'=\u{301}"),
    // Apostrophes of the text's own.
    ("'=1", "''=1"), ("''=1", "'''=1"), ("' =1", "'' =1"),
    // Nothing to fear.
    ("", ""), ("'", "'"), ("'tis", "'tis"), ("Wordle 1,234 3/6", "Wordle 1,234 3/6"),
    ("a=1", "a=1"),
    (" '=1", " '=1"), ("🟩=", "🟩="), ("   ", "   "),
  ])
  func `what begins like a formula has an apostrophe before it`(text: String, cell: String) {
    #expect(guardedAgainstFormulas(text) == cell)
    #expect(unguardedFormula(cell) == text)
  }

  @Test(arguments: ["=1", " +1", "\t"])
  func `a cell without the apostrophe is taken as it is`(cell: String) {
    #expect(unguardedFormula(cell) == cell)
  }

  @Test func `any text comes back from its cell, and no cell begins like a formula`() {
    var random = SeededRandom(seed: 41)
    let scalars: [Unicode.Scalar] = [
      "'", "'", "=", "+", "-", "@", "\t", "\r", "\n", " ", "\u{0}", "\u{FF1D}", "\u{A0}",
      "\u{FEFF}",
      "\u{301}", "\u{2019}", "a", "1", "🟩", "\"", ",",
    ]
    for _ in 0..<LongRun.rounds(10_000, long: 200_000) {
      var text = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        text.unicodeScalars.append(scalars.randomElement(using: &random) ?? "a")
      }
      let cell = guardedAgainstFormulas(text)
      #expect(unguardedFormula(cell).utf8.elementsEqual(text.utf8), "\(Array(text.utf8))")
      let blanks: Set<Unicode.Scalar> = [" ", "\n", "\u{0}", "\u{A0}", "\u{FEFF}"]
      if let first = cell.unicodeScalars.first(where: { !blanks.contains($0) }) {
        #expect(!"=+-@\t\r\u{FF1D}".unicodeScalars.contains(first), "\(Array(text.utf8))")
      }
    }
  }
}
