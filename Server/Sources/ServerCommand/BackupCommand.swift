internal import ArgumentParser
internal import CloudKitStorage
internal import Foundation

/// `streaklined backup`
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write a copy of everything to a new folder, while the server runs or not.",
    discussion: """
      To restore it, stop the server, move its folder away, and copy the backup to its place. Clients then \
      fetch their zones anew, and send what the backup lacks.
      """)

  @OptionGroup var data: DataOption
  @Argument(help: "The new folder. Nothing may be there yet.") var folder: String

  func run() async throws {
    guard FileManager.default.fileExists(atPath: data.path + "/accounts.db") else {
      throw StorageError("\(data.path) is no folder of a server")
    }
    let place = FileManager.default.currentDirectoryPath
    let target = folder.hasPrefix("/") ? folder : "\(place)/\(folder)"
    try await BackupRequests.backUp(data.path, to: URL(filePath: target).standardized.path)
  }
}
