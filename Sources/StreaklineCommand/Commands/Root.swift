internal import ArgumentParser
internal import Foundation
internal import Streakline
internal import StreaklineCore

/// The program. Without a sub-command it ingests standard input.
@main
struct Root: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streakline",
    abstract: "Turns shared puzzle results into records and streaks, and delivers them.",
    discussion: """
      Paste a share or pipe a text: each result is stored once, however often its share is read.

      Examples:
        streakline paste
        pbpaste | streakline
        streakline today
        streakline chat.txt --user alice
        streakline streaks
        streakline results --game wordle --output json
      """,
    version: programVersion,
    subcommands: [
      IngestCommand.self, ClipboardCommand.self, Parse.self, Results.self, Today.self, Streaks.self,
      Stats.self,
      CalendarCommand.self, LeaderboardCommand.self, Versus.self, AchievementsCommand.self,
      ReportCommand.self, RulesCommand.self, Misses.self,
      Disputes.self, Users.self, Imports.self, Corrections.self, Put.self, Get.self,
      ListDocuments.self, Delete.self, HabitCommand.self, Timer.self, Config.self, Reparse.self,
      Watch.self, Export.self, BackupCommand.self, RestoreCommand.self, Sync.self, Dead.self,
      Conflicts.self, AccountCommand.self,
      EraseCommand.self, DecisionsCommand.self,
      Pipelines.self, Group.self, Serve.self, Status.self, Verify.self, Doctor.self,
      Completions.self, Manual.self,
    ],
    defaultSubcommand: IngestCommand.self)

  static func main() async {
    // Results are private: other users cannot read any file that the program creates.
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    StandardStreams.openClosed()
    Interruption.listen()
    do {
      let arguments = try Arguments.all()
      Output.isJSON = Arguments.askForJSON(arguments)
      // A shell that asks for completions passes the word as far as it is typed.
      if !asksForCompletion(arguments) { try Arguments.refuseEmpty(arguments) }
      try checkEnvironment()
      if let listing = plainListing(arguments) {
        try UserSettings.refuseMistakes()
        let rules = try listing.run()
        // The system takes the memory back faster than the rules are freed one by one.
        withExtendedLifetime(rules) { Output.exit(ExitCodes.done) }
      }
      var command = try parsedCommand(arguments)
      if !(command is Doctor), !arguments.contains(where: asksForHelp) {
        try UserSettings.refuseMistakes()
      }
      if let listing = command as? any PagedCommand, !listing.output.noPager { Pager.start() }
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else if onlyReads(command) {
        try Interruption.endingProgram { try command.run() }
      } else {
        try command.run()
      }
    } catch {
      guard let failure = CommandFailure(known: error) else { end(with: error) }
      failure.report()
      Output.exit(failure.code)
    }
    Output.exit(ExitCodes.done)
  }

  /// Whether the command writes nothing but its output, so that it can end anywhere.
  private static func onlyReads(_ command: any ParsableCommand) -> Bool {
    switch command {
    case is any PagedCommand, is Verify, is RulesCommand.Check, is RulesCommand.Explain,
      is RulesCommand.Show, is RulesCommand.Test:
      true
    default: false
    }
  }

  private static func asksForCompletion(_ arguments: [String]) -> Bool {
    arguments.first == "---completion"
  }

  private static func asksForHelp(_ argument: String) -> Bool {
    ["--help", "-h", "help", "--version"].contains(argument)
  }

  /// Shows the help that was asked for, or what the argument parser does not understand.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error).rawValue
    let text = fullMessage(for: error)
    if code == ExitCodes.done {
      Output.content(text + "\n")
    } else {
      Output.usageError(text, code: code)
    }
    Output.exit(code)
  }

  /// `parse` of standard input or one file without options other than the output's format: the argument parser
  /// would take longer than the share.
  private static func plainListing(_ arguments: [String]) -> ShareListing? {
    guard arguments.first == "parse" else { return nil }
    var paths = arguments.dropFirst()
    let isJSON = paths.suffix(2) == ["--output", "json"]
    if isJSON { paths.removeLast(2) }
    guard paths.count < 2, paths.first.map({ $0 == "-" || !$0.hasPrefix("-") }) ?? true else {
      return nil
    }
    return ShareListing.plain(paths.first ?? "-", isJSON: isJSON)
  }

  /// The command that the arguments name.
  ///
  /// Building the tree of all commands takes milliseconds, so the two commands that are used in pipes
  /// are parsed without it. What they do not understand is parsed with the tree, which prints errors
  /// and help.
  private static func parsedCommand(_ arguments: [String]) throws -> any ParsableCommand {
    if asksForCompletion(arguments) { return try parseAsRoot(arguments) }
    let isOnlyOptions = arguments.first?.hasPrefix("-") == true
    let direct: (any ParsableCommand.Type)? =
      switch arguments.first {
      // Nobody pastes into an empty terminal without being asked.
      case nil where Output.isTerminal(STDIN_FILENO): Today.self
      case _? where isOnlyOptions && Output.isTerminal(STDIN_FILENO): Today.self
      case nil, "ingest": IngestCommand.self
      case "parse": Parse.self
      default: nil
      }
    let rest = isOnlyOptions ? arguments : Array(arguments.dropFirst())
    if let direct, let command = try? direct.parse(rest) { return command }
    return try parseAsRoot(arguments)
  }
}
