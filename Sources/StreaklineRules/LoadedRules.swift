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
    var indexOfGame: [String: Int] = [:]
    var owners: [String: String] = [:]
    for (index, entry) in entries.enumerated() {
      guard let summary = entry.rule?.summary else { continue }
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

  private static func repeatedID(of owner: String, in file: RuleFile) -> Problem {
    let lines = ((try? file.text()) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let index = lines.firstIndex { $0.hasPrefix("id:") } ?? 0
    return Problem(
      "R003", "the id is \(owner)'s already",
      at: .init(file: file.path, line: index + 1, column: 5),
      sourceLine: lines.indices.contains(index) ? String(lines[index]) : "",
      help: "give the game an id of its own (uuidgen)")
  }
}
