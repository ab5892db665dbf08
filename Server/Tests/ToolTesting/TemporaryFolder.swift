internal import Foundation

/// A folder that is removed with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "streakline-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// - Returns: The path.
  @discardableResult
  package func write(_ text: String, to name: String, permissions: Int = 0o600) throws -> String {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: url.path)
    return url.path
  }
}

/// SplitMix64: the same numbers for the same seed on every machine.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
