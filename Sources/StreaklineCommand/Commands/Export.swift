internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// Writes the stored results in a form that can be read back.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all results as JSON Lines, as a table (CSV) or for the app StreakSync.",
    discussion: """
      Importing the file stores the same results. Two exports of one store are equal byte for byte.
      In a table, a text that a spreadsheet would mistake for a formula gets an apostrophe in front.
      A StreakSync backup has one user's results; what the app would not take is left out and counted.

      Only results are in it. Near misses, disputes, merged, new and forgotten names, documents (habits, timer, groups) and
      what was deleted are not, and a note counts them: `streakline backup` keeps all of that.

      Examples:
        streakline export > results.jsonl
        streakline export --format csv --output-file results.csv --from 2026-01-01
        streakline export --format streaksync --output-file StreakSync_Backup.json
      """)

  @Option(
    help: "jsonl (JSON Lines, as `results --output json`), csv, or streaksync (the app's backup).")
  var format = ResultExport.Format.jsonl
  @Option(help: ArgumentHelp("The file to write; otherwise standard output.", valueName: "path"))
  var outputFile: String?
  @Option(help: "Only from this day on.") var from: Day?
  @Option(help: "Only up to this day.") var to: Day?
  @Flag(name: .shortAndLong, help: "Report only what went wrong.") var quiet = false
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var store: StoreOptions

  func run() throws {
    let database = try store.openReading()
    guard let outputFile, outputFile != "-" else {
      let isTerminal = Output.isTerminal(STDOUT_FILENO)
      _ = try write(database, forTerminal: isTerminal) { Output.write($0) }
      // Where nobody reads the results, nothing is said of them.
      Output.flush()
      try noteUnexported(database)
      return
    }
    var count = 0
    try writeWhole(outputFile, beside: store, orElse: "leave out --output-file") { write in
      count = try self.write(database, forTerminal: false) { try write($0) }
    }
    if !quiet {
      Output.note("\(pluralized(count, "result")) written to \(outputFile)")
    }
    try noteUnexported(database)
  }

  /// Says what the store has that is in no export.
  private func noteUnexported(_ database: RecordStore) throws {
    guard !quiet else { return }
    let counts = try database.unexported(at: .now)
    let parts = [
      (counts.misses, "near miss", "near misses"), (counts.disputes, "dispute", "disputes"),
      (counts.names, "changed name", "changed names"), (counts.deletions, "deletion", "deletions"),
      (counts.documents, "document", "documents"),
    ].filter { $0.0 > 0 }.map { pluralized($0.0, $0.1, $0.2) }
    guard !parts.isEmpty else { return }
    Output.note("not in an export: \(parts.joined(separator: ", ")); `streakline backup` keeps all")
  }

  /// - Returns: How many results were written.
  private func write(
    _ database: RecordStore, forTerminal: Bool, to target: ([UInt8]) throws -> Void
  ) throws -> Int {
    let user = format == .streaksync ? try onlyUser(of: database) : selection.user
    let filter = ResultFilter(
      user: user, game: try selection.slug(try rules.load()), from: from, to: to)
    let (count, leftOut) = try ResultExport(format, filter, isForTerminal: forTerminal).write(
      from: database,
      onNothing: { try selection.refuseUnknownNames(in: database, rules: rules.load()) },
      isEnded: {
        if Interruption.isRequested { throw CommandFailure(ExitCodes.interrupted, "interrupted") }
      },
      to: target)
    if !quiet { for note in notes(leftOut) { Output.note(note) } }
    return count
  }

  /// The user whose results are written: a backup has no names in it.
  private func onlyUser(of database: RecordStore) throws -> String {
    if let user = selection.user { return user }
    let users = try database.people.ids()
    let owner = UserSettings.current.user ?? "me"
    guard users.count > 1 else { return users.first ?? owner }
    let shown = users.prefix(10).joined(separator: ", ") + (users.count > 10 ? ", …" : "")
    throw CommandFailure(
      ExitCodes.usage,
      "a StreakSync backup holds one user's results, and there are several users: \(shown)",
      help: "name one with --user '\(users.contains(owner) ? owner : users[0])'")
  }

  /// What was left out, and why.
  private func notes(_ leftOut: ResultExport.LeftOut) -> [String] {
    var notes: [String] = []
    if leftOut.future > 0 {
      notes.append("left out: \(pluralized(leftOut.future, "result")) of days to come")
    }
    if leftOut.suspect > 0 {
      notes.append("left out: \(pluralized(leftOut.suspect, "result")) that are suspect")
    }
    if !leftOut.unknown.isEmpty {
      let count = leftOut.unknown.reduce(0) { $0 + $1.results }
      let games = leftOut.unknown.map { "\($0.game) \(withThousandsSeparators($0.results))" }
      notes.append(
        "left out: \(pluralized(count, "result")) of games that StreakSync does not know: "
          + games.joined(separator: ", "))
    }
    if let kept = leftOut.kept {
      notes.append("StreakSync keeps the latest \(kept) results and drops older ones")
    }
    return notes
  }
}

extension ResultExport.Format: ExpressibleByArgument {}
