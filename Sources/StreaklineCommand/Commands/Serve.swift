internal import ArgumentParser
internal import Foundation
internal import Streakline

/// Starts `streaklined`, which is a program of its own because it opens network connections.
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run a server with which apps and devices sync.",
    discussion: """
      The server speaks the protocol of CloudKit Web Services (Documentation/server.md). Without a
      sub-command of the server it runs until it is told to stop. `streakline serve --help` lists its
      options, and `streakline serve user --help` those of a sub-command.

      Examples:
        streakline serve --sync --listen 127.0.0.1:8787
        streakline serve invite anna --container iCloud.com.example.app
        streakline serve user list
      """)

  private static let subcommands = [
    "backup", "container", "invite", "key", "schema", "token", "user", "verify",
  ]

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("What `streaklined` is told.", valueName: "argument"))
  var arguments: [String] = []

  func run() throws {
    guard let program = currentLocations().program("streaklined") else {
      if arguments == ["--help"] || arguments == ["-h"] { throw CleanExit.helpRequest(self) }
      throw CommandFailure(
        ExitCodes.configuration,
        "streaklined is not there; the package streakline-server has it, and `make server` builds it. PATH may lead to it"
      )
    }
    let isOther = arguments.first.map(Self.subcommands.contains) ?? false
    let words = [program] + (isOther ? [] : ["serve"]) + arguments
    // The server takes this process's place, so that signals and the exit code are its own.
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    _ = unsafe execv(program, &pointers)
    let reason = unsafe String(cString: strerror(errno))
    throw CommandFailure(ExitCodes.configuration, "\(program) cannot be started: \(reason)")
  }
}
