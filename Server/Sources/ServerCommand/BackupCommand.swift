internal import ArgumentParser
internal import CloudKitStorage
internal import Foundation

/// `streaklined backup`
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract:
      "Write a copy of accounts, tokens, keys and records to a new folder, while the server runs or not.",
    discussion: """
      The page's store is not in it, nor are settings and rules. `streakline backup FILE --server DIR` writes one file \
      with all of that, and `streakline restore` puts it back.

      To restore it, stop the server, move its folder away, and copy the backup to its place. Clients then \
      fetch their zones anew, and send what the backup lacks.
      """)

  @OptionGroup var data: DataOption
  @Argument(help: "The new folder. Nothing may be there yet.") var folder: String

  func validate() throws {
    guard !folder.isEmpty else { throw ValidationError("name the new folder") }
  }

  func run() async throws {
    _ = try data.knownAccounts()
    let place = FileManager.default.currentDirectoryPath
    let target = folder.hasPrefix("/") ? folder : "\(place)/\(folder)"
    try await ServerRequests.backUp(data.path, to: URL(filePath: target).standardized.path)
    FileHandle.standardError.write(
      Data(
        "streaklined: the page's store is not in it; `streakline backup FILE --server DIR` has both\n"
          .utf8))
  }
}
