import Foundation

/// A file system in memory of a given size, which only root can make.
final class SmallDisk {
  private let folder: TemporaryFolder

  /// Whether one can be mounted here.
  static let isAvailable = (try? SmallDisk(sizeKiB: 64)) != nil

  init(sizeKiB: Int) throws {
    folder = try TemporaryFolder()
    guard run("/bin/mount", ["-t", "tmpfs", "-o", "size=\(sizeKiB)k", "tmpfs", folder.path]) else {
      throw CocoaError(.featureUnsupported)
    }
  }

  deinit {
    _ = run("/bin/umount", ["-l", folder.path])
  }

  func file(_ name: String) -> String { folder.file(name) }

  func resize(sizeKiB: Int) throws {
    try remount("size=\(sizeKiB)k")
  }

  func makeReadOnly() throws {
    try remount("ro")
  }

  private func remount(_ option: String) throws {
    guard run("/bin/mount", ["-o", "remount,\(option)", folder.path]) else {
      throw CocoaError(.featureUnsupported)
    }
  }

  private func run(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
