import StreaklineCore
import StreaklineRules
import Testing

/// Mistakes that authors of rules make, one in each copy of a good file. `rules check` must answer each
/// with the line, the cause and the cure.
@Suite struct PlantedMistakeTests {
  private static let good = ##"""
    format: 1
    game: gridle
    name: Gridle
    id: 1661456a-0f76-4b8f-95c2-9cd2df308851
    record: GameResult
    scoring: lowerAttempts
    begins: ["Gridle #"]

    puzzle:
      number: puzzle
      anchors: [{number: 12, date: 2026-10-03}]

    variants:
      - name: standard
        match: |
          Gridle \h+ \# (?<puzzle> (?&NUMBER) ) \h+ (?<score> \d | [Xx] ) /6 (?! [/\d] )
          (?&EOL)++ (?<grid> (?: [🟦⬜]{4} (?&EOL)? ){1,6} )
          (?: (?&EOL)*+ Time \: \h+ (?<time> (?&TIME) ) )?

    fields:
      score: {group: score, type: int, map: {X: null, x: null}}
      maxAttempts: 6
      completed: {found: '\d', in: score}
      rows: {count: '[🟦⬜]{4}', in: grid}
      time: {group: time, type: duration}

    check:
      - {agree: [score, rows]}

    examples:
      - name: solved
        text: |
          Gridle #12 2/6

          🟦🟦⬜⬜
          🟦🟦🟦🟦
          Time: 1:23
        expect: {puzzleNumber: 12, dateInt: 20261003, score: 2}

    reject:
      - Gridle is fun
      - "Gridle #12 7 of 6"
    """## + "\n"

  private func problems(_ text: String) -> [Problem] {
    let files = [RuleFile(path: "gridle.yaml", text: text)]
    let rules = RuleSet(files: files)
    let check = RuleCheck(rules: rules, files: files)
    return rules.problems + rules.rules.flatMap { check.lints(of: $0) + check.failures(of: $0) }
  }

  @Test func `the good file has no problem, also with a byte order mark`() {
    #expect(problems(Self.good).map(\.rendered) == [])
    #expect(problems("\u{FEFF}" + Self.good).map(\.rendered) == [])
  }

  @Test func `a group that may follow the share is no danger`() {
    let text = Self.good.replacing(
      "(?: (?&EOL)*+ Time",
      with: ##"(?: (?&EOL)++ https\:\/\/gridle\.example )? (?: (?&EOL)*+ Time"##)
    #expect(problems(text).map(\.rendered) == [])
  }

  /// What is replaced in the good file, by what; the code, line and column of the answer, and a part of
  /// the cause or the cure.
  private static let mistakes: [(String, String, String, String, String)] = [
    (
      "{group: score, type: int, map: {X: null, x: null}}", "{group: score}",
      "R203", "21:3", "add type: int"
    ),
    (
      #"{found: '\d', in: score}"#, #"{count: '\d', in: score}"#,
      "R203", "23:3", "use found: or when:"
    ),
    (
      "{group: score, type: int, map: {X: null, x: null}}", #"{list: '\d', in: score, type: int}"#,
      "R203", "21:3", "add reduce:"
    ),
    (
      "maxAttempts: 6", "maxAttempts: six",
      "R203", "22:3", "is of type int, this gives string"
    ),
    (
      #"{found: '\d', in: score}"#,
      #"{cases: [{found: '\d', in: score, value: true}], else: lost}"#,
      "R203", "23:3", "is of type bool, this gives string"
    ),
    (
      "X: null", "X: lost",
      "R203", "21:45", "'lost' is not of type int"
    ),
    (
      #"{found: '\d', in: score}"#, "{field: rows}",
      "R203", "23:3", "this gives int"
    ),
    (
      "    match: |", "    macth: |",
      "R001", "15:5", "unknown key 'macth'"
    ),
    (
      "id: 1661456a-0f76-4b8f-95c2-9cd2df308851\n", "",
      "R007", "1:1", "make one with uuidgen"
    ),
    (
      "game: gridle", "game: griddle",
      "R002", "2:7", "name the file griddle.yaml or the game gridle"
    ),
    (
      "2df308851", "2df30885",
      "R006", "4:5", "is not a UUID"
    ),
    (
      "GameResult", "GameResults",
      "R006", "5:9", "did you mean 'GameResult'?"
    ),
    (
      "lowerAttempts", "lowerAttempt",
      "R006", "6:10", "did you mean 'lowerAttempts'?"
    ),
    (
      ##""Gridle #""##, ##""Gr #""##,
      "R009", "7:10", "use a longer literal"
    ),
    (
      "{1,6} )\n", "{1,6} \n",
      "R101", "18:55", "missing closing parenthesis"
    ),
    (
      "(?<puzzle> (?&NUMBER) )", #"(?<NUMBER> \d+ )"#,
      "R102", "16:21", "give the group another name"
    ),
    (
      "rows: {count: '[🟦⬜]{4}'", #"rows: {count: "\S{4}""#,
      "R103", "24:18", "in single quotes or as a block"
    ),
    (
      ##"\# (?<puzzle>"##, "#(?<puzzle>",
      "R104", "16:18", "write a literal hash as"
    ),
    (
      ##"\# (?<puzzle>"##, "# (?<puzzle>",
      "R104", "16:18", "write a literal hash as"
    ),
    (
      #"Time \: \h+"#, #"Your time \: \h+"#,
      "R105", "18:25", "for a blank between words"
    ),
    (
      "time: {group: time", "time: {group: tiem",
      "R201", "25:17", "no variant captures a group 'tiem'"
    ),
    (
      "  time: {group: time, type: duration}\n", "",
      "R202", "18:33", "nothing reads the group 'time'"
    ),
    (
      "score: 2}", "score: 3}",
      "R301", "31:5", "score captured '2'"
    ),
    (
      " /6 ", " /5 ",
      "R301", "31:5", "matched up to here (line 1)"
    ),
    (
      "fields:\n",
      "  - name: old\n    match: Gridle \\h old \\h (?<puzzle> \\d+ ) (?<score> \\d ) (?<grid> x ) (?<time> y )\n\nfields:\n",
      "R302", "21:12", "no example is read by the variant 'old'"
    ),
    (
      "Gridle is fun", ##""Gridle #12 2/6\n🟦🟦⬜⬜\n🟦🟦🟦🟦""##,
      "R304", "41:5", "make the pattern stricter"
    ),
    (
      ##"["Gridle #"]"##, ##"["Griddle #"]"##,
      "R305", "31:5", "only where one of them is found: 'Griddle #'"
    ),
    (
      ##"["Gridle #"]"##, ##"["Gridle puzzle #"]"##,
      "R301", "31:5", "goes on with 'puzzle #' (line 1)"
    ),
    (
      "date: 2026-10-03", "date: 2026-10-04",
      "R306", "31:5", "fix the anchor under puzzle:"
    ),
    (
      "  number: puzzle\n", "  number: puzzle\n  everyDays: 0\n",
      "R006", "11:14", "the smallest number here is 1"
    ),
    (
      "  - name: standard\n", "  - name: standard\n    daysBefore: -1\n",
      "R006", "15:17", "the smallest number here is 0"
    ),
    (
      "record: Game", "version: 0\nrecord: Game",
      "R006", "5:10", "the smallest number here is 1"
    ),
    (
      "name: Gridle", "name: ''",
      "R006", "3:7", "a name is not empty"
    ),
    (
      "map: {X: null, x: null}", "map: [X]",
      "R006", "21:41", "expected keys and values here"
    ),
    (
      #"{found: '\d', in: score}"#, "{cases: [], else: true}",
      "R006", "23:22", "expected at least one element"
    ),
    (
      "fields:\n", "define: [a]\n\nfields:\n",
      "R006", "20:9", "expected keys and values here"
    ),
    (
      "[score, rows]", "[score, score]",
      "R006", "28:21", "'score' always agrees with itself"
    ),
    (
      "puzzle:\n  number: puzzle\n  anchors: [{number: 12, date: 2026-10-03}]\n", "",
      "R007", "1:1", "puzzle: {date: received}"
    ),
    (
      "  completed: {found: '\\d', in: score}\n", "",
      "R204", "21:3", "it would have no streak"
    ),
    (
      "      🟦🟦⬜⬜\n", "",
      "R308", "31:5", "disagree: score 2, rows 1"
    ),
    (
      ##"["Gridle #"]"##, "[“Gridle #”]",
      "R004", "7:10", "typographic quotation mark"
    ),
    (
      "  number: puzzle", "\tnumber: puzzle",
      "R004", "10:1", "indent with blanks"
    ),
    (
      ##"["Gridle #"]"##, ##"["Gridle #]"##,
      "R004", "7:10", "is not closed on its line"
    ),
    (
      "(?: (?&EOL)*+ Time", "(?: (?: a+ )+ $ )?\n      (?: (?&EOL)*+ Time",
      "R403", "18:11", "this group can match 'a', repeated"
    ),
    (
      "(?<grid> (?: [🟦⬜]{4} (?&EOL)? ){1,6} )", #"(?<grid> (?: [🟦⬜]+ \s* )+ ) $"#,
      "R403", "17:26", "this group can match '🟦', repeated"
    ),
    (
      "{count: '[🟦⬜]{4}', in: grid}", "{count: '(?: [🟦⬜]+ )+ x', in: grid}",
      "R403", "24:18", "this group can match '🟦', repeated"
    ),
    (
      "2026-10-03}]", "2026-13-03}]",
      "R006", "11:32", "write it as 2021-06-19"
    ),
    (
      "  - name: standard\n", "  - name: standard\n    until: 2026-01-01\n",
      "R301", "32:5", "its day 2026-10-03 is after until: 2026-01-01"
    ),
    (
      "      Gridle #12", "      xGridle #12",
      "R301", "31:5", "'Gridle' is inside a word here"
    ),
    (
      "[{number: 12, date: 2026-10-03}]",
      "[{number: 12, date: 2026-10-03}, {number: 2, date: 2026-10-13}]",
      "R006", "10:3", "put number 2 before number 12"
    ),
    (
      "  number: puzzle\n", "  number: puzzle\n  date: {group: time, formats: [DD/MM/YYYY]}\n",
      "R006", "11:33", "is not a date format"
    ),
    (
      "  - name: standard\n", "  - name: standard\n    since: 2027-01-01\n    until: 2026-12-01\n",
      "R006", "14:5", "before it starts"
    ),
    (
      "Time: 1:23", "Time: 1:99",
      "R308", "31:5", "not of type duration"
    ),
    (
      "maxAttempts: 6", "maxAttempts: 6\n  maxAttempts: 7",
      "R004", "22:3", "keep one of the two"
    ),
    (
      "rows: {count: ", "rows: {type: int, count: ",
      "R001", "24:16", "'type' does not belong to the operation 'count'"
    ),
    (
      "rows: {count: ", "rows: {found: x, count: ",
      "R006", "24:9", "expected one operation here"
    ),
    (
      "score: 2}", "scoer: 2}",
      "R301", "31:5", "expects 'scoer', and there is no such field"
    ),
    (
      "[score, rows]", "[score, row]",
      "R203", "28:21", "did you mean 'rows'?"
    ),
    (
      "(?&TIME)", "(?&TIEM)",
      "R101", "18:45", "reference to non-existent subpattern"
    ),
    (
      "name: Gridle\n", "name: Gridle: the game\n",
      "R004", "3:13", "put the text that has the colon in quotes"
    ),
    (
      "fields:\n",
      "  - name: standard\n    match: Gridle \\h old \\h (?<puzzle> \\d+ ) (?<score> \\d ) (?<grid> x ) (?<time> y )\n\nfields:\n",
      "R006", "20:5", "another variant is called 'standard'"
    ),
    (
      "  anchors: [{number: 12, date: 2026-10-03}]\n", "  everyDays: 7\n",
      "R006", "11:14", "everyDays has no meaning without anchors"
    ),
  ]

  @Test(arguments: mistakes)
  func `a planted mistake is answered with its line, cause and cure`(
    mistake: (old: String, new: String, code: String, place: String, phrase: String)
  ) throws {
    #expect(Self.good.contains(mistake.old))
    let text = Self.good.replacing(mistake.old, with: mistake.new, maxReplacements: 1)
    let found = problems(text)
    let problem = try #require(
      found.first { $0.code == mistake.code }, "\(found.map(\.rendered).joined())")
    #expect("\(problem.location.line):\(problem.location.column)" == mistake.place)
    #expect(problem.rendered.contains(mistake.phrase), "\(problem.rendered)")
    // Nothing is said that only follows from the mistake.
    #expect(found.count { $0.severity == .error } <= 2, "\(found.map(\.rendered).joined())")
    #expect(problem.help != nil, "\(problem.rendered)")
  }
}
