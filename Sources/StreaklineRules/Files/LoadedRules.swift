internal import StreaklineCore
internal import StreaklineYAML

/// Rule files as they are now, and the rules among them that are in use.
struct LoadedRules: Sendable {
  struct Entry: Sendable {
    let file: RuleFile
    /// The file's problems; empty when there are none.
    let problems: [Problem]
    /// `nil` when the file has errors.
    let rule: LazyRule?
  }

  private(set) var entries: [Entry] = []
  /// The indices of the entries that are in use, in the order of their games.
  private(set) var inUse: [Int] = []
  /// Problems of several files together.
  private(set) var problems: [Problem] = []
  private(set) var scanner = LiteralScanner()
  /// The first file that cannot be read.
  private(set) var unreadable: RuleFileError?

  init(_ files: [RuleFile], kept: KeptRules?) {
    let known = Dictionary((kept?.entries ?? []).map { ($0.path, $0) }) { $1 }
    for file in files {
      guard let entry = known[file.path], entry.isOf(file) else {
        read(file)
        continue
      }
      entries.append(
        Entry(
          file: file, problems: entry.problems,
          rule: entry.rule.map { LazyRule(file, $0.summary, kept: $0.definition) }))
    }
    choose(without: [])
  }

  var rulesInUse: [LazyRule] { inUse.compactMap { entries[$0].rule } }

  /// Files without errors.
  var goodFiles: [RuleFile] { entries.filter { $0.rule != nil }.map(\.file) }

  /// Problems of each file, then those of several files together.
  var allProblems: [Problem] { entries.flatMap(\.problems) + problems }

  /// Takes rules out of use. The rule of an earlier file for the same game comes back.
  ///
  /// - Parameter errors: Why they are not used.
  mutating func refuse(_ errors: [Problem]) {
    guard !errors.isEmpty else { return }
    choose(without: Set(errors.map(\.location.file)))
    problems += errors
  }

  /// Decides which rules are in use.
  private mutating func choose(without refused: Set<String>) {
    var indexOfGame: [String: Int] = [:]
    var owners: [String: String] = [:]
    problems = []
    for (index, entry) in entries.enumerated() {
      guard let summary = entry.rule?.summary, !refused.contains(entry.file.path) else { continue }
      if entry.file.isOwn, let other = indexOfGame[summary.game].map({ entries[$0] }),
        !other.file.isOwn, let id = other.rule?.summary.id, id != summary.id
      {
        problems.append(Self.foreignID(id, of: summary.game, in: entry.file))
        continue
      }
      // A rule file that was copied, but whose id was not changed, must not take the other game's
      // id.
      if let owner = owners[summary.id], owner != summary.game {
        problems.append(Self.repeatedID(of: owner, in: entry.file))
        continue
      }
      owners[summary.id] = summary.game
      indexOfGame[summary.game] = index
    }
    inUse = indexOfGame.sorted { $0.key < $1.key }.map(\.value)
    do {
      scanner = try LiteralScanner(
        literals: inUse.flatMap { entries[$0].rule?.summary.literals.map(\.text) ?? [] })
    } catch {
      // Without a scan nothing is found, which must not look like texts without shares.
      problems.append(
        Problem("R011", "no rule can be used: \(error.reason)", at: .init(file: "rules")))
      inUse = []
    }
  }

  /// The bytes to keep for the next run; `nil` when a file must not be kept: a text in memory, or one
  /// that cannot be read.
  func bytesToKeep(maker: String) -> [UInt8]? {
    guard unreadable == nil else { return nil }
    var files: [(file: RuleFile, stamp: RuleFile.Stamp, problems: [Problem])] = []
    var rules: [(summary: RuleSummary, definition: [UInt8])?] = []
    for entry in entries {
      guard let stamp = entry.file.stamp else { return nil }
      files.append((entry.file, stamp, entry.problems))
      if let rule = entry.rule {
        guard let bytes = try? rule.keptBytes() else { return nil }
        rules.append((rule.summary, bytes))
      } else {
        rules.append(nil)
      }
    }
    return KeptRules.bytes(
      maker: maker, files: files, rules: rules, inUse: inUse, problems: problems, scanner: scanner)
  }

  private mutating func read(_ file: RuleFile) {
    do {
      var reader = YAMLReader(path: file.path, text: try file.text())
      let rule = reader.rule()
      let isRight = reader.problems.isEmpty
      entries.append(
        Entry(file: file, problems: reader.problems, rule: isRight ? LazyRule(file, rule) : nil))
    } catch {
      unreadable = unreadable ?? error
      let problem = Problem(
        "R010", "the file cannot be read: \(error.reason)", at: .init(file: file.path))
      entries.append(Entry(file: file, problems: [problem], rule: nil))
    }
  }

  /// A file that replaces a built-in game must be the same game, or its results would be another's.
  private static func foreignID(_ id: String, of game: String, in file: RuleFile) -> Problem {
    idProblem(
      "the game '\(game)' ships with the program, under another id", in: file,
      help: "to replace it, write id: \(id); for another game, take another slug")
  }

  private static func repeatedID(of owner: String, in file: RuleFile) -> Problem {
    idProblem(
      "the id is \(owner)'s already", in: file, help: "give the game an id of its own (uuidgen)")
  }

  private static func idProblem(_ summary: String, in file: RuleFile, help: String) -> Problem {
    let lines = ((try? file.text()) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let index = lines.firstIndex { $0.hasPrefix("id:") } ?? 0
    return Problem(
      "R003", summary,
      at: .init(file: file.path, line: index + 1, column: 5),
      sourceLine: lines.indices.contains(index) ? String(lines[index]) : "",
      help: help)
  }
}
