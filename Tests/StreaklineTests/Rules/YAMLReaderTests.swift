import Streakline
import StreaklineCore
import StreaklineRules
import StreaklineYAML
import Testing

@Suite struct YAMLReaderTests {
  private func problem(_ text: String) throws -> Problem {
    var reader = YAMLReader(path: "hostile.yaml", text: text)
    let root = reader.root()
    #expect(root == nil)
    return try #require(reader.problems.first)
  }

  /// Each name stands for nine of the name before, so `*a8` as a key is a hundred million nodes.
  private static let nestedAliases: String = {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...8 {
      let nine = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(nine)]\n"
    }
    return text
  }()

  @Test(arguments: [("*a8 : 1\n", 1, 5), ("? *a8\n: 1\n", 10, 1)])
  func `a file whose aliases expand to a hundred million nodes is refused at once`(
    last: String, line: Int, column: Int
  ) throws {
    let problem = try problem(Self.nestedAliases + last)
    #expect(problem.code == "R005")
    #expect(problem.location.line == line)
    #expect(problem.location.column == column)
  }

  @Test
  func `a rule file with such aliases is a problem of its own and the other rules are in use`() {
    let rules = RuleSet(files: [
      RuleFile(path: "hostile.yaml", text: Self.nestedAliases + "? *a8\n: 1\n")
    ])
    #expect(rules.problems.map(\.code) == ["R005"])
    #expect(rules.games == [])
  }

  @Test(arguments: [
    ("a: &x 1\n", 1, 4), ("a: *x\n", 1, 4), ("a: 1\nb: !!str 2\n", 2, 4), ("? a\n: 1\n", 1, 1),
    ("a: [1, {b: &x 2}]\n", 1, 12), ("a: &x\n  b: 1\n", 1, 4), ("a: &x\n  - 1\n", 1, 4),
    ("{?a: 1}\n", 1, 2), ("a:\n  - &x b\n", 2, 5), ("&x a: 1\n", 1, 1), ("!t a: 1\n", 1, 1),
    ("a: !!binary |\n  x\n", 1, 4), ("- *x : 1\n", 1, 3),
  ])
  func `an anchor, an alias, a tag and a marked key are refused where they are`(
    text: String, line: Int, column: Int
  ) throws {
    let problem = try problem(text)
    #expect(problem.code == "R005", "\(problem.rendered)")
    #expect(problem.location.line == line)
    #expect(problem.location.column == column)
  }

  @Test(arguments: [
    (#"a: "\uE000 & \uE001""#, "\u{E000} & \u{E001}"), ("a: 'x* \u{E000}!'", "x* \u{E000}!"),
    (#"a: "\U0000E002?""#, "\u{E002}?"), (#"a: ^\uE000*$"#, #"^\uE000*$"#),
    ("a: 1*2 é?! &", "1*2 é?! &"), ("a: |\n  b? & c*\n  !d\n", "b? & c*\n!d\n"),
  ])
  func `signs and rare characters in a text are read as they are written`(
    text: String, expected: String
  ) {
    var reader = YAMLReader(path: "rule.yaml", text: text)
    let root = reader.root()
    #expect(root?.members?.first?.value.text == expected)
  }

  @Test func `a key with signs that is there twice is named as it is written`() throws {
    #expect(try problem("a?: 1\na?: 2\n").summary == "the key a? is here twice")
  }

  @Test func `lines that end as on Windows are counted, and shown without their end`() throws {
    let problem = try problem("a: 1\r\nb: &x 2\r\n")
    #expect(problem.location.line == 2)
    #expect(problem.sourceLine == "b: &x 2")
  }

  @Test func `the same signs inside a text, a pattern and a comment mean nothing`() throws {
    let text = """
      a: x & y * z! ok? yes
      b: '&x *y !z ? w'
      c: |
        (?&NUMBER) &x *y !z
        ? *
      d: [a&b, c*d]   # &x *y
      e: {"*": star, "?": question, "&": and, "!": bang}
      """
    var reader = YAMLReader(path: "good.yaml", text: text)
    let node = reader.root()
    let root = try #require(node, "\(reader.problems.map(\.rendered))")
    let members = try #require(root.members)
    #expect(members[0].value.text == "x & y * z! ok? yes")
    #expect(members[1].value.text == "&x *y !z ? w")
    #expect(members[2].value.text == "(?&NUMBER) &x *y !z\n? *\n")
    #expect(members[3].value.elements?.map(\.text) == ["a&b", "c*d"])
    #expect(members[4].value.members?.map(\.key.text) == ["*", "?", "&", "!"])
  }

  @Test(arguments: [
    ("a: 1\nb: x\0y\n", 2, 5, "U+0000"), ("a: [1\nb: 2\n", 2, 2, "bracket"),
    ("a: 1\n\tb: 2\n", 2, 1, "a tab"), ("a: 'x\n", 1, 4, "quotation mark"),
    ("a: b: c\n", 1, 5, "a colon"), ("a: @x\n", 1, 4, "needs quotes"),
    ("a: 1\nb\nc: 2\n", 3, 1, "': '"),
  ])
  func `what is no YAML is explained in plain words, with its place`(
    text: String, line: Int, column: Int, word: String
  ) throws {
    let problem = try problem(text)
    #expect(problem.code == "R004")
    #expect(problem.location.line == line && problem.location.column == column, "\(problem)")
    #expect(problem.summary.contains(word), "\(problem.rendered)")
    #expect(!problem.rendered.contains("did not find") && !problem.rendered.contains("found "))
  }

  @Test func `of a long line only the part around the place is shown`() throws {
    let problem = try problem("a: " + String(repeating: "[", count: 20_000))
    #expect(problem.rendered.utf8.count < 1_000)
    let long = Problem(
      "R000", "here", at: .init(file: "a.yaml", line: 1, column: 301),
      sourceLine: String(repeating: "x", count: 300) + "y" + String(repeating: "z", count: 300))
    let lines = long.rendered.split(separator: "\n").map(Array.init)
    let caret = try #require(lines[4].firstIndex(of: "^"))
    #expect(lines[3][caret] == "y" && lines[3].last == "…")
  }

  @Test func `a byte order mark changes no place, and hidden files are no rules`() throws {
    var reader = YAMLReader(path: "a.yaml", text: "\u{FEFF}a: 1\n")
    #expect(reader.root()?.members?.map(\.key.text) == ["a"])
    #expect(try problem("\u{FEFF}a: &x 1\n").location.column == 4)
    let folder = try TemporaryFolder()
    try folder.write(".a.yaml", Array("nonsense".utf8))
    try folder.write("._a.yaml", [0, 5, 0x16, 7])
    let rules = RuleFolders([folder.path])
    #expect(rules.files.isEmpty && rules.problems.isEmpty)
  }

  @Test func `deep nesting and many nodes are refused`() throws {
    let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    #expect(try problem("a: \(deep)\n").code == "R005")
    let wide = "a: [" + String(repeating: "1,", count: 20_000) + "]\n"
    #expect(try problem(wide).code == "R005")
    let deeper = String(repeating: "[", count: 200_000)
    let code = try problem("a: \(deeper)\n").code
    #expect(["R004", "R005"].contains(code))
    #expect(try problem("a: {[b]: 1}\n").summary == "a key must be a text")
  }
}
