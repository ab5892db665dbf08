internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore
internal import StreaklineReaders
internal import StreaklineRules

/// Reads and prints; stores nothing.
struct Parse: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse", abstract: "Read shares and print the records, without a store.",
    discussion: """
      Examples:
        pbpaste | streakline parse
        streakline parse chat.txt --output json > records.jsonl
        streakline parse result.json --only Alice --timezone Europe/Berlin
      """)

  @Argument(help: "Files to read; - or none reads standard input.")
  var files: [String] = []

  @OptionGroup var input: InputOptions
  @OptionGroup var player: PlayerOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let paths = files.isEmpty ? ["-"] : files
    try ShareListing(
      requests: paths.map { input.request($0, user: player.user) }, user: player.user,
      aliases: try player.userOfName(), only: Set(player.only), on: player.on,
      ruleFolders: rules.folders, isJSON: output.isJSON, isQuiet: output.quiet
    ).run()
  }
}

/// What `parse` does, as plain values: made without the argument parser where nothing is asked for.
struct ShareListing {
  var requests = [ImportRequest(path: "-")]
  var user = "me"
  var aliases: [String: String] = [:]
  var only: Set<String> = []
  var on: Day?
  var ruleFolders: [String] = []
  var isJSON = false
  var isQuiet = false

  func run() throws {
    let now = currentInstant()
    let set = try loadRules(more: ruleFolders)
    var builder = RecordBuilder(
      user: user, fallbackDay: on ?? now.day, now: now, aliases: aliases)
    builder.only = only
    let talk = InputTalk(isQuiet: isQuiet)
    var found = 0
    for request in talk.expanded(requests) {
      let parser = InputParser(
        rules: set, builder: builder, skipsForwards: request.skipsForwards)
      try talk.reading(request.path) {
        let input = try request.open()
        try parser.parse(input.reader) { part in
          if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
          found += part.yield.records.count
          talk.note(part)
          for record in part.yield.records {
            show(record, set)
          }
        }
      }
      talk.note(suspended: parser.suspended)
    }
    talk.finish()
    try talk.end(found: found, only: only.sorted())
  }

  private func show(_ record: Record, _ set: RuleSet) {
    if isJSON {
      Output.json(record)
      return
    }
    let line = RecordLine(record: record, scoring: set.rule(of: record.game)?.scoring?.rawValue)
    var text = "\(line.text) · \(record.day.iso)"
    if record.userId != user {
      text = "\(escapedForTerminal(record.userId)): \(text)"
    }
    if let reason = record.suspect {
      text += " · suspect: \(escapedForTerminal(reason))"
    }
    Output.line(text)
  }
}

extension PlayerOptions {
  func builder(now: Instant) throws -> RecordBuilder {
    var builder = RecordBuilder(
      user: user, fallbackDay: on ?? now.day, now: now, aliases: try userOfName())
    builder.only = Set(only)
    return builder
  }
}

extension RuleOptions {
  func load() throws -> RuleSet {
    try loadRules(more: folders)
  }

  func allFolders() throws -> [String] {
    currentLocations().folders("Parsers") + folders
  }
}

/// The rules of all folders. Files with errors are named on standard error; the others go on.
private func loadRules(more folders: [String]) throws -> RuleSet {
  let locations = currentLocations()
  let set = RuleFolders(locations.folders("Parsers") + folders).ruleSet(
    cache: RuleCache(path: locations.ruleCache))
  for problem in set.problems {
    Output.talk(problem.rendered)
  }
  if set.games.isEmpty {
    throw CommandFailure(
      ExitCodes.configuration,
      "there are no rule files; give a folder with --rules DIR or set STREAKLINE_HOME")
  }
  return set
}

/// What is said on standard error while inputs are read, and how the reading ends.
final class InputTalk {
  let isQuiet: Bool
  private var failureCode: Int32?
  private var misses: [String: Int] = [:]
  private var limited: [String: Int] = [:]
  private var suspended: Set<String> = []
  /// Whose shares `--only` has left out.
  private var leftOut: Set<String> = []
  private static let mostNames = 20
  private var problems = 0
  /// More problems than this are only counted.
  private static let mostProblems = 20

  private let storesMisses: Bool

  /// - Parameter storesMisses: Whether near misses are kept, so that `streakline misses` shows them.
  init(isQuiet: Bool, storesMisses: Bool = false) {
    self.isQuiet = isQuiet
    self.storesMisses = storesMisses
  }

  /// Reads one input; one that cannot be read is named and the others go on.
  func reading(_ path: String, _ body: () throws -> Void) throws {
    if path == "-", !isQuiet, Output.isTerminal(STDIN_FILENO) {
      Output.talk("paste your result, then press Ctrl-D")
    }
    do {
      try body()
    } catch InputError.interrupted {
      throw CommandFailure(
        ExitCodes.interrupted, "interrupted; what was reported is done, the same command goes on")
    } catch let error as InputError {
      Output.talk("streakline: \(escapedForTerminal(error.description))")
      if case .missing = error { suggestCommand(for: path) }
      let code =
        error.isNoInput
        ? ExitCodes.noInput : error.isMalformed ? ExitCodes.data : ExitCodes.inputOutput
      failureCode = failureCode ?? code
    }
  }

  /// A word that is no file may be a mistyped command.
  private func suggestCommand(for word: String) {
    let names = Root.configuration.subcommands.compactMap { $0.configuration.commandName }
    if let hint = suggestion(for: word, among: names) {
      Output.talk("  = help: \(hint)")
    }
  }

  /// The inputs with folders and archives taken apart; one that cannot be opened is named.
  func expanded(_ requests: [ImportRequest]) -> [ImportRequest] {
    requests.flatMap { request in
      do throws(InputError) {
        return try request.expanded()
      } catch {
        // Opening it will fail in the same way, and say so.
        return [request]
      }
    }
  }

  func note(_ part: InputParser.Part) {
    for name in part.yield.leftOut where leftOut.count < Self.mostNames {
      leftOut.insert(name)
    }
    for miss in part.yield.misses {
      misses[miss.game, default: 0] += 1
    }
    for game in part.limited {
      limited[game, default: 0] += 1
    }
    for problem in part.problems {
      problems += 1
      if problems <= Self.mostProblems {
        Output.talk("streakline: \(escapedForTerminal(problem.description))")
      }
    }
  }

  func note(suspended games: [String]) {
    suspended.formUnion(games)
  }

  func finish() {
    if problems > Self.mostProblems {
      Output.talk("streakline: \(grouped(problems - Self.mostProblems)) more could not be read")
    }
    for (game, count) in limited.sorted(by: { $0.key < $1.key }) {
      Output.talk(
        "streakline: the rule of \(game) worked too hard on \(counted(count, "text")) and gave up there"
      )
    }
    for game in suspended.sorted() {
      Output.talk("streakline: the rule of \(game) was suspended for the rest of this run")
    }
    guard !isQuiet else { return }
    for (game, count) in misses.sorted(by: { $0.key < $1.key }) {
      Output.talk(
        "\(counted(count, "text")) \(count == 1 ? "looks" : "look") like \(game) but did not parse"
          + (storesMisses ? ": streakline misses" : ""))
    }
  }

  /// Ends with the code of an input that failed, or 1 when nothing was recognised.
  func end(found: Int, only: [String]) throws {
    if let failureCode { throw CommandFailure(failureCode) }
    if found == 0, !leftOut.isEmpty {
      let names = leftOut.sorted().map(escapedForTerminal).joined(separator: ", ")
      throw CommandFailure(
        ExitCodes.nothing,
        isQuiet
          ? ""
          : "no share of \(only.map(escapedForTerminal).joined(separator: " or ")); there are shares of \(names)"
      )
    }
    if found == 0 {
      throw CommandFailure(
        ExitCodes.nothing,
        isQuiet ? "" : "no share recognised; `streakline rules list` names the games")
    }
  }
}
