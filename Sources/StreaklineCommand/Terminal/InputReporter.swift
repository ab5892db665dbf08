internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Reports on standard error what goes wrong while inputs are read, and decides the exit code.
final class InputReporter {
  let isQuiet: Bool
  /// The names in chats that the user has given.
  var names = GivenNames()
  private var failureCode: Int32?
  private var misses: [String: Int] = [:]
  /// The first near misses, of which each is shown.
  private var firstMisses: [NearMiss] = []
  private static let maximumShownMisses = 5
  /// Reads which near misses the user has dropped, so that they are not mentioned again.
  var readDropped: () throws -> Set<UniqueID> = { [] }
  /// `nil` until there is a near miss: most inputs have none.
  private var dropped: Set<UniqueID>?
  /// Shares that are quoted, forwarded or copied without saying whose or of which day they are.
  private var nobodys = 0
  private var limited: [String: Int] = [:]
  /// Shares whose day depends on the order of day and month, and the reason of the first one.
  private var undecided: (count: Int, reason: String) = (0, "")
  private var suspended: Set<String> = []
  /// The people whose shares were left out because of `--only`.
  private var leftOut: Set<String> = []
  /// The people whose shares were left out because they are forgotten.
  private var forgotten: Set<String> = []
  private static let maximumNames = 20
  private var bots: Set<String> = []
  private static let maximumBots = 5
  /// The bots whose messages were left out, the first of them by their names.
  var botNames: [String] {
    bots.sorted().prefix(Self.maximumBots) + (bots.count > Self.maximumBots ? ["…"] : [])
  }
  /// The users of the shares that were read, if names were given.
  private var users: Set<String> = []
  private var messages = 0
  private var problems = 0
  /// Further problems are only counted.
  private static let maximumProblems = 20

  private let storesMisses: Bool
  private let seen = SeenText()
  /// The inputs that were typed.
  var files: [String] = []
  /// Whether the text is there already where none of them is named.
  var isPasted = false

  /// - Parameter storesMisses: Whether near misses are kept, so that `streakline misses` shows them.
  init(isQuiet: Bool, storesMisses: Bool = false) {
    self.isQuiet = isQuiet
    self.storesMisses = storesMisses
  }

  /// Reads one input. If it cannot be read, that is reported and the next input is read.
  func reading(_ path: String, _ body: () throws -> Void) throws {
    if path == "-", !isQuiet, !isPasted, Output.isTerminal(STDIN_FILENO) {
      Output.note("paste your result, then press Ctrl-D")
    }
    do {
      try body()
    } catch InputError.interrupted {
      throw CommandFailure(
        ExitCodes.interrupted,
        "interrupted; what was reported is done; run the same command again to continue")
    } catch let error as InputError {
      Output.error(error.description, help: help(for: error, path))
      let code =
        error.isNoInput
        ? ExitCodes.noInput : error.isMalformed ? ExitCodes.data : ExitCodes.inputOutput
      failureCode = failureCode ?? code
    }
  }

  /// What the user can do about an input that cannot be read.
  private func help(for error: InputError, _ path: String) -> String? {
    switch error {
    case .unknownChat, .severalAuthors, .unclearWord:
      return "if all of it is yours, add --format text; else export the chat"
    case .unclear(_, let what): return help(for: what, path)
    case .missing:
      // A word that is not a file may be a command: mistyped, or in the wrong position.
      let names = Root.configuration.subcommands.compactMap { $0.configuration.commandName }
      if names.contains(path) { return "write the command first: streakline \(path) …" }
      return suggestion(for: path, among: names)
    default: return nil
    }
  }

  /// The command that reads structured data whose fields are not clear.
  private func help(for what: InputError.Unclear, _ path: String) -> String {
    let isOnePersons = "if all of it is one person's, add --user NAME"
    guard what.hasFields, what.text != "" else { return isOnePersons }
    let others = Set(files).subtracting([path])
    let fields: Set<String> = ["--sender", "--text", "--time", "--sent"]
    let command = TypedCommand().text(without: fields, files: others) + " "
    let rest = [("--text", what.text), ("--time", what.time)].compactMap { option, field in
      field.map { " \(option) \(TypedCommand.quoted($0))" }
    }.joined()
    let senders = { (fields: [String]) in
      fields.map { "\(command)--sender \(TypedCommand.quoted($0))\(rest)" }.joined(
        separator: " or ")
    }
    if !what.sent.isEmpty {
      let sent = what.sent.map { values in
        command + values.map { "--sent \(TypedCommand.quoted($0))" }.joined(separator: " ")
      }
      let whole = "say what you sent: \(sent.joined(separator: " or "))"
      return what.senders.isEmpty
        ? whole : "\(whole); or, if it says nothing of that: " + senders(what.senders)
    }
    if what.senders.count == 1, let sender = what.senders.first {
      return "if “\(sender)” is who sent each message, also yours: " + senders(what.senders)
    }
    if !what.senders.isEmpty { return "say which: " + senders(what.senders) }
    if !what.texts.isEmpty {
      let command = TypedCommand().text(without: fields.union(["--user"]), files: others)
      return "say which: "
        + what.texts.map { "\(command) --text \(TypedCommand.quoted($0)) --user NAME" }
        .joined(separator: " or ")
    }
    guard (1...Self.maximumFields).contains(what.others.count) else {
      return "\(isOnePersons); else name the fields: \(command)--sender FIELD"
        + (what.text.map { " --text \(TypedCommand.quoted($0))" } ?? " --text FIELD")
        + (what.time.map { " --time \(TypedCommand.quoted($0))" } ?? " --time FIELD")
    }
    return "\(isOnePersons); if a field says who sent it: " + senders(what.others)
  }

  /// With more fields that may be the sender, none is named.
  private static let maximumFields = 4

  /// One request for each file of a folder or an archive, and for each other input.
  func expanded(_ requests: [ImportRequest], for rules: GameRules) -> [ImportRequest] {
    requests.flatMap { request in
      var request = request
      request.seen = seen
      do throws(InputError) {
        let requests = try request.expanded(for: rules)
        noteLeftOut(requests.flatMap(\.leftOut))
        notePassedOver(requests.flatMap(\.passedOver))
        return requests
      } catch {
        // Opening it will fail in the same way, and that is reported.
        return [request]
      }
    }
  }

  /// Files of folders and archives that are not read although they may hold shares.
  private(set) var passedOver: [String] = []

  private func noteLeftOut(_ paths: [String]) {
    guard !isQuiet else { return }
    for path in paths.prefix(Self.maximumNames) {
      Output.note("\(path): not read: it is a link, a pipe or a device; name what it leads to")
    }
    if paths.count > Self.maximumNames {
      Output.note("\(paths.count - Self.maximumNames) more links are not read")
    }
  }

  private func notePassedOver(_ paths: [String]) {
    passedOver += paths
    guard !isQuiet else { return }
    for path in paths.prefix(Self.maximumNames) {
      let reason =
        path.lowercased().hasSuffix(".zip")
        ? "an archive in a folder or an archive is not opened; name it, or what is in it"
        : "a text beside chats may be anybody's; name the file to read it"
      Output.note("\(path): not read: \(reason)")
    }
    if paths.count > Self.maximumNames {
      Output.note("\(paths.count - Self.maximumNames) more files beside chats are not read")
    }
  }

  func note(_ chunk: ParsedChunk) throws {
    for name in chunk.leftOutUsers where leftOut.count < Self.maximumNames {
      leftOut.insert(name)
    }
    for name in chunk.bots where bots.count < Self.maximumNames { bots.insert(name) }
    for name in chunk.forgottenUsers where forgotten.count < Self.maximumNames {
      forgotten.insert(name)
    }
    if !names.isEmpty {
      for record in chunk.records { users.insert(record.userId) }
    }
    messages += chunk.statistics.counts.messages
    if !chunk.nearMisses.isEmpty {
      let dropped = try self.dropped ?? readDropped()
      self.dropped = dropped
      for miss in chunk.nearMisses where !dropped.contains(miss.id) { note(miss) }
    }
    for game in chunk.limitedGames {
      limited[game, default: 0] += 1
    }
    for problem in chunk.issues {
      problems += 1
      if problems <= Self.maximumProblems {
        Output.error("\(problem.description)")
      }
    }
  }

  private func note(_ miss: NearMiss) {
    if firstMisses.count < Self.maximumShownMisses { firstMisses.append(miss) }
    if miss.needsDateOrder {
      undecided = (undecided.count + 1, undecided.count == 0 ? miss.reason ?? "" : undecided.reason)
    } else if miss.isSettledByNoRule {
      nobodys += 1
    } else {
      misses[miss.game, default: 0] += 1
    }
  }

  func note(suspended games: [String]) {
    suspended.formUnion(games)
  }

  /// - Parameter describe: What there is to say of near misses: a line for each.
  func finish(_ describe: ([NearMiss]) throws -> [String]) rethrows {
    if problems > Self.maximumProblems {
      Output.error(
        "\(withThousandsSeparators(problems - Self.maximumProblems)) more problems are not shown"
      )
    }
    if undecided.count > 0 {
      Output.error(
        "\(pluralized(undecided.count, "share")) not read: \(undecided.reason)",
        help: "add --date-order dmy or --date-order mdy")
      failureCode = failureCode ?? ExitCodes.data
    }
    for (game, count) in limited.sorted(by: { $0.key < $1.key }) {
      Output.error(
        "the rule of \(game) took too many steps on \(pluralized(count, "text")), which it did not read"
      )
    }
    for game in suspended.sorted() {
      Output.error("the rule of \(game) was suspended for the rest of this run")
    }
    guard !isQuiet else { return }
    if !users.isEmpty { names.notes(users: users.union(leftOut)).forEach(Output.note) }
    if nobodys > 0 {
      Output.note(
        "\(pluralized(nobodys, "share")) quoted, forwarded or copied, and nothing says whose or of which day"
          + (storesMisses ? ": streakline misses" : ""))
    }
    for (game, count) in misses.sorted(by: { $0.key < $1.key }) {
      Output.note(
        "\(pluralized(count, "text")) \(count == 1 ? "looks" : "look") like \(game) but did not parse"
          + (storesMisses ? ": streakline misses" : ""))
    }
    if !firstMisses.isEmpty { try describe(firstMisses).forEach(Output.note) }
  }

  /// Call this at the end: ends the program with the code of the first input that failed, or with 1
  /// when nothing was recognised.
  ///
  /// - Parameter known: How many messages and near misses there are in all, those of known files among them.
  func end(found: Int, only: [String], known: (messages: Int, misses: Int) = (0, 0)) throws {
    if let failureCode { throw CommandFailure(failureCode) }
    if found == 0, !leftOut.isEmpty {
      let names = leftOut.sorted().joined(separator: ", ")
      throw CommandFailure(
        ExitCodes.nothing,
        isQuiet
          ? ""
          : "no share of \(only.joined(separator: " or ")); there are shares of \(names)"
      )
    }
    if found == 0, !forgotten.isEmpty {
      let names = forgotten.sorted().joined(separator: ", ")
      throw CommandFailure(
        ExitCodes.nothing,
        isQuiet
          ? ""
          : "nothing was stored: \(names) \(forgotten.count == 1 ? "is" : "are") forgotten",
        help: isQuiet
          ? nil
          : "streakline corrections lists that, and streakline corrections undo NUMBER takes it back"
      )
    }
    if found == 0 {
      throw CommandFailure(
        ExitCodes.nothing,
        isQuiet
          ? ""
          : "no share recognised" + reasonForNothing(known),
        help: isQuiet ? nil : helpForNothing)
    }
  }

  private func reasonForNothing(_ known: (messages: Int, misses: Int)) -> String {
    if messages > 0 { return "" }
    guard known.messages > 0 else { return ": there is no message and no result" }
    let misses =
      known.misses == 0
      ? "" : ", with \(pluralized(known.misses, "near miss", "near misses")): streakline misses"
    return ": it was imported before" + misses
  }

  /// What to do with a text in which no share is recognised.
  private var helpForNothing: String? {
    if !bots.isEmpty {
      return
        "messages of bots were left out (\(botNames.joined(separator: ", "))); --bots reads them"
    }
    // The shares are there, and the notes say what of them.
    guard messages > 0, nobodys == 0, undecided.count == 0 else { return nil }
    guard misses.isEmpty, seen.looksLikeShare else {
      return "streakline rules list names the games"
    }
    return
      "it looks like a share of no game that streakline knows (streakline rules list names them); "
      + "with some of its shares in a file, streakline rules new --from FILE drafts a rule"
  }
}
