import StreaklineCore
import Testing

@testable import StreaklineReaders

@Suite struct JSONTokensTests {
  /// The value that was announced, read through the tokens; unread kinds are passed over as null.
  private func value(_ tokens: inout JSONTokens) throws -> Value {
    if try tokens.beginObject() {
      var fields = Fields()
      while let key = try tokens.key() {
        fields[key] = try value(&tokens)
      }
      return .object(fields)
    }
    if try tokens.beginArray() {
      var list: [Value] = []
      while try tokens.element() {
        list.append(try value(&tokens))
      }
      return .list(list)
    }
    var text: [UInt8] = []
    if try tokens.string(into: &text) { return .string(String(decoding: text, as: UTF8.self)) }
    if let number = try tokens.scalarString() {
      return Int(number).map { .int($0) } ?? .double(Double(number) ?? .nan)
    }
    if let bool = try tokens.bool() { return .bool(bool) }
    try tokens.skipValue()
    return .null
  }

  private func read(_ text: String, chunk: Int = 262_144) throws -> (Value?, ReadIssue?) {
    var tokens = JSONTokens(memorySource(Array(text.utf8), chunk: chunk))
    let first = try tokens.value() ? try value(&tokens) : nil
    while try tokens.value() {
      try tokens.skipValue()
    }
    return (first, tokens.problem)
  }

  private static let document = #"""
    { "a" : [1, -2.5e3, true, false, null, "", {}, []],
      "b\n\u00e9\ud83d\udfe9": "x\"\\\/\b\f\r\t🟩 \u2b1b",
      "c": {"d": {"e": [[[]], {"f": "}]"}]}}
    }
    """#

  @Test(arguments: [1, 2, 3, 7, 64, 4_096])
  func `a text reads the same whatever the chunks`(chunk: Int) throws {
    let (value, problem) = try read(Self.document, chunk: chunk)
    #expect(problem == nil)
    let numbers: [Value] = [.int(1), .double(-2_500)]
    let rest: [Value] = [.bool(true), .bool(false), .null, .string(""), .object([:]), .list([])]
    let e: [Value] = [.list([.list([])]), .object(["f": .string("}]")])]
    let expected: Fields = [
      "a": .list(numbers + rest),
      "b\né🟩": .string("x\"\\/\u{8}\u{C}\r\t🟩 ⬛"),
      "c": .object(["d": .object(["e": .list(e)])]),
    ]
    #expect(value == .object(expected))
  }

  @Test(arguments: [1, 5, 1_000])
  func `what is not asked for is passed over`(chunk: Int) throws {
    var tokens = JSONTokens(memorySource(Array(Self.document.utf8), chunk: chunk))
    #expect(try tokens.value())
    #expect(try tokens.beginObject())
    var keys: [String] = []
    while let key = try tokens.key() {
      keys.append(key)
    }
    #expect(keys == ["a", "b\né🟩", "c"])
    #expect(try !tokens.value())
    #expect(tokens.problem == nil)
    #expect(tokens.position == Self.document.utf8.count)
  }

  @Test func `a value that is of another kind can be tried again`() throws {
    var tokens = JSONTokens(memorySource(Array(#"[{"a":1},"s",7]"#.utf8)))
    var text: [UInt8] = []
    #expect(try tokens.value())
    #expect(try !tokens.beginObject())
    #expect(try tokens.scalarString() == nil)
    #expect(try tokens.bool() == nil)
    #expect(try tokens.beginArray())
    #expect(try tokens.element())
    #expect(try !tokens.string(into: &text))
    #expect(try tokens.element())
    #expect(try !tokens.beginArray())
    #expect(try tokens.scalarString() == "s")
    #expect(try tokens.scalarString() == nil)
    #expect(try tokens.element())
    #expect(try !tokens.string(into: &text))
    #expect(try tokens.scalar())
    #expect(tokens.text == Array("7".utf8))
    #expect(try !tokens.element())
    #expect(tokens.problem == nil)
  }

  @Test func `lines and positions are those of the value`() throws {
    var tokens = JSONTokens(memorySource(Array("\n[\n {\"a\":\n1},\n\n\"x\ny\", 5]".utf8)))
    #expect(try tokens.value())
    #expect(tokens.line == 2)
    #expect(try tokens.beginArray())
    #expect(try tokens.element())
    #expect(tokens.line == 3)
    #expect(tokens.position == 4)
    #expect(try tokens.element())
    #expect(tokens.line == 6)
    #expect(try tokens.scalarString() == "x\ny")
    #expect(try tokens.element())
    #expect(tokens.line == 7)
    #expect(tokens.position == 22)
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{FFFD}"), (#""\udfe9""#, "\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\ud83d\udfe9""#, "\u{FFFD}🟩"), (#""\ud83d\n""#, "\u{FFFD}\n"),
    (#""\u00""#, "\u{FFFD}"), (#""\u""#, "\u{FFFD}"), (#""\uZZ""#, "\u{FFFD}ZZ"),
    (#""\q\'""#, "q'"), (#""\u0000""#, "\u{0}"), (#""\uFE0F""#, "\u{FE0F}"),
  ])
  func `odd escapes cost no more than themselves`(text: String, meant: String) throws {
    for chunk in 1...6 {
      let (value, problem) = try read(text, chunk: chunk)
      #expect(problem == nil)
      #expect(value == .string(meant))
    }
  }

  @Test(arguments: [
    (#"{"a":1,"#, "the file ends inside a value; what comes before it is read"),
    (#"{"a"#, "the file ends inside a value; what comes before it is read"),
    (#"{"a":tru"#, "the file ends inside a value; what comes before it is read"),
    (#"["a\"#, "the file ends inside a value; what comes before it is read"),
    (#"{"a" 1}"#, "a colon was expected; nothing after it is read"),
    (#"{a:1}"#, "a key in quotes was expected; nothing after it is read"),
    (#"[1 2]"#, "a comma or the closing bracket was expected; nothing after it is read"),
    (#"[1,]"#, "a value was expected; nothing after it is read"),
    (#"[NaN]"#, "a value was expected; nothing after it is read"),
    (#"[trve]"#, "true was expected; nothing after it is read"),
    ("[1] x", "a value was expected; nothing after it is read"),
    ("[1,2,3,4,5,6,7,8,\u{0}", "a value was expected; nothing after it is read"),
  ])
  func `invalid JSON is reported once, with its line`(text: String, summary: String) throws {
    for chunk in [1, 3, 100] {
      let (_, problem) = try read("\n\n" + text, chunk: chunk)
      #expect(problem == ReadIssue(summary, at: .init(name: "f", line: 3)))
    }
  }

  @Test func `brackets that do not match are found in what is passed over`() throws {
    for text in ["[[}]", "[{]}", "[[[[]]}"] {
      var tokens = JSONTokens(memorySource(Array(text.utf8)))
      #expect(try tokens.value())
      #expect(try !tokens.value())
      #expect(
        tokens.problem?.summary
          == "a closing bracket has no opening one; nothing after it is read")
    }
  }

  @Test func `deep nesting is passed over up to a limit and refused beyond`() throws {
    for (depth, isFine) in [(512, true), (513, false), (1_000_000, false)] {
      let text = Array(repeating: UInt8(ascii: "["), count: depth)
      let end = Array(repeating: UInt8(ascii: "]"), count: depth)
      var tokens = JSONTokens(memorySource(text + end))
      #expect(try tokens.value())
      #expect(try !tokens.value())
      #expect(tokens.hasFailed == !isFine)
      tokens = JSONTokens(memorySource(text + end))
      #expect(try tokens.value())
      while try tokens.beginArray(), try tokens.element() {}
      #expect(tokens.hasFailed == !isFine)
    }
  }

  @Test func `long strings, keys and numbers are cut and reported`() throws {
    let long = String(repeating: "y", count: 10_000_000)
    var tokens = JSONTokens(memorySource(Array("[\"\(long)\",1]".utf8)))
    var text: [UInt8] = []
    #expect(try tokens.value())
    #expect(try tokens.beginArray())
    #expect(try tokens.element())
    #expect(try tokens.string(into: &text))
    #expect(text.count == 4_194_304)
    #expect(tokens.isCut)
    tokens.isCut = false
    #expect(try tokens.element())
    #expect(try tokens.scalarString() == "1")
    #expect(try !tokens.element())
    #expect(!tokens.isCut)

    let number = String(repeating: "1", count: 5_000)
    tokens = JSONTokens(memorySource(Array("{\"\(long)\":\(number)}".utf8)))
    #expect(try tokens.value())
    #expect(try tokens.beginObject())
    // The start and a digest.
    #expect(try (1_024...1_060).contains(tokens.key()?.utf8.count ?? 0))
    #expect(!tokens.isCut)
    #expect(try tokens.scalarString()?.utf8.count == 1_024)
    #expect(tokens.isCut)
    #expect(try tokens.key() == nil)
    #expect(tokens.problem == nil)
  }

  @Test(arguments: [1, 4, 1_000])
  func `in lines, a broken one costs no other`(chunk: Int) throws {
    let text =
      "{\"a\":1}\n\n{\"a\":\"x\n{\"a\":3}\n[{\n]\n{\"a\":5} 6\n{a}\n{\"a\":7}\n{\"a\":8,\n{\"a\":9}"
    var tokens = JSONTokens(memorySource(Array(text.utf8), chunk: chunk), isLines: true)
    var found: [String] = []
    while try tokens.value() || tokens.hasFailed {
      if !tokens.hasFailed, try tokens.beginObject() {
        while let key = try tokens.key() {
          found.append("\(tokens.line) \(key)=\(try tokens.scalarString() ?? "-")")
        }
      } else {
        try tokens.skipValue()
      }
      if tokens.hasFailed, let problem = try tokens.skipLine() {
        found.append("\(problem.source.line) \(problem.summary)")
      }
    }
    #expect(
      found == [
        "1 a=1", "3 a=-", "3 the line ends inside a value; it is not read", "4 a=3",
        "5 the line ends inside a value; it is not read",
        "6 a value was expected; the line is not read", "7 a=5",
        "8 a key in quotes was expected; the line is not read", "9 a=7",
        "10 a=8", "10 the line ends inside a value; it is not read", "11 a=9",
      ])
  }

  @Test func `random values come back as the other reader reads them`() throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<LongRun.rounds(500, long: 2_000) {
      let text = randomJSON(depth: 0, using: &random)
      let (value, problem) = try read(text, chunk: Int.random(in: 1...40, using: &random))
      #expect(problem == nil)
      #expect(try value == readJSON(Array(text.utf8)), "\(text)")
    }
  }

  @Test func `random damage never traps and ends`() throws {
    var random = SeededRandom(seed: 5)
    let pieces: [UInt8] = Array("{}[]\",:\\u\n0tn".utf8) + [0, 0x80, 0xFF]
    for _ in 0..<LongRun.rounds(1_000, long: 5_000) {
      var bytes = Array(randomJSON(depth: 0, using: &random).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = pieces.randomElement(using: &random) ?? 0
      }
      for isLines in [false, true] {
        let chunk = Int.random(in: 1...40, using: &random)
        var tokens = JSONTokens(memorySource(bytes, chunk: chunk), isLines: isLines)
        var steps = 0
        while try tokens.value() {
          _ = try value(&tokens)
          steps += 1
        }
        #expect(steps <= bytes.count)
        #expect(tokens.position <= tokens.source.position)
      }
    }
  }

  private func randomJSON(depth: Int, using random: inout SeededRandom) -> String {
    let blank = [" ", "", "\n", "\t\r\n"].randomElement(using: &random) ?? ""
    let kind = Int.random(in: 0...(depth > 5 ? 3 : 5), using: &random)
    let count = Int.random(in: 0...4, using: &random)
    switch kind {
    case 0: return blank + (["true", "false", "null"].randomElement(using: &random) ?? "") + blank
    case 1: return "\(Int.random(in: -9_999...9_999, using: &random))" + blank
    case 2, 3:
      let parts = [
        "a", "\\n", "\\u2b1b", "🟩", "\\ud83d\\udfe9", "\\\\", "\\\"", "}", "]", ",", ":", "é",
      ]
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }
      return blank + "\"" + text.joined() + "\"" + blank
    case 4:
      let parts = (0..<count).map { _ in randomJSON(depth: depth + 1, using: &random) }
      return "[" + blank + parts.joined(separator: ",") + "]" + blank
    default:
      let parts = (0..<count).map {
        "\"k\($0)\"" + blank + ":" + randomJSON(depth: depth + 1, using: &random)
      }
      return "{" + blank + parts.joined(separator: ",") + blank + "}" + blank
    }
  }
}
