internal import ArgumentParser
internal import RemoteCloudKitCommand
internal import RemoteHTTPCommand
internal import ServerCommand

/// The program that opens network connections: a remote of `streakline sync` where it is started by the name of one, and
/// `streaklined` by any other. The name may also be its first argument, for where there are no links.
@main enum ServerProgram {
  static func main() async {
    let words = CommandLine.arguments
    let name = words.first?.split(separator: "/").last.map(String.init)
    if let remote = remote(name) {
      await remote.main()
    } else if let remote = remote(words.dropFirst().first) {
      await remote.main(Array(words.dropFirst(2)))
    } else {
      await ServerCommand.main()
    }
  }

  private static func remote(_ name: String?) -> (any AsyncParsableCommand.Type)? {
    let all: [any AsyncParsableCommand.Type] = [RemoteCloudKitCommand.self, RemoteHTTPCommand.self]
    return all.first { $0.configuration.commandName == name }
  }
}
