import Foundation
import Streakline
import Testing

/// The library as an app calls it.
@Suite struct RecordStoreTests {
  let folder: TemporaryFolder
  let store: RecordStore

  init() throws {
    folder = try TemporaryFolder()
    let rule = try Data(contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"))
    try folder.write("wordle.yaml", Array(rule))
    store = try RecordStore(
      path: folder.file("s.db"), rules: GameRules(folders: [folder.path]))
  }

  @Test func `a file is known once its last result is stored, and then no byte is left to read`()
    throws
  {
    struct Stop: Error {}
    try folder.write("a.txt", Array(wordle(1_000).utf8))
    #expect(throws: Stop.self) {
      _ = try store.importFiles(at: folder.file("a.txt")) { _ in throw Stop() }
    }
    let complete = try RawDatabase.rows(
      folder.file("s.db"), "SELECT isComplete, counts FROM import")
    #expect(complete.count == 1 && complete[0].hasPrefix("1|"))
    #expect(complete[0].contains(#""added":1"#))
    var updates: [ImportProgressUpdate] = []
    let again = try store.importFiles(at: folder.file("a.txt")) { updates.append($0) }
    #expect(again.shares == 1 && again.duplicates == 1 && again.added == 0)
    #expect(updates.map(\.bytesRead) == updates.map(\.sizeBytes) && updates.count == 1)
  }

  @Test func `a program knows the games of the user's own rule files, and which have mistakes`()
    throws
  {
    let text = try String(
      contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"), encoding: .utf8)
    let own = folder.path + "/config/streakline/Parsers"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    try text.replacing("name: Wordle", with: "name: Our Wordle")
      .write(toFile: own + "/wordle.yaml", atomically: true, encoding: .utf8)
    try "game: [".write(toFile: own + "/other.yaml", atomically: true, encoding: .utf8)
    let folder = folder.path + "/config"
    let rules = Locations(
      environment: { $0 == "XDG_CONFIG_HOME" ? folder : nil }, executable: ""
    ).rules
    #expect(rules.name(of: "wordle") == "Our Wordle" && rules.games.contains("connections"))
    #expect(rules.problems.map(\.location.file) == [own + "/other.yaml"])
  }

  @Test(arguments: [true, false])
  func `a program takes its games from STREAKLINE_HOME, or else from the folder share beside it`(
    isHome: Bool
  ) throws {
    let text = try String(
      contentsOf: Tool.root.appending(path: "Parsers/wordle.yaml"), encoding: .utf8)
    let installed = folder.path + (isHome ? "/elsewhere" : "/usr/share/streakline")
    try FileManager.default.createDirectory(
      atPath: installed + "/Parsers", withIntermediateDirectories: true)
    try text.replacing("name: Wordle", with: "name: Installed Wordle")
      .write(toFile: installed + "/Parsers/wordle.yaml", atomically: true, encoding: .utf8)
    let home = isHome ? installed : nil
    let config = folder.path
    let rules = Locations(
      environment: { ["STREAKLINE_HOME": home, "XDG_CONFIG_HOME": config][$0] ?? nil },
      executable: folder.path + "/usr/bin/streaklined"
    ).rules
    #expect(rules.games == ["wordle"] && rules.name(of: "wordle") == "Installed Wordle")
    #expect(rules.problems == [])
  }

  @Test func `a known file reports its disputes again`() throws {
    _ = try store.ingest(wordle(1_000))
    try folder.write("a.txt", Array(wordle(1_000, rows: 4).utf8))
    for _ in 0..<2 {
      #expect(try store.importFiles(at: folder.file("a.txt")).disputes == 1)
    }
  }

  @Test func `a user and an alias without a name are refused`() throws {
    var alias = ImportOptions()
    alias.aliases = ["Ann": ""]
    for options in [ImportOptions(user: ""), alias] {
      let error = #expect(throws: LibraryError.self) {
        _ = try store.ingest(wordle(1_000), options: options)
      }
      #expect(error?.kind == .configuration && error?.description.contains("empty") == true)
    }
    #expect(try store.results().isEmpty)
  }

  @Test(arguments: [
    "", "Bad Name", "a/b", "a\u{1B}[2J", "ü", "-a", String(repeating: "a", count: 100_000),
  ])
  func `a pipeline's name is checked as in a pipeline file`(name: String) throws {
    let error = #expect(throws: LibraryError.self) { _ = try SyncPipeline(name: name, users: nil) }
    #expect(error?.kind == .configuration)
    #expect((error?.description.utf8.count ?? 0) < 200)
  }

  @Test func `a folder of rules that is not there is a problem`() {
    let rules = GameRules(folders: ["/nowhere/rules"])
    #expect(rules.problems.count == 1 && rules.problems[0].rendered.contains("/nowhere/rules"))
  }

  @Test func `a sync names users without results`() async throws {
    _ = try store.ingest(wordle(1_000), options: ImportOptions(user: "alice"))
    let pipeline = try SyncPipeline(name: "p", users: ["alcie", "alice"])
    let report = try await store.sync(pipeline, with: SyncSample.savingRemote)
    #expect(report.saved == 1 && report.unknownUsers == ["alcie"])
  }
}
