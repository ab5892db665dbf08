import Foundation
import Streakline
import StreaklineCore
import StreaklineYAML
import Testing

@testable import StreaklineRules

@Suite struct RuleCacheTests {
  private let folder: URL
  private var rules: String { folder.appending(path: "Parsers").path }
  private var file: String { folder.appending(path: "cache/rules.cache").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: rules, withIntermediateDirectories: true)
    for name in ["wordle", "connections", "strands"] {
      try FileManager.default.copyItem(
        at: Tool.root.appending(path: "Parsers/\(name).yaml"),
        to: folder.appending(path: "Parsers/\(name).yaml"))
    }
  }

  private func cache(program: String = "/bin/sh") -> RuleCache {
    // Files of a test are younger than the two seconds after which they are kept.
    RuleCache(path: file, program: program, settledSeconds: -60)
  }

  private func set() -> RuleSet { RuleFolders([rules]).ruleSet(cache: cache()) }

  private func games(_ set: RuleSet) -> [String] {
    let text = "Wordle 1,234 3/6\n\n🟩🟩🟩🟩🟩\n\nConnections\nPuzzle #1\n🟨🟨🟨🟨\n🟩🟩🟩🟩\n🟦🟦🟦🟦\n🟪🟪🟪🟪\n"
    return ShareReader(rules: set).read(ShareText(Array(text.utf8))).shares.map(\.game)
  }

  @Test func `rules that were kept read what the files read`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(cache().load() == nil)
    #expect(games(set()) == ["wordle", "connections"])
    let kept = try #require(cache().load())
    #expect(kept.areOf(RuleFolders([rules]).files))
    #expect(games(set()) == ["wordle", "connections"])
    #expect(set().games == ["connections", "strands", "wordle"])
  }

  @Test func `a file that changed without another size is seen`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = set()
    let path = "\(rules)/wordle.yaml"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing("name: Wordle", with: "name: Wurdle").write(
      toFile: path, atomically: false, encoding: .utf8)
    #expect(set().rule(of: "wordle")?.name == "Wurdle")
    #expect(set().rule(of: "wordle")?.name == "Wurdle")
    try FileManager.default.removeItem(atPath: "\(rules)/strands.yaml")
    #expect(set().games == ["connections", "wordle"])
  }

  @Test func `a file with a mistake is reported on every run`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try "format: 1\n".write(toFile: "\(rules)/broken.yaml", atomically: false, encoding: .utf8)
    let problems = set().problems
    #expect(!problems.isEmpty)
    #expect(cache().load() != nil)
    #expect(set().problems == problems)
  }

  @Test func `rules are not kept while a file has changed a moment ago`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let careful = RuleCache(path: file, program: "/bin/sh", settledSeconds: 3_600)
    _ = RuleFolders([rules]).ruleSet(cache: careful)
    #expect(careful.load() == nil)
  }

  @Test func `a cache with one flipped bit is not believed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = set()
    let url = URL(filePath: file)
    let good = try Data(contentsOf: url)
    var random = SeededRandom(seed: 7)
    for _ in 0..<LongRun.rounds(60, long: 2_000) {
      var bytes = good
      let index = Int.random(in: 0..<bytes.count, using: &random)
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try bytes.write(to: url)
      let set = set()
      #expect(games(set) == ["wordle", "connections"], "byte \(index)")
      #expect(set.rules.map(\.name) == ["Connections", "Strands", "Wordle"], "byte \(index)")
    }
    for count in stride(from: 0, to: good.count, by: 997) {
      try good.prefix(count).write(to: url)
      #expect(games(set()) == ["wordle", "connections"], "cut at \(count)")
    }
  }

  @Test func `the same rules are kept as the same bytes`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = set()
    let first = try Data(contentsOf: URL(filePath: file))
    try FileManager.default.removeItem(atPath: file)
    _ = set()
    #expect(try Data(contentsOf: URL(filePath: file)) == first)
  }

  @Test(arguments: [0o620, 0o602, 0o666])
  func `a cache that others may write is not believed`(mode: Int) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = set()
    #expect(cache().load() != nil)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    #expect(cache().load() == nil)
  }

  @Test func `another build does not believe the cache`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = set()
    #expect(cache(program: "/bin/ls").load() == nil)
  }

  @Test func `every definition that ships survives being kept`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = RuleFolders([Tool.root.appending(path: "Parsers").path]).files
    for rule in RuleSet(files: files).rules {
      var writer = BinaryWriter()
      rule.write(to: &writer)
      var reader = BinaryReader(writer.bytes[...])
      let again = try RuleDefinition(path: rule.path, from: &reader)
      #expect(described(again) == described(rule))
    }
  }

  @Test func `every key of a rule file survives being kept`() throws {
    let text = ##"""
      format: 1
      game: gridle
      name: Gridle
      id: 11111111-2222-4333-8444-555555555555
      record: GameResult
      version: 3
      homepage: https://gridle.example
      source: the club
      scoring: lowerTimeSeconds
      contains: ["Gridle #", "gridle #"]
      ignoresCase: true
      priority: 120
      puzzle:
        number: puzzle
        anchors: [{number: 1, date: 2026-01-01}, {number: 9, date: 2026-01-20}]
        everyDays: 7
        weekdays: true
        date: {group: date, formats: ["d 'de' MMMM", yyyy-MM-dd]}
      mode: {group: level, map: {H: hard}}
      define: {word: '[a-z]+', other: '(?&word)'}
      variants:
        - name: standard
          match: 'Gridle \h \#(?<puzzle> \d+ ) (?<date> x )? (?<level> H )? (?<rest> [^\n]* )'
          each: ['(?<who> \w+ )', '(?<a> b )']
          user: {group: who}
          since: 2026-01-01
          until: 2027-01-01
          daysBefore: 2
          puzzle: {number: puzzle, anchors: [{number: 5, date: 2026-05-05}]}
          fields: {own: {group: rest, else: none}}
      fields:
        completed: {when: {all: [{any: [{found: 'a', in: rest}, {not: {field: n, atMost: 3}}]}, {field: s, is: x}]}}
        score: {sum: [{group: rest, times: 60}, {count: 'a', in: rest, distinct: true, else: 0}, {field: n, times: -1}, 7]}
        n: {count: 'a', in: rest, else: 0}
        f: {found: 'a'}
        s: {group: [rest, date], type: string, map: {X: null, y: z}}
        l: {list: '\d', in: rest, type: int, distinct: true, asList: true}
        m: {list: '\d', type: decimal, reduce: max}
        o: {field: n}
        c: {cases: [{found: 'a', in: rest, value: 1}, {when: {field: n, atLeast: 2}, value: 2}], else: 3}
        k: {const: null}
      check:
        - {agree: [score, n]}
      examples:
        - {name: one, text: "Gridle #7 abc", variant: standard, derived: true, received: 2026-02-03, expect: {score: 1, suspect: true}}
      reject: [Gridle is fun]
      """##
    var reader = YAMLReader(path: "gridle.yaml", text: text)
    let rule = reader.rule()
    #expect(reader.problems.map(\.rendered) == [])
    var writer = BinaryWriter()
    rule.write(to: &writer)
    var bytes = BinaryReader(writer.bytes[...])
    let again = try RuleDefinition(path: rule.path, from: &bytes)
    #expect(described(again) == described(rule))
    #expect(sortedDump(again) == sortedDump(rule))
  }

  /// The rule as Swift shows it, with the lines in order: dictionaries have none.
  private func sortedDump(_ rule: RuleDefinition) -> [String] {
    var text = ""
    dump(rule, to: &text)
    return text.split(separator: "\n").map(String.init).sorted()
  }

  /// Dictionaries have no order of their own, so they are compared apart.
  private func described(_ rule: RuleDefinition) -> String {
    var rule = rule
    let maps = (rule.definitions, rule.mode?.map ?? [:])
    rule.definitions = [:]
    rule.mode?.map = [:]
    let conversions = (rule.fields + rule.variants.flatMap(\.fields)).map { field in
      switch field.operation {
      case .group(_, let conversion), .list(_, _, let conversion, _, _):
        conversion.map.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "null")" }
          .joined(separator: ",")
      default: String(describing: field.operation)
      }
    }
    let sorted = [maps.0, maps.1].map { $0.sorted { $0.key < $1.key } }
    var bytes = BinaryWriter()
    rule.write(to: &bytes)
    return "\(sorted) \(conversions) \(bytes.bytes.hashValue)"
  }
}

@Suite struct UnreadableRuleTests {
  @Test func `a rule file that cannot be read when it is needed stops the reading with its name`()
    throws
  {
    let path = Tool.root.appending(path: "Parsers/wordle.yaml").path
    let error = RuleFileError(path: path, reason: "Input/output error")
    let file = RuleFile(path: path, stamp: nil) { () throws(RuleFileError) in throw error }
    let rules = RuleSet(files: [file])
    #expect(throws: error) { try rules.throwIfUnreadable() }
    #expect(error.description == "the rule file \(path) cannot be read: Input/output error")
  }

  @Test func `a rules folder that is not there stops the command with its name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    for command in [["parse"], ["ingest"], ["rules", "list"]] {
      let run = try tool.run(command + ["--rules", "/nonexistent"], input: wordle(900))
      #expect(run.status == 66, "\(command)")
      #expect(run.talk.contains("/nonexistent"), "\(command): \(run.talk)")
      #expect(run.output.isEmpty, "\(command)")
    }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser reads every file"))
  func `a rule file that cannot be read stops the command with its name`() throws {
    let tool = try Tool()
    defer { tool.remove() }
    let path = try tool.write("x", to: "rules/wordle.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let run = try tool.run(["parse", "--rules", tool.folder.path + "/rules"], input: wordle(900))
    #expect(run.status == 74)
    #expect(run.talk.contains("wordle.yaml"))
  }

  @Test func `without a home folder the current folder is not used`() throws {
    let locations = Locations(
      environment: { $0 == "XDG_CONFIG_HOME" ? "relative" : nil }, executable: "/usr/bin/streakline"
    )
    #expect(locations.areKnown)
    #expect(locations.store.hasPrefix("/"))
    #expect(locations.folders("Parsers").allSatisfy { $0.hasPrefix("/") })
  }
}
