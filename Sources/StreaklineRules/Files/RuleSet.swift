package import StreaklineCore
internal import Synchronization

/// All rules that are in use.
///
/// Where an earlier run has kept what is known of a rule's file, the rule is read and compiled only
/// when its literal is first found.
package final class RuleSet: Sendable {
  /// Problems of the files that, because of them, are not in use.
  package let problems: [Problem]
  let scanner: LiteralScanner
  /// The rule of each of the scanner's literals, and the literal.
  let literals: [(rule: Int, literal: RuleLiteral)]
  private let rulesInUse: [LazyRule]
  /// Files without errors.
  private let goodFiles: [RuleFile]
  private let indexOfGame: [String: Int]
  /// The first file or folder that could not be read.
  private let unreadable: Mutex<RuleFileError?>
  private let loaded: LoadedRules?
  /// Made when it is first needed: it reads all rules.
  private let titles = Mutex<GameTitles?>(nil)

  /// - Parameters:
  ///   - files: A later file of the same game wins over an earlier one, so a user's own rules come
  ///     last. A file with an error is left out, and does not hide an earlier one.
  ///   - kept: What an earlier run has kept. A file that has not changed since is not read now.
  ///   - others: What is wrong with files that are not in `files`.
  ///   - unreadable: A folder that cannot be read, so that `files` may lack some.
  ///   - checksOwn: Whether the user's own files are checked as ``RuleCheck`` does it, so that one with
  ///     an error is not in use.
  package init(
    files: [RuleFile], kept: KeptRules? = nil, problems others: [Problem] = [],
    unreadable: RuleFileError? = nil, checksOwn: Bool = true
  ) {
    if let kept, kept.areOf(files) {
      loaded = nil
      self.unreadable = Mutex(unreadable)
      rulesInUse = kept.inUse.compactMap { index in
        kept.entries[index].rule.map { LazyRule(files[index], $0.summary, kept: $0.definition) }
      }
      goodFiles = zip(files, kept.entries).filter { $1.rule != nil }.map(\.0)
      scanner = kept.scanner
      problems = others + kept.entries.flatMap(\.problems) + kept.problems
    } else {
      var loaded = LoadedRules(files, kept: kept)
      if checksOwn, files.contains(where: \.isOwn) {
        loaded.refuse(RuleCheck(rules: RuleSet(loaded), files: files).errorsOfOwnRules())
      }
      self.loaded = loaded
      self.unreadable = Mutex(unreadable ?? loaded.unreadable)
      rulesInUse = loaded.rulesInUse
      goodFiles = loaded.goodFiles
      scanner = loaded.scanner
      problems = others + loaded.allProblems
    }
    literals = Self.literals(of: rulesInUse)
    indexOfGame = Self.indices(of: rulesInUse)
  }

  /// Files that are read already, none of them checked.
  private init(_ loaded: LoadedRules) {
    self.loaded = loaded
    unreadable = Mutex(loaded.unreadable)
    rulesInUse = loaded.rulesInUse
    goodFiles = loaded.goodFiles
    scanner = loaded.scanner
    problems = loaded.allProblems
    literals = Self.literals(of: rulesInUse)
    indexOfGame = Self.indices(of: rulesInUse)
  }

  private static func literals(of rules: [LazyRule]) -> [(rule: Int, literal: RuleLiteral)] {
    rules.enumerated().flatMap { index, rule in rule.summary.literals.map { (index, $0) } }
  }

  private static func indices(of rules: [LazyRule]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.summary.game, $0) })
  }

  /// A text for each file without errors, which changes when the file or PCRE2 does.
  package var fileVersions: [String] { goodFiles.map { "1 \(pcre2Version()) \($0.version)" } }

  /// The bytes to keep for the next run; `nil` when the kept bytes are still valid, or when a file
  /// must not be kept.
  package func bytesToKeep(maker: String) -> [UInt8]? {
    loaded?.bytesToKeep(maker: maker)
  }

  /// - Throws: The error of the first file or folder that could not be read, now or when a rule was
  ///   needed. What was parsed since then may lack shares.
  package func throwIfUnreadable() throws(RuleFileError) {
    if let error = unreadable.withLock({ $0 }) { throw error }
  }

  /// The slugs of all games, sorted.
  package var games: [String] { rulesInUse.map(\.summary.game) }

  /// The slugs of games without modes, by gameId.
  package var slugs: [String: String] {
    Dictionary(
      rulesInUse.map { ($0.summary.id, $0.summary.game) }, uniquingKeysWith: { first, _ in first })
  }

  /// Days between two puzzles, by game; only games that do not have a puzzle each day.
  package var everyDays: [String: Int] {
    Dictionary(
      rulesInUse.filter { $0.summary.everyDays != 1 }
        .map { ($0.summary.game, $0.summary.everyDays) }, uniquingKeysWith: { first, _ in first })
  }

  /// The slugs of games in which the greater score is better.
  package var higherIsBetter: Set<String> {
    Set(rulesInUse.filter(\.summary.isHigherBetter).map(\.summary.game))
  }

  /// The slugs of games whose score is something else than a number of tries: a time, points, hints.
  package var withoutTries: Set<String> {
    Set(rulesInUse.filter { !$0.summary.countsTries }.map(\.summary.game))
  }

  /// All rules, by game. Reads those that have not been read yet.
  package var rules: [RuleDefinition] { rulesInUse.map(definition) }

  /// Whether words are the name of a game, alone or before other words: `Travle Italia`.
  package func isTitle(_ words: String) -> Bool {
    let titles = titles.withLock { titles in
      let made = titles ?? GameTitles(rules)
      titles = made
      return made
    }
    return titles.has(words)
  }

  /// The rule of a game.
  package func rule(of game: String) -> RuleDefinition? {
    indexOfGame[game].map { definition(rulesInUse[$0]) }
  }

  /// How the scores of games compare, by slug; without those that no rule knows.
  package func scorings(of games: [String]) -> [String: Scoring] {
    var scorings: [String: Scoring] = [:]
    for game in Set(games) { scorings[game] = rule(of: game)?.scoring }
    return scorings
  }

  /// Days between two puzzles of a game.
  package func everyDays(of game: String) -> Int {
    indexOfGame[game].map { rulesInUse[$0].summary.everyDays } ?? 1
  }

  /// Positions in a range of a text, as it was received, at which a share may start; most texts
  /// have none.
  package func candidates(in received: [UInt8], _ range: Range<Int>) -> [Int] {
    scanner.candidates(in: received, range)
  }

  var count: Int { rulesInUse.count }
  func index(of game: String) -> Int? { indexOfGame[game] }
  func game(_ index: Int) -> String { rulesInUse[index].summary.game }
  func isOwn(_ index: Int) -> Bool { rulesInUse[index].file.isOwn }
  func searches(_ index: Int) -> Bool { rulesInUse[index].summary.searches }

  /// The rule, ready to match. A rule that cannot be read now matches nothing, and
  /// ``throwIfUnreadable()`` throws from then on.
  func compiledRule(_ index: Int) -> CompiledRule {
    let rule = rulesInUse[index]
    do {
      return try rule.compiled()
    } catch {
      note(error)
      return CompiledRule(
        withoutVariants: RuleDefinition(path: rule.file.path, game: rule.summary.game))
    }
  }

  private func definition(_ rule: LazyRule) -> RuleDefinition {
    do {
      return try rule.definition()
    } catch {
      note(error)
      return RuleDefinition(path: rule.file.path, game: rule.summary.game)
    }
  }

  private func note(_ error: RuleFileError) {
    unreadable.withLock { $0 = $0 ?? error }
  }
}
