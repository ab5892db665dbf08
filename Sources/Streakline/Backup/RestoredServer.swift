internal import StreaklineFiles

/// A server's folder that comes out of a backup.
final class RestoredServer {
  private let folder: ServerFolder
  private let workplace: Workplace
  /// Of the folder that is replaced, and of the new one: no server starts before all is done.
  private var locks: [FolderLock] = []
  /// The name under which the replaced folder is kept.
  private(set) var kept: String?

  private var copy: String { "\(workplace.path)/\(BackupManifest.serverFolder)" }

  /// Writes the files beside the server's folder, and checks them. Nothing is put in place yet.
  ///
  /// - Parameter replaces: Whether a folder that is there is kept under another name.
  /// - Throws: ``BackupMistake``, and errors of files.
  init(_ folder: ServerFolder, from backup: borrowing BackupFile, replaces: Bool) throws {
    self.folder = folder
    if try folder.isThere() {
      guard replaces else { throw BackupMistake.present(folder.path) }
      guard isFolder(folder.path) else {
        throw BackupMistake.unsuitable("\(folder.path) is no folder")
      }
      locks.append(try FolderLock(folder.path))
    }
    workplace = try Workplace("\(folder.path).restore.tmp")
    for file in backup.manifest.files where file.isOfServer {
      try backup.write(file, to: "\(workplace.path)/\(file.name)")
    }
    let findings = try folder.findings(in: copy)
    guard findings.isEmpty else {
      throw BackupMistake.unsound("the server in \(backup.path)", findings: findings)
    }
  }

  func putInPlace() throws {
    locks.append(try FolderLock(copy))
    if try folder.isThere() { kept = try keepFile(folder.path) }
    do {
      try renameFile(copy, to: folder.path)
    } catch {
      if let kept { try renameFile(kept, to: folder.path) }
      throw error
    }
    try synchronizeFolder(of: folder.path)
  }

  /// Puts back what was there before.
  func takeBack() throws {
    try renameFile(folder.path, to: copy)
    if let kept { try renameFile(kept, to: folder.path) }
    try synchronizeFolder(of: folder.path)
  }
}

/// A lock on a server's folder: as long as it is held, no server starts there.
private final class FolderLock {
  private let file: OpenFile

  /// - Throws: ``BackupMistake`` when one uses it now.
  init(_ folder: String) throws {
    file = try OpenFile.lockFile("\(folder)/lock", followsLinks: false)
    guard try file.lockIfFree() else {
      throw BackupMistake.unsuitable("a server uses \(folder); stop it first")
    }
  }
}
