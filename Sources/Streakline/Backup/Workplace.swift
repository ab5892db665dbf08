internal import Foundation
internal import StreaklineFiles

/// A folder in which one program at a time makes something; it is removed with the object. What a killed program has left
/// in it is removed first.
final class Workplace {
  let path: String
  private let lock: OpenFile

  /// - Throws: ``BackupMistake`` when another program is at work there.
  init(_ path: String) throws {
    try createFolder(path)
    // What is in it is removed, so it must not lead elsewhere, or be somebody else's.
    let status = try FileStatus(path, followsLinks: false)
    guard status.kind == .folder, status.owner == geteuid() else {
      throw BackupMistake.unsuitable(
        "\(path) is in the way: it is not a folder of yours; remove it")
    }
    let lock = try OpenFile.lockFile("\(path)/lock", followsLinks: false)
    guard try lock.lockIfFree() else {
      throw BackupMistake.unsuitable("\(path): another backup or restore is at work there")
    }
    for name in try names(inFolder: path) where name != "lock" {
      try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    }
    self.path = path
    self.lock = lock
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
