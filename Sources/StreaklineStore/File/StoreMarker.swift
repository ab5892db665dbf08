internal import StreaklineCore
internal import StreaklineFiles

/// Tells the file of a store from a copy of it: a digest of the machine and of the file's birth.
///
/// A wrong difference costs little: the store takes a new device id, and its log goes on in another
/// folder.
struct StoreMarker: Equatable {
  let value: Int64

  init(value: Int64) {
    self.value = value
  }

  /// The marker of the file at the path; `nil` when there is none.
  init?(path: String) {
    guard let status = try? FileStatus(path) else { return nil }
    var hash = XXHash64()
    hash.add(Self.machine)
    for part in Self.parts(birth: fileBirth(path), number: status.identity.number) {
      hash.add([0] + String(part).utf8)
    }
    value = Int64(bitPattern: hash.digest)
  }

  /// Some file systems number their files anew whenever they are mounted (FAT), so the number counts only
  /// where there is no birth. On Apple's systems a copy may keep the birth, and numbers last.
  private static func parts(birth: Int64?, number: UInt64) -> [UInt64] {
    #if canImport(Darwin)
      [birth.map(UInt64.init(bitPattern:)) ?? 0, number]
    #else
      [birth.map(UInt64.init(bitPattern:)) ?? number]
    #endif
  }

  /// What tells a machine from one with a copy of its disk; empty where the system has no such thing.
  private static let machine: [UInt8] =
    (try? readSmallFile("/etc/machine-id", limit: 64, followsLinks: true)) ?? []
}
