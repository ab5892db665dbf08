internal import StreaklineFiles
package import StreaklineRules

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The file that keeps rules between runs. It may be deleted at any time.
package struct RuleCache: Sendable {
  private static let maximumSize = 1 << 28
  /// How many bytes are read first; the head of a hundred rules is smaller.
  private static let firstRead = 65_536

  private let path: String
  private let maker: String
  /// Two changes within one tick of the file system's clock leave the same time. So a file that has
  /// just changed may change once more and keep its stamp.
  private let settledSeconds: Int

  /// - Parameters:
  ///   - path: The cache's file.
  ///   - program: The running program's file: another build may judge the same rule differently.
  ///   - settledSeconds: Rules are kept once no file has changed for this time.
  package init(path: String, program: String, settledSeconds: Int = 2) {
    self.path = path
    self.settledSeconds = settledSeconds
    let stamp = (try? FileStatus(program)).map(RuleFile.Stamp.init)
    maker =
      "1 \(pcre2Version()) \(stamp?.inode ?? 0) \(stamp?.size ?? 0) \(stamp?.changed ?? 0)"
  }

  /// What an earlier run has kept; `nil` when there is nothing valid.
  package func load() -> KeptRules? {
    guard let start = bytes(0..<Self.firstRead, mayEndEarly: true),
      let length = KeptRules.headLength(preamble: Array(start.prefix(KeptRules.preambleLength))),
      let head =
        length <= start.count ? Array(start[..<length]) : bytes(0..<length, mayEndEarly: false)
    else { return nil }
    let cache = self
    return KeptRules(head: head, maker: maker) { cache.bytes($0, mayEndEarly: false) }
  }

  /// Keeps the rules, unless they are kept already. A cache that cannot be written costs time but
  /// changes nothing, so that is not an error.
  package func save(_ rules: RuleSet, of files: [RuleFile]) {
    let settled = time(nil) - settledSeconds
    guard files.allSatisfy({ ($0.stamp?.changed ?? .max) / 1_000_000_000 < settled }),
      let bytes = rules.bytesToKeep(maker: maker)
    else { return }
    replaceFile(path, with: bytes)
  }

  /// A part of the file; `nil` if anybody else can have written it. The user must own the file, and
  /// neither group nor others may write to it.
  private func bytes(_ range: Range<Int>, mayEndEarly: Bool) -> [UInt8]? {
    guard let file = try? OpenFile(path, .reading, followsLinks: false),
      let status = try? file.status(), status.kind == .regular, status.owner == geteuid(),
      status.permissions & 0o022 == 0, status.sizeBytes <= Self.maximumSize,
      mayEndEarly || range.upperBound <= status.sizeBytes
    else { return nil }
    let count = min(range.upperBound, status.sizeBytes) - range.lowerBound
    guard count >= 0, let bytes = try? file.read(from: range.lowerBound, count: count) else {
      return nil
    }
    return mayEndEarly || bytes.count == range.count ? bytes : nil
  }
}
