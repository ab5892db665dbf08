internal import StreaklineFiles

/// The newest version of a store, noted in its lock file after each change. A store with an older one was
/// replaced by a backup, or has lost its last changes.
///
/// The note is written after its change is on the disk, so it is never ahead of a store that has lost
/// nothing. Where it cannot be written, less is noticed.
struct VersionNote: ~Copyable, Sendable {
  /// As many digits as the greatest version has, so that each note covers the one before.
  private static let digits = 19

  private let file: OpenFile

  init(lockPath: String) throws(FileError) {
    file = try OpenFile.lockFile(lockPath)
  }

  func write(_ version: Int64) {
    let text = String(version)
    let zeros = String(repeating: "0", count: max(0, Self.digits - text.count))
    try? file.overwrite(Array("\(zeros)\(text)\n".utf8), at: 0)
  }

  /// What is noted beside a store; `nil` when nothing is.
  static func read(lockPath: String) -> Int64? {
    guard
      let bytes = try? readSmallFile(lockPath, limit: digits + 1, followsLinks: true),
      bytes.count == digits + 1, bytes.last == UInt8(ascii: "\n")
    else { return nil }
    return Int64(String(decoding: bytes.dropLast(), as: UTF8.self))
  }
}
