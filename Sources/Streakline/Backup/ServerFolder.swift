internal import Foundation
internal import StreaklineFiles

/// The folder of a sync server. Only the program `streaklined` knows what is in its files, and only the server that runs
/// may open them, so that program copies and checks them.
package struct ServerFolder {
  /// Without links.
  let path: String
  private let program: String
  /// More of what the program says is not shown, in bytes.
  private static let mostSaid = 65_536
  private static let accounts = "accounts.db"
  private static let containers = "containers"

  /// - Parameters:
  ///   - path: The folder, which need not be there.
  ///   - locations: They know where `streaklined` is.
  package init(_ path: String, _ locations: Locations) throws(BackupMistake) {
    guard let program = locations.program("streaklined") else {
      throw .unsuitable(
        "streaklined is not there, which copies and checks a server's files; the package streakline-server has it"
      )
    }
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let here = FileManager.default.currentDirectoryPath
    self.path = resolvedPath(path.hasPrefix("/") ? path : "\(here)/\(path)")
    self.program = program
  }

  // MARK: - What is there

  /// Whether something is there that a restored folder would replace.
  func isThere() throws -> Bool {
    do throws(FileError) {
      guard try FileStatus(path, followsLinks: false).kind == .folder else { return true }
      return try !entries(inFolder: path, limit: 1).isEmpty
    } catch {
      if error.isMissing { return false }
      throw error
    }
  }

  /// The names of the server's files in a copy of its folder, as they are in a backup.
  private func files(of copy: String) throws -> [String] {
    var found = [Self.accounts]
    for container in try entries(inFolder: "\(copy)/\(Self.containers)").map(\.name) {
      for file in try entries(inFolder: "\(copy)/\(Self.containers)/\(container)").map(\.name)
      where file.hasSuffix(".db") { found.append("\(Self.containers)/\(container)/\(file)") }
    }
    for file in found {
      let log = (try? FileStatus("\(copy)/\(file)-wal"))?.sizeBytes ?? 0
      guard log == 0 else {
        throw BackupMistake.unsuitable("\(copy)/\(file) is still being written")
      }
    }
    return found.map { "\(BackupManifest.serverFolder)/\($0)" }
  }

  // MARK: - Copies

  /// Copies the files as they are while a server uses them, and checks the copies.
  ///
  /// - Parameters:
  ///   - backup: The file that is written. The copies are beside it where nothing can be created beside the folder.
  ///   - body: Gets the names that the files have in a backup, and the folder in which they have them.
  func withCopy<Result>(
    for backup: String, _ body: (_ names: [String], _ folder: String) throws -> Result
  ) throws -> Result {
    try checkOwner()
    let workplace = try workplace(for: backup)
    let copy = "\(workplace.path)/\(BackupManifest.serverFolder)"
    let answer = try run(["backup", copy, "--data", path])
    guard answer.status == 0 else { throw BackupMistake.unsuitable(answer.said) }
    let findings = try findings(in: copy)
    guard findings.isEmpty else { throw BackupMistake.unsound(path, findings: findings) }
    return try withExtendedLifetime(workplace) { try body(try files(of: copy), workplace.path) }
  }

  /// The server can read what its own user asks for only, and the files of a backup belong to whoever writes it.
  private func checkOwner() throws {
    guard isFile("\(path)/\(Self.accounts)") else {
      throw BackupMistake.unsuitable("\(path) is no folder of a server")
    }
    guard try FileStatus(path).owner == geteuid() else {
      throw BackupMistake.unsuitable(
        "\(path) belongs to another user; write its backup as that user")
    }
  }

  /// A folder for the copies, where a server that may write to few places can write, too.
  private func workplace(for backup: String) throws -> Workplace {
    do {
      return try Workplace("\(path).backup.tmp")
    } catch is FileError {
      return try Workplace("\(backup).server.tmp")
    }
  }

  /// A sentence for each thing that is wrong with a copy.
  func findings(in copy: String) throws -> [String] {
    let answer = try run(["verify", "--data", copy])
    guard answer.status != 0 else { return [] }
    let lines = answer.said.split(separator: "\n").map { escapedForTerminal(String($0)) }
    return lines.isEmpty
      ? ["streaklined verify has failed"] : lines.dropLast(lines.count > 1 ? 1 : 0)
  }

  // MARK: - The program

  /// - Returns: The exit code, and what was said.
  private func run(_ arguments: [String]) throws -> (status: Int32, said: String) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // The current folder may be one that the server's user cannot enter. All paths are absolute.
    process.currentDirectoryURL = URL(filePath: "/")
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
    process.standardError = output
    do {
      try process.run()
    } catch {
      throw BackupMistake.unsuitable("\(program) cannot be started: \(error.localizedDescription)")
    }
    var said: [UInt8] = []
    while case let more = output.fileHandleForReading.availableData, !more.isEmpty {
      if said.count < Self.mostSaid { said += more }
    }
    process.waitUntilExit()
    if Interruption.isRequested { throw BackupMistake.interrupted }
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
      .map { $0.hasPrefix("streaklined: ") ? $0.dropFirst("streaklined: ".count) : $0 }
    return (process.terminationStatus, lines.joined(separator: "\n"))
  }
}
