internal import ArgumentParser
internal import CloudKitStorage
internal import Foundation

/// `streaklined verify`
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check all files, while the server runs or not, and list each damaged row.",
    discussion: """
      Prints the file, the table, the row and what is wrong with it, a line each. The exit code is 1 when \
      something is damaged: stop the server, and put the file of a backup in its place.
      """)

  @OptionGroup var data: DataOption
  @OptionGroup var output: OutputOption

  func run() async throws {
    guard FileManager.default.fileExists(atPath: data.path + "/accounts.db") else {
      throw StorageError("\(data.path) is no folder of a server")
    }
    let found = try await ServerRequests.verify(data.path)
    for damage in found.damages {
      output.show(
        ("file", damage.file), ("table", damage.table), ("row", damage.row),
        ("reason", damage.reason))
    }
    for file in found.unchecked {
      say("\(file) has no checksums yet: the server adds them when it opens the file")
    }
    let count = found.damages.isEmpty ? "no damage" : "\(found.damages.count) damaged"
    say("\(found.rows) rows in \(found.files) files: \(count)")
    if !found.damages.isEmpty { throw ExitCode(1) }
  }

  /// Says something that is no data.
  private func say(_ text: String) {
    FileHandle.standardError.write(Data("streaklined: \(text)\n".utf8))
  }
}
