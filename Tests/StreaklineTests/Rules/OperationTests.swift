import StreaklineCore
import StreaklineRules
import Testing

/// A rule file around some fields, read from a share `Gridle #7 …`.
func gridle(
  fields: String, match: String = ##"Gridle \h \#(?<puzzle> \d+ ) \h (?<rest> [^\n]* )"##,
  more: String = ""
) -> String {
  """
  format: 1
  game: gridle
  name: Gridle
  id: 11111111-2222-4333-8444-555555555555
  record: GameResult
  begins: ["Gridle #"]
  puzzle: {number: puzzle, anchors: [{number: 1, date: 2026-01-01}]}
  variants:
    - name: standard
      match: '\(match)'
  fields:
  \(fields.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
  examples:
    - {name: one, text: "Gridle #7 abc", expect: {puzzleNumber: 7}}
  \(more)
  """
}

/// The only record that a rule reads from a text.
func record(_ rule: String, _ text: String, path: String = "gridle.yaml") throws -> Record {
  let rules = RuleSet(files: [RuleFile(path: path, text: rule)])
  #expect(rules.problems.map(\.rendered) == [])
  let message = Message(text: Array(text.utf8), source: .init(name: "-", line: 1))
  let now = Instant(Day(daysSinceEpoch: 20_700))
  let share = ShareText(message.text)
  let yield = RecordBuilder(user: "me", fallbackDay: now.day, now: now)
    .chunk(of: ShareReader(rules: rules).read(share), text: share, message: message)
  return try #require(yield.records.first)
}

@Suite struct OperationTests {
  private func value(_ operation: String, in text: String) throws -> String? {
    let result = try record(
      gridle(fields: "  x: \(operation)\n  n: {count: a, in: rest}\n  completed: true"),
      "Gridle #7 " + text)
    return result.fields["parsedData"]?.object?["x"]?.string
  }

  @Test(
    arguments: [
      // constant
      ("6", "a", "6"), ("{const: yes please}", "a", "yes please"), ("true", "a", "true"),
      ("'6'", "a", "6"),
      // group
      ("{group: rest}", "abc", "abc"),
      ("{group: rest, type: int}", "1,300", "1300"),
      ("{group: rest, type: duration}", "1:05", "65"),
      ("{group: rest, type: decimal}", "2,5", "2.5"),
      ("{group: rest, type: int, map: {X: null}}", "X", nil),
      ("{group: rest, type: date}", "2026-01-02", "2026-01-02"),
      ("{group: rest, type: bool}", "TRUE", "true"),
      // count
      ("{count: '[ab]', in: rest}", "abcab", "4"),
      ("{count: '[ab]', in: rest, distinct: true}", "abcab", "2"),
      (#"{count: '(.)\1', in: rest, distinct: true}"#, "aabbaa", "2"),
      ("{count: 'x', in: rest}", "abc", "0"),
      ("{count: 'b*', in: rest}", "abc", "4"),
      // found
      ("{found: 'b', in: rest}", "abc", "true"), ("{found: 'x', in: rest}", "abc", "false"),
      ("{found: '(?=.*a)(?=.*c)', in: rest}", "abc", "true"),
      (#"{found: '\A [^x]* \z', in: rest}"#, "axc", "false"),
      ("{found: 'Gridle'}", "abc", "true"),
      // list
      ("{list: '[a-c]', in: rest}", "abca", "a,b,c,a"),
      ("{list: '[a-c]', in: rest, distinct: true}", "abca", "a,b,c"),
      ("{list: '[a-c]', in: rest, map: {a: one}}", "ab", "one,b"),
      (#"{list: '\d+', in: rest, type: int, reduce: first}"#, "7 3 5", "7"),
      (#"{list: '\d+', in: rest, type: int, reduce: last}"#, "7 3 5", "5"),
      (#"{list: '\d+', in: rest, type: int, reduce: min}"#, "7 3 5", "3"),
      (#"{list: '\d+', in: rest, type: int, reduce: max}"#, "7 3 5", "7"),
      (#"{list: '\d+', in: rest, type: int, reduce: sum}"#, "7 3 5", "15"),
      (#"{list: '\d+', in: rest, type: int, reduce: mean}"#, "7 3 6", "5"),
      (#"{list: '\d+', in: rest, type: decimal, reduce: mean}"#, "7 3 6", "5.333333333333333"),
      (#"{list: '[\dX]', in: rest, type: int, map: {X: null}, reduce: sum}"#, "7X5", nil),
      (#"{list: '\d+', in: rest, type: int, reduce: sum}"#, "none", nil),
      // cases
      (
        "{cases: [{found: 'a', in: rest, value: 1}, {found: 'b', in: rest, value: 2}], else: 3}",
        "xb", "2"
      ),
      ("{cases: [{found: 'a', in: rest, value: 1}], else: 3}", "x", "3"),
      // when
      ("{when: {field: n, atLeast: 4}}", "aaaa", "true"),
      ("{when: {field: n, atLeast: 4}}", "aaa", "false"),
      ("{when: {field: n, atMost: 3}}", "aaa", "true"),
      ("{when: {field: n, is: 2}}", "aa", "true"),
      ("{when: {not: {field: n, is: 2}}}", "aa", "false"),
      ("{when: {all: [{found: 'b', in: rest}, {field: n, atLeast: 1}]}}", "ab", "true"),
      ("{when: {all: [{found: 'b', in: rest}, {field: n, atLeast: 1}]}}", "b", "false"),
      ("{when: {any: [{found: 'b', in: rest}, {field: n, atLeast: 1}]}}", "a", "true"),
      ("{cases: [{when: {field: n, atLeast: 2}, value: many}], else: few}", "aa", "many"),
      ("{cases: [{when: {field: n, atLeast: 2}, value: many}], else: few}", "a", "few"),
      // sum
      ("{sum: [{group: rest, times: 60}, 5]}", "2", "125"),
      ("{sum: [{count: 'a', in: rest, times: -2}, {field: n}, 10]}", "aaa", "7"),
      ("{sum: [{group: rest}, 1]}", "9223372036854775", "9223372036854776"),
      ("{sum: [{group: rest, times: 9000000000000000000}]}", "2", nil),
      ("{sum: [{group: rest, type: decimal}, 1]}", "1.5", "2.5"),
      // a text of another shape
      ("{group: rest, type: int}", "63.6", nil), ("{group: rest, type: decimal}", "1,234", "1234"),
      ("{group: rest, type: decimal}", "−3.5", "-3.5"),
      ("{group: rest, type: duration}", "1:99", nil),
    ] as [(String, String, String?)])
  func `operations give`(operation: String, text: String, expected: String?) throws {
    #expect(try value(operation, in: text) == expected)
  }

  @Test(
    arguments: [
      ("{group: opt}", nil), ("{count: 'x', in: opt}", nil), ("{found: 'x', in: opt}", "false"),
      ("{list: 'x', in: opt}", nil), ("{cases: [{found: 'x', in: opt, value: 1}], else: 9}", "9"),
      ("{group: [opt, rest]}", "abc"), ("{group: opt, else: none}", "none"),
      ("{count: 'x', in: opt, else: 0}", "0"), ("{sum: [{group: opt, else: 4}, 1]}", "5"),
      ("{sum: [{group: opt}, 1]}", nil), ("{when: {field: z, atLeast: 0}}", "false"),
    ] as [(String, String?)])
  func `a group that took no part gives`(operation: String, expected: String?) throws {
    let match = ##"Gridle \h \#(?<puzzle> \d+ ) (?<opt> \h! )? \h (?<rest> [^\n]* )"##
    let text = gridle(
      fields: "  completed: true\n  x: \(operation)\n  y: {group: rest}\n  z: {group: opt}",
      match: match)
    #expect(
      try record(text, "Gridle #7 abc").fields["parsedData"]?.object?["x"]?.string == expected)
  }

  @Test func `an alias follows other aliases`() throws {
    let text = gridle(
      fields: "  completed: true\n  score: {field: b}\n  b: {field: c}\n  c: {count: 'a', in: rest}"
    )
    #expect(try record(text, "Gridle #7 aa").fields["score"] == .int(2))
  }

  @Test func `a text that is not of the field's type is null and makes the record suspect`() throws
  {
    let result = try record(
      gridle(fields: "  completed: true\n  score: {group: rest, type: int}"), "Gridle #7 many")
    #expect(result.fields["score"] == .null)
    #expect(result.suspect?.contains("score") == true)
  }

  @Test func `fields that must agree and do not make the record suspect`() throws {
    let fields =
      "  completed: true\n  score: {group: rest, type: int}\n  rows: {count: 'x', in: rest}"
    let text = gridle(fields: fields, more: "check: [{agree: [score, rows]}]")
    #expect(try record(text, "Gridle #7 5").suspect == "disagree: score 5, rows 0")
  }

  @Test func `a list can stay a list`() throws {
    let fields = #"  x: {list: '\d', in: rest, type: int, asList: true}"# + "\n  completed: true"
    let result = try record(gridle(fields: fields), "Gridle #7 3 1 4")
    #expect(
      result.fields["parsedData"]?.object?["x"] == .list([.int(3), .int(1), .int(4)]))
    #expect(String(json: result.json).contains(#""x":[3,1,4]"#))
  }

  @Test func `a pattern of a field that takes too many steps makes the record suspect`() throws {
    let fields = "  x: {found: '(?: a+ )+ b', in: rest}\n  completed: true"
    let result = try record(
      gridle(fields: fields), "Gridle #7 " + String(repeating: "a", count: 60) + "!b")
    #expect(result.suspect?.contains("x: its pattern takes too many steps") == true)
  }

  @Test(arguments: [(7, 20_260_112), (1, 20_260_102), (6, 20_260_109), (-3, 20_251_229)])
  func `numbers can skip Saturdays and Sundays`(number: Int, day: Int) throws {
    // 2 January 2026 was a Friday.
    let text = gridle(
      fields: "  completed: true", match: ##"Gridle \h \#(?<puzzle> -?\d+ ) \h (?<rest> [^\n]* )"##
    ).replacing("2026-01-01}]}", with: "2026-01-02}], weekdays: true}")
    #expect(try record(text, "Gridle #\(number) abc").day.dateInt == day)
  }

  @Test func `a variant can count its puzzles from another day`() throws {
    let text = gridle(fields: "  completed: true").replacing(
      "variants:",
      with: ##"""
        variants:
          - name: second
            match: 'Gridle \h \#(?<puzzle> \d+ ) \h two (?<rest> [^\n]* )'
            puzzle: {number: puzzle, anchors: [{number: 1, date: 2027-01-01}]}
        """##)
    #expect(try record(text, "Gridle #7 two").day.dateInt == 20_270_107)
    #expect(try record(text, "Gridle #7 one").day.dateInt == 20_260_107)
  }

  @Test(arguments: ["Gridle #7 abc", "gridle #7 abc", "GRIDLE #7 abc"])
  func `literals can ignore case`(text: String) throws {
    let rule = gridle(
      fields: "  completed: true",
      match: ##"(?i) gridle \h \#(?<puzzle> \d+ ) \h (?<rest> [^\n]* )"##, more: "ignoresCase: true"
    )
    #expect(try record(rule, text).fields["puzzleNumber"] == .int(7))
  }

  @Test func `literals with a capital can be glued to a word in small letters`() throws {
    let rule = gridle(
      fields: "  completed: true",
      match: ##"(?i: gridle ) \h \#(?<puzzle> \d+ ) \h (?<rest> [^\n]* )"##, more: "glued: true")
    #expect(try record(rule, "that was hardGridle #7 abc").fields["puzzleNumber"] == .int(7))
    #expect(try record(rule, "très dévouéGridle #7 abc").fields["puzzleNumber"] == .int(7))
    func holdsShare(_ rule: String, _ text: String) -> Bool {
      let rules = RuleSet(files: [RuleFile(path: "gridle.yaml", text: rule)])
      return !ShareReader(rules: rules).read(ShareText(Array(text.utf8))).shares.isEmpty
    }
    for text in ["ProGRIDGridle #7 abc", "2Gridle #7 abc", "hardgridle #7 abc"] {
      #expect(!holdsShare(rule, text))
    }
    #expect(holdsShare(rule, "hardGridle #7 abc"))
    #expect(!holdsShare(rule.replacing("glued: true", with: ""), "hardGridle #7 abc"))
  }

  @Test func `a mode is a game id of its own`() throws {
    let text = gridle(fields: "  completed: true", more: "mode: {group: rest, map: {Hard: hard}}")
    let hard = try record(text, "Gridle #7 Hard")
    let easy = try record(text, "Gridle #7 Easy")
    #expect(hard.fields["mode"] == .string("hard"))
    #expect(easy.fields["mode"] == .string("easy"))
    #expect(hard.gameId != easy.gameId)
    #expect(hard.id != easy.id)
  }

  @Test func `each match inside a digest is a result of its own`() throws {
    let digest = """
      format: 1
      game: gridle
      name: Gridle
      id: 11111111-2222-4333-8444-555555555555
      record: GameResult
      begins: ["Results #"]
      puzzle: {number: puzzle, anchors: [{number: 1, date: 2026-01-01}]}
      variants:
        - name: digest
          match: '\\QResults #\\E(?<puzzle> \\d+ ) (?<lines> (?: \\n [^\\n]+ ){1,20} )'
          each: ['^ (?<score> [1-6X] ) /6: (?<people> [^\\n]+ )', '@(?<who> \\w+ )']
          user: {group: who}
      fields:
        completed: true
        score: {group: score, type: int, map: {X: null}}
        lines: {count: '\\n', in: lines}
        people: {group: people}
      examples:
        - {name: one, text: "Results #7\\n3/6: @a", expect: {score: 3, user: a}}
      """
    let rules = RuleSet(files: [RuleFile(path: "gridle.yaml", text: digest)])
    #expect(rules.problems.map(\.rendered) == [])
    let text = ShareText(Array("Results #7\n3/6: @alice @bob\nX/6: @carol".utf8))
    let scan = ShareReader(rules: rules).read(text)
    let shares = scan.shares
    #expect(shares.map(\.user) == ["alice", "bob", "carol"])
    #expect(shares.map { scan.fields(of: $0, in: text)[1].value } == [.int(3), .int(3), .null])
    #expect(shares.allSatisfy { $0.number == 7 })
  }
}
