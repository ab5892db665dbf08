package import ArgumentParser
internal import CloudKitCore
internal import CloudKitStorage
internal import Foundation
internal import Streakline

/// The program `streaklined`.
package struct ServerCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "streaklined",
    abstract: "Serve records to apps that speak CloudKit Web Services' protocol.",
    discussion: "Documentation/server.md says what works, and how to start in five commands.",
    version: programVersion,
    subcommands: [
      ServeCommand.self, InviteCommand.self, UserCommand.self, TokenCommand.self,
      ContainerCommand.self, SchemaCommand.self, KeyCommand.self, BackupCommand.self,
      VerifyCommand.self,
    ])

  package init() {}

  /// Every file and folder that the program creates belongs to its owner alone.
  package static func main() async {
    umask(0o077)
    // A core dump would have the secrets.
    var noBytes = rlimit(rlim_cur: 0, rlim_max: 0)
    #if os(Linux)
      _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noBytes)
    #else
      _ = unsafe setrlimit(RLIMIT_CORE, &noBytes)
    #endif
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as StorageError {
      fail(error.description)
    } catch let error as ServiceError {
      fail(error.reason)
    } catch {
      exit(withError: error)
    }
  }
}

private func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("streaklined: \(reason)\n".utf8))
  exit(EX_DATAERR)
}

/// Where the server's files are.
struct DataOption: ParsableArguments {
  @Option(help: "The folder of the server's files (default: ~/.local/share/streaklined).")
  var data: String?

  var path: String {
    if let data { return data }
    let environment = ProcessInfo.processInfo.environment
    // NSHomeDirectory asks the system's list of users, whatever HOME says.
    func folder(_ name: String) -> String? {
      environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = folder("HOME") ?? NSHomeDirectory()
    return (folder("XDG_DATA_HOME") ?? home + "/.local/share") + "/streaklined"
  }

  func accounts() throws -> AccountStore { try AccountStore(folder: path) }

  /// The accounts of a server that has some already.
  func knownAccounts() throws -> AccountStore {
    guard FileManager.default.fileExists(atPath: path + "/accounts.db") else {
      throw StorageError("\(path) is no folder of a server")
    }
    return try accounts()
  }
}

/// Milliseconds since 1970.
func currentMilliseconds() -> Int { Int(Date().timeIntervalSince1970 * 1_000) }
