import Foundation
import Streakline
import StreaklineCore
import StreaklineSync
import Testing

@Suite struct PipelineFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let remote = "remote: {jsonl: {path: results.jsonl}}"
  private static let records = "records: {GameResult: {}}"

  /// A file with the keys that are always needed, but for those that `more` holds.
  private func text(_ more: String, name: String = "mine") -> String {
    var lines = ["format: 1", "pipeline: \(name)"]
    for line in [Self.remote, Self.records] where !more.contains(line.prefix { $0 != ":" } + ":") {
      lines.append(line)
    }
    return (lines + [more]).joined(separator: "\n") + "\n"
  }

  private func files(_ more: String) throws -> PipelineFiles {
    try folder.write("mine.yaml", Array(text(more).utf8))
    return PipelineFiles(file: folder.file("mine.yaml"), store: folder.file("me.db"))
  }

  private func pipeline(_ more: String) throws -> Pipeline {
    let files = try files(more)
    #expect(files.problems.map(\.rendered) == [])
    return try #require(files.pipelines.first)
  }

  @Test func `every key of a pipeline file is read`() throws {
    let pipeline = try pipeline(
      """
      games: [wordle, tandem]
      users: [me, alice]
      batch: {size: 5, after: 3s, most: 200}
      retry: {first: 2s, factor: 1.5, most: 1m, attempts: forever}
      records:
        GameResult:
          zone: 'results_{userId}'
          name: '{UUID}'
          merge: serverWins
          fields: {gameId: gameID, score: score}
      remote:
        cloudkit: {container: iCloud.com.example.app, retries: 3, scopes: [a, b]}
      """)
    #expect(pipeline.games == ["wordle", "tandem"] && pipeline.users == ["me", "alice"])
    #expect(pipeline.batcher == Batcher(size: 5, maximumSize: 200, afterSeconds: 3))
    #expect(pipeline.backoff == Backoff(firstSeconds: 2, factor: 1.5, maximumSeconds: 60))
    let destination = try #require(pipeline.records["GameResult"])
    #expect(destination.zone.template == "results_{userId}")
    #expect(destination.name.template == "{UUID}")
    #expect(destination.merge == .serverWins)
    #expect(destination.fields == ["gameId": "gameID", "score": "score"])
    let settings: Value = .object([
      "container": .string("iCloud.com.example.app"), "retries": .int(3),
      "scopes": .list([.string("a"), .string("b")]),
    ])
    #expect(pipeline.remote == .other(.cloudkit, settings: settings))
  }

  @Test func `a relative path starts from the store's folder and may name the store`() throws {
    let path = folder.file("me-results.jsonl")
    #expect(
      try pipeline("remote: {jsonl: {path: '{store}-results.jsonl'}}").remote
        == .jsonLines(path: path))
    #expect(
      try pipeline("remote: {jsonl: {path: /x.jsonl}}").remote == .jsonLines(path: "/x.jsonl"))
    #expect(
      try pipeline("remote: {folder: {path: shared}}").remote
        == .folder(path: folder.file("shared")))
    #expect(try pipeline("remote: {folder: {path: /s}}").remote == .folder(path: "/s"))
  }

  @Test(
    arguments: [
      ("serverWins", .serverWins), ("clientWins", .clientWins), ("progress", .progress),
      ("achievements", .achievements), ("ask", .ask),
      ("{lastWriterWins: playedAt}", .lastWriterWins(field: "playedAt")),
      ("{devicePriority: [a, b]}", .devicePriority(["a", "b"])),
      ("{fields: {score: max, mode: remote}}", .fields(["score": .max, "mode": .remote])),
    ] as [(String, MergePolicy)])
  func `every way to merge is read`(text: String, policy: MergePolicy) throws {
    let pipeline = try pipeline("records: {GameResult: {merge: \(text)}}")
    #expect(pipeline.records["GameResult"]?.merge == policy)
  }

  @Test(arguments: [
    ("bach: {size: 5}", "unknown key 'bach'", "did you mean 'batch'?"),
    ("sink: {jsonl: {path: x}}", "unknown key 'sink'", "the keys here are"),
    ("records: {GameResult: {merge: serverWin}}", "'serverWin' is not a way", "'serverWins'?"),
    ("records: {GameResult: {merge: {fields: {score: newest}}}}", "'newest' is not one of", nil),
    ("records: {GameResult: {merge: {lastWriterWins: scor}}}", "no field 'scor'", "'score'?"),
    ("records: {GameResult: {merge: {fields: {scor: max}}}}", "no field 'scor'", "'score'?"),
    (
      "records: {GameResult: {merge: {serverWins: x}}}", "'serverWins' takes no fields",
      "merge: serverWins"
    ),
    (
      "records: {GameResult: {merge: lastWriterWins}}", "'lastWriterWins' needs the fields",
      "{lastWriterWins: playedAt}"
    ),
    ("records: {GameResult: {merge: fields}}", "'fields' needs the fields", "{score: max}"),
    ("records: {GameReslt: {}}", "unknown key 'GameReslt'", "'GameResult'?"),
    ("records: {GameResult: {name: fixed}}", "the same name", "placeholder"),
    ("records: {GameResult: {name: '{dateInt}'}}", "{userId}, {gameId} missing", "{uuid}"),
    ("records: {GameResult: {name: 'x{userId}', zone: '{gameId}'}}", "{dateInt} missing", nil),
    ("records: {Habit: {name: '{UUID}'}}", "cannot be told from a UUID", "{name}"),
    ("records: {GameResult: {zone: '{x}'}}", "there is no placeholder {x}", "{groupId}"),
    ("records: {GameResult: {fields: {scor: s}}}", "no field 'scor'", "'score'?"),
    ("records: {GameResult: {fields: {source: s}}}", "'source' is never sent", nil),
    ("records: {GameResult: {fields: {suspect: s}}}", "'suspect' is never sent", nil),
    ("records: {GameResult: {fields: {score: s, mode: s}}}", "cannot have the name 's'", nil),
    ("records: {}", "no record type", nil),
    ("batch: {size: 0}", "at least one record", nil),
    ("batch: {size: 5, most: 4}", "'most' is less than 'size'", nil),
    ("retry: {factor: 0.5}", "at least 1", nil),
    ("retry: {factor: 1e308}", "at least 1", "digits"),
    ("retry: {attempts: 3}", "only 'forever'", nil),
    ("types: {GameResult: {fields: {a: int}}}", "declared already", nil),
    ("types: {'a b': {fields: {a: int}}}", "not a type's name", "letters"),
    ("types: {A: {fields: {a: number}}}", "'number' is not one of", nil),
    ("types: {A: {fields: {a: int}, outcome: a}}", "of the kind bool", nil),
    ("types: {A: {}}", "has no fields", nil),
    ("users: alice", "expected a list of names", "[me, alice]"),
    ("games:", "expected a list of names", nil), ("users: []", "the list is empty", "[all]"),
    ("users: [all, me]", "'all' is already everything", nil),
    ("remote: {ftp: {}}", "'ftp' is not one of jsonl, folder, program, http, cloudkit", nil),
    ("remote: {jsonl: {path: '~/p.jsonl'}}", "does not stand for the home", "whole path"),
    ("remote: {jsonl: {}}", "the key 'path' is missing", "path:"),
    ("remote: {folder: {path: '~/Sync'}}", "does not stand for the home", "whole path"),
    ("remote: {folder: {}}", "the key 'path' is missing", "path:"),
    ("remote: {folder: {path: ''}}", "this is not a path", nil),
    ("remote: {folder: {path: \"a\\0\"}}", "this is not a path", nil),
    ("remote: {folder: {path: a, pth: b}}", "unknown key 'pth'", "'path'?"),
    ("remote: {jsonl: {path: x}, http: {}}", "expected one remote", nil),
    ("remote: {cloudkit: {container: c}}", "the key 'users' is missing", "users: [me]"),
    ("remote: {http: {url: u}}", "the key 'users' is missing", "users: [me]"),
    ("remote: {program: {settings: {a: b}}}", "the key 'command' is missing", nil),
    ("remote: {program: {command: ./mine}}", "expected a list of the program", "[python3"),
    ("remote: {program: {command: []}}", "expected a list of the program", "[python3"),
    (
      "users: [me]\nremote: {program: {command: [mine], setings: {}}}", "unknown key 'setings'",
      "'settings'?"
    ),
    ("remote: {program: {command: [a=b]}}", "not the name of a program", nil),
    ("remote: {program: {command: [mine, \"a\\0\"]}}", "not the name of a program", nil),
  ])
  func `a mistake is reported with its line and what to do`(
    text: String, summary: String, help: String?
  ) throws {
    let files = try files(text)
    let problem = try #require(files.problems.first)
    #expect(problem.summary.contains(summary), "\(problem.rendered)")
    #expect(help.map { problem.help?.contains($0) == true } ?? true, "\(problem.rendered)")
    #expect(problem.location.file == folder.file("mine.yaml") && problem.location.line >= 3)
    #expect(files.pipelines.isEmpty && !files.isIncomplete)
    #expect(files.problems.count == 1, "\(files.problems.map(\.rendered))")
  }

  @Test func `a byte order mark changes nothing, and hidden files are no pipelines`() throws {
    try folder.write("mine.yaml", Array(("\u{FEFF}" + text("")).utf8))
    try folder.write(".other.yaml", Array(text("", name: "other").utf8))
    try folder.write("._mine.yaml", [0, 5, 0x16, 7])
    let files = PipelineFiles([folder.path], store: folder.file("s.db"))
    #expect(files.problems.map(\.rendered) == [] && !files.isIncomplete)
    #expect(files.pipelines.map(\.name) == ["mine"])
  }

  @Test func `a name may leave out what all results of the pipeline share`() throws {
    let name = "records: {GameResult: {name: 'puzzleResult_{date}_{deviceId}'}}"
    _ = try pipeline("games: [tandem]\nusers: [me]\n\(name)")
    #expect(try files("users: [me]\n\(name)").problems.count == 1)
  }

  @Test func `of two files for one pipeline neither is used, and hidden ones are not read`() throws
  {
    try FileManager.default.createDirectory(
      atPath: folder.file("p"), withIntermediateDirectories: true)
    for name in ["a.yaml", "b.yml"] { try folder.write("p/\(name)", Array(text("").utf8)) }
    try folder.write("p/.c.yaml", Array(text("", name: "hidden").utf8))
    let files = PipelineFiles([folder.file("p")], store: folder.file("me.db"))
    #expect(files.pipelines.isEmpty && files.problems.count == 1)
    #expect(files.problems.first?.summary == "a.yaml describes the pipeline 'mine' as well")
  }

  @Test func `a pipeline declares types in a space of its own`() throws {
    let pipeline = try pipeline(
      """
      types:
        UserPreferences: {fields: {theme: string, volume: double, tags: strings}}
        Attempt: {form: result, fields: {won: bool, tries: int}, outcome: won}
      records:
        UserPreferences: {name: '{name}', fields: {theme: look}, merge: {lastWriterWins: theme}}
        Attempt: {}
        GameResult: {}
      """)
    #expect(pipeline.types.map(\.name) == ["mine.UserPreferences", "mine.Attempt"])
    #expect(pipeline.types.map(\.form) == [.document, .result])
    #expect(pipeline.types.map(\.outcome) == [nil, "won"])
    let names = ["GameResult", "mine.Attempt", "mine.UserPreferences"]
    #expect(pipeline.records.keys.sorted() == names)
    #expect(pipeline.records["mine.UserPreferences"]?.type == "UserPreferences")
    #expect(pipeline.records["mine.UserPreferences"]?.fields == ["theme": "look"])
    #expect(pipeline.records["GameResult"]?.type == nil)
  }

  @Test func `a document has its own name at the remote where the file gives none`() throws {
    let records = try pipeline("records: {Habit: {}, TimerSession: {zone: timer}}").records
    #expect(records["Habit"]?.name.template == "{name}")
    #expect(records["TimerSession"]?.zone.template == "timer")
  }

  @Test func `the example in the documentation is in order`() throws {
    let page = try String(
      contentsOf: Tool.root.appending(path: "Documentation/pipelines.md"), encoding: .utf8)
    let example = try #require(
      page.split(separator: "```yaml").dropFirst().first?
        .split(separator: "```").first)
    try folder.write("tandem.yaml", Array(example.utf8))
    let files = PipelineFiles(file: folder.file("tandem.yaml"), store: folder.file("s.db"))
    #expect(files.problems.map(\.rendered) == [])
    #expect(files.pipelines.first?.records.count == 2)
  }

  @Test func `the built-in pipeline file is in order`() throws {
    let files = PipelineFiles(["Pipelines"], store: "/data/streakline.db")
    #expect(files.problems.map(\.rendered) == [])
    #expect(files.pipelines.filter(\.isEnabled).map(\.name) == ["default"])
    #expect(files.pipelines.first?.remote == .jsonLines(path: "/data/streakline.jsonl"))
  }
}

/// What a pipeline that was changed or switched off becomes when its file cannot be read.
@Suite struct UnreadablePipelineTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["built-in", "mine"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try write("built-in/default.yaml", "")
  }

  private func write(_ path: String, _ more: String, name: String = "default") throws {
    let text = """
      format: 1
      pipeline: \(name)
      records: {GameResult: {}}
      remote: {jsonl: {path: results.jsonl}}
      \(more)

      """
    try folder.write(path, Array(text.utf8))
  }

  private var files: PipelineFiles {
    PipelineFiles([folder.file("built-in"), folder.file("mine")], store: folder.file("s.db"))
  }

  @Test func `a folder that cannot be read is reported and nothing may be sent`() throws {
    try FileManager.default.removeItem(atPath: folder.file("mine"))
    try folder.write("mine", [])
    #expect(files.isIncomplete)
    #expect(files.problems.map(\.location.file) == [folder.file("mine")])
  }

  @Test func `a file that cannot be read is reported and nothing may be sent`() throws {
    // It may be the one that switches the pipeline off, whatever its name is.
    try FileManager.default.createDirectory(
      atPath: folder.file("mine/changes.yaml"), withIntermediateDirectories: true)
    #expect(files.isIncomplete)
    #expect(files.problems.map(\.location.file) == [folder.file("mine/changes.yaml")])
  }

  @Test func `a file that is not YAML is reported and nothing may be sent`() throws {
    try folder.write("mine/changes.yaml", Array("pipeline: [default\nenabled: false".utf8))
    #expect(files.isIncomplete && !files.problems.isEmpty)
  }

  @Test func `a broken file under any name removes the pipeline that it was to change`() throws {
    try write("built-in/other.yaml", "", name: "other")
    try write("mine/changes.yaml", "enabled: false\nbach: 5")
    #expect(files.pipelines.map(\.name) == ["other"])
    #expect(!files.isIncomplete && files.problems.count == 1)
  }

  @Test func `a file switches off the pipeline of an earlier folder`() throws {
    try write("mine/changes.yaml", "enabled: false")
    #expect(files.pipelines.map(\.isEnabled) == [false])
  }
}
