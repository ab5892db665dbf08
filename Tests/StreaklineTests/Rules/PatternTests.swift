import Dispatch
import StreaklineRules
import Synchronization
import Testing

@Suite struct PatternTests {
  private let matcher = Matcher()

  private func match(_ source: String, _ text: String, use: Pattern.Use = .anchored) throws
    -> MatchResult
  {
    let bytes = Array(text.utf8)
    let pattern = try Pattern(source, use: use)
    // The first times it is interpreted, then it is machine code.
    let results = (0..<8).map { _ in
      matcher.match(pattern, in: bytes, range: 0..<bytes.count, from: 0)
    }
    #expect(Set(results.map { "\($0)" }).count == 1)
    return results[7]
  }

  @Test func `a pattern that becomes machine code while threads use it answers all of them alike`()
    throws
  {
    let text = Array("Puzzle #12\n🟨🟨🟨🟩\n🟩🟩🟩🟩".utf8)
    for _ in 0..<40 {
      let pattern = try Pattern(##"Puzzle \h \# (?<number> \d+ ) (?: \n (?<row> [🟨🟩]{4} ) ){2}"##)
      let number = try #require(pattern.groups["number"])
      let row = try #require(pattern.groups["row"])
      let wrong = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let matcher = Matcher()
        for _ in 0..<8 {
          let result = matcher.match(pattern, in: text, range: 0..<text.count, from: 0)
          if result != .matched || matcher.range(of: number) != 8..<10
            || matcher.range(of: row) != 28..<44
          {
            wrong.wrappingAdd(1, ordering: .relaxed)
          }
        }
      }
      #expect(wrong.load(ordering: .relaxed) == 0)
    }
  }

  @Test func `named groups give the bytes that they captured`() throws {
    let pattern = try Pattern(#"(?<word> \w+ ) \h+ (?<rest> [🟩🟨]+ )"#)
    let text = Array("hello 🟩🟨 x".utf8)
    #expect(matcher.match(pattern, in: text, range: 0..<text.count, from: 0) == .matched)
    #expect(matcher.range(of: try #require(pattern.groups["word"])) == 0..<5)
    #expect(matcher.range(of: try #require(pattern.groups["rest"])) == 6..<14)
  }

  @Test func `a group that did not take part has no range`() throws {
    let pattern = try Pattern("a (?<b> b )?")
    #expect(matcher.match(pattern, in: [0x61], range: 0..<1, from: 0) == .matched)
    #expect(matcher.range(of: try #require(pattern.groups["b"])) == nil)
  }

  @Test func `shared sub-patterns come after the author's groups`() throws {
    let pattern = try Pattern("(?<a> (?&NUMBER) ) (?&EOL) (?<b> (?&TIME) )")
    #expect(pattern.groups == ["a": 1, "b": 2])
    let text = Array("1 932\n1:02:03".utf8)
    #expect(matcher.match(pattern, in: text, range: 0..<text.count, from: 0) == .matched)
    #expect(matcher.range(of: 1) == 0..<5)
    #expect(matcher.range(of: 2) == 6..<13)
  }

  @Test func `a file's own sub-patterns can call shared ones`() throws {
    let pattern = try Pattern("(?&pair)", definitions: ["pair": "(?&NUMBER) - (?&NUMBER)"])
    let text = Array("1,234-5".utf8)
    #expect(matcher.match(pattern, in: text, range: 0..<text.count, from: 0) == .matched)
  }

  @Test func `variation selectors in a pattern do not matter`() throws {
    #expect(try match("⏱\u{FE0F} x", "⏱x") == .matched)
  }

  @Test(arguments: [
    ("(?<a> b", 7, "missing closing parenthesis"), ("[🟨🟩", 9, "missing terminating ]"),
    ("a{2,1}", 5, "numbers out of order"),
  ])
  func `a wrong pattern is refused with place and reason`(
    source: String, offset: Int, message: String
  ) {
    let error = #expect(throws: PatternError.self) { try Pattern(source) }
    #expect(error?.offset == offset)
    #expect(error?.message.contains(message) == true)
  }

  @Test(arguments: [
    "(*NO_JIT)a", " (*LIMIT_MATCH=4000000000)a", "(*UCP)a", "a(?C1)b", #"a\Cb"#,
    String(repeating: "a", count: 4_097),
    String(repeating: "(", count: 40) + String(repeating: ")", count: 40),
    String(repeating: "(a)", count: 33), "((a{1,1000}){1,1000}){1,1000}", "(?<=a{256})b",
  ])
  func `what could step around the limits is refused`(source: String) {
    #expect(throws: PatternError.self) { try Pattern(source) }
  }

  @Test func `escaped look-alikes of refused constructs are fine`() throws {
    #expect(try match(#"\(\?C"#, "(?C") == .matched)
    #expect(try match(#"\\Cb"#, #"\Cb"#) == .matched)
  }

  @Test func `an anchored pattern is tried only where it is asked for`() throws {
    #expect(try match("b", "ab") == .noMatch)
    #expect(try match("b", "ab", use: .search) == .matched)
  }

  @Test func `an anchored pattern can look behind its start`() throws {
    let pattern = try Pattern("(?<= x ) b")
    let text = Array("xb".utf8)
    #expect(matcher.match(pattern, in: text, range: 0..<2, from: 1) == .matched)
  }

  @Test func `an empty text can be matched`() throws {
    #expect(matcher.match(try Pattern("^ $"), in: [], range: 0..<0, from: 0) == .matched)
  }

  @Test func `deep recursion that overflows the JIT stack is answered by the interpreter`() throws {
    let text = String(repeating: "(", count: 1_500) + String(repeating: ")", count: 1_500)
    #expect(try match(#"(?<p> \( (?&p)? \) )"#, text) != .noMatch)
  }

  /// RELIABILITY §5: patterns that take exponential or cubic time elsewhere.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "^(a+)+$", "(a|aa)+$", "(a|a?)+$", "(.*a){20}b", "(?:.*?,){12}P", "a+$", #"\s+$"#, "(a*)*b",
      "(?=.*x)(?=.*y)(?=.*z).", #"(\w+\s?)+$"#, "([a-zA-Z]+)*$", "^(([a-z])+.)+[A-Z]([a-z])+$",
      "(x+x+)+y", #"(.+)+\1z"#, #"(?i)(\p{L}+\p{M}*)+="#, "a(?R)?b?|c", "(a?){50}a{50}c",
      "(?<=a{200})b", #"\X+z"#, #"[\s\S]*?[\s\S]*?[\s\S]*?[\s\S]*?Q"#, "((((a+)+)+)+)+$",
      "^(?:a?b?c?d?e?)*$!",
    ], [Pattern.Use.anchored, .search, .inside])
  func `a hostile pattern ends on every text`(source: String, use: Pattern.Use) throws {
    let pattern = try Pattern(source, use: use)
    for piece in Self.pieces {
      for size in use == .inside ? [256, 2_048] : [1_024, 4_096, 16_384] {
        _ = matcher.match(pattern, in: piece, size)
      }
    }
  }

  /// Each needs exponentially many steps, so it ends only because they are counted.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      "^(a+)+$", "(a|aa)+$", "(a|a?)+$", #"(\w+\s?)+$"#, "([a-zA-Z]+)*$",
      "^(([a-z])+.)+[A-Z]([a-z])+$", "((((a+)+)+)+)+$", "^(?:a?b?c?d?e?)*$!",
    ], [Pattern.Use.anchored, .search, .inside])
  func `exponential patterns end at the limit of steps`(
    source: String, use: Pattern.Use
  ) throws {
    let pattern = try Pattern(source, use: use)
    for size in [1_024, 2_048, 1_024, 1_024, 1_024, 1_024] {
      #expect(matcher.match(pattern, in: "a", size) == .limit)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["(?=.*x)(?=.*y)(?=.*z).", "a+$"])
  func `a search that takes few steps at each of many starts ends at the limit of all steps`(
    source: String
  ) throws {
    #expect(matcher.match(try Pattern(source, use: .search), in: "a", 4_096) == .limit)
  }

  private static let pieces = ["a", "a ", "a,", "1", "ab", "\n", "aaaaaaaaaaaaa!", "🟩", "é"]

  @Test func `a long run of blanks where a line break may stand costs little`() throws {
    let text = "a" + String(repeating: " ", count: 4_000) + "x"
    #expect(try match("a (?&EOL)+ b", text) == .noMatch)
    #expect(try match("a (?: (?&EOL)+ b )? (?&EOL)* x", text) == .matched)
  }

  @Test func `how far a pattern could follow is the longest viable prefix`() throws {
    let pattern = try Pattern(##"Puzzle \h \#\d+ (?: \n [🟨🟩]{4} ){2}"##)
    let text = Array("Puzzle #12\n🟨🟨🟨🟩\n🟨🟨🟪🟨".utf8)
    let end = matcher.progress(of: pattern, in: text, range: 0..<text.count, from: 0)
    #expect(String(decoding: text[..<end], as: UTF8.self) == "Puzzle #12\n🟨🟨🟨🟩\n🟨🟨")
  }
}

extension Matcher {
  /// Matches a pattern in a text of repeated pieces and an exclamation mark.
  fileprivate func match(_ pattern: Pattern, in piece: String, _ size: Int) -> MatchResult {
    let text = Array(String(repeating: piece, count: size / piece.utf8.count).utf8) + [0x21]
    return match(pattern, in: text, range: 0..<text.count, from: 0)
  }
}
